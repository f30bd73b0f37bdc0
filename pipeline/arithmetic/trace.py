"""Tracing arrays: the reference runs once, unchanged, over balls, and the computation is recorded.

    graph = Graph(code=[Path("pipeline/transformer")])
    X = graph.input("embeddings", [["1.00", "0.20"], ["0.10", "1.00"]], source="content/example.yaml:7")
    Y, W = scaled_dot_product_attention(X, X, X)
    W.entry(0, 1)       # one number: Entry(node=…, index=1)

Equal operations on equal arguments become one node.  A name is a node of its own, so that two
names of one value both survive.  Nothing can branch on a traced value.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn, Self

import numpy as np

from pipeline.arithmetic.balls import BITS, Balls, balls
from pipeline.arithmetic.lowering import Lowered
from pipeline.arithmetic.numerals import Numerals, numerals
from pipeline.arithmetic.recording import Entry, Node, Recording

__all__ = ["Entry", "Graph", "Node", "Traced"]


class Traced(Lowered):
    """An array that remembers the node it stands for."""

    __slots__ = ("graph", "id")

    graph: Graph
    id: int

    def __init__(self, graph: Graph, number: int) -> None:
        self.graph, self.id = graph, number

    @property
    def node(self) -> Node:
        return self.graph.nodes[self.id]

    @property
    def shape(self) -> tuple[int, ...]:
        return self.node.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.node.value.dtype

    def __repr__(self) -> str:
        return f"Traced({self.node.name or self.node.op}, node {self.id}, shape {self.shape})"

    def __bool__(self) -> NoReturn:
        raise TypeError("a traced computation must not branch on its values: use np.where")

    def __named__(self, label: str) -> Self:
        return type(self)(self.graph, self.graph.record("name", [self], name=label))

    def entry(self, *place: int) -> Entry:
        """The number at this place; IndexError if there is none."""
        if len(place) != self.ndim:
            raise IndexError(f"{len(place)} indices for an array of shape {self.shape}")
        return Entry(self.graph, self.id, int(np.arange(self.size).reshape(self.shape)[place]))

    def _lift(self, value: Any) -> Self:
        if isinstance(value, Traced):
            if value.graph is not self.graph:
                raise TypeError("arrays of two computations cannot meet")
            return value  # type: ignore[return-value]
        if isinstance(value, Lowered):
            raise TypeError(f"a traced array cannot meet {type(value).__name__}")
        return type(self)(self.graph, self.graph.constant(value))

    def _apply(self, operation: str, arguments: Sequence[Self], **attributes: Any) -> Self:
        return type(self)(self.graph, self.graph.record(operation, arguments, **attributes))


class Graph(Recording):
    """A computation that is being recorded.

    code: folders whose lines are remembered as the source of a node, named relative to `root`.
    """

    def __init__(self, bits: int = BITS, code: Iterable[Path] = (), root: Path | None = None) -> None:
        super().__init__(bits)
        self._root = (root or Path.cwd()).resolve()
        self._code = tuple((self._root / folder).resolve() for folder in code)
        self._files: dict[str, str | None] = {}
        self._known_nodes: dict[Any, int] = {}

    def input(self, name: str, value: Any, source: str = "") -> Traced:
        """A named input: nested decimal texts or integers; `source` is the "file:line" where it is typed.

        Raises ValueError for a second input of that name.
        """
        if any(node.op == "input" and node.name == name for node in self.nodes):
            raise ValueError(f"there is already an input {name!r}")
        texts = numerals(value)
        node = Node(
            id=len(self.nodes),
            op="input",
            args=(),
            attributes={},
            value=balls(texts, self.bits),
            name=name,
            calls=(source,) if source else (),
            decimals=texts,
        )
        self.nodes.append(node)
        return Traced(self, node.id)

    def constant(self, value: Any) -> int:
        """The node of an exact constant or of a mask (truth values)."""
        truth = np.asarray(value) if isinstance(value, bool | np.bool_ | np.ndarray) else None
        if truth is not None and truth.dtype == bool:
            key: Any = ("mask", truth.shape, truth.tobytes())
            return self._node(key, "mask", (), {}, Balls(truth.copy(), self.bits))
        texts = numerals(value)
        key = ("constant", texts.shape, tuple(texts.flat))
        return self._node(key, "constant", (), {}, balls(texts, self.bits), decimals=texts)

    def record(self, op: str, arguments: Sequence[Traced], name: str | None = None, **attributes: Any) -> int:
        """The node of an operation: a known one, or a new one with its value."""
        numbers = tuple(argument.id for argument in arguments)
        if op == "gather" and len(numbers) == 1 and self.nodes[numbers[0]].op == "gather":
            # Moving elements about twice is moving them about once.
            inner = self.nodes[numbers[0]]
            numbers, attributes = inner.args, {"index": inner.attributes["index"].reshape(-1)[attributes["index"]]}
        key = (op, numbers, name, *(_hashable(attributes[attribute]) for attribute in sorted(attributes)))
        if (known := self._known_nodes.get(key)) is not None:
            return known
        values = [self.nodes[number].value for number in numbers]
        value = values[0] if op == "name" else values[0]._apply(op, values, **attributes)
        return self._node(key, op, numbers, attributes, value, name=name)

    def _node(
        self,
        key: Any,
        op: str,
        args: tuple[int, ...],
        attributes: dict[str, Any],
        value: Balls,
        name: str | None = None,
        decimals: Numerals | None = None,
    ) -> int:
        if key not in self._known_nodes:
            number = len(self.nodes)
            self.nodes.append(Node(number, op, args, attributes, value, name, self._calls(), decimals))
            self._known_nodes[key] = number
        return self._known_nodes[key]

    def _calls(self) -> tuple[str, ...]:
        calls = []
        frame: FrameType | None = sys._getframe(1)
        while frame:
            if file := self._file(frame.f_code.co_filename):
                calls.append(f"{file}:{frame.f_lineno}")
            frame = frame.f_back
        return tuple(calls)

    def _file(self, name: str) -> str | None:
        """The name to remember, or None for code outside the recorded folders."""
        if name not in self._files:
            path = Path(name)
            inside = path.is_absolute() and any(path.is_relative_to(folder) for folder in self._code)
            self._files[name] = path.relative_to(self._root).as_posix() if inside else None
        return self._files[name]


def _hashable(attribute: Any) -> Any:
    return (attribute.shape, attribute.tobytes()) if isinstance(attribute, np.ndarray) else attribute

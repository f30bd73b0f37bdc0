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
from pipeline.arithmetic.decimals import compare
from pipeline.arithmetic.export import to_json
from pipeline.arithmetic.lowering import Lowered
from pipeline.arithmetic.numerals import numerals, truth_values
from pipeline.arithmetic.primitives import COMPARISONS, Undecided
from pipeline.arithmetic.recording import Entry, Node, Recording
from pipeline.arithmetic.steps import inputs_of

__all__ = ["Entry", "Graph", "Node", "Traced"]

_DOORS = ("__num__", "__named__", "__erf__")  # called by functions of the reference that only pass something on
_HOLDS = {  # comparison → the signs of a - b for which it holds
    "less": (-1,),
    "less_equal": (-1, 0),
    "greater": (1,),
    "greater_equal": (0, 1),
    "equal": (0,),
    "not_equal": (-1, 1),
}


class Traced(Lowered):
    """An array that stands for a node of a graph: `graph`, `id`."""

    __slots__ = ("graph", "id")

    graph: Graph
    id: int

    def __init__(self, graph: Graph, number: int) -> None:
        self.graph, self.id = graph, number

    @property
    def node(self) -> Node:
        """The node, with its value."""
        return self.graph.nodes[self.id]

    @property
    def shape(self) -> tuple[int, ...]:
        """The size along each axis."""
        return self.node.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """`object` for numbers, `bool` for truth values."""
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

    code:  folders whose lines are remembered as the source of a node
    roots: what their names are relative to, the first that they lie in
    """

    def __init__(self, bits: int = BITS, code: Iterable[Path] = (), roots: Sequence[Path] = ()) -> None:
        super().__init__(bits)
        self._roots = tuple(root.resolve() for root in roots or (Path.cwd(),))
        self._code = tuple((self._roots[0] / folder).resolve() for folder in code)
        self._files: dict[str, str | None] = {}
        self._ids: dict[Any, int] = {}

    def input(self, name: str, value: Any, source: str = "") -> Traced:
        """A named input: nested decimal texts or integers; `source` is the "file:line" where it is typed.

        Raises ValueError for a second input of that name and for what is no decimal number,
        TypeError for a float.
        """
        key = ("input", name)
        if key in self._ids:
            raise ValueError(f"there is already an input {name!r}")
        texts = numerals(value)
        calls = (source,) if source else self._calls()
        return Traced(self, self._add(key, "input", balls(texts, self.bits), name=name, decimals=texts, calls=calls))

    def printed(self, name: str, digits: str) -> Traced:
        """The digits of a printed number, as somebody uses them who calculates on with what is printed.

        For other inputs they are others; what prints them knows which (the page in the browser, by the name).
        """
        texts = numerals(digits)
        number = self._add(("printed", name, digits), "printed", balls(texts, self.bits), name=name, decimals=texts)
        return Traced(self, number)

    def depends_on(self, what: Entry | int) -> frozenset[str]:
        """The names of the inputs that one entry, or all entries of a node, are computed from."""
        if isinstance(what, Entry):
            return inputs_of(what)
        return frozenset(node.name for node in self.ancestors(what) if node.op == "input")

    def to_json(self, outputs: Iterable[Traced | Entry | int], sources: bool = False) -> str:
        """The part of the computation that the outputs need, as JSON (export.py says how it looks)."""
        return to_json(self, [what.id if isinstance(what, Traced) else what for what in outputs], sources)

    # -- recording: called by Traced

    def constant(self, value: Any) -> int:
        """The node of an exact constant or of a mask."""
        truth = truth_values(value)
        if truth is not None:
            return self._add(("mask", _hashable(truth)), "mask", Balls(truth, self.bits))
        texts = numerals(value)
        return self._add(("constant", texts.shape, *texts.flat), "constant", balls(texts, self.bits), decimals=texts)

    def record(self, op: str, arguments: Sequence[Traced], name: str = "", **attributes: Any) -> int:
        """The node of an operation: a known one, or a new one with its value."""
        args = tuple(argument.id for argument in arguments)
        inner = self.nodes[args[0]]
        if op == "gather" and inner.op == "gather" and len(args) == 1:
            # Moving elements about twice is moving them about once.
            args, attributes = inner.args, {"index": inner.attributes["index"].reshape(-1)[attributes["index"]]}
        key = (op, args, name, *(_hashable(attributes[attribute]) for attribute in sorted(attributes)))
        if key in self._ids:
            return self._ids[key]
        value = self._compared(op, args) if op in COMPARISONS else self._value(op, args, attributes)
        return self._add(key, op, value, args=args, attributes=attributes, name=name)

    def _value(self, op: str, args: tuple[int, ...], attributes: dict[str, Any]) -> Balls:
        values = [self.nodes[number].value for number in args]
        return values[0] if op == "name" else values[0]._apply(op, values, **attributes)

    def _compared(self, op: str, args: tuple[int, ...]) -> Balls:
        """Decided by the balls as they are, else entry by entry with all means."""
        try:
            return self._value(op, args, {})
        except Undecided:
            shapes = [self.nodes[number].shape for number in args]
            places = np.broadcast_arrays(*(np.arange(int(np.prod(shape))).reshape(shape) for shape in shapes))
            truth = np.empty(places[0].shape, dtype=np.bool_)
            for place in np.ndindex(truth.shape):
                a, b = (Entry(self, number, int(each[place])) for number, each in zip(args, places, strict=True))
                truth[place] = compare(a, b) in _HOLDS[op]
            return Balls(truth, self.bits)

    def _add(self, key: Any, op: str, value: Balls, **others: Any) -> int:
        """The number of a node: a new one unless the key is known."""
        if key not in self._ids:
            self._ids[key] = len(self.nodes)
            self.nodes.append(Node(id=len(self.nodes), op=op, value=value, **{"calls": self._calls(), **others}))
        return self._ids[key]

    def _calls(self) -> tuple[str, ...]:
        calls: list[str] = []
        frame: FrameType | None = sys._getframe(1)
        while frame:
            if frame.f_code.co_name in _DOORS and frame.f_back:
                frame = frame.f_back
            elif (file := self._file(frame.f_code.co_filename)) and f"{file}:{frame.f_lineno}" not in calls[-1:]:
                calls.append(f"{file}:{frame.f_lineno}")
            frame = frame.f_back
        return tuple(calls)

    def _file(self, name: str) -> str | None:
        """The name to remember, or None for code outside the recorded folders."""
        if name not in self._files:
            path = Path(name)
            inside = path.is_absolute() and any(path.is_relative_to(folder) for folder in self._code)
            root = next((root for root in self._roots if inside and path.is_relative_to(root)), None)
            self._files[name] = path.relative_to(root).as_posix() if root else None
        return self._files[name]


def _hashable(attribute: Any) -> Any:
    return (attribute.shape, attribute.tobytes()) if isinstance(attribute, np.ndarray) else attribute

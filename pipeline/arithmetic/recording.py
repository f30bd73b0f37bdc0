"""The recorded computation: an append-only list of nodes, each one primitive applied to earlier nodes.

A node knows its value as balls, so that nothing has to be computed twice; it can be evaluated
again at another precision, with other inputs, or in float64.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.arithmetic.balls import BITS, Balls, balls
from pipeline.arithmetic.numerals import Numerals, numerals
from pipeline.arithmetic.primitives import COMPARISONS, FLOAT


@dataclass(frozen=True, eq=False)
class Node:
    """One array of the computation.

    op          a primitive (primitives.py), or "input", "constant", "mask", "printed" for the digits of
                a printed number, or "name" for an array that only carries a label
    value       as balls, or as decided truth values
    args        ids of the arguments
    attributes  what else the primitive needs: `index` of a gather, `axis` and `keepdims` of a sum
    name        the label of an input or of a "name", the id of a printed number, else ""
    calls       "file:line" of the frames in the recorded folders, innermost first
    decimals    the texts of an input, a constant or a printed number
    """

    id: int
    op: str
    value: Balls = field(repr=False)
    args: tuple[int, ...] = ()
    attributes: Mapping[str, Any] = field(default_factory=dict, repr=False)
    name: str = ""
    calls: tuple[str, ...] = ()
    decimals: Numerals | None = field(default=None, repr=False)

    @property
    def shape(self) -> tuple[int, ...]:
        """The size along each axis."""
        return self.value.shape

    @property
    def source(self) -> str:
        """Where the array came about, "file:line", or "" if outside the recorded folders."""
        return self.calls[0] if self.calls else ""


@dataclass(frozen=True)
class Entry:
    """One scalar of a computation: an element of a node, by its flat index."""

    graph: Recording = field(repr=False)
    node: int
    index: int

    @property
    def place(self) -> tuple[int, ...]:
        """The index along each axis."""
        return tuple(int(k) for k in np.unravel_index(self.index, self.graph.nodes[self.node].shape))

    @property
    def value(self) -> Any:
        """The ball (flint's arb) at the graph's precision, or a truth value."""
        return self.graph.nodes[self.node].value.elements.reshape(-1)[self.index]


class Recording:
    """The nodes of a computation, in an order in which arguments come first."""

    def __init__(self, bits: int = BITS) -> None:
        self.bits = bits
        self.nodes: list[Node] = []
        self._evaluations: dict[int, Evaluation] = {}

    def ancestors(self, *numbers: int) -> Iterator[Node]:
        """The nodes that the given ones are computed from, and these themselves, arguments first."""
        found: set[int] = set()
        waiting = list(numbers)
        while waiting:
            number = waiting.pop()
            if number not in found:
                found.add(number)
                waiting.extend(self.nodes[number].args)
        return (self.nodes[number] for number in sorted(found))

    def evaluate(self, bits: int | None = None, inputs: Mapping[str, Any] | None = None) -> Evaluation:
        """All values again: at another precision, or for other inputs (name to decimal texts).

        Raises ValueError for an unknown input or another shape.  With other inputs, a comparison may
        be open: Undecided, when a value that needs it is asked for.
        """
        bits = bits or self.bits
        if inputs:
            self._refuse_unknown(inputs)
            return Evaluation(self, bits, inputs)
        if bits not in self._evaluations:
            self._evaluations[bits] = Evaluation(self, bits, {})
        return self._evaluations[bits]

    def floats(self, inputs: Mapping[str, Any] | None = None) -> list[NDArray[Any]]:
        """The values of all nodes in float64 (truth values as bool), fast: for samples and pictures.

        Inputs may be decimal texts or plain float arrays.  Nothing here is proven.
        """
        inputs = inputs or {}
        self._refuse_unknown(inputs)
        values: list[NDArray[Any]] = []
        with np.errstate(all="ignore"):
            for node in self.nodes:
                values.append(_float_value(node, values, inputs))
        return values

    def _refuse_unknown(self, inputs: Mapping[str, Any]) -> None:
        known = {node.name for node in self.nodes if node.op == "input"}
        if unknown := sorted(set(inputs) - known):
            raise ValueError(f"no such input: {', '.join(unknown)}")


class Evaluation(Sequence[Balls]):
    """The values of all nodes at one precision and for one set of inputs, computed when asked for."""

    def __init__(self, graph: Recording, bits: int, inputs: Mapping[str, Any]) -> None:
        self._graph, self._bits, self._inputs = graph, bits, inputs
        self._values: dict[int, Balls] = {}

    def __len__(self) -> int:
        return len(self._graph.nodes)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[each] for each in range(len(self))[number]]
        number = range(len(self))[number]
        if self._bits == self._graph.bits and not self._inputs:
            return self._graph.nodes[number].value
        if number not in self._values:
            for node in self._graph.ancestors(number):
                if node.id not in self._values:
                    self._values[node.id] = self._compute(node)
        return self._values[number]

    def _compute(self, node: Node) -> Balls:
        if node.op == "input" and node.name in self._inputs:
            return balls(_fitting(node, numerals(self._inputs[node.name])), self._bits)
        if node.decimals is not None:
            return balls(node.decimals, self._bits)
        # For the published inputs, a comparison stays what was proven when it was recorded.
        if node.op == "mask" or (node.op in COMPARISONS and not self._inputs):
            return Balls(node.value.elements, self._bits)
        arguments = [self._values[argument] for argument in node.args]
        return arguments[0] if node.op == "name" else arguments[0]._apply(node.op, arguments, **node.attributes)


def _float_value(node: Node, values: Sequence[NDArray[Any]], inputs: Mapping[str, Any]) -> NDArray[Any]:
    if node.op == "input" and node.name in inputs:
        return _fitting(node, np.asarray(inputs[node.name]).astype(np.float64))
    if node.decimals is not None:
        return node.decimals.astype(np.float64)
    if node.op == "mask":
        return node.value.elements
    arguments = [values[argument] for argument in node.args]
    return arguments[0] if node.op == "name" else FLOAT[node.op](*arguments, **node.attributes)


def _fitting(node: Node, value: NDArray[Any]) -> NDArray[Any]:
    """The value for an input; ValueError unless it has the input's shape."""
    if value.shape != node.shape:
        raise ValueError(f"the input {node.name!r} has shape {node.shape}, not {value.shape}")
    return value

"""The recorded computation number by number: which scalar operation on which scalars each entry came from.

Array operations are taken apart, all entries of a node at once.  What only moves numbers about
(names, gathers, decided `where`s) vanishes, and equal operations on equal scalars are one scalar,
however they were written: a weight of the reference and the page's own name for it are the same
scalar here, and so are a sum with and without `keepdims`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.arithmetic import Entry, Graph, Node, Traced
from pipeline.arithmetic.numerals import rational
from pipeline.arithmetic.primitives import COMPARISONS
from pipeline.working.shift import Shifted, log_softmax, softmax

Ids = NDArray[np.int64]  # the scalars of an array, in its shape
Key = tuple[Any, ...]

LEAVES = frozenset(("input", "constant", "mask"))


@dataclass(frozen=True, slots=True)
class Scalar:
    """One number of the computation.

    op     a primitive's name, "dot" (arguments a1, b1, a2, b2, …), "indicator" (1 if the comparison,
           its argument, holds, else 0), "input", "constant" or "mask"
    args   the scalars that it is computed from
    entry  a place in the graph where it stands
    """

    op: str
    args: tuple[int, ...]
    entry: Entry


class Scalars:
    """The scalars of a graph that may still grow.

    counts:     names of the inputs that stand for a constant (a size that page code takes from an axis is
                the size that the reference reads off an array)
    changeable: names of the inputs that readers may change
    """

    def __init__(self, graph: Graph, counts: Collection[str] = (), changeable: Collection[str] = ()) -> None:
        self.graph = graph
        self._counts = counts
        self._changeable = changeable
        self._moving: dict[int, bool] = {}
        self._scalars: list[Scalar] = []
        self._keys: dict[Key, int] = {}
        self._arrays: dict[int, Ids] = {}
        self._alike: list[int] = []
        self._alike_keys: dict[Key, int] = {}
        self._unshifted: set[int] = set()

    def __getitem__(self, number: int) -> Scalar:
        return self._scalars[number]

    def of(self, entry: Entry) -> int:
        """The scalar that stands at an entry."""
        return int(self.array(entry.node).reshape(-1)[entry.index])

    def array(self, node: int) -> Ids:
        """The scalars of a node's array."""
        waiting = [node]
        while waiting:
            missing = [number for number in self.graph.nodes[waiting[-1]].args if number not in self._arrays]
            if missing:
                waiting += missing
            elif (now := waiting.pop()) not in self._arrays:
                self._arrays[now] = self._taken_apart(self.graph.nodes[now])
        return self._arrays[node]

    def alike(self, number: int) -> int:
        """A number that scalars share which differ only in whether a count or a constant went in."""
        for each in range(len(self._alike), len(self._scalars)):
            key = self._alike_key(each)
            self._alike.append(self._alike_keys.setdefault(key, len(self._alike_keys)))
        return self._alike[number]

    def _alike_key(self, number: int) -> Key:
        scalar = self._scalars[number]
        node = scalar.entry.graph.nodes[scalar.entry.node]
        if scalar.op == "constant" or (scalar.op == "input" and node.name in self._counts):
            value = _plain(scalar.entry)
            return ("constant", number) if isinstance(value, str) else ("constant", value)
        if scalar.op in LEAVES:
            return (scalar.op, number)
        kind = "unshifted" if number in self._unshifted else scalar.op
        return (kind, *(self._alike[argument] for argument in scalar.args))

    def moves(self, number: int) -> bool:
        """Whether a reader can change a number."""
        waiting = [number]
        while waiting:
            scalar = self._scalars[waiting[-1]]
            missing = [argument for argument in scalar.args if argument not in self._moving]
            if missing:
                waiting += missing
                continue
            own = scalar.op == "input" and self.graph.nodes[scalar.entry.node].name in self._changeable
            self._moving[waiting.pop()] = own or any(self._moving[argument] for argument in scalar.args)
        return self._moving[number]

    def chunks(self, number: int, size: int) -> list[int]:
        """A sum, sum of products, maximum or minimum as one of parts, each of so many terms; recorded in the graph."""
        scalar = self._scalars[number]
        width = 2 if scalar.op == "dot" else 1
        starts = range(0, len(scalar.args), size * width)
        return [self._chunk(scalar.op, scalar.args[start : start + size * width]) for start in starts]

    def _chunk(self, op: str, args: tuple[int, ...]) -> int:
        if op == "dot":
            factors = [self._gathered(args[::2]), self._gathered(args[1::2])]
            made = self.graph.record("matmul", factors)
        else:
            made = self.graph.record(op, [self._gathered(args)], axis=(0,), keepdims=False)
        return self._number((op, *args), made, 0) if len(args) > 1 else args[0]

    def _gathered(self, numbers: Sequence[int]) -> Traced:
        """Scalars as one vector."""
        entries = [self._scalars[number].entry for number in numbers]
        nodes = list(dict.fromkeys(entry.node for entry in entries))
        sizes = [math.prod(self.graph.nodes[node].shape) for node in nodes]
        starts = dict(zip(nodes, itertools.accumulate([0, *sizes]), strict=False))
        index = np.array([starts[entry.node] + entry.index for entry in entries], dtype=np.intp)
        index.flags.writeable = False
        arrays = [Traced(self.graph, node) for node in nodes]
        return Traced(self.graph, self.graph.record("gather", arrays, index=index))

    # -- one node

    def _taken_apart(self, node: Node) -> Ids:
        arguments = [self._arrays[number] for number in node.args]
        match node.op:
            case "input" | "mask" | "constant":
                return self._collected(node, self._leaf_keys(node))
            case "name":
                return arguments[0]
            case "gather":
                flat = np.concatenate([array.reshape(-1) for array in arguments])
                return np.asarray(flat[node.attributes["index"]])
            case "where":
                return self._chosen(node, *arguments)
            case "matmul":
                return self._combined(node, "dot", _products(*arguments))
            case "sum" | "max" | "min":
                rows = _along(arguments[0], node.attributes["axis"])
                # A sum of one number is that number.
                return rows.reshape(node.shape) if rows.shape[-1] == 1 else self._combined(node, node.op, rows)
            case "divide" if shifted := softmax(self.graph, node):
                exponentials, total = self._without_shift(shifted)
                return self._combined(node, "divide", _aligned([exponentials, total]))
            case "subtract" if shifted := log_softmax(self.graph, node):
                _, total = self._without_shift(shifted)
                made = self.graph.nodes[int(self._scalars[int(total.reshape(-1)[0])].entry.node)]
                logarithm = self.graph.nodes[self.graph.record("log", [Traced(self.graph, made.id)])]
                logarithms = self._combined(logarithm, "log", total.reshape(-1, 1))
                return self._combined(node, "subtract", _aligned([self._arrays[shifted.scores], logarithms]))
        return self._combined(node, node.op, _aligned(arguments))

    def _leaf_keys(self, node: Node) -> Iterator[Key]:
        for index in range(math.prod(node.shape)):
            if node.op == "constant":
                yield ("constant", _plain(Entry(self.graph, node.id, index)))
            else:
                yield (node.op, node.id, index)

    def _combined(self, node: Node, op: str, arguments: Ids) -> Ids:
        """The scalars of one operation, whose arguments are the rows of `arguments`."""
        return self._collected(node, ((op, *row) for row in arguments.tolist()))

    def _collected(self, node: Node, keys: Iterable[Key]) -> Ids:
        found = [self._number(key, node.id, index) for index, key in enumerate(keys)]
        return np.array(found, dtype=np.int64).reshape(node.shape)

    def _number(self, key: Key, node: int, index: int) -> int:
        number = self._keys.setdefault(key, len(self._scalars))
        if number == len(self._scalars):
            op, *args = key
            if op == "unshifted":
                self._unshifted.add(number)
                op = "exp"
            self._scalars.append(Scalar(op, () if op in LEAVES else tuple(args), Entry(self.graph, node, index)))
        return number

    def _chosen(self, node: Node, *branches: Ids) -> Ids:
        """A decided `where` is the branch that was chosen; where a comparison sets 1 or 0, it counts that it holds."""
        truth = np.broadcast_to(self.graph.nodes[node.args[0]].value.elements, node.shape)
        condition, then, otherwise = (np.broadcast_to(ids, node.shape) for ids in branches)
        chosen = np.where(truth, then, otherwise).reshape(-1)
        for index, (about, one, zero) in enumerate(_aligned([condition, then, otherwise]).tolist()):
            if self._scalars[about].op in COMPARISONS and self._fixed(one, 1) and self._fixed(zero, 0):
                chosen[index] = self._number(("indicator", about), node.id, index)
            elif self._scalars[chosen[index]].op == "constant":  # what a mask hides is something else at each place
                constant = self._scalars[chosen[index]].entry
                chosen[index] = self._number(("constant", node.id, index), constant.node, constant.index)
        return chosen.reshape(node.shape)

    def _fixed(self, number: int, value: int) -> bool:
        """Whether a scalar is this value whatever the inputs are."""
        scalar = self._scalars[number]
        constants = all(self._scalars[argument].op == "constant" for argument in scalar.args)
        return scalar.op not in ("input", "mask") and constants and bool(scalar.entry.value == value)

    def _without_shift(self, shifted: Shifted) -> tuple[Ids, Ids]:
        """e^z and its sum, recorded in the graph; scalars of their own, so that no name stands for them."""
        scores, total = Traced(self.graph, shifted.scores), shifted.total
        made = Traced(self.graph, self.graph.record("exp", [scores]))
        along = dict(total.attributes)
        sums = self.graph.nodes[self.graph.record("sum", [made], **along)]
        exponents = self.array(shifted.scores).reshape(-1).tolist()
        exponentials = self._collected(made.node, (("unshifted", exponent) for exponent in exponents))
        return exponentials, self._combined(sums, "sum", _along(exponentials, along["axis"]))


def _plain(entry: Entry) -> Any:
    """The value of a typed number, the same for all spellings."""
    decimals = entry.graph.nodes[entry.node].decimals
    assert decimals is not None  # inputs and constants are typed
    text = decimals.reshape(-1)[entry.index]
    return text if "inf" in text else rational(text)


def _aligned(arguments: Sequence[Ids]) -> Ids:
    """The arguments of each entry of an elementwise operation, a row an entry."""
    return np.stack(np.broadcast_arrays(*arguments), axis=-1).reshape(-1, len(arguments))


def _along(array: Ids, axis: tuple[int, ...]) -> Ids:
    """What each entry of a sum runs over, a row an entry."""
    last = np.moveaxis(array, axis, range(-len(axis), 0))
    return last.reshape(-1, math.prod(last.shape[last.ndim - len(axis) :]))


def _products(a: Ids, b: Ids) -> Ids:
    """The factors of each entry of a matrix product, a1 b1 a2 b2 … in a row."""
    rows = a[None, :] if a.ndim == 1 else a
    columns = b[:, None] if b.ndim == 1 else b
    left, right = np.broadcast_arrays(rows[..., :, None, :], np.swapaxes(columns, -1, -2)[..., None, :, :])
    return np.stack([left, right], axis=-1).reshape(-1, 2 * a.shape[-1])

"""One number at a time: which scalar operation on which other entries an entry came from."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pipeline.arithmetic.recording import Entry, Node, Recording


@dataclass(frozen=True)
class Step:
    """A scalar operation on entries.

    op is a primitive's name, with these differences: "copy" for names, gathers and decided `where`s
    (one argument), "dot" for an entry of a matmul (arguments a1, b1, a2, b2, …: the sum of the
    products), "sum", "max" and "min" with all their terms; "input", "constant", "mask" and "printed"
    have no arguments.  `condition` is the truth value that chose the argument of a `where`.
    """

    op: str
    arguments: tuple[Entry, ...] = ()
    condition: Entry | None = None


def step(entry: Entry) -> Step:
    """The operation that gave this entry."""
    graph, node = entry.graph, entry.graph.nodes[entry.node]
    match node.op:
        case "input" | "constant" | "mask" | "printed":
            return Step(node.op)
        case "name":
            return Step("copy", (Entry(graph, node.args[0], entry.index),))
        case "gather":
            return Step("copy", (_gathered(graph, node, entry.index),))
        case "where":
            condition = _broadcast(entry, node.args[0])
            chosen = node.args[1] if condition.value else node.args[2]
            return Step("copy", (_broadcast(entry, chosen),), condition)
        case "matmul":
            return Step("dot", _products(entry, node))
        case "sum" | "max" | "min":
            return Step(node.op, _terms(entry, node))
    return Step(node.op, tuple(_broadcast(entry, argument) for argument in node.args))


def origin(entry: Entry) -> Entry:
    """The entry that was computed or typed, behind names, gathers and chosen branches."""
    while entry.graph.nodes[entry.node].op in ("name", "gather", "where"):
        (entry,) = step(entry).arguments
    return entry


def inputs_of(entry: Entry) -> frozenset[str]:
    """The names of the inputs that an entry is computed from."""
    return frozenset(_inputs(entry))


def rests_on_input(entry: Entry) -> bool:
    """Whether an entry is computed from any input at all."""
    return next(_inputs(entry), None) is not None


def _inputs(entry: Entry) -> Iterator[str]:
    """Inputs as they are come upon, deep ones first: one is soon found."""
    found, waiting = {entry}, [entry]
    while waiting:
        now = waiting.pop()
        done = step(now)
        if done.op == "input":
            yield now.graph.nodes[now.node].name
        before = {*done.arguments, *((done.condition,) if done.condition else ())} - found
        found |= before
        waiting.extend(before)


def _flat(shape: tuple[int, ...], place: tuple[int, ...]) -> int:
    return int(np.ravel_multi_index(place, shape)) if shape else 0


def _broadcast(entry: Entry, argument: int) -> Entry:
    """The entry of an argument that broadcasting lines up with this one."""
    shape = entry.graph.nodes[argument].shape
    place = entry.place[len(entry.place) - len(shape) :]
    aligned = tuple(0 if size == 1 else k for size, k in zip(shape, place, strict=True))
    return Entry(entry.graph, argument, _flat(shape, aligned))


def _gathered(graph: Recording, node: Node, index: int) -> Entry:
    place = int(node.attributes["index"].reshape(-1)[index])
    for argument in node.args:
        size = math.prod(graph.nodes[argument].shape)
        if place < size:
            return Entry(graph, argument, place)
        place -= size
    raise IndexError("a gather beyond its arguments")


def _products(entry: Entry, node: Node) -> tuple[Entry, ...]:
    left, right = node.args
    a, b = (entry.graph.nodes[argument].shape for argument in (left, right))
    place = list(entry.place)
    column = [place.pop()] if len(b) > 1 else []
    row = [place.pop()] if len(a) > 1 else []
    factors = []
    for k in range(a[-1]):
        factors.append(_batched(entry.graph, left, place, [*row, k]))
        factors.append(_batched(entry.graph, right, place, [k, *column]))
    return tuple(factors)


def _batched(graph: Recording, argument: int, batch: list[int], inner: list[int]) -> Entry:
    shape = graph.nodes[argument].shape
    outer = shape[: len(shape) - len(inner)]
    aligned = [0 if size == 1 else k for size, k in zip(outer, batch[len(batch) - len(outer) :], strict=True)]
    return Entry(graph, argument, _flat(shape, (*aligned, *inner)))


def _terms(entry: Entry, node: Node) -> tuple[Entry, ...]:
    shape = entry.graph.nodes[node.args[0]].shape
    axis = node.attributes["axis"]
    place = list(entry.place)
    if node.attributes["keepdims"]:
        place = [k for number, k in enumerate(place) if number not in axis]
    kept = iter(place)
    cut = tuple(slice(None) if number in axis else next(kept) for number in range(len(shape)))
    indices = np.arange(math.prod(shape)).reshape(shape)[cut]
    return tuple(Entry(entry.graph, node.args[0], int(index)) for index in indices.reshape(-1))

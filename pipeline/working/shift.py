"""Recognises a softmax that takes the maximum off its scores first, which a hand calculation leaves out.

The shift keeps exp within the range of float64 and changes nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

from pipeline.arithmetic import Graph, Node

LARGEST_EXPONENT = 14  # larger scores are shown with the shift: nobody adds up numbers of seven digits before the comma


class Shifted(NamedTuple):
    """A node that means the same without the shift: the scores z, and the node that sums exp(z - max z)."""

    scores: int
    total: Node


def softmax(graph: Graph, division: Node) -> Shifted | None:
    """What exp(z - max z) / sum(exp(z - max z)) is made of; None for any other division."""
    exponentials, total = (_origin(graph, number) for number in division.args)
    if total.op != "sum" or _origin(graph, total.args[0]) is not exponentials:
        return None
    return _found(graph, exponentials, total)


def log_softmax(graph: Graph, difference: Node) -> Shifted | None:
    """What (z - max z) - log(sum(exp(z - max z))) is made of; None for any other difference."""
    shifted, logarithm = (_origin(graph, number) for number in difference.args)
    total = _origin(graph, logarithm.args[0]) if logarithm.op == "log" else logarithm
    if total.op != "sum":
        return None
    exponentials = _origin(graph, total.args[0])
    if exponentials.op != "exp" or _origin(graph, exponentials.args[0]) is not shifted:
        return None
    return _found(graph, exponentials, total)


def _found(graph: Graph, exponentials: Node, total: Node) -> Shifted | None:
    inside = _origin(graph, exponentials.args[0]) if exponentials.op == "exp" else exponentials
    if inside.op != "subtract":
        return None
    largest = _origin(graph, inside.args[1])
    if largest.op != "max" or _origin(graph, largest.args[0]) is not _origin(graph, inside.args[0]):
        return None
    small = all(ball < LARGEST_EXPONENT for ball in largest.value.elements.reshape(-1))
    return Shifted(inside.args[0], total) if small else None


def _origin(graph: Graph, number: int) -> Node:
    """The node behind the names of an array."""
    node = graph.nodes[number]
    while node.op == "name":
        node = graph.nodes[node.args[0]]
    return node

"""The exact pass: which entries are rational, and which are the same number."""

from __future__ import annotations

from flint import fmpq

from pipeline.arithmetic.numerals import rational
from pipeline.arithmetic.recording import Entry
from pipeline.arithmetic.steps import step


def exact_value(entry: Entry) -> fmpq | None:
    """The value as a fraction, if it is proven to be one."""
    node = entry.graph.nodes[entry.node]
    if node.value.dtype == bool:
        return fmpq(int(node.value.elements.reshape(-1)[entry.index]))
    ball = node.value.elements.reshape(-1)[entry.index]
    if not ball.is_finite():
        return None
    if node.decimals is not None:
        return rational(node.decimals.reshape(-1)[entry.index])
    if ball.is_exact():
        return ball.fmpq()
    now = step(entry)
    values = [exact_value(argument) for argument in now.arguments]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    match now.op:
        case "copy":
            return known[0]
        case "add" | "sum":
            return sum(known, fmpq(0))
        case "subtract":
            return known[0] - known[1]
        case "multiply":
            return known[0] * known[1]
        case "divide":
            return known[0] / known[1]
        case "negative":
            return -known[0]
        case "dot":
            return sum((a * b for a, b in zip(known[::2], known[1::2], strict=True)), fmpq(0))
    return None


def same(a: Entry, b: Entry) -> bool:
    """Whether the two are proven to be the same number; False means open."""
    if a == b:
        return True
    first, second = exact_value(a), exact_value(b)
    return first is not None and first == second

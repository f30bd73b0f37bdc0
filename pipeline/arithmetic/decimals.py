"""Certified decimals: the digits of an entry that are proven, and nothing else.

The order of decision is always the same: first the exact pass (more precision never decides a
tie), then balls of doubling precision, at last Undecided, with the value and the boundary that
could not be told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

from flint import arb, ctx, fmpq, fmpz

from pipeline.arithmetic.exact import exact_value, same
from pipeline.arithmetic.primitives import Undecided
from pipeline.arithmetic.recording import Entry
from pipeline.arithmetic.steps import step

LIMIT = 6400  # bits; what is open then is most likely a tie that the exact pass does not see

T = TypeVar("T")


@dataclass(frozen=True)
class Enclosure:
    """Decimal bounds of a value, at least 30 digits each; equal if `exact`."""

    lower: str
    upper: str
    exact: bool
    proof: Literal["exact", "ball"]


def decimal(entry: Entry, places: int) -> str:
    """The value correctly rounded to `places` decimals, halves away from zero: "-0.416".

    ASCII digits, a point, never "-0.000".  Raises Undecided naming the value and the boundary.
    """
    if places < 0:
        raise ValueError(f"{places} decimal places")
    return _write(_decide(entry, lambda value: _round(value, places), places), places)


def significant(entry: Entry, digits: int) -> str:
    """The value correctly rounded to `digits` significant digits, in the form "-1.25e-17"."""
    if digits < 1:
        raise ValueError(f"{digits} significant digits")
    mantissa, exponent = _decide(entry, lambda value: _scientific(value, digits), digits)
    return f"{_write(mantissa, digits - 1)}e{exponent}"


def compare(a: Entry, b: Entry) -> Literal[-1, 0, 1]:
    """The order of two values: -1 if a < b, 0 if they are the same number, 1 if a > b.

    Raises Undecided if the two are neither proven equal nor apart.
    """
    if same(a, b):
        return 0
    for first, second in zip(_balls(a), _balls(b), strict=True):
        if first < second:
            return -1
        if first > second:
            return 1
    raise Undecided(f"it is open whether {_about(a)} and {_about(b)} are equal")


def sign(entry: Entry) -> Literal[-1, 0, 1]:
    """The sign of a value; raises Undecided if zero is neither proven nor excluded."""
    if exact_value(entry) == 0:
        return 0
    for ball in _balls(entry):
        if ball < 0:
            return -1
        if ball > 0:
            return 1
    raise Undecided(f"it is open whether {_about(entry)} is zero")


def exact_decimal(entry: Entry) -> str | None:
    """All digits, if the value is a finite decimal: an input as it was typed, else the shortest form."""
    node = entry.graph.nodes[entry.node]
    now = step(entry)
    if now.op == "copy":
        return exact_decimal(now.arguments[0])
    value = exact_value(entry)
    if value is None or (places := _places(value)) is None:
        return None
    if node.decimals is not None:
        places = max(places, _typed_places(node.decimals.reshape(-1)[entry.index]))
    return _write(_round(value, places), places)


def enclosure(entry: Entry, digits: int = 40) -> Enclosure:
    """Bounds of the value with about `digits` significant digits, rounded outwards."""
    value = exact_value(entry)
    if value is not None and (places := _places(value)) is not None:
        text = _write(_round(value, places), places)
        return Enclosure(text, text, True, "exact")
    for lower, upper in _bounds(entry):
        places = _places_for(lower, upper, digits)
        scale = fmpq(10) ** places
        bounds = (lower * scale).floor(), (upper * scale).ceil()
        if bounds[1] - bounds[0] <= 2:
            return Enclosure(_write(bounds[0], places), _write(bounds[1], places), False, _proof(value))
    raise Undecided(f"{_about(entry)} has no {digits} proven digits")


def nearest_double(entry: Entry) -> float:
    """The double nearest to the value; ±inf for masked values."""
    ball = entry.graph.nodes[entry.node].value.elements.reshape(-1)[entry.index]
    if isinstance(ball, arb) and abs(ball).mid() == arb("inf") and not ball.is_nan():
        return float("inf") if ball > 0 else float("-inf")
    return _decide(entry, lambda value: int(value.p) / int(value.q), 17)


# -- the order of decision


def _decide(entry: Entry, rounded: Callable[[fmpq], T], digits: int) -> T:
    value = exact_value(entry)
    if value is not None:
        return rounded(value)
    for lower, upper in _bounds(entry):
        if (result := rounded(lower)) == rounded(upper):
            return result
    raise Undecided(f"{_about(entry)} is too near to a boundary between two roundings to {digits} digits")


def _balls(entry: Entry) -> Iterator[arb]:
    """The value as a ball, at the graph's precision and doubled up to the limit."""
    graph, bits = entry.graph, entry.graph.bits
    while bits <= max(LIMIT, graph.bits):
        yield graph.evaluate(bits)[entry.node].elements.reshape(-1)[entry.index]
        bits *= 2


def _bounds(entry: Entry) -> Iterator[tuple[fmpq, fmpq]]:
    bits = entry.graph.bits
    for ball in _balls(entry):
        if ball.is_finite():
            with ctx.workprec(bits):
                bounds = ball.lower().fmpq(), ball.upper().fmpq()
            yield bounds
        bits *= 2


def _about(entry: Entry) -> str:
    node = entry.graph.nodes[entry.node]
    return f"{node.name or node.op}{list(entry.place)} = {node.value.elements.reshape(-1)[entry.index].str(30)}"


def _proof(value: fmpq | None) -> Literal["exact", "ball"]:
    return "ball" if value is None else "exact"


# -- decimals of fractions


def _round(value: fmpq, places: int) -> int:
    """value · 10^places to the nearest integer, halves away from zero."""
    scaled = abs(value) * fmpq(10) ** places
    magnitude = int((2 * scaled.p + scaled.q) // (2 * scaled.q))
    return -magnitude if value < 0 else magnitude


def _write(scaled: int | fmpz, places: int) -> str:
    digits = str(abs(int(scaled))).rjust(places + 1, "0")
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if scaled < 0 else text


def _places(value: fmpq) -> int | None:
    """How many decimals the value has, None if they never end."""
    rest, powers = int(value.q), [0, 0]
    for number, prime in enumerate((2, 5)):
        while rest % prime == 0:
            rest //= prime
            powers[number] += 1
    return max(powers) if rest == 1 else None


def _typed_places(text: str) -> int:
    mantissa, _, exponent = text.lower().partition("e")
    return max(0, len(mantissa.partition(".")[2]) - int(exponent or 0))


def _exponent(value: fmpq) -> int:
    """The largest e with 10^e <= |value|, for a value that is not zero."""
    size = abs(value)
    guess = len(str(int(size.p))) - len(str(int(size.q)))
    return guess if fmpq(10) ** guess <= size else guess - 1


def _scientific(value: fmpq, digits: int) -> tuple[int, int]:
    if value == 0:
        return 0, 0
    exponent = _exponent(value)
    mantissa = _round(value, digits - 1 - exponent)
    if abs(mantissa) == 10**digits:  # 9.99 rounds to 1.00e1
        return mantissa // 10, exponent + 1
    return mantissa, exponent


def _places_for(lower: fmpq, upper: fmpq, digits: int) -> int:
    size = max(abs(lower), abs(upper))
    return max(digits, digits - 1 - _exponent(size)) if size else digits

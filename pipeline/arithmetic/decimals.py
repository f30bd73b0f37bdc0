"""Certified decimals: the digits of an entry that are proven, and nothing else.

The order of decision is always the same.  A ball that holds no boundary between two answers decides.
One that does goes to the exact pass, because more precision never decides a tie; then to balls of
doubling precision; at last it is Undecided, with the value and the boundary that it cannot be told from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

from flint import arb, ctx, fmpq

from pipeline.arithmetic.exact import exact_value, moderate, proven_value, same
from pipeline.arithmetic.numerals import typed_places
from pipeline.arithmetic.primitives import Undecided
from pipeline.arithmetic.recording import Entry
from pipeline.arithmetic.rounding import double, exponent, finite_places, floor, rounded, scientific, written
from pipeline.arithmetic.steps import step

LIMIT = 6400  # bits; what is open then is most likely a tie that the exact pass does not see

T = TypeVar("T")
Sign = Literal[-1, 0, 1]


@dataclass(frozen=True)
class Enclosure:
    """Decimal bounds of a value, at least 30 significant digits each.

    exact: the bounds are equal and are the value; proof: "exact" if the value is proven rational.
    """

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
    scaled = _decide(entry, lambda value: rounded(value, places), lambda a, b: written(5 * (a + b), places + 1))
    return written(scaled, places)


def significant(entry: Entry, digits: int) -> str:
    """The value correctly rounded to `digits` significant digits, in the form "-1.25e-17"; zero is "0.00e0"."""
    if digits < 1:
        raise ValueError(f"{digits} significant digits")

    def spelled(value: fmpq) -> str:
        mantissa, exponent = scientific(value, digits)
        return f"{written(mantissa, digits - 1)}e{exponent}"

    return _decide(entry, spelled, lambda a, b: f"between {a} and {b}")


def nearest_double(entry: Entry) -> float:
    """The double nearest to the value, ±inf for an infinite one; for drawing and for data, never for digits."""
    infinity = _infinity(entry)
    return infinity or _decide(entry, double, lambda a, b: f"between {a!r} and {b!r}")


def compare(a: Entry, b: Entry) -> Sign:
    """The order of two values: -1 if a < b, 0 if they are the same number, 1 if a > b.

    Raises Undecided if the two are neither proven equal nor apart.
    """
    for number, (first, second) in enumerate(zip(_balls(a), _balls(b), strict=False)):
        if (order := _order(first, second)) is not None:
            return order
        if number == 0 and same(a, b):  # only where balls overlap is the exact pass worth its time
            return 0
    raise Undecided(f"it is open whether {_about(a)} equals {_about(b)}")


def sign(entry: Entry) -> Sign:
    """The sign of a value; raises Undecided if zero is neither proven nor excluded."""
    if exact_value(entry) == 0:
        return 0
    for ball in _balls(entry):
        if (order := _order(ball, arb(0))) is not None:
            return order
    raise Undecided(f"it is open whether {_about(entry)} equals 0")


def _order(a: arb, b: arb) -> Sign | None:
    """What two balls prove; equality only of two that are exact, such as two masked values."""
    return -1 if a < b else 1 if a > b else 0 if a == b else None


def exact_decimal(entry: Entry) -> str | None:
    """All digits, if the value is a finite decimal: an input as it was typed ("1.00"), else the shortest form."""
    while (done := step(entry)).op == "copy":
        (entry,) = done.arguments
    value = exact_value(entry)
    if value is None or (places := finite_places(value)) is None:
        return None
    decimals = entry.graph.nodes[entry.node].decimals
    if decimals is not None:
        places = max(places, typed_places(decimals.reshape(-1)[entry.index]))
    return written(rounded(value, places), places)


def enclosure(entry: Entry, digits: int = 40) -> Enclosure:
    """Bounds of the value with at least `digits` significant digits, rounded outwards.

    Raises Undecided if the value has none (it is infinite, or may not exist).
    """
    value = exact_value(entry)
    if value is not None and (places := finite_places(value)) is not None:
        text = written(rounded(value, places), places)
        return Enclosure(text, text, True, "exact")
    for lower, upper in _bounds(entry) if value is None else [(value, value)]:
        size = max(abs(lower), abs(upper))
        places = max(digits, digits - 1 - exponent(size)) if size else digits
        below, above = floor(lower, places), -floor(-upper, places)
        if above - below <= 2:
            return Enclosure(
                written(below, places), written(above, places), False, "ball" if value is None else "exact"
            )
    raise _open(entry, f"any {digits} digits")


# -- the order of decision


def _decide(entry: Entry, to_digits: Callable[[fmpq], T], boundary: Callable[[T, T], str]) -> T:
    """The digits on which both ends of a ball agree; a ball that holds a boundary asks the exact pass first."""
    between = ""
    for number, (lower, upper) in enumerate(_bounds(entry)):
        a, b = to_digits(lower), to_digits(upper)
        if a == b:
            return a
        between = boundary(a, b)
        if number == 0 and (value := proven_value(entry)) is not None:
            return to_digits(value)
    raise _open(entry, between)


def _open(entry: Entry, boundary: str) -> Undecided:
    if _infinity(entry):
        return Undecided(f"{_about(entry)} is infinite and has no digits")
    if isinstance(entry.value, arb) and entry.value.is_finite() and not moderate(entry.value):
        return Undecided(f"{_about(entry)} is too large or too small for its digits to be written")
    if not boundary:
        return Undecided(f"{_about(entry)} may not exist (a division by zero, or a root or logarithm below it)")
    return Undecided(f"{_about(entry)} cannot be told from the boundary {boundary} with {LIMIT} bits")


def _balls(entry: Entry) -> Iterator[arb]:
    """The value as a ball, at the graph's precision and doubled up to the limit."""
    bits = entry.graph.bits
    while bits <= max(LIMIT, entry.graph.bits):
        ball = entry.graph.evaluate(bits)[entry.node].elements.reshape(-1)[entry.index]
        yield ball if isinstance(ball, arb) else arb(int(ball))
        bits *= 2


def _bounds(entry: Entry) -> Iterator[tuple[fmpq, fmpq]]:
    for ball in _balls(entry):
        if ball.is_finite() and moderate(ball):
            with ctx.workprec(LIMIT):  # rounded outwards, so rather finely
                bounds = ball.lower().fmpq(), ball.upper().fmpq()
            yield bounds


def _infinity(entry: Entry) -> float:
    """±inf for a value that is proven infinite, else 0."""
    middle = entry.value.mid() if isinstance(entry.value, arb) else arb(0)
    return float("-inf") if middle == arb("-inf") else float("inf") if middle == arb("inf") else 0.0


def _about(entry: Entry) -> str:
    node = entry.graph.nodes[entry.node]
    value = entry.value.str(30) if isinstance(entry.value, arb) else str(entry.value)
    return f"{node.name or node.op}{list(entry.place)} = {value}"

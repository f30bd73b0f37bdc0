"""The digits of a number inside a calculation: proven, as many as asked for, and never 0 for what is not zero."""

from __future__ import annotations

import math
from dataclasses import dataclass

from flint import arb

from pipeline.arithmetic import Entry, decimal, exact_decimal, significant
from pipeline.arithmetic.numerals import rational
from pipeline.working.scalars import Scalars

FEWEST = 2  # decimals of a computed value that is no integer: 0,30 and not 0,3
SMALLEST = 6  # zeros behind the comma from which powers of ten are written
LARGEST = 9  # digits before the comma from which they are, for what is rounded
WHOLE = 18  # digits of an integer that is printed whole


@dataclass(frozen=True, slots=True)
class Digits:
    """Printed digits of a scalar.

    text:   canonical: "-0.416", "12288"; "-1.1e-50" for what is very small or large; "-inf" for what a mask hides
    exact:  they are the value itself
    typed:  they are an input's digits as they were typed
    """

    text: str
    exact: bool
    typed: bool = False

    @property
    def places(self) -> int:
        """How many decimals are printed."""
        return places_of(self.text)


def places_of(text: str) -> int:
    """How many decimals canonical digits have; -3 for "2e3"."""
    mantissa, _, exponent = text.partition("e")
    return len(mantissa.partition(".")[2]) - int(exponent or 0)


class Printer:
    """The digits of the scalars of a page, each computed once."""

    def __init__(self, scalars: Scalars) -> None:
        self._scalars = scalars
        self._known: dict[tuple[int, int], Digits] = {}

    def digits(self, number: int, places: int) -> Digits:
        """An exact value with all its digits if these are at most `places` decimals, else the rounded value.

        From ten on, a rounded value has as many digits as one below ten.
        """
        if (number, places) not in self._known:
            self._known[number, places] = self._decided(number, places)
        return self._known[number, places]

    def _decided(self, number: int, places: int) -> Digits:
        scalar = self._scalars[number]
        if scalar.op in ("input", "constant"):
            return _typed(scalar.entry, scalar.op == "input")
        if not isinstance(scalar.entry.value, arb):
            return Digits(str(int(scalar.entry.value)), True)
        if not scalar.entry.value.is_finite():
            return Digits("-inf" if scalar.entry.value < 0 else "inf", True)
        size = _exponent(scalar.entry)
        text = decimal(scalar.entry, places)
        finite = exact_decimal(scalar.entry) if size < WHOLE and _may_equal(scalar.entry, text) else None
        if finite is not None and places_of(finite) <= places:
            return Digits(decimal(scalar.entry, FEWEST) if 0 < places_of(finite) < FEWEST else finite, True)
        if size >= LARGEST or size < -SMALLEST:
            enough = min(places - 1, SMALLEST)  # digits, where so many decimals show none or too many
            return Digits(significant(scalar.entry, max(places + size + 1, enough) if size < 0 else enough), False)
        if size > 0:
            return Digits(decimal(scalar.entry, max(places - size, 0)), False)
        return Digits(text if text.strip("-0.") else decimal(scalar.entry, 1 - size), False)


def _exponent(entry: Entry) -> int:
    """The power of ten of a value's first digit, roughly where it is very small or large; 0 for zero."""
    middle = abs(entry.value.mid())
    size = float(middle)
    if 0 < size < math.inf:
        return math.floor(math.log10(size))
    mantissa, exponent = middle.man_exp()
    return math.floor((mantissa.bit_length() + int(exponent)) * math.log10(2)) if mantissa else 0


def _typed(entry: Entry, is_input: bool) -> Digits:
    decimals = entry.graph.nodes[entry.node].decimals
    assert decimals is not None
    text = str(decimals.reshape(-1)[entry.index])
    if "inf" in text:
        return Digits(text, True)
    return Digits(exact_decimal(entry) or text, True, is_input)


def _may_equal(entry: Entry, text: str) -> bool:
    """Whether the ball holds the printed number: quickly no for nearly all that are not exact."""
    value = rational(text)
    return bool(entry.value.overlaps(arb(value)))

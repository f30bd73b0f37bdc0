"""Why a printed number is what it is: candidates, each tested on the proven digits, never judged by hand.

The order is the order of trust: a number that is right needs no other reason, and a reason that
explains the whole row comes before one that fits a single number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pipeline.arithmetic import Entry, decimal, enclosure, exact_value

MORE_PLACES = (1, 2, 3)  # a number that was rounded before may have been rounded to so many more


@dataclass(frozen=True)
class Case:
    """A printed number beside the value that it claims to be, both in the unit in which it is printed.

    double:  the value in double precision
    row:     sums over the row in which it stands: as printed, rounded properly, and in truth; None without a row
    steps:   the value computed from intermediate values as they are printed
    instead: other values that may be meant
    """

    printed: Fraction
    places: int
    value: Entry
    double: float
    row: Row | None = None
    steps: Entry | None = None
    instead: tuple[Entry, ...] = ()

    @property
    def rounded(self) -> Fraction:
        """The value, correctly rounded."""
        return Fraction(decimal(self.value, self.places))

    @property
    def unit(self) -> Fraction:
        """One unit of the last printed place."""
        return Fraction(1, 10**self.places)


@dataclass(frozen=True)
class Row:
    """Sums of a row: what the printed digits give, what correctly rounded ones would, and the proven whole."""

    printed: Fraction
    rounded: Fraction
    whole: Fraction


def _fraction(value: Entry) -> Fraction | None:
    """The value, if it is a fraction."""
    found = exact_value(value)
    return None if found is None else Fraction(int(found.p), int(found.q))


def exact(case: Case) -> bool:
    """The printed digits are the value itself."""
    return _fraction(case.value) == case.printed


def rounded(case: Case) -> bool:
    """The printed digits are the correct rounding, halves away from zero."""
    return case.rounded == case.printed


def half_even(case: Case) -> bool:
    """The value is a tie, and the even digit was taken."""
    value = _fraction(case.value)
    if value is None:
        return False
    scaled = value / case.unit
    return scaled.denominator == 2 and round(scaled) * case.unit == case.printed


def forced_sum(case: Case) -> bool:
    """One unit off, so that the printed row makes the whole that properly rounded digits miss."""
    row = case.row
    return bool(row) and row.printed == row.whole != row.rounded and last_digit(case)  # type: ignore[union-attr]


def printed_steps(case: Case) -> bool:
    """Whoever computes on from the printed intermediate values gets these digits."""
    return case.steps is not None and Fraction(decimal(case.steps, case.places)) == case.printed


def twice_rounded(case: Case) -> bool:
    """Rounded to a few more places first, and that once more."""
    return any(_again(case, more) == case.printed for more in MORE_PLACES)


def _again(case: Case, more: int) -> Fraction:
    """The rounding of the rounding."""
    first = Fraction(decimal(case.value, case.places + more)) / case.unit
    away = abs(first) + Fraction(1, 2)
    return (away.numerator // away.denominator) * (1 if first >= 0 else -1) * case.unit


def truncated(case: Case) -> bool:
    """The digits that follow were cut off."""
    found = enclosure(case.value)
    ends = {_cut(Fraction(end), case.unit) for end in (found.lower, found.upper)}
    return ends == {case.printed}


def _cut(value: Fraction, unit: Fraction) -> Fraction:
    scaled = abs(value) / unit
    return (scaled.numerator // scaled.denominator) * (1 if value >= 0 else -1) * unit


def float64(case: Case) -> bool:
    """Double precision, rounded as it is printed, gives these digits."""
    return Fraction(f"{case.double:.{case.places}f}") == case.printed


def instead(case: Case) -> bool:
    """Another value that may be meant is printed here."""
    return any(Fraction(decimal(other, case.places)) == case.printed for other in case.instead)


def last_digit(case: Case) -> bool:
    """One unit of the last place beside the correct rounding."""
    return abs(case.printed - case.rounded) == case.unit


def unexplained(case: Case) -> bool:
    """Nothing explains it."""
    return True


# id (a label of the page's axis `reason`) → its test, in order
CANDIDATES: Mapping[str, Callable[[Case], bool]] = {
    "exact": exact,
    "rounded": rounded,
    "half_even": half_even,
    "forced_sum": forced_sum,
    "printed_steps": printed_steps,
    "twice_rounded": twice_rounded,
    "truncated": truncated,
    "float64": float64,
    "instead": instead,
    "last_digit": last_digit,
    "open": unexplained,
}
RIGHT = ("exact", "rounded")
FALLBACK = ("last_digit", "open")  # they say how far off a number is, not why: no second reason


def reasons(case: Case) -> tuple[str, ...]:
    """The reason, and the others that would explain the number as well."""
    for name in RIGHT:
        if CANDIDATES[name](case):
            return (name,)
    found = [name for name, test in CANDIDATES.items() if name not in RIGHT and test(case)]
    explaining = [name for name in found if name not in FALLBACK]
    return tuple(explaining or found[:1])

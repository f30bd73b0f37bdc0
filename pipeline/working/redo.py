"""Redoes a step of a calculation from its printed numbers, as a reader with a calculator does.

Printed numbers are exact decimals.  Sums, products and quotients of them are fractions; what is
irrational is enclosed by a ball, so that "gives the printed digits" is proven or not claimed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flint import arb, fmpq, fmpz

from pipeline.arithmetic.numerals import rational
from pipeline.arithmetic.rounding import rounded
from pipeline.working.digits import places_of

Amount = fmpq | arb  # a fraction, or a ball around what is none

_MOST_BITS = 4096  # of a fraction that is raised to a power
_MOST_DEGREE = 64  # of an exact root


def amount(text: str) -> Amount:
    """A printed number."""
    return arb(text) if "inf" in text else rational(text)


def gives(value: Amount, text: str) -> bool:
    """Whether a value, correctly rounded, is proven to have the printed digits."""
    if "inf" in text:
        return bool(value == arb(text))
    if isinstance(value, arb) and not value.is_finite():
        return False
    places = places_of(text)
    wanted = rational(text) * fmpq(10) ** places
    ends = (value,) if isinstance(value, fmpq) else (value.lower().fmpq(), value.upper().fmpq())
    return all(rounded(end, places) == wanted for end in ends)


def redone(op: str, values: Sequence[Amount]) -> Amount:
    """The result of a term's operation on numbers; a ball without digits where there is none."""
    if op in _ARITHMETIC:
        return _ARITHMETIC[op](values)
    (value,) = values
    exact = _exact(op, value) if isinstance(value, fmpq) else None
    ball: arb = getattr(_ball(value), "__abs__" if op == "absolute" else op)()
    return ball if exact is None else exact


def _ball(value: Amount) -> arb:
    return arb(value)


def _exact(op: str, value: fmpq) -> fmpq | None:
    """Functions of fractions that are fractions themselves."""
    if op == "sqrt" and value >= 0 and value.p.is_square() and value.q.is_square():
        return fmpq(value.p.isqrt(), value.q.isqrt())
    if op == "absolute":
        return abs(value)
    if op in ("sin", "tanh", "erf") and value == 0:
        return fmpq(0)
    if (op in ("exp", "cos") and value == 0) or (op == "log" and value == 1):
        return fmpq(int(op != "log"))
    return None


def _sum(values: Sequence[Amount]) -> Amount:
    total: Amount = fmpq(0)
    for value in values:
        total = total + value
    return total


def _product(values: Sequence[Amount]) -> Amount:
    product: Amount = fmpq(1)
    for value in values:
        product = product * value
    return product


def _quotient(values: Sequence[Amount]) -> Amount:
    numerator, denominator = values
    return arb("nan") if denominator == 0 else numerator / denominator


def _power(values: Sequence[Amount]) -> Amount:
    base, exponent = values
    if isinstance(base, fmpq) and isinstance(exponent, fmpq):
        root = _root(base, int(exponent.q))
        if root and abs(exponent) * root.height_bits() <= _MOST_BITS:
            return fmpq(root ** int(exponent.p))
    return _ball(base) ** _ball(exponent)


def _root(value: fmpq, degree: int) -> fmpq | None:
    """The exact root of a fraction, None if it is none."""
    if degree == 1:
        return value
    if value <= 0 or degree > _MOST_DEGREE:
        return None
    root = fmpq(fmpz(value.p).root(degree), fmpz(value.q).root(degree))
    return root if root**degree == value else None


def _largest(values: Sequence[Amount]) -> Amount:
    if all(isinstance(value, fmpq) for value in values):
        return max(values)
    largest = _ball(values[0])
    for value in values[1:]:
        largest = largest.max(_ball(value))
    return largest


def _holds(compare: Callable[[Amount, Amount], bool]) -> Callable[[Sequence[Amount]], Amount]:
    return lambda values: fmpq(int(bool(compare(*values))))


_ARITHMETIC: dict[str, Callable[[Sequence[Amount]], Amount]] = {
    "sum": _sum,
    "difference": lambda values: values[0] - values[1],
    "negative": lambda values: -values[0],
    "product": _product,
    "quotient": _quotient,
    "square": lambda values: values[0] * values[0],
    "power": _power,
    "max": _largest,
    "min": lambda values: -_largest([-value for value in values]),
    "indicator": lambda values: values[0],
    "less": _holds(lambda a, b: a < b),
    "less_equal": _holds(lambda a, b: a <= b),
    "greater": _holds(lambda a, b: a > b),
    "greater_equal": _holds(lambda a, b: a >= b),
    "equal": _holds(lambda a, b: a == b),
    "not_equal": _holds(lambda a, b: a != b),
}

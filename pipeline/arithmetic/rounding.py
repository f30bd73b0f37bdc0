"""Fractions as decimals: rounding and writing, in integers only."""

from __future__ import annotations

from flint import fmpq, fmpz


def floor(value: fmpq, places: int) -> int:
    """The largest integer that is at most value · 10^places."""
    scaled = value * fmpq(10) ** places
    return int(scaled.p // scaled.q)


def rounded(value: fmpq, places: int) -> int:
    """value · 10^places to the nearest integer, halves away from zero."""
    magnitude = floor(abs(value) + fmpq(1, 2) / fmpq(10) ** places, places)
    return -magnitude if value < 0 else magnitude


def written(scaled: int, places: int) -> str:
    """scaled / 10^places with so many decimals: (-416, 3) is "-0.416"; zero has no sign."""
    digits = str(abs(scaled)).rjust(places + 1, "0")
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if scaled < 0 else text


def finite_places(value: fmpq) -> int | None:
    """How many decimals the value has, None if they never end."""
    twos, rest = _without(value.q, 2)
    fives, rest = _without(rest, 5)
    return max(twos, fives) if rest == 1 else None


def _without(number: fmpz, prime: int) -> tuple[int, fmpz]:
    power = 0
    while number % prime == 0:
        number //= prime
        power += 1
    return power, number


def exponent(value: fmpq) -> int:
    """The largest e with 10^e <= value, for a positive value."""
    guess = len(str(value.p)) - len(str(value.q))
    return guess if fmpq(10) ** guess <= value else guess - 1


def scientific(value: fmpq, digits: int) -> tuple[int, int]:
    """The rounded mantissa, an integer of so many digits, and the exponent of its first digit; (0, 0) for zero."""
    if value == 0:
        return 0, 0
    first = exponent(abs(value))
    mantissa = rounded(value, digits - 1 - first)
    if abs(mantissa) == 10**digits:  # 9.99 becomes 1.00e1
        return mantissa // 10, first + 1
    return mantissa, first


def double(value: fmpq) -> float:
    """The nearest double, ±inf beyond the largest; Python divides integers correctly rounded."""
    try:
        return int(value.p) / int(value.q) + 0.0  # + 0.0: no minus sign before zero
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")

"""Exact constants: what may meet a ball, read as decimal text.

A number enters a computation as the text somebody typed ("0.10") or as an integer.  A float is
refused: 0.1 is not one tenth, and `np.sqrt(2.0)` is not the root of two, so a float inside a
ball would be an error that no radius accounts for.  Infinity is exact and allowed, for masks.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from flint import fmpq, fmpz
from numpy.typing import NDArray

Numerals: TypeAlias = NDArray[np.object_]  # an array of decimal texts

_DECIMAL = re.compile(r"([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?", re.ASCII)
_INFINITE = ("inf", "-inf")


def numerals(value: Any) -> Numerals:
    """`value` (a decimal text, an integer, ±inf, or nested lists of these) as an array of texts.

    Raises TypeError for a finite float and for anything that is no number, ValueError for a text
    that is no decimal number and for lists of unequal lengths.
    """
    array = np.asarray(value, dtype=object)
    texts = np.empty(array.shape, dtype=object)
    for place in np.ndindex(array.shape):
        texts[place] = _numeral(array[place])
    texts.flags.writeable = False
    return texts


def truth_values(value: Any) -> NDArray[np.bool_] | None:
    """A mask (True, False or an array of these) as an array of its own, None if `value` is no mask."""
    if isinstance(value, bool | np.bool_) or (isinstance(value, np.ndarray) and value.dtype == bool):
        return np.array(value, dtype=np.bool_)
    return None


def _numeral(value: Any) -> str:
    match value:
        case str():
            text = value.strip()
            if text not in _INFINITE:
                rational(text)  # refuses what is no decimal number
            return text
        case bool() | np.bool_():
            raise TypeError(f"{value} is a truth value, not a number")
        case int() | np.integer():
            return str(int(value))
        case float() | np.floating() if math.isinf(value):
            return "inf" if value > 0 else "-inf"
        case float() | np.floating():
            raise TypeError(f"the float {value} is not exact: enter the number as decimal text through num(…)")
        case list() | tuple():
            raise ValueError("the rows of an array must have equal lengths")
    raise TypeError(f"{value!r} ({type(value).__name__}) is not an exact number")


@lru_cache(maxsize=4096)
def rational(text: str) -> fmpq:
    """The exact value of a finite decimal text; ValueError if it is none."""
    match = _DECIMAL.fullmatch(text)
    if not match or not (match[2] or match[3]):
        raise ValueError(f"{text!r} is not a decimal number")
    sign, whole, decimals, exponent = match[1], match[2], match[3] or "", int(match[4] or 0)
    digits = int((whole + decimals) or "0") * (-1 if sign == "-" else 1)
    power = exponent - len(decimals)
    return fmpq(digits * 10**power) if power >= 0 else fmpq(fmpz(digits), fmpz(10) ** -power)


def typed_places(text: str) -> int:
    """How many decimals were typed: 2 for "1.00", 17 for "1e-17"."""
    mantissa, _, exponent = text.lower().partition("e")
    return max(0, len(mantissa.partition(".")[2]) - int(exponent or 0))

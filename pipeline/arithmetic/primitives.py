"""The primitive operations, once for rigorous balls and once for float64.

Everything that runs under Balls or Traced is lowered to these (see lowering.py), so that this
short table is all that has to be sound, and all that an interpreter elsewhere has to know.
An operation takes arrays and, by keyword, its attributes.

    elementwise  add subtract multiply divide power maximum minimum negative absolute
                 exp log sqrt sin cos tanh erf
    decisions    less less_equal greater greater_equal equal not_equal
                 logical_and logical_or logical_not where
    structure    gather(index): picks from the flattened, concatenated arguments
    sums         matmul sum(axis, keepdims) max(axis, keepdims) min(axis, keepdims)

Decisions give plain truth values: of two balls that overlap, they raise Undecided.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np
from flint import arb
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Primitive: TypeAlias = Callable[..., Array]


class Undecided(ArithmeticError):
    """The balls overlap: neither answer is proven."""


def _lift(value: Any) -> arb:
    return value if type(value) is arb else arb(int(value))


_numbers = np.frompyfunc(_lift, 1, 1)


def _as_balls(array: Array) -> Array:
    """Truth values count as 0 and 1 where a number is asked for."""
    return array if array.dtype == object else np.asarray(_numbers(array), dtype=object)


def _elementwise(function: Callable[..., Any], arity: int) -> Primitive:
    ufunc = np.frompyfunc(function, arity, 1)

    def primitive(*arrays: Array) -> Array:
        return np.asarray(ufunc(*map(_as_balls, arrays)), dtype=object)

    return primitive


def _decision(word: str, holds: str, fails: str) -> Primitive:
    def decide(a: arb, b: arb) -> bool:
        if getattr(a, holds)(b):
            return True
        if getattr(a, fails)(b):
            return False
        raise Undecided(f"it is open whether {a.str(20)} is {word} {b.str(20)}")

    elementwise = _elementwise(decide, 2)
    return lambda a, b: elementwise(a, b).astype(bool)


def _power(base: arb, exponent: arb) -> arb:
    # An integer power is defined for negative bases too, also where the ball of the base holds zero.
    if exponent.is_exact() and exponent.is_integer():
        return base ** exponent.fmpz()
    return base**exponent


def _absolute(value: arb) -> arb:
    return abs(value)


def _fold(combine: Primitive) -> Primitive:
    """Reduce along axes; the fold of nothing is refused."""

    def primitive(array: Array, *, axis: tuple[int, ...], keepdims: bool) -> Array:
        front = np.moveaxis(_as_balls(array), axis, range(len(axis)))
        rest = front.shape[len(axis) :]
        slices = front.reshape(math.prod(front.shape[: len(axis)]), *rest)
        if not len(slices):
            raise ValueError("a sum or maximum over nothing")
        total = np.asarray(slices[0], dtype=object)
        for other in slices[1:]:
            total = combine(total, np.asarray(other, dtype=object))
        return np.asarray(np.expand_dims(total, axis), dtype=object) if keepdims else total

    return primitive


def _ball_matmul(a: Array, b: Array) -> Array:
    if a.shape[-1] == 0:
        raise ValueError("a product over nothing")
    return np.asarray(np.matmul(_as_balls(a), _as_balls(b)), dtype=object)


def _gather(*arrays: Array, index: Array) -> Array:
    if any(array.dtype == bool for array in arrays) and any(array.dtype != bool for array in arrays):
        arrays = tuple(map(_as_balls, arrays))
    flat = arrays[0].reshape(-1) if len(arrays) == 1 else np.concatenate([array.reshape(-1) for array in arrays])
    return np.asarray(flat[index], dtype=flat.dtype)


def _ball_where(condition: Array, a: Array, b: Array) -> Array:
    return np.asarray(np.where(condition, _as_balls(a), _as_balls(b)), dtype=object)


_ball_maximum = _elementwise(arb.max, 2)  # the ball of the maximum, also where the winner is open
_ball_minimum = _elementwise(arb.min, 2)
_ball_add = _elementwise(arb.__add__, 2)

_DECISIONS: dict[str, Primitive] = {
    "less": _decision("less than", "__lt__", "__ge__"),
    "less_equal": _decision("at most", "__le__", "__gt__"),
    "greater": _decision("greater than", "__gt__", "__le__"),
    "greater_equal": _decision("at least", "__ge__", "__lt__"),
    "equal": _decision("equal to", "__eq__", "__ne__"),
    "not_equal": _decision("different from", "__ne__", "__eq__"),
}
COMPARISONS = frozenset(_DECISIONS)

_LOGIC: dict[str, Primitive] = {
    "logical_and": np.logical_and,
    "logical_or": np.logical_or,
    "logical_not": np.logical_not,
}

BALL: Mapping[str, Primitive] = {
    "add": _ball_add,
    "subtract": _elementwise(arb.__sub__, 2),
    "multiply": _elementwise(arb.__mul__, 2),
    "divide": _elementwise(arb.__truediv__, 2),
    "power": _elementwise(_power, 2),
    "maximum": _ball_maximum,
    "minimum": _ball_minimum,
    "negative": _elementwise(arb.__neg__, 1),
    "absolute": _elementwise(_absolute, 1),
    "exp": _elementwise(arb.exp, 1),
    "log": _elementwise(arb.log, 1),
    "sqrt": _elementwise(arb.sqrt, 1),
    "sin": _elementwise(arb.sin, 1),
    "cos": _elementwise(arb.cos, 1),
    "tanh": _elementwise(arb.tanh, 1),
    "erf": _elementwise(arb.erf, 1),
    **_DECISIONS,
    **_LOGIC,
    "where": _ball_where,
    "gather": _gather,
    "matmul": _ball_matmul,
    "sum": _fold(_ball_add),
    "max": _fold(_ball_maximum),
    "min": _fold(_ball_minimum),
}

_float_erf = np.frompyfunc(math.erf, 1, 1)

FLOAT: Mapping[str, Primitive] = {
    **{
        name: getattr(np, name)
        for name in (
            "add subtract multiply divide power maximum minimum negative absolute exp log sqrt sin cos tanh "
            "less less_equal greater greater_equal equal not_equal logical_and logical_or logical_not "
            "where matmul sum max min"
        ).split()
    },
    "erf": lambda array: np.asarray(_float_erf(array), dtype=np.float64),
    "gather": _gather,
}

"""The primitive operations, once for rigorous balls and once for float64.

Everything that runs under Balls or Traced is lowered to these (lowering.py, functions.py), so that
this short table is all that has to be sound, and all that an interpreter elsewhere has to know.
An operation takes arrays and, by keyword, its attributes.

    elementwise  add subtract multiply divide power maximum minimum
                 negative absolute exp log sqrt sin cos tanh erf
    decisions    less less_equal greater greater_equal equal not_equal
                 logical_and logical_or logical_not where
    structure    gather(index): picks from the flattened, concatenated arguments
    sums         matmul sum(axis, keepdims) max(axis, keepdims) min(axis, keepdims)

Comparisons give plain truth values; of two balls that overlap, they raise Undecided.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np
from flint import arb, fmpz
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Primitive: TypeAlias = Callable[..., Array]


class Undecided(ArithmeticError):  # noqa: N818  an outcome, not a mistake
    """Neither answer is proven."""


# -- balls


def _number(value: Any) -> arb:
    return value if type(value) is arb else arb(int(value))


_numbers = np.frompyfunc(_number, 1, 1)


def _as_balls(array: Array) -> Array:
    """Truth values count as 0 and 1 where a number is asked for."""
    return array if array.dtype == object else np.asarray(_numbers(array), dtype=object)


def _elementwise(function: Callable[..., Any], arity: int) -> Primitive:
    ufunc = np.frompyfunc(function, arity, 1)

    def primitive(*arrays: Array) -> Array:
        return np.asarray(ufunc(*map(_as_balls, arrays)), dtype=object)

    return primitive


def _decision(word: str, holds: Callable[[arb, arb], bool], fails: Callable[[arb, arb], bool]) -> Primitive:
    def decide(a: arb, b: arb) -> bool:
        if holds(a, b):
            return True
        if fails(a, b):
            return False
        raise Undecided(f"it is open whether {a.str(20)} is {word} {b.str(20)}")

    elementwise = _elementwise(decide, 2)
    return lambda a, b: elementwise(a, b).astype(bool)


def _logic(function: Primitive) -> Primitive:
    def primitive(*arrays: Array) -> Array:
        if any(array.dtype != bool for array in arrays):
            raise TypeError("a number is neither true nor false: compare it first")
        return np.asarray(function(*arrays))

    return primitive


def _power(base: arb, exponent: arb) -> arb:
    """A whole power exists for every base, any other for positive ones."""
    if exponent.is_exact() and exponent.is_integer():
        power = exponent.fmpz()
        return _whole_power(base, power) if power >= 0 else 1 / _whole_power(base, -power)
    return base**exponent


def _whole_power(base: arb, power: fmpz) -> arb:
    # By squaring: arb's own power gives up on balls around zero.
    result = base * 0 + 1  # 1, but nothing known if the base may not exist
    for bit in bin(int(power))[2:]:
        result = (result * result).nonnegative_part()
        if bit == "1":
            result = result * base
    return result


def _fold(combine: Primitive) -> Primitive:
    """Combine along axes, from first to last."""

    def primitive(array: Array, *, axis: tuple[int, ...], keepdims: bool) -> Array:
        front = np.moveaxis(_as_balls(array), axis, range(len(axis)))
        count = math.prod(front.shape[: len(axis)])
        if count == 0:
            raise ValueError("a sum or maximum of nothing")
        slices = front.reshape(count, *front.shape[len(axis) :])
        total = np.asarray(slices[0], dtype=object)
        for other in slices[1:]:
            total = combine(total, np.asarray(other, dtype=object))
        return np.asarray(np.expand_dims(total, axis), dtype=object) if keepdims else total

    return primitive


def _matmul(a: Array, b: Array) -> Array:
    if a.shape and a.shape[-1] == 0:
        raise ValueError("a sum of nothing")
    return np.asarray(np.matmul(_as_balls(a), _as_balls(b)), dtype=object)


def _where(condition: Array, a: Array, b: Array) -> Array:
    return np.asarray(np.where(condition, _as_balls(a), _as_balls(b)), dtype=object)


def _gather(*arrays: Array, index: Array) -> Array:
    if any(array.dtype == object for array in arrays):
        arrays = tuple(map(_as_balls, arrays))
    flat = np.concatenate([array.reshape(-1) for array in arrays]) if len(arrays) > 1 else arrays[0].reshape(-1)
    return np.asarray(flat[index], dtype=flat.dtype)


_add = _elementwise(operator.add, 2)
_maximum = _elementwise(arb.max, 2)  # holds the maximum also where the winner is open
_minimum = _elementwise(arb.min, 2)

_COMPARISONS: dict[str, Primitive] = {
    "less": _decision("less than", operator.lt, operator.ge),
    "less_equal": _decision("at most", operator.le, operator.gt),
    "greater": _decision("greater than", operator.gt, operator.le),
    "greater_equal": _decision("at least", operator.ge, operator.lt),
    "equal": _decision("equal to", operator.eq, operator.ne),
    "not_equal": _decision("different from", operator.ne, operator.eq),
}
_LOGIC: dict[str, Primitive] = {
    "logical_and": _logic(np.logical_and),
    "logical_or": _logic(np.logical_or),
    "logical_not": _logic(np.logical_not),
}
_ELEMENTWISE: dict[str, Primitive] = {
    "add": _add,
    "subtract": _elementwise(operator.sub, 2),
    "multiply": _elementwise(operator.mul, 2),
    "divide": _elementwise(operator.truediv, 2),
    "power": _elementwise(_power, 2),
    "maximum": _maximum,
    "minimum": _minimum,
    "negative": _elementwise(operator.neg, 1),
    "absolute": _elementwise(abs, 1),
    "exp": _elementwise(arb.exp, 1),
    "log": _elementwise(arb.log, 1),
    "sqrt": _elementwise(arb.sqrt, 1),
    "sin": _elementwise(arb.sin, 1),
    "cos": _elementwise(arb.cos, 1),
    "tanh": _elementwise(arb.tanh, 1),
    "erf": _elementwise(arb.erf, 1),
    **_COMPARISONS,
    **_LOGIC,
}

ELEMENTWISE = frozenset(_ELEMENTWISE)
COMPARISONS = frozenset(_COMPARISONS)

BALL: Mapping[str, Primitive] = {
    **_ELEMENTWISE,
    "where": _where,
    "gather": _gather,
    "matmul": _matmul,
    "sum": _fold(_add),
    "max": _fold(_maximum),
    "min": _fold(_minimum),
}

# -- float64

_erf = np.frompyfunc(math.erf, 1, 1)


def _on_floats(function: Primitive) -> Primitive:
    def primitive(*arrays: Array, **attributes: Any) -> Array:
        numbers = (array.astype(np.float64) if array.dtype == bool else array for array in arrays)
        return np.asarray(function(*numbers, **attributes))

    return primitive


FLOAT: Mapping[str, Primitive] = {
    **{name: _on_floats(getattr(np, name)) for name in BALL if name not in (*_LOGIC, "where", "gather", "erf")},
    **_LOGIC,
    "where": np.where,
    "gather": _gather,
    "erf": _on_floats(lambda array: np.asarray(_erf(array), dtype=np.float64)),
}

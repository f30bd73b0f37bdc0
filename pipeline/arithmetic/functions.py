"""NumPy's functions (np.mean, np.stack, np.where …), lowered to the primitives.

Importing this module fills the table that `Lowered` looks calls up in.  Parameters that are not
listed here (`out`, `dtype`, `where`, `initial` …) are refused by Python itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from pipeline.arithmetic.lowering import FUNCTIONS, Lowered, axes_of, gather, lead, reduce

Function = Callable[..., Any]


def _lowers(*functions: Any) -> Callable[[Function], Function]:
    def register(implementation: Function) -> Function:
        FUNCTIONS.update(dict.fromkeys(functions, implementation))
        return implementation

    return register


# -- structure: NumPy's own function, applied to places instead of elements


def _moves_one(function: Function) -> None:
    def moved(array: Any, *rest: Any, **options: Any) -> Any:
        return gather([array], lambda places: function(places, *rest, **options))

    FUNCTIONS[function] = moved


def _joins_many(function: Function) -> None:
    def joined(arrays: Sequence[Any], *rest: Any, **options: Any) -> Any:
        return gather(list(arrays), lambda *places: function(places, *rest, **options))

    FUNCTIONS[function] = joined


def _splits_one(function: Function) -> None:
    def split(array: Lowered, *rest: Any, **options: Any) -> list[Any]:
        pieces = function(np.arange(array.size).reshape(array.shape), *rest, **options)
        return [gather([array], lambda _, piece=piece: piece) for piece in pieces]

    FUNCTIONS[function] = split


_ONE: tuple[Any, ...] = (
    *(np.transpose, np.matrix_transpose, np.swapaxes, np.moveaxis, np.reshape, np.ravel, np.expand_dims, np.squeeze),
    *(np.broadcast_to, np.repeat, np.tile, np.take, np.take_along_axis, np.diagonal, np.flip, np.roll, np.copy),
)
_MANY: tuple[Any, ...] = (np.concatenate, np.stack, np.hstack, np.vstack)
_PIECES: tuple[Any, ...] = (np.split, np.array_split, np.unstack)

for _function in _ONE:
    _moves_one(_function)
for _function in _MANY:
    _joins_many(_function)
for _function in _PIECES:
    _splits_one(_function)


@_lowers(np.shape)
def _shape(array: Lowered) -> tuple[int, ...]:
    return array.shape


@_lowers(np.ndim)
def _ndim(array: Lowered) -> int:
    return array.ndim


@_lowers(np.size)
def _size(array: Lowered) -> int:
    return array.size


# -- sums


@_lowers(np.sum)
def _sum(array: Lowered, axis: Any = None, *, keepdims: Any = False) -> Any:
    return reduce("sum", array, axis, keepdims)


@_lowers(np.max)
def _max(array: Lowered, axis: Any = None, *, keepdims: Any = False) -> Any:
    return reduce("max", array, axis, keepdims)


@_lowers(np.min)
def _min(array: Lowered, axis: Any = None, *, keepdims: Any = False) -> Any:
    return reduce("min", array, axis, keepdims)


@_lowers(np.mean)
def _mean(array: Lowered, axis: Any = None, *, keepdims: Any = False) -> Any:
    count = math.prod(array.shape[number] for number in axes_of(array, axis))
    return reduce("sum", array, axis, keepdims) / count


@_lowers(np.var)
def _var(array: Lowered, axis: Any = None, *, keepdims: Any = False) -> Any:
    return _mean((array - _mean(array, axis, keepdims=True)) ** 2, axis, keepdims=keepdims)


@_lowers(np.std)
def _std(array: Lowered, axis: Any = None, *, keepdims: Any = False) -> Any:
    return np.sqrt(_var(array, axis, keepdims=keepdims))


@_lowers(np.linalg.norm)
def _norm(array: Lowered, *, axis: Any = None, keepdims: Any = False) -> Any:
    return np.sqrt(reduce("sum", array**2, axis, keepdims))


@_lowers(np.dot, np.inner, np.vdot)
def _dot(a: Any, b: Any) -> Any:
    if np.ndim(a) != 1 or np.ndim(b) != 1:
        raise TypeError("dot is for vectors: write products of matrices with @")
    return a @ b


@_lowers(np.outer)
def _outer(a: Any, b: Any) -> Any:
    return np.reshape(a, (-1, 1)) * np.reshape(b, (1, -1))


@_lowers(np.einsum)
def _einsum(subscripts: str, *operands: Any) -> Any:
    """Products over all letters, then the sum over those that the result lacks; "ik,jk->ij"."""
    left, arrow, result = subscripts.replace(" ", "").partition("->")
    names = left.split(",")
    if not arrow or "." in left or any(len(set(name)) < len(name) for name in (*names, result)):
        raise TypeError(f"np.einsum({subscripts!r}): write the result, and each letter once an operand")
    letters = result + "".join(sorted(set(left) - set(result) - {","}))
    product: Any = None
    for name, operand in zip(names, operands, strict=True):
        factor = _aligned(operand, name, letters)
        product = factor if product is None else product * factor
    summed = tuple(range(len(result), len(letters)))
    return reduce("sum", product, summed) if summed else product


def _aligned(operand: Any, name: str, letters: str) -> Any:
    """The operand's axes in the order of `letters`, with size 1 for those it lacks."""
    if np.ndim(operand) != len(name):
        raise ValueError(f"einsum: {name!r} for an operand of shape {np.shape(operand)}")
    order = sorted(range(len(name)), key=lambda axis: letters.index(name[axis]))
    shape = [np.shape(operand)[name.index(letter)] if letter in name else 1 for letter in letters]
    return np.reshape(np.transpose(operand, order), shape)


# -- elementwise functions made of primitives


@_lowers(np.where)
def _where(condition: Any, a: Any, b: Any) -> Any:
    first = lead((condition, a, b))
    lifted = [first._lift(value) for value in (condition, a, b)]
    if lifted[0].dtype != bool:
        raise TypeError("the condition of np.where must consist of truth values")
    return first._apply("where", lifted)


@_lowers(np.square)
def _square(array: Lowered) -> Any:
    return array**2


@_lowers(np.reciprocal)
def _reciprocal(array: Lowered) -> Any:
    return 1 / array


@_lowers(np.positive, np.conjugate)
def _same(array: Lowered) -> Lowered:
    return array


@_lowers(np.clip)
def _clip(array: Any, low: Any, high: Any) -> Any:
    return np.minimum(np.maximum(array, low), high)


@_lowers(np.zeros_like)
def _zeros_like(array: Lowered) -> Lowered:
    return array.__num__(np.zeros(array.shape, dtype=int))


@_lowers(np.ones_like)
def _ones_like(array: Lowered) -> Lowered:
    return array.__num__(np.ones(array.shape, dtype=int))

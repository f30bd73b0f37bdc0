"""NumPy's calls, lowered to the primitive operations.

An array class that derives from `Lowered` says what a primitive does to it (`_apply`); this module
turns operators, ufuncs and NumPy's functions into primitives: `np.mean` becomes a sum and a
division, and whatever only moves elements about (indexing, reshape, split, stack …) becomes one
"gather".  A call that is not listed here raises TypeError, so that nothing slips past unseen.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn, Self

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import NDArray

UFUNCS: dict[np.ufunc, str] = {
    getattr(np, name): name
    for name in (
        "add subtract multiply divide power maximum minimum negative absolute exp log sqrt sin cos tanh "
        "less less_equal greater greater_equal equal not_equal logical_and logical_or logical_not matmul"
    ).split()
}
_REDUCTIONS: dict[np.ufunc, str] = {np.add: "sum", np.maximum: "max", np.minimum: "min"}
FUNCTIONS: dict[Callable[..., Any], Callable[..., Any]] = {}


class Lowered(NDArrayOperatorsMixin):
    """An immutable array to which NumPy's functions apply through the primitives."""

    __slots__ = ()

    @property
    @abstractmethod
    def shape(self) -> tuple[int, ...]: ...

    @property
    @abstractmethod
    def dtype(self) -> np.dtype[Any]: ...

    @abstractmethod
    def _lift(self, value: Any) -> Self:
        """`value` (an exact constant or an array of this class) as an array of this class."""

    @abstractmethod
    def _apply(self, operation: str, arguments: Sequence[Self], **attributes: Any) -> Any:
        """The result of a primitive."""

    # -- protocols of the reference: exact constants, names, and the one function NumPy lacks

    def __num__(self, value: Any) -> Self:
        return self._lift(value)

    def __named__(self, label: str) -> Self:
        return self

    def __erf__(self) -> Any:
        return self._apply("erf", [self])

    # -- shape

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of a single number")
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self)))

    # -- what would lose the proof is refused

    def __array__(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} cannot become a plain array: its proof would be lost")

    def __float__(self) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} cannot become a float: print it through decimal(…)")

    __int__ = __index__ = __complex__ = __float__

    def __setitem__(self, place: Any, value: Any) -> NoReturn:
        raise TypeError("arrays are never changed in place: use np.where, np.concatenate or np.stack")

    # -- NumPy's calls

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        if options.pop("out", None) is not None:
            raise TypeError("arrays are never changed in place")
        if method == "reduce" and ufunc in _REDUCTIONS:
            return _reduce(_REDUCTIONS[ufunc], *inputs, **{"axis": 0, **options})
        if method != "__call__" or options:
            raise TypeError(f"np.{ufunc.__name__} with {method} and options {sorted(options)} is not supported")
        if ufunc in UFUNCS:
            return self._apply(UFUNCS[ufunc], [self._lift(value) for value in inputs])
        if ufunc in FUNCTIONS:
            return FUNCTIONS[ufunc](*inputs)
        raise TypeError(f"np.{ufunc.__name__} is not among the operations of the number kinds")

    def __array_function__(
        self, function: Callable[..., Any], _: Any, inputs: Sequence[Any], options: dict[str, Any]
    ) -> Any:
        if function not in FUNCTIONS:
            raise TypeError(f"np.{function.__name__} is not among the operations of the number kinds")
        return FUNCTIONS[function](*inputs, **options)

    # -- methods of arrays

    def __getitem__(self, key: Any) -> Any:
        for part in key if isinstance(key, tuple) else (key,):
            if isinstance(part, Lowered):
                raise TypeError("an index must be a plain integer, slice or mask, not a computed number")
        return _gather([self], lambda place: place[key])

    @property
    def T(self) -> Any:  # noqa: N802
        return np.transpose(self)  # type: ignore[call-overload]

    @property
    def mT(self) -> Any:  # noqa: N802
        return self.swapaxes(-1, -2)

    def transpose(self, *axes: Any) -> Any:
        return _gather([self], lambda place: place.transpose(*axes))

    def swapaxes(self, first: int, second: int) -> Any:
        return _gather([self], lambda place: place.swapaxes(first, second))

    def reshape(self, *shape: Any) -> Any:
        return _gather([self], lambda place: place.reshape(*shape))

    def ravel(self) -> Any:
        return self.reshape(-1)

    def sum(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        return _reduce("sum", self, axis=axis, keepdims=keepdims)

    def max(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        return _reduce("max", self, axis=axis, keepdims=keepdims)

    def min(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        return _reduce("min", self, axis=axis, keepdims=keepdims)

    def mean(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        return _mean(self, axis=axis, keepdims=keepdims)

    def var(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        return _var(self, axis=axis, keepdims=keepdims)

    def dot(self, other: Any) -> Any:
        return _dot(self, other)


def lead(values: Sequence[Any]) -> Lowered:
    """The first array of a number kind among the arguments of a call."""
    return next(value for value in values if isinstance(value, Lowered))


def _lowers(*functions: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def register(implementation: Callable[..., Any]) -> Callable[..., Any]:
        FUNCTIONS.update(dict.fromkeys(functions, implementation))
        return implementation

    return register


# -- structure


def _gather(values: Sequence[Any], rearrange: Callable[..., Any]) -> Any:
    """One "gather": `rearrange` is applied to arrays of flat places instead of the numbers."""
    first = lead(values)
    arrays = [first._lift(value) for value in values]
    starts = np.cumsum([0, *(array.size for array in arrays)])
    places = [
        np.arange(start, start + array.size).reshape(array.shape)
        for start, array in zip(starts[:-1], arrays, strict=True)
    ]
    index: NDArray[np.intp] = np.array(rearrange(*places), dtype=np.intp)
    if len(arrays) == 1 and np.array_equal(index, places[0]):
        return arrays[0]
    index.flags.writeable = False
    return first._apply("gather", arrays, index=index)


def _one(function: Callable[..., Any]) -> None:
    FUNCTIONS[function] = lambda array, *rest, **options: _gather(
        [array], lambda place: function(place, *rest, **options)
    )


def _many(function: Callable[..., Any]) -> None:
    FUNCTIONS[function] = lambda arrays, *rest, **options: _gather(
        list(arrays), lambda *places: function(places, *rest, **options)
    )


def _pieces(function: Callable[..., Any]) -> None:
    def split(array: Lowered, *rest: Any, **options: Any) -> list[Any]:
        count = len(function(np.empty(array.shape), *rest, **options))
        return [
            _gather([array], lambda place, n=number: function(place, *rest, **options)[n]) for number in range(count)
        ]

    FUNCTIONS[function] = split


for _function in (
    *(np.transpose, np.reshape, np.swapaxes, np.moveaxis, np.expand_dims, np.squeeze, np.broadcast_to, np.ravel),
    *(np.repeat, np.tile, np.diagonal, np.take, np.take_along_axis, np.flip, np.roll, np.atleast_1d, np.atleast_2d),
    *(np.matrix_transpose, np.copy),
):
    _one(_function)
for _function in (np.concatenate, np.stack, np.hstack, np.vstack):
    _many(_function)
for _function in (np.split, np.array_split, np.unstack):
    _pieces(_function)


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


def _axes(axis: Any, ndim: int) -> tuple[int, ...]:
    if axis is None:
        return tuple(range(ndim))
    return np.lib.array_utils.normalize_axis_tuple(axis, ndim)


def _reduce(operation: str, array: Lowered, axis: Any = None, keepdims: Any = False) -> Any:
    return array._apply(operation, [array], axis=_axes(axis, array.ndim), keepdims=keepdims is True)


@_lowers(np.sum)
def _sum(array: Lowered, axis: Any = None, *, keepdims: Any = False) -> Any:
    return _reduce("sum", array, axis, keepdims)


@_lowers(np.max)
def _max(array: Lowered, axis: Any = None, *, keepdims: Any = False) -> Any:
    return _reduce("max", array, axis, keepdims)


@_lowers(np.min)
def _min(array: Lowered, axis: Any = None, *, keepdims: Any = False) -> Any:
    return _reduce("min", array, axis, keepdims)


@_lowers(np.mean)
def _mean(array: Lowered, axis: Any = None, *, keepdims: Any = False) -> Any:
    count = math.prod(array.shape[k] for k in _axes(axis, array.ndim))
    return _reduce("sum", array, axis, keepdims) / count


@_lowers(np.var)
def _var(array: Lowered, axis: Any = None, *, keepdims: Any = False) -> Any:
    return _mean((array - _mean(array, axis, keepdims=True)) ** 2, axis, keepdims=keepdims)


@_lowers(np.std)
def _std(array: Lowered, axis: Any = None, *, keepdims: Any = False) -> Any:
    return np.sqrt(_var(array, axis, keepdims=keepdims))


@_lowers(np.linalg.norm)
def _norm(array: Lowered, *, axis: Any = None, keepdims: Any = False) -> Any:
    return np.sqrt(_reduce("sum", array**2, axis, keepdims))


@_lowers(np.dot, np.inner, np.vdot)
def _dot(a: Any, b: Any) -> Any:
    if np.ndim(a) != 1 or np.ndim(b) not in (1, 2):
        raise TypeError("dot is for vectors: write products of matrices with @")
    return a @ b


@_lowers(np.outer)
def _outer(a: Any, b: Any) -> Any:
    return np.reshape(a, (-1, 1)) * np.reshape(b, (1, -1))


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

"""NumPy's calls, lowered to the primitive operations.

An array class that derives from `Lowered` says what a primitive does to it (`_apply`); this module
turns operators, ufuncs and methods into primitives, functions.py does so for NumPy's functions.
Whatever only moves elements about (indexing, reshape, split, stack …) becomes one "gather".
A call that is not listed raises TypeError, so that nothing slips past unseen.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn, Self

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import NDArray

from pipeline.arithmetic.primitives import ELEMENTWISE

UFUNCS: dict[Any, str] = {getattr(np, name): name for name in (*ELEMENTWISE, "matmul") if hasattr(np, name)}
REDUCTIONS: dict[Any, str] = {np.add: "sum", np.maximum: "max", np.minimum: "min"}
FUNCTIONS: dict[Any, Callable[..., Any]] = {}  # filled by functions.py


class Lowered(NDArrayOperatorsMixin):
    """An immutable array to which NumPy's functions apply through the primitives."""

    __slots__ = ()

    @property
    @abstractmethod
    def shape(self) -> tuple[int, ...]:
        """The size along each axis."""

    @property
    @abstractmethod
    def dtype(self) -> np.dtype[Any]:
        """`object` for numbers, `bool` for truth values."""

    @abstractmethod
    def _lift(self, value: Any) -> Self:
        """`value` (an exact constant or an array of this class) as an array of this class."""

    @abstractmethod
    def _apply(self, operation: str, arguments: Sequence[Self], **attributes: Any) -> Self:
        """The result of a primitive."""

    # -- protocols of the reference: exact constants, names, and the one function that NumPy lacks

    def __num__(self, value: Any) -> Self:
        return self._lift(value)

    def __named__(self, label: str) -> Self:
        return self

    def __erf__(self) -> Self:
        return self._apply("erf", [self])

    # -- what would lose the proof is refused

    def __array__(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError(f"{type(self).__name__} cannot become a plain array: the proof would be lost")

    def __float__(self) -> NoReturn:
        raise TypeError(f"{type(self).__name__} cannot become a plain number: print it through decimal(…)")

    __int__ = __index__ = __complex__ = __float__

    def __setitem__(self, place: Any, value: Any) -> NoReturn:
        raise TypeError("arrays are never changed in place: use np.where, np.concatenate or np.stack")

    # -- NumPy's calls

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        if method == "reduce" and ufunc in REDUCTIONS:
            return reduce(REDUCTIONS[ufunc], *inputs, **{"axis": 0, **options})
        if "out" in options:
            raise TypeError("arrays are never changed in place")
        if method == "__call__" and not options:
            if ufunc in UFUNCS:
                return self._apply(UFUNCS[ufunc], [self._lift(value) for value in inputs])
            if ufunc in FUNCTIONS:
                return FUNCTIONS[ufunc](*inputs)
        raise _unsupported(ufunc.__name__ if method == "__call__" else f"{ufunc.__name__}.{method}", options)

    def __array_function__(self, function: Any, _: Any, inputs: Sequence[Any], options: dict[str, Any]) -> Any:
        if function not in FUNCTIONS:
            raise _unsupported(function.__name__, {})
        return FUNCTIONS[function](*inputs, **options)

    def __getitem__(self, key: Any) -> Any:
        for part in key if isinstance(key, tuple) else (key,):
            if isinstance(part, Lowered):
                raise TypeError("an index must be a plain integer, slice or mask, not a computed number")
        return gather([self], lambda places: places[key])

    # -- attributes and methods of arrays

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of a single number")
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self)))

    @property
    def T(self) -> Any:  # noqa: N802
        """All axes reversed."""
        return self.transpose()

    @property
    def mT(self) -> Any:  # noqa: N802
        """The last two axes swapped."""
        return self.swapaxes(-1, -2)

    def transpose(self, *axes: Any) -> Any:
        """As ndarray.transpose."""
        return gather([self], lambda places: places.transpose(*axes))

    def swapaxes(self, first: int, second: int) -> Any:
        """As ndarray.swapaxes."""
        return gather([self], lambda places: places.swapaxes(first, second))

    def reshape(self, *shape: Any) -> Any:
        """As ndarray.reshape."""
        return gather([self], lambda places: places.reshape(*shape))

    def ravel(self) -> Any:
        """As ndarray.ravel."""
        return self.reshape(-1)

    def sum(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        """As ndarray.sum."""
        return np.sum(self, axis=axis, keepdims=keepdims)

    def max(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        """As ndarray.max."""
        return np.max(self, axis=axis, keepdims=keepdims)

    def min(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        """As ndarray.min."""
        return np.min(self, axis=axis, keepdims=keepdims)

    def mean(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        """As ndarray.mean."""
        return np.mean(self, axis=axis, keepdims=keepdims)

    def var(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        """As ndarray.var."""
        return np.var(self, axis=axis, keepdims=keepdims)

    def dot(self, other: Any) -> Any:
        """As ndarray.dot, for vectors."""
        return np.dot(self, other)


class Held(Lowered):
    """An array that holds its elements in one of NumPy's."""

    __slots__ = ("elements",)

    elements: NDArray[Any]

    @property
    def shape(self) -> tuple[int, ...]:
        """The size along each axis."""
        return self.elements.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """`object` for numbers, `bool` for truth values."""
        return self.elements.dtype


def _unsupported(name: str, options: dict[str, Any]) -> TypeError:
    with_options = f" with {', '.join(sorted(options))}" if options else ""
    return TypeError(f"np.{name}{with_options} is not among the operations of the number kinds")


def lead(values: Sequence[Any]) -> Lowered:
    """The first array of a number kind among the arguments of a call."""
    return next(value for value in values if isinstance(value, Lowered))


def gather(values: Sequence[Any], rearrange: Callable[..., Any]) -> Any:
    """One "gather": `rearrange` is applied to arrays of flat places instead of the elements."""
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


def axes_of(array: Lowered, axis: Any) -> tuple[int, ...]:
    """The axes that a reduction runs over, from 0."""
    return tuple(range(array.ndim)) if axis is None else normalize_axis_tuple(axis, array.ndim)


def reduce(operation: str, array: Lowered, axis: Any = None, keepdims: Any = False) -> Any:
    """A sum, maximum or minimum along axes."""
    return array._apply(operation, [array], axis=axes_of(array, axis), keepdims=keepdims is True)

"""SymPy as a number kind: the reference and the displayed TeX run on symbols, and entries are proven equal.

Only proofs import this module; SymPy takes a third of a second to load.

A maximum is replaced by a symbol of its own, the same for the same arguments.  What is proven with
an arbitrary number in its place holds for the maximum; so softmax may subtract it, and ReLU is never
taken apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from pipeline.arithmetic.lowering import Held
from pipeline.arithmetic.numerals import numerals
from pipeline.formulas.kinds import Array, record
from pipeline.formulas.normal import vanishes
from pipeline.formulas.quantity import Quantity

Expression = Any  # of SymPy, which has no types


class Symbols(Held):
    """An array of SymPy expressions, or of truth values.

    rests: the calls of the subject, and the sides of displayed formulas, that it was computed from
    """

    __slots__ = ("rests",)

    def __init__(self, elements: NDArray[Any], rests: frozenset[str] = frozenset()) -> None:
        self.elements, self.rests = elements, rests

    def __repr__(self) -> str:
        return f"Symbols({self.elements})"

    def __named__(self, label: str) -> Self:
        record(label, self)
        return self

    @property
    def expression(self) -> Expression:
        """The single entry of an array without axes."""
        return self.elements.reshape(())[()]

    def _lift(self, value: Any) -> Self:
        if isinstance(value, Symbols):
            return value  # type: ignore[return-value]
        array = np.asarray(value)
        if array.dtype == bool:
            return type(self)(array)
        return type(self)(_each(_constant)(numerals(value)))

    def _apply(self, operation: str, arguments: Sequence[Self], **attributes: Any) -> Self:
        elements = [argument.elements for argument in arguments]
        rests = frozenset[str]().union(*(argument.rests for argument in arguments))
        return type(self)(np.asarray(OPERATIONS[operation](*elements, **attributes)), rests)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        if ufunc is np.arccos and method == "__call__":
            return type(self)(_each(sp.acos)(self.elements), self.rests)  # the angle between vectors
        return super().__array_ufunc__(ufunc, method, *inputs, **options)


def _constant(text: str) -> Expression:
    return {"inf": sp.oo, "-inf": -sp.oo}.get(text) or sp.Rational(text)


def _each(function: Callable[..., Expression], arity: int = 1) -> Callable[..., NDArray[Any]]:
    ufunc = np.frompyfunc(function, arity, 1)
    return lambda *arrays: np.asarray(ufunc(*arrays), dtype=object)


EXTREMA: dict[tuple[str, frozenset[Expression]], Expression] = {}


def _extremum(name: str, *arguments: Expression) -> Expression:
    """A symbol for the maximum or minimum of these expressions; a number if they are numbers."""
    if all(argument.is_number for argument in arguments):
        return (sp.Max if name == "max" else sp.Min)(*arguments)
    key = name, frozenset(arguments)
    return EXTREMA.setdefault(key, sp.Symbol(f"{name}({len(EXTREMA)})", real=True))


def _fold(name: str) -> Callable[..., NDArray[Any]]:
    def fold(array: NDArray[Any], *, axis: tuple[int, ...], keepdims: bool) -> NDArray[Any]:
        front = np.moveaxis(array, axis, range(len(axis)))
        rest = front.shape[len(axis) :]
        slices = front.reshape(-1, *rest)
        result = np.empty(rest, dtype=object)
        for place in np.ndindex(rest):
            result[place] = _extremum(name, *slices[(slice(None), *place)])
        return np.expand_dims(result, axis) if keepdims else result

    return fold


def _undecided(*_: Any, **__: Any) -> Any:
    raise TypeError("symbols have no order: a reference that branches on values cannot be proven")


def _gather(*arrays: NDArray[Any], index: NDArray[Any]) -> NDArray[Any]:
    flat: NDArray[Any] = np.concatenate([array.reshape(-1) for array in arrays])[index]
    return flat


def _sum(array: NDArray[Any], *, axis: tuple[int, ...], keepdims: bool) -> NDArray[Any]:
    return np.asarray(np.sum(array, axis=axis, keepdims=keepdims), dtype=object)


OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "divide": np.divide,
    "power": np.power,
    "negative": np.negative,
    "absolute": _each(sp.Abs),
    "maximum": _each(lambda a, b: _extremum("max", a, b), 2),
    "minimum": _each(lambda a, b: _extremum("min", a, b), 2),
    "exp": _each(sp.exp),
    "log": _each(sp.log),
    "sqrt": _each(sp.sqrt),
    "sin": _each(sp.sin),
    "cos": _each(sp.cos),
    "tanh": _each(sp.tanh),
    "erf": _each(sp.erf),
    **dict.fromkeys(("less", "less_equal", "greater", "greater_equal", "equal", "not_equal"), _undecided),
    "logical_and": np.logical_and,
    "logical_or": np.logical_or,
    "logical_not": np.logical_not,
    "where": np.where,
    "gather": _gather,
    "matmul": np.matmul,
    "sum": _sum,
    "max": _fold("max"),
    "min": _fold("min"),
}


def symbols(name: str, shape: tuple[int, ...], positive: bool = False) -> Symbols:
    """An array of free real numbers."""
    elements = np.empty(shape, dtype=object)
    for place in np.ndindex(shape):
        label = f"{name}[{','.join(str(index + 1) for index in place)}]"  # x[1] is never mistaken for x_1[]
        elements[place] = sp.Symbol(label, real=True, positive=positive or None)
    return Symbols(elements)


def _moment(symbol: Expression, order: int) -> Expression:
    """E[x^n] of a variable with mean 0 and variance 1; higher moments may be anything."""
    return (1, 0, 1)[order] if order < 3 else sp.Symbol(f"E[{symbol}^{order}]", real=True)


@dataclass
class Symbolic:
    """The number kind of proofs.

    order: the permutation that permutation matrices stand for
    """

    order: Sequence[int] = ()
    variables: list[Expression] = field(default_factory=list)

    def number(self, text: str) -> Array:
        """A constant."""
        return Symbols(np.asarray(_constant(text), dtype=object))

    def drawn(self, name: str, shape: tuple[int, ...], positive: bool) -> Array:
        """Free real numbers."""
        return symbols(name, shape, positive)

    def permutation(self, size: int) -> Array:
        """The matrix of `order`."""
        return self.number("0").__num__(np.eye(size, dtype=int)[list(self.order)])

    def random_variables(self, name: str, shape: tuple[int, ...]) -> Array:
        """Symbols that `variance` takes as independent variables."""
        array = symbols(name, shape)
        self.variables += list(array.elements.reshape(-1))
        return array

    def variance(self, variable: Array) -> Array:
        """E[x²] - E[x]², by the moments of each monomial."""
        expectation = [self._expected(variable.expression**power) for power in (1, 2)]
        return Symbols(np.asarray(sp.expand(expectation[1] - expectation[0] ** 2), dtype=object))

    def _expected(self, expression: Expression) -> Expression:
        polynomial = sp.Poly(sp.expand(expression), *self.variables)
        return sum(
            coefficient * sp.prod([_moment(each, order) for each, order in zip(self.variables, orders, strict=True)])
            for orders, coefficient in polynomial.terms()
        )

    def given(self, quantity: Quantity) -> Array:
        """Symbols or exact decimals."""
        return self.number("0").__num__(quantity.values)

    def equal(self, a: Array, b: Array) -> bool:
        """Whether the difference of every pair of entries is proven to vanish."""
        pairs = zip(a.elements.reshape(-1), b.elements.reshape(-1), strict=True)
        return all(x == y or vanishes(x - y) for x, y in pairs)

    def ordered(self, relation: str, a: Array, b: Array) -> bool:
        """Whether the sign of every difference is proven."""
        wanted = {
            "<": "is_negative",
            ">": "is_positive",
            r"\le": "is_nonpositive",
            r"\ge": "is_nonnegative",
            r"\ne": "is_nonzero",
        }
        differences = (a - b).elements.reshape(-1)
        return relation in wanted and all(getattr(each, wanted[relation]) for each in differences)

    def identical(self, a: Array, b: Array) -> bool:
        """Whether SymPy writes all entries in the same way."""
        return bool(np.all(a.elements == b.elements))

    def recordable(self, array: Array) -> Array:
        """Symbols tell their names anyway."""
        return array

    def shown(self, array: Array) -> str:
        """The entries, shortened."""
        return str(array.elements.tolist())[:80]

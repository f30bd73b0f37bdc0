"""Meant tree → value, in any number kind: float64, symbols of SymPy, or exactly recorded numbers.

Shapes are strict: nothing is broadcast but a number onto a vector.  A shape that does not fit is a
FormulaError at the place where it does not.  Arrays count their axes from 0; what a reader counts from
is in the scope.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from pipeline.formulas import tree
from pipeline.formulas.integers import Integers, fault
from pipeline.formulas.scope import Array, Scope
from pipeline.formulas.tree import Tree
from pipeline.problems import Code


def _shape(value: Array) -> tuple[int, ...]:
    shape: tuple[int, ...] = np.shape(value)
    return shape


def other(shape: tuple[int, ...]) -> Array:
    """Numbers that make an array of this shape another one, so large that nothing they matter to stays the same."""
    return np.random.default_rng(len(shape)).uniform(5e3, 15e3, shape)


def _sizes(shape: tuple[int, ...]) -> str:
    if not shape:
        return "a number"
    return f"a vector of {shape[0]}" if len(shape) == 1 else " × ".join(map(str, shape))


class Evaluator(Integers):
    """Evaluates trees of one formula in one scope."""

    def __init__(self, scope: Scope, indices: Mapping[str, int] | None = None) -> None:
        super().__init__(scope, indices)
        self._defined: dict[tuple[str, tuple[int, ...]], Array] = {}
        self._under_way: list[str] = []

    def value(self, node: Tree) -> Array:
        """The value of an expression."""
        method = self._methods.get(type(node))
        if method is None:
            raise fault(node, "this has no value here", Code.FORMULA_SYNTAX)
        return method(self, node)

    # -- leaves

    def _number(self, node: tree.Number) -> Array:
        return self.scope.number(node.text)

    def _infinity(self, node: tree.Infinity) -> Array:
        return self.scope.number("inf")

    def _index(self, node: tree.Index) -> Array:
        return self.scope.number(str(self.position(node)))

    def _symbol(self, node: tree.Symbol) -> Array:
        if node.name in self.scope.sizes:
            return self.scope.number(str(self.scope.sizes[node.name]))
        if node.name in self.scope.definitions:
            return self._whole(node)
        value = self.scope.values[node.name]
        if isinstance(value, int):
            raise fault(node, f"{node.name} is a set: only |{node.name}| is a number")
        return value

    # -- what the formula itself defines

    def _whole(self, node: tree.Symbol) -> Array:
        """A defined symbol without its indices: all its entries."""
        names = self.scope.definitions[node.name].indices
        return self._stacked(node, [self.scope.ranges[name] for name in names], ())

    def _stacked(self, node: tree.Symbol, ranges: Sequence[range], places: tuple[int, ...]) -> Array:
        if not ranges:
            return self._definition(node, places)
        return np.stack([self._stacked(node, ranges[1:], (*places, place)) for place in ranges[0]])

    def _definition(self, node: tree.Symbol, places: tuple[int, ...]) -> Array:
        """A defined symbol at these indices."""
        key = node.name, places
        if key not in self._defined:
            if node.name in self._under_way:
                raise fault(node, f"{node.name} is defined by itself", Code.FORMULA_DIFFERS)
            definition = self.scope.definitions[node.name]
            outside, self.indices = self.indices, dict(zip(definition.indices, places, strict=True))
            self._under_way.append(node.name)
            try:
                value = self.value(definition.body)
                self._defined[key] = value + other(_shape(value)) if node.name == self.scope.moved else value
            finally:
                self._under_way.pop()
                self.indices = outside
        return self._defined[key]

    def _entry(self, node: tree.Entry) -> Array:
        base = node.base
        name = base.name if isinstance(base, tree.Symbol) else base.function if isinstance(base, tree.Call) else ""
        definition = self.scope.definitions.get(name)
        if definition is not None and isinstance(base, tree.Symbol):
            return self._definition(base, self._places(node, definition.indices))
        value = self.value(base)
        families = self.scope.families.get(name, len(node.indices))
        for axis, index in enumerate(node.indices):
            first = self.scope.bases.get(name, 1) if axis < families else 1
            if not _shape(value):
                raise fault(index, f"{name or 'this'} takes no index here")
            value = value[self.place(index, name, first, len(value))]
        return value

    def _places(self, node: tree.Entry, names: tuple[str, ...]) -> tuple[int, ...]:
        places = tuple(map(self.integer, node.indices))
        for index, name, place in zip(node.indices, names, places, strict=True):
            if place not in self.scope.ranges[name]:
                raise fault(index, f"the index is {place}, outside the range of {name}")
        return places

    # -- arithmetic

    def _terms(self, node: tree.Terms) -> Array:
        total: Array = None
        for sign, term in self._written_out(node):
            value = self.value(term)
            if total is None:
                total = -value if sign < 0 else value
                continue
            a, b = _shape(total), _shape(value)
            if a != b and len(a) + len(b) != 1:
                raise fault(term, f"{_sizes(a)} plus {_sizes(b)}")
            total = total - value if sign < 0 else total + value
        return total

    def _written_out(self, node: tree.Terms) -> Iterator[tuple[int, Tree]]:
        if not any(isinstance(term, tree.Dots) for term in node.terms):
            return zip(node.signs, node.terms, strict=True)
        if set(node.signs) != {1}:
            raise fault(node, r"\dots stands for terms that are added")
        return ((1, term) for term in self.listed(node.terms))

    def _juxtaposed(self, node: tree.Juxtaposed) -> Array:
        product = self.value(node.factors[0])
        for factor in node.factors[1:]:
            product = self._times(factor, product, self.value(factor))
        return product

    def _times(self, where: Tree, a: Array, b: Array) -> Array:
        """Numbers scale; matrices multiply matrices, columns behind them and rows before them."""
        left, right = _shape(a), _shape(b)
        if not left or not right:
            return a * b
        if len(left) + len(right) > 2 and left[-1] == right[0]:
            return a @ b
        if len(left) == len(right) == 1:
            raise fault(where, r"two vectors side by side: write \cdot between them")
        raise fault(where, f"{_sizes(left)} times {_sizes(right)}")

    def _product(self, node: tree.Product) -> Array:
        a, b = self.value(node.left), self.value(node.right)
        left, right = _shape(a), _shape(b)
        if not left and not right and node.operator != r"\odot":
            return a * b
        if node.operator == r"\odot" and left == right and left:
            return a * b
        if node.operator == r"\cdot" and (not left or not right):
            return a * b
        if node.operator == r"\cdot" and len(left) == 1 and left == right:
            return a @ b
        raise fault(node, f"{_sizes(left)} {node.operator} {_sizes(right)}")

    def _ratio(self, node: tree.Ratio) -> Array:
        above, below = self.value(node.numerator), self.value(node.denominator)
        if _shape(below):
            raise fault(node.denominator, f"division by {_sizes(_shape(below))}")
        return above / below

    def _power(self, node: tree.Power) -> Array:
        return self._scalar(node.base, "power") ** self._scalar(node.exponent, "power")

    def _scalar(self, node: Tree, of: str) -> Array:
        value = self.value(node)
        if _shape(value):
            raise fault(node, f"the {of} of {_sizes(_shape(value))}")
        return value

    def _root(self, node: tree.Root) -> Array:
        return np.sqrt(self._scalar(node.body, "root"))

    def _norm(self, node: tree.Norm) -> Array:
        value = self.value(node.body)
        if len(_shape(value)) != 1:
            raise fault(node.body, f"the length of {_sizes(_shape(value))}")
        return np.sqrt(value @ value)

    def _bars(self, node: tree.Bars) -> Array:
        count = self.scope.values.get(node.body.name) if isinstance(node.body, tree.Symbol) else None
        if isinstance(count, int):
            return self.scope.number(str(count))
        return np.abs(self._scalar(node.body, "absolute value"))

    def _transposed(self, node: tree.Transposed) -> Array:
        value = self.value(node.body)
        if len(_shape(value)) == 2:
            return value.T
        if isinstance(node.body, tree.Vector):
            return np.stack([value]).T  # a row in brackets, stood up as a column
        raise fault(node, f"the transpose of {_sizes(_shape(value))}")

    def _series(self, node: tree.Series) -> Array:
        if node.index in self.indices:
            raise fault(node, f"{node.index} has a value already: the sum needs an index of its own")
        bounds = self.scope.ranges[node.index]
        if node.first is not None and node.last is not None:
            bounds = range(self.integer(node.first), self.integer(node.last) + 1)
        values = []
        for place in bounds:
            self.indices[node.index] = place
            scalar = node.operator not in (r"\sum", r"\prod")
            values.append(self._scalar(node.body, node.operator) if scalar else self.value(node.body))
        self.indices.pop(node.index, None)
        if not values:
            raise fault(node, f"nothing to add: {node.index} has no value from {bounds.start} to {bounds.stop - 1}")
        return functools.reduce(_JOINS[node.operator], values)

    # -- arrays

    def _vector(self, node: tree.Vector) -> Array:
        return np.stack([self._scalar(item, "entry") for item in self.listed(node.items)])

    def _matrix(self, node: tree.Matrix) -> Array:
        if len({len(row) for row in node.rows}) > 1:
            raise fault(node, "rows of different lengths")
        cells = [[self.value(cell) for cell in row] for row in node.rows]
        shapes = {_shape(cell) for row in cells for cell in row}
        if len(shapes) > 1:
            raise fault(node, "cells of different shapes")
        (shape,) = shapes
        if not shape:
            return np.stack([np.stack(row) for row in cells])
        if len(shape) > 1 or len(cells[0]) > 1:
            raise fault(node, "the cells of a matrix are numbers, or rows one below the other")
        return np.stack([row[0] for row in cells])

    def _cases(self, node: tree.Cases) -> Array:
        holding = [row for row in node.rows if row[1].sides and self.condition(row[1])]
        otherwise = [row for row in node.rows if not row[1].sides]
        chosen = holding or otherwise
        if len(chosen) != 1:
            state = ", ".join(f"{name} = {value}" for name, value in self.indices.items())
            raise fault(node, f"{len(chosen)} cases hold at {state}", Code.FORMULA_DIFFERS)
        self.scope.reached.add(chosen[0][0].start)
        return self.value(chosen[0][0])

    # -- functions

    def _call(self, node: tree.Call) -> Array:
        arguments = list(self.listed(node.arguments))
        if node.function in self.scope.functions:
            function = self.scope.functions[node.function]
            integers = node.function in self.scope.integers
            values = [self.integer(each) if integers else self.value(each) for each in arguments]
            try:
                return function(*values)
            except (ValueError, TypeError, IndexError) as refused:
                raise fault(node, f"{node.function}: {refused}") from None
        return self._standard(node, arguments)

    def _standard(self, node: tree.Call, arguments: list[Tree]) -> Array:
        if node.function == r"\Concat":
            parts = [self.value(argument) for argument in arguments]
            if len({_shape(part)[:-1] for part in parts}) > 1 or not _shape(parts[0]):
                raise fault(node, "only arrays with the same rows can stand side by side")
            return np.concatenate(parts, axis=-1)
        if node.function in _JOINS:
            if len(arguments) < 2:
                raise fault(node, f"{node.function} of a single argument")
            return self._extremum(node.function, arguments)
        if len(arguments) != 1:
            raise fault(node, f"{node.function} takes one argument")
        return _STANDARD[node.function](self._scalar(arguments[0], node.function))

    def _extremum(self, name: str, arguments: list[Tree]) -> Array:
        """The larger or smaller of several arguments, entry by entry; a number stands for a whole array of it."""
        values = [self.value(argument) for argument in arguments]
        first = next((shape for shape in map(_shape, values) if shape), ())
        for argument, value in zip(arguments, values, strict=True):
            if _shape(value) not in ((), first):
                raise fault(argument, f"{name} of {_sizes(first)} and {_sizes(_shape(value))}")
        extremum = functools.reduce(_JOINS[name], values)
        for argument, value in zip(arguments, values, strict=True):
            if (
                isinstance(extremum, np.floating | np.ndarray)
                and extremum.dtype != object
                and np.any(value == extremum)
            ):
                self.scope.reached.add(argument.start)
        return extremum

    _methods: Mapping[type[Tree], Callable[[Evaluator, Any], Array]] = {
        tree.Number: _number,
        tree.Infinity: _infinity,
        tree.Index: _index,
        tree.Symbol: _symbol,
        tree.Entry: _entry,
        tree.Terms: _terms,
        tree.Juxtaposed: _juxtaposed,
        tree.Product: _product,
        tree.Ratio: _ratio,
        tree.Power: _power,
        tree.Root: _root,
        tree.Norm: _norm,
        tree.Bars: _bars,
        tree.Transposed: _transposed,
        tree.Series: _series,
        tree.Vector: _vector,
        tree.Matrix: _matrix,
        tree.Cases: _cases,
        tree.Call: _call,
    }


_JOINS: Mapping[str, Callable[[Array, Array], Array]] = {
    r"\sum": lambda a, b: a + b,
    r"\prod": lambda a, b: a * b,
    r"\max": np.maximum,
    r"\min": np.minimum,
}
_STANDARD: Mapping[str, Callable[[Array], Array]] = {
    r"\exp": np.exp,
    r"\log": np.log,
    r"\ln": np.log,
    r"\sin": np.sin,
    r"\cos": np.cos,
    r"\tanh": np.tanh,
}

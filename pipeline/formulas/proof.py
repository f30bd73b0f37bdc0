"""The tools of an identity: symbols, the page's displayed TeX, and steps that must be proven."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import sympy as sp

from pipeline.formulas.bind import parse
from pipeline.formulas.evaluate import Evaluator
from pipeline.formulas.identities import Shown, UnprovenError
from pipeline.formulas.normal import cancelled
from pipeline.formulas.outline import definitions, free_indices
from pipeline.formulas.prove import prove_formula
from pipeline.formulas.samples import Sample, fitted_sizes
from pipeline.formulas.symbolic import EXTREMA, Symbolic, Symbols, symbols

Array: TypeAlias = Any


class Proof:
    """One proof under way.

    steps: how many statements were proven so far
    """

    def __init__(self, shown: Mapping[str, Shown]) -> None:
        self._shown = shown
        self.steps = 0

    # -- what a proof is about

    def numbers(self, name: str, *shape: int, positive: bool = False) -> Array:
        """Free real numbers; without a shape a single one."""
        return symbols(name, shape, positive)

    def displayed(self, name: str) -> None:
        """The formula that the page displays under this name holds for all numbers."""
        found = self._found(name)
        verdict = prove_formula(found.tex, found.declaration)
        if not verdict.holds:
            raise UnprovenError(f"the displayed formula {name}: {'; '.join(map(str, verdict.problems))}")
        self.steps += verdict.comparisons

    def side(self, name: str, statement: int = 0, side: int = -1, **arrays: Array) -> Array:
        """A side of a displayed formula, with these arrays for its symbols; one entry for each free index."""
        found = self._found(name)
        meant = parse(found.tex, found.declaration)
        sizes = fitted_sizes(found.declaration, arrays)
        sample = Sample(found.declaration, Symbolic(), sizes, chosen=arrays)
        scope = sample.scope(definitions(meant, found.declaration))
        node = meant.statements[statement].sides[side]
        names = sorted(free_indices(node))
        ranges = [scope.ranges[each] for each in names]
        values = [
            Evaluator(scope, dict(zip(names, places, strict=True))).value(node) for places in itertools.product(*ranges)
        ]
        stacked = np.stack(values)
        return stacked.reshape((*map(len, ranges), *stacked.shape[1:]))

    # -- steps

    def equal(self, a: Array, b: Array) -> None:
        """All entries are equal; `b` may be a constant."""
        left, right = np.broadcast_arrays(*(each.elements for each in (a, a.__num__(b))))
        if not Symbolic().equal(Symbols(left), Symbols(right)):
            raise UnprovenError(f"{Symbolic().shown(a)} = {b if isinstance(b, int) else Symbolic().shown(b)}")
        self.steps += 1

    def different(self, a: Array, b: Array) -> None:
        """Not all entries are equal: at some point they are apart."""
        pairs = zip(a.elements.reshape(-1), b.elements.reshape(-1), strict=True)
        if not any(_apart(x - y) for x, y in pairs):
            raise UnprovenError(f"{Symbolic().shown(a)} ≠ {Symbolic().shown(b)}")
        self.steps += 1

    def positive(self, array: Array) -> None:
        """All entries are greater than zero, whatever the numbers are."""
        if not all(entry.is_positive for entry in array.elements.reshape(-1)):
            raise UnprovenError(f"{Symbolic().shown(array)} > 0")
        self.steps += 1

    def derivative(self, a: Array, by: Array) -> Array:
        """How a number changes with another one."""
        expression = cancelled(a.expression)
        if expression.free_symbols & set(EXTREMA.values()):
            raise UnprovenError("a maximum has no derivative here")
        return Symbols(np.asarray(cancelled(sp.diff(expression, by.expression)), dtype=object))

    def products(self, array: Array) -> int:
        """How many multiplications of two numbers the entries of a matrix product are made of."""
        return sum(len(sp.Add.make_args(entry)) for entry in array.elements.reshape(-1))

    def counted(self, found: int, expected: int) -> None:
        """Two counts agree."""
        if found != expected:
            raise UnprovenError(f"{found} = {expected}")
        self.steps += 1

    def _found(self, name: str) -> Shown:
        if name not in self._shown:
            raise UnprovenError(f"the page displays no formula {name}")
        return self._shown[name]


def _apart(difference: Any) -> bool:
    """Whether the difference is far from zero at a rational point, computed to 30 digits."""
    point = {
        symbol: sp.Rational(3 + 2 * place, 7) for place, symbol in enumerate(sorted(difference.free_symbols, key=str))
    }
    return bool(abs(difference.evalf(30, subs=point)) > sp.Rational(1, 10**10))

"""The tools of an identity: symbols, the page's displayed TeX, and steps that must be proven."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import numpy as np
import sympy as sp

from pipeline.formulas.bind import parse
from pipeline.formulas.declarations import Reference
from pipeline.formulas.evaluate import Evaluator
from pipeline.formulas.identities import Shown, UnprovenError
from pipeline.formulas.normal import cancelled
from pipeline.formulas.outline import definitions, free_indices
from pipeline.formulas.prove import prove_formula
from pipeline.formulas.samples import Sample, fitted_sizes
from pipeline.formulas.subject import within
from pipeline.formulas.symbolic import EXTREMA, Symbolic, Symbols, symbols

Array: TypeAlias = Any
NOTHING = "this says nothing of what the subject computes or the page displays"


class Proof:
    """One proof under way.

    A step that is about nothing but symbols, or about one thing twice, is refused: it would be true of anything.

    steps: how many statements were proven so far
    """

    def __init__(self, shown: Mapping[str, Shown], subject: str = "") -> None:
        self._shown, self._subject = shown, subject
        self.steps = 0

    def rest_on(self, name: str, arguments: Any, result: Any) -> None:
        """Whatever a call returned that it was not given, and that depends on symbols, rests on this call from now."""
        taken = {id(each) for each in _arrays(arguments)}
        call = f"{name}({', '.join(map(_said, arguments))})"
        for array in _arrays(result):
            if id(array) not in taken and any(entry.free_symbols for entry in array.elements.flat):
                array.rests |= {call}

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
        shaped: Array = stacked.reshape((*map(len, ranges), *stacked.shape[1:]))
        return Symbols(shaped.elements, shaped.rests | {f"{name}, statement {statement}, side {side}"})

    # -- steps

    def equal(self, a: Array, b: Array) -> None:
        """All entries are equal; `b` may be a constant."""
        b = a.__num__(b)
        left, right = np.broadcast_arrays(a.elements, b.elements)
        said = f"{Symbolic().shown(a)} = {Symbolic().shown(b)}"
        if not Symbolic().equal(Symbols(left), Symbols(right)):
            raise UnprovenError(said)
        if a.rests == b.rests and Symbolic().identical(Symbols(left), Symbols(right)):
            raise UnprovenError(f"{said}: both sides are the same before anything is proven")
        self._step(said, a, b)

    def different(self, a: Array, b: Array) -> None:
        """Not all entries are equal: at some point they are apart."""
        said = f"{Symbolic().shown(a)} ≠ {Symbolic().shown(b)}"
        pairs = zip(a.elements.reshape(-1), b.elements.reshape(-1), strict=True)
        if not any(_apart(x - y) for x, y in pairs):
            raise UnprovenError(said)
        self._step(said, a, b)

    def positive(self, array: Array) -> None:
        """All entries are greater than zero, whatever the numbers are."""
        said = f"{Symbolic().shown(array)} > 0"
        if not all(entry.is_positive for entry in array.elements.reshape(-1)):
            raise UnprovenError(said)
        self._step(said, array)

    def derivative(self, a: Array, by: Array) -> Array:
        """How a number changes with another one."""
        expression = cancelled(a.expression)
        if expression.free_symbols & set(EXTREMA.values()):
            raise UnprovenError("a maximum has no derivative here")
        return Symbols(np.asarray(cancelled(sp.diff(expression, by.expression)), dtype=object), a.rests)

    def counted(self, product: Array, function: Reference, *sizes: int) -> None:
        """A matrix product of symbols takes as many multiplications as this function of the subject says."""
        found, expected = sum(len(sp.Add.make_args(entry)) for entry in product.elements.flat), function(*sizes)
        said = f"{found} = {function.__name__}{sizes}"
        if found != expected:
            raise UnprovenError(said)
        if not within(function.__module__, self._subject) or not all(
            entry.free_symbols for entry in product.elements.flat
        ):
            raise UnprovenError(f"{said}: {NOTHING}")
        self.steps += 1

    def _step(self, said: str, *arrays: Array) -> None:
        if not any(array.rests for array in arrays):
            raise UnprovenError(f"{said}: {NOTHING}")
        self.steps += 1

    def _found(self, name: str) -> Shown:
        if name not in self._shown:
            raise UnprovenError(f"the page displays no formula {name}")
        return self._shown[name]


def _arrays(value: Any) -> Iterator[Symbols]:
    """The arrays of symbols in what a function takes or returns."""
    if isinstance(value, Symbols):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _arrays(item)
    elif isinstance(value, dict):
        yield from _arrays(list(value.values()))


def _said(value: Any) -> str:
    return str([each.elements.tolist() for each in _arrays(value)] or value)


def _apart(difference: Any) -> bool:
    """Whether the difference is far from zero at a rational point, computed to 30 digits."""
    point = {
        symbol: sp.Rational(3 + 2 * place, 7) for place, symbol in enumerate(sorted(difference.free_symbols, key=str))
    }
    return bool(abs(difference.evalf(30, subs=point)) > sp.Rational(1, 10**10))

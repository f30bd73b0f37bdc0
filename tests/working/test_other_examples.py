"""The formula of a number is that of its step, for every example that a reader can make of the page."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pipeline.build import Built
from pipeline.working.sources import Sources
from pipeline.working.terms import Term
from tests.working.conftest import Bench, written

FUNCTIONS = ("exp", "log", "sqrt", "sin", "cos", "tanh", "erf")
OPERATIONS: dict[str, Callable[[Sequence[float]], float]] = {
    "sum": math.fsum,
    "difference": lambda v: v[0] - v[1],
    "negative": lambda v: -v[0],
    "product": math.prod,
    "quotient": lambda v: v[0] / v[1],
    "square": lambda v: v[0] ** 2,
    "power": lambda v: v[0] ** v[1],
    "absolute": lambda v: abs(v[0]),
    "max": max,
    "min": min,
    "indicator": lambda v: v[0],
    "less": lambda v: v[0] < v[1],
    "less_equal": lambda v: v[0] <= v[1],
    "greater": lambda v: v[0] > v[1],
    "greater_equal": lambda v: v[0] >= v[1],
    **{name: lambda v, name=name: getattr(math, name)(v[0]) for name in FUNCTIONS},  # type: ignore[misc]
}


def test_a_zero_that_readers_can_change_is_not_left_out(bench: Bench) -> None:
    bench.givens["M"] = replace(bench.givens["M"], panel="Matrix")
    bench.sheet.define("q", bench.sheet.given("M") @ bench.sheet.given("y"), axes=("pair",), symbol="q")
    assert written(bench.working("q", 2, "one"))[2:] == [r"= 1 \cdot 0.25 + 0 \cdot 2", "= 0.25"]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_formula_of_every_page_holds_for_other_examples(pages: list[Built], seed: int) -> None:
    changed = [page for page in pages if page.computation.changeable]
    wrong = [name for page in changed for name in unequal(page, seed)]
    assert changed != []
    assert wrong == []


def test_a_formula_that_leaves_something_out_is_found(pages: list[Built], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.working.scalars.Scalars.moves", lambda scalars, number: False)
    assert any(name.startswith("queries-") for name in unequal(pages[0], 1))


def unequal(page: Built, seed: int) -> Iterator[str]:
    """The numbers of a page some of whose formulas have another value than the number, for a random example."""
    numbers = {printed.number.id: printed.number for printed in page.printed}
    sources = Sources(page.quantities, page.workings._page[1], list(numbers.values()))
    draw = random.Random(seed)
    shapes = {given.name: np.shape(given.decimals) for given in page.computation.changeable}
    example = {name: np.array([f"{draw.uniform(-1, 1):.2f}" for _ in range(math.prod(shape))]).reshape(shape)
               for name, shape in shapes.items()}  # fmt: skip
    computed = [number for number in numbers.values() if not number.terms]
    lines = {number.id: sources.terms.lines(sources.scalars.of(number.entry)) for number in computed}
    values = sources.scalars.graph.floats(example)

    def now(scalar: int) -> float:
        entry = sources.scalars[scalar].entry
        return float(values[entry.node].reshape(-1)[entry.index])

    for name, formulas in lines.items():
        for scalar, formula in formulas.items():
            if not math.isclose(evaluated(formula, now), now(scalar), rel_tol=1e-9, abs_tol=1e-12):
                yield name


def evaluated(term: Term, now: Callable[[int], Any]) -> float:
    """A formula with numbers put in."""
    if not term.args:
        return float(now(term.number))
    return float(OPERATIONS[term.op]([evaluated(argument, now) for argument in term.args]))

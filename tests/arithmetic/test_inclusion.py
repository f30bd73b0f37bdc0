"""Random calculations: the ball holds the true value, and a coarse ball holds the fine one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import hypothesis.strategies as st
import mpmath
import numpy as np
from flint import arb
from hypothesis import assume, given, settings

from pipeline.arithmetic import Graph, balls, decimal, exact_value
from pipeline.transformer.numbers import erf

# A calculation is a leaf (decimal text) or (operation, calculation, …).  Operations are closed: whatever
# comes in, there is a result; so are exp (of something bounded), log, sqrt and division.
RATIONAL: dict[str, int] = dict.fromkeys(("add", "subtract", "multiply", "divide", "maximum", "minimum"), 2) | {
    "absolute": 1,
    "negative": 1,
    "cube": 1,
}
REAL: dict[str, int] = RATIONAL | dict.fromkeys(("exp", "log", "sqrt", "sin", "cos", "tanh", "erf"), 1)

ARRAYS: dict[str, Any] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / (b * b + 1),
    "maximum": np.maximum,
    "minimum": np.minimum,
    "absolute": abs,
    "negative": lambda a: -a,
    "cube": lambda a: a**3,
    "exp": lambda a: np.exp(np.minimum(a, 3)),
    "log": lambda a: np.log(a * a + 1),
    "sqrt": lambda a: np.sqrt(a * a + 1),
    "sin": np.sin,
    "cos": np.cos,
    "tanh": np.tanh,
    "erf": erf,
}
NUMBERS: dict[str, Any] = ARRAYS | {
    "maximum": max,
    "minimum": min,
    "exp": lambda a: mpmath.exp(min(a, 3)),
    "log": lambda a: mpmath.log(a * a + 1),
    "sqrt": lambda a: mpmath.sqrt(a * a + 1),
    "sin": mpmath.sin,
    "cos": mpmath.cos,
    "tanh": mpmath.tanh,
    "erf": mpmath.erf,
}

leaves = st.decimals(-20, 20, allow_nan=False, places=3).map(str)


def calculations(operations: dict[str, int]) -> st.SearchStrategy[Any]:
    def grown(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.sampled_from(sorted(operations)).flatmap(
            lambda name: st.tuples(st.just(name), *[inner] * operations[name])
        )

    return st.recursive(leaves, grown, max_leaves=12)


def run(calculation: Any, operations: dict[str, Any], leaf: Any) -> Any:
    if isinstance(calculation, str):
        return leaf(calculation)
    name, *arguments = calculation
    return operations[name](*(run(argument, operations, leaf) for argument in arguments))


def under_balls(calculation: Any, bits: int) -> arb:
    return run(calculation, ARRAYS, lambda text: balls(text, bits)).elements[()]


@settings(deadline=None)
@given(calculations(RATIONAL))
def test_a_ball_holds_the_exact_fraction(calculation: Any) -> None:
    true = run(calculation, NUMBERS, Fraction)
    for bits in (30, 200):
        ball = under_balls(calculation, bits)
        lower, upper = (Fraction(int(end.p), int(end.q)) for end in (ball.lower().fmpq(), ball.upper().fmpq()))
        assert lower <= true <= upper


@settings(deadline=None)
@given(calculations(REAL))
def test_a_ball_holds_what_another_library_computes(calculation: Any) -> None:
    with mpmath.workprec(600):
        true = run(calculation, NUMBERS, lambda text: mpmath.mpf(Fraction(text).numerator) / Fraction(text).denominator)
        assume(mpmath.isfinite(true))
        for bits in (40, 200):
            ball = under_balls(calculation, bits)
            lower, upper = (mpmath.mpf(int(end.p)) / int(end.q) for end in (ball.lower().fmpq(), ball.upper().fmpq()))
            slack = mpmath.mpf(2) ** -300 * (1 + abs(true))  # for the other library's own rounding
            assert lower - slack <= true <= upper + slack


@settings(deadline=None)
@given(calculations(REAL))
def test_coarse_balls_hold_fine_ones(calculation: Any) -> None:
    coarse, fine = under_balls(calculation, 40), under_balls(calculation, 400)
    assert coarse.overlaps(fine)
    # The true value may lie on the coarse ball's edge, with the fine ball around it.
    widened = arb(coarse.mid(), coarse.rad() * 1.001)
    assert widened.contains(fine) or coarse.is_exact()


@settings(deadline=None, max_examples=50)
@given(calculations(REAL))
def test_the_graph_gives_the_same_balls(calculation: Any) -> None:
    graph = Graph()
    names = iter(range(10**6))
    traced = run(calculation, ARRAYS, lambda text: graph.input(f"x{next(names)}", text))
    assert traced.node.value.elements[()].overlaps(under_balls(calculation, 300))
    assert graph.evaluate(300)[traced.id].elements[()].overlaps(under_balls(calculation, 40))


@settings(deadline=None)
@given(calculations(RATIONAL), st.integers(0, 6))
def test_the_digits_are_those_of_the_exact_fraction(calculation: Any, places: int) -> None:
    graph = Graph()
    names = iter(range(10**6))
    entry = run(calculation, ARRAYS, lambda text: graph.input(f"x{next(names)}", text)).entry()
    true = run(calculation, NUMBERS, Fraction)
    assert decimal(entry, places) == half_away_from_zero(true, places)
    proven = exact_value(entry)
    assert proven is None or Fraction(int(proven.p), int(proven.q)) == true


def half_away_from_zero(value: Fraction, places: int) -> str:
    """Rounding as it is done by hand, in whole numbers."""
    units = abs(value.numerator) * 10**places
    whole, rest = divmod(units, value.denominator)
    whole += 2 * rest >= value.denominator
    digits = f"{whole:0{places + 1}d}"
    text = f"{digits[: len(digits) - places]}.{digits[len(digits) - places :]}".rstrip(".")
    return f"-{text}" if value < 0 and whole else text

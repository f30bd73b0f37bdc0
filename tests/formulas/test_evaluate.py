"""Evaluating: what a formula is worth, with its names bound and its indices set."""

from __future__ import annotations

import numpy as np
import pytest

from pipeline.formulas import Formula, FormulaError, Function, each, parse
from pipeline.formulas.declarations import Declared
from pipeline.formulas.evaluate import Evaluator
from pipeline.formulas.kinds import Floats
from pipeline.formulas.samples import Sample
from pipeline.formulas.scope import Array

X = np.array([[1.0, 0.2], [0.1, 1.0], [0.3, 0.6]])
SYMBOLS: dict[str, Declared] = {
    "X": "L d",
    r"\vv{x}": each(lambda X: X),
    "w": each(lambda X: X @ X.T, 2),
    r"\vv{a}": lambda X: X[0],
    r"\vv{b}": lambda X: X[1],
    r"\vv{p}": each(lambda X: X, base=0),
    r"\alpha": lambda X: X[0, 1],
    "i": "1..L",
    "j": "1..L",
    "k": "1..d",
    "f": Function(lambda x: x * x, base=0),
    r"\softmax": Function(lambda z: np.exp(z) / np.sum(np.exp(z)), listed=True),
}


def value(tex: str, **indices: int) -> Array:
    """The value of an expression at L = 3, d = 2."""
    declaration = Formula("=", SYMBOLS)
    sample = Sample(declaration, Floats(np.random.default_rng(1)), {"L": 3, "d": 2}, chosen={"X": X})
    (side,) = parse(tex, declaration).statements[0].sides
    return Evaluator(sample.scope({}), indices).value(side)


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        ("1{,}5", 1.5),
        ("2 - 3 + 4", 3),
        ("-2^2", -4),
        (r"\frac12", 0.5),
        (r"2 \cdot 3 / 4", 1.5),
        (r"\frac{1}{2}\alpha", 0.1),
        (r"\sqrt{4} + |-2|", 4),
        (r"e^{0} + \exp(0)", 2),
        (r"\log 1 + \ln(1) + \sin 0", 0),
        (r"\cos(0)^2", 1),
        (r"\max(1, 3, 2) - \min(1, 3)", 2),
        (r"\max_i \vv{x}_i \cdot \vv{a}", None),
        ("L d", 6),
        (r"\vv{a} \cdot \vv{b}", 0.3),
        (r"\lVert\vv{a}\rVert^2", 1.04),
        (r"a_1 b_2", 1),
        (r"x_{12} + x_{2,1}", 0.3),
        ("w_{12}", 0.3),
        (r"\sum_{k=1}^{d} a_k", 1.2),
        (r"\sum_k a_k b_k", 0.3),
        (r"\prod_{k=1}^{2} a_k", 0.2),
        (r"\sum_{i=1}^{L}\sum_{j=1}^{L} 1", 9),
        (r"w_{11} + \dots + w_{1L}", 1.04 + 0.3 + 0.42),
        (r"\softmax_2(0, \dots, 0)", None),
        (r"f(\vv{a})_1", 0.04),
        (r"p_{01}", 1.0),
        (r"\begin{cases} 1 & 2 > 1 \\ 2 & \text{sonst} \end{cases}", 1),
    ],
)
def test_numbers(tex: str, expected: float | None) -> None:
    if expected is None:
        with pytest.raises(FormulaError):
            value(tex)
    else:
        assert value(tex) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"XX\T", X @ X.T),
        (r"2X - X", X),
        (r"X\vv{a}", X @ X[0]),
        (r"\vv{a}X\T", X[0] @ X.T),
        (r"\vv{a} - \alpha", X[0] - 0.2),
        (r"\vv{a} \odot \vv{b}", X[0] * X[1]),
        (r"\max(0, -\vv{a})", [0, 0]),
        (r"[1; 2]", [1, 2]),
        (r"[1; 2]\T", [[1], [2]]),
        (r"\Concat(X, X)", np.hstack([X, X])),
        (r"\begin{bmatrix} \vv{a} \\ \vv{b} \end{bmatrix}", X[:2]),
        (r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}", [[1, 2], [3, 4]]),
        (r"\softmax(0, 0)", [0.5, 0.5]),
        (r"\softmax(w_{11}, \dots, w_{1L})", np.exp((X @ X.T)[0]) / np.exp((X @ X.T)[0]).sum()),
        (r"[1; \dots; 4]", [1, 2, 3, 4]),
    ],
)
def test_arrays(tex: str, expected: Array) -> None:
    assert np.asarray(value(tex)) == pytest.approx(np.asarray(expected))


def test_indices_count_from_one_or_from_what_is_declared() -> None:
    assert value(r"\vv{x}_i", i=2) == pytest.approx(X[1])
    assert value(r"\vv{p}_{i}", i=2) == pytest.approx(X[2])
    assert value("w_{ij}", i=1, j=2) == pytest.approx(0.3)
    assert value("i + 2j", i=1, j=3) == 7


def test_an_index_out_of_range_is_refused() -> None:
    with pytest.raises(FormulaError, match="outside 1 to 3"):
        value(r"\vv{x}_{i+1}", i=3)

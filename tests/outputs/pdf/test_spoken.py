"""Formulas read aloud."""

from __future__ import annotations

import pytest

from pipeline.outputs.pdf.math import parse
from pipeline.outputs.pdf.spoken import spoken
from pipeline.quantities.tokens import FIRST


@pytest.mark.parametrize(
    ("tex", "words"),
    [
        (r"d_k", "d Index k"),
        (r"W^Q", "W hoch Q"),
        (r"L^2 d", "L zum Quadrat d"),
        (r"QK\T", "Q K transponiert"),
        (r"X'", "X Strich"),
        (r"\sqrt{d_k}", "Wurzel aus d Index k"),
        (r"E \in \R^{L \times d}", "E aus R hoch L mal d"),
        (r"\frac{a}{b}", "Bruch a durch b Ende Bruch"),
        (r"\sum_{k=1}^{d} x_k", "Summe über k gleich 1 bis d von x Index k"),
        (r"\lVert \vv{x} \rVert", "Norm von x"),
        (r"w = " + chr(FIRST + 1), "w gleich 0,401"),
        (r"a = 0.5, \quad b", "a gleich 0,5, b"),
        (r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}", "Matrix: Zeile 1: 1; 2, Zeile 2: 3; 4, Ende Matrix"),
    ],
)
def test_spoken(tex: str, words: str) -> None:
    assert spoken(parse(tex), lambda token: "0,401") == words

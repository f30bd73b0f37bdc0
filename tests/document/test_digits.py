"""Digits in text and formulas: what is typed, what is free."""

import pytest

from pipeline.document.digits import in_formula, in_text, touching, touching_in_formula
from pipeline.document.lexicon import Lexicon
from pipeline.quantities.tokens import FIRST

LEXICON = Lexicon(names=("GPT-2",), counted=("Token",))
TOKEN = chr(FIRST + 1)


def found(text):
    return [literal.text for literal in in_text(text, LEXICON)]


@pytest.mark.parametrize(
    ("text", "literals"),
    [
        ("Wert −0,416 und 12\u202f288.", ["−0,416", "12\u202f288"]),
        ("40\u202f% von 3.555", ["40\u202f%", "3.555"]),
        ("GPT-2 kennt 2 Wege", ["2"]),
        ("½, ², Ⅳ, ٣, ３", ["٣", "３", "½", "²", "Ⅳ"]),
        ("nahe 1, genau 0 oder −1.", []),
        ("1 Token, Token 1, 1 %", ["1", "1", "1 %"]),
        (f"[{TOKEN}; 0]", ["0"]),
        (f"Lage {TOKEN}; Fall 1; Kopf {TOKEN};", ["1"]),
        ("Abfrage: Fall → Lage 1", ["1"]),
        ("Er ist belebt 1;", ["1"]),
        # what touches a number changes it
        (f"1{TOKEN} und {TOKEN}0 und {TOKEN},0", ["1", "0", "0"]),
        (f"−{TOKEN} und ({TOKEN}) und +{TOKEN}, 1^{TOKEN}", ["1", "−", "+", "^"]),
        (f"{TOKEN} 0, 0 {TOKEN}, {TOKEN}·0, ±1, 1 : 1", ["0", "0", "0", "1", "1", "1"]),
        (f"{TOKEN} %, Top-{TOKEN}, {TOKEN}mal, ⅓", ["%", "⅓"]),
        ("Band II von Teil I, aber Matrix X", ["II", "I"]),
    ],
)
def test_numerals_of_text(text, literals):
    assert found(text) == literals


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (f"{TOKEN}{TOKEN}", [0]),
        (f"a {TOKEN},{TOKEN} und {TOKEN}-{TOKEN}", [2, 10]),
        (f"{TOKEN} {TOKEN}", [0]),
        (f"{TOKEN}; {TOKEN}, {TOKEN} und {TOKEN}–{TOKEN}", []),
    ],
)
def test_numbers_that_touch_each_other(text, places):
    assert list(touching(text)) == places


def test_numbers_that_touch_each_other_in_a_formula():
    assert list(touching_in_formula(rf"{TOKEN} {TOKEN} + {TOKEN} \cdot {{{TOKEN}}}\,{TOKEN}")) == [0, 15]
    assert list(touching_in_formula(rf"\frac{{{TOKEN}}}{{{TOKEN}}} + {TOKEN}")) == []


def test_a_lone_constant_in_a_cell_is_a_value():
    assert [literal.text for literal in in_text("0", LEXICON, cell=True)] == ["0"]


@pytest.mark.parametrize(
    ("tex", "literals"),
    [
        ("2i + 1", []),
        ("O(L^2 d)", []),
        ("-1", []),
        ("d = 2", ["2"]),
        (r"\frac12", ["12"]),
        (r"w = 0{,}401", ["0{,}401"]),
        (r"\sum_j w_j = 1", []),
        ("d = 1", ["1"]),
        ("x_1, \\dots, x_n", []),
        ("768 d", ["768"]),
        (r"\hat 7", ["7"]),
        (r"7^\circ", ["7"]),
        (r"\overline{7}", ["7"]),
        (r"\alpha_7 + \softmax_2", []),
        ("0 = 1", ["0", "1"]),
        (r"0 \le p \le 1", []),
        (r"x_{\text{777}}", ["777"]),
        (r"\mathrm{VII}", ["VII"]),
    ],
)
def test_numerals_of_a_formula(tex, literals):
    assert [literal.text for literal in in_formula(tex)] == literals


@pytest.mark.parametrize(
    ("tex", "literals"),
    [
        (r"\sin(p / 10000^{2i/d})", []),
        (r"\begin{bmatrix} 0 & -\infty \\ 0 & 0 \end{bmatrix}", []),
        (rf"\begin{{bmatrix}} 0 & {TOKEN} \end{{bmatrix}}", ["0"]),
        (rf"{TOKEN}^2 + 0.5", ["0.5"]),
        (rf"\frac{{{TOKEN}}}{{4}}", ["4"]),
        (rf"e^{{210 - 180}} = e^{{30}} = {TOKEN}", ["210", "180", "30"]),
        (rf"e^4 = {TOKEN}", ["4"]),
        (rf"x = 2 y_1{TOKEN}", ["1"]),
        (rf"y = 2 {{{TOKEN}}} x", ["2"]),
        (rf"10^{TOKEN}", ["10"]),
    ],
)
def test_a_checked_formula_may_hold_constants_but_no_values(tex, literals):
    assert [literal.text for literal in in_formula(tex, covered=True)] == literals

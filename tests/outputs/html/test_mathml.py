r"""Formulas as MathML: numbers stay numbers, commas stay decimal commas, nothing is styled inline."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from pipeline.document.tex import ALLOWED, ENVIRONMENTS, MACROS
from pipeline.outputs.html.mathml import FormulaError, mathml
from pipeline.quantities.tokens import Tokens
from tests.outputs.samples import token


def leaves(element: str) -> list[str]:
    """The texts of a formula's letters, numbers and signs in order."""
    return [text for text in ElementTree.fromstring(element).itertext() if text]


@pytest.mark.parametrize("tex", [*ALLOWED.values(), *ENVIRONMENTS.values(), *(f"A{macro} {{x}}" for macro in MACROS)])
@pytest.mark.parametrize("display", [True, False])
def test_all_allowed_tex_becomes_well_formed_mathml_without_styles(tex: str, display: bool) -> None:
    element = mathml(tex, display, Tokens())
    ElementTree.fromstring(element)
    assert ' style="' not in element
    assert "merror" not in element


def test_a_number_is_one_marked_element_with_a_decimal_comma() -> None:
    tokens = Tokens()
    element = mathml(f"x = {token(tokens, 'shift', '-0.416')}", False, tokens)
    assert '<mn class="number" data-number="shift">−0,416</mn>' in element


@pytest.mark.parametrize(
    "tex",
    [
        r"\frac{%s}{2}",
        r"e^{%s}",
        r"x_{%s}",
        r"\sqrt%s",
        r"-%s",
        r"2%s",
        r"\begin{bmatrix} %s & 0 \\ 0 & 1 \end{bmatrix}",
        r"\begin{aligned} a &= %s \\ &= c \end{aligned}",
        r"\begin{cases} %s & \text{falls } a \\ 0 & \text{sonst} \end{cases}",
        r"\left[%s; 1\right]",
        r"\operatorname{%s}",
        r"\text{davon %s für sich}",
        r"\underbrace{a}_{%s}",
        r"{{%s}+{b}}",
    ],
)
def test_a_number_survives_everywhere(tex: str) -> None:
    tokens = Tokens()
    element = mathml(tex % token(tokens, "w", "0.401"), True, tokens)
    assert element.count('<mn class="number" data-number="w">0,401</mn>') == 1
    assert re.search("[\U000f0000-\U000fffff]", element) is None


def test_several_numbers_keep_their_order() -> None:
    tokens = Tokens()
    row = " & ".join(token(tokens, f"w-{index}", f"0.{index}") for index in range(1, 5))
    element = mathml(
        rf"\begin{{aligned}} a &= b \\ c &= d \end{{aligned}} \begin{{bmatrix}} {row} \end{{bmatrix}}", True, tokens
    )
    assert re.findall(r'data-number="([^"]*)">([^<]*)', element) == [
        (f"w-{index}", f"0,{index}") for index in range(1, 5)
    ]


def test_a_typed_decimal_comma_is_one_number_and_a_list_comma_is_none() -> None:
    assert leaves(mathml(r"[0{,}5, 2]", False, Tokens())) == ["[", "0,5", ",", "2", "]"]


def test_large_numbers_are_not_grouped_inside_formulas() -> None:
    tokens = Tokens()
    assert leaves(mathml(token(tokens, "d", "12288"), False, tokens)) == ["12288"]


@pytest.mark.parametrize(("tex", "dots"), [(r"1 + \dots + n", "⋯"), (r"a_1, \dots, a_n", "…")])
def test_dots_stand_on_the_axis_between_operators_and_low_in_lists(tex: str, dots: str) -> None:
    assert dots in leaves(mathml(tex, False, Tokens()))


def test_a_fence_follows_its_function_without_a_space() -> None:
    assert "<mo>\N{FUNCTION APPLICATION}</mo><mrow><mo>(" in mathml(r"\softmax\left(x\right)", True, Tokens())


def test_the_spoken_sentence_is_escaped() -> None:
    element = mathml("x < y", True, Tokens(), 'x ist "kleiner" als y & z')
    assert ElementTree.fromstring(element).attrib["aria-label"] == 'x ist "kleiner" als y & z'


@pytest.mark.parametrize("tex", [r"\unknowncommand", r"\frac{a}", r"a \right)", r"a\!b"])
def test_what_the_converter_cannot_do_is_a_fault(tex: str) -> None:
    with pytest.raises(FormulaError):
        mathml(tex, True, Tokens())

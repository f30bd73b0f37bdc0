"""`::: {.byhand of="…"}`: the calculation comes from the graph, its numbers are tokens; what cannot be is a problem."""

from __future__ import annotations

import json

import pytest

from pipeline.document import ast
from pipeline.document.byhand import calculate
from pipeline.document.pandoc import convert
from pipeline.document.template import Template
from pipeline.problems import Code
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import TOKEN
from pipeline.transformer import softmax
from tests.working.conftest import Bench


class Text:
    """A text with the bench's inputs and the weights w = softmax(x)."""

    def __init__(self) -> None:
        self.bench = Bench()
        x = self.bench.sheet.given("x")
        self.bench.sheet.define("w", softmax(x), axes=("pair",), symbol="w", meaning="Gewicht von {0}.")
        self.problems = self.bench.formatters.problems
        self.template = Template(self.bench.quantities().values, self.bench.formatters, self.problems)

    def calculated(self, attributes: str) -> list[ast.Node]:
        """The blocks of a division with these attributes and the sentence “Zum Beispiel:”."""
        source = f"::: {{.byhand {attributes}}}\nZum Beispiel:\n:::\n"
        blocks = json.loads(convert(source, "markdown", "json"))["blocks"]
        return calculate(blocks, self.template, self.bench.workings(), self.problems)


def test_the_calculation_follows_the_authors_words() -> None:
    text = Text()
    (block,) = text.calculated("of=\"w['one']\"")
    assert (ast.classes(block), ast.attributes(block)) == (("byhand",), {})
    words, formula = block["c"][1]
    assert ast.text(words).strip() == "Zum Beispiel:"
    tokens = text.bench.formatters.tokens
    assert tokens.spell(ast.text(formula), Context.CODE).strip() == (
        r"\begin{aligned} w_{1} &= \frac{e^{x_{1}}}{e^{x_{1}} + e^{x_{2}}} \\"
        r" &= \frac{e^{1.5}}{e^{1.5} + e^{-0.5}} \\ &\approx \frac{4.482}{5.088} \\ &\approx 0.881 \end{aligned}"
    )
    assert not list(text.problems)


def test_its_numbers_are_numbers_of_the_text() -> None:
    text = Text()
    found = TOKEN.findall(ast.text(text.calculated("of=\"w['one']\" places=2")))
    numbers = [text.bench.formatters.tokens.number(token) for token in found]
    assert [(number.id, number.digits) for number in numbers][-3:] == [
        ("w-one-2-step-3", "4.482"),
        ("w-one-2-step-3-2", "5.088"),
        ("w-one-2", "0.88"),
    ]
    assert numbers[0].expression == 'x["one"]'


def test_a_division_without_a_number_is_left_alone() -> None:
    text = Text()
    assert ast.text(text.calculated("")).strip() == "Zum Beispiel:"


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ('of="w"', "is no single number"),
        ("of=\"w['three']\"", "there is no 'three'"),
        ('of="v"', "there is no 'v'"),
        ("of=\"w['one']\" places=many", "with many decimals"),
        ("of=\"x['one']\"", "is given, so there is nothing to calculate"),
        ('of="w["', "cannot be read: a bracket is open"),
    ],
)
def test_what_cannot_be_calculated_is_a_problem(attributes: str, message: str) -> None:
    text = Text()
    text.calculated(attributes)
    (problem,) = text.problems
    assert message in problem.message
    assert problem.code in (Code.CALCULATION, Code.UNKNOWN_QUANTITY)

"""Abbreviations and their numbers stay on one line."""

import pytest

from pipeline.document import ast
from pipeline.document.typography import bind
from pipeline.quantities.tokens import FIRST

TOKEN = chr(FIRST + 1)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("Wörter, z. B. Apfel", "Wörter, z.~B. Apfel"),
        ("(d. h.: so)", "(d.~h.: so)"),
        ("Apfel, u.a. Birne", "Apfel, u.~a. Birne"),
        ("siehe S. 4 oder Abb. 2", "siehe S.~4 oder Abb.~2"),
        (f"siehe Nr. {TOKEN}", f"siehe Nr.~{TOKEN}"),
        ("Das war z. Alles Weitere", "Das war z. Alles Weitere"),
        ("im S. der Welt", "im S. der Welt"),
    ],
)
def test_the_space_inside_does_not_break(text, bound):
    (paragraph,) = bind([ast.paragraph(ast.words(text))])
    assert ast.text(paragraph).strip() == bound.replace("~", ast.NO_BREAK_SPACE)


def test_formulas_and_the_rest_stay_as_they_are():
    math = {"t": "Math", "c": [{"t": "InlineMath"}, "z. B."]}
    assert bind([ast.paragraph([math])]) == [ast.paragraph([math])]

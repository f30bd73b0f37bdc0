"""fill: template text in, text with tokens (spelled here) or problems with places out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pipeline.arithmetic import Graph
from pipeline.document.sources import MARKDOWN, Source, find_expressions
from pipeline.document.template import Template
from pipeline.problems import Code, Place, Problems
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.formatters import MISSING, Formatters
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import Tokens
from pipeline.quantities.value import Value

TOKEN = Axis("token", (Label("apple", "Apple"), Label("shares", "shares_&_bonds")))


@pytest.fixture
def template() -> Template:
    """A template that knows one row, `weights`, and the axis `token`."""
    problems = Problems()
    result = Template({}, Formatters(Tokens(), problems), problems)
    array = Graph().input("weights", ["0.401", "0.191"], "test:1")
    row = Value(array, (TOKEN,), "weights", "weights", "weights", "Gewicht von {0}.", report=result.missing)
    result.names = {"weights": row, "token": {label.id: label for label in TOKEN.labels}, "largest": _largest}
    return result


def _largest(row: Value) -> Label:
    from pipeline.quantities.functions import largest

    return largest(row)


def fill(template: Template, text: str) -> str:
    filled = template.fill(Source("text.md", text)).text
    return template.formatters.tokens.spell(filled, Context.PROSE)


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ('Gewicht [= weights["apple"] | num(3) =].', "Gewicht 0,401."),
        ('[= weights["apple"] | percent =]', "40\u202f%"),
        ("[% for part in weights %][= part | num(1) =] [% endfor %]", "0,4 0,2 "),
        ('[= token["shares"] | name =]', "shares_&_bonds"),
        (r'$\text{[= token["shares"] | name =]}$', r"$\text{shares_&_bonds}$"),  # `set_wordings` makes it TeX
        ("[= largest(weights) | name =]", "Apple"),
        ('[= weights["apple"] | form("ist", "sind") =]', "sind"),
        # braces of LaTeX, attributes of pandoc, lists and shifts are no template
        (
            r"$\frac{{a}+{b}}{c}$ {#id} [[1]] <<2>> ((3)) {% x %}",
            r"$\frac{{a}+{b}}{c}$ {#id} [[1]] <<2>> ((3)) {% x %}",
        ),
        # nor is a block of code
        (
            "```python\nprint('[= weights =]', [#1], '[%s]')\n```\n",
            "```python\nprint('[= weights =]', [#1], '[%s]')\n```\n",
        ),
    ],
)
def test_fill(template: Template, text: str, filled: str) -> None:
    assert fill(template, text) == filled
    assert not list(template.problems)


@pytest.mark.parametrize(
    ("text", "code", "column", "says"),
    [
        ("[= weigths | num(3) =]", Code.UNKNOWN_QUANTITY, 1, "weigths"),
        ('x [= weights["aple"] | num(3) =]', Code.UNKNOWN_LABEL, 3, "aple"),
        ('x [= weights["apple"] =]', Code.NO_FORMATTER, 3, "without a formatter"),
        ("[= 0.401 | num(3) =]", Code.TYPED_CONSTANT, 1, "0.401"),
        ('[= weights["apple"] * 7 | num(3) =]', Code.TYPED_CONSTANT, 1, "7"),
        ("[= '0,401' =]", Code.NO_FORMATTER, 1, "0,401"),
        ("[= weights | num(3) =]", Code.WRONG_FORMATTER, 1, "weights"),
        ("[= weights[ =]", Code.TEMPLATE_SYNTAX, 1, "cannot be read"),
        ('[= weights["apple"] | nmu(3) =]', Code.TEMPLATE_SYNTAX, 1, "nmu"),
        ('[= weights["apple"].__class__ | num =]', Code.UNKNOWN_QUANTITY, 1, "__class__"),
        ('[= (weights["apple"] + "a") | num(3) =]', Code.TEMPLATE_SYNTAX, 1, "no value"),
        ('[= weights["apple"] + "a" | num(3) =]', Code.WRONG_FORMATTER, 1, "cannot print 'a'"),
        # numbers that nobody typed as such
        ('[= (weights["apple"] * 0 + 2 ** 9) | num =]', Code.TYPED_CONSTANT, 1, "9"),
        ('[= (weights["apple"] * 0 + 2 * 2 * 2) | num =]', Code.TEMPLATE_SYNTAX, 1, "2 * 2 combines no values"),
        ('[= (2 * (weights["apple"] * 2)) | num =]', Code.TEMPLATE_SYNTAX, 1, "more than one integer"),
        (
            '[% set one = weights["apple"] + 1 %][= (one + 2) | num =]',
            Code.TEMPLATE_SYNTAX,
            37,
            "more than one integer",
        ),
        ('[= (weights["apple"] + (2 > 1)) | num =]', Code.TEMPLATE_SYNTAX, 1, "True, which is no value"),
        ('[= (weights["apple"] + (true + true)) | num =]', Code.TEMPLATE_SYNTAX, 1, "True + True combines no values"),
        ('[= (weights["apple"] + "aaa".count("a")) | num =]', Code.UNKNOWN_QUANTITY, 1, "no 'count'"),
        ('[= (weights["apple"] + ("aaa" | length)) | num =]', Code.TEMPLATE_SYNTAX, 1, "length"),
        ('[= (weights["apple"] + weights.source.line) | num =]', Code.UNKNOWN_QUANTITY, 1, "no 'source'"),
        ("[% for w in weights %][= (w + loop.index) | num =][% endfor %]", Code.UNKNOWN_QUANTITY, 23, "no 'index'"),
    ],
)
def test_problems_have_code_and_place(template: Template, text: str, code: Code, column: int, says: str) -> None:
    fill(template, "erste Zeile\n" + text)
    problem = next(problem for problem in template.problems if problem.code is code)
    assert problem.place == Place("text.md", 2, column)
    assert says in problem.message


def test_a_near_miss_is_suggested(template: Template) -> None:
    fill(template, "[= weigths | vector(3) =]")
    assert next(iter(template.problems)).remedy == "Did you mean 'weights'?"


def test_all_problems_of_a_text_are_reported_and_the_rest_is_filled(template: Template) -> None:
    filled = fill(template, '[= a | num =] [= weights["apple"] | num(1) =] [= b | num =]')
    assert filled == f"{MISSING} 0,4 {MISSING}"
    assert len(template.problems) == 2


@pytest.mark.parametrize(
    "fault",
    [
        '[= (weights["apple"] + "a") | num(3) =]',
        "[= weights[ =]",
        "[= 0.401 | num(3) =]",
        "[= weights | nmu(3) =]",
        "[= weights\n[ =]",
    ],
)
def test_one_faulty_expression_does_not_spoil_the_others(template: Template, fault: str) -> None:
    good = '[= weights["apple"] | num(1) =]'
    assert fill(template, f"{good} {fault} {good}") == "0,4 " + MISSING + "\n" * fault.count("\n") + " 0,4"
    assert len(template.problems) == 1


@pytest.mark.parametrize(
    ("block", "code", "line"),
    [
        ("[% for part in weights %]", Code.TEMPLATE_SYNTAX, 2),
        ("[% if 7 > 2 %][% endif %]", Code.TYPED_CONSTANT, 2),
        ('[% for part in weights["apple"] + "a" %][% endfor %]', Code.TEMPLATE_SYNTAX, 2),
    ],
)
def test_a_faulty_loop_leaves_plain_text(template: Template, block: str, code: Code, line: int) -> None:
    filled = fill(template, f'eins [= weights["apple"] | num(1) =]\n{block}\nzwei')
    assert filled == f"eins {MISSING}\n\nzwei"
    assert [(problem.code, problem.place.line) for problem in template.problems] == [(code, line)]


def test_compiled_templates_are_kept_but_never_one_with_a_typed_number(template: Template, tmp_path: Path) -> None:
    for _ in range(2):
        again = Template(template.names, template.formatters, Problems(), tmp_path)
        fill(again, "[= 0.401 | num(3) =]")
        assert [problem.code for problem in again.problems] == [Code.TYPED_CONSTANT]
        assert again.evaluate('weights["apple"] > 0.4', Place()) is not True
        assert len(again.problems) == 2
        fill(again, '[= weights["apple"] | num(3) =]')
        assert again.evaluate('weights["apple"] > 0', Place())
    assert len(list(tmp_path.iterdir())) == 2  # one for the file, one for the condition


def test_context_is_decided_by_the_place() -> None:
    text = "[= a =] $[= b =]$ `[= c =]` $$\n[= d =]\n$$ [# [= e =] #] \\$[= f =]"
    contexts = [(found.code, found.context) for found in find_expressions(text, MARKDOWN)]
    assert contexts == [
        ("a", Context.PROSE),
        ("b", Context.MATH),
        ("c", Context.CODE),
        ("d", Context.MATH),
        ("f", Context.PROSE),
    ]


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        ('weights["apple"] > weights["shares"]', True),
        ('largest(weights) == token["apple"]', True),
        ('weights["apple"] > 2 * weights["shares"] and weights["apple"] < 1', True),
        ('weights["apple"] == weights["shares"]', False),
    ],
)
def test_conditions(template: Template, condition: str, value: Any) -> None:
    assert template.evaluate(condition, Place("text.md", 1, 1)) is value


def test_a_label_is_no_text(template: Template) -> None:
    with pytest.raises(TypeError, match="a label is no text") as misuse:
        template.evaluate("largest(weights) == 'shares'", Place("text.md", 1, 1))
    assert template.faulty(misuse.value)[2] == 'Compare it with token["shares"].'


@pytest.mark.parametrize(
    ("condition", "rests"),
    [
        ("identity('rows')", True),
        ('weights["apple"] > 0 and identity("rows")', True),
        ('weights["apple"] > 0 or identity("rows")', False),  # a way round the comparison is no proof
        ('not identity("rows")', False),
    ],
)
def test_an_identity_counts_only_where_it_is_demanded(template: Template, condition: str, rests: bool) -> None:
    assert template.rests_on_identity(condition) is rests

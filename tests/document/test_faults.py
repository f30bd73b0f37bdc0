"""Whatever an author writes into an expression or condition: one sentence, place and remedy, no word of Python's."""

from __future__ import annotations

import re

import jinja2
import pytest

from pipeline.arithmetic import Graph, Undecided
from pipeline.document import ast
from pipeline.document.claims import check_claims
from pipeline.document.faults import LANGUAGE, fault
from pipeline.document.names import Labels, Namespace
from pipeline.document.sources import Source
from pipeline.document.template import Template
from pipeline.problems import Code, MisuseError, Place, Problems
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.formatters import Formatters
from pipeline.quantities.functions import FUNCTIONS
from pipeline.quantities.tokens import Tokens
from pipeline.quantities.value import Value

TOKEN = Axis("token", (Label("apple", "Apple"), Label("shares", "Aktien")))
FOREIGN = re.compile(
    r"object|argument|instance|operand|attribute|callable|tuple|NoneType|<function|0x[0-9a-f]{6}|Traced|Value\("
    r"|print statement|Formatters|_Filler|slice\(|token '|[\U000F0000-\U0010FFFF]"
)


@pytest.fixture
def template() -> Template:
    """A template with single numbers `a`, `n` and `zero`, a row `w`, a matrix `m`, labels, and dotted names."""
    problems, graph = Problems(), Graph()
    made = Template({}, Formatters(Tokens(), problems), problems)

    def value(name: str, decimals: object, *axes: Axis) -> Value:
        array = graph.input(name, decimals, "test:1")  # type: ignore[arg-type]
        return Value(array, axes, name, name, name, "Zahl" + " {0}" * len(axes), report=made.missing)

    facts = Namespace()
    facts.put(["gpt", "d"], value("facts.gpt.d", "12"))
    made.names = {
        "a": value("a", "0.35"),
        "n": value("n", "3"),
        "zero": value("zero", "0"),
        "w": value("w", ["0.4", "0.2"], TOKEN),
        "m": value("m", [["0.4", "0.2"], ["1", "2"]], TOKEN, TOKEN),
        "token": Labels(TOKEN, made.missing),
        "sentence": TOKEN.labels,
        "facts": facts,
        **FUNCTIONS,
    }
    return made


EXPRESSIONS = r"""
|num ; a| ; a num ; "a" ; num("a") ; a | num("3") ; a | num(-1) ; a | num(1000000) ; a | num(3.5) ; a | num(1,2)
a | num(digits=3) ; a | num(true) ; a | num(a) ; a | percent("x") ; a | word ; a | word(1) ; w | vector("x")
w | vector(-1) ; m | matrix("x") ; m | table(2, 3) ; a | form("ist") ; a | form(1,2) ; a | form ; a | name
"x" | name ; token | name ; token["x"] | name ; token[0] | name ; sentence[9] | name ; sentence.x | name
w[0] | num(2) ; w["apple","apple"] | num(2) ; w[a] | num(2) ; w[w] | num(2) ; w["apple":] | num(2)
w["apple"]["x"] | num(2) ; w.label | name ; a() | num ; w("apple") | num ; largest | name ; largest() | name
largest(a) | name ; largest(w,w) | name ; largest("w") | name ; largest(m) | name ; total("x") | num ; total(a) | num
is_largest(w) | num ; is_largest(w,"x") | num ; a/zero | num(2) ; a//n | num(2) ; (a//n) | num(2) ; (a%n) | num(2)
(a**n) | num(2) ; a~n | num(2) ; (a~n) | name ; (a+w) | num(2) ; +a | num(2) ; -token | num ; not a | num
a and n | num ; a if n | num(2) ; (a, n) | num ; [a, n] | num ; {"a": a} | num ; a < n | num ; a in w | num(2)
a is defined | num ; a is foo ; a | length ; a | num | num ; facts | num ; facts.x | num ; facts.gpt.d.e | num
nothing.x | num ; loop.index | num ; range(n) | num ; fill | num ; fill(0) | num ; a = n ; set a = n ; % a | num
# a | num ; a | num(2 ; "a ; {a ; (a ; a) ; a] ; [= a ; a ! n ; a & n ; \a ; .5 | num ; none | num ; true | word
import os ; a.__class__ | num ; a | num(**a) ; largest(**w) | name ; largest(x=w) | name ; (a/zero) | num(2)
"""
CONDITIONS = r"""
a ; a > ; > a ; a = n ; a == "x" ; a < w ; w < a ; w == a ; w == m ; w < w ; a <> n ; a && n ; not ; not a ; a and n
a > n and ; largest(w) == "apple" ; largest(w) == w ; largest(w) > token["apple"] ; token == token ; is_largest(w)
is_largest(w,"x") ; is_largest(w,a) ; is_largest(a,"apple") ; is_largest_beside(m,"x") ; is_largest_beside(a,0)
"apple" in sentence ; a is defined ; b is defined ; a > 0.5 ; a/zero > 1 ; total(m) > w ; a > n if ; [a > n]
(a > n, n > a) ; a > n) ; (a > n ; a > n =] ; a > n =] [= n ; a > n | num ; w["apple"] > w["x"] ; facts.gpt > 2
facts.gpt.d > facts.gpt.e ; loop.first ; a.b > 1 ; a > n % 2 ; a ~ n > n ; a == none ; a > true ; max(a,n) > 1 ; " ; \
"""


def written(several: str) -> list[str]:
    return [each for line in several.split("\n") for each in line.split(" ; ") if each]


def test_an_empty_expression_is_no_value(template: Template) -> None:
    template.fill(Source("text.md", "[= =]"))
    (problem,) = template.problems
    assert (problem.message, problem.place) == ("it is no single value", Place("text.md", 1, 1))


@pytest.mark.parametrize("expression", written(EXPRESSIONS))
def test_expressions(template: Template, expression: str) -> None:
    template.fill(Source("text.md", f"erste Zeile\nx [= {expression} =] y"))
    assert list(template.problems)
    for problem in template.problems:
        assert problem.place == Place("text.md", 2, 3)
        assert problem.remedy
        assert not FOREIGN.search(f"{problem.message} {problem.remedy}".replace(expression, ""))


@pytest.mark.parametrize("condition", written(CONDITIONS))
def test_conditions(template: Template, condition: str) -> None:
    node = ast.span(ast.attr("", ["claim"], {"check": condition}), [ast.string("mehr")])
    place = {"place": ["text.md", 2, 3]}
    _, (claim,) = check_claims([ast.paragraph([node | place])], template, template.problems)
    assert not claim.holds
    assert list(template.problems)
    for problem in template.problems:
        assert problem.place == Place("text.md", 2, 3)
        assert problem.remedy
        assert not FOREIGN.search(f"{problem.message} {problem.remedy}".replace(condition, ""))


@pytest.mark.parametrize(
    ("error", "said", "remedy"),
    [
        (MisuseError("a is no row", "Take w."), (Code.TEMPLATE_SYNTAX, "a is no row"), "Take w."),
        (KeyError("x"), (Code.TEMPLATE_SYNTAX, "this cannot be evaluated"), LANGUAGE),
        (RecursionError("maximum depth"), (Code.TEMPLATE_SYNTAX, "this cannot be evaluated"), LANGUAGE),
        (
            jinja2.TemplateSyntaxError("No filter named 'nmu'.", 1),
            (Code.TEMPLATE_SYNTAX, "there is no formatter 'nmu'"),
            "Did you mean 'num'?",
        ),
    ],
)
def test_sentences(error: Exception, said: tuple[Code, str], remedy: str) -> None:
    assert fault(error, ("num", "word")) == (*said, remedy)


@pytest.mark.parametrize(
    ("block", "said", "remedy"),
    [
        ("[% for x in w %]", "for is never closed", "Write [% endfor %] behind it."),
        ("[% if a > n %][% for x in w %][% endfor %]", "if is never closed", "Write [% endif %] behind it."),
        (
            "[% endfor %]",
            "endfor opens or closes nothing here",
            "There are for … endfor, if … elif … else … endif, and set.",
        ),
        (
            "[% fro x in w %]",
            "fro opens or closes nothing here",
            "There are for … endfor, if … elif … else … endif, and set.",
        ),
        ("[% include 'x' %]", "cannot be read: include means nothing here", LANGUAGE),
        (
            "[% if a %][% endif %]",
            "this loop or condition: a is a number, and neither true nor false",
            "Write a comparison.",
        ),
    ],
)
def test_blocks(template: Template, block: str, said: str, remedy: str) -> None:
    template.fill(Source("text.md", f"erste Zeile\n{block}"))
    (problem,) = template.problems
    assert (problem.message, problem.remedy, problem.place.line) == (said, remedy, 2)


def test_what_is_open_is_undecided() -> None:
    code, said, _ = fault(Undecided("it is open whether a equals b"))
    assert (code, said) == (Code.UNDECIDED, "it is open whether a equals b")

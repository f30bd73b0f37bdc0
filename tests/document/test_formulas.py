"""The formulas of a page: checked, read aloud, signed, recorded; what nothing checks is a problem."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest

from pipeline.arithmetic import Graph, Traced, decimal
from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.formulas import PageChecks, located
from pipeline.document.read import read
from pipeline.document.sources import Filled, Source
from pipeline.document.statements import loose_relations, remedy, states_something
from pipeline.formulas import Proofs
from pipeline.problems import Code, Place, Problem, Problems
from pipeline.quantities.axes import numbered
from pipeline.quantities.compute import Quantities
from pipeline.quantities.ledger import Record
from pipeline.quantities.spelling import Style
from pipeline.quantities.tokens import Number, Tokens
from pipeline.quantities.value import Value

DECLARATIONS = r'''
"""Declarations of a page."""
from pipeline.formulas import Formula, Function, each, identity, page
from tests.formulas import small

double = Formula("=", {"A": "L d", "f": Function(small.doubled)})
twin = Formula("=", {"A": "L d", "f": Function(lambda A: 777 * A)})
mean = Formula("=", {"m": page("mean"), "x": each(page("data"))})
above_zero = Formula("=", {"s": "> 0", r"\epsilon": "> 0", "f": Function(small.doubled)})
unchecked = Formula(reason="there is nothing to compare it with")

@identity
def doubled(prove):
    """Twice is a sum."""
    prove.displayed("double")

@identity
def halved(prove):
    """Half is a sum, which is wrong."""
    a = prove.numbers("a")
    prove.equal(a / 2, a + a)
'''


class Page:
    """A page in a folder of its own, with two numbers of data and their mean."""

    def __init__(self, root: Path) -> None:
        (root / "content" / "page").mkdir(parents=True)
        (root / "content" / "page" / "formulas.py").write_text(DECLARATIONS, "utf-8")
        self.problems, self.tokens = Problems(), Tokens()
        self.checks = PageChecks(root, "content/page", Proofs(root / "proofs"), self.problems, "tests.formulas.small")
        graph = Graph()
        self.data = graph.input("data", ["0.10", "0.25"])
        self.mean = (self.data[0] + self.data[1]) / 2
        values = {
            "data": Value(self.data, (numbered(2),), "data", "data", "data", ""),
            "mean": Value(self.mean, (), "mean", "mean", "mean", ""),
        }
        self.quantities = Quantities(values, {}, {}, graph)

    def token(self, array: Traced, places: int, exact: bool = True) -> str:
        digits = decimal(array.entry(), places)
        number = Number("n", digits, Style.DECIMAL, "", exact, "", "", "", array.entry())
        return self.tokens.add(number, Place("content/page/01.md", 7, 3))

    def check(self, *blocks: Node) -> tuple[list[Node], list[Record]]:
        self.checks.displays(list(blocks))
        compare = partial(self.checks.compared, list(blocks), self.quantities, self.tokens, list)
        return self.checks.check(list(blocks), self.quantities, self.tokens, compare)

    @property
    def found(self) -> list[Problem]:
        return list(self.problems)


@pytest.fixture
def page(tmp_path: Path) -> Page:
    return Page(tmp_path)


def maths(tex: str, display: bool = True) -> Node:
    kind = {"t": "DisplayMath" if display else "InlineMath"}
    return {"t": "Math", "c": [kind, tex], "place": ("content/page/01.md", 5, 4)}


def formula(tex: str, check: str, label: str = "") -> Node:
    span = ast.span(ast.attr(label, (), {"check": check}), [maths(tex)])
    return ast.paragraph([span | {"place": ("content/page/01.md", 5, 1)}])


def only_span(blocks: list[Node]) -> Node:
    return next(node for node in ast.nodes(blocks) if node["t"] == "Span")


def test_a_right_formula_is_recorded_and_read_aloud(page: Page) -> None:
    blocks, records = page.check(formula("f(A) = 2A", "double", "eq:double"))
    assert page.found == []
    assert records == [
        {
            "label": "eq:double",
            "page": "page",
            "file": "content/page/01.md",
            "line": 5,
            "check": "double",
            "comparisons": 6,
            "holds": True,
            "proof": "sympy",
        }
    ]
    values = ast.attributes(only_span(blocks))
    assert (values["alt"], values["proof"], values["comparisons"]) == ("f von A ist gleich 2 A.", "sympy", "6")


def test_a_wrong_one_is_a_problem_with_place_and_carets(page: Page) -> None:
    blocks, (record,) = page.check(formula("\nf(A) = 3A\n", "double"))
    (problem,) = page.found
    assert (problem.code, problem.place) == (Code.FORMULA_DIFFERS, Place("content/page/01.md", 6, 8))
    assert problem.remedy.splitlines() == ["f(A) = 3A", "           ^^"]
    assert not record["holds"]
    assert "proof" not in ast.attributes(only_span(blocks))  # no output calls it checked


def test_a_twin_beside_the_formula_is_a_problem(page: Page) -> None:
    page.check(formula("f(A) = 777A", "twin"))
    (problem,) = page.found
    assert problem.code is Code.FORMULA_DECLARATION
    assert problem.message == "the reference of f calls no function of tests.formulas.small"


def test_behind_a_token_the_place_is_that_of_its_expression(page: Page) -> None:
    tex = f"\n{page.token(page.mean, 3)} = x_1\n"
    page.check(formula(tex, "arithmetic"))
    (problem,) = page.found
    assert problem.place == Place("content/page/01.md", 7, 3)
    assert problem.remedy.splitlines() == ["0.175 = x_1", "            ^^^"]


def test_a_calculation_gets_its_sign(page: Page) -> None:
    first, second = page.token(page.data[0], 2), page.token(page.data[1], 2)
    blocks, records = page.check(
        formula(rf"\frac{{{first} + {second}}}{{2}} = {page.token(page.mean, 2, False)}", "arithmetic")
    )
    assert page.found == []
    assert r"\approx" in ast.text(only_span(blocks))
    assert records[0]["proof"] == "exact"


def test_symbols_of_the_page_are_compared_exactly(page: Page) -> None:
    _, (record,) = page.check(formula("m = (x_1 + x_2)/2", "mean"))
    assert page.found == []
    assert record["proof"] == "exact"
    page.check(formula("m = (x_1 + x_1)/2", "mean"))
    assert [problem.code for problem in page.found] == [Code.FORMULA_DIFFERS]


def test_what_a_formula_takes_for_granted_is_said(page: Page) -> None:
    """A root of s² is s only above zero: a declaration that says so says it to readers as well."""
    root = formula(r"f(s) + \sqrt{\epsilon^2} = s + \sqrt{s^2} + \epsilon", "above_zero")
    blocks, (record,) = page.check(root)
    assert page.found == []
    assert record["domain"] == ["s > 0", r"\epsilon > 0"]
    assert ast.attributes(only_span(blocks))["positive"] == "s und Epsilon"


def test_an_unknown_check_suggests_a_near_one(page: Page) -> None:
    page.check(formula("f(A) = 2A", "duble"))
    (problem,) = page.found
    assert problem.code is Code.FORMULA_UNCHECKED
    assert "did you mean double?" in problem.message


def test_a_reason_stands_in_the_ledger(page: Page) -> None:
    blocks, (record,) = page.check(formula("a = b", "unchecked"))
    assert page.found == []
    assert "proof" not in ast.attributes(only_span(blocks))
    assert (record["holds"], record["reason"]) == (True, "there is nothing to compare it with")


def test_what_nothing_checks_is_a_problem_if_it_states_something(page: Page) -> None:
    page.check(ast.paragraph([maths("d_k", display=False)]))
    assert page.found == []
    page.check(ast.paragraph([maths("a = b", display=False)]))
    page.check(ast.paragraph([maths("d_k", display=True)]))
    assert [problem.code for problem in page.found] == [Code.FORMULA_UNCHECKED] * 2


@pytest.mark.parametrize(
    ("tex", "said"),
    [
        (r"Q_i = \vv{x}W", r'NAME = Formula("=", {"Q": …, "i": …, r"\vv{x}": …, "W": …})'),
        (
            r"a < b, \quad X \in \R^3",
            'declare it in page/formulas.py: NAME = Formula("<; in", {"a": …, "b": …, "X": …})',
        ),
        (r"a \gg b", r"No check decides \gg: say it in words"),
        (r"\hat{a} = b", r"It cannot be read: unknown command \hat"),
    ],
)
def test_the_remedy_is_the_missing_declaration(tex: str, said: str) -> None:
    assert said in remedy(tex, "page/formulas.py")


@pytest.mark.parametrize(
    ("tex", "states"),
    [
        ("Q = XW", True),
        (r"X \in \R^d", True),
        (r"x \leftarrow y", True),
        ("a = a + 1", True),
        ("a < b", True),
        ("j > i", True),
        (r"a \approx b", True),
        (r"a \ne b", True),
        (r"a \gg b", True),
        (r"a \sim b", True),
        (r"X \in \R^{3}", True),
        (r"\hat{a} = b", True),  # not readable: it may say anything
        (r"a \perp b", True),
        (r"x \mapsto x + 1", True),
        (r"a \Rightarrow b", True),
        ("a ≤ b", True),
        ("a ≔ b", True),
        ("a ∈ B", True),
        (r"\text{g = a - b}", True),
        (r"\hat{a} + 1", False),
        ("x", False),
        ("x = 1", False),
        (r"Y_{<t}", False),
        (r"\hat{a}", False),
        # said in words, or hidden in a script
        (r"a \text{ ist größer als } b", True),
        (r"\text{immer gleich } b", True),
        (r"\operatorname{gleich}(a, b)", True),
        (r"a^{\text{gleich } b}", True),
        (r"\text{Var}(a) \text{größer null}", True),
        ("a_{=b}", True),
        ("x_{a = b}", True),
        (r"W^{\text{out}} \text{mit}", False),
        (r"\max_{k = 1} x_k", False),
    ],
)
def test_relations_between_symbols_are_statements(tex: str, states: bool) -> None:
    assert states_something(tex) is states


def test_a_relation_that_goes_on_in_plain_text_is_one_too(page: Page) -> None:
    a, b = maths("a", display=False), maths("b", display=False)
    page.check(ast.paragraph([a, {"t": "Space"}, ast.string("und"), {"t": "Space"}, b]))
    assert page.found == []
    page.check(ast.paragraph([a, {"t": "Space"}, ast.string("="), {"t": "Space"}, b]))
    page.check(ast.paragraph([ast.span(ast.attr(), [b, ast.string("≤"), a])]))
    assert [problem.message for problem in page.found] == [f"nothing checks the relation …{x}…" for x in (" = ", "≤")]


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("$a$ = b", True),
        ("b = $a$", True),
        ("$a$ *=* $b$", True),
        ("$a$ `=` $b$", True),
        ("a = b", True),
        ("*g* = *a* + *b*", True),
        ("f(x) = a + b", True),
        ("a≤b", True),
        ("Text^[mit a = b]", True),
        ("| u | v |\n|---|---|\n| $a$ | = |\n", True),
        ("Zeile = Abfrage, Spalte = Schlüssel", False),
        ("`a = b`", False),
        ("$a$ und $b$", False),
    ],
)
def test_running_text_states_no_relation(text: str, states: bool) -> None:
    """Between two words the sign is a legend; beside anything else it is a formula that nothing can check."""
    source = Source("a.md", text)
    blocks = read([Filled(source, text)], None, lambda token: Place(), Problems())
    found = list(loose_relations(blocks))
    assert bool(found) is states
    assert all(place.line for place, _ in found)


def test_a_check_belongs_to_a_single_formula(page: Page) -> None:
    page.check(ast.paragraph([ast.span(ast.attr("", (), {"check": "double"}), ast.words("nur Text"))]))
    page.check(ast.div(ast.attr("", (), {"check": "mean"}), [ast.paragraph([maths("a", display=False)])]))
    assert [(problem.code, problem.message) for problem in page.found] == [
        (Code.FORMULA_UNCHECKED, f"the check {name!r} stands on something that is no single formula")
        for name in ("double", "mean")
    ]


def test_an_identity_is_proven_or_a_problem(page: Page) -> None:
    page.checks.displays([formula("f(A) = 2A", "double")])
    assert page.checks.identity("doubled")
    assert page.found == []
    assert not page.checks.identity("halved")
    (problem,) = page.found
    assert (problem.code, problem.place) == (Code.IDENTITY_FAILS, Place("content/page/formulas.py"))


def test_declarations_that_cannot_be_loaded_are_a_problem(tmp_path: Path) -> None:
    (tmp_path / "formulas.py").write_text("import nothing_of_that_name\n", "utf-8")
    problems = Problems()
    PageChecks(tmp_path, ".", Proofs(tmp_path / "proofs"), problems)
    assert [problem.code for problem in problems] == [Code.BAD_PAGE_CODE]


SHARED = "from pipeline.formulas import Formula\nSYMBOLS = {'A': 'L d'}\nshape = Formula('in', SYMBOLS)\n"
OWN = "from content.formulas import SYMBOLS\nfrom pipeline.formulas import Formula\nown = Formula('in', SYMBOLS)\n"


def test_declarations_of_the_site_hold_on_every_page_and_can_be_imported(tmp_path: Path) -> None:
    (tmp_path / "content" / "page").mkdir(parents=True)
    shared, own = tmp_path / "content" / "formulas.py", tmp_path / "content" / "page" / "formulas.py"

    def found(check: str) -> list[Code]:
        problems = Problems()
        checks = PageChecks(tmp_path, "content/page", Proofs(tmp_path / "proofs"), problems)
        blocks, quantities = [formula(r"A \in \R^{L \times d}", check)], Quantities({}, {}, {}, Graph())
        checks.check(blocks, quantities, Tokens(), partial(checks.compared, blocks, quantities, Tokens(), list))
        return [problem.code for problem in problems]

    shared.write_text(SHARED, "utf-8")
    assert found("shape") == []  # without a file of the page's own
    own.write_text(OWN, "utf-8")
    os.utime(shared, (0, 0))
    assert found("shape") == found("own") == []
    shared.write_text(SHARED.replace("L d", "d L"), "utf-8")
    os.utime(shared, (0, 0))  # whatever the times of files say, other bytes are another file
    assert found("own") == [Code.FORMULA_SHAPE]  # though the page's own file has not changed
    shared.unlink()
    assert found("own") == [Code.FORMULA_UNCHECKED, Code.BAD_PAGE_CODE]  # never another site's


def test_places_count_from_the_bracket_before_the_formula() -> None:
    assert located("a = b", 4, Place("x.md", 3, 10), Tokens()) == Place("x.md", 3, 16)
    assert located("\na = b\n", 5, Place("x.md", 3, 10), Tokens()) == Place("x.md", 4, 5)

"""Links between pages: a file in HTML, plain text in a PDF, a problem where they lead nowhere."""

from __future__ import annotations

import datetime

import pytest

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.page import Page
from pipeline.document.ties import check_between, check_together, tied
from pipeline.outputs.between import linked, unlinked
from pipeline.problems import Code, Place, Problems


def paragraph(target: str) -> list[Node]:
    return [ast.paragraph([ast.link(ast.attr(), [ast.string("dort")], target)])]


def page(key: str, blocks: list[Node]) -> Page:
    return Page(key, key, "", ("x",), datetime.date(2026, 1, 1), "de", blocks, None, {}, (), "")


@pytest.mark.parametrize(
    ("target", "address"),
    [
        ("page:rechenweg", "rechenweg.html"),
        ("page:rechenweg#sec:cache", "rechenweg.html#sec:cache"),
        ("#sec:here", "#sec:here"),
    ],
)
def test_html_gets_the_file(target: str, address: str) -> None:
    (block,) = linked(paragraph(target), lambda key: f"{key}.html")
    assert block["c"][0]["c"][2][0] == address


def test_a_pdf_gets_the_words_only() -> None:
    assert unlinked(paragraph("page:rechenweg")) == [ast.paragraph([ast.string("dort")])]


@pytest.mark.parametrize(
    ("target", "remedy"),
    [
        ("page:artikl", "Did you mean page:artikel?"),
        ("page:artikel#sec:maen", "Did you mean page:artikel#sec:mean?"),
        ("page:artikel#sec:mean", None),
    ],
)
def test_what_leads_nowhere_is_a_problem(target: str, remedy: str | None) -> None:
    problems = Problems()
    there = [ast.header(2, ast.attr("sec:mean"), [ast.string("Mittel")])]
    check_between([tied(page("artikel", there), ()), tied(page("rechenweg", paragraph(target)), ())], problems)
    found = [(problem.code, problem.remedy) for problem in problems]
    assert found == ([(Code.UNKNOWN_REFERENCE, remedy)] if remedy else [])


@pytest.mark.parametrize(("target", "says"), [("page:artikel#sec:mean", []), ("page:artikl", ["page:artikel"])])
def test_nobody_knows_what_stands_on_a_page_that_could_not_be_built(target: str, says: list[str]) -> None:
    problems = Problems()
    pages = [tied(page("rechenweg", paragraph(target)), ())]
    check_together(pages, ["artikel"], {"plane": Place("figures/plane.py")}, problems)
    assert [problem.remedy for problem in problems] == [f"Did you mean {name}?" for name in says]


def test_a_site_has_few_formulas_without_a_check() -> None:
    places = [Place("content/artikel/01.md", line) for line in range(1, 6)]
    pages = [tied(page("artikel", []), (), places[:2]), tied(page("rechenweg", []), (), places[2:])]
    problems = Problems()
    check_together(pages, (), {}, problems)
    assert [(problem.code, problem.place) for problem in problems] == [
        (Code.FORMULA_UNCHECKED, at) for at in places[3:]
    ]

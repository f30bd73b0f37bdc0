"""The exercises: enough of them, each with a solution, and equal signs that hold on every sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.arithmetic import decimal, exact_decimal
from pipeline.build import Built
from pipeline.document import ast
from pipeline.outputs.variants import without
from pipeline.problems import Problems
from pipeline.quantities.compute import PageCode, Quantities, compute
from pipeline.quantities.formatters import Formatters, equal
from pipeline.quantities.tokens import TOKEN, Number, Tokens
from pipeline.quantities.value import Value

SHEETS = ("1", "2", "3", "17", "40", "99", "256", "1000", "4711", "9999")
MATRIX = re.compile(r"\\begin\{bmatrix\}.*?\\end\{bmatrix\}", re.S)
KEY = re.compile(r'(?P<name>\w+)\[(?P<keys>"[^\]]*)\]')


@pytest.fixture(scope="session")
def page(pages: list[Built]) -> Built:
    return next(page for page in pages if page.page.key == "aufgaben")


def sections(page: Built) -> Iterator[list[ast.Node]]:
    """The blocks of each exercise."""
    inside: list[ast.Node] = []
    for block in page.page.blocks:
        if block["t"] == "Header":
            yield inside
            inside = []
        inside.append(block)
    yield inside


def exercises(page: Built) -> list[list[ast.Node]]:
    return [section for section in sections(page) if section and "exercise" in ast.identifier(section[0])]


def test_there_are_at_least_twelve_and_each_has_one_solution(page: Built) -> None:
    found = exercises(page)
    assert len(found) >= 12
    assert [sum("solution" in ast.classes(block) for block in section) for section in found] == [1] * len(found)


def test_every_exercise_asks_about_numbers_that_are_drawn(page: Built) -> None:
    drawn = {given.name for given in page.quantities.givens.values() if given.drawn}
    for section in exercises(page):
        asked = TOKEN.findall(ast.text([block for block in section if "solution" not in ast.classes(block)]))
        numbers = [page.page.tokens.number(token) for token in asked]
        assert any(number.entry.graph.depends_on(number.entry) & drawn for number in numbers), section[0]


# -- other sheets: the signs between the sides stay, so that where all is exact on one sheet, all is exact on each


def drawn_anew(page: Built, root: Path, seed: str) -> Quantities:
    givens = dict(page.quantities.givens)
    for name, given in givens.items():
        if given.drawn:
            givens[name] = replace(given, decimals=given.drawn.decimals(seed, name))
    example = page.source.example
    code = PageCode(root, "content/aufgaben/quantities.py", example.axes, givens, example.sentences)
    problems = Problems()
    quantities = compute(code, problems)
    assert list(problems) == []
    return quantities


def equations(page: Built) -> Iterator[str]:
    """The lines of the page's formulas that claim to be exact."""
    for node in ast.nodes(page.page.blocks):
        if node["t"] == "Math" and TOKEN.search(node["c"][1]):
            whole = MATRIX.sub(lambda match: match[0].replace(r"\\", " "), node["c"][1])
            yield from (line for line in whole.split(r"\\") if "=" in line and r"\approx" not in line)


def again(number: Number, quantities: Quantities) -> Value:
    """The value behind a number of the published sheet, on another one."""
    match = KEY.fullmatch(number.expression)
    if not match:
        return quantities.values[number.expression]
    keys = tuple(key.strip(' "') for key in match["keys"].split(","))
    value: Value = quantities.values[match["name"]][keys]
    return value


def is_exact(number: Number, quantities: Quantities) -> bool:
    """Whether all that is printed of it is the value itself."""
    entry = again(number, quantities).entry
    places, finite = re.fullmatch(r"num\((\d+)\)", number.format), exact_decimal(entry)
    return equal(decimal(entry, int(places[1])), finite) if places else finite is not None


@pytest.mark.parametrize("seed", SHEETS)
def test_an_equals_sign_holds_on_every_sheet(page: Built, root: Path, seed: str) -> None:
    quantities, found = drawn_anew(page, root, seed), list(equations(page))
    numbers = {token: page.page.tokens.number(token) for line in found for token in TOKEN.findall(line)}
    assert len(found) > 12
    assert [number.id for number in numbers.values() if not is_exact(number, quantities)] == []


def test_a_rounded_number_is_not_exact(page: Built, root: Path) -> None:
    value = page.quantities.values["cosine_result"]
    number = Formatters(Tokens(), Problems()).printed(value, decimal(value.entry, 3), 3, exact=True)
    assert not is_exact(number, drawn_anew(page, root, "2"))


# -- the sheet without solutions


def test_the_sheet_without_solutions_gives_nothing_away(page: Built) -> None:
    sheet = without(page.edition, ("solution",))
    assert "solution" not in {name for node in ast.nodes(sheet.page.blocks) for name in ast.classes(node)}
    kept = {number.quantity for number in sheet.numbers}
    assert "mean_vectors" in kept
    assert not kept & {"mean_output", "softmax_weights", "loss_total", "cache_numbers"}

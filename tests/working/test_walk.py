"""Every number of every page has a working whose steps a reader can redo; planted faults are found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from pipeline.build import Built
from pipeline.problems import Problems
from pipeline.quantities.formatters import Formatters
from pipeline.transformer import softmax
from pipeline.working import Line, Shown, Side, Working, Workings
from tests.working.conftest import Bench
from tests.working.reader import read, steps, value
from tests.working.walk import complaints


def everything(page: Built) -> Iterator[Working]:
    """The workings of a page's numbers and of all that go into them."""
    return page.workings.all(printed.number for printed in page.printed)


def test_every_number_of_every_page(pages: list[Built]) -> None:
    found = {working.number.id: list(complaints(working)) for page in pages for working in everything(page)}
    assert len(found) > 1000
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_few_lines_have_to_say_that_they_are_rounded(pages: list[Built]) -> None:
    lines = [line for page in pages for working in everything(page) for line in working.lines]
    assert len([line for line in lines if line.rounded]) <= len(lines) / 100


def test_every_way_ends_at_what_is_given(pages: list[Built]) -> None:
    for page in pages:
        known = {working.number.id: working for working in everything(page)}
        assert {leaf.number.id for working in known.values() for leaf in working.leaves} <= known.keys()
        assert all(working.leaves for working in known.values() if working.kind == "calculation")


def test_workings_do_not_depend_on_what_was_asked_before(pages: list[Built]) -> None:
    page = pages[0]
    numbers = [printed.number for printed in page.printed]
    again = Workings(page.quantities, Formatters(page.page.tokens, Problems()), page.page.tokens.numbers)
    for number in reversed(numbers):
        assert [line.tex() for line in again.of(number).lines] == [
            line.tex() for line in page.workings.of(number).lines
        ]


# -- planted faults


@pytest.fixture
def weight(bench: Bench) -> Working:
    """e^1.5 / (e^1.5 + e^-0.5) ≈ 4.482 / 5.088 ≈ 0.881."""
    bench.sheet.define("w", softmax(bench.sheet.given("x")), axes=("pair",), symbol="w")
    working = bench.working("w", 3, "one")
    assert list(complaints(working)) == []
    return working


def changed(working: Working, side: int, piece: int, **change: object) -> Working:
    """A working with one number of its last line changed; sides and numbers count from 0."""
    *lines, line = working.lines
    sides = list(line.sides)
    pieces = list(sides[side].pieces)
    at = [index for index, each in enumerate(pieces) if isinstance(each, Shown)][piece]
    pieces[at] = replace(pieces[at], **change)  # type: ignore[type-var]
    sides[side] = replace(sides[side], pieces=tuple(pieces))
    return replace(working, lines=(*lines, replace(line, sides=tuple(sides))))


@pytest.mark.parametrize(
    ("side", "piece", "text"),
    [(2, 0, "1.4"), (2, 1, "1.6"), (2, 2, "0.5"), (3, 0, "4.483"), (3, 1, "5.087"), (4, 0, "0.882"), (4, 0, "0.88")],
)
def test_a_wrong_digit_is_found(weight: Working, side: int, piece: int, text: str) -> None:
    assert list(complaints(changed(weight, side, piece, text=text)))


def test_a_shown_zero_is_found(weight: Working) -> None:
    wrong = list(complaints(changed(weight, 3, 0, text="0.000")))
    assert "0.000 stands for a value that is not zero" in wrong


def test_a_wrong_equals_sign_is_found(weight: Working) -> None:
    line = weight.lines[0]
    sides = (*line.sides[:3], replace(line.sides[3], relation="="), line.sides[4])
    wrong = list(complaints(replace(weight, lines=(Line(sides, False),))))
    assert any("said to be equal" in complaint for complaint in wrong)


def test_digits_that_pass_for_exact_are_found(weight: Working) -> None:
    assert "4.482 is said to be exact" in list(complaints(changed(weight, 3, 0, exact=True)))


def test_a_number_that_is_its_own_working_is_found(weight: Working) -> None:
    """w = 0.881 ≈ 0.881 computes nothing."""
    result = weight.lines[0].sides[-1]
    circle = replace(weight, lines=(Line((Side("", ("w",)), Side("=", result.pieces), result), False),))
    assert "nothing is computed" in list(complaints(circle))


def test_a_calculation_without_named_numbers_is_found(weight: Working) -> None:
    assert list(complaints(replace(weight, leaves=()))) == ["no number with a name is put in"]


def test_numbers_from_nowhere_are_found(weight: Working) -> None:
    """w = 4.482 / 5.088 ≈ 0.881 without the side from which these come."""
    symbols, formula, _, *later = weight.lines[0].sides
    wrong = list(complaints(replace(weight, lines=(Line((symbols, formula, *later), False),))))
    assert wrong == ["a number is put in that nothing explains"]


def test_a_side_of_another_formula_is_found(weight: Working) -> None:
    *sides, quotient, result = weight.lines[0].sides
    upside_down = replace(quotient, pieces=(r"\frac{", quotient.pieces[3], "}{", quotient.pieces[1], "}"))
    wrong = list(complaints(replace(weight, lines=(Line((*sides, upside_down, result), False),))))
    assert "5.088 is not what the printed numbers give" in wrong


def test_a_negative_factor_without_brackets_is_found(weight: Working) -> None:
    side = Side("=", (r"2 \cdot ", Shown("-0.5", True, weight.number.entry)))
    line = Line((weight.lines[0].sides[0], side, weight.lines[0].sides[-1]), True)
    assert any("brackets" in complaint for complaint in complaints(replace(weight, lines=(line,))))


def test_the_reader_reads_as_a_reader_does() -> None:
    before = read(r"1 \cdot \frac{-0.762}{\sqrt{2.883 + 0.00001}} + \left(-0.5\right)^{2} \cdot e^{0}")
    after = read(r"1 \cdot \frac{-0.762}{1.698} + 0.25 \cdot 1")
    assert [digits for _, digits in steps(before, after)] == ["1.698", "0.25", "1"]
    assert value(after) == value(read(r"-\frac{0.762}{1.698} + \max\left(0.25;\,-1\right)"))

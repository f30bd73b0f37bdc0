"""Formatters: a value in, proven digits and their spelling out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pipeline.problems import Code
from pipeline.quantities.formatters import MISSING, Formatters
from pipeline.quantities.spelling import Context
from pipeline.quantities.value import Value

Make = Callable[..., Value]


@pytest.mark.parametrize(
    ("decimal", "places", "printed"),
    [
        ("1.25", 1, "1,3"),  # half away from zero, where binary floats and bankers' rounding say 1,2
        ("-1.25", 1, "−1,3"),
        ("0.125", 2, "0,13"),
        ("-0.0004", 3, ">\u202f−0,001"),  # a value that is not zero never prints as zero
        ("2.00", None, "2,00"),  # an input prints all its digits
        ("12288", None, "12\u202f288"),
        ("0.00000000000000001", 3, "<\u202f0,001"),
        ("0", 3, "0,000"),
    ],
)
def test_num(decimal: str, places: int | None, printed: str, scalar: Make, formatters: Formatters) -> None:
    token = formatters.num(scalar(decimal), places)
    assert formatters.tokens.spell(token, Context.PROSE) == printed
    assert not list(formatters.problems)


def test_percent_counts_and_words(scalar: Make, formatters: Formatters) -> None:
    spelled = [
        (formatters.percent(scalar("0.4005")), "40\u202f%"),
        (formatters.percent(scalar("0.4005"), 1), "40,1\u202f%"),
        (formatters.count(scalar("4")), "4"),
        (formatters.word(scalar("4")), "vier"),
    ]
    for token, printed in spelled:
        assert formatters.tokens.spell(token, Context.PROSE) == printed


def test_rows(row: Make, formatters: Formatters) -> None:
    vector = formatters.vector(row("0.5234", "0.4966"), 3)
    assert formatters.tokens.spell(vector, Context.PROSE) == "\\[0,523;\u00a00,497\\]"
    vector = formatters.vector(row("1", "2", "3", "4", "5"), 0)
    assert formatters.tokens.spell(vector, Context.PROSE) == "\\[1; 2; 3; 4; 5\\]"  # too long for a line of its own
    formatters.here.context = Context.MATH
    vector = formatters.vector(row("0.5234", "0.4966"), 3)
    assert formatters.tokens.spell(vector, Context.MATH) == "[0,523;\\,0,497]"
    matrix = formatters.matrix(row("0.5234", "-0.4966"), 2)
    assert formatters.tokens.spell(matrix, Context.MATH) == r"\begin{bmatrix} 0,52 & −0,50 \end{bmatrix}"


def test_one_number_has_one_id_wherever_it_stands(row: Make, formatters: Formatters) -> None:
    weights = row("0.25", "0.75")
    first = formatters.num(weights["t1"], 2)
    second = formatters.num(weights["t1"], 2)
    assert first != second  # two tokens, for two places
    ids = {formatters.tokens.number(token).id for token in (first, second)}
    assert ids == {"row-t1-2"}


def test_exact_digits_are_known(scalar: Make, formatters: Formatters) -> None:
    exact = [formatters.tokens.number(formatters.num(scalar(text), 2)).exact for text in ("0.25", "0.251")]
    assert exact == [True, False]


@pytest.mark.parametrize("formatter", ["num", "percent", "count", "word", "vector", "matrix", "table", "name"])
def test_what_a_formatter_cannot_print_is_a_problem(formatter: str, formatters: Formatters) -> None:
    assert getattr(formatters, formatter)(0.401) == MISSING
    assert [problem.code for problem in formatters.problems] == [Code.WRONG_FORMATTER]


def test_a_value_without_finite_digits_needs_places(row: Make, formatters: Formatters) -> None:
    third = row("1", "3")
    assert formatters.num(third["t0"] / third["t1"]) == MISSING
    assert "num(PLACES)" in next(iter(formatters.problems)).message

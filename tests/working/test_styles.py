"""The last value of a working is the number as it is printed: percent, word, bound, more digits or fewer."""

from __future__ import annotations

import pytest

from pipeline.quantities.formatters import Formatters
from pipeline.transformer import softmax
from tests.working.conftest import Bench, written


@pytest.mark.parametrize(
    ("formatter", "places", "ends"),
    [
        ("num", (3,), [r"≈ \frac{4.482}{5.088}", "≈ 0.881"]),
        ("num", (6,), [r"≈ \frac{4.481689}{5.088220}", "≈ 0.880797"]),
        ("percent", (0,), [r"≈ \frac{4.482}{5.088}", "≈ 0.881", r"≈ 88\,\%"]),
        ("percent", (1,), [r"≈ \frac{4.482}{5.088}", "≈ 0.881", r"= 88.1\,\%"]),
    ],
)
def test_weight(bench: Bench, formatter: str, places: tuple[int, ...], ends: list[str]) -> None:
    bench.sheet.define("w", softmax(bench.sheet.given("x")), axes=("pair",), symbol="w")
    token = getattr(bench.formatters, formatter)(bench.quantities().values["w"]["one"], *places)
    sides = written(bench.workings().of(bench.formatters.tokens.number(token)))
    assert sides[-len(ends) :] == ends


def test_word(bench: Bench) -> None:
    bench.sheet.define("q", bench.sheet.fact("m") / bench.sheet.count("n"))
    token = bench.formatters.word(bench.quantities().values["q"])
    assert written(bench.workings().of(bench.formatters.tokens.number(token))) == [
        r"\frac{12}{4}",
        "= 3",
        r"= \text{drei}",
    ]


def test_bound(bench: Bench) -> None:
    bench.sheet.define("q", bench.sheet.given("y")[0] / bench.sheet.fact("m") ** 3, symbol="q")
    sides = written(bench.working("q", 3))
    assert sides[-2:] == ["≈ 0.00014", "< 0.001"]


def test_a_sum_of_printed_digits_adds_them(bench: Bench) -> None:
    from dataclasses import replace

    bench.sheet.define("w", softmax(bench.sheet.given("x")), axes=("pair",), symbol="w")
    parts = (bench.number("w", 1, "one"), bench.number("w", 1, "two"))
    printed = replace(parts[0], id="printed-sum", digits="1.0", terms=parts)
    working = bench.workings().of(printed)
    assert written(working) == ["0.9 + 0.1", "= 1.0"]
    assert [leaf.number for leaf in working.leaves] == list(parts)


def test_what_is_put_in_leads_to_the_number_of_the_text(bench: Bench) -> None:
    """The text prints the weight with two decimals; the calculation needs more, and leads there all the same."""
    s = bench.sheet
    w = s.define("w", softmax(s.given("x")), axes=("pair",), symbol="w")
    s.define("q", w[0] * s.fact("m"), symbol="q")
    bench.formatters.num(bench.quantities().values["w"]["one"], 2)
    working = bench.working("q", 3)
    assert written(working)[2] == r"≈ 0.8808 \cdot 12"
    assert [(leaf.number.id, leaf.number.digits) for leaf in working.leaves] == [("w-one-2", "0.88"), ("facts-m", "12")]


def test_numbers_of_a_line_that_a_text_prints_have_ids_of_their_own(bench: Bench) -> None:
    bench.sheet.define("w", softmax(bench.sheet.given("x")), axes=("pair",), symbol="w")
    number, workings = bench.number("w", 3, "one"), bench.workings()
    (line,) = workings.of(number).lines
    found = [workings.printed(shown, number) for side in line.sides for shown in side.numbers]
    assert [(each.id, each.digits) for each in found] == [
        ("x-one", "1.5"),
        ("x-one", "1.5"),
        ("x-two", "-0.5"),
        ("w-one-3-step-3", "4.482"),
        ("w-one-3-step-3-2", "5.088"),
        ("w-one-3", "0.881"),
    ]
    assert written(workings.of(found[4])) == [
        r"e^{x_{1}} + e^{x_{2}}",
        r"= e^{1.5} + e^{-0.5}",
        "≈ 5.088",
    ]


def test_ids_do_not_depend_on_the_order_of_questions(bench: Bench) -> None:
    bench.sheet.define("w", softmax(bench.sheet.given("x")), axes=("pair",), symbol="w")
    numbers = [bench.number("w", 3, label) for label in ("one", "two")]
    there = [working.number.id for working in bench.workings().all(numbers)]
    back = [working.number.id for working in bench.workings().all(numbers[::-1])]
    assert sorted(there) == sorted(back)
    assert isinstance(bench.formatters, Formatters)

"""Certified digits: inputs and expected digits side by side, and what cannot be decided."""

from __future__ import annotations

import decimal as standard
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pipeline.arithmetic import (
    Entry,
    Graph,
    Undecided,
    compare,
    decimal,
    decimals,
    enclosure,
    exact_decimal,
    exact_value,
    nearest_double,
    sign,
    significant,
)
from pipeline.transformer import num, softmax


def typed(text: str) -> Entry:
    return Graph().input("x", text).entry()


TYPED = [  # input, decimals, expected
    # halves go away from zero
    ("1.25", 1, "1.3"),
    ("-1.25", 1, "-1.3"),
    ("1.35", 1, "1.4"),
    ("0.5", 0, "1"),
    ("1.5", 0, "2"),
    ("2.5", 0, "3"),
    ("-0.5", 0, "-1"),
    ("0.125", 2, "0.13"),
    ("0.0005", 3, "0.001"),
    # halves that a double misses
    ("1.005", 2, "1.01"),
    ("2.675", 2, "2.68"),
    ("1.15", 1, "1.2"),
    ("0.285", 2, "0.29"),
    ("8.325", 2, "8.33"),
    ("1.4999999999999999", 0, "1"),
    ("0.49999999999999997", 0, "0"),
    # one unit in the 17th digit beside a half
    ("0.25000000000000000", 1, "0.3"),
    ("0.24999999999999999", 1, "0.2"),
    ("0.25000000000000001", 1, "0.3"),
    ("0.00049999999999999", 3, "0.000"),
    ("0.00050000000000001", 3, "0.001"),
    ("0.4105000000000000", 3, "0.411"),
    ("0.4104999999999999", 3, "0.410"),
    ("0.4105000000000001", 3, "0.411"),
    ("-0.41049999999999999", 3, "-0.410"),
    # signs and zeros
    ("0", 3, "0.000"),
    ("-0.000", 3, "0.000"),
    ("-0.0004", 3, "0.000"),
    ("-0.0005", 3, "-0.001"),
    ("-0.4", 0, "0"),
    ("0.0994", 3, "0.099"),
    ("0.9995", 3, "1.000"),
    ("9.9995", 3, "10.000"),
    ("-99.95", 1, "-100.0"),
    # very small, very large
    ("1e-17", 3, "0.000"),
    ("1e-17", 17, "0.00000000000000001"),
    ("-1e-17", 2, "0.00"),
    ("1.7e308", 0, "17" + "0" * 307),
    ("1.7e308", 2, "17" + "0" * 307 + ".00"),
    ("9007199254740993", 0, "9007199254740993"),
    ("123456789012345678.5", 0, "123456789012345679"),
]
Compute = Callable[[Any], Any]
X = ["0.1", "0.15", "2", "3", "0.0125", "1e16", "1e-17"]
COMPUTED: list[tuple[str, Compute, int, str]] = [
    ("a tie of two decimals", lambda x: x[0] + x[1], 1, "0.3"),
    ("three tenths", lambda x: x[0] + x[0] + x[0], 17, "0.30000000000000000"),
    ("a third", lambda x: x[0] / x[0] / x[3], 5, "0.33333"),
    ("two thirds", lambda x: x[2] / x[3], 5, "0.66667"),
    ("a tie of a product", lambda x: x[4] * x[2] * x[2], 2, "0.05"),
    ("a tie of a quotient", lambda x: x[3] / num(8, x), 2, "0.38"),
    ("a negative tie", lambda x: -x[3] / num(8, x), 2, "-0.38"),
    ("a tie of roots", lambda x: np.sqrt(x[2]) * np.sqrt(x[2]) / num(16, x), 2, "0.13"),
    ("a tie of exps", lambda x: np.exp(x[0] - x[1]) * np.exp(x[1] - x[0]) / num(8, x), 2, "0.13"),
    ("a tie of a softmax", lambda x: np.sum(softmax(x[:4])) * num("0.0005", x), 3, "0.001"),
    ("a tie of a masked mean", lambda x: softmax(num(["-inf", "0", "-inf", "0"], x)) @ x[1:5], 4, "1.0063"),
    ("what a double swallows", lambda x: x[5] + 1 - x[5], 0, "1"),
    ("what a double swallows, small", lambda x: (1 + x[6] - 1) / x[6], 3, "1.000"),
    ("cancellation", lambda x: (np.exp(x[6]) - 1) / x[6], 5, "1.00000"),
    ("just below a half", lambda x: num("0.25", x) - np.exp(-num(100, x)), 1, "0.2"),
    ("just above a half", lambda x: num("0.25", x) + np.exp(-num(100, x)), 1, "0.3"),
    ("far closer than 200 bits", lambda x: num("0.25", x) - np.exp(-num(3000, x)), 1, "0.2"),
    ("almost whole", lambda x: (1 + np.sqrt(x[2])) ** 40, 16, "2046573816377473.9999999999999995"),
    ("a root", lambda x: np.sqrt(x[2]), 30, "1.414213562373095048801688724210"),
    ("e", lambda x: np.exp(x[2] / 2), 25, "2.7182818284590452353602875"),
    ("no minus before zero", lambda x: -np.exp(-num(20, x)), 3, "0.000"),
    ("zero in a roundabout way", lambda x: np.sqrt(x[2]) ** 2 - 2, 3, "0.000"),
    ("exp of minus infinity", lambda x: np.exp(np.where(x[2] > 1, -np.inf, x[2])), 3, "0.000"),
    ("exp of a large number", lambda x: np.exp(num(710, x)) / 10**308, 9, "2.233994766"),
]


@pytest.mark.parametrize(("text", "places", "expected"), TYPED)
def test_digits_of_typed_numbers(text: str, places: int, expected: str) -> None:
    assert decimal(typed(text), places) == expected


@pytest.mark.parametrize(("case", "compute", "places", "expected"), COMPUTED, ids=[case for case, *_ in COMPUTED])
def test_digits_of_computed_numbers(case: str, compute: Compute, places: int, expected: str) -> None:
    assert decimal(compute(Graph().input("x", X)).entry(), places) == expected


# -- the tables would notice other ways of printing

OTHER_WAYS: dict[str, Callable[[Entry, int], str]] = {
    "float64 and format": lambda entry, places: f"{nearest_double(entry):.{places}f}",
    "float64 and round": lambda entry, places: f"{round(nearest_double(entry), places):.{places}f}",
    "float64's shortest digits, halves up": lambda entry, places: _half_up(str(nearest_double(entry)), places),
    "halves to even": lambda entry, places: _quantized(entry, places, standard.ROUND_HALF_EVEN),
    "halves towards zero": lambda entry, places: _quantized(entry, places, standard.ROUND_HALF_DOWN),
    "cut off": lambda entry, places: _quantized(entry, places, standard.ROUND_DOWN),
    "a minus before zero": lambda entry, places: _quantized(entry, places, standard.ROUND_HALF_UP),
}


def _half_up(text: str, places: int) -> str:
    with standard.localcontext(prec=700):
        return f"{standard.Decimal(text).quantize(standard.Decimal(1).scaleb(-places), standard.ROUND_HALF_UP):f}"


def _quantized(entry: Entry, places: int, rounding: str) -> str:
    with standard.localcontext(prec=700):
        value = standard.Decimal(str(entry.graph.nodes[0].decimals))
        return f"{value.quantize(standard.Decimal(1).scaleb(-places), rounding):f}"


@pytest.mark.parametrize("way", OTHER_WAYS)
def test_another_way_of_printing_is_found(way: str) -> None:
    assert any(OTHER_WAYS[way](typed(text), places) != expected for text, places, expected in TYPED)


def test_without_the_exact_pass_no_tie_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    tie = (lambda x: x[0] + x[1])(Graph().input("x", X)).entry()
    monkeypatch.setattr(decimals, "proven_value", lambda entry: None)
    with pytest.raises(Undecided):
        decimal(tie, 1)


def test_without_more_bits_no_near_tie_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decimals, "LIMIT", 200)
    with pytest.raises(Undecided):
        decimal((lambda x: num("0.25", x) - np.exp(-num(3000, x)))(Graph().input("x", "1")).entry(), 1)


# -- open questions


def hidden_zero(x: Any) -> Any:
    """Exactly 0, but by a relation between tanh and exp that no rule of the exact pass knows."""
    return ((np.exp(2 * x) - 1) / (np.exp(2 * x) + 1) - np.tanh(x)).__named__("zero")


def test_an_undecided_digit_names_value_and_boundary() -> None:
    x = Graph().input("x", "1")
    quarter = (hidden_zero(x) + num("0.25", x)).__named__("quarter").entry()
    with pytest.raises(Undecided, match=r"quarter\[\] = \[0\.25000.* boundary 0\.25 with 6400 bits"):
        decimal(quarter, 1)
    assert decimal(quarter, 2) == "0.25"


def test_an_undecided_comparison_names_both() -> None:
    x = Graph().input("x", ["1", "2"])
    first, second = hidden_zero(x).entry(0), hidden_zero(x).entry(1)
    with pytest.raises(Undecided, match=r"whether zero\[0\] = .* equals zero\[1\] = "):
        compare(first, second)
    with pytest.raises(Undecided, match=r"whether zero\[0\] = .* equals 0"):
        sign(first)
    assert compare(first, hidden_zero(x).entry(0)) == 0


@pytest.mark.parametrize("ask", [lambda e: decimal(e, 2), lambda e: significant(e, 2), enclosure, nearest_double, sign])
def test_a_value_that_may_not_exist_has_no_digits(ask: Callable[[Entry], Any]) -> None:
    x = Graph().input("x", ["1", "1.0"])
    with pytest.raises(Undecided):
        ask((x[0] / (x[0] - x[1])).entry())


def test_an_infinite_value_has_a_sign_but_no_digits() -> None:
    x = Graph().input("x", ["1", "2"])
    masked = np.where(x > 1, x, -np.inf)
    assert sign(masked.entry(0)) == -1
    assert compare(masked.entry(0), masked.entry(1)) == -1
    assert compare(masked.entry(0), np.where(x > 1, 0, -np.inf).entry(0)) == 0
    assert nearest_double(masked.entry(0)) == float("-inf")
    with pytest.raises(Undecided, match="infinite"):
        decimal(masked.entry(0), 3)


@pytest.mark.parametrize("ask", [lambda e: decimal(e, -1), lambda e: significant(e, 0)])
def test_a_number_of_digits_that_makes_no_sense_is_refused(ask: Callable[[Entry], Any]) -> None:
    with pytest.raises(ValueError, match=r"-1 decimal|0 significant"):
        ask(typed("1"))


# -- other forms of the digits

SIGNIFICANT = [
    ("1e-17", 1, "1e-17"),
    ("1e-17", 3, "1.00e-17"),
    ("1.7e308", 2, "1.7e308"),
    ("-0.00012345", 3, "-1.23e-4"),
    ("9.995", 3, "1.00e1"),
    ("0.0999", 2, "1.0e-1"),
    ("1.25", 2, "1.3e0"),
    ("123456", 2, "1.2e5"),
    ("0", 3, "0.00e0"),
    ("99.9", 1, "1e2"),
]


@pytest.mark.parametrize(("text", "digits", "expected"), SIGNIFICANT)
def test_significant_digits(text: str, digits: int, expected: str) -> None:
    assert significant(typed(text), digits) == expected


EXACT: list[tuple[str, Compute, str | None]] = [
    ("as typed", lambda x: x[0], "1.00"),
    ("as typed, negative", lambda x: x[1], "-0.10"),
    ("as typed, moved about and named", lambda x: np.flip(x).__named__("flipped")[-1], "1.00"),
    ("as typed, chosen", lambda x: np.where(x > 0, x, 0)[0], "1.00"),
    ("an exponent", lambda x: x[2], "0.00000000000000001"),
    ("negative zero", lambda x: x[3], "0.00"),
    ("a sum", lambda x: x[0] + x[1], "0.9"),
    ("a whole number", lambda x: x[0] - x[1] * 10, "2"),
    ("an eighth", lambda x: x[0] / 8, "0.125"),
    ("a third", lambda x: x[0] / 3, None),
    ("a root", lambda x: np.sqrt(x[0] + x[0]), None),
    ("a root of a square", lambda x: np.sqrt(x[1] * x[1]), "0.1"),
    ("a truth value", lambda x: x[0] > x[1], "1"),
    ("infinity", lambda x: np.where(x[0] > 0, -np.inf, x[0]), None),
]


@pytest.mark.parametrize(("case", "compute", "expected"), EXACT, ids=[case for case, *_ in EXACT])
def test_all_digits_of_a_finite_decimal(case: str, compute: Compute, expected: str | None) -> None:
    x = Graph().input("x", ["1.00", "-0.10", "1e-17", "-0.00"])
    assert exact_decimal(compute(x).entry()) == expected


ENCLOSED: list[tuple[str, Compute, bool, str]] = [
    ("a typed decimal", lambda x: x[0], True, "exact"),
    ("a rational", lambda x: x[2] / x[3], False, "exact"),
    ("a root", lambda x: np.sqrt(x[2]), False, "ball"),
    ("a small number", lambda x: np.exp(-num(700, x)), False, "ball"),
    ("a large number", lambda x: np.exp(num(700, x)), False, "ball"),
    ("a negative number", lambda x: -np.sqrt(x[2]), False, "ball"),
    ("after heavy cancellation", lambda x: np.exp(x[6]) - 1 - x[6], False, "ball"),
]


@pytest.mark.parametrize(("case", "compute", "exact", "proof"), ENCLOSED, ids=[case for case, *_ in ENCLOSED])
def test_enclosures(case: str, compute: Compute, exact: bool, proof: str) -> None:
    entry = compute(Graph().input("x", X)).entry()
    bounds = enclosure(entry)
    lower, upper = Fraction(bounds.lower), Fraction(bounds.upper)
    fine = entry.graph.evaluate(1000)[entry.node].elements[()]
    ends = [Fraction(int(end.p), int(end.q)) for end in (fine.lower().fmpq(), fine.upper().fmpq())]
    assert (bounds.exact, bounds.proof) == (exact, proof)
    assert exact == (lower == upper)
    if not exact:
        assert lower <= ends[0] + abs(ends[0]) / 2**40
        assert upper >= ends[1] - abs(ends[1]) / 2**40
        assert upper - lower <= max(abs(lower), abs(upper)) / 10**30
        assert len(bounds.lower.replace("-", "").replace(".", "").lstrip("0")) >= 30


DOUBLES = ["0.1", "1.7e308", "1e-17", "-4.9e-324", "2.4e-324", "9007199254740993", "1e400", "-1e400", "-1e-400", "0.30"]


@pytest.mark.parametrize("text", DOUBLES)
def test_the_nearest_double_is_the_one_that_python_reads(text: str) -> None:
    found = nearest_double(typed(text))
    assert found == float(text)
    assert str(found) != "-0.0"


def test_the_nearest_double_of_a_computed_number() -> None:
    x = Graph().input("x", ["2", "0.1", "0.2"])
    assert nearest_double(np.sqrt(x).entry(0)) == 2**0.5
    assert nearest_double((x[1] + x[2]).entry()) == 0.3 != 0.1 + 0.2


def test_order() -> None:
    x = Graph().input("x", ["0.1", "0.2", "0.3", "0.30000000000000000001"])
    assert compare((x[0] + x[1]).entry(), x.entry(2)) == 0
    assert compare(x.entry(2), x.entry(3)) == -1
    assert compare(np.exp(x).entry(1), np.exp(x).entry(0)) == 1
    assert compare(np.exp(x).entry(2), np.exp(x[0] + x[1]).entry()) == 0
    assert compare(x.entry(0), Graph(bits=400).input("y", "0.2").entry()) == -1
    assert [sign(entry) for entry in (x.entry(0), (x[0] - x[1]).entry(), (x[0] + x[1] - x[2]).entry())] == [1, -1, 0]


def test_numbers_beyond_all_digits_are_refused_and_end_no_process() -> None:
    graph = Graph()
    towering = np.exp(graph.input("exponent", ["1e30", "-1e30"]))
    assert exact_value(towering.entry(0)) is None
    for place in (0, 1):
        with pytest.raises(Undecided, match="too large or too small"):
            decimal(towering.entry(place), 3)

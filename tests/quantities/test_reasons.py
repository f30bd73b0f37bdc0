"""Why a printed number is what it is: each reason is found where it holds, and only there."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from pipeline.quantities.reasons import CANDIDATES, Case, Row, reasons
from pipeline.quantities.value import Value

Scalar = Callable[[str], Value]


def case(scalar: Scalar, printed: str, value: str, **more: Any) -> Case:
    """A printed number beside the value that it claims to be."""
    more = {key: scalar(given).entry if key == "steps" else given for key, given in more.items()}
    places = len(printed.partition(".")[2])
    return Case(Fraction(printed), places, scalar(value).entry, float(value), **more)


@pytest.mark.parametrize(
    ("printed", "value", "found"),
    [
        ("1.04", "1.04", "exact"),
        ("-0.3", "-0.30", "exact"),
        ("0.401", "0.40126", "rounded"),
        ("-0.416", "-0.41615", "rounded"),
        ("0.000", "0.0000004", "rounded"),
        ("0.13", "0.125", "rounded"),  # halves go away from zero
        ("-0.13", "-0.125", "rounded"),
        ("0.12", "0.125", "half_even"),
        ("0.3", "0.2456", "twice_rounded"),
        ("0.40", "0.4099", "truncated"),
        ("-0.40", "-0.4099", "truncated"),
        ("0.42", "0.4099", "last_digit"),
        ("0.39", "0.4099", "open"),
        ("9", "14", "open"),
    ],
)
def test_the_reason_is_found(scalar: Scalar, printed: str, value: str, found: str) -> None:
    assert reasons(case(scalar, printed, value))[0] == found


def test_a_right_number_needs_no_second_reason(scalar: Scalar) -> None:
    assert reasons(case(scalar, "0.401", "0.4012", steps="0.4009")) == ("rounded",)


def test_all_reasons_that_explain_a_number_are_named(scalar: Scalar) -> None:
    assert reasons(case(scalar, "9.29", "9.2847825", steps="9.286")) == ("printed_steps", "twice_rounded")


def test_intermediate_values_that_lead_elsewhere_explain_nothing(scalar: Scalar) -> None:
    assert reasons(case(scalar, "9.30", "9.2847825", steps="9.286")) == ("open",)


def test_a_row_made_to_sum_up_comes_before_what_fits_a_single_number(scalar: Scalar) -> None:
    row = Row(printed=Fraction(100), rounded=Fraction("100.01"), whole=Fraction(100))
    assert reasons(case(scalar, "83.83", "83.8394", row=row)) == ("forced_sum", "truncated")


@pytest.mark.parametrize(
    "row",
    [
        Row(Fraction(100), Fraction(100), Fraction(100)),  # properly rounded digits make the whole as well
        Row(Fraction("99.99"), Fraction("100.01"), Fraction(100)),  # the printed ones do not make it
    ],
)
def test_a_row_that_needed_no_force_explains_nothing(scalar: Scalar, row: Row) -> None:
    assert reasons(case(scalar, "83.83", "83.8394", row=row)) == ("truncated",)


def test_a_number_two_units_off_was_not_made_to_sum_up(scalar: Scalar) -> None:
    row = Row(Fraction(100), Fraction("100.01"), Fraction(100))
    assert reasons(case(scalar, "83.82", "83.8394", row=row)) == ("open",)


def test_double_precision_explains_what_it_computes(scalar: Scalar) -> None:
    lost = Case(Fraction("0.3"), 1, scalar("0.1").entry, 0.3)
    assert reasons(lost) == ("float64",)


def test_another_value_that_may_be_meant_is_recognised(scalar: Scalar) -> None:
    meant = Case(Fraction(12), 0, scalar("14").entry, 14.0, instead=(scalar("12").entry,))
    assert reasons(meant) == ("instead",)


def test_every_number_has_a_reason() -> None:
    assert list(CANDIDATES)[-1] == "open"

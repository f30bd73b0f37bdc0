"""What may enter a computation: decimal texts, integers, ±inf, and nested lists of these."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from flint import fmpq

from pipeline.arithmetic.numerals import numerals, rational, typed_places

READ = [  # text, exact value, decimals as typed
    ("1.00", fmpq(1), 2),
    ("0.2", fmpq(1, 5), 1),
    ("-0.10", fmpq(-1, 10), 2),
    ("+3", fmpq(3), 0),
    (".5", fmpq(1, 2), 1),
    ("5.", fmpq(5), 0),
    ("-0.000", fmpq(0), 3),
    ("1e-5", fmpq(1, 100000), 5),
    ("1.25E2", fmpq(125), 0),
    ("1.7e308", fmpq(17) * 10**307, 0),
    ("4e-324", fmpq(4, 10**324), 324),
    ("0.14999999999999999", fmpq(14999999999999999, 10**17), 17),
    ("12345678901234567890123456789", fmpq(12345678901234567890123456789), 0),
]


@pytest.mark.parametrize(("text", "value", "places"), READ)
def test_decimal_texts_are_read_exactly(text: str, value: fmpq, places: int) -> None:
    assert rational(text) == value
    assert typed_places(text) == places
    assert numerals(text).tolist() == text


@pytest.mark.parametrize(
    "text",
    ["", "-", ".", "e5", "1,5", "1 000", "1_000", "0x10", "1/3", "nan", "infinity", "∞", "٣", "½", "１", "1e99999"],
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a decimal number"):
        numerals(text)


ACCEPTED: list[tuple[Any, Any]] = [
    (3, "3"),
    (-(10**30), str(-(10**30))),
    (np.int64(7), "7"),
    (np.uint8(255), "255"),
    (float("inf"), "inf"),
    (-np.inf, "-inf"),
    ("-inf", "-inf"),
    (["1", 2, "0.50"], ["1", "2", "0.50"]),
    ([["1"], ["2"]], [["1"], ["2"]]),
    (np.arange(3), ["0", "1", "2"]),
    (np.array([0, -np.inf], dtype=object), ["0", "-inf"]),
]


@pytest.mark.parametrize(("value", "texts"), ACCEPTED)
def test_exact_constants_become_texts(value: Any, texts: Any) -> None:
    assert numerals(value).tolist() == texts


@pytest.mark.parametrize("value", [True, np.bool_(False), None, 1j, b"1", {"1": 2}, fmpq(1, 3), ["1", None]])
def test_what_is_no_number_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        numerals(value)


@pytest.mark.parametrize("value", [[["1", "2"], ["3"]], [["1"], "2"]])
def test_rows_of_unequal_length_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=r"equal lengths|inhomogeneous"):
        numerals(value)


def test_a_float_is_refused_with_the_remedy() -> None:
    with pytest.raises(TypeError, match=r"the float 0\.1 is not exact.*num"):
        numerals([1, 0.1])

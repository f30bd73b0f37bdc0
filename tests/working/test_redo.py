"""Redoing a step from printed numbers: right digits are found right, wrong ones wrong, ties away from zero."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flint import ctx

from pipeline.working.redo import amount, gives, redone

RIGHT = [
    ("sum", ["0.401", "0.191", "0.216", "0.191"], "0.999"),
    ("difference", ["0.3", "-0.2"], "0.50"),
    ("product", ["-0.5", "0.25"], "-0.13"),  # -0.125, half away from zero
    ("quotient", ["2.829", "7.051"], "0.401"),
    ("quotient", ["1", "3"], "0.333333333333333333333333333333"),
    ("square", ["-1.1224"], "1.260"),
    ("power", ["10000", "0.25"], "10"),
    ("power", ["10000", "0"], "1"),
    ("power", ["-2", "3"], "-8"),
    ("exp", ["1.04"], "2.829"),
    ("exp", ["0"], "1.000"),
    ("exp", ["-inf"], "0"),
    ("sqrt", ["2.25"], "1.5"),
    ("sqrt", ["2"], "1.41421356237309504880"),
    ("log", ["1"], "0.0"),
    ("sin", ["1"], "0.841"),
    ("cos", ["0"], "1"),
    ("absolute", ["-0.75"], "0.75"),
    ("max", ["-2.5", "0"], "0"),
    ("min", ["-2.5", "0"], "-2.5"),
    ("negative", ["0.127"], "-0.127"),
    ("quotient", ["3.78e-11", "2"], "1.89e-11"),
]


@pytest.fixture(autouse=True)
def precision() -> Iterator[None]:
    """As many bits as a page's graph has."""
    with ctx.workprec(200):
        yield


@pytest.mark.parametrize(("op", "numbers", "digits"), RIGHT)
def test_right(op: str, numbers: list[str], digits: str) -> None:
    assert gives(redone(op, [amount(number) for number in numbers]), digits)


@pytest.mark.parametrize(("op", "numbers", "digits"), RIGHT)
def test_wrong_by_one_in_the_last_place(op: str, numbers: list[str], digits: str) -> None:
    mantissa, e, exponent = digits.partition("e")
    wrong = mantissa[:-1] + str((int(mantissa[-1]) + 1) % 10) + e + exponent
    assert not gives(redone(op, [amount(number) for number in numbers]), wrong)


def test_a_quotient_by_zero_gives_nothing() -> None:
    assert not gives(redone("quotient", [amount("1"), amount("0")]), "0")

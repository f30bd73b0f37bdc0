"""Calculations on the page of proofs: rows that are too long go on below, and nothing of them is lost."""

from __future__ import annotations

import re

import pytest

from pipeline.outputs.html.mathml import mathml
from pipeline.outputs.html.rows import fitted
from pipeline.quantities.tokens import Tokens

LONG = " + ".join(f"x_{{{place}}} \\cdot 0.12345" for place in range(1, 9))
FACTORS = r" \cdot ".join(["12345678"] * 9)
LIST = "; ".join(["0.401"] * 14)
DEVIATIONS = " + ".join(r"\left(0.14358052 + 0.35157847 - 0.45585475\right)^{2}" for _ in range(4))


def calculation(tex: str) -> str:
    return mathml(rf"\begin{{aligned}} {tex} \end{{aligned}}", True, Tokens())


def text(element: str) -> str:
    return re.sub("<[^>]*>", "", element)


def rows(tex: str) -> list[str]:
    """What stands in the rows of a calculation."""
    return [text(row) for row in re.findall("<mtr>(.*?)</mtr>", fitted(calculation(tex)))]


def test_what_fits_stays_as_it_is() -> None:
    short = calculation(r"a &= x + y \\ &= 3")
    assert fitted(short) == short


@pytest.mark.parametrize("tex", [LONG, FACTORS, rf"\min({LIST})", DEVIATIONS])
def test_a_long_row_goes_on_below_and_loses_nothing(tex: str) -> None:
    found = rows(f"a &= {tex}")
    assert len(found) > 1
    assert "".join(found) == text(calculation(f"a &= {tex}"))


def test_a_sum_goes_on_before_a_sign_and_a_list_behind_a_semicolon() -> None:
    assert all(row.startswith("+x") for row in rows(f"a &= {LONG}")[1:])
    assert rows(rf"a &= \min({LIST})")[0].endswith(";")


def test_brackets_are_parted_only_where_they_are_longer_than_a_row() -> None:
    assert all(row.startswith("+(") for row in rows(f"a &= {DEVIATIONS}")[1:])
    inside = rf"\left({LONG} + {LONG}\right)"
    assert next(row.count("(") - row.count(")") for row in rows(f"a &= {inside}")) == 1


def test_a_long_formula_stands_above_what_it_is() -> None:
    head, *others = rows(rf"{DEVIATIONS} &= 3")
    assert head.startswith("(")
    assert others[-1] == "=3"

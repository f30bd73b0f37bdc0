"""The ledger of the real site: its form, and what it says of each number, looked into with nothing but fractions."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pipeline.build import Built, ledger
from pipeline.quantities.ledger import dumps

DIGITS = 30
Ledger = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def records(pages: list[Built]) -> Ledger:
    read: Ledger = json.loads(dumps(ledger(pages)))
    return read


@pytest.fixture(scope="module")
def schema(root: Path) -> jsonschema.Draft202012Validator:
    content = json.loads((root / "pipeline" / "quantities" / "ledger.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(content)
    return jsonschema.Draft202012Validator(content)


def test_the_ledger_has_the_form_of_its_schema(records: Ledger, schema: jsonschema.Draft202012Validator) -> None:
    assert [error.message for error in schema.iter_errors(records)] == []
    assert all(records.values()), "every part of the schema is tried"


@pytest.mark.parametrize(
    ("part", "field", "value"),
    [
        ("numbers", "id", "Weights[0]"),
        ("numbers", "where", "footnote"),
        ("numbers", "proof", "float"),
        ("numbers", "lower", "0,4"),
        ("numbers", "value", "0.4"),
        ("numbers", "line", None),
        ("claims", "holds", "true"),
        ("claims", "false_for", "some"),
        ("formulas", "label", "fig:plane"),
        ("formulas", "comparisons", -1),
        ("given", "source", "somewhere else"),
        ("given", "value", 0.4),
        ("idioms", "reason", ""),
    ],
)
def test_the_schema_refuses(
    part: str, field: str, value: object, records: Ledger, schema: jsonschema.Draft202012Validator
) -> None:
    damaged = copy.deepcopy(records)
    damaged[part][0][field] = value
    assert not schema.is_valid(damaged)
    del damaged[part][0][field]
    assert not schema.is_valid(damaged)


def test_each_printed_digit_is_the_rounding_of_both_bounds(records: Ledger) -> None:
    for number in records["numbers"]:
        lower, upper = Fraction(number["lower"]), Fraction(number["upper"])
        assert lower <= upper
        if number["format"] == "word":
            assert lower == upper == int(lower)
            continue
        if number["format"] == "quoted":  # digits of another document: tests/load/test_quoted.py reads them
            assert (lower == upper, number["proof"]) == (True, "given"), number
            continue
        printed = canonical(number["printed"])
        factor = 100 if number["format"].startswith("percent") else 1
        if printed[0] in "<>":
            assert 0 < abs(lower) * factor < Fraction(printed.strip("<>-"))
            continue
        places = len(printed.partition(".")[2])
        assert rounded(lower * factor, places) == rounded(upper * factor, places) == Fraction(printed), number


def test_each_value_is_the_double_nearest_to_both_bounds(records: Ledger) -> None:
    for number in records["numbers"]:
        assert number["value"] == float(Fraction(number["lower"])) == float(Fraction(number["upper"])), number


def test_bounds_are_exact_or_have_enough_digits(records: Ledger) -> None:
    for number in records["numbers"]:
        if number["lower"] != number["upper"]:
            lower, upper = (Fraction(number[bound]) for bound in ("lower", "upper"))
            assert (upper - lower) / max(abs(lower), abs(upper)) < Fraction(1, 10**DIGITS), number
            assert min(significant(number[bound]) for bound in ("lower", "upper")) >= DIGITS, number
            assert number["proof"] != "given", number
        else:
            assert number["proof"] in ("exact", "given"), number
    fractions = [number for number in records["numbers"] if number["proof"] == "exact"]
    assert {number["lower"] == number["upper"] for number in fractions} == {True, False}, "1/4 and 1/3 are both there"


def test_a_number_is_the_same_wherever_it_stands(records: Ledger) -> None:
    known: dict[tuple[str, str], Any] = {}
    for number in records["numbers"]:
        same = {key: number[key] for key in ("expression", "quantity", "value", "lower", "upper", "proof")}
        assert known.setdefault((number["page"], number["id"]), same) == same
    assert len(known) < len(records["numbers"])


def test_what_is_given_is_said_so(pages: list[Built], records: Ledger) -> None:
    """A name that is given on one page may be computed on another."""
    given = {page.page.key: set(page.quantities.givens) for page in pages}
    for number in records["numbers"]:
        assert (number["proof"] == "given") == (number["quantity"] in given[number["page"]]), number
    assert set().union(*given.values()) == {record["name"] for record in records["given"]}


def test_all_claims_hold_and_say_something(records: Ledger) -> None:
    for claim in records["claims"]:
        assert claim["holds"], claim
        assert bool(claim["false_for"]) != (claim["proof"] == "identity"), claim


def test_all_formulas_hold_and_are_compared(records: Ledger) -> None:
    for formula in records["formulas"]:
        assert formula["holds"], formula
        assert formula["comparisons"] > 0 or "reason" in formula, formula


def test_places_are_true(records: Ledger, root: Path) -> None:
    """At the place of each number stands an expression, or what prints numbers by itself."""
    for number in records["numbers"]:
        if number["where"] in ("figure", "code") or number["expression"] == "printed sum":
            continue
        line = (root / number["file"]).read_text("utf-8").splitlines()[number["line"] - 1]
        assert re.match(r"\[=|\\VAR\{", line[number["column"] - 1 :]), number


def test_the_text_has_a_record_a_line(pages: list[Built], records: Ledger) -> None:
    lines = dumps(ledger(pages)).splitlines()
    assert sum(line.startswith("  {") for line in lines) == sum(map(len, records.values()))


def canonical(printed: str) -> str:
    """German spelling → a decimal that Python reads."""
    plain = re.sub(r"[\s%]", "", printed).replace("\N{MINUS SIGN}", "-")
    return plain.replace(",", ".")


def rounded(value: Fraction, places: int) -> Fraction:
    """Half away from zero."""
    scaled = abs(value) * 10**places
    whole = int(scaled + Fraction(1, 2))
    return Fraction(whole if value >= 0 else -whole, 10**places)


def significant(decimal: str) -> int:
    return len(decimal.lstrip("-").replace(".", "").lstrip("0"))


def test_rounding_is_half_away_from_zero() -> None:
    assert list(map(str, roundings())) == ["1/10", "-1/10", "0", "1/5"]


def roundings() -> Iterator[Fraction]:
    yield from (rounded(Fraction(value), 1) for value in ("0.05", "-0.05", "0.0499999", "0.15"))

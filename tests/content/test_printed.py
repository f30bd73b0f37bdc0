"""The numbers of the four source documents: all of them recorded, each recomputed, and what came of it.

The documents are not part of this project.  What `python -m tests.content.numerals` found in them is pinned here:
how many numbers each prints, and a digest of their lines and spellings.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline.build import Built
from pipeline.problems import Code, Problems
from pipeline.quantities.compute import PageCode, compute
from pipeline.quantities.retrace import retrace
from tests.content.numerals import DATA, digest, numerals, recorded

# Document → how many numbers it prints, and the digest of their lines and spellings.
FOUND = {
    "forler2026": (382, "bf7aabcd1671273a"),
    "wohinschauen": (122, "65689414cf248be4"),
    "attentionmathematik": (135, "aac634d740f1b921"),
    "transformerueberblick": (44, "a8ed7d9f8947745a"),
}

# What is neither exact nor properly rounded: (document, line, spelling) → reason, and what explains it as well.
DEVIATIONS = {
    ("forler2026", "15", "zwölf"): ("instead",),
    ("forler2026", "364", "zwölf"): ("instead",),
    ("forler2026", "366", "Zwölf"): ("instead",),
    ("wohinschauen", "70", "0.89"): ("open",),
    ("wohinschauen", "71", "0.06"): ("open",),
    ("wohinschauen", "72", "0.006"): ("open",),
    ("wohinschauen", "73", "0.006"): ("open",),
    ("attentionmathematik", "107", "83.83%"): ("forced_sum", "truncated"),
    ("attentionmathematik", "109", "83,83 %"): ("forced_sum", "truncated"),
    ("attentionmathematik", "148", "3.997"): ("last_digit",),
    ("attentionmathematik", "148", "2.001"): ("last_digit",),
    ("transformerueberblick", "65", "9.29"): ("printed_steps", "twice_rounded"),
}


@pytest.fixture(scope="session")
def data() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.load(DATA.read_text("utf-8"), Loader=yaml.BaseLoader)
    return loaded


@pytest.fixture(scope="session")
def page(pages: list[Built]) -> Built:
    return next(page for page in pages if page.page.key == "nachgerechnet")


def code_of(page: Built, root: Path) -> PageCode:
    example = page.source.example
    return PageCode(root, "content/nachgerechnet/quantities.py", example.axes, example.givens, example.sentences)


# -- every number is there


@pytest.mark.parametrize("key", FOUND)
def test_the_data_holds_every_number_that_was_found(data: dict[str, Any], key: str) -> None:
    kept = list(recorded(data[key]["lines"]))
    assert (len(kept), digest(kept)) == FOUND[key]


def test_a_number_that_is_left_out_would_be_noticed(data: dict[str, Any]) -> None:
    kept = list(recorded(data["forler2026"]["lines"]))
    assert digest(kept[1:]) != digest(kept) != digest([(line, "0") for line, _ in kept])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Der Wert ist 0,29 und nicht −0,416.", ["0,29", "−0,416"]),
        ("Das sind 40 % oder 99.8% von 2,980.96.", ["40 %", "99.8%", "2,980.96"]),
        ("$1{,}04$ an der Stelle $t-1$ und nahe $-1$", ["1,04", "1", "-1"]),
        ("[2,4]·[1,2] = 10", ["2", "4", "1", "2", "10"]),
        ("0.10 = 0.8200.90 · 0.10", ["0.10", "0.820", "0.90", "0.10"]),
        ("GPT-4 rechnet mit O(n²) in Teil II", ["4", "²", "II"]),
        ("drei der vier Wörter achten darauf, Dutzende nicht", ["drei", "vier", "Dutzende"]),
        ("axis=-1 und max(-1)", ["-1", "-1"]),
        ("Achtung, allein die Einheit zählt einmal", []),
    ],
)
def test_numbers_are_found_as_they_are_spelled(text: str, found: list[str]) -> None:
    assert [spelling for _, spelling in numerals(text)] == found


def test_the_numbering_of_a_listing_is_none() -> None:
    assert list(numerals("7\nV = X · W_V\n8\n")) == []


# -- every result is recomputed


def test_every_number_has_a_class(page: Built) -> None:
    classes = page.quantities.values["printed_classes"]
    assert {work.label.id: sum(float(count) for count in work) for work in classes} == {
        key: number for key, (number, _) in FOUND.items()
    }
    results = {label: float(page.quantities.values["all_classes"][label]) for label in ("result", "input", "fact")}
    assert results == {"result": 215, "input": 140, "fact": 22}


def test_what_was_found_out(page: Built) -> None:
    reasons = page.quantities.values["all_reasons"]
    found = Counter({count.label.id: int(float(count)) for count in reasons})
    expected = Counter(reason[0] for reason in DEVIATIONS.values())
    assert found - Counter(exact=87, rounded=116) == expected


def test_each_deviation_has_the_reason_that_fits(page: Built, root: Path) -> None:
    code, problems = code_of(page, root), Problems()
    _, names = retrace(page.source.quoted, code, compute(code, problems), problems)
    assert list(problems) == []
    found = {
        (work, line["printed"].quantity.split(".")[-1].split("-")[0], spelling(page, line)): str(line["because"])
        for work, lines in names["retraced"].items()
        for line in lines
        if not line.get("right", True) and line["kind"].id == "result"
    }
    texts = {label.id: label.text for label in page.quantities.axes["reason"].labels}
    assert found == {key: ", auch: ".join(texts[name] for name in names) for key, names in DEVIATIONS.items()}


def spelling(page: Built, line: dict[str, Any]) -> str:
    return page.quantities.givens[line["printed"].quantity].spelling


# -- faults that must be found


def retraced(page: Built, root: Path, name: str, decimals: str) -> tuple[dict[str, Any], Problems]:
    """The page with one printed number changed."""
    code, problems = code_of(page, root), Problems()
    changed = replace(code.givens[name], decimals=decimals)
    code = replace(code, givens={**code.givens, name: changed})
    quoted = [replace(one, given=changed) if one.given.name == name else one for one in page.source.quoted]
    _, names = retrace(quoted, code, compute(code, problems), problems)
    lines = (line for lines in names["retraced"].values() for line in lines)
    return next(line for line in lines if line["printed"].quantity == name), problems


def test_an_input_that_is_printed_otherwise_is_a_problem(page: Built, root: Path) -> None:
    _, problems = retraced(page, root, "printed.forler2026.54-1", "1.01")
    assert [problem.code for problem in problems] == [Code.QUOTED]


def test_a_wrong_last_digit_is_found(page: Built, root: Path) -> None:
    line, problems = retraced(page, root, "printed.forler2026.126-1", "0.400")
    assert (line["reason"].id, line["right"]) == ("last_digit", False)
    assert list(problems) == []


def test_a_quantity_that_does_not_exist_is_a_problem(page: Built, root: Path) -> None:
    code, problems = code_of(page, root), Problems()
    first = next(one for one in page.source.quoted if one.given.name == "printed.forler2026.60-1")
    quoted = [replace(first, expression="forler_wieghts"), replace(first, expression='forler_weights["pear","apple"]')]
    retrace(quoted, code, compute(code, problems), problems)
    assert [problem.code for problem in problems] == [Code.UNKNOWN_LABEL, Code.UNKNOWN_QUANTITY]

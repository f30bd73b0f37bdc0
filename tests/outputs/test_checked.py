"""How formulas were checked, in words."""

from __future__ import annotations

import pytest

from pipeline.outputs.checked import ALWAYS, Check, checks
from tests.outputs import samples


@pytest.mark.parametrize(
    ("proof", "comparisons", "how"),
    [
        ("sympy", "54", "54\N{NO-BREAK SPACE}Vergleiche an Stichproben, dazu ein Beweis mit SymPy für kleine Größen"),
        ("exact", "4", "4\N{NO-BREAK SPACE}Vergleiche, mit den Zahlen dieses Textes exakt"),
        ("ball", "1", "1\N{NO-BREAK SPACE}Vergleich, mit den Zahlen dieses Textes auf vierzig Nachkommastellen gleich"),
    ],
)
def test_each_kind_of_proof_has_its_words(proof: str, comparisons: str, how: str) -> None:
    check = Check("eq:x", "3", "x", proof, comparisons)
    assert check.how() == how
    assert check.sentence() == f"{ALWAYS}: {how}."


def test_what_must_be_positive_is_said() -> None:
    check = Check("eq:x", "3", "x", "exact", "4", positive="epsilon")
    assert check.how().endswith("mit den Zahlen dieses Textes exakt, für epsilon größer als null")


def test_all_checked_formulas_of_a_page_in_order_with_their_sections() -> None:
    found = [(check.number, check.name, check.section[0]) for check in checks(samples.page().blocks)]
    assert found == [
        ("1", "cosine", "sec:embedding"),
        ("", "byhand", "sec:mean"),
        ("2", "attention", "sec:scaled"),
        ("3", "query", "sec:scaled"),
        ("", "sum", "sec:scaled"),
    ]


def test_a_formula_whose_check_failed_is_none_of_them() -> None:
    assert list(checks(samples.page('[$$a = b$$]{#eq:x .equation number="3" check="x"}').blocks)) == []

"""What the proof of a number says about its value."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.arithmetic import Entry, Graph, enclosure
from pipeline.build import Built
from pipeline.outputs.audit.expected import expected
from pipeline.outputs.proofs import value
from tests.outputs import samples


def entry_of(decimal: str, by: str = "") -> Entry:
    graph = Graph()
    given = graph.input("x", decimal, "a.yaml:1")
    return (given / graph.input("y", by, "a.yaml:2") if by else given).entry()


@pytest.mark.parametrize(
    ("decimal", "by", "shown"),
    [
        ("0.25", "", "0,25"),
        ("-1.50", "", "−1,5"),
        ("1", "3", "0,333333333333333…"),
        ("-2", "3", "−0,666666666666666…"),
        ("1", "3000", "0,000333333333333333…"),
        ("100", "3", "33,3333333333333…"),
        ("0.12345678901234567", "", "0,123456789012345…"),
    ],
)
def test_fifteen_digits_that_are_all_true(decimal: str, by: str, shown: str) -> None:
    assert value(enclosure(entry_of(decimal, by))) == shown


def test_each_number_once_in_the_order_of_its_first_place() -> None:
    ids = [proof.id for proof in samples.proofs_of(samples.page())]
    assert len(ids) == len(set(ids))
    assert ids[:3] == ["w-aa", "share", "w-as"]


def test_a_page_may_prove_what_it_prints_alone_and_on_paper_what_its_text_prints(pages: list[Built]) -> None:
    """Then nothing in a proof leads to a number that has none."""
    whole, edition = pages[0].edition.proofs, replace(pages[0].edition, proven="printed")
    assert {proof.id for proof in edition.proofs} == {number.id for number in edition.numbers}
    assert {proof.id for proof in edition.proofs_on_paper} == expected(edition.page).text
    assert len(edition.proofs_on_paper) < len(edition.proofs) < len(whole)
    for proofs in (edition.proofs, edition.proofs_on_paper):
        leaves = [leaf.number.id for proof in proofs for leaf in proof.working.leaves]
        assert leaves
        assert set(leaves) <= {proof.id for proof in proofs}

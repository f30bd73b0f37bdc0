"""The page of proofs: one line a number with calculation, value, origin and the way back; faults are found."""

from __future__ import annotations

import re
from functools import partial

import pytest

from pipeline.outputs.audit.across import audit_across
from pipeline.outputs.audit.form import audit_form
from pipeline.outputs.audit.proofs import audit_proofs
from pipeline.outputs.html.proofs import page_text
from pipeline.outputs.places import Places, Section, Spot
from pipeline.outputs.proofpage import key_of, proof_page
from pipeline.outputs.proofs import Proof, proofs
from pipeline.problems import Problems
from pipeline.transformer import softmax
from tests.outputs import samples
from tests.working.conftest import Bench

MEAN = Section("sec:mean", "2", "Der gewichtete Mittelwert")


@pytest.fixture(scope="module")
def proven() -> tuple[Proof, ...]:
    """The proofs of a weight that the text prints, and of what goes into it."""
    bench = Bench()
    bench.sheet.define("w", softmax(bench.sheet.given("x")), axes=("pair",), symbol="w", meaning="Gewicht von {0}.")
    number = bench.number("w", 3, "one")
    spots = {number.id: (Spot(MEAN, f"z:{number.id}"),)}
    found = Places((MEAN,), spots, {}, {}, frozenset())
    return proofs(bench.workings().all([number]), samples.page(), found)


@pytest.fixture(scope="module")
def text(proven: tuple[Proof, ...]) -> str:
    places = Places((MEAN,), {proof.id: proof.spots for proof in proven if proof.spots}, {}, {}, frozenset())
    problems = Problems()
    tree = partial(proof_page, samples.page(), "zahlen", proven, places)
    written = page_text(tree, "index.html", samples.site(), problems)
    audit_form(written, "zahlen.html", problems)
    audit_proofs(written, "zahlen.html", proven, problems)
    assert list(problems) == []
    return written


def line(text: str, name: str) -> str:
    """What stands in the proof of a number, without soft hyphens."""
    found = re.search(rf'<div class="proof" id="{name}">(.*?)</p></div>', text, re.DOTALL)
    assert found
    return found[1]


@pytest.mark.parametrize(
    "piece",
    [
        '<a href="index.html#z:w-one-3"><strong class="number" data-number="w-one-3">0,881</strong></a>',
        "Gewicht von Eins.",
        '<span class="value">0,880797077977882…</span>',
        "<mn>4,482</mn>",
        "Eingesetzt:",
        '<a href="#x-one">1,5</a>',
        '<a href="#x-two">\N{MINUS SIGN}0,5</a>',
        "Bewiesen, mit Intervallen.",
        'Im Quelltext <code>w["one"]</code>.',
        'Steht in <a href="index.html#z:w-one-3">2 Der gewichtete Mittelwert</a>.',
    ],
)
def test_a_computed_number(text: str, piece: str) -> None:
    assert piece in line(text, "w-one-3")


@pytest.mark.parametrize(
    "piece", ["Eingabe Eins.", "Eingabe aus inputs.yaml, Zeile\N{NO-BREAK SPACE}1.", "Steht nur in Rechnungen."]
)
def test_an_input(text: str, piece: str) -> None:
    assert piece in line(text, "x-one")
    assert "Bewiesen" not in line(text, "x-one")


def test_numbers_stand_under_the_section_of_their_first_place(text: str) -> None:
    pieces = ('id="zahlen:sec:mean"', 'id="w-one-3"', ">Nur in Rechnungen<", 'id="x-one"')
    found = [text.index(piece) for piece in pieces]
    assert found == sorted(found)


def test_every_id_once(text: str) -> None:
    ids = re.findall(r' id="([^"]*)"', text)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("wrong", "right", "message"),
    [
        (">0,881<", ">0,882<", "shows '0,882' instead of '0,881'"),
        ('id="w-one-3"', 'id="w-one-4"', "the number w-one-3 has no proof"),
        ('data-number="w-one-3"', 'data-number="x-one"', "the proof of the number w-one-3 shows"),
    ],
)
def test_planted_faults_are_found(text: str, proven: tuple[Proof, ...], wrong: str, right: str, message: str) -> None:
    problems = Problems()
    audit_proofs(text.replace(wrong, right, 1), "zahlen.html", proven, problems)
    assert any(message in problem.message for problem in problems)


def test_a_link_to_another_page_must_lead_somewhere() -> None:
    pages = {"a.html": '<p id="x"><a href="b.html#y">', "b.html": '<a id="y" href="a.html#z"> <a href="c.html#z">'}
    problems = Problems()
    audit_across(pages, problems)
    assert [(problem.place.file, problem.message) for problem in problems] == [
        ("b.html", "a link leads to a.html#z, which is nowhere")
    ]


def test_the_first_page_has_the_short_name() -> None:
    assert (key_of("artikel", "artikel"), key_of("rechenweg", "artikel")) == ("zahlen", "zahlen-rechenweg")

"""Texts that stand beside the pages' text: what readers would see, and what is said of it."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pipeline.document.lexicon import Lexicon
from pipeline.document.texts import check_quantities, check_site
from pipeline.load.data import Data
from pipeline.load.given import Example
from pipeline.load.site import Entry, PageSource, Part, Site, Variant
from pipeline.problems import Place, Problems
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.compute import Quantities, given_value
from pipeline.quantities.sheet import Given
from pipeline.quantities.value import Value, refuse

WORDS = Lexicon(names=("GPT-2",), counted=("Token", "Wort"))
GIVEN = Given("x", "0.5", "input", "content/example.yaml:3", place=Place("content/example.yaml", 3))
VALUE = Value(None, (), "y", "y", "y", "")


def written(problems: Problems) -> list[str]:
    """What the problems say was typed."""
    return [problem.message.split("“")[1].split("”")[0] for problem in problems]


def site(words: Lexicon = WORDS, title: str = "Seiten", license: str = "CC BY 4.0", **page: Any) -> list[str]:
    fields = {"title": "Seite", "authors": ("Niemand",), "date": datetime.date(2026, 1, 1), "front": ("a.md",)}
    entry = Entry(key="seite", **(fields | page))
    source = PageSource(entry, "content/seite", {}, Example())
    problems = Problems()
    check_site(Site(Path(), title, license, (source,), {}, Data("glossary.yaml", {}), None), words, problems)
    return written(problems)


@pytest.mark.parametrize(
    ("texts", "typed"),
    [
        ({"title": "Die 777 Seiten"}, ["777"]),
        ({"license": "CC BY 4.0, sieben Wörter"}, ["sieben"]),
        ({"subtitle": "Mit sieben Wörtern"}, ["sieben"]),
        ({"short": "Teil II"}, ["II"]),
        ({"parts": (Part(title="Die ½ Wahrheit", sections=("b.md",)),)}, ["½"]),
        ({"variants": (Variant(pdf="kurz", without=("lang",), subtitle="40 % kürzer"),)}, ["40 %"]),
        ({"subtitle": "Von GPT-2 lernen", "date": datetime.date(2026, 7, 7), "authors": ("Jemand 3",)}, []),
    ],
)
def test_texts_of_the_site(texts: dict[str, Any], typed: list[str]) -> None:
    assert site(**texts) == typed


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (Lexicon(names=("GPT-2", "GPT-3.5", "T5", "T5-11B", "Mistral 7B", "Llama 2", "binary64")), []),
        (Lexicon(names=("0,401",)), ["0,401"]),
        (Lexicon(names=("777 Wörter",)), ["777"]),
        (Lexicon(names=("Wert 777",)), ["777"]),
        (Lexicon(counted=("Wort",), names=("sieben Wörter",)), ["sieben"]),
    ],
)
def test_names_hold_no_numbers(words: Lexicon, typed: list[str]) -> None:
    assert site(words) == typed


def test_phrases_count_nothing() -> None:
    problems = Problems()
    words = Lexicon(counted=("Wort",), phrases=("zu zweit", "sieben Wörter", "alle 9"))
    check_site(Site(Path(), "", "", (), {}, Data("glossary.yaml", {}), None), words, problems)
    assert [problem.message for problem in problems] == [
        "the phrase 'sieben Wörter' counts something",
        "the phrase 'alle 9' counts something",
    ]


def quantities(*givens: Given, values: tuple[Value, ...] = (), axes: tuple[Axis, ...] = ()) -> list[str]:
    problems = Problems()
    found = Quantities(
        {value.quantity: value for value in values},
        {given.name: given for given in givens},
        {axis.name: axis for axis in axes},
        None,
    )
    check_quantities(found, WORDS, problems)
    return [problem.message for problem in problems]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (replace(GIVEN, meaning="Die 777 Werte."), "the meaning of x says “777”"),
        (replace(GIVEN, meaning="Wert von {0}, sieben Wörter lang."), "the meaning of x says “sieben”"),
        (replace(GIVEN, meaning="{0.__class__}"), "the meaning of x has braces that hold no label: {0.__class__}"),
        (replace(GIVEN, symbol="x = 777"), "the symbol of x says “777”"),
        (replace(GIVEN, panel="Die 3 Gewichte"), "the panel's heading of x says “3”"),
        (replace(GIVEN, where="777 Wörter, S. 4"), "the place of x in its source says “777”"),
    ],
)
def test_texts_of_givens(given: Given, says: str) -> None:
    (message,) = quantities(given)
    assert message.startswith(says)


def test_texts_of_quantities_and_labels() -> None:
    axis = Axis("token", (Label("a", "Apfel"), Label("b", "777"), Label("c", "3")), "content/example.yaml:2")
    assert quantities(values=(replace(VALUE, meaning="Die 777."),), axes=(axis,)) == [
        "the meaning of y says “777”, which is typed by hand",
        "the label b of token says “777”, which is typed by hand",
    ]


def test_what_is_free() -> None:
    paper = Given("works.vaswani2017.year", "2017", "fact", "vaswani2017")
    fact = replace(GIVEN, kind="fact", meaning="Köpfe im Paper von 2017, {0}.", where="Tabelle 2.1, S. 4", symbol="W_1")
    numbering = Axis("trial", (Label("a", "1"), Label("b", "2")), "content/example.yaml:2")
    assert quantities(paper, fact, axes=(numbering,)) == []


def test_the_meaning_of_a_threshold_holds_its_value() -> None:
    word = replace(GIVEN, kind="word", decimals="0.05", meaning="Weniger als {value} auseinander.")
    assert quantities(word) == []
    assert given_value(word, None, {}, refuse).described() == "Weniger als 0,05 auseinander."

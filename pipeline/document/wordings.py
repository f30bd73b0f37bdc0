"""After read: the characters of texts that depend on data become these texts, and say so.

In running text a wording is a span of class `wording` whose attribute `of` is its id.  A formula and an
attribute hold plain text; their node's key `"wordings"` lists what they were made of, [text, id] in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.quantities.tokens import WORDING, Tokens, Wording

CLASS = "wording"
_SPECIAL = re.compile(r"[#$%&_{}]")  # in TeX


def set_wordings(blocks: list[Node], tokens: Tokens) -> list[Node]:
    """The tree without the characters of wordings."""

    def visit(node: Node) -> Node | list[Node] | None:
        node = _attributes(node, tokens)
        kind: str = node["t"]
        contents: Any = node.get("c")
        if kind == "Str" and WORDING.search(contents):
            return list(_parted(node, tokens))
        if kind == "Math" and WORDING.search(contents[1]):
            tex = WORDING.sub(lambda match: _in_tex(tokens.wording(match[0]).text), contents[1])
            moved = _moved(node, contents[1], [_in_tex(wording.text) for wording in _wordings(contents[1], tokens)])
            return moved | {"c": [contents[0], tex], "wordings": _listed(_wordings(contents[1], tokens))}
        return node

    done: list[Node] = ast.walk(blocks, visit, words=True)
    return done


def _in_tex(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)


def _wordings(text: str, tokens: Tokens) -> list[Wording]:
    return [tokens.wording(character) for character in WORDING.findall(text)]


def _listed(wordings: list[Wording]) -> list[list[str]]:
    return [[wording.text, wording.id] for wording in wordings]


def _parted(node: Node, tokens: Tokens) -> Iterator[Node]:
    """A string as strings and spans, each at the place of the last word before it."""
    start = 0
    for piece in re.split(f"({WORDING.pattern})", node["c"]):
        place = _place(node, start)
        if WORDING.fullmatch(piece):
            wording = tokens.wording(piece)
            words = [word | place for word in ast.words(wording.text)]
            yield ast.span(ast.attr("", [CLASS], {"of": wording.id}), words) | place
        elif piece:
            inside = [anchor for anchor in node.get("anchors", []) if start < anchor[0] < start + len(piece)]
            anchors = {"anchors": [[offset - start, *at] for offset, *at in inside]} if inside else {}
            yield ast.string(piece) | place | anchors
        start += len(piece)


def _place(node: Node, offset: int) -> dict[str, Any]:
    if "place" not in node:
        return {}
    before = [at for start, *at in node.get("anchors", []) if start <= offset]
    return {"place": [node["place"][0], *before[-1]] if before else node["place"]}


def _attributes(node: Node, tokens: Tokens) -> Node:
    """Texts in the attributes of an element, such as the alternative text of a picture."""
    worded = {key: value for key, value in ast.attributes(node).items() if WORDING.search(value)}
    for key, value in worded.items():
        wordings = _wordings(value, tokens)
        plain: dict[str, Any] = {key: WORDING.sub(lambda match: tokens.wording(match[0]).text, value)}
        node = ast.with_attributes(node, **plain) | {"wordings": [*node.get("wordings", []), *_listed(wordings)]}
        places = node.get("attributes", {})
        if key in places:
            moved = _moved(places[key], value, [wording.text for wording in wordings])
            node = node | {"attributes": places | {key: moved}}
    return node


def _moved(placed: Node, text: str, texts: list[str]) -> Node:
    """Anchors of a text in which each wording's character has grown into its text."""
    if "anchors" not in placed:
        return placed
    starts = [match.start() for match in WORDING.finditer(text)]

    def grown(offset: int) -> int:
        return offset + sum(len(words) - 1 for start, words in zip(starts, texts, strict=True) if start < offset)

    return placed | {"anchors": [[grown(offset), *at] for offset, *at in placed["anchors"]]}

"""Where the text of a document tree stands in its source: one forward walk, since pandoc gives no positions.

The words of the tree come in the order of the source, so each is looked for a little ahead of the
last one that was found.  Numbers know their place already and lead the walk back on its way after
text that a template made (a loop, a printed label); such text gets the last known place.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.template import Source
from pipeline.problems import Place
from pipeline.quantities.tokens import TOKEN

# How far ahead a word may be found, and how many of the words after it must agree for that.
AGREEMENT = ((3, 0), (12, 1), (80, 3))
GROWTH = 2  # the farthest reach grows by this factor with each word that is not found

_WORD = re.compile("[^\\W_\U000f0001-\U000ffffd]+")
_TEMPLATE = re.compile(r"\[=.*?=\]|\[%.*?%\]|\[#.*?#\]|\\VAR\{.*?\}|\\BLOCK\{.*?\}|<!--.*?-->", re.S)
_PIECE = re.compile(rf"{_WORD.pattern}|{TOKEN.pattern}")
_LEAVES = ("Str", "Math", "Code", "CodeBlock", "RawInline", "RawBlock")
_LEAF_TEXT = {"Str": None, "Math": 1, "Code": 1, "CodeBlock": 1, "RawInline": 1, "RawBlock": 1}


@dataclass(frozen=True)
class _Piece:
    """One word or token of the tree, and the node that gets its place where it is the first of that node."""

    text: str
    owner: Node | None


def locate(blocks: list[Node], source: Source, place_of: Callable[[str], Place]) -> None:
    """Set `"place"` on every node of freshly read blocks that stem from `source`; `place_of` knows the tokens'."""
    pieces = list(_pieces(blocks))
    for owner, place in zip((piece.owner for piece in pieces), _places(pieces, source, place_of), strict=True):
        if owner is not None and "place" not in owner:
            owner["place"] = [place.file, place.line, place.column]
    _spread(blocks, [source.file, 1, 1])


def inside(node: Node, offset: int) -> Place:
    """The place of a character of a leaf's text, counted from the place of its first word."""
    start = ast.place(node)
    text = ast.text(node)
    first = _PIECE.search(text)
    if first is None or offset < first.start():
        return start
    between = text[first.start() : offset]
    if "\n" in between:
        return Place(start.file, start.line + between.count("\n"), len(between) - between.rfind("\n"))
    return Place(start.file, start.line, start.column + len(between))


def _places(pieces: list[_Piece], source: Source, place_of: Callable[[str], Place]) -> Iterator[Place]:
    masked = _TEMPLATE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), source.text)
    found = list(_WORD.finditer(masked))
    source_words = [match[0] for match in found]
    places = [source.place(match.start()) for match in found]
    words = [piece.text for piece in pieces if not TOKEN.match(piece.text)]
    cursor, reach, last, index = 0, AGREEMENT[-1][0], Place(source.file, 1, 1), 0
    for piece in pieces:
        if TOKEN.match(piece.text):
            known = place_of(piece.text)
            if known.file == source.file:
                last, cursor, reach = known, bisect_left(places, known), AGREEMENT[-1][0]
            yield last
            continue
        at = _ahead(source_words, cursor, reach, words[index : index + 1 + AGREEMENT[-1][1]])
        if at is None:
            reach *= GROWTH
        else:
            cursor, reach, last = at + 1, AGREEMENT[-1][0], places[at]
        index += 1
        yield last


def _ahead(source_words: list[str], cursor: int, reach: int, words: list[str]) -> int | None:
    """Where the first of `words` stands at or after the cursor; the farther away, the more of the others must follow."""
    for at in range(cursor, min(cursor + reach, len(source_words))):
        if source_words[at] != words[0]:
            continue
        needed = next((agreeing for far, agreeing in AGREEMENT if at - cursor <= far), AGREEMENT[-1][1])
        if source_words[at : at + needed + 1] == words[: needed + 1]:
            return at
    return None


def _pieces(value: object, owner: Node | None = None) -> Iterator[_Piece]:
    """All words and tokens of a tree in the order of the source (attributes follow what they mark)."""
    if isinstance(value, str):
        for match in _PIECE.finditer(value):
            yield _Piece(match[0], owner)
            owner = None
        return
    if isinstance(value, list):
        for item in value:
            yield from _pieces(item)
        return
    if not isinstance(value, dict) or "c" not in value:
        return
    kind, contents = value["t"], value["c"]
    if kind in _LEAF_TEXT:
        index = _LEAF_TEXT[kind]
        yield from _pieces(contents if index is None else contents[index], value)
    elif kind == "Cite":
        for citation in contents[0]:
            yield from _pieces(citation["citationPrefix"])
            yield from _pieces(citation["citationId"], value)
            yield from _pieces(citation["citationSuffix"])
        return
    elif kind == "Quoted":
        yield from _pieces(contents[1])
    elif kind == "Table":
        yield from _pieces(contents[3:])
        yield from _pieces(contents[1])
    elif kind in ("Link", "Image"):
        yield from _pieces(contents[1])
        yield from _pieces(contents[2][0], value)
    elif kind == "Div":
        yield from _attribute_pieces(value)
        yield from _pieces(contents[1])
        return
    elif kind == "Header":
        yield from _pieces(contents[2])
    elif kind in ("Span", "Figure"):
        yield from _pieces(contents[1:])
    else:
        yield from _pieces(contents)
    yield from _attribute_pieces(value)


def _attribute_pieces(node: Node) -> Iterator[_Piece]:
    owner = node if node["t"] == "Div" else None
    identifier, names, values = ast.attribute_triple(node)
    yield from _pieces(" ".join([identifier, *names, *(f"{key} {value}" for key, value in values)]), owner)


def _spread(value: object, last: list[object]) -> list[object]:
    """Give each node without a place that of its first leaf, or of what stands before it; returns the last place."""
    if isinstance(value, list):
        for item in value:
            last = _spread(item, last)
    elif isinstance(value, dict):
        if "c" in value:
            value.setdefault("place", _first(value) or last)
        last = value["place"] if value.get("t") in _LEAVES else last
        for key, item in value.items():
            if key not in ("t", "place"):
                last = _spread(item, last)
    return last


def _first(node: Node) -> list[object] | None:
    """The place of the first node below that has one."""
    return next((below["place"] for below in ast.nodes(node) if "place" in below), None)

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
from pipeline.document.sources import LATEX, Source
from pipeline.problems import Place
from pipeline.quantities.tokens import TOKEN

# How far ahead a word may be found, and how many of the words after it must agree for that.
AGREEMENT = ((3, 0), (12, 1), (80, 3))
GROWTH = 2  # the farthest reach grows by this factor with each word that is not found

SEEN = ("alt", "title")  # attributes that readers see or hear

_WORD = re.compile("[^\\W_\U000f0001-\U000ffffd]+")
_TEMPLATE = re.compile(r"\[=.*?=\]|\[%.*?%\]|\[#.*?#\]|\\VAR\{.*?\}|\\BLOCK\{.*?\}|<!--.*?-->", re.S)
_COMMAND = re.compile(r"\\[a-zA-Z]+")  # names of commands are no words of a LaTeX source
_PIECE = re.compile(rf"{_WORD.pattern}|{TOKEN.pattern}")
_LEAVES = ("Str", "Math", "Code", "CodeBlock", "RawInline", "RawBlock")


@dataclass(frozen=True)
class _Piece:
    """One word or token of the tree, whose it is, and where it stands in that node's text or attribute."""

    text: str
    owner: Node | None
    offset: int = 0
    attribute: str = ""


def locate(blocks: list[Node], source: Source, place_of: Callable[[str], Place]) -> None:
    """Set `"place"` on every node of freshly read blocks that stem from `source`; `place_of` knows the tokens'.

    A text of several words also gets `"anchors"`: [offset, line, column] of each further word.  The places of
    attributes that readers see stand under `"attributes"`, key by key.
    """
    pieces = list(_pieces(blocks, source.dialect is LATEX))
    for piece, place in zip(pieces, _places(pieces, source, place_of), strict=True):
        if piece.owner is None:
            continue
        target = piece.owner
        if piece.attribute:
            target = target.setdefault("attributes", {}).setdefault(piece.attribute, {})
        if "place" in target:
            target.setdefault("anchors", []).append([piece.offset, place.line, place.column])
        else:
            target["place"] = [place.file, place.line, place.column]
    _spread(blocks, [source.file, 1, 1])


def attribute(node: Node, key: str) -> Node:
    """An attribute's text as a leaf with its own place."""
    own = node.get("attributes", {}).get(key, {"place": node["place"]} if "place" in node else {})
    leaf: Node = ast.string(ast.attributes(node).get(key, "")) | own
    return leaf


def inside(node: Node, offset: int) -> Place:
    """The place of a character of a leaf's text, counted from the nearest word before it."""
    start, text = ast.place(node), ast.text(node)
    first = _PIECE.search(text)
    if first is None or offset < first.start():
        return start
    known, line, column = first.start(), start.line, start.column
    for anchor in node.get("anchors", []):
        if anchor[0] <= offset:
            known, line, column = anchor
    between = text[known:offset]
    if "\n" in between:
        return Place(start.file, line + between.count("\n"), len(between) - between.rfind("\n"))
    return Place(start.file, line, column + len(between))


def _places(pieces: list[_Piece], source: Source, place_of: Callable[[str], Place]) -> Iterator[Place]:
    found = list(_WORD.finditer(_masked(source)))
    source_words = [match[0] for match in found]
    places = [source.place(match.start()) for match in found]
    words = [piece.text for piece in pieces if not TOKEN.match(piece.text)]
    cursor, reach, last, index = 0, AGREEMENT[-1][0], Place(source.file, 1, 1), 0
    for piece, following in zip(pieces, [*pieces[1:], None], strict=True):
        if TOKEN.match(piece.text):
            known = place_of(piece.text)
            if known.file == source.file:
                last, cursor, reach = known, bisect_left(places, known), AGREEMENT[-1][0]
            yield last
            continue
        at = _ahead(source_words, cursor, reach, words[index : index + 1 + AGREEMENT[-1][1]])
        if at is None:
            reach *= GROWTH
            if following is not None and TOKEN.match(following.text):
                known = place_of(following.text)
                last = known if known.file == source.file else last
        else:
            cursor, reach, last = at + 1, AGREEMENT[-1][0], places[at]
        index += 1
        yield last


def _masked(source: Source) -> str:
    """The source with blanks where no word of the tree can stand."""
    text = _TEMPLATE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), source.text)
    return _COMMAND.sub(lambda match: " " * len(match[0]), text) if source.dialect is LATEX else text


def _ahead(source_words: list[str], cursor: int, reach: int, words: list[str]) -> int | None:
    """Where the first of `words` stands from the cursor on; the farther away, the more of the others must follow."""
    for at in range(cursor, min(cursor + reach, len(source_words))):
        if source_words[at] != words[0]:
            continue
        needed = next((agreeing for far, agreeing in AGREEMENT if at - cursor <= far), AGREEMENT[-1][1])
        if source_words[at : at + needed + 1] == words[: needed + 1]:
            return at
    return None


def _words(text: str, owner: Node | None, attribute: str = "") -> Iterator[_Piece]:
    for match in _PIECE.finditer(text):
        yield _Piece(match[0], owner, match.start(), attribute)


def _pieces(value: object, latex: bool) -> Iterator[_Piece]:
    """All words and tokens of a tree in the order of the source (attributes follow what they mark).

    LaTeX has captions above its tables and below its figures, Markdown the other way round.
    """
    if isinstance(value, list):
        for item in value:
            yield from _pieces(item, latex)
    if not isinstance(value, dict) or "c" not in value:
        return
    kind, contents = value["t"], value["c"]
    if kind in _LEAVES:
        yield from _words(ast.text(value), value)
    elif kind == "Cite":
        for citation in contents[0]:
            yield from _pieces(citation["citationPrefix"], latex)
            yield from _words(citation["citationId"], value)
            yield from _pieces(citation["citationSuffix"], latex)
    elif kind == "Div":
        yield from _attribute_words(value)
        yield from _pieces(contents[1], latex)
        return
    elif kind == "Table":
        body, caption = contents[3:], contents[1]
        yield from _pieces([caption, body] if latex else [body, caption], latex)
    elif kind == "Figure":
        picture, caption = contents[2], contents[1]
        yield from _pieces([picture, caption] if latex else [caption, picture], latex)
    elif kind in ("Link", "Image"):
        yield from _pieces(contents[1], latex)
        yield from _words(contents[2][0], value)
    else:
        yield from _pieces(contents, latex)
    yield from _attribute_words(value)


def _attribute_words(node: Node) -> Iterator[_Piece]:
    identifier, names, values = ast.attribute_triple(node)
    yield from _words(" ".join([identifier, *names]), node if node["t"] == "Div" else None)
    for key, value in values:
        yield from _words(key, None)
        yield from _words(value, node if key in SEEN else None, key)


def _spread(value: object, last: list[object]) -> list[object]:
    """Give each node without a place that of its first leaf, or of what stands before it; returns the last place."""
    if isinstance(value, list):
        for item in value:
            last = _spread(item, last)
    elif isinstance(value, dict):
        if "c" in value:
            value.setdefault("place", _first(value) or last)
        last = value["place"] if value.get("t") in _LEAVES else last
        for item in [value["c"]] if "c" in value else [item for key, item in value.items() if key != "t"]:
            last = _spread(item, last)
    return last


def _first(node: Node) -> list[object] | None:
    """The place of the first node below that has one."""
    return next((below["place"] for below in ast.nodes(node, words=True) if "place" in below), None)

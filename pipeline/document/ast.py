"""Pandoc's document tree as plain JSON data: constructors, access, and one walk.

A node is `{"t": kind, "c": contents}`; `read` adds `"place": [file, line, column]` to nodes that stem
from a source file (see `positions`; pandoc ignores keys that it does not know).  Functions return new
nodes and leave theirs alone.  The kinds and their contents are those of pandoc-types 1.23.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from pipeline.problems import Place

Node: TypeAlias = dict[str, Any]
Attr: TypeAlias = list[Any]  # [identifier, [class, …], [[key, value], …]]
Visit: TypeAlias = Callable[[Node], "Node | list[Node] | None"]

NO_BREAK_SPACE = "\u00a0"
API_VERSION = [1, 23, 1]  # of pandoc-types, as pandoc 3.9 writes it

_ATTRIBUTE_INDEX = {
    "Header": 1,
    "Div": 0,
    "Span": 0,
    "Link": 0,
    "Image": 0,
    "Code": 0,
    "CodeBlock": 0,
    "Table": 0,
    "Figure": 0,
}
_WORDS = ("Str", "Space", "SoftBreak")
_PLAIN = {"Space": " ", "SoftBreak": " ", "LineBreak": " "}
_TEXT_INDEX = {"Math": 1, "Code": 1, "CodeBlock": 1, "RawInline": 1, "RawBlock": 1}
_QUOTES = {"DoubleQuote": ("„", "“"), "SingleQuote": ("‚", "‘")}


def attr(identifier: str = "", classes: Iterable[str] = (), attributes: Mapping[str, str] | None = None) -> Attr:
    """Pandoc's attribute triple."""
    return [identifier, list(classes), [[key, value] for key, value in (attributes or {}).items()]]


def string(text: str) -> Node:
    """One run of text; for text with spaces use `words`."""
    return {"t": "Str", "c": text}


def words(text: str) -> list[Node]:
    """Inlines of a text: strings with spaces between (a no-break space stays inside its string)."""
    nodes: list[Node] = []
    for part in text.split(" "):
        nodes += [{"t": "Space"}] if nodes else []
        nodes += [string(part)] if part else []
    return nodes


def paragraph(inlines: list[Node]) -> Node:
    """A paragraph."""
    return {"t": "Para", "c": inlines}


def plain(inlines: list[Node]) -> Node:
    """Text of a block that is no paragraph of its own, as in a tight list."""
    return {"t": "Plain", "c": inlines}


def bullets(items: list[list[Node]]) -> Node:
    """A list of blocks without numbers."""
    return {"t": "BulletList", "c": items}


def header(level: int, triple: Attr, inlines: list[Node]) -> Node:
    """A heading."""
    return {"t": "Header", "c": [level, triple, inlines]}


def div(triple: Attr, blocks: list[Node]) -> Node:
    """A marked group of blocks."""
    return {"t": "Div", "c": [triple, blocks]}


def span(triple: Attr, inlines: list[Node]) -> Node:
    """A marked run of inlines."""
    return {"t": "Span", "c": [triple, inlines]}


def link(triple: Attr, inlines: list[Node], target: str) -> Node:
    """A link; a target inside the document begins with `#`."""
    return {"t": "Link", "c": [triple, inlines, [target, ""]]}


def document(blocks: list[Node]) -> Node:
    """A whole document, as pandoc's JSON reader takes it."""
    return {"pandoc-api-version": API_VERSION, "meta": {}, "blocks": blocks}


def attribute_triple(node: Node) -> Attr:
    """The node's attribute triple; an empty one for kinds without attributes."""
    index = _ATTRIBUTE_INDEX.get(node["t"])
    triple: Attr = ["", [], []] if index is None else node["c"][index]
    return triple


def identifier(node: Node) -> str:
    """The node's id, or ""."""
    return str(attribute_triple(node)[0])


def classes(node: Node) -> tuple[str, ...]:
    """The node's classes."""
    return tuple(attribute_triple(node)[1])


def attributes(node: Node) -> dict[str, str]:
    """The node's key-value attributes."""
    return dict(attribute_triple(node)[2])


def with_attributes(
    node: Node,
    *,
    identifier: str | None = None,
    add: Iterable[str] = (),
    remove: Iterable[str] = (),
    **values: str | None,
) -> Node:
    """A copy with another id, classes added or removed, and attributes set (or dropped, where the value is None)."""
    old_identifier, old_classes, old_values = attribute_triple(node)
    kept = [name for name in old_classes if name not in set(remove) | set(add)]
    merged: dict[str, str | None] = dict(old_values) | values
    triple = attr(
        old_identifier if identifier is None else identifier,
        [*kept, *add],
        {key: value for key, value in merged.items() if value is not None},
    )
    contents = list(node["c"])
    contents[_ATTRIBUTE_INDEX[node["t"]]] = triple
    return node | {"c": contents}


def place(node: Node) -> Place:
    """Where the node stands in its source file; `Place()` for what the pipeline made."""
    return Place(*node["place"]) if "place" in node else Place()


def is_node(value: Any) -> bool:
    """Whether a JSON value is an inline or a block (and not an attribute, an alignment, …)."""
    return isinstance(value, dict) and "t" in value


def walk(value: Any, visit: Visit, words: bool = False) -> Any:
    """A copy of a tree, changed from the leaves up; what does not change is the old tree itself.

    `visit` gets each node with its contents done already and returns None (keep), a node, or, where
    the node stands in a list, several to take its place.

    words: whether it gets words and the spaces between them, too: nine of ten nodes of a page
    """
    if isinstance(value, list):
        return _walk_list(value, visit, words)
    if not isinstance(value, dict):
        return value
    if "t" not in value:
        return {key: walk(item, visit, words) for key, item in value.items()}
    contents = value.get("c")
    node = value
    if isinstance(contents, (list, dict)) and (done := walk(contents, visit, words)) is not contents:
        node = value | {"c": done}
    changed = visit(node)
    return node if changed is None else changed


def _walk_list(items: list[Any], visit: Visit, words: bool) -> list[Any]:
    """The list itself where nothing below it changes, which is so for most of a page in most walks."""
    if _is_flat(items):
        return items
    result = items
    for index, item in enumerate(items):
        is_word = isinstance(item, dict) and item.get("t") in _WORDS
        done = item if is_word and not words else walk(item, visit, words)
        if result is items:
            if done is item:
                continue
            result = items[:index]
        if isinstance(done, list) and is_node(item):
            result.extend(done)
        else:
            result.append(done)
    return result


def _is_flat(items: list[Any]) -> bool:
    """Whether a list is an attribute triple, a target, a formula …: those begin with a text and hold no nodes."""
    return not items or isinstance(items[0], str)


def nodes(value: Any, words: bool = False) -> Iterator[Node]:
    """All inlines and blocks below a value in the order of the JSON, each before its contents; `words` as in `walk`."""
    waiting = [value]
    while waiting:
        now = waiting.pop()
        if isinstance(now, list):
            if not _is_flat(now):
                left_out = () if words else _WORDS
                waiting += [
                    item
                    for item in reversed(now)
                    if isinstance(item, list) or (isinstance(item, dict) and item.get("t") not in left_out)
                ]
        elif isinstance(now, dict):
            if "t" not in now:
                waiting.extend(reversed(now.values()))
                continue
            yield now
            contents = now.get("c")
            if isinstance(contents, (list, dict)):
                waiting.append(contents)


def dense(value: Any) -> Any:
    """The same tree without places, and with words and the spaces between them as one text.

    Pandoc writes it as HTML in half the time.  (Its other writers look at the first sign of each word.)
    """
    if isinstance(value, dict):
        return {key: dense(item) for key, item in value.items() if key in ("t", "c") or "t" not in value}
    if not isinstance(value, list) or _is_flat(value):
        return value
    result: list[Any] = []
    running: list[str] = []
    for item in value:
        kind = item.get("t") if isinstance(item, dict) else None
        if kind in _WORDS:
            running.append(item["c"] if kind == "Str" else " ")
            continue
        if running:
            result.append(string("".join(running)))
            running = []
        result.append(dense(item))
    return [*result, string("".join(running))] if running else result


def text(value: Any) -> str:
    """The plain text of inlines or blocks: formulas as TeX, quotes the German way, notes left out."""
    if isinstance(value, list):
        return "".join(text(item) for item in value)
    if not isinstance(value, dict):
        return ""
    kind = value.get("t")
    if kind == "Str":
        return str(value["c"])
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind in _TEXT_INDEX:
        return str(value["c"][_TEXT_INDEX[kind]])
    if kind == "Quoted":
        opening, closing = _QUOTES[value["c"][0]["t"]]
        return opening + text(value["c"][1]) + closing
    if kind in ("Note", "Cite"):
        return "" if kind == "Note" else text(value["c"][1])
    inner = text(value.get("c", []))
    return inner + "\n" if kind in ("Para", "Plain", "Header") else inner

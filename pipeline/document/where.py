"""Where the numbers of a page stand: prose, formula, table, caption, alternative text, heading or code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.quantities.tokens import TOKEN

_KINDS = {"Math": "math", "Code": "code", "CodeBlock": "code", "Header": "heading"}


def occurrences(blocks: list[Node]) -> Iterator[tuple[str, str]]:
    """(token, where) for every token of a numbered page, in reading order."""
    yield from _below(blocks, "prose")


def _below(value: Any, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield from ((token, where) for token in TOKEN.findall(value))
    elif isinstance(value, list):
        for item in value:
            yield from _below(item, where)
    elif isinstance(value, dict):
        kind = value.get("t")
        if kind in ("Figure", "Table"):
            _, caption, *body = value["c"]
            yield from _below(caption, "caption")
            yield from _below(body, "table" if kind == "Table" else where)
        elif kind in ("Image", "Span", "Link", "Div"):
            attributes = dict(ast.attributes(value))
            yield from _below(attributes.get("alt", "") if kind == "Image" else "", "alt")
            yield from _below(value["c"][1], where)
        elif kind in _KINDS:
            yield from _below(value["c"], _KINDS[kind])
        else:
            yield from _below(value.get("c", []), where)

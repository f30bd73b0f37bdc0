"""Links from page to page: `[Artikel](page:artikel#sec:mean)` leads to a file in HTML and is plain text in a PDF."""

from __future__ import annotations

from collections.abc import Callable

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.references import PAGE_TARGET


def linked(blocks: list[Node], file_of: Callable[[str], str]) -> list[Node]:
    """Links to other pages with the file of their page."""

    def visit(node: Node) -> Node | None:
        if node["t"] != "Link" or not node["c"][2][0].startswith(PAGE_TARGET):
            return None
        triple, inlines, (target, title) = node["c"]
        key, _, label = target.removeprefix(PAGE_TARGET).partition("#")
        return node | {"c": [triple, inlines, [f"{file_of(key)}#{label}".rstrip("#"), title]]}

    return ast.walk(blocks, visit)  # type: ignore[no-any-return]


def unlinked(blocks: list[Node]) -> list[Node]:
    """Links to other pages as their text alone: each PDF stands for itself."""

    def visit(node: Node) -> list[Node] | None:
        if node["t"] != "Link" or not node["c"][2][0].startswith(PAGE_TARGET):
            return None
        return list(node["c"][1])

    return ast.walk(blocks, visit)  # type: ignore[no-any-return]

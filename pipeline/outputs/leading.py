"""Numbers and formulas of a page lead to their proofs: quiet links in the tree, before a writer gets it."""

from __future__ import annotations

import re
from collections.abc import Callable

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.page import Page
from pipeline.outputs.places import Places
from pipeline.quantities.tokens import TOKEN

CLASS = "proof"  # of such a link
_PIECES = re.compile(f"({TOKEN.pattern})")


def leading(page: Page, places: Places, target: Callable[[str], str]) -> list[Node]:
    """The blocks of a page whose numbers link to their proofs, and whose formulas to the list of their numbers.

    target: id of a number, or name of a formula → where the link leads
    A formula gets keys at its node: `lead`, [target, id of its place], and `places`, [id of a number, id of its
    place] for those of its numbers that other pages link to.
    """
    tokens = page.tokens

    def number(token: str) -> Node:
        anchor = places.anchors.get(token, "")
        if token in places.linked:
            return ast.span(ast.attr(anchor), [ast.string(token)]) if anchor else ast.string(token)
        return ast.link(ast.attr(anchor, [CLASS]), [ast.string(token)], target(tokens.number(token).id))

    def formula(node: Node) -> Node | None:
        found = TOKEN.findall(node["c"][1])
        if not found or found[0] not in places.formulas:
            return None
        led = places.formulas[found[0]]
        inside = [[tokens.number(token).id, places.anchors[token]] for token in found if token in places.anchors]
        return node | {"lead": [target(led.name), "" if led.number else led.anchor], "places": inside}

    def visit(node: Node) -> Node | list[Node] | None:
        if node["t"] == "Str" and TOKEN.search(node["c"]):
            pieces = [piece for piece in _PIECES.split(node["c"]) if piece]
            return [number(piece) if TOKEN.fullmatch(piece) else ast.string(piece) for piece in pieces]
        return formula(node) if node["t"] == "Math" else None

    return ast.walk(page.blocks, visit, words=True)  # type: ignore[no-any-return]

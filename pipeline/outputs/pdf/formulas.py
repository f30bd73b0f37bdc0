"""The formulas of a page as the PDF needs them: with alt text, number and the numbers inside.

Formulas stand in marked spans (`[$$…$$]{#eq:… alt="…"}`) or bare; here each becomes a Math node that
carries everything in keys of its own, so that later steps meet one form only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.document import ast
from pipeline.document.ast import Node, Visit
from pipeline.outputs.checked import check_of
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import TOKEN, Number, Tokens

TOGETHER = "together"  # the class of a group that does not part at the end of a page
ENDS = (".", "!", "?")  # a paragraph that ends otherwise goes on with the formula below it
SPANS = {"equation", "display", "checked", "formula"}


@dataclass(frozen=True)
class Formula:
    """A formula that holds computed numbers: its name in the appendix, its equation number, what stands in it."""

    name: str
    number: str
    tex: str
    numbers: tuple[Number, ...]


def gathered(blocks: list[Node], tokens: Tokens) -> list[Node]:
    """The blocks with formula spans folded into their Math nodes, and those with numbers named.

    Inside a link nothing links further: numbers are spelled and formulas stay without a name.
    """
    shapes: dict[str, Visit] = {
        "Span": _fold,
        "Para": _part,
        "Plain": _part,
        "Div": lambda node: node | {"c": [node["c"][0], _led(node["c"][1])]},
        "Link": lambda node: _spell_link(node, tokens),
    }
    folded = _led(ast.walk(blocks, lambda node: shapes.get(node["t"], _keep)(node)))
    count = 0

    def name(node: Node) -> Node | None:
        nonlocal count
        if node["t"] != "Math" or node.get("linked") or not TOKEN.search(node["c"][1]):
            return None
        count += 1
        return node | {"name": node.get("label") or f"formel-{count}"}

    named: list[Node] = ast.walk(folded, name)
    return named


def formulas(blocks: list[Node], tokens: Tokens) -> Iterator[Formula]:
    """The formulas with numbers of gathered blocks, in order."""
    for node in ast.nodes(blocks):
        if node["t"] == "Math" and "name" in node:
            numbers = tuple(tokens.number(token) for token in TOKEN.findall(node["c"][1]))
            yield Formula(node["name"], node.get("number", ""), node["c"][1], numbers)


def _keep(node: Node) -> None:
    """Other nodes stay as they are."""


def _fold(node: Node) -> Node | None:
    """A span with nothing but a formula becomes the formula."""
    if not SPANS & set(ast.classes(node)):
        return None
    inside = node["c"][1]
    if len(inside) != 1 or inside[0]["t"] != "Math":
        return None
    values = ast.attributes(node)
    extra = {
        "label": ast.identifier(node),
        "number": values.get("number", ""),
        "alt": values.get("alt", ""),
        "check": f"check:{ast.identifier(node)}" if values.get("number") and check_of(node) else "",
    }
    formula: Node = inside[0]
    return formula | {"place": node["place"]} | extra if "place" in node else formula | extra


def _part(node: Node) -> list[Node] | None:
    """A paragraph parted at its displayed formulas; each formula and the words before it stay on one page."""
    if not any(map(_displayed, node["c"])):
        return None
    blocks: list[Node] = []
    run: list[Node] = []
    for inline in node["c"]:
        if _displayed(inline):
            blocks.append(_together([*_paragraph(run), ast.paragraph([inline])]))
            run = []
        else:
            run.append(inline)
    return blocks + _paragraph(run)


def _together(blocks: list[Node]) -> Node:
    return ast.div(ast.attr("", [TOGETHER]), blocks)


def _led(blocks: list[Node]) -> list[Node]:
    """Blocks in which a formula that begins its paragraph takes the paragraph before it along."""
    result: list[Node] = []
    for block in blocks:
        bare = TOGETHER in ast.classes(block) and len(block["c"][1]) == 1
        if bare and result and result[-1]["t"] == "Para" and not ast.text(result[-1]).rstrip().endswith(ENDS):
            block = _together([result.pop(), *block["c"][1]])
        result.append(block)
    return result


def _displayed(inline: Node) -> bool:
    return inline["t"] == "Math" and inline["c"][0]["t"] == "DisplayMath"  # type: ignore[no-any-return]


def _paragraph(inlines: list[Node]) -> list[Node]:
    return [ast.paragraph(inlines)] if ast.text(inlines).strip() else []


def _spell_link(node: Node, tokens: Tokens) -> Node:
    def plain(inner: Node) -> Node | None:
        if inner["t"] == "Str":
            return inner | {"c": tokens.spell(inner["c"], Context.PROSE)}
        return inner | {"linked": True} if inner["t"] == "Math" else None

    triple, inlines, target = node["c"]
    return node | {"c": [triple, ast.walk(inlines, plain, words=True), target]}

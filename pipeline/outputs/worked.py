"""On paper the worked solutions of exercises stand at the end, under the headings of their exercises."""

from __future__ import annotations

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.structure import SECTION_LEVEL

SOLUTION = "solution"
NAME, TITLE, WAY = "loesungen", "Lösungen", "Zur Lösung"


def worked_last(blocks: list[Node]) -> list[Node]:
    """Blocks with each solution that stands in a section for itself moved behind everything else.

    In its place a link leads to it.  Solutions inside questions are none of these (solutions.py).
    """
    kept: list[Node] = []
    found: list[Node] = []
    section: Node | None = None
    for block in blocks:
        if block["t"] == "Header" and block["c"][0] == SECTION_LEVEL:
            section = block
        if section is None or block["t"] != "Div" or SOLUTION not in ast.classes(block):
            kept.append(block)
            continue
        name = f"{NAME}:{ast.identifier(section)}"
        kept.append(ast.paragraph([ast.link(ast.attr(), ast.words(WAY), "#" + name)]))
        found += [_heading(section, name), *block["c"][1]]
    if not found:
        return blocks
    return [*kept, ast.header(SECTION_LEVEL, ast.attr(NAME), ast.words(TITLE)), *found]


def _heading(section: Node, name: str) -> Node:
    """The heading of an exercise once more, one level lower, with its number."""
    attributes = {"number": ast.attributes(section).get("number", "")}
    return ast.header(SECTION_LEVEL + 1, ast.attr(name, [], attributes), section["c"][2])

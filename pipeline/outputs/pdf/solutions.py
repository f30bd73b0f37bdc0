"""On paper nothing folds: the solutions of a section stand at its end, each under its question."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.structure import SECTION_LEVEL

WAYS = ("back", "part-navigation")  # what stands behind a section's text


def solutions_last(blocks: list[Node]) -> list[Node]:
    """Blocks with the solutions of each section moved behind everything else in it."""
    return [block for section in _sections(blocks) for block in _arranged(section)]


def _sections(blocks: list[Node]) -> Iterator[list[Node]]:
    section: list[Node] = []
    for block in blocks:
        if block["t"] == "Header" and block["c"][0] <= SECTION_LEVEL and section:
            yield section
            section = []
        section.append(block)
    yield section


def _arranged(section: list[Node]) -> list[Node]:
    """A section whose solutions are gathered in a Div `solutions`."""
    found: list[Node] = []

    def visit(node: Node) -> Node | None:
        if node["t"] != "Div" or "question" not in ast.classes(node):
            return None
        triple, inside = node["c"]
        solutions = [block for block in inside if "solution" in ast.classes(block)]
        for solution in solutions:
            found.extend([inside[0], *solution["c"][1]])
        return node | {"c": [triple, [block for block in inside if block not in solutions]]}

    kept: list[Node] = ast.walk(section, visit)
    if not found:
        return section
    end = next((place for place, block in enumerate(kept) if set(WAYS) & set(ast.classes(block))), len(kept))
    return [*kept[:end], ast.div(ast.attr("", ["solutions"]), found), *kept[end:]]

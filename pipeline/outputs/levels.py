"""The levels of headings as readers get them, the same in every output."""

from __future__ import annotations

from pipeline.document import ast
from pipeline.document.ast import Node

TOP = 1  # the level of parts


def outside_parts_raised(blocks: list[Node]) -> list[Node]:
    """Headings of sections outside the parts one level up: they stand beside the parts, and no level is skipped."""
    raised, inside = [], False
    for block in blocks:
        classes = ast.classes(block)
        inside = (inside or "part" in classes) and "part-navigation" not in classes
        if block["t"] == "Header" and not inside:
            level, triple, inlines = block["c"]
            block = block | {"c": [max(level - 1, TOP), triple, inlines]}
        raised.append(block)
    return raised

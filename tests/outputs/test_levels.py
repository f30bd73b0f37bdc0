"""The levels of headings, the same in every output."""

from __future__ import annotations

from pipeline.document import ast
from pipeline.outputs.levels import outside_parts_raised


def test_sections_outside_parts_stand_beside_them() -> None:
    blocks = [
        ast.header(2, ast.attr("before"), []),
        ast.header(3, ast.attr("below"), []),
        ast.header(1, ast.attr("part:1", ["part"]), []),
        ast.header(2, ast.attr("inside"), []),
        ast.div(ast.attr("", ["part-navigation"]), []),
        ast.header(2, ast.attr("after"), []),
    ]
    levels = {ast.identifier(block): block["c"][0] for block in outside_parts_raised(blocks) if block["t"] == "Header"}
    assert levels == {"before": 1, "below": 2, "part:1": 1, "inside": 2, "after": 1}

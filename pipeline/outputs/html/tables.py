"""Tables without style attributes: pandoc writes alignments and widths as styles, so cells get classes."""

from __future__ import annotations

from typing import Any

from pipeline.document import ast
from pipeline.document.ast import Node

SIDES = {"AlignLeft": "left", "AlignRight": "right", "AlignCenter": "center", "AlignDefault": ""}
ALIGNMENT = {"t": "AlignDefault"}
WORDY = 16  # signs from which the name of a row may be squeezed by the numbers beside it
COLUMN = [ALIGNMENT, {"t": "ColWidthDefault"}]


def plain_table(node: Node) -> Node:
    """The table without caption and id; where it has a head, the first of several columns names the rows."""
    _, _, columns, (head_attr, head_rows), bodies, (foot_attr, foot_rows) = node["c"]
    sides = [SIDES[alignment["t"]] for alignment, _ in columns]
    heads = int(bool(head_rows) and len(columns) > 1)
    body = [
        [triple, heads, _rows(inner_heads, sides, 0), _rows(rows, sides, heads)]
        for triple, _, inner_heads, rows in bodies
    ]
    head, foot = [head_attr, _rows(head_rows, sides, 0)], [foot_attr, _rows(foot_rows, sides, heads)]
    wordy = ["wordy"] if heads and _longest_head(bodies) > WORDY else []
    return node | {"c": [ast.attr("", wordy), [None, []], [COLUMN for _ in columns], head, body, foot]}


def _longest_head(bodies: list[Any]) -> int:
    """The length of the longest text that names a row."""
    return max((len(ast.text(cells[0][4])) for body in bodies for _, cells in body[3] if cells), default=0)


def _rows(rows: list[Any], sides: list[str], heads: int) -> list[Any]:
    return [[triple, _cells(cells, sides, heads)] for triple, cells in rows]


def _cells(cells: list[Any], sides: list[str], heads: int) -> list[Any]:
    done, column = [], 0
    for (name, classes, _), alignment, down, across, blocks in cells:
        side = SIDES[alignment["t"]] or sides[column]
        scope = {"scope": "row"} if column < heads else {}
        triple = ast.attr(name, [*classes, side] if side else classes, scope)
        done.append([triple, ALIGNMENT, down, across, blocks])
        column += across
    return done

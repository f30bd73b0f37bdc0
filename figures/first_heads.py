"""The heads of the first layer over the first sentence, two and two."""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure

from figures import maps, style

CELL = (31.0, 19.0)
GAP = 16
SIZE = 12
COLUMNS = 2


def draw(q: Any) -> Figure:
    """Previous token, local window, article to noun, word class."""
    heads, tokens, _ = q.curious_percent.axes
    shown = heads.labels[: len(heads) // 2]
    margin = maps.margin(tokens, SIZE)
    across, down = CELL[0] * len(tokens), maps.TITLE + maps.WORDS + CELL[1] * len(tokens) + GAP
    gap = (style.WIDTH - margin - COLUMNS * across - 2) / (COLUMNS - 1)
    rows = -(-len(shown) // COLUMNS)
    figure, axes = style.canvas(style.WIDTH, rows * down + maps.LEGEND)
    for number, head in enumerate(shown):
        row, column = divmod(number, COLUMNS)
        where = maps.place(margin + column * (across + gap), row * down, CELL, tokens)
        maps.small(axes, q, q.curious_percent[head], where, SIZE)
        if column == 0:
            maps.row_heads(axes, where, SIZE)
    bounds = q.smallest_percent["first"], q.largest_percent["first"]
    maps.legend(axes, q, bounds, 0, (0, rows * down))
    return figure

"""The heads of the second layer over the first sentence: large the one that finds antecedents, below it the others."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import maps, style

ROW = 31  # of the large map
CELL = (21.0, 19.0)  # of the small ones
GAP = 24
SIZE = 11


def draw(q: Any) -> Figure:
    """Pronoun to antecedent with one more digit; verb to object, property to bearer, the token itself."""
    heads, tokens, _ = q.curious_percent.axes
    main, *others = heads.labels[len(heads) // 2 :]
    bottom = maps.TITLE + maps.WORDS + ROW * len(tokens) + GAP
    below = bottom + maps.TITLE + maps.WORDS + CELL[1] * len(tokens) + GAP
    figure, axes = style.canvas(style.WIDTH, below + maps.LEGEND)
    large(axes, q, q.curious_percent[main], tokens)
    margin, across = maps.margin(tokens, SIZE), CELL[0] * len(tokens)
    gap = (style.WIDTH - margin - len(others) * across - 2) / max(len(others) - 1, 1)
    for number, head in enumerate(others):
        where = maps.place(margin + number * (across + gap), bottom, CELL, tokens)
        maps.small(axes, q, q.curious_percent[head], where, SIZE)
        if number == 0:
            maps.row_heads(axes, where, SIZE)
    bounds = q.smallest_percent["second"], q.largest_percent["second"]
    maps.legend(axes, q, bounds, 0, (0, below))
    return figure


def large(axes: Axes, q: Any, values: Any, tokens: Any) -> None:
    """One map over the whole width."""
    margin = maps.margin(tokens, style.SIZE) + 22
    where = maps.place(margin, 0, ((style.WIDTH - margin - 2) / len(tokens), ROW), tokens)
    maps.title(axes, values.label.text, where)
    maps.column_heads(axes, where, style.SMALL)
    maps.row_heads(axes, where, style.SIZE)
    maps.cells(axes, q, values, where, 1, style.fitting(q, values.scalars(), 1, where.cell[0] - 6))
    style.upright(axes, 14, where.top + where.height / 2, "Abfrage", fontsize=style.SMALL)
    axes.text(where.left - 7, where.top - 8, "Schlüssel", ha="right", va="baseline", fontsize=style.SMALL)

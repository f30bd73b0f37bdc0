"""How the cache of keys and values grows with the text, with shared keys and without."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from figures import style
from figures.palette import ATTENTION, FAINT, SOFT

LEFT, TOP, WIDE, TALL = 70, 40, 390, 250


def draw(q: Any) -> Figure:
    """Two straight lines from the origin to the full window; the words stand at their ends."""
    figure, axes = style.canvas(style.WIDTH, TOP + TALL + 66)
    window = q.quantity("facts.mistral.window")
    tokens, high = float(window), float(q.separate_megabytes)
    data = style.panel(figure, LEFT, TOP, WIDE, TALL)
    data.set(xlim=(0, tokens), ylim=(0, 1.08 * high))
    data.grid(color=FAINT, linewidth=0.6)
    for side in ("top", "right"):
        data.spines[side].set_visible(False)
    for axis, limit in ((data.xaxis, tokens), (data.yaxis, high)):
        chosen = MaxNLocator(4, steps=[1, 2, 5, 10]).tick_values(0, limit)
        style.ticks(axis, q, [number for number in chosen if 0 <= number <= limit])
    axes.text(LEFT - 50, 18, "Megabyte", va="baseline", color=SOFT)
    axes.text(LEFT + WIDE, TOP + TALL + 52, "Tokens im Text", ha="right", va="baseline", color=SOFT)
    for size, words, color, dashes in (
        (q.separate_megabytes, "eigene Schlüssel je Kopf", SOFT, style.DASHES),
        (q.shared_megabytes, "geteilte Schlüssel", ATTENTION, None),
    ):
        line = (0, dashes) if dashes else "solid"
        data.plot([0, tokens], [0, float(size)], color=color, linewidth=2.2, linestyle=line, clip_on=False)
        ending(axes, q, size, words, TOP + TALL * (1 - float(size) / (1.08 * high)), color)
    return figure


def ending(axes: Axes, q: Any, size: Any, words: str, y: float, color: str) -> None:
    """What a line stands for, and how high it ends."""
    left = LEFT + WIDE
    style.marked(axes, left, y, color)
    axes.text(left + 14, y - 6, words, va="baseline", weight="bold", color=color)
    q.write(axes, left + 14, y + 16, size, 0, va="baseline", color=color)
    width = style.measured(q.spell(size, 0) + " ")
    axes.text(left + 14 + width, y + 16, "Megabyte", va="baseline", color=color)

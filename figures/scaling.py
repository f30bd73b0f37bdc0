"""Three weights before and after the division by the root: a switch on the left, a balance on the right."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import style
from figures.palette import ATTENTION, HEAT, INK, SOFT

TOP, TALL = 84, 190  # above the bars stand the title, what was divided, and the number of a full bar
GAP = 56
BAR = 58


def draw(q: Any) -> Figure:
    """Two groups of bars over one scale; each bar has its weight above and its score below."""
    figure, axes = style.canvas(style.WIDTH, TOP + TALL + 62)
    width = (style.WIDTH - GAP) / 2
    before, after = "vor dem Teilen", "nach dem Teilen"
    group(axes, q, 0, width, before, (q.wide_scores, None), q.saturated_weights)
    group(axes, q, width + GAP, width, after, (q.wide_scaled, 2), q.tempered_weights)
    middle = TOP + TALL / 2
    style.arrow(axes, (width + 6, middle), (width + GAP - 6, middle), color=ATTENTION, width=1.8)
    return figure


def group(
    axes: Axes, q: Any, left: float, width: float, title: str, scores: tuple[Any, int | None], weights: Any
) -> None:
    """The bars of one softmax."""
    axes.text(left + width / 2, 20, title, ha="center", va="baseline", weight="bold")
    axes.text(left + width / 2, 42, "Gewicht", ha="center", va="baseline", color=SOFT)
    floor, step = TOP + TALL, width / len(weights)
    values, places = scores
    for number, weight in enumerate(weights):
        center, height = left + (number + 0.5) * step, TALL * float(weight)
        style.cell(axes, center - BAR / 2, floor - height, BAR, height, 0.55, HEAT)
        style.frame(axes, center - BAR / 2, floor - height, BAR, height, HEAT)
        q.write(axes, center, floor - height - 8, weight, 3, ha="center", va="baseline")
        axes.text(center, floor + 24, weight.label.text, ha="center", va="baseline", weight="bold")
        q.write(axes, center, floor + 48, values[weight.label], places, ha="center", va="baseline", color=SOFT)
    style.arrow(axes, (left, floor), (left + width, floor), head=False, width=1, color=INK)

"""One output between two values: bars on a number line show how much each value weighs."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import style
from figures.palette import ATTENTION, HEAT, INK, SOFT

LEFT, RIGHT = 90, style.WIDTH - 90
TOP, TALL = 40, 130
BAR = 46


def draw(q: Any) -> Figure:
    """The values below their bars, the output and the plain mean on the line between them."""
    floor = TOP + TALL
    figure, axes = style.canvas(style.WIDTH, floor + 128)
    values = [row["1"] for row in q.single_values]
    low, high = min(map(float, values)), max(map(float, values))

    def place(number: Any) -> float:
        return LEFT + (RIGHT - LEFT) * (float(number) - low) / ((high - low) or 1)

    for value, weight in zip(values, q.single_weights, strict=True):
        bar(axes, q, place(value), floor, value, weight)
    style.arrow(axes, (LEFT - 60, floor), (RIGHT + 60, floor), head=False, width=1.2, color=INK)
    style.marked(axes, place(q.plain_mean), floor, SOFT, hollow=True, radius=6)
    style.marked(axes, place(q.single_output), floor, ATTENTION, radius=6)
    below(axes, q, place(q.plain_mean), floor, "ohne Gewichte", q.plain_mean, None, SOFT)
    below(axes, q, place(q.single_output), floor, "Ausgabe", q.single_output, 2, ATTENTION)
    return figure


def bar(axes: Axes, q: Any, x: float, floor: float, value: Any, weight: Any) -> None:
    """A value on the line, and its weight as a bar above."""
    height = TALL * float(weight)
    style.cell(axes, x - BAR / 2, floor - height, BAR, height, 0.35, HEAT)
    style.frame(axes, x - BAR / 2, floor - height, BAR, height, HEAT)
    q.write(axes, x, floor - height - 9, weight, 3, ha="center", va="baseline")
    word = "Wert "
    left = x - (style.measured(word) + style.measured(q.spell(value))) / 2
    axes.text(left, floor + 26, word, va="baseline")
    q.write(axes, left + style.measured(word), floor + 26, value, None, va="baseline")


def below(axes: Axes, q: Any, x: float, floor: float, words: str, number: Any, places: int | None, color: str) -> None:
    """What a point of the line is, on a line of its own."""
    style.arrow(axes, (x, floor + 62), (x, floor + 9), color=color, width=1.2)
    axes.text(x, floor + 82, words, ha="center", va="baseline", weight="bold", color=color)
    q.write(axes, x, floor + 104, number, places, ha="center", va="baseline", color=color)

"""The points and their line."""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure

from figures.palette import INK


def draw(q: Any) -> Figure:
    """Points as dots, the line from the first to the last of them, its slope beside it."""
    figure = Figure(figsize=(4, 3))
    axes = figure.add_subplot()
    axes.set_xticks([])
    axes.set_yticks([])
    x = [float(value) for value in q.x]
    axes.plot(x, [float(value) for value in q.y], "o", color=INK)
    axes.plot([x[0], x[-1]], [float(q.intercept) + float(q.slope) * at for at in (x[0], x[-1])], color=INK)
    q.write(axes, 0.1, 2.5, q.slope, 2, color=INK)
    return figure

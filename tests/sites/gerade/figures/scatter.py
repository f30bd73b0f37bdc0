"""The points and their mean."""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure

from figures.palette import INK


def draw(q: Any) -> Figure:
    """Points as dots, their mean as a level line, its value beside it."""
    figure = Figure(figsize=(4, 3))
    axes = figure.add_subplot()
    axes.set_xticks([])
    axes.set_yticks([])
    axes.plot([float(value) for value in q.x], [float(value) for value in q.y], "o", color=INK)
    axes.axhline(float(q.mean), color=INK)
    q.write(axes, 0.1, float(q.mean) + 0.1, q.mean, 2, color=INK)
    return figure

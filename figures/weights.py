"""The weights of attention as two heat maps, without and with projection; row = query, column = key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import style
from figures.palette import ATTENTION, SOFT

TOP = 60  # title and the word for the columns; the columns' own heads come below
GAP = 26
ROW = 44
BAR = 12
SLANTED_BELOW = 11  # heads that would get smaller than this stand upright
FAINTEST = 0.04  # opacity of the smallest weight
MAPS = "maps"  # the cells of both maps share one scale


@dataclass(frozen=True)
class Shades:
    """Opacity by weight, one scale for both maps: from the smallest weight (faint) to the largest (full)."""

    low: float
    high: float

    def __call__(self, weight: float) -> float:
        """The opacity of a weight."""
        share = (weight - self.low) / ((self.high - self.low) or 1)
        return FAINTEST + (style.STRONGEST - FAINTEST) * share


@dataclass(frozen=True)
class Grid:
    """Where the cells of one map lie."""

    left: float
    top: float
    width: float
    texts: tuple[str, ...]
    names: tuple[str, ...]  # the marks of the texts

    @property
    def cell(self) -> float:
        """The width of a cell."""
        return self.width / len(self.texts)


def draw(q: Any) -> Figure:
    """Both maps, each weight as colour and as number, and their one legend."""
    tokens = q.raw_weights.axes[0].labels
    texts = tuple(label.text for label in tokens)
    names = tuple(f"data-wording={q.worded(label)}" for label in tokens)
    asking = style.measured("Abfrage", style.SMALL)
    margin = max(min(style.widest(texts, weight="bold"), 150), asking) + 10
    width = (style.WIDTH - margin - GAP - 2) / 2
    head = head_height(texts, width / len(texts))
    top = TOP + head
    figure, axes = style.canvas(style.WIDTH, top + ROW * len(texts) + 74)
    shades = Shades(float(q.smallest_weight), float(q.largest_weight))
    for column, (values, title) in enumerate(
        ((q.raw_weights, "ohne Projektion"), (q.projected_weights, "mit Projektion und Skalierung"))
    ):
        grid = Grid(margin + column * (width + GAP), top, width, texts, names)
        heat_map(axes, q, values, grid, shades)
        axes.text(grid.left + width / 2, 18, title, ha="center", va="baseline", weight="bold")
        axes.text(grid.left + width / 2, 38, "Schlüssel", ha="center", va="baseline", color=SOFT, fontsize=style.SMALL)
        column_heads(axes, grid, head)
    row_heads(axes, Grid(margin, top, width, texts, names))
    legend(axes, q, shades, margin, top + ROW * len(texts) + 26)
    return figure


def head_height(texts: tuple[str, ...], cell: float) -> float:
    """The room that the columns' heads need: one line, or their length where they must stand upright."""
    upright = style.fitted(texts, cell - 6) < SLANTED_BELOW
    return min(style.widest(texts), 150) + 10 if upright else 8


def column_heads(axes: Axes, grid: Grid, height: float) -> None:
    """The keys' words above the columns."""
    upright = height > 8
    size = style.fitted(grid.texts, height - 10 if upright else grid.cell - 6)
    for column, (text, name) in enumerate(zip(grid.texts, grid.names, strict=True)):
        x = grid.left + (column + 0.5) * grid.cell
        if upright:
            style.upright(axes, x + size / 3, grid.top - 6, text, ha="left", fontsize=size, gid=name)
        else:
            axes.text(x, grid.top - 7, text, ha="center", va="baseline", fontsize=size, gid=name)


def row_heads(axes: Axes, grid: Grid) -> None:
    """The queries' words before the rows, which grow to the left with a reader's words; what they are stands above."""
    size = style.fitted(grid.texts, grid.left - 10, weight="bold")
    for row, (text, name) in enumerate(zip(grid.texts, grid.names, strict=True)):
        y = grid.top + (row + 0.5) * ROW
        look = {"ha": "right", "va": "center_baseline", "fontsize": size, "weight": "normal" if row else "bold"}
        axes.text(grid.left - 8, y, text, gid=name, **look)
    above = {"ha": "right", "va": "baseline", "color": SOFT, "fontsize": style.SMALL}
    axes.text(grid.left - 8, grid.top - 7, "Abfrage", **above)


def heat_map(axes: Axes, q: Any, values: Any, grid: Grid, shades: Shades) -> None:
    """The cells of one map; the first row, which the text follows, has a frame."""
    size = style.fitting(q, values.scalars(), 3, grid.cell - 4)
    for row, weights in enumerate(values):
        for column, weight in enumerate(weights):
            left, top = grid.left + column * grid.cell, grid.top + row * ROW
            marks = f"data-opacity={q.follow(weight, style.STRONGEST - FAINTEST, FAINTEST, MAPS)}"
            style.cell(axes, left, top, grid.cell, ROW, shades(float(weight)), marks=marks)
            middle = (left + grid.cell / 2, top + ROW / 2)
            q.write(axes, *middle, weight, 3, ha="center", va="center_baseline", fontsize=size)
    count = len(grid.texts)
    style.grid(axes, grid.left, grid.top, [grid.cell] * count, [ROW] * count)
    style.frame(axes, grid.left, grid.top, grid.width, ROW, ATTENTION, 2)


def legend(axes: Axes, q: Any, shades: Shades, left: float, top: float) -> None:
    """The bar of both maps, with the smallest and the largest weight, and how a map is read."""
    steps, width = 24, 220.0
    start = style.WIDTH - 16 - width
    reading = "Zeile = Abfrage, Spalte = Schlüssel"
    room = start - 10 - style.measured("Gewicht") - 24 - style.measured(reading)
    axes.text(min(left, room), top + BAR, reading, va="baseline")
    for step in range(steps):
        weight = shades.low + (step + 0.5) / steps * (shades.high - shades.low)
        style.cell(axes, start + step * width / steps, top, width / steps, BAR, shades(weight))
    style.frame(axes, start, top, width, BAR, SOFT, 0.8)
    axes.text(start - 10, top + BAR, "Gewicht", ha="right", va="baseline")
    for x, weight in ((start, q.smallest_weight), (start + width, q.largest_weight)):
        q.write(axes, x, top + BAR + 20, weight, 3, ha="center", va="baseline", fontsize=style.SMALL)

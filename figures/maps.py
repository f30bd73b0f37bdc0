"""Heat maps of heads over one sentence, in per cent: row = query, column = key; a legend made of the same numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from figures import style
from figures.palette import ATTENTION, FAINT, HEAT, PAPER, SOFT

FRAMED = "pronoun"  # the row that the text follows
TITLE, WORDS = 24, 62  # above each map: its name, and the words of its columns
LEGEND = 44  # below all maps
LEVELS = 40  # shades that are told apart; cells of one shade are one path
BAR = 12


@dataclass(frozen=True)
class Map:
    """Where one map lies, and which of its rows has a frame."""

    left: float
    top: float
    cell: tuple[float, float]  # width and height
    texts: tuple[str, ...]
    framed: int

    @property
    def width(self) -> float:
        """The width of all cells."""
        return self.cell[0] * len(self.texts)

    @property
    def height(self) -> float:
        """The height of all cells."""
        return self.cell[1] * len(self.texts)


def place(left: float, top: float, cell: tuple[float, float], tokens: Any) -> Map:
    """A map over the tokens of an axis; `top` is that of its name."""
    texts = tuple(label.text for label in tokens.labels)
    return Map(left, top + TITLE + WORDS, cell, texts, tokens.ids.index(FRAMED))


def margin(tokens: Any, size: float) -> float:
    """The room that the words before the rows need."""
    return style.widest([label.text for label in tokens.labels], size, weight="bold") + 10


def shade(percent: float) -> float:
    """The opacity of a weight in per cent: none for no weight at all."""
    return style.STRONGEST * round(percent / 100 * LEVELS) / LEVELS


def small(axes: Axes, q: Any, values: Any, where: Map, size: float) -> None:
    """A map with its name and the words of its columns, in whole per cent."""
    title(axes, values.label.text, where)
    column_heads(axes, where, size)
    cells(axes, q, values, where, 0, size)


def title(axes: Axes, text: str, where: Map) -> None:
    """The head's name above a map."""
    axes.text(where.left, where.top - WORDS - 8, text, va="baseline", weight="bold")


def cells(axes: Axes, q: Any, values: Any, where: Map, places: int, size: float) -> None:
    """The cells with their numbers."""
    width, height = where.cell
    shaded: dict[float, list[tuple[float, float]]] = {}
    look = {"ha": "center", "va": "center_baseline", "fontsize": size}
    for row, weights in enumerate(values):
        for column, weight in enumerate(weights):
            left, top = where.left + column * width, where.top + row * height
            shaded.setdefault(shade(float(weight)), []).append((left, top))
            q.write(axes, left + width / 2, top + height / 2, weight, places, **look)
    for opacity, corners in sorted(shaded.items()):
        if opacity:
            fill(axes, corners, where.cell, opacity)
    grid(axes, where)
    style.frame(axes, where.left, where.top, where.width, where.height, FAINT)
    style.frame(axes, where.left, where.top + where.framed * height, where.width, height, ATTENTION, 1.6)


def fill(axes: Axes, corners: Iterable[tuple[float, float]], cell: tuple[float, float], opacity: float) -> None:
    """Cells of one shade, as a single path."""
    vertices: list[tuple[float, float]] = []
    codes: list[int] = []
    for left, top in corners:
        right, bottom = left + cell[0], top + cell[1]
        vertices += [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
        codes += [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    look = {"facecolor": HEAT, "alpha": round(opacity, 3), "edgecolor": "none", "linewidth": 0, "clip_on": False}
    axes.add_artist(PathPatch(Path(vertices, codes), **look))


def grid(axes: Axes, where: Map) -> None:
    """The lines between all cells, as a single path."""
    right, bottom = where.left + where.width, where.top + where.height
    vertices: list[tuple[float, float]] = []
    for step in range(1, len(where.texts)):
        x, y = where.left + step * where.cell[0], where.top + step * where.cell[1]
        vertices += [(x, where.top), (x, bottom), (where.left, y), (right, y)]
    codes = [Path.MOVETO, Path.LINETO] * (len(vertices) // 2)
    axes.add_artist(PathPatch(Path(vertices, codes), fill=False, edgecolor=PAPER, linewidth=1, clip_on=False))


def column_heads(axes: Axes, where: Map, size: float) -> None:
    """The keys' words above the columns, standing upright."""
    for column, text in enumerate(where.texts):
        x = where.left + (column + 0.5) * where.cell[0]
        weight = "bold" if column == where.framed else "normal"
        style.upright(axes, x + size / 3, where.top - 6, text, ha="left", fontsize=size, weight=weight)


def row_heads(axes: Axes, where: Map, size: float) -> None:
    """The queries' words before the rows."""
    look = {"ha": "right", "va": "center_baseline", "fontsize": size}
    for row, text in enumerate(where.texts):
        y = where.top + (row + 0.5) * where.cell[1]
        axes.text(where.left - 7, y, text, weight="bold" if row == where.framed else "normal", **look)


def legend(axes: Axes, q: Any, bounds: tuple[Any, Any], places: int, corner: tuple[float, float]) -> None:
    """How the maps are read, and their shades between the smallest and the largest number that they show."""
    (low, high), steps, width = map(float, bounds), 12, 190.0
    left, top = corner
    start = style.WIDTH - 30 - width
    axes.text(left, top + BAR, "Zeile = Abfrage, Spalte = Schlüssel", va="baseline")
    for step in range(steps):
        percent = low + (step + 0.5) / steps * (high - low)
        fill(axes, [(start + step * width / steps, top)], (width / steps, BAR), shade(percent) or 0.01)
    style.frame(axes, start, top, width, BAR, SOFT, 0.8)
    axes.text(start - 10, top + BAR, "Prozent", ha="right", va="baseline")
    for x, value in ((start, bounds[0]), (start + width, bounds[1])):
        q.write(axes, x, top + BAR + 20, value, places, ha="center", va="baseline", fontsize=style.SMALL)

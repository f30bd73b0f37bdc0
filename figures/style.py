"""What all drawings share: canvases in pixels, measured text, arrows, boxes, symbols and ticks.

A unit is one CSS pixel at natural width.  A canvas has its origin at the top left like a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist
from typing import Any

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Circle, FancyBboxPatch, PathPatch, Polygon, Rectangle
from matplotlib.path import Path
from matplotlib.textpath import text_to_path

from figures.palette import FAINT, HEAT, INK, PANEL, PAPER

WIDTH = 680  # the text column
SIZE = 16  # as captions are set
SMALL = 14
DASHES, DOTS = (5.0, 3.0), (1.0, 2.5)  # in line widths
HEAD = 9  # length of an arrow's head
STRONGEST = 0.75  # opacity of the heat colour behind text that must stay readable


def canvas(width: float, height: float) -> tuple[Figure, Axes]:
    """An empty drawing in pixels, x to the right and y downwards."""
    figure = Figure(figsize=(width / 72, height / 72))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.set_axis_off()
    return figure, axes


def panel(figure: Figure, left: float, top: float, width: float, height: float) -> Axes:
    """Axes for data behind a canvas, given in its pixels."""
    whole, tall = figure.get_size_inches() * 72
    return figure.add_axes((left / whole, 1 - (top + height) / tall, width / whole, height / tall), zorder=-1)


def measured(text: str, size: float = SIZE, **font: Any) -> float:
    """The width of a text in pixels."""
    family = FontProperties(family=None, size=size, **font)
    width, _, _ = text_to_path.get_text_width_height_descent(text, family, False)
    return float(width)


def widest(texts: Sequence[str], size: float = SIZE, **font: Any) -> float:
    """The width of the widest of some texts; 0 for none."""
    return max((measured(text, size, **font) for text in texts), default=0.0)


def fitted(texts: Sequence[str], width: float, size: float = SIZE, **font: Any) -> float:
    """The largest font size up to `size` at which all texts fit into a width."""
    return min(size, size * width / max(widest(texts, size, **font), 1e-9))


def fitting(q: Any, values: Iterable[Any], places: int | None, width: float, size: float = SIZE) -> float:
    """The largest font size up to `size` at which all these single values fit into a width."""
    return fitted([q.spell(value, places) for value in values], width, size)


def arrow(
    axes: Axes,
    *points: tuple[float, float],
    color: str = INK,
    dashes: tuple[float, float] | None = None,
    head: bool = True,
    width: float = 1.5,
    bend: float = 0,
    short: float = 0,
    marks: str = "",
) -> None:
    """A line through points of a canvas with a head at its end.

    bend: radius of the corners; short: how far from the last point the head ends; marks: what both parts follow
    """
    end = _towards(points[-1], points[-2], short)
    before = [point for point in points[:-1] if not head or dist(point, end) > HEAD] or [points[0]]
    back = _towards(end, before[-1], HEAD)
    path = _polyline((*before, _towards(end, back, 0.8 * HEAD) if head else end), bend)
    line = {"edgecolor": color, "linewidth": width, "linestyle": (0, dashes) if dashes else "solid", "gid": marks}
    axes.add_artist(PathPatch(path, fill=False, capstyle="butt", zorder=2.5, clip_on=False, **line))
    if head:
        across, down = (end[1] - back[1]) * 0.38, (back[0] - end[0]) * 0.38
        notch = _towards(end, back, 0.75 * HEAD)
        corners = [end, (back[0] + across, back[1] + down), notch, (back[0] - across, back[1] - down)]
        face = {"facecolor": color, "edgecolor": "none", "linewidth": 0, "gid": marks}
        axes.add_artist(Polygon(corners, zorder=2.6, clip_on=False, **face))


def _polyline(points: Sequence[tuple[float, float]], radius: float) -> Path:
    vertices, codes = [points[0]], [Path.MOVETO]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        if radius:
            vertices += [_towards(corner, before, radius), corner, _towards(corner, after, radius)]
            codes += [Path.LINETO, Path.CURVE3, Path.CURVE3]
        else:
            vertices.append(corner)
            codes.append(Path.LINETO)
    return Path([*vertices, points[-1]], [*codes, Path.LINETO])


def _towards(start: tuple[float, float], end: tuple[float, float], distance: float) -> tuple[float, float]:
    """The point at a distance from `start` on the way to `end`, at most there."""
    share = min(1.0, distance / max(dist(start, end), 1e-9))
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def box(
    axes: Axes,
    left: float,
    top: float,
    width: float,
    height: float,
    face: str = PANEL,
    edge: str = INK,
    radius: float = 5,
    **patch: Any,
) -> None:
    """A rounded box."""
    shape = f"round,pad=0,rounding_size={radius}"
    axes.add_artist(
        FancyBboxPatch(
            (left, top), width, height, boxstyle=shape, facecolor=face, edgecolor=edge, clip_on=False, **patch
        )
    )


def cell(
    axes: Axes,
    left: float,
    top: float,
    width: float,
    height: float,
    opacity: float,
    color: str = HEAT,
    marks: str = "",
) -> None:
    """One cell of a matrix: the colour's opacity shows its value."""
    ground = {"facecolor": color, "alpha": round(opacity, 3), "edgecolor": "none", "linewidth": 0, "clip_on": False}
    axes.add_artist(Rectangle((left, top), width, height, gid=marks, **ground))


def ground(axes: Axes, left: float, top: float, width: float, height: float) -> None:
    """Paper behind cells that stand on a box."""
    axes.add_artist(
        Rectangle((left, top), width, height, facecolor=PAPER, edgecolor="none", linewidth=0, zorder=0.5, clip_on=False)
    )


def frame(
    axes: Axes,
    left: float,
    top: float,
    width: float,
    height: float,
    color: str = INK,
    line: float = 1,
    marks: str = "",
) -> None:
    """An outline."""
    edge = {"edgecolor": color, "linewidth": line, "joinstyle": "miter", "gid": marks}
    axes.add_artist(Rectangle((left, top), width, height, fill=False, zorder=3, clip_on=False, **edge))


def grid(axes: Axes, left: float, top: float, columns: Sequence[float], rows: Sequence[float]) -> None:
    """Thin lines between the cells of a matrix with these column widths and row heights, and its outline."""
    right, bottom = left + sum(columns), top + sum(rows)
    across = [left + sum(columns[:count]) for count in range(1, len(columns))]
    down = [top + sum(rows[:count]) for count in range(1, len(rows))]
    axes.vlines(across, top, bottom, color=PAPER, linewidth=1, clip_on=False)
    axes.hlines(down, left, right, color=PAPER, linewidth=1, clip_on=False)
    frame(axes, left, top, right - left, bottom - top, FAINT)


def symbol(axes: Axes, x: float, y: float, formula: str, **text: Any) -> None:
    """A formula such as `W^Q` or `d_k`: letters slanted, one sign (or a {group}) raised by ^ or lowered by _."""
    axes.text(x, y, formula, gid="symbol", **{"ha": "center", "va": "baseline", "fontstyle": "italic", **text})


def upright(axes: Axes, x: float, y: float, content: str, **text: Any) -> None:
    """Text that runs upwards."""
    turned = {"rotation": 90, "rotation_mode": "anchor", "ha": "center", "va": "baseline"}
    axes.text(x, y, content, **{**turned, **text})


def ticks(axis: Axis, q: Any, numbers: Sequence[float]) -> None:
    """Ticks of a panel's axis at these numbers, spelled by `q`."""
    axis.set_ticks(numbers, labels=spelled(q, numbers))
    for text in axis.get_ticklabels():
        text.set_gid("tick")


def spelled(q: Any, numbers: Sequence[float]) -> list[str]:
    """Ticks spelled with as many digits behind the comma as the one that needs most."""
    places = max((len(f"{number:.6f}".rstrip("0").partition(".")[2]) for number in numbers), default=0)
    return [q.tick(number, places) for number in numbers]


def marked(
    axes: Axes, x: float, y: float, color: str = INK, hollow: bool = False, radius: float = 4, marks: str = ""
) -> None:
    """A point of a canvas; a hollow one lets nothing shine through."""
    look = {"facecolor": PAPER if hollow else color, "edgecolor": color, "linewidth": 1.6, "gid": marks}
    axes.add_artist(Circle((x, y), radius, zorder=4, clip_on=False, **look))

"""The tokens as points of the plane, and where the plain weighted mean moves the first of them."""

from __future__ import annotations

from math import ceil, floor, hypot
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import style
from figures.labels import Box, Places, Point, along, around, leader
from figures.palette import ATTENTION, AXES, FAINT, INK, SOFT

TOP, BOTTOM = 40, 62
SIDE = 390  # the longer side of the plane
STEP = 0.5
WIDEST = 220  # pixels that a label may take


class Plane:
    """Data coordinates on a canvas; both axes have the same scale and show the origin."""

    def __init__(self, points: list[Point]) -> None:
        across, up = zip((0.0, 0.0), *points, strict=True)
        self.limits = [(edge(min(values), floor), edge(max(values), ceil)) for values in (across, up)]
        (left, right), (low, high) = self.limits
        self.scale = SIDE / max(right - left, high - low)
        self.width, self.height = (right - left) * self.scale, (high - low) * self.scale
        self.left = (style.WIDTH - self.width) / 2

    def __call__(self, point: Point) -> Point:
        """Where a point of the plane lies on the canvas."""
        (left, _), (_, high) = self.limits
        return self.left + (point[0] - left) * self.scale, TOP + (high - point[1]) * self.scale

    def follows(self, q: Any, row: Any) -> tuple[str, str]:
        """How a point follows the two values of a row, across and upwards."""
        (left, _), (_, high) = self.limits
        across, up = row
        x = q.follow(across, self.scale, self.left - left * self.scale)
        return x, q.follow(up, -self.scale, TOP + high * self.scale)

    def ticks(self, axis: int) -> list[float]:
        """Multiples of the step inside the limits."""
        low, high = self.limits[axis]
        return [STEP * count for count in range(ceil(low / STEP), floor(high / STEP) + 1)]


def edge(value: float, rounded: Any) -> float:
    """A limit a little beyond a value, at a fifth of the step; 0 stays."""
    return 0.0 if value == 0 else float(rounded((value * 1.06) / STEP * 5)) * STEP / 5


def draw(q: Any) -> Figure:
    """Arrows from the origin to all tokens; a dashed one from the first token to its new vector."""
    tokens = list(q.embeddings)
    moved = next(iter(q.contextual))
    points = [pair(row) for row in (*tokens, moved)]
    plane = Plane(points)
    figure, axes = style.canvas(style.WIDTH, TOP + plane.height + BOTTOM)
    coordinates(figure, axes, plane, q)
    origin, start, end = plane((0, 0)), plane(points[0]), plane(points[-1])
    places = Places(Box(0, TOP - 34, style.WIDTH, TOP + plane.height - 4), along(start, end))
    for axis, (_, far) in enumerate(plane.limits):
        places.taken += along(origin, plane((0, far) if axis else (far, 0)))
    places.taken += [around(plane(point), 6) for point in points]
    fixed = ";".join(f",0,{place:.6g}," for place in origin)
    for row, point in zip(tokens, points, strict=False):
        marks = f"data-from={fixed} data-to={';'.join(plane.follows(q, row))}"
        style.arrow(axes, origin, plane(point), color=SOFT, width=1.2, short=5, marks=marks)
        places.taken += along(origin, plane(point))
    marks = f"data-from={';'.join(plane.follows(q, tokens[0]))} data-to={';'.join(plane.follows(q, moved))}"
    style.arrow(axes, start, end, color=ATTENTION, dashes=style.DASHES, width=2, short=5, marks=marks)
    for number, (row, point) in enumerate(zip(tokens, points, strict=False)):
        marks, name = "data-x={} data-y={}".format(*plane.follows(q, row)), q.worded(row.label)
        style.marked(axes, *plane(point), marks=f"{marks} data-handle={name}")
        weight = "normal" if number else "bold"
        label(axes, places, plane(point), row.label.text, away(point), INK, weight, f"{marks} data-wording={name}")
    marks = "data-x={} data-y={}".format(*plane.follows(q, moved))
    style.marked(axes, *end, ATTENTION, hollow=True, marks=marks)
    marks += f" data-wording={q.worded(tokens[0].label)}"
    label(axes, places, end, f"{tokens[0].label.text} im Satz", (1, 0), ATTENTION, "bold", marks)
    return figure


def pair(row: Any) -> Point:
    """The two coordinates of a row, for drawing."""
    first, second = (float(value) for value in row)
    return first, second


def away(point: Point) -> Point:
    """The direction away from the origin, on a canvas."""
    length = hypot(*point) or 1.0
    return point[0] / length, -point[1] / length


def label(
    axes: Axes, places: Places, point: Point, text: str, prefer: Point, color: str, weight: str, marks: str
) -> None:
    """A label at a free place beside its point, with a thin line where it stands far off; it moves with the point."""
    size = style.fitted([text], WIDEST, weight=weight)
    box = places.put(point, style.measured(text, size, weight=weight), size * 1.1, prefer)
    font = {"color": color, "weight": weight, "fontsize": size}
    axes.text(*box.center(), text, ha="center", va="center_baseline", gid=marks, **font)
    if line := leader(point, box):
        style.arrow(axes, *line, color=FAINT, head=False, width=0.8, marks=marks)


def coordinates(figure: Figure, axes: Axes, plane: Plane, q: Any) -> None:
    """The two axes in their colours, with grid and ticks."""
    panel = style.panel(figure, plane.left, TOP, plane.width, plane.height)
    panel.set(xlim=plane.limits[0], ylim=plane.limits[1])
    style.ticks(panel.xaxis, q, plane.ticks(0))
    corner = plane.limits[0][0] == plane.limits[1][0] == 0  # one zero is enough there
    style.ticks(panel.yaxis, q, [number for number in plane.ticks(1) if number or not corner])
    panel.grid(True, clip_on=False)
    panel.spines[:].set_visible(False)
    panel.tick_params(length=0, pad=6)
    (left, right), (low, high) = plane.limits
    across, up = q.embeddings.axes[1].labels
    style.arrow(axes, plane((left, 0)), plane((right, 0)), color=AXES[0], width=1.8, marks="data-axis=x")
    style.arrow(axes, plane((0, low)), plane((0, high)), color=AXES[1], width=1.8, marks="data-axis=y")
    x, y = plane((right, 0))
    axes.text(x, y + 48, across.text, color=AXES[0], ha="right", va="baseline", weight="bold")
    x, y = plane((0, high))
    axes.text(x, y - 12, up.text, color=AXES[1], ha="center", va="baseline", weight="bold")

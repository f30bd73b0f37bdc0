"""The coding of positions: points on the unit circle, and the two waves that their coordinates follow."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import style
from figures.labels import Box, Places, Point, along, around
from figures.palette import ATTENTION, AXES, FAINT, INK, SOFT

RADIUS, CENTER = 112.0, (152.0, 168.0)
REACH = 1 + 26 / RADIUS  # of the axes, in radii
HEIGHT = 336
WORD = "Position"
LEFT, TOP, WIDE, TALL = 388, 56, 224, 224  # the waves


def draw(q: Any) -> Figure:
    """On the left where each position lies; on the right the same coordinates one by one."""
    figure, axes = style.canvas(style.WIDTH, HEIGHT)
    numbers = list(q.quantity("position.token"))
    pairs = [(float(row[0]), float(row[1])) for row in map(list, q.encoding)]
    cross(axes)
    turns(axes, len(numbers))
    across = along(on_circle(-REACH, 0), on_circle(REACH + 0.4, 0), 16)  # with the room for "sin p"
    places = Places(Box(0, 30, 340, HEIGHT - 2), [*across, *along(on_circle(0, -REACH), on_circle(0, REACH), 10)])
    for pair in pairs:
        point = on_circle(*pair)
        style.arrow(axes, CENTER, point, color=SOFT, head=False, width=1)
        style.marked(axes, *point)
        places.taken += [*along(CENTER, point), around(point, 5)]
    for number, pair in zip(numbers, pairs, strict=True):
        words = style.measured(f"{WORD} ")
        width = words + style.measured(q.spell(number))
        box = places.put(on_circle(*pair), width, style.SIZE * 1.1, (pair[0], -pair[1]))
        axes.text(box.left, box.center()[1], WORD, va="center_baseline")
        q.write(axes, box.left + words, box.center()[1], number, va="center_baseline")
    waves(figure, axes, q, numbers, pairs)
    return figure


def on_circle(first: float, second: float) -> Point:
    """The canvas point of a pair of coordinates: the first to the right, the second upwards."""
    return CENTER[0] + RADIUS * first, CENTER[1] - RADIUS * second


def cross(axes: Axes) -> None:
    """The unit circle with its two axes."""
    steps = [pi * step / 60 for step in range(121)]
    style.arrow(axes, *(on_circle(sin(angle), cos(angle)) for angle in steps), color=FAINT, head=False, width=1.2)
    style.arrow(axes, on_circle(-REACH, 0), on_circle(REACH, 0), color=AXES[0], width=1.4)
    style.arrow(axes, on_circle(0, -REACH), on_circle(0, REACH), color=AXES[1], width=1.4)
    x, y = on_circle(REACH, 0)
    style.symbol(axes, x + 6, y + 5, "sin p", ha="left", color=AXES[0])
    x, y = on_circle(0, REACH)
    style.symbol(axes, x, y - 8, "cos p", color=AXES[1])


def turns(axes: Axes, count: int) -> None:
    """The turn from each position to the next, as equal arcs with arrow heads."""
    for step in range(count - 1):
        share = 0.34 + 0.03 * step
        angles = [step + 0.06 + 0.86 * part / 20 for part in range(21)]
        points = [on_circle(share * sin(angle), share * cos(angle)) for angle in angles]
        style.arrow(axes, *points, color=ATTENTION, width=1.6)


def waves(figure: Figure, axes: Axes, q: Any, numbers: Sequence[Any], pairs: Sequence[Point]) -> None:
    """Sine and cosine over the positions, with the same points."""
    last = len(pairs) - 1 or 1
    panel = style.panel(figure, LEFT, TOP, WIDE, TALL)
    panel.set(xlim=(0, last), ylim=(-1, 1), xticks=range(len(pairs)))
    panel.tick_params(length=0, pad=8, labelbottom=False)
    style.ticks(panel.yaxis, q, (-1, 0, 1))
    panel.grid(True, clip_on=False)
    panel.spines[:].set_visible(False)

    def at(position: float, height: float) -> Point:
        return LEFT + position / last * WIDE, TOP + (1 - height) / 2 * TALL

    style.arrow(axes, at(0, 0), at(last, 0), color=INK, head=False, width=0.8)
    for position, number in enumerate(numbers):
        q.write(axes, at(position, -1)[0], TOP + TALL + 22, number, ha="center", va="baseline")
    axes.text(LEFT + WIDE / 2, TOP + TALL + 46, WORD, ha="center", va="baseline", color=SOFT)
    steps = [last * step / 120 for step in range(121)]
    ends = Places(Box(LEFT + WIDE + 8, 0, style.WIDTH, HEIGHT))
    for column, (wave, name, color) in enumerate(((sin, "sin p", AXES[0]), (cos, "cos p", AXES[1]))):
        dashes = style.DASHES if column else None
        style.arrow(axes, *(at(step, wave(step)) for step in steps), color=color, dashes=dashes, head=False, width=1.8)
        for position, pair in enumerate(pairs):
            style.marked(axes, *at(position, pair[column]), color, hollow=bool(column))
        box = ends.put(at(last, pairs[-1][column]), style.measured(name), style.SIZE, (1, 0))
        style.symbol(axes, box.left, box.bottom - 3, name, ha="left", color=color)

"""The heads at the first token, side by side: each with weights and an output of its own, then joined and projected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import style
from figures.palette import ATTENTION, AXES, INK, SOFT

ROW, BAR = 27, 18
HEAD = 62  # a head's name and what it sees
GAP = 36  # between heads
NUMBER = 52  # room for a number behind a bar
CELL, TALL = 78, 36
BARS = "zero-bars"  # the bars of all heads grow from zero and share one scale


@dataclass(frozen=True)
class Lane:
    """The room of one head."""

    left: float
    width: float
    names: float

    @property
    def center(self) -> float:
        """Half way to the right."""
        return self.left + self.width / 2

    @property
    def start(self) -> float:
        """Where the bars begin."""
        return self.left + self.names + 10


def draw(q: Any) -> Figure:
    """A lane a head: the words with their weights as bars, below them the head's output; at last all outputs joined."""
    heads, tokens = q.head_weights.axes[:2]
    first, texts = tokens.labels[0], [label.text for label in tokens.labels]
    width = (style.WIDTH - GAP * (len(heads) - 1)) / len(heads)
    names = min(style.widest(texts, weight="bold"), width / 2.6)
    lanes = [Lane(number * (width + GAP), width, names) for number in range(len(heads))]
    reach = width - names - 10 - NUMBER
    longest = max(float(weight) for head in q.head_weights for weight in head[first])
    output_top = HEAD + ROW * len(texts) + 34
    joined_top = output_top + TALL + 66
    figure, axes = style.canvas(style.WIDTH, joined_top + TALL + 8)
    left = style.WIDTH / 2 - CELL * len(lanes) / 2
    for number, (lane, head) in enumerate(zip(lanes, q.head_weights, strict=True)):
        color = title(axes, q, head.label, lane)
        bars(axes, q, head[first], lane, reach, reach / longest, color)
        output(axes, q, q.head_outputs[head.label, first], lane, output_top, color)
        x = left + (number + 0.5) * CELL
        middle = output_top + TALL + 30
        way = [(lane.center, output_top + TALL + 4), (lane.center, middle), (x, middle), (x, joined_top - 5)]
        style.arrow(axes, *way, bend=8)
        value(axes, q, q.multi_head_output[first][head.label], x - CELL / 2, joined_top, color)
    joined(axes, q, left, joined_top, CELL * len(lanes), first)
    return figure


def title(axes: Axes, q: Any, head: Any, lane: Lane) -> str:
    """The head's name, and the coordinate that it reads most in the colour of its axis, which is returned."""
    sizes = [abs(float(entry)) for entry in q.head_projection[head]]
    position = sizes.index(max(sizes))
    color = AXES[position % len(AXES)]
    seen = q.head_projection.axes[1].labels[position].text
    alone = "nur" if sum(sizes) == max(sizes) else "vor allem"
    axes.text(lane.left, 18, head.text, va="baseline", weight="bold", color=color)
    axes.text(lane.left, 40, f"sieht von jedem Token {alone} {seen}", va="baseline", color=SOFT)
    return color


def bars(axes: Axes, q: Any, weights: Any, lane: Lane, reach: float, scale: float, color: str) -> None:
    """The weights of one query as bars beside the words of the keys, each with its number.

    reach: the length of the longest bar of all heads; scale: pixels for a weight of one
    """
    size = style.fitted([weight.label.text for weight in weights], lane.names, weight="bold")
    for row, weight in enumerate(weights):
        middle, length = HEAD + (row + 0.5) * ROW, scale * float(weight)
        heavy = "bold" if row == 0 else "normal"
        names = {"ha": "right", "va": "center_baseline", "fontsize": size, "weight": heavy}
        marks = f"data-wording={q.worded(weight.label)}"
        if lane.left:  # a reader's longer words have room as far as to the head before
            marks += f" data-room={lane.names + GAP - 6:.6g}"
        axes.text(lane.start - 10, middle, weight.label.text, gid=marks, **names)
        grows = f"data-width={q.follow(weight, reach, 0, BARS)}"
        style.cell(axes, lane.start, middle - BAR / 2, length, BAR, 0.4, color, grows)
        style.frame(axes, lane.start, middle - BAR / 2, length, BAR, color, marks=grows)
        moves = f"data-x={q.follow(weight, reach, lane.start + 6, BARS)}"
        q.write(axes, lane.start + length + 6, middle, weight, 3, moves, va="center_baseline")
    style.arrow(axes, (lane.start, HEAD), (lane.start, HEAD + ROW * len(weights)), head=False, width=1, color=INK)


def output(axes: Axes, q: Any, number: Any, lane: Lane, top: float, color: str) -> None:
    """What the head makes of its weights."""
    style.arrow(axes, (lane.center, top - 28), (lane.center, top - 5))
    axes.text(lane.center - CELL / 2 - 10, top + TALL / 2, "Ausgabe", ha="right", va="center_baseline", color=SOFT)
    value(axes, q, number, lane.center - CELL / 2, top, color)


def value(axes: Axes, q: Any, number: Any, left: float, top: float, color: str) -> None:
    """A single number in a cell."""
    style.cell(axes, left, top, CELL, TALL, 0.2, color)
    style.frame(axes, left, top, CELL, TALL, color, 1.2)
    q.write(axes, left + CELL / 2, top + TALL / 2, number, 3, ha="center", va="center_baseline")


def joined(axes: Axes, q: Any, left: float, top: float, width: float, token: Any) -> None:
    """All outputs side by side, and what comes of them."""
    style.frame(axes, left, top, width, TALL, INK, 1.6)
    middle = top + TALL / 2
    axes.text(left - 14, middle, "Verkettung", ha="right", va="center_baseline", weight="bold")
    style.arrow(axes, (left + width + 8, middle), (left + width + 62, middle), color=ATTENTION, width=1.8)
    style.symbol(axes, left + width + 33, middle - 9, "W^O")
    result = f"Ergebnis für {token.text}"
    start = left + width + 70
    size = style.fitted([result], style.WIDTH - start, weight="bold")
    font = {"weight": "bold", "color": ATTENTION, "fontsize": size}
    axes.text(start, middle, result, va="center_baseline", gid=f"data-wording={q.worded(token)}", **font)

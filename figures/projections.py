"""From the tokens to the output: three projections, score, softmax and mixture, with the first token's numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import style
from figures.palette import ATTENTION, AXES, HEAT, PANEL, SOFT

TOP = 12
ROW = 25
NARROW, WIDE = 42, 46  # cells of coordinates, cells of scores and weights
HEAD = 26  # room for a matrix's name above it
SPACE = 30  # between matrices one above the other
TINT = 0.42  # strongest opacity of the axes' colours behind numbers


@dataclass(frozen=True)
class Block:
    """A matrix on the canvas: its upper left corner and its size in cells."""

    left: float
    top: float
    columns: int
    rows: int
    cell: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.left + self.columns * self.cell

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.top + self.rows * ROW

    @property
    def middle(self) -> float:
        """Half way down."""
        return (self.top + self.bottom) / 2

    @property
    def center(self) -> float:
        """Half way to the right."""
        return (self.left + self.right) / 2


def draw(q: Any) -> Figure:
    """Three columns: the tokens, their projections, and on grey ground what happens to all tokens at once."""
    tokens = q.embeddings.axes[0].labels
    texts = [label.text for label in tokens]
    count, size = len(texts), len(q.embeddings.axes[1])
    names = min(style.widest(texts, weight="bold"), 92)
    tops = [TOP + HEAD + number * (count * ROW + HEAD + SPACE) for number in range(3)]
    x = Block(names + 10, tops[1], size, count, NARROW)
    projected = [Block(x.right + 62, top, size, count, NARROW) for top in tops]
    left = projected[0].right + 64
    wide = min(WIDE, (style.WIDTH - left - 134) / count)
    scores, weights = (Block(left, top, count, count, wide) for top in tops[:2])
    output = Block(left, tops[2], size, count, NARROW)
    figure, axes = style.canvas(style.WIDTH, output.bottom + 22)
    ground(axes, left - 26, 2, style.WIDTH - 2, output.bottom + 20)
    for block, name, value, places in (
        (x, "X", q.embeddings, None),
        (projected[0], "Q", q.queries, 2),
        (projected[1], "K", q.embeddings, None),  # in the example W^K and W^V change nothing
        (projected[2], "V", q.embeddings, None),
        (output, "Y", q.projected_outputs, 3),
    ):
        matrix(axes, q, block, name, value, places, AXES, TINT)
    for block, name, value in ((scores, "S", q.projected_scores), (weights, "W", q.projected_weights)):
        matrix(axes, q, block, name, value, 3, (HEAT,), style.STRONGEST)
    row_names(axes, q, tokens, x, names)
    project(axes, x, projected)
    attend(axes, projected, scores, weights, output)
    return figure


def matrix(
    axes: Axes, q: Any, block: Block, name: str, value: Any, places: int | None, colors: Sequence[str], strongest: float
) -> None:
    """A matrix as cells, the stronger the larger; its first row also in numbers.  Columns take turns with colours."""
    numbers = [[float(entry) for entry in row] for row in value]
    smallest, high = min(map(min, numbers)), max(map(max, numbers))
    group = name if len(colors) == 1 else f"zero-{name}"
    low = smallest if len(colors) == 1 else min(smallest, 0)  # coordinates are shown as they are, weights by contrast
    size = style.fitting(q, next(iter(value)), places, block.cell - 5, style.SMALL)
    style.ground(axes, block.left, block.top, block.right - block.left, block.bottom - block.top)
    for row, entries in enumerate(value):
        for column, entry in enumerate(entries):
            share = (numbers[row][column] - low) / ((high - low) or 1)
            left, top = block.left + column * block.cell, block.top + row * ROW
            opacity = 0.05 + (strongest - 0.05) * share
            marks = f"data-opacity={q.follow(entry, strongest - 0.05, 0.05, group)}"
            style.cell(axes, left, top, block.cell, ROW, opacity, colors[column % len(colors)], marks)
            if row == 0:
                middle = (left + block.cell / 2, top + ROW / 2)
                q.write(axes, *middle, entry, places, ha="center", va="center_baseline", fontsize=size)
    style.grid(axes, block.left, block.top, [block.cell] * block.columns, [ROW] * block.rows)
    style.frame(axes, block.left, block.top, block.right - block.left, ROW, ATTENTION, 1.6)
    style.symbol(axes, block.left + NARROW, block.top - 8, name, fontsize=18)


def row_names(axes: Axes, q: Any, tokens: Sequence[Any], x: Block, width: float) -> None:
    """The tokens before the rows of X."""
    size = style.fitted([token.text for token in tokens], width)
    for row, token in enumerate(tokens):
        y = x.top + (row + 0.5) * ROW
        look = {"ha": "right", "va": "center_baseline", "fontsize": size, "weight": "normal" if row else "bold"}
        axes.text(x.left - 8, y, token.text, gid=f"data-wording={q.worded(token)}", **look)


def ground(axes: Axes, left: float, top: float, right: float, bottom: float) -> None:
    """The grey ground and what it says."""
    style.box(axes, left, top, right - left, bottom - top, face=PANEL, edge="none", linewidth=0, zorder=0, radius=8)
    axes.text(right - 12, top + 24, "für alle Tokens zugleich", ha="right", va="baseline", color=SOFT)


def project(axes: Axes, x: Block, projected: Sequence[Block]) -> None:
    """From X to the three projections."""
    fork = x.right + 20
    for block, name in zip(projected, ("W^Q", "W^K", "W^V"), strict=True):
        way = [(x.right + 5, x.middle), (block.left - 5, block.middle)]
        if block.middle != x.middle:
            way[1:1] = [(fork, x.middle), (fork, block.middle)]
        style.arrow(axes, *way, bend=6)
        style.symbol(axes, (fork + block.left) / 2, block.middle - 8, name)


def attend(axes: Axes, projected: Sequence[Block], scores: Block, weights: Block, output: Block) -> None:
    """Queries and keys make the scores, these the weights, these mix the values."""
    query, key, value = projected
    beside = max(scores.right, output.right) + 14
    upper, lower = scores.top + 0.3 * (scores.bottom - scores.top), scores.top + 0.75 * (scores.bottom - scores.top)
    turn = query.right + 19
    style.arrow(axes, (query.right + 5, upper), (scores.left - 5, upper))
    style.arrow(axes, (key.right + 5, key.middle), (turn, key.middle), (turn, lower), (scores.left - 5, lower), bend=6)
    said(axes, beside, scores.middle, "Score", "QK^⊤/√d_k")
    down = output.right - 14
    steps = ((scores, weights, "Softmax", "je Zeile"), (weights, output, "Mischung", "der Werte"))
    for above, below, word, more in steps:
        style.arrow(axes, (down, above.bottom + 5), (down, below.top - 6))
        y = (above.bottom + below.top) / 2
        axes.text(down + 12, y, word, va="center_baseline", weight="bold")
        axes.text(down + 12 + style.measured(f"{word} ", weight="bold"), y, more, va="center_baseline")
    style.arrow(axes, (value.right + 5, value.middle), (output.left - 5, output.middle))
    said(axes, beside, weights.middle, "Gewichte", "")
    said(axes, output.right + 14, output.middle, "Ausgabe", "WV")


def said(axes: Axes, left: float, middle: float, word: str, formula: str) -> None:
    """What a matrix holds, and the formula below it."""
    axes.text(left, middle - (4 if formula else -5), word, va="baseline", weight="bold")
    if formula:
        style.symbol(axes, left, middle + 20, formula, ha="left")

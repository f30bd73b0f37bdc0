"""Encoder block and decoder block side by side, with residual paths and cross-attention, read from below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import style
from figures.palette import ATTENTION, FAINT, HEAT, INK, PANEL, PAPER, SOFT

WIDE, TALL = 206, 46  # a sublayer
NORM = 30  # height of "addieren und normieren"
GAP, STEP = 16, 42  # from a sublayer to its normalisation, and from there to the next sublayer
ROUND = 26  # how far a residual path goes around
INSIDE = 44  # from a block's outline to its sublayers, on the side of the residual paths
EDGE = 18  # the same on the other side
TOP = 84  # room above the decoder
ENCODER, DECODER = INSIDE + 2, style.WIDTH - INSIDE - 2 - WIDE  # left edges of the sublayers


@dataclass(frozen=True)
class Sublayer:
    """One sublayer with the normalisation above it: its words, its left and its lower edge on the canvas."""

    words: str
    attends: bool
    left: float
    bottom: float

    @property
    def center(self) -> float:
        """Half way to the right."""
        return self.left + WIDE / 2

    @property
    def middle(self) -> float:
        """Half way up the sublayer itself."""
        return self.bottom - TALL / 2

    @property
    def top(self) -> float:
        """The upper edge of its normalisation."""
        return self.bottom - TALL - GAP - NORM

    @property
    def fork(self) -> float:
        """Where the residual path leaves, below the sublayer."""
        return self.bottom + STEP / 2


def draw(q: Any) -> Figure:
    """Both blocks, standing on one line."""
    decoder_words = ("maskierte\nSelbstaufmerksamkeit", "Kreuzaufmerksamkeit", "Feedforward-Netz")
    base = TOP + len(decoder_words) * (TALL + GAP + NORM + STEP)
    figure, axes = style.canvas(style.WIDTH, base + 54)
    encoder = stack(ENCODER, base, ("Mehrkopf-\nSelbstaufmerksamkeit", "Feedforward-Netz"))
    decoder = stack(DECODER, base, decoder_words)
    block(axes, encoder, base, "Encoder-Block", -1)
    block(axes, decoder, base, "Decoder-Block", 1)
    entrance(axes, encoder[0], base, "Eingabe mit Positionen")
    entrance(axes, decoder[0], base, "bisherige Ausgabe mit Positionen")
    cross(axes, encoder[-1], decoder[1])
    out = decoder[-1]
    style.arrow(axes, (out.center, out.top), (out.center, out.top - 46))
    axes.text(out.center, out.top - 54, "Vorhersage des nächsten Tokens", ha="center", va="baseline")
    return figure


def stack(left: float, base: float, words: Sequence[str]) -> list[Sublayer]:
    """Sublayers one above the other."""
    step = TALL + GAP + NORM + STEP
    return [
        Sublayer(text, "aufmerksam" in text, left, base - STEP - number * step) for number, text in enumerate(words)
    ]


def block(axes: Axes, layers: Sequence[Sublayer], base: float, name: str, side: int) -> None:
    """A block on its ground; `side` is -1 or 1 where the residual paths go left or right."""
    left = layers[0].left - (INSIDE if side < 0 else EDGE)
    top = layers[-1].top - 20
    style.box(axes, left, top, WIDE + INSIDE + EDGE, base - 2 - top, face=PANEL, edge=FAINT, radius=10, zorder=0)
    for layer in layers:
        sublayer(axes, layer)
        residual(axes, layer, side)
    for below, above in pairwise(layers):
        style.arrow(axes, (below.center, below.top), (above.center, above.bottom))
    axes.text(left, top - 10, name, va="baseline", weight="bold")
    axes.text(left + WIDE + INSIDE + EDGE, top - 10, "N-mal", ha="right", va="baseline", color=SOFT)


def sublayer(axes: Axes, layer: Sublayer) -> None:
    """The sublayer's box, and the normalisation above it."""
    style.box(axes, layer.left, layer.bottom - TALL, WIDE, TALL, face=PAPER, edge="none", linewidth=0)
    if layer.attends:
        style.box(axes, layer.left, layer.bottom - TALL, WIDE, TALL, face=HEAT, alpha=0.25, edge="none", linewidth=0)
    style.box(axes, layer.left, layer.bottom - TALL, WIDE, TALL, face="none", edge=ATTENTION if layer.attends else INK)
    lines = layer.words.split("\n")
    for number, line in enumerate(lines):
        y = layer.middle + (number - (len(lines) - 1) / 2) * 19
        axes.text(layer.center, y, line, ha="center", va="center_baseline")
    style.arrow(axes, (layer.center, layer.bottom - TALL), (layer.center, layer.top + NORM))
    style.box(axes, layer.left, layer.top, WIDE, NORM, face=PAPER, edge=SOFT, radius=NORM / 2)
    axes.text(layer.center, layer.top + NORM / 2, "addieren, normieren", ha="center", va="center_baseline", color=SOFT)


def residual(axes: Axes, layer: Sublayer, side: int) -> None:
    """The path around a sublayer, from below it to its normalisation."""
    edge = layer.left if side < 0 else layer.left + WIDE
    turn, into = edge + side * ROUND, layer.top + NORM / 2
    way = [(layer.center, layer.fork), (turn, layer.fork), (turn, into), (edge, into)]
    style.arrow(axes, *way, color=SOFT, bend=12)


def entrance(axes: Axes, layer: Sublayer, base: float, words: str) -> None:
    """What goes in from below."""
    style.arrow(axes, (layer.center, base + 24), (layer.center, layer.bottom))
    axes.text(layer.center, base + 42, words, ha="center", va="baseline")


def cross(axes: Axes, last: Sublayer, target: Sublayer) -> None:
    """The encoder's output becomes keys and values of the decoder's cross-attention."""
    high, between = last.top - 62, (last.left + WIDE + EDGE + target.left - EDGE) / 2
    for down in (-9, 9):
        y = target.middle + down
        way = [(last.center, last.top), (last.center, high), (between, high), (between, y), (target.left, y)]
        style.arrow(axes, *way, color=ATTENTION, width=2, bend=8)
    axes.text((last.center + between) / 2, high - 8, "Schlüssel, Werte", ha="center", va="baseline", color=ATTENTION)
    for name, x, y in (("Z", last.center + 14, high + 25), ("K", between + 24, -16), ("V", between + 24, 29)):
        style.symbol(axes, x, y if y > 100 else target.middle + y, name, color=ATTENTION)
    style.symbol(axes, target.center + 14, target.bottom + 15, "Q")

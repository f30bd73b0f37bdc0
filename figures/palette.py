"""The colours of all drawings, by the part that they play, on a light and on a dark page.

Saved drawings name the parts as classes (`fill-axis-1`, `stroke-ink` …), so that a page can give each
part another colour; the light colours stand beside them for everything that knows no style sheet.
The two axes and the attention are the colours orange, blue and green of Okabe and Ito's palette for
colour-blind readers, made dark (or light) enough to be read as text; no two of them are told apart by
hue alone: dashes, outlines and words say the same.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Colour:
    """One colour for light pages and paper, one for dark pages, both as #rrggbb."""

    light: str
    dark: str


PALETTE = {
    "ink": Colour("#1c1b1a", "#e8e6e1"),  # text and main lines
    "soft": Colour("#5c5954", "#b3b0a9"),  # second text, residual paths
    "faint": Colour("#bdb9b1", "#5a5853"),  # grids and outlines of cells
    "panel": Colour("#f1efea", "#26272a"),  # ground of boxes
    "paper": Colour("#fffefc", "#17181a"),  # the page itself, where a line is interrupted
    "axis-1": Colour("#a84300", "#f2a65e"),  # Nahrung
    "axis-2": Colour("#0062a3", "#7fc1f5"),  # Finanzen
    "attention": Colour("#00705a", "#5fd0b0"),  # what attention does: arrows, results
    "heat": Colour("#00866b", "#0d8a70"),  # cells of weights: full colour is the largest one
}

INK, SOFT, FAINT, PANEL, PAPER, AXIS_1, AXIS_2, ATTENTION, HEAT = (colour.light for colour in PALETTE.values())
AXES = (AXIS_1, AXIS_2)
ROLES = {colour.light: role for role, colour in PALETTE.items()}


def stylesheet() -> str:
    """CSS for pages that have drawings inline: `.fill-ROLE` and `.stroke-ROLE` follow `--figure-ROLE`."""
    light, dark = (
        "".join(f"--figure-{role}:{getattr(colour, mode)};" for role, colour in PALETTE.items())
        for mode in ("light", "dark")
    )
    rules = "\n".join(
        f".fill-{role}{{fill:var(--figure-{role})}}.stroke-{role}{{stroke:var(--figure-{role})}}" for role in PALETTE
    )
    return f":root{{{light}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}\n{rules}\n"

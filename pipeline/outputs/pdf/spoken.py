"""Reads a formula aloud in German, sign by sign: the alt text of formulas that no check has worded.

A checked formula brings its own sentence, made from its meaning; this is for the many small ones
in running text (`$d_k$`, `$W^Q$`), which PDF/UA wants described too.
"""

from __future__ import annotations

import re

from pipeline.outputs.pdf.math import Spell
from pipeline.outputs.pdf.symbols import BRACES, FENCES, STYLES, SYMBOLS
from pipeline.outputs.pdf.texreader import (
    Atom,
    Brace,
    Digits,
    Fenced,
    Fraction,
    Grid,
    Node,
    Root,
    Row,
    Scripts,
    Space,
    Styled,
    Text,
)

POWERS = {"2": "zum Quadrat", r"\top": "transponiert", "*": "Stern"}
GRID_WORDS = {"cases": "Fallunterscheidung", "aligned": "Zeilen"}


def spoken(node: Node, spell: Spell) -> str:
    """The formula as words; `spell` gives the printed form of a number token."""
    words = re.sub(r"\s+", " ", _say(node, spell)).strip()
    return re.sub(r",{2,}", ",", re.sub(r" ([,;:.])", r"\1", words))


def _say(node: Node, spell: Spell) -> str:
    match node:
        case Row(items):
            return " ".join(_say(item, spell) for item in items)
        case Atom(tex):
            return SYMBOLS[tex].spoken if tex in SYMBOLS else FENCES[tex].spoken if tex in FENCES else tex
        case Digits(text):
            return text.replace(".", ",") if text[0].isdigit() else spell(text)
        case Text(text):
            return text
        case Space(tex):
            return "," if tex in (r"\quad", r"\qquad") else " "
        case Scripts():
            return _say_scripts(node, spell)
        case Fraction(numerator, denominator):
            return f"Bruch {_say(numerator, spell)} durch {_say(denominator, spell)} Ende Bruch"
        case Root(body, degree):
            return f"{_say(degree, spell) + '-te ' if degree else ''}Wurzel aus {_say(body, spell)}"
        case Styled(command, body):
            return f"{_say(body, spell)} {STYLES[command].spoken}"
        case Brace(command, body, words):
            return f"{_say(body, spell)}{f', {BRACES[command].spoken} {_say(words, spell)},' if words else ''}"
        case Fenced(left, body, right):
            return f"{FENCES[left].spoken} {_say(body, spell)} {FENCES[right].spoken}"
        case Grid():
            return _say_grid(node, spell)


def _say_scripts(node: Scripts, spell: Spell) -> str:
    sums = isinstance(node.base, Atom) and node.base.tex in (r"\sum", r"\prod")
    words = _say(node.base, spell) + " Strich" * node.primes
    if node.sub is not None:
        words += f" {'über' if sums else 'Index'} {_say(node.sub, spell)}"
    if node.sup is not None:
        bare = node.sup.tex if isinstance(node.sup, Atom) else node.sup.text if isinstance(node.sup, Digits) else ""
        words += f" {POWERS.get(bare) or ('bis ' if sums else 'hoch ') + _say(node.sup, spell)}"
    return words + (" von" if sums else "")


def _say_grid(node: Grid, spell: Spell) -> str:
    rows = ["; ".join(_say(cell, spell) for cell in row) for row in node.rows]
    if node.kind == "aligned":
        return ". ".join(" ".join(_say(cell, spell) for cell in row) for row in node.rows)
    kind = GRID_WORDS.get(node.kind, "Matrix")
    return f"{kind}: " + ", ".join(f"Zeile {at}: {row}" for at, row in enumerate(rows, start=1)) + f", Ende {kind}"

"""The cards of a page: what a reader sees who points at a number, as data that `assets/cards.js` shows.

    page      the page with the proofs, to which a card links
    patterns  MathML of lines and symbols with a # for each number, since most lines differ in nothing else
    shown     the numbers in workings: [entry, format, proven digits, place of the card that they lead to, or null];
              the format "" is that of workings, with as many decimals as the proven digits have
    meanings  sentences, with {0} for a label
    sources   where given numbers come from, as sentences
    code      lines of the source code: [place, text]
    cards     the cards

A card has the `id` of its number, `shown` (the number itself), `same` (equal for all numbers that print one value),
`meaning` (a sentence and its labels, each a text or [axis, place]) and, as far as there are any, `value` and
`certainty` (see `outputs/proofs.py`), `spelling` (of what the page's scripts cannot spell), `source`, `code` (the
line that computes it, and the one in the page's own code that leads there) and `lines` (a pattern, and what its #s
stand for: a text, or the place of a number in `shown`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pipeline.outputs.html.mathml import mathml
from pipeline.outputs.proofs import Proof
from pipeline.problems import Place
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.code import lines
from pipeline.quantities.spelling import Style
from pipeline.quantities.tokens import Number, Tokens
from pipeline.working import Line, Shown, Working, Workings
from pipeline.working.digits import places_of

SLOT = "#"
PAGE_CODE = "content/"

_NUMBER = re.compile(r'<mn(?: class="number" data-number="(\d+)")?>([^<]*)</mn>')
_DIGITS = re.compile(r"[<>]?-?\d+(\.\d+)?")

Filled = list[Any]  # a pattern's place, then what its slots stand for


@dataclass
class _Shelf:
    """Things that many cards share: each stands once, and is known by its place."""

    things: dict[Any, int] = field(default_factory=dict)

    def place(self, thing: Any) -> int:
        """Where it stands."""
        return self.things.setdefault(thing, len(self.things))


def cards(
    proofs: Sequence[Proof], workings: Workings, axes: Mapping[str, Axis], root: Path, page: str
) -> dict[str, Any]:
    """The cards of the numbers with these proofs; entries stand as entries.

    axes: those whose labels' texts the page knows
    root: the folder to which the places of code are relative
    page: the file of the page with the proofs
    """
    deck = _Deck(workings, axes, root, [proof.id for proof in proofs])
    made = [deck.card(proof) for proof in proofs]
    shelves = ("patterns", "shown", "meanings", "sources", "code")
    return {"page": page, **{name: list(getattr(deck, name).things) for name in shelves}, "cards": made}


class _Deck:
    """Makes the cards of one page."""

    def __init__(self, workings: Workings, axes: Mapping[str, Axis], root: Path, ids: Sequence[str]) -> None:
        self._places = {identity: place for place, identity in enumerate(ids)}
        self._workings = workings
        self._axes = axes
        self._root = root
        self._files: dict[str, list[str]] = {}
        self.patterns, self.shown, self.meanings, self.sources, self.code = (_Shelf() for _ in range(5))

    def card(self, proof: Proof) -> dict[str, Any]:
        """The card of one number."""
        number, working = proof.number, proof.working
        itself = Shown(number.digits, number.exact, number.entry, number, number.style)
        card = {
            "id": number.id,
            "shown": self._shown(itself, number),
            "same": self._workings.value_of(number),
            "meaning": self._meaning(number),
            "spelling": number.spelling or ("" if _DIGITS.fullmatch(number.digits) else proof.printed),
            "value": proof.value,
            "certainty": proof.certainty,
            "lines": [self._line(line, number) for line in working.lines],
            **self._origin(proof, working),
        }
        return {name: what for name, what in card.items() if what not in ("", [])}

    def _meaning(self, number: Number) -> list[Any]:
        name = self._workings.name(number)
        if name is None:
            return [self.meanings.place(number.meaning)]
        return [self.meanings.place(name.value.meaning), *map(self._label, name.labels)]

    def _label(self, label: Label) -> Any:
        """A label by its place on its axis, so that it follows a reader who changes its text."""
        place = self._axes[label.axis].position(label) if label.axis in self._axes else None
        return label.text if place is None else [label.axis, place]

    def _origin(self, proof: Proof, working: Working) -> dict[str, Any]:
        if working.given is not None or not working.calls:
            return {"source": self.sources.place(proof.source)}
        own = next((place for place in working.calls if place.startswith(PAGE_CODE)), working.calls[0])
        return {"code": [self.code.place(self._code(place)) for place in dict.fromkeys((working.calls[0], own))]}

    def _code(self, place: str) -> tuple[str, str]:
        """A line of code under its place, "file:line"."""
        file, _, line = place.rpartition(":")
        if file not in self._files:
            self._files[file] = lines(self._root, file)
        return place, self._files[file][int(line) - 1].strip()

    # -- workings

    def _line(self, line: Line, number: Number) -> Filled:
        tokens = Tokens()

        def write(one: Shown) -> str:
            if not _DIGITS.fullmatch(one.text):  # a power of ten, an infinity: more than one element
                return one.tex
            place = self._shown(one, number)
            return tokens.add(replace(number, id=str(place), digits=one.text, style=one.style, spelling=""), Place())

        return self._filled(mathml(line.tex(write), True, tokens))

    def _filled(self, element: str) -> Filled:
        """The pattern of a formula, and what stands in it."""
        slots = [int(place) if place else text for place, text in _NUMBER.findall(element)]
        return [self.patterns.place(_NUMBER.sub(SLOT, element)), *slots]

    def _shown(self, shown: Shown, number: Number) -> int:
        """A number in the working of another one, or this one itself."""
        form = number.format if shown.number is number else _format(shown)
        card = self._places.get(shown.number.id) if shown.number else None
        return self.shown.place((shown.entry, form, shown.text, card))


def _format(shown: Shown) -> str:
    """How a number of a working is printed once a reader has changed it; "" for what workings alone print so."""
    if shown.style is Style.WORD:
        return "word"
    if shown.style is Style.PERCENT:
        return f"percent({places_of(shown.text)})"
    return "num" if shown.entry.graph.nodes[shown.entry.node].op == "input" else ""

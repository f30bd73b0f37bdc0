"""Tokens: one private-use character stands for one printed number until a writer spells it.

A single character survives pandoc, TeX converters and templates unchanged, which no readable
placeholder does; only the writers know how their format spells a number.  Texts that depend on data
(labels, forms of words) pass the template and pandoc the same way; `document/wordings.py` sets them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pipeline.arithmetic import Entry
from pipeline.problems import Place
from pipeline.quantities.axes import Label
from pipeline.quantities.spelling import Context, Style, spell

FIRST = 0xF0000
TOKEN = re.compile("[\U000f0001-\U000ffffd]")
FIRST_WORDING = 0x108000
WORDING = re.compile("[\U00108001-\U0010fffd]")


@dataclass(frozen=True)
class Number:
    """One value as it is printed; shared by all places where it stands.

    id:       stable, [a-z0-9-], made of quantity, labels and format
    digits:   canonical proven digits, see `spelling.spell`
    exact:    the printed digits are the value itself, not a rounding of it
    entry:    the scalar in the graph whose value is printed
    terms:    the printed numbers that it is the sum of, for a sum of printed digits
    spelling: how another document writes it, "" for numbers that this site spells itself
    """

    id: str
    digits: str
    style: Style
    format: str
    exact: bool
    quantity: str
    expression: str
    meaning: str
    entry: Entry
    terms: tuple[Number, ...] = ()
    spelling: str = ""

    def spelled(self, context: Context) -> str:
        """The printed form in a context."""
        return self.spelling or spell(self.digits, self.style, context)


@dataclass(frozen=True)
class Forms:
    """A word that agrees with a number: `one` beside exactly one, `many` beside all others."""

    entry: Entry
    one: str
    many: str


@dataclass(frozen=True)
class Wording:
    """A text that depends on data; shared by all places where it stands.

    id:   stable, without spaces
    text: what the published data make of it
    of:   the label whose text it is (a chosen one says how it was chosen), or forms of a word
    """

    id: str
    text: str
    of: Label | Forms


@dataclass
class Tokens:
    """The tokens of one page, in the order in which its numbers were filled in."""

    numbers: list[Number] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    wordings: list[Wording] = field(default_factory=list)

    def add(self, number: Number, place: Place) -> str:
        """A fresh character for a number at a place."""
        self.numbers.append(number)
        self.places.append(place)
        return chr(FIRST + len(self.numbers))

    def number(self, character: str) -> Number:
        """The number that a token stands for."""
        return self.numbers[ord(character) - FIRST - 1]

    def place(self, character: str) -> Place:
        """Where the expression stands that made the token."""
        return self.places[ord(character) - FIRST - 1]

    def word(self, wording: Wording) -> str:
        """The character of a wording, the same one each time."""
        if wording not in self.wordings:
            self.wordings.append(wording)
        return chr(FIRST_WORDING + 1 + self.wordings.index(wording))

    def wording(self, character: str) -> Wording:
        """The wording that a character stands for."""
        return self.wordings[ord(character) - FIRST_WORDING - 1]

    def spell(self, text: str, context: Context) -> str:
        """Text with every token spelled for a context."""
        worded = WORDING.sub(lambda match: self.wording(match[0]).text, text)
        return TOKEN.sub(lambda match: self.number(match[0]).spelled(context), worded)

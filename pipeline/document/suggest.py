"""Which quantity a typed number was meant to be: candidates that print like it, the likeliest first.

What decides between equals is the text around: labels that are named there, the numbers printed just
before and after (a row is written in order), words of the quantity's meaning, and which quantities
the file prints at all.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from pipeline.document.candidates import STEM, Candidate, candidates, words
from pipeline.document.number_words import cardinal
from pipeline.problems import Place
from pipeline.quantities.compute import Quantities
from pipeline.quantities.spelling import Style
from pipeline.quantities.tokens import TOKEN, Tokens

NEAR_LINES = 12  # numbers printed within so many lines are neighbours
WORD_MARK = " (word)"  # what the lint appends to the value of a number word

_DECIMAL = re.compile(r"[-−+]?\d+(?:[.,]\d+)?")
_BLANK = re.compile(r"[\s\u00a0\u202f\u2009]")


@dataclass(frozen=True)
class Typed:
    """What a literal says: its value, its decimal places, and how it is written."""

    value: Decimal
    places: int
    style: Style

    def formatter(self, candidate: Candidate) -> str:
        """The formatter that prints the candidate in this way."""
        if self.style is Style.WORD:
            return "word"
        if self.style is Style.PERCENT:
            return f"percent({self.places})" if self.places else "percent"
        if not self.places:
            return "count"
        return "num" if self.is_all_of(candidate) else f"num({self.places})"

    def is_all_of(self, candidate: Candidate) -> bool:
        """Whether the literal shows all digits of the candidate, trailing zeros too."""
        return self.style is Style.DECIMAL and candidate.typed_decimal == str(self.value)

    def fits(self, value: float) -> bool:
        """Whether a value prints like this (half a unit of the last place, with room for the double's own error)."""
        shown = value * 100 if self.style is Style.PERCENT else value
        return abs(shown - self._float) <= self._tolerance + 1e-12 * abs(shown)

    @cached_property
    def _float(self) -> float:
        return float(self.value)

    @cached_property
    def _tolerance(self) -> float:
        rounded = self.places or self.style is Style.PERCENT
        return 0.5 * 10.0**-self.places * (1 + 1e-9) if rounded else 0.0


def typed(literal: str) -> Typed | None:
    """What a literal of the lint says, or None where it is no single number ("12:30", "½")."""
    if literal.endswith(WORD_MARK):
        return Typed(Decimal(literal.removesuffix(WORD_MARK)), 0, Style.WORD)
    if cardinal(literal) is not None:
        return Typed(Decimal(cardinal(literal) or 0), 0, Style.WORD)
    plain = _BLANK.sub("", literal).replace("{,}", ",")
    style = Style.PERCENT if plain.endswith("%") else Style.DECIMAL
    plain = plain.removesuffix("%")
    if not _DECIMAL.fullmatch(plain):
        return None
    canonical = plain.replace("−", "-").replace(",", ".")
    return Typed(Decimal(canonical), len(canonical.partition(".")[2]), style)


@dataclass(frozen=True)
class _Surroundings:
    """What stands around a literal.

    before, after:        each word with its distance from the literal
    around:               words of the context (section, caption, heads of row and column)
    previous, following:  the candidates printed next to it, where they are candidates
    near, in_file:        how often each quantity is printed close by, and in the whole file
    """

    before: dict[str, int]
    after: dict[str, int]
    around: frozenset[str]
    previous: Candidate | None
    following: Candidate | None
    near: Counter[str]
    in_file: Counter[str]

    def nearness(self, word: str) -> float:
        """1 next to the literal, less further away, 0.4 in the context, 0 nowhere."""
        distances = [found[word] for found in (self.before, self.after) if word in found]
        near = max((1 / (1 + 0.25 * distance) for distance in distances), default=0.0)
        return max(near, 0.4 if word in self.around else 0.0)

    @cached_property
    def stems(self) -> dict[str, float]:
        """Beginnings of all words around, with the nearness of the nearest."""
        nearest: dict[str, float] = {}
        for word in (*self.before, *self.after, *self.around):
            nearest[word[:STEM]] = max(nearest.get(word[:STEM], 0.0), self.nearness(word))
        return nearest


@dataclass
class Suggestions:
    """Ranks the quantities of a page for the literals of its text; a `pipeline.document.lint.Suggest`."""

    quantities: Quantities
    tokens: Tokens

    def __call__(self, literal: str, place: Place, before: str, after: str, around: str) -> list[str]:
        """Template expressions to write for the literal, the likeliest first."""
        wanted = typed(literal)
        if wanted is None:
            return []
        fitting = [candidate for candidate in self._candidates if wanted.fits(candidate.value)]
        surroundings = self._surroundings(place, before, after, around)
        ranked = sorted(fitting, key=lambda found: (-self._score(found, wanted, surroundings), len(found.expression)))
        opening, closing = (r"\VAR{", "}") if place.file.endswith(".tex") else ("[= ", " =]")
        return [f"{opening}{found.expression} | {wanted.formatter(found)}{closing}" for found in ranked]

    # Built only once something is typed: a clean page needs none of it.

    @cached_property
    def _candidates(self) -> tuple[Candidate, ...]:
        return candidates(self.quantities)

    @cached_property
    def _by_expression(self) -> dict[str, Candidate]:
        return {candidate.expression: candidate for candidate in self._candidates}

    @cached_property
    def _rarity(self) -> dict[str, float]:
        """How much a stem says: 1 where only one quantity has it, less the more have it."""
        pairs = {(stem, candidate.quantity) for candidate in self._candidates for stem in candidate.stems}
        return {stem: 1 / (1 + math.log2(count)) for stem, count in Counter(stem for stem, _ in pairs).items()}

    def _surroundings(self, place: Place, before: str, after: str, around: str) -> _Surroundings:
        numbers = [
            (at, number)
            for at, number in zip(self.tokens.places, self.tokens.numbers, strict=True)
            if at.file == place.file
        ]
        return _Surroundings(
            before=_distances(reversed(words(before))),
            after=_distances(words(after)),
            around=frozenset(words(around)),
            previous=self._printed(TOKEN.findall(before)[-1:]),
            following=self._printed(TOKEN.findall(after)[:1]),
            near=Counter(number.quantity for at, number in numbers if abs(at.line - place.line) <= NEAR_LINES),
            in_file=Counter(number.quantity for _, number in numbers),
        )

    def _printed(self, tokens: list[str]) -> Candidate | None:
        return self._by_expression.get(self.tokens.number(tokens[0]).expression) if tokens else None

    def _score(self, candidate: Candidate, wanted: Typed, surroundings: _Surroundings) -> float:
        score = 4.0 * min(surroundings.near[candidate.quantity], 3) + min(surroundings.in_file[candidate.quantity], 4)
        score += _continues(candidate, surroundings.previous, 1) + _continues(candidate, surroundings.following, -1)
        for names in candidate.labels:
            score += 8.0 * max((surroundings.nearness(name) for name in names), default=0.0)
        for stem in candidate.stems & surroundings.stems.keys():
            score += self._rarity[stem] * (3.0 + 9.0 * surroundings.stems[stem])
        score += 5.0 if wanted.places and wanted.is_all_of(candidate) else 0.0
        score += 10.0 if wanted.style is Style.WORD and candidate.quantity.startswith("count.") else 0.0
        return score - (12.0 if candidate.scalar is None else 0.0)


def _distances(found: Iterable[str]) -> dict[str, int]:
    distances: dict[str, int] = {}
    for distance, word in enumerate(found):
        distances.setdefault(word, distance)
    return distances


def _continues(candidate: Candidate, neighbour: Candidate | None, step: int) -> float:
    """How well a candidate goes on from the number next to it: the same row, and the next place in it."""
    if neighbour is None or neighbour.quantity != candidate.quantity:
        return 0.0
    if len(neighbour.position) != len(candidate.position):
        return 2.0
    moves = [mine - theirs for mine, theirs in zip(candidate.position, neighbour.position, strict=True)]
    moved = [move for move in moves if move]
    if not moved:
        return -4.0
    if len(moved) > 1:
        return 2.0
    return 14.0 if moved == [step] else 8.0

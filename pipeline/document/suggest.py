"""Which quantity a typed number was meant to be: candidates that print like it, the likeliest first.

Everything that prints like the literal is a candidate.  What decides between equals is the text
around: labels that are named there, the numbers printed just before and after (a row is written in
order), words of the quantity's meaning, and which quantities the file prints at all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from functools import cached_property

from pipeline.document.number_words import cardinal
from pipeline.problems import Place
from pipeline.quantities.compute import Quantities
from pipeline.quantities.spelling import Style
from pipeline.quantities.tokens import TOKEN, Number, Tokens
from pipeline.quantities.value import Value

NEAR_LINES = 12  # numbers printed within so many lines are neighbours
_WORD = re.compile(r"[^\W\d_]{3,}")
_PARTS = re.compile(r"[a-z0-9]+")
_LABELS = re.compile(r"\[(.*)\]")
_DECIMAL = re.compile(r"[-−+]?\d+(?:[.,]\d+)?")


@dataclass(frozen=True)
class Candidate:
    """One scalar that can be printed: what an author writes for it, its nearest double, and words that speak for it.

    labels:  for each label its id and text, in lower case
    """

    expression: str
    quantity: str
    value: float
    labels: tuple[frozenset[str], ...]
    words: frozenset[str]


@dataclass(frozen=True)
class Typed:
    """What a literal says: its value, its decimal places, and how it is written."""

    value: Decimal
    places: int
    style: Style

    @property
    def formatter(self) -> str:
        """The formatter that prints in this way."""
        if self.style is Style.WORD:
            return "word"
        if self.style is Style.PERCENT:
            return f"percent({self.places})" if self.places else "percent"
        return f"num({self.places})" if self.places else "count"

    def fits(self, value: float) -> bool:
        """Whether a value prints like this (half a unit of the last place, with room for the double's own error)."""
        shown = value * 100 if self.style is Style.PERCENT else value
        tolerance = 0.0 if not self.places and self.style is not Style.PERCENT else 0.5 * 10.0**-self.places
        return abs(shown - float(self.value)) <= tolerance * (1 + 1e-9) + 1e-12 * abs(shown)


def typed(literal: str) -> Typed | None:
    """What a literal of the lint says, or None where it is no single number ("12:30", "½")."""
    word = literal.removesuffix(" (word)")
    if word != literal:
        return Typed(Decimal(word), 0, Style.WORD)
    if cardinal(literal) is not None:
        return Typed(Decimal(cardinal(literal) or 0), 0, Style.WORD)
    plain = re.sub(r"[\s\u00a0\u202f\u2009]", "", literal).replace("{,}", ",")
    style = Style.PERCENT if plain.endswith("%") else Style.DECIMAL
    plain = plain.removesuffix("%")
    if not _DECIMAL.fullmatch(plain):
        return None
    try:
        value = Decimal(plain.replace("−", "-").replace(",", "."))
    except InvalidOperation:
        return None
    return Typed(value, len(plain.partition("," if "," in plain else ".")[2]), style)


@dataclass
class Suggestions:
    """Ranks the quantities of a page for the literals of its text; a `pipeline.document.lint.Suggest`."""

    quantities: Quantities
    tokens: Tokens
    _by_file: dict[str, list[tuple[Place, Number]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, place in zip(self.tokens.numbers, self.tokens.places, strict=True):
            self._by_file.setdefault(place.file, []).append((place, number))

    @cached_property
    def _candidates(self) -> tuple[Candidate, ...]:
        return candidates(self.quantities)  # only once something is typed: a clean page needs none

    def __call__(self, literal: str, place: Place, before: str, after: str, around: str) -> list[str]:
        """Template expressions to write for the literal, the likeliest first."""
        wanted = typed(literal)
        if wanted is None:
            return []
        fitting = [candidate for candidate in self._candidates if wanted.fits(candidate.value)]
        surroundings = self._surroundings(place, before, after, around)
        ranked = sorted(fitting, key=lambda candidate: (-_score(candidate, surroundings), len(candidate.expression)))
        return [f"[= {candidate.expression} | {wanted.formatter} =]" for candidate in ranked]

    def _surroundings(self, place: Place, before: str, after: str, around: str) -> _Surroundings:
        numbers = self._by_file.get(place.file, [])
        near = Counter(number.quantity for at, number in numbers if abs(at.line - place.line) <= NEAR_LINES)
        return _Surroundings(
            before=_distances(reversed(_WORD.findall(before.lower()))),
            after=_distances(_WORD.findall(after.lower())),
            around=frozenset(_WORD.findall(around.lower())),
            previous=self._number(TOKEN.findall(before)[-1:]),
            following=self._number(TOKEN.findall(after)[:1]),
            near=near,
            in_file=Counter(number.quantity for _, number in numbers),
        )

    def _number(self, tokens: list[str]) -> Number | None:
        return self.tokens.number(tokens[0]) if tokens else None


@dataclass(frozen=True)
class _Surroundings:
    """before, after: each word with its distance from the literal; previous, following: the numbers next to it."""

    before: dict[str, int]
    after: dict[str, int]
    around: frozenset[str]
    previous: Number | None
    following: Number | None
    near: Counter[str]
    in_file: Counter[str]


def _distances(words: Iterable[str]) -> dict[str, int]:
    distances: dict[str, int] = {}
    for distance, word in enumerate(words):
        distances.setdefault(word, distance)
    return distances


def candidates(quantities: Quantities) -> tuple[Candidate, ...]:
    """All scalars of a page's quantities."""
    return tuple(_candidate(scalar) for value in quantities.values.values() for scalar in value.scalars())


def _candidate(scalar: Value) -> Candidate:
    words = set(_WORD.findall(scalar.described().lower())) | set(_PARTS.findall(scalar.quantity.lower()))
    labels = tuple(frozenset({label.id.lower(), label.text.lower()}) for label in scalar.labels)
    return Candidate(scalar.expression, scalar.quantity, float(scalar), labels, frozenset(words))


def _score(candidate: Candidate, surroundings: _Surroundings) -> float:
    score = 4.0 * min(surroundings.near[candidate.quantity], 3) + min(surroundings.in_file[candidate.quantity], 4)
    score += sum(_neighbour(candidate, number) for number in (surroundings.previous, surroundings.following))
    for label in candidate.labels:
        score += max((_nearness(name, surroundings) for name in label), default=0.0)
    return score + sum(0.4 for word in candidate.words if _nearness(word, surroundings) > 0)


def _nearness(word: str, surroundings: _Surroundings) -> float:
    """How close a word stands to the literal: 8 next to it, less further away, 3 in the context, 0 nowhere."""
    distances = [words[word] for words in (surroundings.before, surroundings.after) if word in words]
    near = max((8.0 / (1 + 0.25 * distance) for distance in distances), default=0.0)
    return max(near, 3.0 if word in surroundings.around else 0.0)


def _neighbour(candidate: Candidate, number: Number | None) -> float:
    """How well a candidate continues the number next to it: the same quantity, and all labels but one."""
    if number is None or number.quantity != candidate.quantity:
        return 0.0
    mine, theirs = _label_ids(candidate.expression), _label_ids(number.expression)
    if len(mine) != len(theirs):
        return 2.0
    differing = sum(one != other for one, other in zip(mine, theirs, strict=True))
    return {0: -4.0, 1: 8.0}.get(differing, 2.0)


def _label_ids(expression: str) -> list[str]:
    found = _LABELS.search(expression)
    return [part.strip(" \"'") for part in found[1].split(",")] if found else []

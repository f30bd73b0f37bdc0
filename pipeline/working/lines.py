"""The lines of one number's calculation: its own, and one for each part that a long formula is cut into."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from pipeline.quantities.spelling import Style
from pipeline.quantities.tokens import Number
from pipeline.working.calculation import Leaf, Line, Relation, Shown
from pipeline.working.chain import Chains, Goal
from pipeline.working.digits import places_of
from pipeline.working.names import Name, indexed
from pipeline.working.redo import amount, gives
from pipeline.working.sources import Sources
from pipeline.working.terms import Term

LETTERS = "abcdfghmnrtuvz"  # for what has no symbol, as far as no symbol of the same calculation is called so
_MARKS = ("{}", r"\tilde{{{}}}", r"\hat{{{}}}", r"\bar{{{}}}")  # so that two quantities called s differ
_LETTER = re.compile(r"(?<![\\A-Za-z])[a-z](?![A-Za-z])")


def calculated(number: Number, sources: Sources) -> tuple[tuple[Line, ...], tuple[Leaf, ...]]:
    """The lines that lead to a computed number, and the named numbers that are put in."""
    calculation = _Calculation(number, sources)
    return tuple(calculation.lines()), tuple(calculation.leaves())


class _Calculation:
    """A number's formula and what it is cut into; its letters; the symbols of what was put in."""

    def __init__(self, number: Number, sources: Sources) -> None:
        self._number = number
        self._sources = sources
        self._scalar = sources.scalars.of(number.entry)
        self._parts = sources.terms.lines(self._scalar)
        self._term = self._parts.pop(self._scalar)
        self._own = sources.own_name(number)
        self._letters = self._allotted()
        self._symbols: dict[int, str] = {}
        self._chains = Chains(sources, self._symbol)

    def lines(self) -> list[Line]:
        """The lines, parts first.  A part is computed to the digits with which it is used."""
        needed: dict[int, int] = {}
        lines = [self._line(self._term, self._goal, needed)]
        for scalar, term in reversed(self._parts.items()):
            goal = self._part_goal(scalar, needed[scalar])
            lines.append(self._line(term, lambda _, goal=goal: goal, needed))  # type: ignore[misc]
        return lines[::-1]

    def _line(self, term: Term, goal: Callable[[int], Goal], needed: dict[int, int]) -> Line:
        """A line; notes with how many decimals it uses parts."""
        line, places = self._chains.line(term, goal)
        for end in term.ends():
            if end.op == "letter":
                needed[end.number] = max(places, needed.get(end.number, 0))
        return line

    def leaves(self) -> Iterator[Leaf]:
        """The named numbers that are put in, each once, in the order of their first place."""
        ends = {end.number: end for term in (*self._parts.values(), self._term) for end in term.ends()}
        for end in ends.values():
            if end.op == "name":
                yield Leaf(self._symbol(end), self._sources.number(end.number))

    # -- symbols

    def _symbol(self, part: Term) -> str:
        """What a leaf is called in a formula; a constant, or a size without a symbol, is its digits."""
        if part.number not in self._symbols:
            self._symbols[part.number] = self._called(part)
        return self._symbols[part.number]

    def _called(self, part: Term) -> str:
        if part.op == "letter":
            return self._letters[str(part.number)]
        name = self._sources.names[part.number] if part.op == "name" else None
        if name is None or _plain(name):
            digits = self._sources.printer.digits(part.number, 0)
            return Shown(digits.text, True, self._number.entry).tex
        return indexed(self._letters[name.value.key], name.index)

    def _allotted(self) -> dict[str, str]:
        """The letter of each quantity (by its key) and of each part (by its scalar), no two the same."""
        ends = [end for term in (*self._parts.values(), self._term) for end in term.ends()]
        names = [self._sources.names[end.number] for end in ends if end.op == "name"]
        ordered = {name.value.key: name for name in (*([self._own] if self._own else []), *names) if not _plain(name)}
        letters: dict[str, str] = {}
        for key, name in ordered.items():
            if name.letter:
                alike = [form.format(name.letter) for form in _MARKS]
                used = {letters[other] for other in letters if bool(ordered[other].index) == bool(name.index)}
                letters[key] = next((letter for letter in alike if letter not in used), alike[-1])
        taken = {letter for symbol in letters.values() for letter in _LETTER.findall(symbol)}
        free = [letter for letter in LETTERS if letter not in taken]
        wanted = [*map(str, self._parts), *(key for key, name in ordered.items() if not name.letter)]
        more = [letter + "'" * primes for primes in range(len(wanted) // len(free) + 1) for letter in free]
        return letters | dict(zip(wanted, more, strict=False))

    # -- where the lines lead

    def _goal(self, places: int) -> Goal:
        number, own = self._number, self._own
        symbol = indexed(self._letters[own.value.key], own.index) if own and own.letter else ""
        printed = Shown(number.digits, number.exact, number.entry, number, number.style)
        decimals = _decimals(number.digits)
        if number.style is Style.DECIMAL and number.digits[0] not in "<>":
            return Goal(symbol, decimals, printed)
        digits = self._sources.printer.digits(self._scalar, places)
        value = Shown(digits.text, digits.exact, number.entry)
        if number.digits[0] in "<>":  # the printed form brings its own relation
            return Goal(symbol, decimals, value, (("", printed),))
        if number.style is Style.WORD:
            return Goal(symbol, decimals, value, (("=", printed),))
        relation: Relation = "=" if amount(digits.text) * 100 == amount(number.digits) else "≈"
        return Goal(
            symbol, decimals + 2, value, ((relation, printed),), lambda text: gives(100 * amount(text), number.digits)
        )

    def _part_goal(self, scalar: int, places: int) -> Goal:
        digits = self._sources.printer.digits(scalar, places)
        result = Shown(digits.text, digits.exact, self._sources.scalars[scalar].entry)
        return Goal(self._letters[str(scalar)], _decimals(digits.text), result)


def _decimals(text: str) -> int:
    """The decimals of a result; how many digits it has, where it is written with a power of ten."""
    mantissa, power, _ = text.partition("e")
    return len(mantissa.strip("-<>").replace(".", "")) if power else places_of(text)


def _plain(name: Name) -> bool:
    """Whether a name is a single given number without a symbol: a size or a fact, which formulas show as it is."""
    return name.given is not None and not name.letter and not name.index

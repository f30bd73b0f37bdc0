"""From a term to a line: sides, digits, and whether each side can be redone from the one before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from pipeline.working.calculation import Line, Piece, Relation, Shown, Side
from pipeline.working.formula import Formula
from pipeline.working.redo import Amount, amount, gives, redone
from pipeline.working.sources import Sources
from pipeline.working.terms import Term

FEWEST_PLACES = 3  # decimals of what is put in
MOST_GUARDS = 2  # further decimals of what is put in early

Symbol = Callable[[Term], str]  # of a name, letter or constant


@dataclass(frozen=True)
class Goal:
    """Where a line leads.

    symbol:  its left side, "" for none
    places:  decimals of the result
    result:  the printed result
    ends:    further sides that only write the result in another way (40 %), and whether the one before gives it
    """

    symbol: str
    places: int
    result: Shown
    ends: tuple[tuple[Relation, Shown], ...] = ()
    given_by: Callable[[str], bool] = lambda text: True


@dataclass(frozen=True)
class Precision:
    """How many decimals a line prints.

    places:  of the numbers from which the result is computed
    guards:  how many more for each step by which a number comes earlier, so that errors do not add up
    """

    places: int
    guards: int

    def places_of(self, layer: int, last: int) -> int:
        """The decimals of a part; `last` is the layer of the result."""
        return self.places + min(self.guards * max(last - 1 - layer, 0), MOST_GUARDS)

    @staticmethod
    def tried(start: int) -> tuple[Precision, ...]:
        """From few digits to many."""
        return tuple(Precision(start + more, guards) for more in (0, 1, 2, 3, 5) for guards in (0, 1))


@dataclass(frozen=True)
class Chains:
    """Writes the lines of one working."""

    sources: Sources
    symbol: Symbol

    def line(self, term: Term, goal: Callable[[int], Goal]) -> tuple[Line, int]:
        """The line with the fewest digits that can be redone; if there is none, the first, marked as rounded.

        goal: the goal for so many decimals of what it is computed from
        Also says with how many decimals numbers are put in.
        """
        start = max(goal(FEWEST_PLACES).places, FEWEST_PLACES)
        attempts = [_Attempt(self, term, each, goal(each.places)) for each in Precision.tried(start)]
        found = next((attempt for attempt in attempts if attempt.redoable()), None)
        attempt = found or attempts[0]
        return Line(tuple(attempt.sides()), found is None), attempt.precision.places_of(0, term.layer)


@dataclass(frozen=True)
class _Attempt:
    """A line with given numbers of decimals.

    Stage 0 is the term with numbers put in; at stage n all parts whose layer is at most n are done.
    """

    chains: Chains
    term: Term
    precision: Precision
    goal: Goal
    known: dict[int, Shown] = field(default_factory=dict)  # by the part's identity

    # -- what is printed

    def _done(self, part: Term, stage: int) -> bool:
        return bool(part.args) and part.layer <= stage and part.scalar is not None

    def _shown(self, part: Term) -> Shown:
        if id(part) not in self.known:
            self.known[id(part)] = self._printed_part(part)
        return self.known[id(part)]

    def _printed_part(self, part: Term) -> Shown:
        if part is self.term:
            return self.goal.result
        places = self.precision.places_of(part.layer, self.term.layer)
        sources = self.chains.sources
        if part.op == "name":
            return sources.put(part.number, places)
        digits = sources.printer.digits(part.number, places)
        return Shown(digits.text, digits.exact, sources.scalars[part.number].entry)

    def sides(self) -> Iterator[Side]:
        """Symbol, formula, numbers put in, what is done stage by stage; a side that changes nothing is left out."""
        formula = Formula(lambda part: self.chains.symbol(part) if not part.args else None).pieces(self.term)
        if self.goal.symbol:
            yield Side("", (self.goal.symbol,))
        relation: Relation = "=" if self.goal.symbol else ""
        before: tuple[Piece, ...] = ()
        exact = True
        for stage in range(self.term.layer + 1):
            pieces = Formula(partial(self._printed, stage=stage)).pieces(self.term)
            if stage == 0 and formula[0] not in ("".join(map(_tex, pieces)), self.goal.symbol):
                yield Side(relation, formula)
                relation = "="
            if pieces != before:
                now = all(piece.exact for piece in pieces if isinstance(piece, Shown))
                yield Side(relation and ("=" if exact and now else "≈"), pieces)
                relation, before, exact = "=", pieces, now
        for end, shown in self.goal.ends:
            yield Side(end, (shown,))

    def _printed(self, part: Term, stage: int) -> Piece | None:
        """What a part looks like at a stage; None if it is written out.  Constants belong to the formula."""
        if part.op == "constant":
            return self.chains.symbol(part)
        return self._shown(part) if not part.args or self._done(part, stage) else None

    # -- whether it can be redone

    def redoable(self) -> bool:
        """Whether each number that a side computes follows from the numbers printed in the side before."""
        steps = (self._step(self.term, stage) for stage in range(1, self.term.layer + 1))
        return all(steps) and self.goal.given_by(self.goal.result.text)

    def _step(self, part: Term, stage: int) -> bool:
        if not part.args or self._done(part, stage - 1):
            return True
        if self._done(part, stage):
            return gives(self._redone(part, stage - 1), self._shown(part).text)
        return all(self._step(argument, stage) for argument in part.args)

    def _redone(self, part: Term, stage: int) -> Amount:
        if not part.args or self._done(part, stage):
            return amount(self._shown(part).text)
        return redone(part.op, [self._redone(argument, stage) for argument in part.args])


def _tex(piece: Piece) -> str:
    return piece if isinstance(piece, str) else piece.tex

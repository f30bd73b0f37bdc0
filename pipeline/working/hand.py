"""Workings: the hand calculation of any printed number, and of every number that is put into one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from flint import ctx

from pipeline.quantities.compute import Quantities
from pipeline.quantities.formatters import Formatters
from pipeline.quantities.tokens import Number
from pipeline.working.calculation import Leaf, Line, Shown, Side, Working
from pipeline.working.lines import calculated
from pipeline.working.names import Name
from pipeline.working.sources import Sources


class Workings:
    """The workings of one page's numbers, each made once.

    formatters: those of the page, so that ids of numbers that no text prints differ from those of the text
    printed:    the numbers of the text; those that come in after the first working was asked for do not count
    """

    def __init__(self, quantities: Quantities, formatters: Formatters, printed: Sequence[Number]) -> None:
        self._page = (quantities, formatters, printed)
        self._known: dict[str, Working] = {}

    @cached_property
    def _sources(self) -> Sources:
        """Made when the first working is asked for, since many builds ask for none."""
        return Sources(*self._page)

    def of(self, number: Number) -> Working:
        """The working of a number."""
        if number.id not in self._known:
            with ctx.workprec(number.entry.graph.bits):
                self._known[number.id] = self._made(number)
        return self._known[number.id]

    def name(self, number: Number) -> Name | None:
        """What a number is called; None for what has no name of its own."""
        return self._sources.own_name(number)

    def value_of(self, number: Number) -> int:
        """The value behind a number: the same for all numbers that print it, with whatever digits."""
        return self._sources.scalars.of(number.entry)

    def printed(self, shown: Shown, inside: Number) -> Number:
        """The number for a text that prints the working of `inside` with each of its numbers marked."""
        return self._sources.printed(shown, inside)

    def all(self, numbers: Iterable[Number]) -> Iterator[Working]:
        """The workings of some numbers and of all that go into them, each once, these after the given ones."""
        waiting = {number.id: number for number in numbers}
        done: set[str] = set()
        while waiting:
            inside: dict[str, Number] = {}
            for number in waiting.values():
                done.add(number.id)
                working = self.of(number)
                yield working
                inside |= {leaf.number.id: leaf.number for leaf in working.leaves}
            waiting = {identity: number for identity, number in inside.items() if identity not in done}

    def only(self, numbers: Iterable[Number]) -> Iterator[Working]:
        """The workings of some numbers, each once; their leaves are only those that are among these numbers."""
        chosen = {number.id: number for number in numbers}
        for number in chosen.values():
            working = self.of(number)
            yield replace(working, leaves=tuple(leaf for leaf in working.leaves if leaf.number.id in chosen))

    def _made(self, number: Number) -> Working:
        scalar = self._sources.scalars[self._sources.scalars.of(number.entry)]
        node = scalar.entry.graph.nodes[scalar.entry.node]
        if scalar.op == "input":
            given = self._sources.quantities.givens[node.name]
            return Working(number, given.kind, given=given)
        if number.terms:
            return Working(number, "calculation", (_added(number),), tuple(Leaf("", term) for term in number.terms))
        if not scalar.args:
            return Working(number, "constant", calls=node.calls)
        lines, leaves = calculated(number, self._sources)
        return Working(number, "calculation", lines, leaves, calls=node.calls)


def _added(number: Number) -> Line:
    """The sum of printed digits, which are exact for this purpose."""
    terms = [Shown(term.digits, True, term.entry, term, term.style) for term in number.terms]
    pieces = [piece for term in terms for piece in (" + ", term)][1:]
    result = Shown(number.digits, True, number.entry, number, number.style)
    return Line((Side("", tuple(pieces)), Side("=", (result,))), False)

"""Everything that must be true of every working, as complaints: none for a good one."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Set
from fractions import Fraction

from pipeline.arithmetic import Entry, enclosure
from pipeline.quantities.spelling import Style
from pipeline.working import Line, Shown, Side, Working
from tests.working.reader import Number, Operation, Tree, follows, read, rounded, same, steps, value

MOST_NUMBERS = 14


def complaints(working: Working) -> Iterator[str]:
    """What is wrong with a working."""
    if working.kind != "calculation":
        if not working.given:
            yield "nothing says where it comes from"
        return
    if not working.lines or not working.leaves:
        yield "no number with a name is put in"
        return
    last = [(shown.text, shown.style) for shown in working.lines[-1].sides[-1].numbers]
    if last != [(working.number.digits, working.number.style)]:
        yield f"the last value is {last}, not the printed one"
    computed: set[Entry] = set()  # what an earlier line ended with
    for line in working.lines:
        yield from _line(line, computed)
        computed |= {shown.entry for shown in line.sides[-1].numbers}
    if working.number.terms:  # a sum of printed digits: these are what they are
        yield from (f"{term.text} is no printed number" for term in _numbers(working) if term.text != _own(term))
    else:
        yield from (complaint for shown in _numbers(working) for complaint in _digits(shown))


def _numbers(working: Working) -> Iterator[Shown]:
    return (shown for line in working.lines for side in line.sides for shown in side.numbers)


def _own(shown: Shown) -> str:
    return shown.number.digits if shown.number else ""


def _line(line: Line, computed: Set[Entry]) -> Iterator[str]:
    for side in line.sides:
        if re.search(r"(\\cdot|\+|-) -", side.tex(_plain)):
            yield f"a negative number stands without brackets in {side.tex(_plain)}"
    sides = list(_read(line))
    if not sides or not isinstance(sides[0][1], Operation):
        yield "nothing is computed"
        return
    put_in = list(sides[0][0].numbers)
    if len(put_in) > MOST_NUMBERS:
        yield "too many numbers are put into one line"
    if any(shown.number is None and shown.entry not in computed for shown in put_in):
        yield "a number is put in that nothing explains"
    for (_, before), (side, after) in itertools.pairwise(sides):
        yield from _step(before, side, after, line.rounded)


def _read(line: Line) -> Iterator[tuple[Side, Tree]]:
    """The sides with nothing but numbers; the ones before are in symbols."""
    for at, side in enumerate(line.sides):
        try:
            yield side, read(side.tex(_plain))
        except ValueError:
            if any(True for _ in side.numbers) and at > 1:
                raise


def _plain(shown: Shown) -> str:
    """A number for the reader: canonical digits, the bound of “< 0,001” left out, a percentage as a share of one."""
    return shown.text.lstrip("<>") + ("e-2" if shown.style is Style.PERCENT else "")


def _step(before: Tree, side: Side, after: Tree, allowed: bool) -> Iterator[str]:
    """Complaints about one step; `allowed`: its digits may differ, since the line says that it is rounded."""
    if side.relation == "=" and not same(value(before), value(after)):
        yield f"two sides differ that are said to be equal: {side.tex(_plain)}"
    if not side.relation:
        (bound,) = side.numbers
        below = value(before) < value(after)
        if (bound.text[0] == "<") is not below:
            yield f"{bound.text} is no bound"
    elif isinstance(before, Number) and isinstance(after, Number):  # only written in another way
        if not follows(before, after.text):
            yield f"{before.text} does not round to {after.text}"
    else:
        try:
            done = list(steps(before, after))
        except ValueError as error:
            yield str(error)
            return
        for part, digits in done:
            if not allowed and not follows(part, digits):
                yield f"{digits} is not what the printed numbers give"


def _digits(shown: Shown) -> Iterator[str]:
    """Complaints about the digits of one number: correctly rounded, and no zero for what is not zero."""
    if "inf" in shown.text or shown.text[0] in "<>":
        return
    printed, bounds = Fraction(_plain(shown)), enclosure(shown.entry)
    mantissa, _, exponent = _plain(shown).partition("e")
    places = len(mantissa.partition(".")[2]) - int(exponent or 0)
    if {rounded(Fraction(end), places) for end in (bounds.lower, bounds.upper)} != {printed}:
        yield f"{shown.text} is not the value correctly rounded"
    exact = bounds.exact and Fraction(bounds.lower) == printed
    if printed == 0 and not exact:
        yield f"{shown.text} stands for a value that is not zero"
    if shown.exact != exact:
        yield f"{shown.text} is said to be {'exact' if shown.exact else 'rounded'}"

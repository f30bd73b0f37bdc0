"""One line of proof a number: what the page of numbers and the appendix of the PDF say about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.arithmetic import Entry, enclosure
from pipeline.document.ast import Node
from pipeline.quantities.spelling import MINUS, Context
from pipeline.quantities.tokens import Number

DIGITS = 15
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


@dataclass(frozen=True)
class Proof:
    """What stands in the proof of one number.

    printed:    its spelling in prose
    meaning:    a German sentence
    value:      the value to 15 digits, "" where the printed digits are all there is
    expression: how authors name it
    working:    the calculation by hand, as blocks of pandoc's JSON; empty until there is one
    """

    id: str
    printed: str
    meaning: str
    value: str
    expression: str
    working: tuple[Node, ...] = ()


def proofs(numbers: Iterable[Number]) -> tuple[Proof, ...]:
    """The proofs of a page's numbers, each id once, in the order of their first place."""
    first: dict[str, Number] = {}
    for number in numbers:
        first.setdefault(number.id, number)
    return tuple(
        Proof(
            id=number.id,
            printed=number.spelled(Context.PROSE),
            meaning=number.meaning,
            value="" if number.exact else value(number.entry),
            expression=number.expression,
        )
        for number in first.values()
    )


def value(entry: Entry) -> str:
    """The digits that lower and upper end of the enclosure share, at most fifteen, with a decimal comma."""
    found = enclosure(entry)
    lower, upper = found.lower, found.upper
    shared = 0
    while shared < min(len(lower), len(upper)) and lower[shared] == upper[shared]:
        shared += 1
    digits, count = "", 0
    for character in lower[:shared]:
        count += character.isdigit() and (count > 0 or character != "0")
        if count > DIGITS:
            break
        digits += character
    complete = found.exact and digits == lower
    return digits.replace("-", MINUS).replace(".", ",") + ("" if complete else ELLIPSIS)

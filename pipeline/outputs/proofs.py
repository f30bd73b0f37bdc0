"""What can be said for each number: the page “Nachweis der Zahlen” and the appendix of the PDF say it.

Everything here is free of any format.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pipeline.arithmetic import Enclosure, enclosure
from pipeline.document import ast
from pipeline.document.ast import NO_BREAK_SPACE, Node
from pipeline.document.page import Page
from pipeline.outputs.places import Places, Spot
from pipeline.quantities.sheet import Given
from pipeline.quantities.spelling import MINUS, Context
from pipeline.quantities.tokens import Number
from pipeline.working import Working

DIGITS = 15
MORE_DIGITS = 30  # of the bounds that the fifteen are taken from
PAGE_CODE = "content/"
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
# The words of a proof, the same in all outputs.
PUT_IN, NAMED, STANDS, INNER = "Eingesetzt:", "Im Quelltext", "Steht in", "Steht nur in Rechnungen."


@dataclass(frozen=True)
class Proof:
    """What stands in the proof of one number.

    value:      the value to 15 digits, "" where the printed digits are all there is
    certainty:  how its digits are proven, "" for what is given
    working:    the calculation by hand
    source:     where it comes from (data file, work or code), as a sentence
    spots:      where it stands in the page; none if only calculations use it
    """

    number: Number
    value: str
    certainty: str
    working: Working
    source: str
    spots: tuple[Spot, ...]

    @property
    def id(self) -> str:
        """The number's id."""
        return self.number.id

    @property
    def printed(self) -> str:
        """Its spelling in prose."""
        return self.number.spelled(Context.PROSE)


def proofs(workings: Iterable[Working], page: Page, places: Places) -> tuple[Proof, ...]:
    """The proofs of numbers with these workings, in their order."""
    works = _works(page.blocks)
    return tuple(_proof(working, works, places) for working in workings)


def _proof(working: Working, works: Mapping[str, str], places: Places) -> Proof:
    number, bounds = working.number, None if working.number.exact else enclosure(working.number.entry, MORE_DIGITS)
    exact = bounds is None or bounds.proof == "exact"
    return Proof(
        number=number,
        value=value(bounds) if bounds else "",
        certainty=f"Bewiesen, {'exakt' if exact else 'mit Intervallen'}." if working.kind == "calculation" else "",
        working=working,
        source=_source(working, works),
        spots=places.spots.get(number.id, ()),
    )


def _source(working: Working, works: Mapping[str, str]) -> str:
    if working.given is not None:
        return _given(working.given, works)
    if not working.calls:
        return "Berechnet im Text."
    inner = working.calls[0]
    outer = next((call for call in working.calls if call.startswith(PAGE_CODE)), inner)
    return f"Berechnet in {_line(inner)}{f', aufgerufen in {_line(outer)}' if outer != inner else ''}."


def _given(given: Given, works: Mapping[str, str]) -> str:
    if given.source in works:
        return f"Quelle: {works[given.source]} {f'{given.where}.' if given.where else ''}".rstrip()
    kinds = {
        "input": "Eingabe aus ",
        "drawn": "Gezogen nach ",
        "word": "Festgelegt in ",
        "count": "Gezählt: ",
        "printed": "So gedruckt: ",
    }
    place = _line(given.source) if ":" in given.source else given.source
    return f"{kinds.get(given.kind, 'Aus ')}{place}{f', {given.where}' if given.where else ''}."


def _line(place: str) -> str:
    """ "content/example.yaml:12" → "content/example.yaml, Zeile 12"."""
    file, _, line = place.rpartition(":")
    return f"{file}, Zeile{NO_BREAK_SPACE}{line}" if line.isdigit() else place


def _works(blocks: list[Node]) -> dict[str, str]:
    """Key → the text of a work in the page's list."""
    return {
        ast.identifier(node).removeprefix("ref-"): ast.text(node["c"][1]).strip()
        for node in ast.nodes(blocks)
        if node["t"] == "Div" and ast.identifier(node).startswith("ref-")
    }


def value(found: Enclosure) -> str:
    """The digits that lower and upper end of an enclosure share, at most fifteen, with a decimal comma."""
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

"""What can be said for each number: the page “Nachweis der Zahlen” and the appendix of the PDF say it.

Everything here is free of any format; links to `number:ID` lead to the proof of a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
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

NUMBER_TARGET = "number:"
DIGITS = 15
MORE_DIGITS = 30  # of the bounds that the fifteen are taken from
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


@dataclass(frozen=True)
class Proof:
    """What stands in the proof of one number.

    value:      the value to 15 digits, "" where the printed digits are all there is
    certainty:  how its digits are proven, "" for what is given
    working:    the calculation by hand, as blocks of pandoc's JSON; empty for what is given
    leaves:     ids of the numbers put in
    source:     where it comes from: data file, work or code, as inlines
    spots:      where it stands in the page; none if only calculations use it
    """

    number: Number
    value: str
    certainty: str
    working: tuple[Node, ...]
    leaves: tuple[str, ...]
    source: tuple[Node, ...]
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


def _proof(working: Working, works: Mapping[str, list[Node]], places: Places) -> Proof:
    number, bounds = working.number, None if working.number.exact else enclosure(working.number.entry, MORE_DIGITS)
    exact = bounds is None or bounds.proof == "exact"
    return Proof(
        number=number,
        value=value(bounds) if bounds else "",
        certainty=f"bewiesen, {'exakt' if exact else 'als Kugel'}" if working.kind == "calculation" else "",
        working=tuple(_calculation(working)),
        leaves=tuple(leaf.number.id for leaf in working.leaves),
        source=tuple(_source(working, works)),
        spots=places.spots.get(number.id, ()),
    )


def facts(proof: Proof, target: Callable[[Spot], str]) -> list[Node]:
    """What is known about a number besides its calculation, in one paragraph: proof, origin, name, places.

    target: where the link to a place leads, "" for nowhere
    """
    sentences: list[list[Node]] = [ast.words(f"{proof.certainty[:1].upper()}{proof.certainty[1:]}.")]
    sentences = [*(sentences if proof.certainty else []), list(proof.source)]
    if proof.number.quantity:
        name: Node = {"t": "Code", "c": [ast.attr(), proof.number.expression]}
        sentences.append([*ast.words("Im Quelltext "), name, ast.string(".")])
    if proof.spots:
        places = [_place(spot, target(spot)) for spot in proof.spots]
        commas = [node for place in places for node in (ast.string(","), {"t": "Space"}, *place)][2:]
        sentences.append([*ast.words("Steht in "), *commas, ast.string(".")])
    else:
        sentences.append(ast.words("Steht nur in Rechnungen."))
    return [node for sentence in sentences for node in ({"t": "Space"}, *sentence)][1:]


def _place(spot: Spot, target: str) -> list[Node]:
    words = ast.words(f"{spot.section.number} {spot.section.title}".lstrip())
    return [ast.link(ast.attr(), words, target)] if target else words


def _calculation(working: Working) -> Iterator[Node]:
    """The lines, each a displayed formula, and the list of what was put in."""
    for line in working.lines:
        formula: Node = {"t": "Math", "c": [{"t": "DisplayMath"}, line.tex()]}
        yield ast.paragraph([ast.span(ast.attr("", ["display"]), [formula])])
    if working.leaves:
        inlines = ast.words("Eingesetzt: ")
        for leaf in working.leaves:
            inlines += [] if inlines[-1]["t"] == "Space" else [ast.string(";"), {"t": "Space"}]
            spelled = leaf.number.spelled(Context.PROSE)
            if leaf.symbol and leaf.symbol != leaf.number.digits:
                symbol: Node = {"t": "Math", "c": [{"t": "InlineMath"}, leaf.symbol]}
                inlines += [symbol, ast.string(f"{NO_BREAK_SPACE}={NO_BREAK_SPACE}")]
            inlines.append(ast.link(ast.attr(), [ast.string(spelled)], NUMBER_TARGET + leaf.number.id))
        yield ast.div(ast.attr("", ["put-in"]), [ast.plain(inlines)])


def _source(working: Working, works: Mapping[str, list[Node]]) -> Iterator[Node]:
    """Where a number comes from, as a sentence."""
    given = working.given
    if given is not None:
        yield from _given(given, works)
    elif working.calls:
        inner, *outer = working.calls
        yield from ast.words(f"Berechnet in {_line(inner)}")
        if outer and outer[-1] != inner:
            yield from ast.words(f", aufgerufen in {_line(outer[-1])}")
        yield ast.string(".")
    else:
        yield from ast.words("Berechnet im Text.")


def _given(given: Given, works: Mapping[str, list[Node]]) -> Iterator[Node]:
    if given.source in works:
        yield from [*ast.words("Quelle: "), *works[given.source]]
        yield from [{"t": "Space"}, *ast.words(f"{given.where}.")] if given.where else []
        return
    kinds = {"input": "Eingabe aus ", "word": "Festgelegt in ", "count": "Gezählt: ", "printed": "So gedruckt: "}
    place = _line(given.source) if ":" in given.source else given.source
    yield from ast.words(f"{kinds.get(given.kind, 'Aus ')}{place}{f', {given.where}' if given.where else ''}.")


def _line(place: str) -> str:
    """ "content/example.yaml:12" → "content/example.yaml, Zeile 12"."""
    file, _, line = place.rpartition(":")
    return f"{file}, Zeile{NO_BREAK_SPACE}{line}" if line.isdigit() else place


def _works(blocks: list[Node]) -> dict[str, list[Node]]:
    """Key → the inlines of a work in the page's list."""
    return {
        ast.identifier(node).removeprefix("ref-"): list(node["c"][1][0]["c"])
        for node in ast.nodes(blocks)
        if node["t"] == "Div" and ast.identifier(node).startswith("ref-") and node["c"][1]
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

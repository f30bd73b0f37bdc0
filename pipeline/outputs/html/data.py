"""The data block of a page: its calculation as JSON, and what of the page hangs on it.

    nodes    the graph, as arithmetic/export.py writes it
    numbers  id → [entry, format, proven digits]; an entry is [node, index]
    claims   conditions (document/conditions.py)
    wordings id → ["label", axis, place], ["largest", axis, row] (or smallest), ["forms", entry, one, many]
    spoken   descriptions for those who do not see: texts, {"number": id}, "base" where it stands under an exponent,
             and {"wording": id} in turn; of calculations also {"signed": ids of the numbers on both sides}, and
             {"note": [calculation, line]} with its "text"
    redone   calculations: of each line, how many numbers of the formula stand before its end, and its steps, [what
             the printed digits give, id of the number that is printed]
    follows  what drives drawings: key → entry
    axes     name → ids and texts of its labels
    panel    what readers may change: axes whose texts, and inputs with heading ("" for those that are drawn),
             node, axes, meaning, and the range of drawn ones
    values   name → node of every value that text can print
    words    number words from zero up, at least those that German texts write out

The node of a printed number, "printed", gives its digits at the time; it has the number's id as its name.

Scripts find what they change by attributes: data-number, data-claim, data-wording, data-spoken, data-redone,
data-working (a line of a working, which needs no data to be redone), and those of drawings (answers.py).  What no
reader can change gets none of those between data-number and drawings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any

from pipeline.arithmetic import Entry, Graph, step
from pipeline.document.computation import Computation
from pipeline.outputs.closure import address
from pipeline.outputs.figures import Drawing
from pipeline.quantities.sheet import Given
from pipeline.quantities.spelling import Context, Style, number_word
from pipeline.quantities.tokens import TOKEN, Forms, Number, Tokens, Wording
from pipeline.storage import read_whole, write_whole

SPELLED_OUT = 12  # up to here German texts write numbers as words
# A number that is read aloud, and the brackets that it has under an exponent if it is negative.
_POWER = "(?= zum Quadrat| hoch )"
_NUMBER = re.compile(
    rf"(?P<opening>Klammer auf )?(?P<number>{TOKEN.pattern})(?(opening) Klammer zu{_POWER})(?P<power>{_POWER})?"
)
# What follows the numbers of a calculation that is read aloud (formulas/speech.py): its signs, and notes behind lines.
_CALCULATED = re.compile(r"(?<=ist |ind )(?P<sign>(?:ungefähr )?gleich)(?= )|(?P<note>[,;]? \(gerundet\))")


@dataclass(frozen=True)
class _Whole:
    """A node with all its entries."""

    node: int


class Marks:
    """What elements of a page are marked with; here of one on which nothing moves."""

    def claim(self, check: str) -> str:
        """The value of `data-claim` for a claim, "" for one that holds whatever a reader does."""
        return ""

    def worded(self, identity: str) -> bool:
        """Whether a reader can change this wording."""
        return False

    def spoken(self, text: str, wordings: Sequence[Sequence[str]] = ()) -> str:
        """The value of `data-spoken` for a description, "" for one that stays as it is.

        wordings: [text, id] of those that it holds, in order
        """
        return ""

    def calculated(self, follows: Mapping[str, Any], wordings: Sequence[Sequence[str]] = ()) -> tuple[str, str]:
        """The values of `data-spoken` and `data-redone` for a calculation (document/formulas.py says what follows)."""
        return "", ""

    def moving(self, tokens: Iterable[str]) -> bool:
        """Whether a reader can change one of these numbers."""
        return False


class DataBlock(Marks):
    """Collects, while a page is written, what its scripts will need."""

    def __init__(self, computation: Computation, tokens: Tokens, drawings: Iterable[Drawing]) -> None:
        drawn = tuple(drawings)
        self._computation = computation
        self._tokens = tokens
        self._follows = {key: entry for drawing in drawn for key, entry in drawing.follows.items()}
        self._wordings = {wording.id: wording for wording in tokens.wordings}
        self._wordings |= {wording.id: wording for drawing in drawn for wording in drawing.wordings}
        inputs = [_node(computation, given.name) for given in computation.changeable]
        self._changing = _descendants(computation.graph, inputs)
        self.claims: dict[str, int] = {}
        self._spoken: list[list[Any]] = []
        self._redone: list[list[Any]] = []
        self._make: Callable[[], Mapping[str, Any]] | None = None
        self._kept: Path | None = None
        self._beside = ""

    # -- marks

    def claim(self, check: str) -> str:
        """The place of a condition among the block's claims."""
        if not self._moves(self._computation.conditions.get(check, True)):
            return ""
        return str(self.claims.setdefault(check, len(self.claims)))

    def worded(self, identity: str) -> bool:
        """Labels of sentences can be changed, and what rests on numbers that can."""
        if identity not in self._wordings:
            return False
        what = self._wordings[identity].of
        if isinstance(what, Forms):
            return self._moves(what.entry)
        if what.axis in self._computation.worded:
            return True
        return what.chosen is not None and self._moves([part.entry for part in what.chosen.row])

    def spoken(self, text: str, wordings: Sequence[Sequence[str]] = ()) -> str:
        """The place of a description among the block's."""
        return self._said(self._pieces(text, wordings))

    def _said(self, found: Iterable[Any]) -> str:
        pieces: list[Any] = []
        for piece in found:
            if isinstance(piece, str) and pieces and isinstance(pieces[-1], str):
                pieces[-1] += piece
            elif piece:
                pieces.append(piece)
        if all(isinstance(piece, str) for piece in pieces):
            return ""
        if pieces not in self._spoken:
            self._spoken.append(pieces)
        return str(self._spoken.index(pieces))

    def calculated(self, follows: Mapping[str, Any], wordings: Sequence[Sequence[str]] = ()) -> tuple[str, str]:
        """The places of what is said of a calculation, and of its lines."""
        numbers = [[self._tokens.number(token) for token in tokens] for tokens in follows["relations"]]
        if not any(self._moves(number.entry) for number in chain(*numbers)):
            return "", ""
        redone = str(len(self._redone)) if follows["lines"] else ""
        if redone:
            self._redone.append([[before, list(map(self._step, steps))] for before, steps in follows["lines"]])
        pieces = self._pieces(follows["spoken"], wordings)
        return self._said(self._calculated(pieces, numbers, len(self._redone) - 1)), redone

    def moving(self, tokens: Iterable[str]) -> bool:
        """Whether one of these numbers is computed from what readers change."""
        return any(self._moves(self._tokens.number(token).entry) for token in tokens)

    def _step(self, step: tuple[int, int, str]) -> list[Any]:
        node, index, token = step
        return [Entry(self._computation.graph, node, index), self._tokens.number(token).id]

    def _calculated(self, pieces: Iterable[Any], relations: Iterable[Iterable[Number]], redone: int) -> Iterator[Any]:
        """What is said of a calculation, parted where signs and notes follow its numbers."""
        sides, lines = iter(relations), count()
        for piece in pieces:
            end = 0
            for found in _CALCULATED.finditer(piece) if isinstance(piece, str) else ():
                yield piece[end : found.start()]
                end = found.end()
                if found["note"]:
                    yield {"note": [redone, next(lines)], "text": found["note"]}
                else:
                    yield {"signed": [number.id for number in next(sides)]}
            yield piece[end:] if isinstance(piece, str) else piece

    def _pieces(self, text: str, wordings: Sequence[Sequence[str]]) -> Iterator[Any]:
        for wording, identity in wordings:
            before, found, behind = text.partition(wording)
            if found:
                yield from self._numbers(before)
                yield {"wording": identity} if self.worded(identity) else wording
                text = behind
        yield from self._numbers(text)

    def _numbers(self, text: str) -> Iterator[Any]:
        end = 0
        for found in _NUMBER.finditer(text):
            yield text[end : found.start()]
            end = found.end()
            number = self._tokens.number(found["number"])
            if not self._moves(number.entry):
                yield found[0].replace(found["number"], number.spelled(Context.PROSE))
            else:
                yield {"number": number.id} | ({"base": 1} if found["power"] is not None else {})
        yield text[end:]

    def _moves(self, what: Any) -> bool:
        return any(entry.node in self._changing for entry in _entries(what))

    # -- the block

    @property
    def moves(self) -> bool:
        """Whether readers can change anything on this page."""
        return bool(self._panel(self._tokens.numbers)["inputs"])

    @property
    def scripts(self) -> tuple[str, ...]:
        """The names of the scripts that change the page: by hand, or by drawing."""
        inputs = self._panel(self._tokens.numbers)["inputs"]
        by_hand = ("example", "panel", "points") if any(one["title"] for one in inputs) else ()
        drawing = ("exercises",) if any(one["drawn"] for one in inputs) else ()
        return ("redo", "live", "drawings", "sums", *by_hand, *drawing)

    def attach(self, make: Callable[[], Mapping[str, Any]], kept: Path | None = None) -> None:
        """Data for a script of its own beside the page, whose entries the graph shall hold as well.

        kept: where block and data are kept for the next build, under a name that says what the data is made of
        """
        self._make, self._kept = make, kept

    @property
    def has_data_beside(self) -> bool:
        """Whether something is attached."""
        return self._make is not None

    @property
    def beside(self) -> str:
        """What was attached, as text, once the block is written: its entries are places in the block's graph."""
        return self._beside

    def json(self) -> str:
        """The block's text; nothing in it can end the element around it."""
        document = self._document()
        file = self._kept and self._kept.with_name(f"{self._kept.name}-{address((), _dumped(document, repr))}.json")
        if file and (known := read_whole(file)) is not None:
            block, self._beside = json.loads(known)
            return str(block)
        block, self._beside = self._written(document, _settled(self._make()) if self._make else {})
        if file:
            write_whole(file, json.dumps([block, self._beside], ensure_ascii=False), alone=True)
        return block

    def _written(self, document: Mapping[str, Any], beside: Any) -> tuple[str, str]:
        """The texts of the block and of what was attached."""
        wanted = list(dict.fromkeys(_entries([document, beside])))
        outputs = [what.node if isinstance(what, _Whole) else what for what in wanted]
        graph = json.loads(self._computation.graph.to_json(outputs))
        places = dict(zip(wanted, graph["outputs"], strict=True))
        block = _dumped({"nodes": graph["nodes"], **document}, places.__getitem__)
        return block.replace("<", "\\u003c"), _dumped(beside, places.__getitem__)

    def _document(self) -> dict[str, Any]:
        """Everything but the graph, entries and nodes still as such."""
        computation, numbers = self._computation, {number.id: number for number in self._tokens.numbers}
        axes = computation.axes.values()
        return {
            "numbers": {name: [_settled(one.entry), one.format, one.digits] for name, one in numbers.items()},
            "claims": [_settled(computation.conditions[check]) for check in self.claims],
            "wordings": {name: self._rule(wording) for name, wording in self._wordings.items() if self.worded(name)},
            "spoken": self._spoken,
            "redone": _settled(self._redone),
            "follows": _settled(self._follows),
            "axes": {axis.name: {"ids": axis.ids, "texts": [label.text for label in axis.labels]} for axis in axes},
            "panel": self._panel(numbers.values()),
            "values": {name: _Whole(value.array.id) for name, value in computation.values.items()},
            "words": [number_word(value) for value in range(self._largest_word() + 1)],
        }

    def _rule(self, wording: Wording) -> list[Any]:
        what = wording.of
        if isinstance(what, Forms):
            return ["forms", _settled(what.entry), what.one, what.many]
        if what.chosen is not None:
            row = what.chosen.row
            return [what.chosen.function, row.axes[0].name, [_settled(part.entry) for part in row]]
        return ["label", what.axis, self._computation.axes[what.axis].position(what)]

    def _panel(self, numbers: Iterable[Number]) -> dict[str, Any]:
        """What can be changed, as far as it changes something on this page."""
        computation, printed = self._computation, {number.entry.node for number in numbers}
        inputs: list[dict[str, Any]] = [
            {
                "name": given.name,
                "title": given.panel,
                "node": _Whole(_node(computation, given.name)),
                "axes": given.axes,
                "meaning": given.meaning,
                "drawn": _range(given),
            }
            for given in computation.changeable
            if printed & _descendants(computation.graph, [_node(computation, given.name)])
        ]
        axes = {axis for shown in inputs for axis in shown["axes"]}
        return {"axes": [name for name in computation.worded if name in axes], "inputs": inputs}

    def _largest_word(self) -> int:
        printed = [int(number.digits) for number in self._tokens.numbers if number.style is Style.WORD]
        return max([SPELLED_OUT, *printed, *(len(axis) for axis in self._computation.axes.values())])


def _dumped(document: Any, default: Callable[[Any], Any]) -> str:
    return json.dumps(document, default=default, ensure_ascii=False, separators=(",", ":"))


def _range(given: Given) -> dict[str, Any] | None:
    """What a drawn input is drawn from, as exercises.js needs it."""
    drawn = given.drawn
    if drawn is None:
        return None
    names = ("lowest", "step", "count", "places", "distinct")
    return {name: getattr(drawn, name) for name in names}


def _node(computation: Computation, name: str) -> int:
    number: int = computation.values[name].array.id
    return number


def _descendants(graph: Graph, sources: Iterable[int]) -> frozenset[int]:
    """The nodes that are computed from some nodes, and these themselves."""
    found = set(sources)
    for node in graph.nodes:
        if not found.isdisjoint(node.args):
            found.add(node.id)
    return frozenset(found)


def _entries(value: Any) -> Iterator[Any]:
    """All entries and nodes in nested data."""
    if isinstance(value, (Entry, _Whole)):
        yield value
    elif isinstance(value, Mapping):
        yield from _entries(list(value.values()))
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _entries(item)


def _settled(value: Any) -> Any:
    """Nested data with each entry traced back to the array that it was picked from."""
    if isinstance(value, Entry):
        while value.graph.nodes[value.node].op == "gather":
            (value,) = step(value).arguments
        return value
    if isinstance(value, Mapping):
        return {key: _settled(item) for key, item in value.items()}
    return [_settled(item) for item in value] if isinstance(value, (list, tuple)) else value

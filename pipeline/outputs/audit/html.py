"""The audit of an HTML page: marked numbers show the ledger's spelling, other digits are known ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

from pipeline.outputs.audit.expected import DIGIT, NUMBERING, Expected, runs
from pipeline.problems import Code, Place, Problems
from pipeline.quantities.spelling import Context

VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"))
UNREAD = frozenset(("script", "style"))
SPOKEN_ELEMENTS = frozenset(("title", "desc", "time"))  # also `<title>` of a drawing and the page's own
SPOKEN_ATTRIBUTES = ("alt", "aria-label", "title", "content")
NUMBER, TICK, UNSEEN = "data-number", "data-tick", "unseen"  # the last is a class: read aloud only
COMPARISONS = "comparisons"  # the class of what says how often a formula was compared
SOFT_HYPHEN = "\N{SOFT HYPHEN}"
AROUND = 24  # characters of context in a message


@dataclass(frozen=True)
class Element:
    """An open element."""

    name: str
    attributes: dict[str, str]


@dataclass
class Marked:
    """A number as the page shows it."""

    id: str
    context: Context
    text: str = ""


@dataclass
class Seen:
    """What a reader of the page gets to see, apart by what must be true of it."""

    marked: list[Marked] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)
    maths: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    numbering: list[str] = field(default_factory=list)
    comparisons: list[str] = field(default_factory=list)
    spoken: list[str] = field(default_factory=list)


def audit_html(text: str, file: str, expected: Expected, problems: Problems) -> frozenset[str]:
    """Compare a page with what it may show; returns the ids of the numbers that it marks in its text."""
    seen = look(text)
    for message in (*_wrong_numbers(seen, expected), *_wrong_digits(seen, expected), *_wrong_checks(seen, expected)):
        problems.add(Code.AUDIT, message, Place(file))
    return frozenset(number.id for number in seen.marked) & expected.text


def look(text: str) -> Seen:
    """Read a page."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.seen


def _wrong_numbers(seen: Seen, expected: Expected) -> Iterator[str]:
    for marked in seen.marked:
        number = expected.numbers.get(marked.id)
        if number is None:
            yield f"{marked.text!r} is marked as the number {marked.id}, which the ledger does not have"
        elif marked.text != number.spelled(marked.context):
            yield f"the number {marked.id} shows {marked.text!r} instead of {number.spelled(marked.context)!r}"
    shown = Counter(marked.id for marked in seen.marked if marked.id in expected.numbers)
    for identity in sorted((shown - expected.shown) + (expected.shown - shown)):
        yield f"the number {identity} stands {shown[identity]} times on the page instead of {expected.shown[identity]}"


def _wrong_digits(seen: Seen, expected: Expected) -> Iterator[str]:
    found = Counter(run for piece in seen.prose for run in runs(piece) if run not in expected.repeated)
    for run in found - expected.typed:
        around = next(_around(piece, run) for piece in seen.prose if run in runs(piece))
        yield f"{run} stands in the text and is neither a computed number nor a checked one: {around}"
    constants = Counter(digit for piece in seen.maths for digit in re.findall(DIGIT, piece))
    for digit in sorted((constants - expected.constants) + (expected.constants - constants)):
        yield f"formulas show the digit {digit} {constants[digit]} times instead of {expected.constants[digit]}"
    for piece in seen.drawn:
        if runs(piece):
            yield f"a drawing shows {piece.strip()!r}, which is neither a marked number nor a tick"
    for piece in seen.numbering:
        yield from (f"{run} is the number of nothing: {piece!r}" for run in set(runs(piece)) - expected.numbering)
    for piece in seen.spoken:
        for run in set(runs(piece)) - expected.spoken:
            yield f"{run} is read aloud and is neither a computed number nor a checked one: {_around(piece, run)}"


def _wrong_checks(seen: Seen, expected: Expected) -> Iterator[str]:
    counted = [check.comparisons for check in expected.checks if check.number]
    if seen.comparisons != counted:
        yield f"the numbers of comparisons are {', '.join(seen.comparisons)} instead of {', '.join(counted)}"


def _around(text: str, run: str) -> str:
    at = text.index(run)
    return "…" + " ".join(text[max(0, at - AROUND) : at + len(run) + AROUND].split()) + "…"


class _Reader(HTMLParser):
    """Sorts a page's texts by the elements around them."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = Seen()
        self.open: list[Element] = []
        self.number: Marked | None = None
        self.depth = 0  # of the element that is the current number

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Enter an element; a marked number collects all text inside."""
        attributes = {key: value or "" for key, value in attrs}
        if not (tag == "meta" and attributes.get("name") not in ("description", "date", "author")):
            self.seen.spoken += [attributes[key] for key in SPOKEN_ATTRIBUTES if key in attributes]
        if tag in VOID:
            return
        self.open.append(Element(tag, attributes))
        if NUMBER in attributes and self.number is None:
            self.number = Marked(attributes[NUMBER], self._context())
            self.depth = len(self.open)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element without contents, as in a drawing."""
        self.seen.spoken += [value or "" for key, value in attrs if key in SPOKEN_ATTRIBUTES]

    def handle_endtag(self, tag: str) -> None:
        """Leave an element and those that were left open inside it."""
        if not any(element.name == tag for element in self.open):
            return
        while self.open:
            if self.number is not None and len(self.open) == self.depth:
                self.seen.marked.append(self.number)
                self.number = None
            if self.open.pop().name == tag:
                return

    def handle_data(self, data: str) -> None:
        """Put a text where it belongs."""
        names = {element.name for element in self.open}
        text = data.replace(SOFT_HYPHEN, "")
        if self.number is not None:
            self.number.text += text
        elif names & UNREAD or any(TICK in element.attributes for element in self.open):
            return
        elif names & SPOKEN_ELEMENTS or self._within(UNSEEN):
            self.seen.spoken.append(text)
        elif "svg" in names:
            self.seen.drawn.append(text)
        elif "math" in names:
            self.seen.maths.append(text)
        elif self._within(COMPARISONS):
            self.seen.comparisons.append(text)
        elif self._within(NUMBERING):
            self.seen.numbering.append(text)
        else:
            self.seen.prose.append(text)

    def _within(self, name: str) -> bool:
        return any(name in element.attributes.get("class", "").split() for element in self.open)

    def _context(self) -> Context:
        names = {element.name for element in self.open}
        return Context.MATH if "math" in names else Context.CODE if names & {"pre", "code"} else Context.PROSE

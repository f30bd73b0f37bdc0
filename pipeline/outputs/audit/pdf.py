"""The audit of a PDF: what each link of a number or a formula covers, against the ledger.

The names come from the file itself: the line of proof to which a link leads begins with the id.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pipeline.document import ast
from pipeline.document.page import Page
from pipeline.outputs.audit.expected import DIGIT, Expected, numbers_in, runs, squeezed
from pipeline.outputs.audit.pdftext import Sheet, Sign, sheets
from pipeline.outputs.pdf.formulas import Formula, formulas, gathered
from pipeline.problems import Code, Place, Problems
from pipeline.quantities.spelling import Context

GAP = 0.6  # points between two signs of one number at most
MARGIN = 35 / 25.4 * 72  # points; article.typ sets 35 mm
TOLERANCE = 6.0  # points by which a sign may stick out: Typst hangs punctuation and hyphens into the margin


@dataclass(frozen=True)
class Linked:
    """What a page's PDF links: ids in text and tables (not in code or inside other links), formulas by their names."""

    ids: frozenset[str]
    formulas: Mapping[str, Formula]


@dataclass
class Covered:
    """What links cover: number id → the texts that show it; formula name → the signs of all its areas."""

    numbers: dict[str, list[str]] = field(default_factory=dict)
    formulas: dict[str, list[Sign]] = field(default_factory=dict)


def audit_pdf(pdf: bytes, file: str, page: Page, expected: Expected, problems: Problems) -> frozenset[str]:
    """Compare a page's PDF with what it may show; returns the ids of the numbers that it links from its text."""
    pages, linked = sheets(pdf), linked_in(page)
    covered = look(pages, linked, expected)
    found = (
        *_wrong_numbers(covered, expected),
        *_wrong_formulas(covered, linked),
        *_unknown_digits(pages, expected),
        *_outside(pages),
    )
    for message in found:
        problems.add(Code.AUDIT, message, Place(file))
    in_formulas = {number.id for name in covered.formulas for number in linked.formulas[name].numbers}
    shown = covered.numbers.keys() | in_formulas
    for missing in sorted(linked.ids - shown):
        problems.add(Code.AUDIT, f"the number {missing} is in the ledger and has no link", Place(file))
    return frozenset(shown)


def linked_in(page: Page) -> Linked:
    """What the PDF of a page must link."""
    body = gathered(page.blocks, page.tokens)
    found = {formula.name: formula for formula in formulas(body, page.tokens)}
    strings = [node["c"] for node in ast.nodes(body, words=True) if node["t"] == "Str"]
    numbers = [*numbers_in(strings, page.tokens), *(number for formula in found.values() for number in formula.numbers)]
    return Linked(frozenset(number.id for number in numbers), found)


def look(pages: Sequence[Sheet], linked: Linked, expected: Expected) -> Covered:
    """Sort the links of a PDF by the names to which they lead."""
    covered = Covered()
    for page in pages:
        for link in page.links:
            name = pages[link.target.page].word_at(link.target.x, link.target.y)
            signs = page.inside(link.areas)
            if name in linked.formulas:
                covered.formulas.setdefault(name, []).extend(signs)
            elif name in expected.numbers:
                covered.numbers.setdefault(name, []).append("".join(sign.text for sign in signs))
    return covered


def _wrong_numbers(covered: Covered, expected: Expected) -> Iterator[str]:
    for identity, texts in covered.numbers.items():
        wanted = expected.numbers[identity].spelled(Context.PROSE)
        for text in texts:
            if squeezed(text) != squeezed(wanted):
                yield f"the number {identity} shows {text!r} instead of {wanted!r}"


def _wrong_formulas(covered: Covered, linked: Linked) -> Iterator[str]:
    for name, formula in linked.formulas.items():
        if name not in covered.formulas:
            yield f"the formula {name} has no link to its numbers"
            continue
        found = Counter(numerals(covered.formulas[name]))
        wanted = Counter(run for number in formula.numbers for run in runs(number.spelled(Context.MATH)))
        for run in wanted - found:
            yield f"the formula {name} shows {run} {found[run]} times instead of {wanted[run]}"
        rest = Counter(sign for sign in "".join((found - wanted).elements()) if sign.isdigit())
        typed = Counter(re.findall(DIGIT, formula.tex))
        for digit in sorted((rest - typed) + (typed - rest)):
            times = f"{rest[digit]} times, not {typed[digit]}"
            yield f"besides its numbers the formula {name} shows the digit {digit} {times}"


def _unknown_digits(pages: Sequence[Sheet], expected: Expected) -> Iterator[str]:
    """Digits before the appendix that no text, formula, drawing or numbering has (or, at the end of a line, a part)."""
    ungrouped = {run for number in expected.numbers.values() for run in runs(number.spelled(Context.MATH))}
    listed = {run for check in expected.checks for run in runs(f"{check.name} {check.comparisons}")}
    known = expected.spoken | expected.drawn | ungrouped | listed | {str(number) for number in range(len(pages) + 1)}
    parts = {part for run in known for part in re.split("[.,]", run)}
    for number, page in enumerate(pages[: _appendix(pages, expected)], start=1):
        for numeral in numerals(page.signs):
            if not set(re.split("[.,]", numeral)) <= parts:
                yield f"on page {number} stands {numeral}, which is neither a computed number nor a checked one"


def _appendix(pages: Sequence[Sheet], expected: Expected) -> int:
    """The page on which the proofs begin."""
    targets = (link.target for page in pages for link in page.links)
    proofs = [target.page for target in targets if pages[target.page].word_at(target.x, target.y) in expected.numbers]
    return min(proofs, default=len(pages))


def numerals(signs: Sequence[Sign]) -> list[str]:
    """The numbers among signs, put together by their places: exponents and neighbours in a matrix stay apart."""
    found: list[str] = []
    before: Sign | None = None
    for sign in signs:
        if not re.fullmatch(r"[\d,]", sign.text):
            before = None
            continue
        joined = before and abs(before.base - sign.base) < GAP / 2 and -GAP < sign.left - before.right < 4 * GAP
        if joined:
            found[-1] += sign.text
        else:
            found.append(sign.text)
        before = sign
    return [numeral for group in found for numeral in runs(group)]


def _outside(pages: Sequence[Sheet]) -> Iterator[str]:
    """Text that runs into the margin."""
    for number, page in enumerate(pages, start=1):
        room = MARGIN - TOLERANCE, page.width - MARGIN + TOLERANCE
        out = [
            sign.text for sign in page.signs if sign.text.strip() and not room[0] <= sign.left <= sign.right <= room[1]
        ]
        if out:
            yield f"on page {number} text sticks out of the measure: {''.join(out)[:40]!r}"

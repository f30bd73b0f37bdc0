"""Everything that can be wrong with a document: one enum of stable codes, each problem with its place.

Stages never stop at the first fault.  They add to a `Problems` list and go on with a harmless
stand-in, so that an author sees all problems of a build at once.  Only a page whose data or code
cannot be read stops there: what would be said of it after that follows from that alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

MISSING = "\N{REPLACEMENT CHARACTER}"  # stands in a text where a value could not be filled in
_LEFT_OUT = "…"  # and this in what is said of that text


class Code(StrEnum):
    """Stable codes: documented, tested, never renamed.  The comment says what the author sees."""

    # load: files and data
    MISSING_FILE = "missing-file"
    UNUSED_FILE = "unused-file"  # a text in a page's folder that site.yaml does not name
    BAD_YAML = "bad-yaml"
    BAD_SITE = "bad-site"  # a field of a content file is missing, misspelt or of the wrong kind
    BAD_NUMBER = "bad-number"  # an input that is no plain decimal number
    BAD_PAGE_CODE = "bad-page-code"  # Python beside the text fails
    UNKNOWN_CITATION = "unknown-citation"
    # compute: quantities
    COMPUTATION = "computation"  # the reference refuses its arguments
    DUPLICATE_QUANTITY = "duplicate-quantity"
    UNGROUNDED = "ungrounded"  # depends on no input, count or fact
    QUOTED = "quoted"  # another document prints an input or a fact otherwise
    # fill: the template
    TEMPLATE_SYNTAX = "template-syntax"
    UNKNOWN_QUANTITY = "unknown-quantity"
    UNKNOWN_LABEL = "unknown-label"
    NO_FORMATTER = "no-formatter"
    WRONG_FORMATTER = "wrong-formatter"
    TYPED_CONSTANT = "typed-constant"  # a numeric literal in an expression, condition or page code
    UNDECIDED = "undecided"  # a digit or a comparison that the proof cannot decide
    # read: markup
    BAD_MARKUP = "bad-markup"  # left-over markup that pandoc would print or lose
    BLANK_LINE_IN_DISPLAY = "blank-line-in-display"
    UNBALANCED = "unbalanced"
    UNKNOWN_TEX = "unknown-tex"
    # check: text, claims, formulas
    TYPED_NUMBER = "typed-number"
    TYPED_NUMBER_WORD = "typed-number-word"
    IDIOM = "idiom"  # an idiom without a reason, or too many of them
    CLAIM_FAILS = "claim-fails"
    CLAIM_BROKEN = "claim-broken"  # a condition that cannot be evaluated
    CLAIM_EMPTY = "claim-empty"  # a condition that no sampled input makes false
    CALCULATION = "calculation"  # a written-out calculation whose sides differ
    FORMULA_SYNTAX = "formula-syntax"
    FORMULA_SYMBOL = "formula-symbol"
    FORMULA_SHAPE = "formula-shape"
    FORMULA_DIFFERS = "formula-differs"
    FORMULA_UNCHECKED = "formula-unchecked"
    FORMULA_DECLARATION = "formula-declaration"
    IDENTITY_FAILS = "identity-fails"
    LISTING = "listing"  # the listing fails, or prints something else than its quantities
    # number: labels and references
    DUPLICATE_LABEL = "duplicate-label"
    UNKNOWN_REFERENCE = "unknown-reference"
    MISSING_LABEL = "missing-label"
    UNUSED_FIGURE = "unused-figure"
    MISSING_ALT = "missing-alt"
    MISSING_CAPTION = "missing-caption"
    UNKNOWN_FIGURE = "unknown-figure"
    # write and audit
    FIGURE = "figure"  # a figure's code fails
    WRITER = "writer"  # pandoc, math-core or typst refuses or warns
    AUDIT = "audit"  # what was written differs from the ledger


@dataclass(frozen=True, order=True)
class Place:
    """A position in a source file; line and column count from 1, 0 means unknown."""

    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part)


@dataclass(frozen=True)
class Problem:
    """One fault: a code, one sentence, a place, and what to do about it.

    written, suggestions: what stands at the place, and what could stand there instead (`fix` writes it)
    """

    code: Code
    message: str
    place: Place = Place()
    remedy: str = ""
    written: str = ""
    suggestions: tuple[str, ...] = ()

    def __str__(self) -> str:
        text = f"{self.place}: {self.message} [{self.code}]" if str(self.place) else f"{self.message} [{self.code}]"
        return f"{text}\n    {self.remedy}" if self.remedy else text


@dataclass
class Problems:
    """Collects the problems of one build; equal problems are kept once."""

    found: list[Problem] = field(default_factory=list)

    def add(
        self,
        code: Code,
        message: str,
        place: Place = Place(),
        remedy: str = "",
        written: str = "",
        suggestions: tuple[str, ...] = (),
    ) -> None:
        """Record a problem and go on."""
        message, remedy = (text.replace(MISSING, _LEFT_OUT) for text in (message, remedy))
        self.include((Problem(code, message, place, remedy, written, suggestions),))

    def include(self, others: Iterable[Problem]) -> None:
        """Record problems that were found elsewhere."""
        for problem in others:
            if problem not in self.found:
                self.found.append(problem)

    def __iter__(self) -> Iterator[Problem]:
        return iter(sorted(self.found, key=lambda problem: (problem.place, problem.code)))

    def __len__(self) -> int:
        return len(self.found)


# Whatever an author's code raises is the author's to mend: a problem with its place, never a traceback.
AUTHORS_FAULTS = (Exception, SystemExit, GeneratorExit)


class MisuseError(TypeError):
    """An expression asks for what there is not; the message is one sentence in its author's words."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message, remedy)  # both, so that it survives the way from one process to another
        self.message, self.remedy = message, remedy

    def __str__(self) -> str:
        return self.message


class Refusal(Exception):  # noqa: N818 - it refuses, nothing broke
    """A stage cannot produce anything to go on with; its problems are in the list already."""

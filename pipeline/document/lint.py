"""check, second part: nothing in the text is a number that somebody typed.

What is no token and not in the closed list of the design is a problem, with the quantities that print
like it.  There is no comment that switches this off; an idiom carries its reason and is counted.
"""

from __future__ import annotations

import ast as ast_of_python
import re
import tokenize
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from pipeline.document import ast, digits, german, number_words, positions
from pipeline.document.ast import Node
from pipeline.document.lexicon import Lexicon
from pipeline.document.runs import CODE, FORMULA, Run, runs
from pipeline.document.suggest import WORD_MARK, Suggestions
from pipeline.problems import Code, Place, Problems
from pipeline.quantities.compute import Quantities
from pipeline.quantities.constants import typed_constants
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import Tokens

MAX_IDIOMS = 12  # on the whole site
REASON = 2  # words; fewer say nothing
SUGGESTIONS = 3
EXCERPT = 25  # characters shown on each side of what is typed

# literal, its place, the text before it, the text after it, more context → expressions to write instead, best first
Suggest = Callable[[str, Place, str, str, str], list[str]]

_COMPUTE = 'Define a quantity that computes it, and print that; an idiom is [text]{.idiom reason="…"}.'
_CLAIM = 'A claim covers it, [… text …]{.claim check="…"}, or an idiom: [text]{.idiom reason="…"}.'
_UNREAD = ("citation", "address")  # spans whose text is made of the bibliography or is an address


@dataclass(frozen=True)
class Idiom:
    """A number word that counts nothing, with the author's reason."""

    place: Place
    text: str
    reason: str


def no_suggestions(literal: str, place: Place, before: str, after: str, around: str) -> list[str]:
    """For texts that are linted where no quantities are known."""
    return []


def lint(blocks: list[Node], tokens: Tokens, words: Lexicon, quantities: Quantities, problems: Problems) -> list[Idiom]:
    """Report every typed number of a page's blocks, before they are numbered; returns the page's idioms."""
    search(blocks, words, problems, Suggestions(quantities, tokens), lambda text: tokens.spell(text, Context.PROSE))
    return idioms(blocks, problems)


def search(
    blocks: list[Node],
    words: Lexicon,
    problems: Problems,
    suggest: Suggest = no_suggestions,
    spell: Callable[[str], str] = str,
) -> None:
    """Report every typed number of some blocks; `spell` writes out the tokens in excerpts."""
    stage = _Lint(words, problems, suggest, spell)
    for run in runs(blocks):
        stage.run(run)


def check_idioms(idioms: Collection[Idiom], problems: Problems) -> None:
    """Report idioms beyond the number that a site may have."""
    for idiom in list(idioms)[MAX_IDIOMS:]:
        message = f"the site has {len(idioms)} idioms, {MAX_IDIOMS} are allowed: „{idiom.text}“"
        problems.add(Code.IDIOM, message, idiom.place, "Compute the number, or say it without one.")


def idioms(blocks: list[Node], problems: Problems) -> list[Idiom]:
    """All idioms of a page; one without a reason is a problem."""
    found = []
    for node in ast.nodes(blocks):
        if node["t"] not in ("Span", "Div") or "idiom" not in ast.classes(node):
            continue
        idiom = Idiom(ast.place(node), ast.text(node).strip(), ast.attributes(node).get("reason", "").strip())
        if len(idiom.reason.split()) < REASON:
            message = f"the idiom „{idiom.text}“ has no reason" + (f": “{idiom.reason}”" if idiom.reason else "")
            problems.add(Code.IDIOM, message, idiom.place, 'Write [text]{.idiom reason="…"}.')
        found.append(idiom)
    return found


@dataclass(frozen=True)
class _Lint:
    lexicon: Lexicon
    problems: Problems
    suggest: Suggest
    spell: Callable[[str], str]

    def run(self, run: Run) -> None:
        """All rules on one run."""
        text = _readable(run)
        if run.where == "citation":
            text = german.LOCATOR.sub(lambda match: " " * len(match[0]), text)
        for literal in digits.in_text(text, self.lexicon, run.where == "table"):
            self.report_number(run, literal, literal.start, literal.end, run.place(literal.start))
        for offset in digits.touching(text):
            self.report_touching(run, offset, run.place(offset))
        for found in number_words.counting(text, self.lexicon, _list_length(run)):
            self.report_word(run, found)
        for offset, leaf, around in run.leaves:
            self.leaf(run, offset, leaf, around)

    def leaf(self, run: Run, offset: int, leaf: Node, around: Node | None) -> None:
        """A formula, or code."""
        kind, contents = leaf["t"], leaf["c"]
        if kind == "Math":
            covered = around is not None and _is_checked(around)
            literals = list(digits.in_formula(contents[1], covered))
            for word in digits.words_in_formula(contents[1], self.lexicon):
                self.report_word(run, replace(word, start=offset, end=offset + 1), positions.inside(leaf, word.start))
            for start in digits.touching_in_formula(contents[1]):
                self.report_touching(run, offset, positions.inside(leaf, start))
        elif kind in ("RawInline", "RawBlock"):
            literals = list(digits.in_text(contents[1], self.lexicon))
        elif run.inside(offset, "listing"):
            said = _in_words(contents[1], "output" in ast.classes(leaf))
            literals = list(digits.in_text(said, self.lexicon))
            for word in number_words.counting(said, self.lexicon):
                self.report_word(run, replace(word, start=offset, end=offset + 1), positions.inside(leaf, word.start))
        else:
            literals = list(digits.in_text(contents[1], self.lexicon))
            if "code" in ast.classes(leaf) and not any(typed_constants(contents[1], "")) and _is_python(contents[1]):
                literals = []  # indices and axes; what else is a number in code, nothing has run
        for literal in literals:
            place = positions.inside(leaf, literal.start)
            before, after = contents[1][: literal.start], contents[1][literal.end :]
            self.report_number(run, literal, offset, offset + 1, place, before, after)

    def report_touching(self, run: Run, offset: int, place: Place) -> None:
        """Two computed numbers without anything between them."""
        message = f"two numbers touch, so that they read as one{self.excerpt(run, offset, offset + 1)}"
        self.problems.add(Code.TYPED_NUMBER, message, place, "Write a word, a sign or a space between them.")

    def report_number(
        self,
        run: Run,
        literal: digits.Literal,
        start: int,
        end: int,
        place: Place,
        before: str = "",
        after: str = "",
    ) -> None:
        """A numeral, with what to write instead; `before` and `after` are its neighbours inside a formula."""
        around = (run.text[:start] + " " + before, after + " " + run.text[end:], run.around)
        suggestions = self.suggest(literal.text, place, *around)
        message = f"{literal.text} is typed by hand{self.excerpt(run, start, end)}"
        remedy = _write(suggestions) or _COMPUTE
        self.problems.add(Code.TYPED_NUMBER, message, place, remedy, literal.text, tuple(suggestions))

    def report_word(self, run: Run, found: number_words.Found, at: Place | None = None) -> None:
        """A number word, unless an idiom or a claim answers for it."""
        if run.inside(found.start, "idiom") or (found.kind == "multiple" and run.inside(found.start, "claim")):
            return
        place, excerpt = at or run.place(found.start), self.excerpt(run, found.start, found.end)
        if found.kind == "enumeration":
            message = f"“{found.word}” announces an enumeration that has {found.length} items{excerpt}"
            self.problems.add(Code.TYPED_NUMBER_WORD, message, place, "Correct the word or the enumeration.")
            return
        around = (run.text[: found.start], run.text[found.end :], run.around)
        suggestions = self.suggest(f"{found.value}{WORD_MARK}", place, *around) if found.value else []
        multiple = found.kind == "multiple"
        suffix = re.sub(".+?(?=mal|fach)", "", found.word) if multiple else ""
        suggestions = [suggestion + suffix for suggestion in suggestions]
        remedy = f"{_write(suggestions)} {_CLAIM}".strip() if multiple else _write(suggestions) or _COMPUTE
        message = f"“{found.word}” is typed by hand{excerpt}"
        self.problems.add(Code.TYPED_NUMBER_WORD, message, place, remedy, found.word, tuple(suggestions))

    def excerpt(self, run: Run, start: int, end: int) -> str:
        """The words around, so that a reader of the report knows the sentence."""
        shown = run.text[max(start - EXCERPT, 0) : end + EXCERPT].replace(FORMULA, "…").replace(CODE, "…")
        return f" ({run.where}: {self.spell(shown.strip())})"


def _write(suggestions: list[str]) -> str:
    """The best suggestions as a remedy."""
    return "Write " + " or ".join(suggestions[:SUGGESTIONS]) + "." if suggestions else ""


def _readable(run: Run) -> str:
    """The run's text with what the bibliography or an address says left out, offsets kept."""
    text = run.text
    for start, end, name in run.covered:
        if name in _UNREAD or (name == "uri" and "address" in [other for *_, other in run.covered]):
            text = text[:start] + CODE * (end - start) + text[end:]
    return text


def _is_python(code: str) -> bool:
    try:
        ast_of_python.parse(code)
    except (SyntaxError, ValueError):
        return False
    return True


def _in_words(listing: str, output: bool) -> str:
    """What a listing says beside what the build runs and compares: the words that it prints, or else its comments."""
    if output:
        return re.sub(r"\d", " ", listing)  # its numbers are tokens by now, or reported
    said = [re.sub(r"[^\n]", " ", line) for line in listing.splitlines(keepends=True)]
    try:
        for token in tokenize.generate_tokens(iter(listing.splitlines(keepends=True)).__next__):
            if token.type == tokenize.COMMENT:
                (row, column), end = token.start, token.end[1]
                said[row - 1] = said[row - 1][:column] + token.string + said[row - 1][end:]
    except (tokenize.TokenError, SyntaxError):
        pass  # running it reports that
    return "".join(said)


def _is_checked(span: Node) -> bool:
    """Whether a formula stands in a span that the formula checks read."""
    return "claim" not in ast.classes(span) and bool(ast.attributes(span).get("check", "").strip())


def _list_length(run: Run) -> int | None:
    """How many items the list after the run has."""
    block = run.followed_by
    while block is not None and block["t"] == "Div" and block["c"][1]:
        block = block["c"][1][0]
    if block is None or block["t"] not in ("BulletList", "OrderedList", "DefinitionList"):
        return None
    return len(block["c"][1] if block["t"] == "OrderedList" else block["c"])

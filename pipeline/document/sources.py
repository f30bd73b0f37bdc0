"""Content files and the expressions in them: where each begins, what it says, what surrounds it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from pipeline.problems import Place
from pipeline.quantities.spelling import Context


@dataclass(frozen=True)
class Dialect:
    """How expressions are delimited in a source language, and what its comments and code look like."""

    expression: tuple[str, str]
    block: tuple[str, str]
    comment: tuple[str, str]
    code: re.Pattern[str]


MARKDOWN = Dialect(("[=", "=]"), ("[%", "%]"), ("[#", "#]"), re.compile(r"^(`{3,}|~{3,}).*?^\1[`~]*[ ]*$", re.M | re.S))
LATEX = Dialect(
    (r"\VAR{", "}"), (r"\BLOCK{", "}"), (r"\#{", "}"), re.compile(r"\\begin\{verbatim\}.*?\\end\{verbatim\}", re.S)
)
CODE_BLOCK = 0x100000  # private characters that stand for code blocks while the template is filled


@dataclass(frozen=True)
class Source:
    """A content file: its path as shown in problems, and its text."""

    file: str
    text: str

    @property
    def dialect(self) -> Dialect:
        """The template language, known by the file's ending."""
        return LATEX if self.file.endswith(".tex") else MARKDOWN

    def place(self, offset: int) -> Place:
        """Line and column of a character of the text."""
        line = self.text.count("\n", 0, offset) + 1
        return Place(self.file, line, offset - self.text.rfind("\n", 0, offset))


@dataclass(frozen=True)
class Filled:
    """A content file after filling."""

    source: Source
    text: str


@dataclass(frozen=True)
class Expression:
    """One `[= … =]` of a source: where it begins and ends, what it says, what surrounds it."""

    start: int
    end: int
    code: str
    context: Context


def find_expressions(text: str, dialect: Dialect) -> Iterator[Expression]:
    """All expressions of a text, with the context that their surroundings decide."""
    opening, closing = map(re.escape, dialect.expression)
    commented = re.escape(dialect.comment[0]) + ".*?" + re.escape(dialect.comment[1])
    pattern = re.compile(
        rf"(?P<comment>{commented})|{opening}(?P<code>.*?){closing}|(?P<escape>\\[\\$`])|(?P<display>\$\$|\\\[|\\\]|"
        r"\\(?:begin|end)\{equation\})|(?P<dollar>\$)|(?P<tick>`+)",
        re.S,
    )
    context, fence = Context.PROSE, ""
    for match in pattern.finditer(text):
        kind = match.lastgroup
        if kind == "code":
            yield Expression(match.start(), match.end(), match["code"].strip(), context)
        elif kind in ("display", "dollar") and context is not Context.CODE:
            if match[0] in (r"\[", r"\]") and dialect is MARKDOWN:
                continue  # an escaped bracket there
            context = Context.PROSE if context is Context.MATH else Context.MATH
        elif kind == "tick":
            if context is Context.PROSE:
                context, fence = Context.CODE, match[0]
            elif context is Context.CODE and match[0] == fence:
                context = Context.PROSE


def marked(
    text: str, expressions: Sequence[Expression], dialect: Dialect, left_out: Collection[int] = (), stand_in: str = ""
) -> str:
    """`[= x | num(3) =]` → `[= fill(k)(x | num(3)) =]`, lines kept; `stand_in` for the expressions left out."""
    opening, closing = dialect.expression
    pieces, position = [], 0
    for index, at in enumerate(expressions):
        body = text[at.start + len(opening) : at.end - len(closing)]
        lines = "\n" * body.count("\n")
        pieces += [
            text[position : at.start],
            f"{stand_in}{lines}" if index in left_out else f"{opening} fill({index})({body}) {closing}",
        ]
        position = at.end
    return "".join(pieces) + text[position:]


def without_blocks(text: str, dialect: Dialect) -> str:
    """Text without loops, conditions and comments of the template; what stands inside them stays."""
    pairs = (dialect.block, dialect.comment)
    pattern = "|".join(f"{re.escape(opening)}.*?{re.escape(closing)}" for opening, closing in pairs)
    return re.sub(pattern, lambda match: "\n" * match[0].count("\n"), text, flags=re.S)


def without_code(source: Source) -> tuple[str, list[str]]:
    """Code blocks are no templates: each becomes one private character and its line ends."""
    blocks: list[str] = []

    def shelve(match: re.Match[str]) -> str:
        blocks.append(match[0])
        return chr(CODE_BLOCK + len(blocks)) + "\n" * match[0].count("\n")

    return source.dialect.code.sub(shelve, source.text), blocks


def with_code(text: str, blocks: list[str]) -> str:
    """Text with its code blocks back in their places."""
    for index, block in enumerate(blocks, 1):
        text = text.replace(chr(CODE_BLOCK + index) + "\n" * block.count("\n"), block)
    return text

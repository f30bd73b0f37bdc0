"""Markup that pandoc would print or lose in silence: checks before reading (source) and after (text).

Before: fences, displays, formulas and brackets that do not close, by line and column.  After: what
looks like markup but ended up as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.document import ast, positions, tex
from pipeline.document.ast import Node
from pipeline.document.sources import Source
from pipeline.problems import Code, Problems

_EXCERPT = 60
_TEMPLATE = re.compile(r"\[=.*?=\]|\[%.*?%\]|\[#.*?#\]", re.S)
_CODE_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")
_DIV_FENCE = re.compile(r"^ {0,3}(:{3,})(.*)$")
_INLINE_CODE = re.compile(r"(?<![`\\])(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.S)
_ATTRIBUTES = re.compile(r"""(?<=[\]`)]) ?\{(?:[^{}"']|"[^"]*"|'[^']*')*\}""")
_FORMULA = re.compile(r"(?<![\\$])\$(?![\s$])(?:\\.|[^$\\])*?(?<!\s)\$(?!\d)", re.S)  # as pandoc reads them
_LEFT_OVER = re.compile(r"\$\$|\]\{|\]\(|:::|\{#|\[=|=\]|\[%|%\]|\[#|#\]|\[\^|\{\.|\*\*|``")
_DEFINITION = re.compile(r"^ {0,3}\[[^\]\n]+\]:(?= |$)", re.M)
_REMEDIES = {
    "$$": "A display is written [$$…$$]{#eq:name check=name}, without a blank line inside.",
    "]{": 'Close the braces after the bracket: [text]{.class key="value"}; quotes inside need the other kind.',
    "](": "A link is written [text](target), without a space between and without a line end in the target.",
    ":::": "A block begins with `::: name` after a blank line and ends with `:::` on a line of its own.",
    "{#": "An id stands at the end of its heading, or directly after the bracket it names.",
    "{.": "A class stands directly after the bracket or the code that it marks.",
    "[^": "A note stands where it is called: text^[note].",
    "**": "Bold text is written **text**, without spaces inside the stars.",
    "``": "Close the code with as many ticks as open it.",
}
_PLAIN_BRACKET = "Write \\[ and \\] for plain brackets."
_TEMPLATE_REMEDY = "A template expression is written [= name | formatter =], on one line and outside code blocks."


@dataclass
class _Scan:
    """One source file under inspection."""

    source: Source
    problems: Problems

    def report(self, code: Code, offset: int, message: str, remedy: str) -> None:
        place = self.source.place(offset)
        excerpt = self.source.text[offset:].split("\n", 1)[0].strip()[:_EXCERPT]
        self.problems.add(code, f"{message}: {excerpt}", place, remedy)


def check_source(source: Source, problems: Problems) -> None:
    """Report what does not close in a Markdown source."""
    scan = _Scan(source, problems)
    text = _blank(source.text, _TEMPLATE)
    text = _check_fences(scan, text)
    for match in _DEFINITION.finditer(text):
        remedy = "Write the link or the note where it is used: [text](target), text^[note]."
        scan.report(Code.BAD_MARKUP, match.start(), "this line defines a link or a note for elsewhere", remedy)
    text = _blank(text, _INLINE_CODE)
    text = _check_displays(scan, text)
    for start, block in _paragraphs(text):
        _check_paragraph(scan, start, block)


def mended(text: str) -> str:
    """Filled text whose open fences are closed and whose surplus closers are gone, so that it can stand among others.

    What is mended here has been reported by `check_source`.
    """
    lines, fence, depth = [], "", 0
    for line in text.split("\n"):
        code, block = _CODE_FENCE.match(line), _DIV_FENCE.match(line)
        if fence:
            fence = "" if code and code[1].startswith(fence) and not code[2].strip() else fence
        elif code:
            fence = code[1]
        elif block and block[2].strip():
            depth += 1
        elif block:
            if depth == 0:
                continue
            depth -= 1
        lines.append(line)
    return "\n".join([*lines, *([fence] if fence else []), *(["", ":::"] * depth)])


def check_text(blocks: list[Node], excerpt_of: dict[str, Source], problems: Problems) -> None:
    """Report markup that pandoc took for text, raw HTML or TeX, lists that begin in the middle, foreign quotes."""
    for node in ast.nodes(blocks, words=True):
        kind, contents = node["t"], node.get("c", "")
        if kind == "Str":
            for match in _LEFT_OVER.finditer(contents):
                remedy = _REMEDIES.get(match[0], _TEMPLATE_REMEDY)
                _report(node, f"{match[0]!r} is printed as text", remedy, excerpt_of, problems)
            if "\u201d" in contents:
                _report(node, "a quotation ends with ”", "German quotes are „ and “.", excerpt_of, problems)
        elif kind in ("RawInline", "RawBlock"):
            message = f"raw {contents[0]} reaches only one of the outputs ({' '.join(contents[1].split())[:_EXCERPT]})"
            remedy = "Use [text]{.class} or ::: class, which every output knows."
            _report(node, message, remedy, excerpt_of, problems)
        elif kind == "OrderedList" and contents[0][0] != 1:
            message = f"a line that begins with “{contents[0][0]}.” is read as a list"
            remedy = "Escape the point (\\.) or begin the list with 1."
            _report(node, message, remedy, excerpt_of, problems)


def check_tex(blocks: list[Node], problems: Problems) -> None:
    """Report TeX in formulas that is not in the house's list."""
    for node in ast.nodes(blocks):
        if node["t"] == "Math":
            for piece in tex.refused(node["c"][1]):
                message = f"{piece.piece} is not among the TeX that formulas may use"
                place = positions.inside(node, piece.offset)
                problems.add(Code.UNKNOWN_TEX, message, place, piece.advice[:1].upper() + piece.advice[1:] + ".")


def _report(node: Node, message: str, remedy: str, sources: dict[str, Source], problems: Problems) -> None:
    place = ast.place(node)
    lines = sources[place.file].text.split("\n") if place.file in sources else []
    excerpt = lines[place.line - 1].strip()[:_EXCERPT] if 0 < place.line <= len(lines) else ""
    problems.add(Code.BAD_MARKUP, f"{message}: {excerpt}" if excerpt else message, place, remedy)


def _blank(text: str, pattern: re.Pattern[str]) -> str:
    """Text with all matches turned into one plain letter, line ends kept, so that offsets and paragraphs stay."""
    return pattern.sub(lambda match: re.sub(r"[^\n]", "x", match[0]), text)


def _check_fences(scan: _Scan, text: str) -> str:
    """Report code and block fences that do not pair; the text comes back without code blocks and fence lines."""
    lines, offset, fence, fence_at = [], 0, "", 0
    open_blocks: list[int] = []
    for line in text.split("\n"):
        code, block = _CODE_FENCE.match(line), _DIV_FENCE.match(line)
        keep = not fence and not code and not block
        if fence:
            fence = "" if code and code[1].startswith(fence) and not code[2].strip() else fence
        elif code:
            fence, fence_at = code[1], offset
        elif block and block[2].strip():
            open_blocks.append(offset)
        elif block and open_blocks:
            open_blocks.pop()
        elif block:
            scan.report(Code.UNBALANCED, offset, "this ::: closes no block", "Remove it, or open a block before it.")
        lines.append(line if keep else " " * len(line))
        offset += len(line) + 1
    if fence:
        scan.report(Code.UNBALANCED, fence_at, "this code block is never closed", f"End it with {fence}.")
    for start in open_blocks:
        scan.report(Code.UNBALANCED, start, "this block is never closed", "End it with ::: on a line of its own.")
    return "\n".join(lines)


def _check_displays(scan: _Scan, text: str) -> str:
    """Report blank lines in displays and `$$` without partner; the text comes back without displays."""
    marks = [match.start() for match in re.finditer(r"(?<!\\)\$\$", text)]
    kept, position = [], 0
    while marks:
        start = marks.pop(0)
        end = marks[0] if marks else None
        inside = text[start + 2 : end] if end is not None else ""
        blank = re.search(r"\n[ \t]*\n", inside)
        opens_another = end is not None and blank and text[:end].endswith("[")
        if end is None or opens_another:
            scan.report(Code.UNBALANCED, start, "this $$ has no partner", "End the display with $$.")
            kept.append(text[position:start] + "  ")
            position = start + 2
            continue
        if blank:
            offset = start + 2 + blank.start() + 1
            place = scan.source.place(offset)
            message = f"a blank line ends the display that begins with: {inside.strip()[:_EXCERPT]}"
            scan.problems.add(Code.BLANK_LINE_IN_DISPLAY, message, place, "Remove the blank line.")
        marks.pop(0)
        kept.append(text[position:start] + "x" * (end + 2 - start))
        position = end + 2
    return "".join(kept) + text[position:]


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Blocks between blank lines with their offsets."""
    for match in re.finditer(r"\S.*?(?=\n[ \t]*\n|\Z)", text, re.S):
        yield match.start(), match[0]


def _check_paragraph(scan: _Scan, start: int, block: str) -> None:
    """Report a lone `$`, a bracket without partner and an attribute that does not close, in one paragraph."""
    without = _blank(_blank(block, _FORMULA), _ATTRIBUTES)
    for match in re.finditer(r"(?<!\\)\$", without):
        scan.report(Code.UNBALANCED, start + match.start(), "this $ has no partner", "End the formula, or write \\$.")
    open_brackets: list[int] = []
    for match in re.finditer(r"\\.|\[|\]", without, re.S):
        if match[0] == "[":
            open_brackets.append(match.start())
        elif match[0] == "]" and open_brackets:
            open_brackets.pop()
        elif match[0] == "]":
            scan.report(
                Code.UNBALANCED, start + match.start(), "this ] has no partner", "For a plain bracket write \\]."
            )
    for offset in open_brackets:
        scan.report(Code.UNBALANCED, start + offset, "this [ has no partner", "For a plain bracket write \\[.")

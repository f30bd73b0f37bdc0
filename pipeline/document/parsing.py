"""Pandoc on the filled text of files: one process for all that changed, the rest from the cache.

Each file is read on its own (no notes or link targets are shared), so that its tree depends on its text
alone and can be kept under that.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.document import ast, latex, markup
from pipeline.document.ast import Node
from pipeline.document.pandoc import VERSION, PandocError, convert
from pipeline.document.shelf import keep, kept
from pipeline.document.sources import Filled, Source
from pipeline.problems import Code, Place, Problems, Refusal

# What authors may write.  Left out are the extensions that give text another meaning behind the
# author's back: a line that begins with "A." or "(1)" as a list, a dashed line as a table, a word in
# brackets as a link to a heading of that name, "|V|" at the start of a line as verse, titles and
# data blocks inside the text, TeX definitions (the macros are the house's own).  Notes stand where
# they are called: text^[note].
MARKDOWN = "markdown" + "".join(
    "-" + extension
    for extension in (
        "auto_identifiers",
        "example_lists",
        "fancy_lists",
        "footnotes",
        "grid_tables",
        "implicit_header_references",
        "latex_macros",
        "line_blocks",
        "markdown_in_html_blocks",
        "multiline_tables",
        "native_divs",
        "native_spans",
        "pandoc_title_block",
        "simple_tables",
        "task_lists",
        "yaml_metadata_block",
    )
)
FENCE = ":" * 20  # longer than any that an author writes
_POSITION = re.compile(r" ?at (?:chunk )?line (\d+) column (\d+)")


@dataclass(frozen=True)
class _Piece:
    """One file's Markdown, fenced off from the others."""

    filled: Filled
    text: str

    @property
    def fenced(self) -> str:
        return f"{FENCE} {{.file}}\n\n{self.text}\n\n{FENCE}\n\n"

    @property
    def address(self) -> str:
        """What the tree of this text depends on, as a digest."""
        return hashlib.sha256(f"{VERSION}\0{MARKDOWN}\0{self.text}".encode()).hexdigest()


def is_latex(source: Source) -> bool:
    """Whether a file is LaTeX; every other one is Markdown."""
    return source.file.endswith(".tex")


def parse(files: Sequence[Filled], cache: Path | None, problems: Problems) -> list[list[Node]]:
    """The blocks of each file; what pandoc warns about becomes problems.

    Raises `Refusal` where pandoc cannot be run at all.
    """
    pieces = [_Piece(filled, _markdown(filled)) for filled in files]
    found = {piece: kept(cache, piece.address) for piece in pieces}
    changed = [piece for piece in pieces if found[piece] is None]
    text = "".join(piece.fenced for piece in changed)
    try:
        blocks = _blocks(text, strict=True) if changed else []
    except PandocError as fault:
        for line in fault.lines:
            _report(line, changed, problems)
        cache = None  # what was warned about is said again in the next build
        try:
            blocks = _blocks(text, strict=False)
        except PandocError as error:
            raise Refusal(str(error)) from error
    for piece, block in zip(changed, blocks, strict=True):
        found[piece] = block["c"][1]
        keep(cache, piece.address, block["c"][1])
    return [found[piece] or [] for piece in pieces]


def _markdown(filled: Filled) -> str:
    """The file's text in Markdown that can stand among that of other files."""
    return latex.markdown(filled.text) if is_latex(filled.source) else markup.mended(filled.text)


def _blocks(text: str, strict: bool) -> list[Node]:
    blocks: list[Node] = json.loads(convert(text, MARKDOWN, "json", strict=strict))["blocks"]
    return [block for block in blocks if "file" in ast.classes(block)]


def _report(warning: str, pieces: Sequence[_Piece], problems: Problems) -> None:
    """One problem for one of pandoc's warnings, placed as well as its words allow."""
    if warning.startswith("Duplicate identifier"):
        return  # `number` finds all of them, with their places
    position = _POSITION.search(warning)
    place = _place(int(position[1]), int(position[2]), pieces) if position else Place()
    problems.add(Code.BAD_MARKUP, f"pandoc: {_POSITION.sub('', warning)}", place)


def _place(line: int, column: int, pieces: Sequence[_Piece]) -> Place:
    """The file and line of a line of the joined text (exact up to the file's first loop or comment)."""
    for piece in pieces:
        length = piece.fenced.count("\n")
        if line <= length:
            return Place(piece.filled.source.file, max(line - 2, 1), column)
        line -= length
    return Place()

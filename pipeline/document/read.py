"""read: the filled text of a page's files → one document tree, every node with its place.

All files, Markdown or LaTeX, go through pandoc together, so that notes, citations and the bibliography are one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from pipeline.document import ast, latex, markup
from pipeline.document.ast import Node
from pipeline.document.pandoc import PandocError, convert
from pipeline.document.positions import locate
from pipeline.document.template import Filled, Source
from pipeline.document.typography import bind
from pipeline.document.vocabulary import check_vocabulary
from pipeline.problems import Code, Place, Problems, Refusal

# What authors may write.  Left out are the extensions that give text another meaning behind the
# author's back: a line that begins with "A." or "(1)" as a list, a dashed line as a table, a word in
# brackets as a link to a heading of that name, "|V|" at the start of a line as verse, titles and
# data blocks inside the text, TeX definitions (the macros are the house's own).
MARKDOWN = "markdown" + "".join(
    "-" + extension
    for extension in (
        "auto_identifiers",
        "example_lists",
        "fancy_lists",
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
SOURCE = "source"  # the class of the Div around the blocks of one file; its attribute `file` names the file
REFERENCES = "refs"  # the id of the list of works that citeproc fills

_FENCE = ":" * 20
_NOT_FOUND = re.compile(r"citation (\S+) not found")
_POSITION = re.compile(r" ?at (?:chunk )?line (\d+) column (\d+)")


def read(
    files: Sequence[Filled],
    bibliography: Path | None,
    place_of: Callable[[str], Place],
    problems: Problems,
) -> list[Node]:
    """The blocks of a page: one Div of class `source` for each file, in order.

    place_of:  where the expression stands that made a token (`Tokens.place`)

    Raises `Refusal` where pandoc cannot be run at all.
    """
    sources = {filled.source.file: filled.source for filled in files}
    for source in sources.values():
        latex.check_latex(source, problems) if _is_latex(source) else markup.check_source(source, problems)
    blocks: list[Node] = ast.walk(_parse(files, bibliography, problems), _alternative_apart)
    for block in blocks:
        file = ast.attributes(block).get("file", "")
        if file in sources:
            locate([block], sources[file], place_of)
    markup.check_text(blocks, sources, problems)
    markup.check_tex(blocks, problems)
    check_vocabulary(blocks, problems)
    bound: list[Node] = bind(blocks)
    return bound


def _parse(files: Sequence[Filled], bibliography: Path | None, problems: Problems) -> list[Node]:
    """Pandoc's blocks; what it warns about becomes problems, and a second try goes on without."""
    pieces = [f'{_FENCE} {{.{SOURCE} file="{filled.source.file}"}}\n\n{_markdown(filled)}' for filled in files]
    text = "".join(f"{piece}\n\n{_FENCE}\n\n" for piece in pieces)
    options = ["--citeproc", "--metadata=lang:de-DE", "--metadata=link-citations:true"]
    options += [f"--bibliography={bibliography}"] if bibliography is not None else []
    try:
        document = convert(text, MARKDOWN, "json", *options)
    except PandocError as fault:
        for line in fault.lines:
            _report(line, files, pieces, problems)
        try:
            document = convert(text, MARKDOWN, "json", *options, strict=False)
        except PandocError as error:
            raise Refusal(str(error)) from error
    blocks: list[Node] = json.loads(document)["blocks"]
    return blocks


def _is_latex(source: Source) -> bool:
    return source.file.endswith(".tex")


def _markdown(filled: Filled) -> str:
    """The file's text in Markdown that can stand among that of other files."""
    return latex.markdown(filled.text) if _is_latex(filled.source) else markup.mended(filled.text)


def _report(warning: str, files: Sequence[Filled], pieces: list[str], problems: Problems) -> None:
    """One problem for one of pandoc's warnings, placed as well as its words allow."""
    if warning.startswith("Duplicate identifier"):
        return  # `number` finds all of them, with their places
    citation = _NOT_FOUND.search(warning)
    if citation:
        for filled in files:
            for match in re.finditer(rf"@{re.escape(citation[1])}(?![\w:-])", filled.source.text):
                message = f"there is no work {citation[1]!r} in the bibliography"
                remedy = "Add it to content/literature.bib, or correct the key."
                problems.add(Code.UNKNOWN_CITATION, message, filled.source.place(match.start()), remedy)
        return
    position = _POSITION.search(warning)
    place = _place_in(int(position[1]), int(position[2]), files, pieces) if position else Place()
    problems.add(Code.BAD_MARKUP, f"pandoc: {_POSITION.sub('', warning)}", place)


def _place_in(line: int, column: int, files: Sequence[Filled], pieces: list[str]) -> Place:
    """The file and line of a line of the joined text (exact up to the file's first loop or comment)."""
    for filled, piece in zip(files, pieces, strict=True):
        length = piece.count("\n") + 4
        if line <= length:
            return Place(filled.source.file, max(line - 2, 1), column)
        line -= length
    return Place()


def _alternative_apart(node: Node) -> Node | None:
    """Keep a figure's alternative text in the attribute `alt`: pandoc puts it, or else the caption, into the image."""
    if node["t"] != "Figure":
        return None
    caption = ast.text(node["c"][1][1]).strip()

    def apart(image: Node) -> Node | None:
        if image["t"] != "Image":
            return None
        told = ast.text(image["c"][1]).strip()
        given = ast.attributes(image).get("alt") or (None if told == caption else told)
        triple, _, target = ast.with_attributes(image, alt=given)["c"]
        return image | {"c": [triple, [], target]}

    triple, caption_blocks, content = node["c"]
    return node | {"c": [triple, caption_blocks, ast.walk(content, apart)]}

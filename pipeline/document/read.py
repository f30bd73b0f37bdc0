"""read: the filled text of a page's files → one document tree, every node with its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from pipeline.document import ast, latex, markup
from pipeline.document.ast import Node
from pipeline.document.characters import check_characters
from pipeline.document.citing import cite
from pipeline.document.depth import readable
from pipeline.document.parsing import is_latex, parse
from pipeline.document.positions import locate
from pipeline.document.sources import Filled
from pipeline.document.typography import bind
from pipeline.document.vocabulary import check_vocabulary
from pipeline.problems import Place, Problems

SOURCE = "source"  # the class of the Div around the blocks of one file; its attribute `file` names the file


def read(
    files: Sequence[Filled],
    bibliography: Path | None,
    place_of: Callable[[str], Place],
    problems: Problems,
    cache: Path | None = None,
) -> list[Node]:
    """The blocks of a page: one Div of class `source` for each file, in order, and the works if they have no place.

    place_of:  where the expression stands that made a token (`Tokens.place`)
    cache:     a folder for what pandoc said, under the content address of what it was asked

    Raises `Refusal` where pandoc cannot be run at all.
    """
    files = readable(files, problems)
    sources = {filled.source.file: filled.source for filled in files}
    for source in sources.values():
        check_characters(source, problems)
        latex.check_latex(source, problems) if is_latex(source) else markup.check_source(source, problems)
    blocks: list[Node] = []
    for filled, inside in zip(files, parse(files, cache, problems), strict=True):
        block = ast.div(ast.attr("", [SOURCE], {"file": filled.source.file}), ast.walk(inside, _alternative_apart))
        locate([block], filled.source, place_of)
        blocks.append(block)
    blocks = cite(blocks, bibliography, sources.values(), cache, problems)
    markup.check_text(blocks, sources, problems)
    markup.check_tex(blocks, problems)
    check_vocabulary(blocks, problems)
    bound: list[Node] = bind(blocks)
    return bound


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

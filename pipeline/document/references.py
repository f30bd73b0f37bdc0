"""References: `[](#eq:attention)` gets its text, `[…](page:artikel#sec:mean)` leads to another page.

What points nowhere is a problem.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.page import Label
from pipeline.problems import Code, Problems

FIGURE_TARGET = "figure:"  # ![caption](figure:NAME) is drawn by figures/NAME.py
PAGE_TARGET = "page:"  # [text](page:KEY#LABEL) leads to another page of the site
CITED = "ref-"  # links that citeproc makes; `read` reports works that do not exist


def resolve(blocks: list[Node], labels: Mapping[str, Label], problems: Problems) -> list[Node]:
    """The blocks with the text of every empty link into the page, and class `reference` on it."""
    known = {ast.identifier(node) for node in ast.nodes(blocks)} - {""}

    def visit(node: Node) -> Node | None:
        if node["t"] != "Link" or not node["c"][2][0].startswith("#"):
            return None
        name = node["c"][2][0][1:]
        if name.startswith(CITED):
            return None
        if name not in known:
            _unknown(node, name, known, problems)
        elif node["c"][1]:
            return None
        elif name in labels:
            triple, _, target = ast.with_attributes(node, add=["reference"])["c"]
            return node | {"c": [triple, [ast.string(labels[name].text)], target]}
        else:
            message = f"{name!r} has no number that a reference could show"
            problems.add(
                Code.UNKNOWN_REFERENCE, message, ast.place(node), "Write the text of the link: [text](#label)."
            )
        return None

    resolved: list[Node] = ast.walk(blocks, visit)
    return resolved


def _unknown(node: Node, name: str, known: Collection[str], problems: Problems) -> None:
    near = get_close_matches(name, sorted(known), 1, 0.5)
    remedy = f"Did you mean [](#{near[0]})?" if near else "No label on this page looks like it."
    problems.add(Code.UNKNOWN_REFERENCE, f"nothing on this page is labelled {name!r}", ast.place(node), remedy)


def drawings_in(texts: Iterable[str]) -> list[str]:
    """What sources call the drawings of a page: a good guess, for those who cannot wait until they are read."""
    return list(dict.fromkeys(name for text in texts for name in re.findall(rf"{FIGURE_TARGET}([\w-]+)", text)))


def drawing_names(blocks: list[Node]) -> Iterator[str]:
    """The names of the page's drawings in order, each once."""
    seen: set[str] = set()
    for node in ast.nodes(blocks):
        if node["t"] == "Image" and node["c"][2][0].startswith(FIGURE_TARGET):
            name = node["c"][2][0].removeprefix(FIGURE_TARGET)
            if name not in seen:
                seen.add(name)
                yield name


def check_figures(blocks: list[Node], drawings: Collection[str], problems: Problems) -> None:
    """Report pictures that nobody draws, and pictures without a caption or an alternative text."""
    captioned = [
        image for figure in ast.nodes(blocks) if figure["t"] == "Figure" for image in ast.nodes(figure["c"][2])
    ]
    for node in ast.nodes(blocks):
        if node["t"] != "Image":
            continue
        target, place = node["c"][2][0], ast.place(node)
        name = target.removeprefix(FIGURE_TARGET)
        if not target.startswith(FIGURE_TARGET) or name not in drawings:
            near = get_close_matches(name, sorted(drawings), 1, 0.5)
            remedy = f"Did you mean figure:{near[0]}?" if near else f"Draw it in figures/{name}.py."
            problems.add(Code.UNKNOWN_FIGURE, f"there is no drawing {target!r}", place, remedy)
        if not ast.attributes(node).get("alt", "").strip():
            remedy = 'Say in alt="…" what the picture shows, in words and numbers.'
            problems.add(Code.MISSING_ALT, f"the picture {target!r} has no alternative text of its own", place, remedy)
        if not any(node is image for image in captioned):
            remedy = 'Write ![caption](figure:name){#fig:name alt="…"} as a paragraph of its own.'
            problems.add(Code.MISSING_CAPTION, f"the picture {target!r} has no caption", place, remedy)

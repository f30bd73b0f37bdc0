"""Citations: citeproc writes them and the list of works, in German, for the whole page at once.

Only the citations go through pandoc, not the page; its answer is kept under their content address, since
citeproc takes longer than reading the text.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.pandoc import VERSION, PandocError, convert
from pipeline.document.shelf import keep, kept
from pipeline.document.sources import Source
from pipeline.problems import Code, Problems, Refusal

REFERENCES = "refs"  # the id of the list of works
STYLE = Path(__file__).with_name("works.csl")
_OPTIONS = ("--citeproc", f"--csl={STYLE}", "--metadata=lang:de-DE", "--metadata=link-citations:true")
_NOT_FOUND = re.compile(r"citation (\S+) not found")


def cite(
    blocks: list[Node], bibliography: Path | None, sources: Iterable[Source], cache: Path | None, problems: Problems
) -> list[Node]:
    """The blocks with every citation written out, and the works in the Div `refs` (at the end, if there is none).

    A key that the bibliography does not have is a problem at each place in `sources` where it stands.
    """
    citations = [node for node in ast.nodes(blocks) if node["t"] == "Cite"]
    if not citations:
        return blocks
    written, works = _written(citations, bibliography, sources, cache, problems)
    following = iter(written)
    placed = any(ast.identifier(node) == REFERENCES for node in ast.nodes(blocks))

    def visit(node: Node) -> Node | None:
        if node["t"] == "Cite":
            return next(following) | {key: node[key] for key in ("place",) if key in node}
        if node["t"] == "Div" and ast.identifier(node) == REFERENCES:
            marked = ast.with_attributes(node, add=ast.classes(works))
            return marked | {"c": [marked["c"][0], works["c"][1]]}
        return None

    cited: list[Node] = ast.walk(blocks, visit)
    return cited if placed else [*cited, works]


def _written(
    citations: list[Node], bibliography: Path | None, sources: Iterable[Source], cache: Path | None, problems: Problems
) -> tuple[list[Node], Node]:
    """The citations as citeproc writes them, and the list of works."""
    asked = json.dumps(ast.document([ast.paragraph([_bare(each)]) for each in citations]), ensure_ascii=False)
    known = bibliography.read_bytes() if bibliography is not None else b""
    parts = (VERSION.encode(), asked.encode(), known, STYLE.read_bytes())
    address = hashlib.sha256(b"\0".join(parts)).hexdigest()
    answer = kept(cache, address)
    if answer is None:
        said, complete = _ask(asked, bibliography, sources, problems)
        answer = json.loads(said)["blocks"]
        if complete:
            keep(cache, address, answer)
    paragraphs, works = answer[: len(citations)], answer[len(citations) :]
    none = ast.div(ast.attr(REFERENCES), [])  # without a bibliography there is no list
    return [paragraph["c"][0] for paragraph in paragraphs], works[0] if works else none


def _bare(value: Any) -> Any:
    """A tree without places, on which no citation depends."""
    if isinstance(value, list):
        return [_bare(item) for item in value]
    if isinstance(value, dict):
        return {key: _bare(item) for key, item in value.items() if "t" not in value or key in ("t", "c")}
    return value


def _ask(asked: str, bibliography: Path | None, sources: Iterable[Source], problems: Problems) -> tuple[str, bool]:
    """Citeproc's answer, and whether all works were found."""
    options = [*_OPTIONS, *([f"--bibliography={bibliography}"] if bibliography is not None else [])]
    try:
        return convert(asked, "json", "json", *options), True
    except PandocError as fault:
        for line in fault.lines:
            _report(line, sources, problems)
    try:
        return convert(asked, "json", "json", *options, strict=False), False
    except PandocError as error:
        raise Refusal(str(error)) from error


def _report(warning: str, sources: Iterable[Source], problems: Problems) -> None:
    missing = _NOT_FOUND.search(warning)
    if missing is None:
        problems.add(Code.BAD_MARKUP, f"the bibliography: {warning}")
        return
    key = missing[1]
    for source in sources:
        for match in re.finditer(rf"(?:@|\\citet?(?:\[[^\]]*\])?\{{[^}}]*?\b){re.escape(key)}(?![\w:-])", source.text):
            message = f"there is no work {key!r} in the bibliography"
            place = source.place(match.end() - len(key))
            problems.add(Code.UNKNOWN_CITATION, message, place, "Add it to content/literature.bib, or correct the key.")

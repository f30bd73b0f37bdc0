"""A sample page as the writers get it, without any stage before them: one of everything.

article.md is Markdown in the shape that blocks have after numbering; `⟦id:digits⟧` and
`⟦id:digits:style⟧` are numbers.
"""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path
from typing import Any

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.page import Label, Page
from pipeline.document.pandoc import convert
from pipeline.load import Entry, PageSource, Site
from pipeline.outputs.places import places
from pipeline.outputs.proofs import Proof, proofs
from pipeline.problems import Place
from pipeline.quantities.spelling import Style
from pipeline.quantities.tokens import Number, Tokens
from pipeline.working import Working

HERE = Path(__file__).parent
MARKDOWN = "markdown-auto_identifiers-fancy_lists-native_spans+bracketed_spans-citations"
_NUMBER = re.compile(r"⟦([a-z0-9-]+):([^:⟧]+)(?::([a-z]+))?⟧")
_LABELS = {
    "part:1": Label("part", "I", "Teil I"),
    "part:2": Label("part", "II", "Teil II"),
    "sec:embedding": Label("sec", "1", "Abschnitt 1"),
    "sec:mean": Label("sec", "2", "Abschnitt 2"),
    "sec:scaled": Label("sec", "3", "Abschnitt 3"),
    "eq:cosine": Label("eq", "1", "Gleichung (1)"),
    "eq:attention": Label("eq", "2", "Gleichung (2)"),
    "eq:query": Label("eq", "3", "Gleichung (3)"),
    "tbl:raw": Label("tbl", "1", "Tabelle 1"),
    "fig:plane": Label("fig", "1", "Abbildung 1"),
}


def blocks_of(markdown: str, tokens: Tokens) -> list[Any]:
    """Pandoc's blocks of a piece of Markdown with `⟦…⟧` numbers, entered in `tokens`."""

    text = _NUMBER.sub(lambda match: token(tokens, match[1], match[2], match[3] or "decimal"), markdown)
    blocks = json.loads(convert(text, MARKDOWN, "json"))["blocks"]
    return ast.walk(blocks, _numbered_figure)  # type: ignore[no-any-return]


def token(tokens: Tokens, name: str, digits: str, style: str = "decimal") -> str:
    """The character of a number that no computation stands behind."""
    number = Number(
        id=name,
        digits=digits,
        style=Style(style),
        format="num",
        exact=True,
        quantity=name,
        expression=name,
        meaning="",
        entry=None,  # type: ignore[arg-type]
    )
    return tokens.add(number, Place("article.md"))


def site(*keys: str) -> Site:
    """A site of pages with these keys."""
    data = {"title": "Seite", "authors": ["x"], "date": "2026-01-15"}
    pages = tuple(
        PageSource(Entry.model_validate(data | {"key": key}), "", {}, None)  # type: ignore[arg-type]
        for key in keys or ("artikel",)
    )
    return Site(HERE, "Projekt nachgerechnet", "CC BY 4.0", pages, {}, None, None)


def _numbered_figure(node: Node) -> Node | None:
    """Markdown has no attributes for a figure, only for its image."""
    if node["t"] != "Figure":
        return None
    image = next(inner for inner in ast.nodes(node) if inner["t"] == "Image")
    values = ast.attributes(image)
    told = ast.with_attributes(image, number=None, alt=values.get("alt") or ast.text(image["c"][1]))
    triple, caption, _ = ast.with_attributes(node, number=values["number"])["c"]
    return node | {"c": [triple, caption, [ast.plain([told])]]}


def page(markdown: str | None = None) -> Page:
    """The sample page, or one with the same frame around other text."""
    tokens = Tokens()
    blocks = blocks_of((HERE / "article.md").read_text("utf-8") if markdown is None else markdown, tokens)
    return Page(
        key="artikel",
        title="Aufmerksamkeit, am Muster gezeigt",
        subtitle="Eine Seite mit allem, was ein Artikel enthält",
        authors=("Projekt nachgerechnet",),
        date=datetime.date(2026, 1, 15),
        language="de-DE",
        blocks=blocks,
        tokens=tokens,
        labels=_LABELS,
        figures=("plane",) if markdown is None else (),
        abstract="Ein Muster mit allem, was ein Artikel enthält.",
    )


def proofs_of(page: Page) -> tuple[Proof, ...]:
    """The proofs of a page's numbers, as far as there are any without a computation."""
    numbers = {number.id: number for number in page.tokens.numbers}
    return proofs([Working(number, "constant") for number in numbers.values()], page, places(page, {}))


FIGURES = {"plane": (HERE / "plane.svg").read_text("utf-8")}

"""Versions of a page: the whole of it, and the variants that site.yaml names, such as a sheet without solutions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.load import Entry
from pipeline.outputs.audit.expected import expected
from pipeline.outputs.worked import worked_last

if TYPE_CHECKING:
    from pipeline.outputs import Edition


def versions(entry: Entry, edition: Edition) -> Iterator[tuple[str, Edition]]:
    """(file name without ending, what to write there) for a page's PDF and each of its variants."""
    yield entry.pdf or entry.key, replace(edition, page=replace(edition.page, blocks=worked_last(edition.page.blocks)))
    for variant in entry.variants:
        yield variant.pdf, without(edition, variant.without, variant.subtitle)


def without(edition: Edition, classes: tuple[str, ...], subtitle: str = "") -> Edition:
    """An edition without the divisions of some classes, and without the numbers that stand only in them."""

    def visit(node: Node) -> list[Node] | None:
        return [] if node["t"] == "Div" and set(ast.classes(node)) & set(classes) else None

    kept = ast.walk(edition.page.blocks, visit)
    page = replace(edition.page, blocks=kept, subtitle=subtitle or edition.page.subtitle)
    shown = expected(page, edition.drawings.values()).shown
    return replace(edition, page=page, numbers=[number for number in edition.numbers if number.id in shown])

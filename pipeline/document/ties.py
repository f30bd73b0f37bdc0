"""What ties the pages of a site together: links from one to another, drawings that one must show, few idioms."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.lint import Idiom, check_idioms
from pipeline.document.page import Page
from pipeline.document.references import PAGE_TARGET
from pipeline.problems import Code, Place, Problems

MAX_UNCHECKED = 3  # formulas on the whole site


@dataclass(frozen=True)
class Link:
    """A link to another page, or to a label on it ("" for none)."""

    key: str
    label: str
    place: Place


@dataclass(frozen=True)
class Ties:
    """What the rest of a site must know of a page.

    ids:     what links can lead to
    figures: the drawings that it shows
    unchecked: where formulas stand that have a reason instead of a check
    """

    key: str
    ids: tuple[str, ...]
    links: tuple[Link, ...]
    figures: tuple[str, ...]
    idioms: tuple[Idiom, ...]
    unchecked: tuple[Place, ...] = ()


def tied(page: Page, idioms: Sequence[Idiom], unchecked: Sequence[Place] = ()) -> Ties:
    """The ties of a numbered page with these idioms and unchecked formulas."""
    nodes = list(ast.nodes(page.blocks))
    ids = dict.fromkeys(name for node in nodes if (name := ast.identifier(node)))
    return Ties(page.key, tuple(ids), tuple(_links(nodes)), page.figures, tuple(idioms), tuple(unchecked))


def _links(nodes: Iterable[Node]) -> Iterator[Link]:
    for node in nodes:
        if node["t"] == "Link" and node["c"][2][0].startswith(PAGE_TARGET):
            key, _, label = node["c"][2][0].removeprefix(PAGE_TARGET).partition("#")
            yield Link(key, label, ast.place(node))


def check_together(
    pages: Collection[Ties], unbuilt: Collection[str], drawings: Mapping[str, Place], problems: Problems
) -> None:
    """Report what no page can know alone.

    unbuilt:  the keys of pages that could not be built; nobody knows what they hold and show
    drawings: name → place of all modules in figures/
    """
    check_idioms([idiom for page in pages for idiom in page.idioms], problems)
    _check_reasons([place for page in pages for place in page.unchecked], problems)
    check_between(pages, problems, unbuilt)
    if pages and not unbuilt:
        _unused_drawings(pages, drawings, problems)


def _check_reasons(unchecked: Sequence[Place], problems: Problems) -> None:
    """Report formulas without a check beyond the number that a site may have."""
    for place in unchecked[MAX_UNCHECKED:]:
        message = f"{len(unchecked)} formulas of the site have a reason instead of a check, {MAX_UNCHECKED} may"
        problems.add(Code.FORMULA_UNCHECKED, message, place, "Declare what it is to be compared with.")


def check_between(pages: Collection[Ties], problems: Problems, unbuilt: Collection[str] = ()) -> None:
    """Report links to pages, or to places on them, that do not exist."""
    known = {page.key: page.ids for page in pages}
    for link in (link for page in pages for link in page.links if link.key not in unbuilt):
        if link.key not in known:
            keys = (*known, *unbuilt)
            near = get_close_matches(link.key, keys, 1)
            remedy = f"Did you mean page:{near[0]}?" if near else f"The pages are {', '.join(keys)}."
            problems.add(Code.UNKNOWN_REFERENCE, f"there is no page {link.key!r}", link.place, remedy)
        elif link.label and link.label not in known[link.key]:
            near = get_close_matches(link.label, known[link.key], 1)
            remedy = f"Did you mean page:{link.key}#{near[0]}?" if near else ""
            message = f"nothing on the page {link.key!r} is labelled {link.label!r}"
            problems.add(Code.UNKNOWN_REFERENCE, message, link.place, remedy)


def _unused_drawings(pages: Collection[Ties], drawings: Mapping[str, Place], problems: Problems) -> None:
    """Report modules in figures/ that no page shows."""
    used = {name for page in pages for name in page.figures}
    for name, place in drawings.items():
        if name not in used:
            remedy = f'Show it with ![caption](figure:{name}){{#fig:{name} alt="…"}}, or delete it.'
            problems.add(Code.UNUSED_FIGURE, f"no page shows the figure {name!r}", place, remedy)

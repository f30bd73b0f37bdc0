"""The page “Nachweis der Zahlen”: every number of a page with its calculation, and every formula with its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.page import Label, Page
from pipeline.document.references import PAGE_TARGET
from pipeline.document.structure import SECTION_LEVEL
from pipeline.outputs.places import Formula, Places, Section
from pipeline.outputs.proofs import Proof
from pipeline.problems import Place
from pipeline.quantities.tokens import Tokens

TITLE = "Nachweis der Zahlen"
INTRODUCTION = (
    "Jede Zahl des Textes mit ihrer Bedeutung, ihrer Rechnung und ihrem Wert auf fünfzehn Ziffern, in der Reihenfolge, "
    "in der sie auftreten; dazu die Zahlen, die nur in Rechnungen vorkommen. Die fett gesetzte Zahl führt an die "
    "Stelle zurück, an der sie zuerst steht, und eine eingesetzte Zahl zu ihrer eigenen Rechnung. Jeder Schritt lässt "
    "sich aus den gedruckten Zahlen nachrechnen; wo dabei eine andere letzte Ziffer herauskäme, steht „gerundet“. Eine "
    "eckige Klammer wie [a > b] zählt eins, wenn die Aussage darin stimmt, sonst null."
)
INNER, FORMULAS = "Nur in Rechnungen", "Zahlen in Formeln"


def key_of(page: str, first: str) -> str:
    """The key of the proofs of a page; those of a site's first page have the short name."""
    return "zahlen" if page == first else f"zahlen-{page}"


def proof_page(
    page: Page, key: str, proofs: Sequence[Proof], places: Places, written: Callable[[Sequence[Proof]], Node]
) -> Page:
    """The page of proofs, under its own key; its links lead back into `page`.

    written: the block of a writer for some proofs
    """
    tokens, sections = Tokens(), _by_section(proofs)
    blocks = [ast.paragraph(ast.words(INTRODUCTION)), _contents(sections, bool(places.formulas))]
    for section, found in sections.items():
        blocks += [_header(_identifier(section), section.number, section.title)]
        blocks += [written([proof for proof in found if proof.spots])]
        if inner := [proof for proof in found if not proof.spots]:
            blocks += [ast.header(SECTION_LEVEL + 1, ast.attr("", ["unnumbered"]), ast.words(INNER)), written(inner)]
    if places.formulas:
        lines = [_formula(formula, page, tokens) for formula in places.formulas.values()]
        blocks += [_header("formeln", "", FORMULAS), ast.div(ast.attr("", ["proofs"]), lines)]
    return Page(
        key=key,
        title=f"{TITLE}: {page.title}",
        subtitle="",
        authors=page.authors,
        date=page.date,
        language=page.language,
        blocks=blocks,
        tokens=tokens,
        labels={_identifier(section): Label("sec", section.number, section.title) for section in sections},
        figures=(),
        abstract=INTRODUCTION,
    )


def _by_section(proofs: Sequence[Proof]) -> dict[Section, list[Proof]]:
    """Proofs by the section in which their number, or one that needs it, stands first."""
    known = {proof.id: proof.spots[0].section for proof in proofs if proof.spots}
    for proof in proofs:  # a number comes before those that are put into it
        for leaf in proof.working.leaves:
            known.setdefault(leaf.number.id, known[proof.id])
    found: dict[Section, list[Proof]] = {}
    for proof in sorted(proofs, key=lambda proof: not proof.spots):
        found.setdefault(known[proof.id], []).append(proof)
    return found


def _identifier(section: Section) -> str:
    return f"zahlen:{section.id}"


def _header(identifier: str, number: str, title: str) -> Node:
    numbered = {"number": number} if number else {}
    return ast.header(SECTION_LEVEL, ast.attr(identifier, [] if number else ["unnumbered"], numbered), ast.words(title))


def _contents(sections: Iterable[Section], formulas: bool) -> Node:
    """Links to the sections."""
    links = [(_identifier(section), section.shown) for section in sections]
    links += [("formeln", FORMULAS)] if formulas else []
    items = [[ast.plain([ast.link(ast.attr(), ast.words(title), f"#{identifier}")])] for identifier, title in links]
    return ast.div(ast.attr("", ["contents"]), [ast.bullets(items)])


def _formula(formula: Formula, page: Page, tokens: Tokens) -> Node:
    """A formula's place and its numbers, each leading to its proof."""
    name = f"Gleichung ({formula.number})" if formula.number else f"Formel in {formula.section.title}"
    inlines = [ast.link(ast.attr(), ast.words(name), f"{PAGE_TARGET}{page.key}#{formula.anchor}"), ast.string(":")]
    for number in {number.id: number for number in formula.numbers}.values():
        token = ast.string(tokens.add(number, Place()))
        inlines += [{"t": "Space"}, ast.link(ast.attr(), [token], f"#{number.id}"), ast.string(";")]
    return ast.div(ast.attr(formula.name, ["formula-numbers"]), [ast.plain(inlines[:-1])])

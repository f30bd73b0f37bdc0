"""write and audit: one writer a format.  `WRITERS` is the only place that knows which formats there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Literal

from pipeline.document import ast
from pipeline.document.computation import Computation
from pipeline.document.page import Page
from pipeline.document.shelf import put
from pipeline.load import Site
from pipeline.outputs.audit.expected import expected
from pipeline.outputs.closure import address
from pipeline.outputs.figures import Drawing
from pipeline.outputs.places import Places, places
from pipeline.outputs.proofpage import key_of
from pipeline.outputs.proofs import Proof, proofs
from pipeline.problems import Problems
from pipeline.quantities.tokens import Number
from pipeline.working import Working, Workings

ROOM = Path(__file__).parents[1]  # all code that can have a part in a proof


@dataclass(frozen=True)
class Edition:
    """A page ready to be written: tree, drawings, all numbers that it prints in reading order, and its calculation."""

    page: Page
    drawings: Mapping[str, Drawing]
    numbers: Sequence[Number]
    computation: Computation
    workings: Workings
    proven: Literal["all", "text"] = "all"  # see `Entry.proofs`

    @cached_property
    def places(self) -> Places:
        """Where its numbers stand."""
        return places(self.page, self.drawings)

    @cached_property
    def proofs(self) -> tuple[Proof, ...]:
        """What can be said for its numbers: for each, and for each that only their calculations use; or as it says."""
        return proofs(self._workings(), self.page, self.places)

    def _workings(self) -> Iterator[Working]:
        if self.proven == "all":
            return self.workings.all(self.numbers)
        text = expected(self.page).text
        return self.workings.only(number for number in self.numbers if number.id in text)

    def address(self, site: Site) -> str:
        """A content address of all that its proofs are made of: code, data, numbers, places, and the site around."""
        data = (*site.root.glob("content/*.*"), *(site.root / "content" / self.page.key).glob("*.[py]*"))
        code = (*ROOM.rglob("*.py"), *ROOM.rglob("*.html"))
        works = [ast.text(node) for node in self.page.blocks if ast.identifier(node) == "refs"]
        frame = (self.page.title, self.page.authors, str(self.page.date), site.title, site.license, works)
        pages = [(source.entry.key, source.entry.title, source.entry.short) for source in site.pages]
        numbers = [(number.id, number.digits, number.style, number.meaning) for number in self.numbers]
        return address(sorted((*data, *code)), repr((frame, pages, numbers, self.places.spots, self.places.formulas)))

    @property
    def svgs(self) -> dict[str, str]:
        """Figure name → SVG."""
        return {name: drawing.svg for name, drawing in self.drawings.items()}


Writer = Callable[[Site, Sequence[Edition], str, Path, Path, Problems], None]  # ledger, folder, cache


def write_html(
    site: Site, editions: Sequence[Edition], ledger: str, folder: Path, cache: Path, problems: Problems
) -> None:
    """All pages with their proofs, and the ledger, into a folder, read back afterwards."""
    from pipeline.outputs.audit.across import audit_across
    from pipeline.outputs.audit.form import audit_form
    from pipeline.outputs.audit.html import audit_html
    from pipeline.outputs.audit.svg import audit_svg
    from pipeline.outputs.html.data import DataBlock
    from pipeline.outputs.html.writer import LEDGER, file_name, write
    from pipeline.outputs.leading import leading

    texts: dict[str, str] = {}
    for edition in editions:
        page, name = edition.page, file_name(edition.page.key, site)
        proofs_name = file_name(key_of(page.key, site.pages[0].entry.key), site)
        data = DataBlock(edition.computation, page.tokens, edition.drawings.values())
        data.attach(partial(_cards, edition, site, proofs_name), cache / "cards" / edition.address(site))
        led = replace(page, blocks=leading(page, edition.places, partial(_anchor, proofs_name)))
        write(led, edition.svgs, site, folder, problems, cache / "words", data)
        texts[name] = (folder / name).read_text("utf-8")
        known = expected(page, edition.drawings.values(), (site.title, site.license))
        audit_html(texts[name], name, known, problems)
        audit_form(texts[name], name, problems)
        for drawing in edition.drawings.values():
            audit_svg(drawing.svg, f"{name}, figure {drawing.name}", known.numbers, problems)
        texts[proofs_name] = _html_proofs(edition, site, name, proofs_name, cache / "proofs", problems)
        (folder / proofs_name).write_text(texts[proofs_name], "utf-8", newline="\n")
    audit_across(texts, problems)
    (folder / LEDGER).write_text(ledger, "utf-8", newline="\n")


def _cards(edition: Edition, site: Site, proofs_name: str) -> Mapping[str, Any]:
    """The cards of a page's numbers."""
    from pipeline.outputs.html.cards import cards

    return cards(edition.proofs, edition.workings, edition.computation.axes, site.root, proofs_name)


def _html_proofs(edition: Edition, site: Site, back: str, name: str, kept: Path, problems: Problems) -> str:
    """The page of proofs; kept as long as nothing that it is made of has changed."""
    from pipeline.outputs.audit.form import audit_form
    from pipeline.outputs.audit.proofs import audit_proofs
    from pipeline.outputs.html.proofs import page_text
    from pipeline.outputs.proofpage import proof_page

    file = kept / f"{edition.address(site)}.html"
    if file.is_file():
        return file.read_text("utf-8")
    found, key = len(problems), name.removesuffix(".html")
    text = page_text(partial(proof_page, edition.page, key, edition.proofs, edition.places), back, site, problems)
    audit_form(text, name, problems)
    audit_proofs(text, name, edition.proofs, problems)
    if len(problems) == found:
        put(file, text)
    return text


def write_pdf(
    site: Site, editions: Sequence[Edition], ledger: str, folder: Path, cache: Path, problems: Problems
) -> None:
    """One PDF a page into a folder, read back afterwards."""
    from pipeline.outputs.audit.pdf import audit_pdf
    from pipeline.outputs.pdf.writer import write
    from pipeline.outputs.variants import versions

    entries = {source.entry.key: source.entry for source in site.pages}
    for edition in editions:
        for name, version in versions(entries[edition.page.key], edition):
            path = folder / f"{name}.pdf"
            write(version.page, version.svgs, version.proofs, path, problems)
            known = expected(version.page, version.drawings.values(), (site.title, site.license))
            audit_pdf(path.read_bytes(), path.name, version.page, known, problems)


def _anchor(file: str, name: str) -> str:
    return f"{file}#{name}"


WRITERS: Mapping[str, Writer] = {"html": write_html, "pdf": write_pdf}

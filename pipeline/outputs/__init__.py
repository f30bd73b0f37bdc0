"""write and audit: one writer a format.  `WRITERS` is the only place that knows which formats there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path

from pipeline.document.computation import Computation
from pipeline.document.page import Page
from pipeline.load import Site
from pipeline.outputs.figures import Drawing
from pipeline.outputs.places import Places, places
from pipeline.outputs.proofs import Proof, proofs
from pipeline.problems import Problems
from pipeline.quantities.tokens import Number
from pipeline.working import Workings


@dataclass(frozen=True)
class Edition:
    """A page ready to be written: tree, drawings, all numbers that it prints in reading order, and its calculation."""

    page: Page
    drawings: Mapping[str, Drawing]
    numbers: Sequence[Number]
    computation: Computation
    workings: Workings

    @cached_property
    def places(self) -> Places:
        """Where its numbers stand."""
        return places(self.page, self.drawings)

    @cached_property
    def proofs(self) -> tuple[Proof, ...]:
        """What can be said for each of its numbers, and for each that only their calculations use."""
        return proofs(self.workings.all(self.numbers), self.page, self.places)

    @property
    def svgs(self) -> dict[str, str]:
        """Figure name → SVG."""
        return {name: drawing.svg for name, drawing in self.drawings.items()}


Writer = Callable[[Site, Sequence[Edition], str, Path, Path, Problems], None]  # ledger, folder, cache


def write_html(
    site: Site, editions: Sequence[Edition], ledger: str, folder: Path, cache: Path, problems: Problems
) -> None:
    """All pages and the ledger into a folder, read back afterwards."""
    from pipeline.outputs.audit.across import audit_across
    from pipeline.outputs.audit.expected import expected
    from pipeline.outputs.audit.form import audit_form
    from pipeline.outputs.audit.html import audit_html
    from pipeline.outputs.audit.svg import audit_svg
    from pipeline.outputs.html.data import DataBlock
    from pipeline.outputs.html.writer import LEDGER, file_name, write
    from pipeline.outputs.leading import leading
    from pipeline.outputs.proofpage import key_of, proof_page

    texts: dict[str, str] = {}
    frame = (site.title, site.license)
    for edition in editions:
        page, key = edition.page, key_of(edition.page.key, site.pages[0].entry.key)
        data = DataBlock(edition.computation, page.tokens, edition.drawings.values())
        led = replace(page, blocks=leading(page, edition.places, partial(_anchor, file_name(key, site))))
        write(led, edition.svgs, site, folder, problems, cache / "words", data)
        proven = proof_page(page, key, edition.proofs, edition.places)
        write(proven, {}, site, folder, problems, cache / "words")
        shown = expected(page, edition.drawings.values(), frame)
        for drawing in edition.drawings.values():
            audit_svg(drawing.svg, f"{file_name(page.key, site)}, figure {drawing.name}", shown.numbers, problems)
        for name, known in ((file_name(page.key, site), shown), (file_name(key, site), expected(proven, (), frame))):
            texts[name] = (folder / name).read_text("utf-8")
            audit_html(texts[name], name, known, problems)
            audit_form(texts[name], name, problems)
    audit_across(texts, problems)
    (folder / LEDGER).write_text(ledger, "utf-8", newline="\n")


def write_pdf(
    site: Site, editions: Sequence[Edition], ledger: str, folder: Path, cache: Path, problems: Problems
) -> None:
    """One PDF a page into a folder, read back afterwards."""
    from pipeline.outputs.audit.expected import expected
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

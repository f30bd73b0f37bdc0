"""write and audit: one writer a format.  `WRITERS` is the only place that knows which formats there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.document.computation import Computation
from pipeline.document.page import Page
from pipeline.load import Site
from pipeline.outputs.figures import Drawing
from pipeline.problems import Problems
from pipeline.quantities.tokens import Number


@dataclass(frozen=True)
class Edition:
    """A page ready to be written: tree, drawings, all numbers that it prints in reading order, and its calculation."""

    page: Page
    drawings: Mapping[str, Drawing]
    numbers: Sequence[Number]
    computation: Computation

    @property
    def svgs(self) -> dict[str, str]:
        """Figure name → SVG."""
        return {name: drawing.svg for name, drawing in self.drawings.items()}


Writer = Callable[[Site, Sequence[Edition], str, Path, Path, Problems], None]  # ledger, folder, cache


def write_html(
    site: Site, editions: Sequence[Edition], ledger: str, folder: Path, cache: Path, problems: Problems
) -> None:
    """All pages and the ledger into a folder, read back afterwards."""
    from pipeline.outputs.audit.expected import expected
    from pipeline.outputs.audit.form import audit_form
    from pipeline.outputs.audit.html import audit_html
    from pipeline.outputs.audit.svg import audit_svg
    from pipeline.outputs.html.data import DataBlock
    from pipeline.outputs.html.writer import LEDGER, file_name, write

    for edition in editions:
        data = DataBlock(edition.computation, edition.page.tokens, edition.drawings.values())
        write(edition.page, edition.svgs, site, folder, problems, cache / "words", data)
        name = file_name(edition.page.key, site)
        text = (folder / name).read_text("utf-8")
        known = expected(edition.page, edition.drawings.values(), (site.title, site.license))
        audit_html(text, name, known, problems)
        audit_form(text, name, problems)
        for drawing in edition.drawings.values():
            audit_svg(drawing.svg, f"{name}, figure {drawing.name}", known.numbers, problems)
    (folder / LEDGER).write_text(ledger, "utf-8", newline="\n")


def write_pdf(
    site: Site, editions: Sequence[Edition], ledger: str, folder: Path, cache: Path, problems: Problems
) -> None:
    """One PDF a page into a folder, read back afterwards."""
    from pipeline.outputs.audit.expected import expected
    from pipeline.outputs.audit.pdf import audit_pdf
    from pipeline.outputs.pdf.writer import write
    from pipeline.outputs.proofs import proofs

    names = {source.entry.key: source.entry.pdf or source.entry.key for source in site.pages}
    for edition in editions:
        path = folder / f"{names[edition.page.key]}.pdf"
        write(edition.page, edition.svgs, proofs(edition.numbers), path, problems)
        known = expected(edition.page, edition.drawings.values(), (site.title, site.license))
        audit_pdf(path.read_bytes(), path.name, edition.page, known, problems)


WRITERS: Mapping[str, Writer] = {"html": write_html, "pdf": write_pdf}

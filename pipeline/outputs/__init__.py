"""write and audit: one writer a format.  `WRITERS` is the only place that knows which formats there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Literal

from pipeline import beside
from pipeline.document import ast
from pipeline.document.computation import Computation
from pipeline.document.page import Page
from pipeline.load import Site
from pipeline.outputs.audit.expected import expected
from pipeline.outputs.closure import address
from pipeline.outputs.figures import Drawing
from pipeline.outputs.places import Places, places
from pipeline.outputs.proofpage import key_of
from pipeline.outputs.proofs import Proof, proofs
from pipeline.problems import Problems
from pipeline.quantities.tokens import Number
from pipeline.storage import read_whole, write_whole
from pipeline.working import Workings

ROOM = Path(__file__).parents[1]  # all code that can have a part in a proof


@dataclass(frozen=True)
class Edition:
    """A page ready to be written: tree, drawings, all numbers that it prints in reading order, and its calculation.

    beside: whether some of it may be written in a process beside this one
    """

    page: Page
    drawings: Mapping[str, Drawing]
    numbers: Sequence[Number]
    computation: Computation
    workings: Workings
    proven: Literal["all", "printed"] = "all"  # see `Entry.proofs`
    beside: bool = False

    @cached_property
    def places(self) -> Places:
        """Where its numbers stand."""
        return places(self.page, self.drawings)

    @cached_property
    def proofs(self) -> tuple[Proof, ...]:
        """What can be said for its numbers: for each, and for each that only their calculations use; or as it says."""
        workings = self.workings.all(self.numbers) if self.proven == "all" else self.workings.only(self.numbers)
        return proofs(workings, self.page, self.places)

    @cached_property
    def proofs_on_paper(self) -> tuple[Proof, ...]:
        """Where not all numbers are proven, those of the text alone: nobody points at a drawing on paper."""
        if self.proven == "all":
            return self.proofs
        text = expected(self.page).text
        return proofs(
            self.workings.only(number for number in self.numbers if number.id in text), self.page, self.places
        )

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


Files = Mapping[str, bytes]  # name below the output's folder → contents


@dataclass(frozen=True)
class Writer:
    """A format.

    page: the files of a page, read back and compared with what they may show; the path is a cache
    site: what all pages share (the text is the ledger), into the folder of their files, which are compared there
    """

    page: Callable[[Site, Edition, Path, Problems], Files]
    site: Callable[[Site, str, Path, Problems], None]

    def __call__(
        self, site: Site, editions: Sequence[Edition], ledger: str, folder: Path, cache: Path, problems: Problems
    ) -> None:
        """Write a whole site."""
        self.write(site, [self.page(site, edition, cache, problems) for edition in editions], ledger, folder, problems)

    def write(self, site: Site, pages: Iterable[Files], ledger: str, folder: Path, problems: Problems) -> None:
        """Write the files of all pages, and what they share."""
        for name, contents in (file for files in pages for file in files.items()):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(contents)
        self.site(site, ledger, folder, problems)


def _html_page(site: Site, edition: Edition, cache: Path, problems: Problems) -> Files:
    """A page, the page of its proofs, and the cards of its numbers."""
    from pipeline.outputs.audit.form import audit_form
    from pipeline.outputs.audit.html import audit_html
    from pipeline.outputs.audit.svg import audit_svg
    from pipeline.outputs.html.data import DataBlock
    from pipeline.outputs.html.writer import begun, file_name, page_files
    from pipeline.outputs.leading import leading

    page, name = edition.page, file_name(edition.page.key, site)
    proofs_name = file_name(key_of(page.key, site.pages[0].entry.key), site)
    data = DataBlock(edition.computation, page.tokens, edition.drawings.values())
    made_of = edition.address(site)
    data.attach(partial(_cards, edition, site, proofs_name), cache / "cards" / page.key / made_of)
    kept = cache / "proofs" / page.key / f"{made_of}.html"
    prove = partial(_html_proofs, edition, site, name, proofs_name, kept)
    wait = beside.begun(lambda: len(prove(Problems())), edition.beside and not kept.is_file())
    led = replace(page, blocks=leading(page, edition.places, partial(_anchor, proofs_name)))
    written = begun(led, edition.svgs, site, problems, cache / "words", data)
    known = expected(page, edition.drawings.values(), (site.title, site.license))
    text = written()
    audit_html(text, name, known, problems)
    audit_form(text, name, problems)
    for drawing in edition.drawings.values():
        audit_svg(drawing.svg, f"{name}, figure {drawing.name}", known.numbers, problems)
    wait()  # what came of it is kept, unless something is wrong with it
    return {**page_files(text, page.key, site, data), proofs_name: prove(problems).encode()}


def _html_site(site: Site, ledger: str, folder: Path, problems: Problems) -> None:
    """Assets and the ledger; links from page to page lead somewhere."""
    from pipeline.outputs.audit.across import audit_across
    from pipeline.outputs.html.writer import LEDGER, write_assets

    audit_across({path.name: path.read_text("utf-8") for path in sorted(folder.glob("*.html"))}, problems)
    write_assets(folder)
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

    if (known := read_whole(kept)) is not None:
        return known
    found, key = len(problems), name.removesuffix(".html")
    text = page_text(partial(proof_page, edition.page, key, edition.proofs, edition.places), back, site, problems)
    audit_form(text, name, problems)
    audit_proofs(text, name, edition.proofs, problems)
    if len(problems) == found:
        write_whole(kept, text, alone=True)
    return text


def _pdf_page(site: Site, edition: Edition, cache: Path, problems: Problems) -> Files:
    """The PDF of a page, and those of its variants."""
    from pipeline.outputs.audit.pdf import audit_pdf
    from pipeline.outputs.pdf.writer import compiled, source
    from pipeline.outputs.variants import versions

    (entry,) = (each.entry for each in site.pages if each.entry.key == edition.page.key)
    files: dict[str, bytes] = {}
    for stem, version in versions(entry, edition):
        page, name = version.page, f"{stem}.pdf"
        files[name] = compiled(source(page, version.proofs_on_paper, problems), page, version.svgs, problems)
        known = expected(page, version.drawings.values(), (site.title, site.license))
        audit_pdf(files[name], name, page, known, problems)
    return files


def _pdf_site(site: Site, ledger: str, folder: Path, problems: Problems) -> None:
    """Each PDF stands for itself."""


def _anchor(file: str, name: str) -> str:
    return f"{file}#{name}"


write_html = Writer(_html_page, _html_site)
write_pdf = Writer(_pdf_page, _pdf_site)
WRITERS: Mapping[str, Writer] = {"html": write_html, "pdf": write_pdf}

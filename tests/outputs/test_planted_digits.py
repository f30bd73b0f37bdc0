"""Real pages, written and then damaged by one digit in HTML, in the bytes of the PDF and in drawings: all is found."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from pipeline.build import Build, Built, Cache, ledger
from pipeline.load import Site, load
from pipeline.outputs import WRITERS, Edition
from pipeline.outputs.audit.expected import Expected, expected
from pipeline.outputs.audit.html import audit_html
from pipeline.outputs.audit.pdf import audit_pdf
from pipeline.outputs.audit.svg import audit_svg
from pipeline.problems import Problems
from pipeline.quantities.ledger import dumps
from tests.conftest import ROOT
from tests.outputs.test_audit import damaged_pdfs, other

SITE = ROOT / "tests" / "sites" / "gerade"
MARKED = re.compile(r'data-number="(?P<id>[^"]+)"[^>]*>(?P<text>[^<]+)<')
EVERY = 12  # of the article's numbers one in so many is damaged; each needs the whole page read


@dataclass(frozen=True)
class Written:
    """A page with its outputs as they lie on disk, and what they may show."""

    edition: Edition
    html: str
    pdf: bytes
    known: Expected


def written(site: Site, pages: list[Built], folder: Path, cache: Path, targets: tuple[str, ...]) -> list[Written]:
    problems, editions = Problems(), [page.edition for page in pages]
    for target in targets:
        (folder / target).mkdir(parents=True)
        WRITERS[target](site, editions, dumps(ledger(pages)), folder / target, cache, problems)
    assert [str(problem) for problem in problems] == []
    found = []
    for number, edition in enumerate(editions):
        key = edition.page.key
        html = (folder / "html" / ("index.html" if number == 0 else f"{key}.html")).read_text("utf-8")
        pdf = (folder / "pdf" / f"{key}.pdf").read_bytes() if "pdf" in targets else b""
        known = expected(edition.page, edition.drawings.values(), (site.title, site.license))
        found.append(Written(edition, html, pdf, known))
    return found


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> list[Written]:
    """The miniature site: a page in Markdown and one in LaTeX, in both outputs."""
    folder = tmp_path_factory.mktemp("planted")
    build = Build(SITE, Cache(folder / "cache"))
    site, pages = build.pages()
    return written(site, pages, folder, folder / "cache" / "outputs", ("html", "pdf"))


@pytest.fixture(scope="module")
def article(pages: list[Built], tmp_path_factory: pytest.TempPathFactory) -> Written:
    """The article's page of the real site, written by itself."""
    cache = ROOT / "build" / "cache" / "outputs"
    return written(load(ROOT, Problems()), pages[:1], tmp_path_factory.mktemp("article"), cache, ("html",))[0]


def damaged(html: str, number: re.Match[str]) -> str:
    return html[: number.start("text")] + other(number["text"]) + html[number.end("text") :]


def complaints(html: str, known: Expected) -> list[str]:
    problems = Problems()
    audit_html(html, "page.html", known, problems)
    return [problem.message for problem in problems]


def test_each_number_of_the_small_pages_in_html(small: list[Written]) -> None:
    for page in small:
        numbers = list(MARKED.finditer(page.html))
        assert len(numbers) > 15
        assert complaints(page.html, page.known) == []
        for number in numbers:
            assert any(number["id"] in said for said in complaints(damaged(page.html, number), page.known)), number[0]


def test_numbers_of_the_article_in_html(article: Written) -> None:
    numbers = list(MARKED.finditer(article.html))[::EVERY]
    assert len(numbers) > 30
    for number in numbers:
        assert any(number["id"] in said for said in complaints(damaged(article.html, number), article.known)), number[0]


def test_numbers_of_the_small_pages_in_the_bytes_of_the_pdf(small: list[Written]) -> None:
    planted = 0
    for page in small:
        texts = {number["text"] for number in MARKED.finditer(page.html) if re.fullmatch(r"\d,\d+", number["text"])}
        for text in sorted(texts):
            for pdf in damaged_pdfs(page.pdf, text):
                problems = Problems()
                audit_pdf(pdf, "page.pdf", page.edition.page, page.known, problems)
                assert len(problems), text
                planted += 1
    assert planted >= 8


def test_each_number_of_all_drawings(small: list[Written], article: Written) -> None:
    planted = 0
    for page in (*small, article):
        for drawing in page.edition.drawings.values():
            for number in MARKED.finditer(drawing.svg):
                problems = Problems()
                audit_svg(damaged(drawing.svg, number), drawing.name, page.known.numbers, problems)
                assert any(number["id"] in problem.message for problem in problems), number[0]
                planted += 1
    assert planted > 50

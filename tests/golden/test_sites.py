"""The miniature site in every output: HTML (body), PDF (text), ledger; one page in Markdown, one in LaTeX."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest

from pipeline.delivery import run
from pipeline.outputs.svg import texts
from tests.conftest import ROOT, Golden

SITE = ROOT / "tests" / "sites" / "gerade"
EXPECTED = Path(__file__).parent / "gerade"
DRAWING = re.compile(r"<svg\b.*?</svg>", re.S)

pytestmark = pytest.mark.golden


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with all outputs of the miniature site."""
    root = tmp_path_factory.mktemp("sites") / "gerade"
    shutil.copytree(SITE, root, ignore=shutil.ignore_patterns("build", "__pycache__"))
    said: list[str] = []
    for target in ("pdf", "html"):
        assert run(root, target, dump=False, say=said.append) == 0, said
    return root / "build"


def body(html: str) -> str:
    """What stands between the tags of the body; of drawings only their texts, soft hyphens as `~`."""
    inside = html[html.index("<body") : html.index("</body>")]

    def drawn(match: re.Match[str]) -> str:
        shown = (f"{text.content.strip()} ({text.number})" if text.number else text.content for text in texts(match[0]))
        return f"<svg> {' | '.join(shown)} </svg>"

    return DRAWING.sub(drawn, inside).replace("\N{SOFT HYPHEN}", "~").rstrip() + "\n"


def pdf_text(path: Path) -> Iterator[str]:
    """The text of all pages, as a reader's program extracts it."""
    document = pypdfium2.PdfDocument(path)
    for number, page in enumerate(document, start=1):
        text = page.get_textpage()
        yield f"--- {number} ---"
        yield from (line.rstrip() for line in text.get_text_range().splitlines())
        text.close()
        page.close()
    document.close()


@pytest.mark.parametrize("page", ["index", "streuung"])
def test_html(page: str, build: Path, golden: Golden) -> None:
    golden(EXPECTED / f"{page}.html", body((build / "html" / f"{page}.html").read_text("utf-8")))


@pytest.mark.parametrize("page", ["gerade", "streuung"])
def test_pdf(page: str, build: Path, golden: Golden) -> None:
    golden(EXPECTED / f"{page}.pdf.txt", "\n".join(pdf_text(build / "pdf" / f"{page}.pdf")) + "\n")


def test_ledger(build: Path, golden: Golden) -> None:
    golden(EXPECTED / "numbers.json", (build / "numbers.json").read_text("utf-8"))


def test_both_languages_give_pages_of_the_same_form(build: Path) -> None:
    markdown, latex = ((build / "html" / f"{page}.html").read_text("utf-8") for page in ("index", "streuung"))
    for piece in ('class="number"', "data-number=", 'class="claim"', 'id="eq:', 'id="tbl:', 'id="fig:', 'href="#tbl:'):
        assert piece in markdown
        assert piece in latex

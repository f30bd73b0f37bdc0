"""write, HTML: a numbered page → one HTML file with its assets beside it, which opens from disk."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from pipeline.document import ast, pandoc
from pipeline.document.ast import Node
from pipeline.document.page import Page
from pipeline.document.pandoc import PandocError
from pipeline.load import Site
from pipeline.outputs import fonts
from pipeline.outputs.between import linked
from pipeline.outputs.html.blocks import BlockShapes
from pipeline.outputs.html.data import DataBlock, Marks
from pipeline.outputs.html.finishing import finished
from pipeline.outputs.html.hyphens import Hyphens
from pipeline.outputs.html.inlines import Inlines
from pipeline.outputs.levels import outside_parts_raised
from pipeline.problems import Code, Problems
from pipeline.quantities.spelling import number_word
from pipeline.quantities.tokens import Tokens

HERE = Path(__file__).parent
ASSETS = "assets"
LEDGER = "numbers.json"  # beside the pages, so that they can link to it
# Nothing is left for pandoc to colour; to look for a language, it would read all that it knows.
OPTIONS = ("--section-divs", "--wrap=none", "--syntax-highlighting=none")
# The scripts that a page's own blocks need, by the classes of these.
SCRIPTS = {"interactive": "demo", "walkthrough": "walkthrough", "question": "quiz", "checklist": "checklist"}
DESCRIPTION_LENGTH = 160  # characters that search engines show
MONTHS = (
    *("Januar", "Februar", "März", "April", "Mai", "Juni"),
    *("Juli", "August", "September", "Oktober", "November", "Dezember"),
)


def write(
    page: Page,
    figures: Mapping[str, str],
    site: Site,
    folder: Path,
    problems: Problems,
    kept: Path | None = None,
    data: DataBlock | None = None,
) -> None:
    """Write the page and all that it needs into `folder`; for the other arguments see `begun`."""
    folder.mkdir(parents=True, exist_ok=True)
    write_assets(folder)
    text = begun(page, figures, site, problems, kept, data)()
    for name, contents in page_files(text, page.key, site, data).items():
        (folder / name).write_bytes(contents)


def page_files(text: str, key: str, site: Site, data: DataBlock | None = None) -> dict[str, bytes]:
    """The files that belong to a page alone: its text, and the cards of its numbers."""
    files = {file_name(key, site): text.encode()}
    if data and data.has_data_beside:
        files[f"{ASSETS}/cards-{key}.js"] = f"window.nachgerechnet.deck = {data.beside};\n".encode()
    return files


def file_name(key: str, site: Site) -> str:
    """The first page of a site is its index."""
    first = site.pages[0].entry.key if site.pages else key
    return "index.html" if key == first else f"{key}.html"


def begun(
    page: Page,
    figures: Mapping[str, str],
    site: Site,
    problems: Problems,
    kept: Path | None = None,
    data: DataBlock | None = None,
) -> Callable[[], str]:
    """Begin to write a page; call what is returned for its whole text.  Meanwhile pandoc is at work.

    figures: name → SVG, tidied (see `pipeline.outputs.svg`)
    kept:    folder for parted words, which speed up the next build
    data:    an empty data block of this page; None leaves the page without scripts that compute
    """
    hyphens = Hyphens(kept)
    blocks = hyphens.inserted(linked(page.blocks, lambda key: file_name(key, site)))
    hyphens.keep()
    written = content(blocks, page.tokens, figures, problems, data)
    return lambda: _framed(page, Markup(written()), site, data)


def _framed(page: Page, content: Markup, site: Site, data: DataBlock | None) -> str:
    """The page's contents in its frame."""
    classes = {name for node in ast.nodes(page.blocks) if node["t"] == "Div" for name in ast.classes(node)}
    rendered: str = _template().render(
        page=page,
        site_title=site.title,
        license=site.license,
        content=content,
        data=data,
        description=shortened(page.abstract, DESCRIPTION_LENGTH),
        date=f"{page.date.day}. {MONTHS[page.date.month - 1]} {page.date.year}",
        failed=sum("failed" in ast.classes(node) for node in ast.nodes(page.blocks)),
        assets=ASSETS,
        scripts=[script for name, script in SCRIPTS.items() if name in classes],
        notes="margin" in classes,
        ledger=LEDGER,
        pages=[
            {"key": entry.key, "file": file_name(entry.key, site), "short": entry.short or entry.title}
            for entry in (source.entry for source in site.pages)
        ],
    )
    return rendered


def content(
    blocks: list[Node],
    tokens: Tokens,
    figures: Mapping[str, str],
    problems: Problems,
    data: DataBlock | None = None,
) -> Callable[[], str]:
    """Begin to write a page's blocks; call what is returned for their HTML."""
    marks = data or Marks()
    inlines, shapes = Inlines(tokens, problems, marks), BlockShapes(tokens, figures, marks)
    tree: Any = outside_parts_raised(blocks)
    tree = ast.walk(tree, lambda node: inlines.formula_span(node) if node["t"] == "Span" else None)
    tree = ast.walk(tree, inlines.visit, words=True)
    tree = ast.walk(tree, shapes.visit)
    document = json.dumps(ast.dense(ast.document(tree)), ensure_ascii=False)
    written = pandoc.begun(document, "json", "html5", *OPTIONS)

    def finish() -> str:
        try:
            return finished(written(), tokens)
        except PandocError as fault:
            problems.add(Code.WRITER, f"pandoc: {fault}")
            return ""

    return finish


def shortened(text: str, length: int) -> str:
    """A text cut after a word, with an ellipsis, where it is longer than `length`."""
    if len(text) <= length:
        return text
    return text[: length - 1].rsplit(" ", 1)[0].rstrip(" ,;:–") + " …"


@cache
def _template() -> Any:
    loader = FileSystemLoader(HERE)
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    environment.filters["in_words"] = number_word  # what the page counts itself is no number of the ledger
    return environment.get_template("page.html")


def write_assets(folder: Path) -> None:
    """Style sheets, scripts, fonts and their licences, into the folder of the assets of an output."""
    folder = folder / ASSETS
    (folder / "fonts").mkdir(parents=True, exist_ok=True)
    palette = import_module("figures.palette")  # beside the pipeline, like all that draws
    (folder / "figures.css").write_text(palette.stylesheet(), "utf-8", newline="\n")
    for source in sorted((HERE / ASSETS).iterdir()):
        (folder / source.name).write_bytes(source.read_bytes())
    for source in sorted(fonts.FOLDER.iterdir()):
        if source.suffix in (".woff2", ".txt"):
            (folder / "fonts" / source.name).write_bytes(source.read_bytes())

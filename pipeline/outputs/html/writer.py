"""write, HTML: a numbered page → one HTML file with its assets beside it, which opens from disk."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.page import Page
from pipeline.document.pandoc import PandocError, convert
from pipeline.load import Site
from pipeline.outputs import fonts
from pipeline.outputs.html.blocks import BlockShapes, outside_parts_raised
from pipeline.outputs.html.hyphens import hyphenated
from pipeline.outputs.html.inlines import Inlines, number_element
from pipeline.problems import Code, Problems
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import TOKEN, Tokens

HERE = Path(__file__).parent
ASSETS = "assets"
OPTIONS = ("--section-divs", "--wrap=none")
DESCRIPTION_LENGTH = 160  # characters that search engines show
MONTHS = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()

_LINE_MARK = re.compile(r'<span id="cb\d+-\d+"><a href="#cb\d+-\d+" aria-hidden="true" tabindex="-1"></a>')
# An inline formula and the signs that touch it stay on one line: browsers would break between them.
_FORMULA = r"<math>(?:(?!</math>).)*</math>|<math aria-label(?:(?!</math>).)*</math>"
_TOUCHED = re.compile(rf'(?<!<span class="long">)([(„‚]?)({_FORMULA})([-.,;:!?)“‘…]*)')
_CODE_MARK = re.compile(r' id="cb\d+"')


def write(
    page: Page,
    figures: Mapping[str, str],
    site: Site,
    folder: Path,
    problems: Problems,
    figure_styles: str = "",
) -> Path:
    """Write the page and its assets into `folder`; returns the page's path.

    figures:       name → SVG, tidied (see `pipeline.outputs.svg`)
    figure_styles: the style sheet of their colours
    """
    path = folder / file_name(page.key, site)
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(html(page, figures, site, problems), "utf-8", newline="\n")
    _write_assets(folder / ASSETS, figure_styles)
    return path


def file_name(key: str, site: Site) -> str:
    """The first page of a site is its index."""
    first = site.pages[0].entry.key if site.pages else key
    return "index.html" if key == first else f"{key}.html"


def html(page: Page, figures: Mapping[str, str], site: Site, problems: Problems) -> str:
    """The whole page as text."""
    return _template().render(
        page=page,
        site_title=site.title,
        license=site.license,
        content=Markup(content(page.blocks, page.tokens, figures, problems)),
        description=shortened(page.abstract, DESCRIPTION_LENGTH),
        date=f"{page.date.day}. {MONTHS[page.date.month - 1]} {page.date.year}",
        failed=sum("failed" in ast.classes(node) for node in ast.nodes(page.blocks)),
        assets=ASSETS,
    )


def content(blocks: list[Node], tokens: Tokens, figures: Mapping[str, str], problems: Problems) -> str:
    """The HTML of a page's blocks."""
    inlines, shapes = Inlines(tokens, problems), BlockShapes(tokens, figures)
    tree: Any = hyphenated(outside_parts_raised(blocks))
    tree = ast.walk(tree, lambda node: inlines.formula_span(node) if node["t"] == "Span" else None)
    tree = ast.walk(tree, inlines.visit)
    tree = ast.walk(tree, shapes.visit)
    try:
        text = convert(json.dumps(ast.document(tree)), "json", "html5", *OPTIONS)
    except PandocError as fault:
        problems.add(Code.WRITER, f"pandoc: {fault}")
        return ""
    text = _TOUCHED.sub(_kept_together, text)
    text = _CODE_MARK.sub("", _LINE_MARK.sub("<span>", text))
    return TOKEN.sub(lambda match: number_element(tokens.number(match[0]), Context.CODE), text)


def shortened(text: str, length: int) -> str:
    """A text cut after a word, with an ellipsis, where it is longer than `length`."""
    if len(text) <= length:
        return text
    return text[: length - 1].rsplit(" ", 1)[0].rstrip(" ,;:–") + " …"


def _kept_together(match: re.Match[str]) -> str:
    return f'<span class="nowrap">{match[0]}</span>' if match[1] or match[3] else match[0]


@cache
def _template() -> Any:
    loader = FileSystemLoader(HERE)
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    return environment.get_template("page.html")


def _write_assets(folder: Path, figure_styles: str) -> None:
    """Style sheets, script, fonts and their licences."""
    (folder / "fonts").mkdir(parents=True, exist_ok=True)
    (folder / "figures.css").write_text(figure_styles, "utf-8", newline="\n")
    for source in sorted((HERE / "assets").iterdir()):
        (folder / source.name).write_bytes(source.read_bytes())
    for source in sorted(fonts.FOLDER.iterdir()):
        if source.suffix in (".woff2", ".txt"):
            (folder / "fonts" / source.name).write_bytes(source.read_bytes())

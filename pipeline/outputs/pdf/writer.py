"""A page → its PDF: accessible (PDF/UA-1), archivable (PDF/A-2a), the same bytes in every build."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typst

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.page import Page
from pipeline.document.pandoc import PandocError, convert
from pipeline.outputs.between import unlinked
from pipeline.outputs.levels import outside_parts_raised
from pipeline.outputs.pdf.appendix import appendix
from pipeline.outputs.pdf.blocks import BlockShapes
from pipeline.outputs.pdf.checks import checked_formulas
from pipeline.outputs.pdf.formulas import formulas, gathered
from pipeline.outputs.pdf.inlines import Inlines
from pipeline.outputs.pdf.solutions import solutions_last
from pipeline.outputs.proofs import Proof
from pipeline.problems import Code, Problems, Refusal

if TYPE_CHECKING:
    from typst import PDFStandard

TEMPLATE = Path(__file__).with_name("article.typ")
FONTS = Path(__file__).parents[1] / "fonts"
STANDARDS: list[PDFStandard] = ["ua-1", "a-2a"]


def source(page: Page, proofs: Sequence[Proof], problems: Problems) -> str:
    """The whole Typst source of a page; its texts and drawings come as inputs of the compiler.

    proofs: one line for every number of the page
    Raises `Refusal` if pandoc refuses or warns; the reason is in `problems`.
    """
    inlines, blocks = Inlines(page.tokens, problems), BlockShapes(page.tokens)
    body = gathered(outside_parts_raised(solutions_last(unlinked(page.blocks))), page.tokens)
    found = list(formulas(body, page.tokens))

    def visit(node: Node) -> Node | list[Node] | None:
        shaped = inlines.visit(node)
        return blocks.visit(node) if shaped is None else shaped

    shaped = ast.walk(body, visit, words=True)
    proven = ast.walk([*appendix(proofs, found, inlines.placed), *checked_formulas(page)], visit, words=True)
    document = json.dumps(ast.document(shaped + proven), ensure_ascii=False)
    try:
        written = convert(document, "json", "typst", "--wrap=none", "--syntax-highlighting=none")
    except PandocError as error:
        for line in error.lines:
            problems.add(Code.WRITER, f"pandoc, writing the PDF: {line}")
        raise Refusal from error
    return TEMPLATE.read_text("utf-8") + written


def compiled(text: str, page: Page, figures: Mapping[str, str], problems: Problems) -> bytes:
    """The PDF of a Typst source; raises `Refusal` with the compiler's words in `problems`."""
    inputs = {"meta": json.dumps(_metadata(page), ensure_ascii=False)}
    inputs |= {f"figure:{name}": svg for name, svg in figures.items()}
    compiler = typst.Compiler(
        text.encode(),
        font_paths=typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(FONTS)]),
        ignore_system_fonts=True,
        sys_inputs=inputs,
    )
    moment = datetime.combine(page.date, time(), UTC)
    try:
        pdf, warnings = compiler.compile_with_warnings(format="pdf", pdf_standards=STANDARDS, timestamp=moment)
    except typst.TypstError as error:
        hints = "; ".join(error.hints)
        problems.add(Code.WRITER, f"Typst refuses: {error.message}", remedy=hints or error.diagnostic)
        raise Refusal from error
    for warning in warnings:
        problems.add(Code.WRITER, f"Typst warns: {warning.message}")
    if warnings:
        raise Refusal
    assert isinstance(pdf, bytes)  # one file, not a page each
    return pdf


def _metadata(page: Page) -> dict[str, Any]:
    return {
        "title": page.title,
        "subtitle": page.subtitle,
        "authors": list(page.authors),
        "date": [page.date.year, page.date.month, page.date.day],
        "language": page.language,
        "abstract": page.abstract,
        "keywords": [],
    }

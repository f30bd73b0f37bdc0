"""The end of the appendix, “Geprüfte Formeln”: what the marks beside equations mean, and how each was checked."""

from __future__ import annotations

from itertools import groupby

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.page import Page
from pipeline.formulas.examination import ARITHMETIC
from pipeline.outputs.checked import Check, checks
from pipeline.outputs.pdf.blocks import raw_block
from pipeline.outputs.pdf.math import string
from pipeline.quantities.spelling import Context

NAME = "formelnachweis"
TITLE = "Geprüfte Formeln"
INTRODUCTION = (
    "Ein ✓ neben der Nummer einer Gleichung heißt: Sie wird bei jedem Erzeugen dieses Dokuments mit dem Programm "
    "verglichen, das die Zahlen berechnet. Hier stehen alle geprüften Formeln, auch die ohne Nummer, mit ihrem Namen "
    "im Quelltext."
)


def checked_formulas(page: Page) -> list[Node]:
    """The blocks of the list; none for a page without checked formulas."""
    found = list(checks(page.blocks))
    if not found:
        return []
    lines: list[Node] = []
    for section, group in groupby(found, _section):
        lines += [raw_block("#checked-in["), _place(section, page), raw_block("]"), *map(_line, group)]
    return [
        ast.header(1, ast.attr(NAME), ast.words(TITLE)),
        ast.paragraph(ast.words(INTRODUCTION)),
        ast.div(ast.attr("", ["proofs"]), lines),
    ]


def _section(check: Check) -> tuple[str, str]:
    return check.section


def _place(section: tuple[str, str], page: Page) -> Node:
    """The section of the formulas below, as a link to it."""
    name, title = section
    words = ast.words(page.tokens.spell(title, Context.PROSE))
    return ast.paragraph([ast.link(ast.attr(), words, f"#{name}")] if name else words)


def _line(check: Check) -> Node:
    """Which formula, its name in the source code, and how it was checked."""
    label = check.label if check.number else ""
    name = "" if check.name == ARITHMETIC else check.name
    return raw_block(f"#formula-check({string(label)}, {string(check.number)}, {string(name)}, {string(check.how())})")

"""The appendix “Nachweis der Zahlen”: the line to which each number of the text leads, and the way back."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.outputs.pdf.blocks import raw_block
from pipeline.outputs.pdf.formulas import Formula
from pipeline.outputs.pdf.inlines import raw
from pipeline.outputs.pdf.math import string
from pipeline.outputs.proofs import NUMBER_TARGET, Proof, facts
from pipeline.quantities.spelling import Context

NAME = "nachweis"
TITLE = "Nachweis der Zahlen"
INTRODUCTION = (
    "Jede Zahl im Text und in den Tabellen führt hierher: zu ihrem Namen, ihrer Bedeutung, ihrem Wert auf fünfzehn "
    "Ziffern und dem Ausdruck, der sie berechnet. Die fett gesetzte Zahl führt an die Stelle zurück, an der sie zuerst "
    "steht. Eine Formel führt zu der Liste ihrer Zahlen am Ende dieses Nachweises."
)


def appendix(proofs: Sequence[Proof], formulas: Sequence[Formula], placed: Collection[str]) -> list[Node]:
    """The blocks of the appendix; `placed` holds the ids that have a place in text or tables to go back to."""
    if not proofs:
        return []
    blocks = [
        raw_block("#pagebreak(weak: true)"),
        ast.header(1, ast.attr(NAME), ast.words(TITLE)),
        ast.paragraph(ast.words(INTRODUCTION)),
        ast.div(ast.attr("", ["proofs"]), [block for proof in proofs for block in _proof(proof, proof.id in placed)]),
    ]
    if formulas:
        lines = [_formula(formula) for formula in formulas]
        blocks += [
            ast.header(2, ast.attr(f"{NAME}-formeln"), ast.words("Zahlen in Formeln")),
            ast.div(ast.attr("", ["proofs"]), lines),
        ]
    return blocks


def _proof(proof: Proof, placed: bool) -> list[Node]:
    fields = (proof.id, proof.printed, proof.value, "", proof.number.meaning)
    arguments = ", ".join(string(field) for field in fields)
    back = "true" if placed else "false"
    known = ast.paragraph(facts(proof, lambda spot: f"#{spot.section.id}" if spot.section.id else ""))
    inside = ast.walk([*proof.working, known], _number)
    return [raw_block(f"#proof({arguments}, {back})["), *inside, raw_block("]")]


def _number(node: Node) -> Node | None:
    """A number that was put in leads to its own proof."""
    if node["t"] != "Link" or not node["c"][2][0].startswith(NUMBER_TARGET):
        return None
    identity = node["c"][2][0].removeprefix(NUMBER_TARGET)
    return raw(f"#number({string(identity)}, {string(ast.text(node['c'][1]))});")


def _formula(formula: Formula) -> Node:
    """A formula's line: where it stands, and its numbers as links to their proofs."""
    unique = {number.id: number for number in formula.numbers}
    numbers = ", ".join(
        f"number({string(number.id)}, {string(number.spelled(Context.PROSE))})" for number in unique.values()
    )
    equation = f"({formula.number})" if formula.number else ""
    return raw_block(f"#formula-proof({string(formula.name)}, {string(equation)}, ({numbers},))")

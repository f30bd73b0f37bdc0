"""The appendix “Nachweis der Zahlen”: the line to which each number of the text leads, and the way back."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pipeline.document import ast
from pipeline.document.ast import NO_BREAK_SPACE, Node
from pipeline.outputs.pdf.blocks import raw_block
from pipeline.outputs.pdf.formulas import Formula
from pipeline.outputs.pdf.inlines import raw
from pipeline.outputs.pdf.math import string
from pipeline.outputs.places import Section
from pipeline.outputs.proofs import INNER, NAMED, PUT_IN, STANDS, Proof
from pipeline.quantities.spelling import Context
from pipeline.working import Working

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
    return [raw_block(f"#proof({arguments}, {back})["), *_calculation(proof.working), _facts(proof), raw_block("]")]


def _calculation(working: Working) -> Iterator[Node]:
    """The lines, each a displayed formula, and the numbers that were put in, each leading to its own proof."""
    for line in working.lines:
        yield ast.paragraph([{"t": "Math", "c": [{"t": "DisplayMath"}, line.tex()]}])
    inlines = ast.words(PUT_IN)
    for leaf in working.leaves:
        inlines += [{"t": "Space"}]
        if leaf.symbol not in ("", leaf.number.digits):
            symbol: Node = {"t": "Math", "c": [{"t": "InlineMath"}, leaf.symbol]}
            inlines += [symbol, ast.string(f"{NO_BREAK_SPACE}={NO_BREAK_SPACE}")]
        number = f"{string(leaf.number.id)}, {string(leaf.number.spelled(Context.PROSE))}"
        inlines += [raw(f"#number({number})"), ast.string(";")]
    if working.leaves:
        yield ast.paragraph(inlines[:-1])


def _facts(proof: Proof) -> Node:
    """What is known besides the calculation: proof, origin, name, places."""
    sentences = [ast.words(sentence) for sentence in (proof.certainty, proof.source) if sentence]
    if proof.number.quantity:
        name: Node = {"t": "Code", "c": [ast.attr(), proof.number.expression]}
        sentences.append([*ast.words(NAMED), {"t": "Space"}, name, ast.string(".")])
    places = [node for spot in proof.spots for node in (ast.string(","), {"t": "Space"}, *_place(spot.section))][2:]
    stands = [*ast.words(STANDS), {"t": "Space"}, *places, ast.string(".")]
    sentences.append(stands if places else ast.words(INNER))
    return ast.paragraph([node for sentence in sentences for node in ({"t": "Space"}, *sentence)][1:])


def _place(section: Section) -> list[Node]:
    words = ast.words(section.shown)
    return [ast.link(ast.attr(), words, f"#{section.id}")] if section.id else words


def _formula(formula: Formula) -> Node:
    """A formula's line: where it stands, and its numbers as links to their proofs."""
    unique = {number.id: number for number in formula.numbers}
    numbers = ", ".join(
        f"number({string(number.id)}, {string(number.spelled(Context.PROSE))})" for number in unique.values()
    )
    equation = f"({formula.number})" if formula.number else ""
    return raw_block(f"#formula-proof({string(formula.name)}, {string(equation)}, ({numbers},))")

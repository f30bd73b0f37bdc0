"""The appendix “Nachweis der Zahlen”: the line to which each number of the text leads, and the way back."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from pipeline.document import ast
from pipeline.document.ast import NO_BREAK_SPACE, Node
from pipeline.outputs.pdf.blocks import raw_block
from pipeline.outputs.pdf.formulas import Formula
from pipeline.outputs.pdf.inlines import raw
from pipeline.outputs.pdf.math import parse, string, typst_math
from pipeline.outputs.pdf.spoken import spoken
from pipeline.outputs.places import Section
from pipeline.outputs.proofs import INNER, NAMED, PUT_IN, STANDS, Proof
from pipeline.quantities.spelling import Context
from pipeline.working import Working

NAME = "nachweis"
MOST_SIGNS = 56  # of a fraction or a root that fits in a line
_PIECES = re.compile(r"\\[A-Za-z]+|\\.|\S")
_UNSEEN = frozenset((r"\left", r"\right", r"\,", r"\frac", r"\sqrt", "^", "_"))
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
    """The lines, and the numbers that were put in, each leading to its own proof."""
    for line in working.lines:
        if widest_group(line.running()) > MOST_SIGNS:  # does not break: a display is set smaller where it is too wide
            yield ast.paragraph([{"t": "Math", "c": [{"t": "DisplayMath"}, line.tex()]}])
        else:
            tree, tall = parse(line.running()), "true" if r"\frac" in line.running() else "false"
            yield raw_block(f"#calculation({string(spoken(tree, _spelled))}, {tall}, ${typst_math(tree, _spelled)}$)")
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


def _spelled(token: str) -> str:
    raise LookupError(f"{token!r} in a calculation, which holds digits only")


def widest_group(tex: str) -> int:
    """How many signs the longest group in braces shows, roughly."""
    open_at: list[int] = []
    widest = shown = 0
    for piece in _PIECES.findall(tex):
        if piece == "{":
            open_at.append(shown)
        elif piece == "}":
            widest = max(widest, shown - open_at.pop())
        elif piece not in _UNSEEN:
            shown += 1
    return widest


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

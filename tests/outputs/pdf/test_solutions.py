"""Solutions on paper: gathered at the end of their section, each under its question."""

from __future__ import annotations

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.outputs.pdf.solutions import solutions_last


def words(blocks: list[Node]) -> list[str]:
    """The text of each block, Divs with their class in front."""
    return [" ".join([*ast.classes(block), *ast.text(block).split()]) for block in blocks]


def paragraph(text: str) -> Node:
    return ast.paragraph(ast.words(text))


def heading(text: str) -> Node:
    return ast.header(2, ast.attr(f"sec:{text}"), ast.words(text))


def question(text: str, solution: str) -> Node:
    answer = ast.div(ast.attr("", ["solution"]), [paragraph(solution)])
    return ast.div(ast.attr("", ["question"]), [paragraph(text), answer])


def test_solutions_stand_behind_their_section_and_before_the_way_back() -> None:
    back = ast.div(ast.attr("", ["back"]), [paragraph("back")])
    section = [heading("quiz"), question("one?", "first"), paragraph("between"), question("two?", "second"), back]
    arranged = solutions_last([*section, heading("next"), paragraph("other")])
    assert words(arranged) == [
        "quiz",
        "question one?",
        "between",
        "question two?",
        "solutions one? first two? second",
        "back back",
        "next",
        "other",
    ]


def test_a_solution_outside_of_questions_and_sections_without_any_stay_as_they_are() -> None:
    alone = ast.div(ast.attr("", ["solution"]), [paragraph("kept")])
    blocks = [paragraph("before"), heading("exercise"), alone]
    assert solutions_last(blocks) == blocks

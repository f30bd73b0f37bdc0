"""Solutions on paper: at the end under their headings, or left out."""

from __future__ import annotations

from pipeline.document import ast
from pipeline.outputs.worked import worked_last


def section(number: str, name: str) -> list[ast.Node]:
    return [
        ast.header(2, ast.attr(f"sec:{name}", [], {"number": number}), ast.words(name)),
        ast.paragraph(ast.words(f"Wie groß ist {name}?")),
        ast.div(ast.attr("", ["solution"]), [ast.paragraph(ast.words(f"So groß ist {name}."))]),
    ]


BLOCKS = [*section("1", "x"), *section("2", "y")]


def test_solutions_stand_behind_everything_else_under_the_headings_of_their_exercises() -> None:
    shown = [ast.text(block).strip() for block in worked_last(BLOCKS)]
    assert shown == [
        *("x", "Wie groß ist x?", "Zur Lösung", "y", "Wie groß ist y?", "Zur Lösung"),
        *("Lösungen", "x", "So groß ist x.", "y", "So groß ist y."),
    ]


def test_the_way_to_a_solution_leads_to_its_heading() -> None:
    blocks = worked_last(BLOCKS)
    links = [node["c"][2][0] for node in ast.nodes(blocks) if node["t"] == "Link"]
    headings = [f"#{ast.identifier(block)}" for block in blocks if block["t"] == "Header"]
    assert links == ["#loesungen:sec:x", "#loesungen:sec:y"]
    assert set(links) < set(headings)


def test_headings_of_solutions_carry_the_number_of_their_exercise() -> None:
    headings = [block for block in worked_last(BLOCKS) if block["t"] == "Header"]
    assert [ast.attributes(heading).get("number", "") for heading in headings] == ["1", "2", "", "1", "2"]


def test_a_page_without_solutions_stays_as_it_is() -> None:
    blocks = [ast.paragraph(ast.words("Nichts zu lösen."))]
    assert worked_last(blocks) is blocks

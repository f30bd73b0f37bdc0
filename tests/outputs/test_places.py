"""Where numbers stand: the first place in each section, formulas with their numbers, and what cannot link."""

from __future__ import annotations

import pytest

from pipeline.document import ast
from pipeline.outputs.leading import leading
from pipeline.outputs.places import Places, places
from pipeline.quantities.tokens import TOKEN
from tests.outputs import samples

TEXT = """
## Erstens {#sec:one number="1"}

Es sind ⟦a:1.5⟧ und noch einmal ⟦a:1.5⟧; dazu [ein Verweis mit ⟦b:2⟧](#sec:two).

[$$ x = ⟦a:1.5⟧ + ⟦c:3⟧ $$]{#eq:query .equation number="3"}

Darin steht $⟦c:3⟧ > 0$, und `⟦d:4⟧` ist Code.

## Zweitens {#sec:two .unnumbered}

| Zahl |
|--:|
| ⟦a:1.5⟧ |

: Eine Tabelle mit ⟦c:3⟧. {#tbl:raw number="1"}
"""


@pytest.fixture(scope="module")
def found() -> Places:
    return places(samples.page(TEXT), {})


def spots(found: Places, name: str) -> list[tuple[str, str]]:
    return [(spot.section.shown, spot.anchor) for spot in found.spots[name]]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("a", [("1 Erstens", "z:a"), ("Zweitens", "z:a:2")]),
        ("b", [("1 Erstens", "z:b")]),
        ("c", [("1 Erstens", "z:c"), ("Zweitens", "z:c:2")]),
        ("d", [("1 Erstens", "artikel")]),  # code has no places of its own
    ],
)
def test_first_place_in_each_section(found: Places, name: str, wanted: list[tuple[str, str]]) -> None:
    assert spots(found, name) == wanted


def test_formulas_are_known_by_their_first_number(found: Places) -> None:
    formulas = [(each.name, each.anchor, each.number, len(each.numbers)) for each in found.formulas.values()]
    assert formulas == [("eq:query", "eq:query", "3", 2), ("formel-2", "z:formel-2", "", 1)]


def test_a_repetition_in_the_contents_is_no_place() -> None:
    found = places(samples.page(), {})
    assert found.spots["w-aa"][0].anchor == "z:w-aa"
    assert all(not anchor.startswith("inhalt") for anchor in found.anchors.values())


def test_numbers_lead_to_their_proofs_and_formulas_to_theirs() -> None:
    page = samples.page(TEXT)
    led = list(ast.nodes(leading(page, places(page, {}), lambda name: f"zahlen.html#{name}")))
    links = [node["c"][2][0] for node in led if node["t"] == "Link"]
    assert links == [
        "zahlen.html#a",
        "zahlen.html#a",
        "#sec:two",
        "zahlen.html#c",
        "zahlen.html#a",
    ]
    leads = [node["lead"] for node in led if "lead" in node]
    assert leads == [["zahlen.html#eq:query", ""], ["zahlen.html#formel-2", "z:formel-2"]]


def test_nothing_links_inside_a_link() -> None:
    page = samples.page(TEXT)
    led = leading(page, places(page, {}), lambda name: name)
    outer = [node for node in ast.nodes(led) if node["t"] == "Link"]
    assert [node for node in outer if any(inner["t"] == "Link" for inner in ast.nodes(node["c"][1]))] == []


def test_the_text_stays_the_same() -> None:
    page = samples.page()
    led = leading(page, places(page, {}), lambda name: name)
    assert ast.text(led) == ast.text(page.blocks)
    assert len(TOKEN.findall(ast.text(led))) > 20

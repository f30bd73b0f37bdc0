"""Texts that depend on data: plain text for every reader of the tree, and still known as what they are."""

from __future__ import annotations

import json

import pytest

from pipeline.document import ast
from pipeline.document.pandoc import convert
from pipeline.document.wordings import set_wordings
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.formatters import wording
from pipeline.quantities.tokens import Tokens

TOKEN = Axis("token", (Label("apple", "Apple"), Label("new_york", "New_York & *co*")))


def read(markdown: str) -> list[ast.Node]:
    """Pandoc's tree of a text in which each name in braces stands for a label of the axis."""
    tokens = Tokens()
    for label in TOKEN.labels:
        markdown = markdown.replace("{" + label.id + "}", tokens.word(wording(label)))
    return set_wordings(json.loads(convert(markdown, "markdown", "json"))["blocks"], tokens)


def spans(blocks: list[ast.Node]) -> list[tuple[str, str]]:
    return [(ast.attributes(node)["of"], ast.text(node)) for node in ast.nodes(blocks) if node["t"] == "Span"]


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("*{apple}*, nicht {new_york}.", "Apple, nicht New_York & *co*.\n"),  # a label's text is text, never markup
        ("**{apple}**-{apple}", "Apple-Apple\n"),
        ("„{apple} {new_york}“", "„Apple New_York & *co*“\n"),
    ],
)
def test_text_reads_as_before_and_its_wordings_are_spans(markdown: str, text: str) -> None:
    blocks = read(markdown)
    assert ast.text(blocks) == text
    assert {identity for identity, _ in spans(blocks)} <= {"token.apple", "token.new_york"}
    assert all(shown == {"token.apple": "Apple"}.get(identity, "New_York & *co*") for identity, shown in spans(blocks))


def test_formulas_hold_tex_and_say_what_it_was_made_of() -> None:
    (formula,) = [node for node in ast.nodes(read(r"$x_{\text{{new_york}}} + \text{{apple}}$")) if node["t"] == "Math"]
    assert formula["c"][1] == r"x_{\text{New\_York \& *co*}} + \text{Apple}"
    assert formula["wordings"] == [["New_York & *co*", "token.new_york"], ["Apple", "token.apple"]]


def test_alternative_texts_are_plain_and_say_what_they_were_made_of() -> None:
    tokens = Tokens()
    apple, new_york = (tokens.word(wording(label)) for label in TOKEN.labels)
    place = {"alt": {"place": ["a.md", 1, 1], "anchors": [[len("? bei ?, "), 1, 20]]}}
    given = {"t": "Image", "c": [ast.attr("", [], {"alt": f"{apple} bei {new_york}, hier"}), [], ["a", ""]]}
    (image,) = set_wordings([given | {"attributes": place}], tokens)
    assert ast.attributes(image)["alt"] == "Apple bei New_York & *co*, hier"
    assert [identity for _, identity in image["wordings"]] == ["token.apple", "token.new_york"]
    assert image["attributes"]["alt"]["anchors"] == [[len("Apple bei New_York & *co*, "), 1, 20]]


def test_places_lead_to_the_word_before() -> None:
    tokens = Tokens()
    mark = tokens.word(wording(TOKEN.labels[1]))
    text = ast.string(f"eins-{mark}-zwei") | {"place": ["a.md", 3, 1], "anchors": [[len("eins-?-"), 3, 40]]}
    before, name, behind = set_wordings([text], tokens)
    assert (before["place"], name["place"], behind["place"]) == (["a.md", 3, 1],) * 3
    assert behind["anchors"] == [[1, 3, 40]]


def test_a_label_that_was_chosen_is_known_by_its_row() -> None:
    from pipeline.arithmetic import Graph
    from pipeline.quantities.functions import largest
    from pipeline.quantities.value import Value

    row = Value(Graph().input("w", ["0.1", "0.9"], "test:1"), (TOKEN,), "w-apple", 'w["apple"]', "w", "")
    chosen = wording(largest(row))
    assert (chosen.id, chosen.text) == ("largest-w-apple", "New_York & *co*")

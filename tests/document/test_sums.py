"""Notes under tables: rounded rows and columns of weights that do not add up are owned to, others are left alone."""

from __future__ import annotations

import json

import pytest

from pipeline.arithmetic import Graph
from pipeline.document import ast
from pipeline.document.pandoc import convert
from pipeline.document.sums import explain_sums
from pipeline.document.wordings import set_wordings
from pipeline.problems import Problems
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.formatters import Formatters
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import Tokens
from pipeline.quantities.value import Value

THIRDS = [["0.3334", "0.3333", "0.3333"], ["0.5", "0.25", "0.25"]]


class Table:
    """Two rows of weights, as a table of the page and with the note that it gets."""

    def __init__(self, weights: list[list[str]], heads: tuple[str, str] = ("fell", "shares")) -> None:
        self.problems = Problems()
        self.formatters = Formatters(Tokens(), self.problems)
        rows = Axis("row", tuple(Label(f"r{place}", text) for place, text in enumerate(heads)))
        columns = Axis("column", tuple(Label(name, name) for name in "abc"))
        array = Graph().input("w", weights, "test:1")
        self.value = Value(array, (rows, columns), "w", "w", "w", "")

    def note(self, table: str) -> str:
        read = json.loads(convert(table + "\n", "markdown", "json"))["blocks"]
        blocks = set_wordings(read, self.formatters.tokens)
        explained = explain_sums(blocks, {"w": self.value}, self.formatters)
        assert not list(self.problems)
        notes = [ast.text(node) for node in explained if "table-note" in ast.classes(node)]
        return self.formatters.tokens.spell(" ".join(notes).strip(), Context.PROSE).replace("\u202f", " ")

    def upright(self, style: str, places: int) -> str:
        """The first row written as a column, headed “Anteil”."""
        parts = (getattr(self.formatters, style)(part, places) for part in self.value["r0"])
        lines = [f"| {part} | {number} |" for part, number in zip("abc", parts, strict=True)]
        return "\n".join(["| Token | Anteil |", "|:--|--:|", *lines])


def test_a_row_that_does_not_add_up_is_named() -> None:
    table = Table(THIRDS)
    text = table.note(table.formatters.table(table.value, 3))
    assert text == "In der Zeile „fell“ ergeben die gerundeten Gewichte zusammen 0,999, die genauen aber 1."


def test_a_head_of_several_words_stands_in_quotes() -> None:
    table = Table(THIRDS, ("so satt sie war", "shares"))
    assert table.note(table.formatters.table(table.value, 3)).startswith("In der Zeile „so satt sie war“ ergeben")


def test_where_every_row_is_rounded_none_is_named() -> None:
    table = Table([THIRDS[0], THIRDS[0]])
    assert table.note(table.formatters.table(table.value, 3)).startswith("In jeder Zeile ergeben")


@pytest.mark.parametrize(
    ("style", "places", "said"),
    [
        ("percent", 0, "Anteile zusammen 99 %, die genauen aber ein Ganzes."),
        ("num", 3, "Gewichte zusammen 0,999, die genauen aber 1."),
    ],
)
def test_a_column_is_added_up_too(style: str, places: int, said: str) -> None:
    table = Table(THIRDS)
    assert table.note(table.upright(style, places)) == f"In der Spalte „Anteil“ ergeben die gerundeten {said}"


def test_a_column_with_all_its_digits_gets_no_note() -> None:
    table = Table(THIRDS)
    assert table.note(table.upright("num", 4)) == ""


@pytest.mark.parametrize("weights", [[THIRDS[1], THIRDS[1]], [["0.3334", "0.3333", "0.3"], THIRDS[1]]])
def test_what_adds_up_or_never_did_gets_no_note(weights: list[list[str]]) -> None:
    table = Table(weights)
    assert table.note(table.formatters.table(table.value, 2)) == ""


def test_half_a_row_gets_no_note() -> None:
    table = Table(THIRDS)
    first, second, _ = (table.formatters.num(part, 3) for part in table.value["r0"])
    assert table.note(f"| Token | a | b |\n|:--|--:|--:|\n| fell | {first} | {second} |") == ""

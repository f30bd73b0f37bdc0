"""The data block: what a page's scripts get, and which elements of the page are marked for them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pipeline.arithmetic import Graph
from pipeline.document.computation import Computation
from pipeline.document.conditions import condition
from pipeline.outputs.html.data import DataBlock, Marks
from pipeline.problems import Problems
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.formatters import Formatters
from pipeline.quantities.functions import FUNCTIONS
from pipeline.quantities.sheet import Given
from pipeline.quantities.tokens import Tokens
from pipeline.quantities.value import Value

TOKEN = Axis("token", (Label("apple", "Apple"), Label("shares", "</script>")))
KIND = Axis("kind", (Label("a", "erste"), Label("b", "zweite")))


class Sample:
    """A page about x, which readers may change, its double, and c, which they may not."""

    def __init__(self) -> None:
        graph, self.tokens = Graph(), Tokens()
        self.formatters = Formatters(self.tokens, Problems())
        x, c = graph.input("x", ["1.5", "0.25"], "test:1"), graph.input("c", ["3", "4"], "test:2")
        self.names: dict[str, Any] = {
            "x": value(x, "x", TOKEN),
            "double": value((x + x).__named__("double"), "double", TOKEN),
            "kinds": value(x * 2, "kinds", KIND),
            "c": value(c, "c", TOKEN),
        }
        givens = {
            "x": Given("x", ["1.5", "0.25"], "input", "test:1", ("token",), "Wert von {0}.", panel="Die Werte"),
            "c": Given("c", ["3", "4"], "input", "test:2", ("token",)),
        }
        checks = ("double['apple'] > double['shares']", "c['apple'] < c['shares']")
        conditions = {check: condition(check, self.names | FUNCTIONS) for check in checks}
        axes = {"token": TOKEN, "kind": KIND}
        self.computation = Computation(graph, self.names, givens, axes, ("token",), conditions)

    @property
    def block(self) -> DataBlock:
        return DataBlock(self.computation, self.tokens, ())

    def read(self, block: DataBlock | None = None) -> dict[str, Any]:
        text = (block or self.block).json()
        assert "<" not in text
        read: dict[str, Any] = json.loads(text)
        return read


def value(array: Any, name: str, axis: Axis) -> Value:
    return Value(array, (axis,), name, name, name, "")


@pytest.fixture
def sample() -> Sample:
    return Sample()


def test_numbers_lead_to_entries_of_arrays_and_say_how_they_are_printed(sample: Sample) -> None:
    sample.formatters.num(sample.names["double"]["shares"], 1)
    sample.formatters.word(sample.names["c"]["apple"])
    read = sample.read()
    (node, index), form, digits = read["numbers"]["double-shares-1"]
    assert (read["nodes"][node]["name"], index, form, digits) == ("double", 1, "num(1)", "0.5")
    assert read["numbers"]["c-apple-w"][1:] == ["word", "3"]
    assert read["words"][:4] == ["null", "eins", "zwei", "drei"]
    assert read["words"][-1] == "zwölf"


def test_every_value_can_be_asked_for(sample: Sample) -> None:
    sample.formatters.num(sample.names["double"]["shares"], 1)
    read = sample.read()
    assert {name: read["nodes"][node].get("name", "") for name, node in read["values"].items()} == {
        "x": "x",
        "double": "double",
        "kinds": "",
        "c": "c",
    }


def test_readers_change_what_has_a_heading_and_changes_something(sample: Sample) -> None:
    assert sample.read()["panel"] == {"axes": [], "inputs": []}
    sample.formatters.num(sample.names["double"]["shares"], 1)
    panel = sample.read()["panel"]
    assert panel["axes"] == ["token"]
    assert [(shown["name"], shown["title"], shown["meaning"]) for shown in panel["inputs"]] == [
        ("x", "Die Werte", "Wert von {0}.")
    ]


def test_claims_are_marked_if_a_reader_can_make_them_false(sample: Sample) -> None:
    block = sample.block
    assert block.claim("double['apple'] > double['shares']") == "0"
    assert block.claim("c['apple'] < c['shares']") == ""
    assert block.claim("an identity") == ""
    read = sample.read(block)
    assert [claim[0] for claim in read["claims"]] == [">"]
    assert [index for _, index in read["claims"][0][1:]] == [0, 1]


def test_wordings_are_marked_if_a_reader_can_change_them(sample: Sample) -> None:
    tokens, formatters = sample.tokens, sample.formatters
    for label in (TOKEN.labels[0], KIND.labels[0], FUNCTIONS["largest"](sample.names["kinds"])):
        formatters.name(label)
    formatters.form(sample.names["double"]["apple"], "ist", "sind")
    formatters.form(sample.names["c"]["apple"], "hat", "haben")
    block = sample.block
    assert [wording.id for wording in tokens.wordings if block.worded(wording.id)] == [
        "token.apple",
        "largest-kinds",
        "double-apple-ist",
    ]
    rules = sample.read(block)["wordings"]
    assert rules["token.apple"] == ["label", "token", 0]
    assert rules["largest-kinds"][:2] == ["largest", "kind"]
    assert (rules["double-apple-ist"][0], *rules["double-apple-ist"][2:]) == ("forms", "ist", "sind")


def test_descriptions_are_split_where_they_can_change(sample: Sample) -> None:
    number = sample.formatters.num(sample.names["double"]["apple"], 1)
    fixed = sample.formatters.num(sample.names["c"]["apple"])
    sample.formatters.name(TOKEN.labels[0])
    block = sample.block
    assert block.spoken(f"Apple bei {number}, nicht {fixed}", [["Apple", "token.apple"]]) == "0"
    assert block.spoken(f"Nur {fixed}.") == ""
    assert sample.read(block)["spoken"] == [
        [{"wording": "token.apple"}, " bei ", {"number": "double-apple-1"}, ", nicht 3"]
    ]


def test_numbers_under_exponents_are_said_in_brackets_where_they_are_negative(sample: Sample) -> None:
    number = sample.formatters.num(sample.names["double"]["apple"], 1)
    said = (
        f"Klammer auf {number} Klammer zu zum Quadrat plus {number} hoch 3 plus Klammer auf {number} mal 2 Klammer zu"
    )
    block = sample.block
    block.spoken(said)
    power = {"number": "double-apple-1", "base": 1}
    plain = {"number": "double-apple-1"}
    (pieces,) = sample.read(block)["spoken"]
    assert pieces == [power, " zum Quadrat plus ", power, " hoch 3 plus Klammer auf ", plain, " mal 2 Klammer zu"]


def test_calculations_say_signs_and_notes_as_their_numbers_want_them(sample: Sample) -> None:
    x, double, fixed = (sample.formatters.num(sample.names[name]["apple"], 1) for name in ("x", "double", "c"))
    again = sample.computation.graph.printed("x-apple-1", "1.5") * 2
    follows = {
        "spoken": f"2 mal {x} ist ungefähr gleich {double}, (gerundet); a ist größer oder gleich {fixed}.",
        "relations": [[x, double]],
        "lines": [[2, [[again.id, 0, double]]]],
    }
    block = sample.block
    assert block.calculated(follows) == ("0", "0")
    assert block.calculated(follows | {"relations": [[fixed]]}) == ("", "")
    read = sample.read(block)
    assert read["spoken"][0][3:7] == [
        {"signed": ["x-apple-1", "double-apple-1"]},
        " ",
        {"number": "double-apple-1"},
        {"note": [0, 0], "text": ", (gerundet)"},
    ]
    (((before, (((node, index), printed),)),),) = read["redone"]
    assert (before, index, printed) == (2, 0, "double-apple-1")
    digits = next(read["nodes"][argument] for argument in read["nodes"][node]["args"])
    assert (digits["op"], digits["name"], digits["decimals"]) == ("printed", "x-apple-1", ["1.5"])


def test_numbers_move_that_are_computed_from_what_readers_change(sample: Sample) -> None:
    double, fixed = (sample.formatters.num(sample.names[name]["apple"], 1) for name in ("double", "c"))
    assert sample.block.moving([fixed, double])
    assert not sample.block.moving([fixed])


def test_a_page_without_a_computation_has_no_marks() -> None:
    marks = Marks()
    assert marks.calculated({}) == ("", "")
    assert not marks.moving(["0"])
    assert (marks.claim("a < b"), marks.worded("token.apple"), marks.spoken("x")) == ("", False, "")


def test_the_graph_is_the_one_that_was_recorded(sample: Sample) -> None:
    sample.formatters.num(sample.names["double"]["apple"], 1)
    read = sample.read()
    values: list[Any] = []
    for node in read["nodes"]:
        arguments = [values[argument] for argument in node.get("args", [])]
        if "decimals" in node:
            values.append(np.array([float(text) for text in node["decimals"]]).reshape(node["shape"]))
        else:
            values.append(arguments[0] if node["op"] == "name" else getattr(np, node["op"])(*arguments))
    assert values[read["values"]["double"]].tolist() == [3.0, 0.5]


def test_data_beside_the_page_speaks_of_the_same_graph(sample: Sample) -> None:
    block, entry = sample.block, sample.names["kinds"]["b"].entry
    block.attach(lambda: {"shown": [entry, "num", {"deeper": entry}]})
    nodes, beside = sample.read(block)["nodes"], json.loads(block.beside)
    node, index = beside["shown"][0]
    assert (nodes[node]["op"], index, beside["shown"][2]["deeper"]) == ("multiply", 1, [node, index])


def test_data_beside_is_kept_until_the_block_is_another(sample: Sample, tmp_path: Path) -> None:
    made: list[int] = []

    def written() -> tuple[str, str]:
        block = sample.block
        block.attach(lambda: made.append(1) or {"entry": sample.names["double"]["apple"].entry}, tmp_path / "new" / "x")
        return block.json(), block.beside

    assert written() == written()
    assert len(made) == 1
    sample.formatters.num(sample.names["c"]["apple"])
    assert json.loads(written()[1]) == json.loads(written()[1])
    assert len(made) == 2

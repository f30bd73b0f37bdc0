"""A bench for workings: page code in a few lines, and the calculation of one of its numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pipeline.arithmetic import Graph
from pipeline.problems import Problems
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.compute import Quantities, given_value
from pipeline.quantities.formatters import Formatters
from pipeline.quantities.sheet import Given, Sheet
from pipeline.quantities.tokens import Number, Tokens
from pipeline.quantities.value import refuse
from pipeline.working import Working, Workings

PAIR = Axis("pair", (Label("one", "Eins"), Label("two", "Zwei")))


class Bench:
    """Inputs x = [1.5, -0.5], y = [0.25, 2], M = [[1, 0], [0.5, 2]], n = 4 (a count) and m = 12 (a fact)."""

    def __init__(self) -> None:
        self.graph = Graph()
        self.givens = {
            "x": Given("x", ["1.5", "-0.5"], "input", "inputs.yaml:1", ("pair",), "Eingabe {0}.", "x"),
            "y": Given("y", ["0.25", "2"], "input", "inputs.yaml:2", ("pair",), "Eingabe {0}.", "y"),
            "M": Given("M", [["1", "0"], ["0.5", "2"]], "input", "inputs.yaml:3", ("pair", "pair"), "{0}, {1}.", "m"),
            "count.n": Given("count.n", "4", "count", "axis n", (), "Anzahl."),
            "facts.m": Given("facts.m", "12", "fact", "source2020", (), "Tatsache.", where="S. 3"),
        }
        self.made: dict[str, Any] = {}
        self.sheet = Sheet(self.givens, {"pair": PAIR}, {}, self.make)
        self.formatters = Formatters(Tokens(), Problems())

    def make(self, given: Given) -> Any:
        """The array of a given."""
        if given.name not in self.made:
            self.made[given.name] = self.graph.input(given.name, given.decimals, given.source)
        return self.made[given.name]

    def quantities(self) -> Quantities:
        """What was defined, with the givens."""
        values = {
            given.name: given_value(given, self.make(given), self.sheet.axes, refuse) for given in self.givens.values()
        }
        return Quantities(values | self.sheet.values, self.givens, self.sheet.axes, self.graph)

    def number(self, name: str, places: int, *labels: str) -> Number:
        """A printed decimal of a quantity."""
        value = self.quantities().values[name]
        return self.formatters.number(value[labels] if labels else value, places)

    def workings(self) -> Workings:
        """The workings of what was defined."""
        return Workings(self.quantities(), self.formatters, self.formatters.tokens.numbers)

    def working(self, name: str, places: int = 3, *labels: str) -> Working:
        """The working of a printed decimal."""
        return self.workings().of(self.number(name, places, *labels))


def written(working: Working) -> list[str]:
    """The sides of all lines with their relations."""
    return [
        f"{side.relation} {side.tex(lambda shown: shown.tex)}".strip() for line in working.lines for side in line.sides
    ]


@pytest.fixture
def bench() -> Bench:
    """An empty bench."""
    return Bench()


Define = Callable[[Sheet], Any]

"""A tiny sheet: two tokens, two coordinates, their weights."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pipeline.arithmetic import Graph
from pipeline.problems import Problems
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.formatters import Formatters
from pipeline.quantities.sheet import Given, Sheet
from pipeline.quantities.tokens import Tokens
from pipeline.quantities.value import Value

TOKEN = Axis("token", (Label("apple", "Apple"), Label("shares", "shares")))


@pytest.fixture
def scalar() -> Callable[[str], Value]:
    """A single value from its decimal text."""
    graph = Graph()
    made: list[Any] = []

    def make(decimal: str) -> Value:
        made.append(graph.input(f"x{len(made)}", decimal, "test:1"))
        return Value(made[-1], (), f"x{len(made)}", f"x{len(made)}", f"x{len(made)}", "Ein Wert.")

    return make


@pytest.fixture
def row() -> Callable[..., Value]:
    """A row of values labelled by the tokens' ids."""
    graph = Graph()

    def make(*decimals: str) -> Value:
        axis = Axis("token", tuple(Label(f"t{index}", f"T{index}") for index in range(len(decimals))))
        array = graph.input(f"row{len(graph.nodes)}", list(decimals), "test:1")
        return Value(array, (axis,), "row", "row", "row", "Gewicht von {0}.")

    return make


@pytest.fixture
def formatters() -> Formatters:
    """Formatters with tokens and problems of their own."""
    return Formatters(Tokens(), Problems())


@pytest.fixture
def sheet() -> Sheet:
    """A sheet with one input, `embeddings`, over two tokens."""
    graph = Graph()
    given = Given("embeddings", [["1.00", "0.20"], ["0.10", "1.00"]], "input", "test:1", ("token", None))
    return Sheet(
        givens={"embeddings": given},
        axes={"token": TOKEN},
        sentences={},
        make=lambda given: graph.input(given.name, given.decimals, given.source),
    )

"""How many digits of a value a calculation prints."""

from __future__ import annotations

import numpy as np
import pytest

from pipeline.arithmetic import Graph
from pipeline.working.digits import Printer, places_of
from pipeline.working.scalars import Scalars


@pytest.mark.parametrize(
    ("value", "places", "text", "exact"),
    [
        ("0.30", 3, "0.30", True),  # typed digits stay
        ("0.00001", 3, "0.00001", True),
        ("3 / 10", 3, "0.30", True),  # computed ones get two decimals at least
        ("7 / 8", 3, "0.875", True),
        ("7 / 8", 2, "0.88", False),
        ("9 / 3", 3, "3", True),
        ("1 / 3", 3, "0.333", False),
        ("-2 / 3", 3, "-0.667", False),
        ("100 / 3", 3, "33.33", False),  # as many digits as below ten
        ("100000 / 3", 3, "33333", False),
        ("1 / 30000", 3, "0.000033", False),  # never zero
        ("1 / 30000000", 3, "3.3e-8", False),
        ("10000000000 / 3", 3, "3.3e9", False),
        ("12345678901234567 / 1", 3, "12345678901234567", True),
        ("0 / 3", 3, "0", True),
    ],
)
def test_digits(value: str, places: int, text: str, exact: bool) -> None:
    graph = Graph()
    a, _, b = value.partition(" / ")
    array = graph.input("a", a) / graph.input("b", b) if b else graph.input("a", a)
    scalars = Scalars(graph)
    digits = Printer(scalars).digits(scalars.of(array.entry()), places)
    assert (digits.text, digits.exact) == (text, exact)


def test_what_a_mask_hides_is_infinite() -> None:
    graph = Graph()
    hidden = np.where(np.array([False]), graph.input("x", ["1"]), -np.inf)[0]
    scalars = Scalars(graph)
    assert Printer(scalars).digits(scalars.of(hidden.entry()), 3).text == "-inf"


@pytest.mark.parametrize(("text", "places"), [("0.30", 2), ("3", 0), ("1.1e-50", 51), ("3.3e9", -8), ("-0.5", 1)])
def test_places(text: str, places: int) -> None:
    assert places_of(text) == places

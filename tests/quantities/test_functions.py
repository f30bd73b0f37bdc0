"""Functions of conditions over whole matrices."""

from __future__ import annotations

import pytest

from pipeline.arithmetic import Graph
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.functions import is_largest_beside
from pipeline.quantities.value import Value

TOKENS = Axis("token", tuple(Label(name, name) for name in ("a", "b", "c")))


def matrix(*rows: str) -> Value:
    array = Graph().input("w", [row.split() for row in rows], "test:1")
    return Value(array, (TOKENS, TOKENS), "w", "w", "w", "Gewicht von {0} auf {1}.")


@pytest.mark.parametrize(
    ("rows", "places", "holds"),
    [
        (("0.5 0.3 0.2", "0.9 0.1 0", "0.1 0.7 0.2"), -1, True),  # the first row has nothing before it
        (("0.5 0.3 0.2", "0.9 0.1 0", "0.4 0.2 0.4"), -1, False),
        (("0.6 0.2 0.2", "0.1 0.8 0.1", "0 0.5 0.5"), 0, False),  # a tie is not enough
        (("0.6 0.2 0.2", "0.1 0.8 0.1", "0 0.4 0.6"), 0, True),
        (("0.1 0.8 0.1", "0 0.4 0.6", "1 0 0"), 1, True),
    ],
)
def test_the_entry_beside_the_diagonal_is_the_largest_of_each_row_that_has_it(
    rows: tuple[str, ...], places: int, holds: bool
) -> None:
    assert is_largest_beside(matrix(*rows), places) is holds

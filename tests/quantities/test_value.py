"""Values: parts by label, proven comparisons, recorded arithmetic, near misses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pipeline.quantities.functions import largest, maximum, minimum, positives, smallest, spread, total
from pipeline.quantities.sheet import Sheet, SheetError
from pipeline.quantities.value import Value

Make = Callable[..., Value]


def test_parts_carry_their_labels(sheet: Sheet) -> None:
    X = sheet.given("embeddings")
    sheet.define("scores", X @ X.T, axes=("token", "token"), meaning="Score von {1} für {0}.")
    score = sheet.values["scores"]["apple", "shares"]
    assert score.expression == 'scores["apple","shares"]'
    assert score.key == "scores-apple-shares"
    assert score.described() == "Score von shares für Apple."
    assert score == sheet.values["scores"]["shares"]["apple"]


def test_comparisons_are_proven(row: Make) -> None:
    values = row("0.1", "0.2", "0.3")
    assert values["t0"] + values["t1"] == values["t2"]  # where floats say 0.30000000000000004
    assert values["t0"] < values["t1"] <= values["t2"]
    assert 2 * values["t0"] == values["t1"]
    assert not values["t0"] > values["t1"]


def test_functions(row: Make) -> None:
    values = row("0.1", "-0.2", "0.3")
    assert (largest(values).id, smallest(values).id) == ("t2", "t1")
    assert total(values) == row("0.2")["t0"] or float(total(values)) == pytest.approx(0.2)
    assert float(maximum(values)) == 0.3
    assert float(minimum(values)) == -0.2
    assert float(spread(values)) == 0.5
    assert positives(values) == 2


def test_an_unknown_label_names_the_nearest(row: Make) -> None:
    with pytest.raises(KeyError, match="no label 't9'"):
        row("1", "2")["t9"]


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda sheet: sheet.given("embedings"), "Did you mean 'embeddings'"),
        (lambda sheet: sheet.axis("tokens"), "Did you mean 'token'"),
        (lambda sheet: sheet.define("a", sheet.given("embeddings"), axes=("token",)), "1 axes are named"),
    ],
)
def test_mistakes_of_page_code_are_named(sheet: Sheet, ask: Callable[[Sheet], object], says: str) -> None:
    with pytest.raises(SheetError, match=says):
        ask(sheet)

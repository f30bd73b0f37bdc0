"""Conditions as data: the same decisions as in the text, by a reader that knows nothing but comparisons of entries."""

from __future__ import annotations

import operator
from typing import Any

import pytest

from pipeline.arithmetic import Entry, Graph, nearest_double
from pipeline.document.conditions import InexpressibleError, condition
from pipeline.document.names import Labels
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.functions import FUNCTIONS
from pipeline.quantities.value import Value, refuse

TOKEN = Axis("token", tuple(Label(name, name) for name in ("apple", "shares", "fell")))


@pytest.fixture
def names() -> dict[str, Any]:
    """Three weights, the same in another order, and a threshold."""
    graph = Graph()

    def row(name: str, *decimals: str) -> Value:
        return Value(graph.input(name, list(decimals), "test:1"), (TOKEN,), name, name, name, "")

    threshold = Value(graph.input("limit", "0.25", "test:1"), (), "limit", "limit", "limit", "")
    return {
        "w": row("w", "0.2", "0.5", "0.3"),
        "v": row("v", "0.5", "0.2", "0.3"),
        "token": Labels(TOKEN, refuse),
        "words": {"limit": threshold},
        "identity": lambda name: True,
        **FUNCTIONS,
    }


COMPARE = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq}
COMPARE["!="] = operator.ne


def decide(what: Any) -> Any:
    """What the browser does, in five lines."""
    match what:
        case ("and", *parts):
            return all(map(decide, parts))
        case ("or", *parts):
            return any(map(decide, parts))
        case ("not", part):
            return not decide(part)
        case ("same", left, right):
            return decide(left) == decide(right)
        case ("largest" | "smallest", row):
            return row.index((max if what[0] == "largest" else min)(row, key=nearest_double))
        case ("is_largest" | "is_smallest", row, label):
            others = [entry for place, entry in enumerate(row) if place != decide(label)]
            sign = operator.gt if what[0] == "is_largest" else operator.lt
            return all(sign(nearest_double(row[decide(label)]), nearest_double(other)) for other in others)
        case (sign, left, right):
            return COMPARE[sign](decide(left), decide(right))
    return nearest_double(what) if isinstance(what, Entry) else what


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("w['apple'] < w['shares']", True),
        ("w['apple'] < w['fell'] < w['shares']", True),
        ("w['apple'] < w['shares'] < w['fell']", False),
        ("2 * w['apple'] < w['shares'] and not w['apple'] > w['fell']", True),
        ("w['apple'] > words.limit or w['fell'] >= words.limit", True),
        ("1 > w['apple']", True),
        ("largest(w) == token['shares']", True),
        ("largest(w) != largest(v)", True),
        ("smallest(w) == largest(v)", True),
        ("is_largest(w, token['shares']) and is_smallest(w, 'apple')", True),
        ("is_largest(v, largest(w))", False),
        ("spread(w) == maximum(w) - minimum(w) and total(w) == total(v)", True),
        ("2 * positives(w) == 2", False),
        ("w == v", False),
        ("w['fell'] == v['fell'] and v == v", True),
        ("identity('any') and w['apple'] == -(-w['apple'])", True),
        ("token['apple'] == token['shares']", False),
    ],
)
def test_a_condition_says_the_same_as_data(names: dict[str, Any], text: str, holds: bool) -> None:
    assert decide(condition(text, names)) is holds


@pytest.mark.parametrize("text", ["w['apple']", "w['apple'] in w", "w < v", "w['apple'] if true else 1", "3 ** 2 > 1"])
def test_what_cannot_be_decided_elsewhere_is_refused(names: dict[str, Any], text: str) -> None:
    with pytest.raises(InexpressibleError):
        condition(text, names)

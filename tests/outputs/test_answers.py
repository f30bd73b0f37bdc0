"""What drawings may ask, and that the same question has the same answer."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure

from pipeline.outputs.answers import Answers, UnansweredError
from pipeline.quantities.axes import numbered
from tests.outputs.sentences import FOUR, sentence

KNOWN = sentence(FOUR)


@pytest.fixture
def q() -> Answers:
    return KNOWN.answers()


def test_a_number_is_spelled_as_in_the_text_and_kept_for_the_ledger(q: Answers) -> None:
    assert q.spell(q.raw_weights["apple", "shares"], 3) == "0,191"
    assert [(number.digits, number.expression) for number in q.numbers.values()] == [
        ("0.191", 'raw_weights["apple","shares"]')
    ]


def test_an_input_prints_all_its_digits(q: Answers) -> None:
    assert q.spell(q.embeddings["apple", "food"]) == "1,00"


def test_a_written_number_carries_its_id(q: Answers) -> None:
    axes = Figure().add_subplot()
    q.write(axes, 0, 0, q.raw_weights["apple", "shares"], 3, ha="center")
    (text,) = axes.texts
    assert text.get_text() == "0,191"
    assert text.get_gid() == f"number-{next(iter(q.numbers))}"


@pytest.mark.parametrize(
    ("number", "places", "spelled"),
    [(0.5, 1, "0,5"), (-1, 0, "−1"), (-0.0, 1, "0,0"), (0.1 + 0.2, 2, "0,30"), (12000, 0, "12\u202f000")],
)
def test_ticks(q: Answers, number: float, places: int, spelled: str) -> None:
    assert q.tick(number, places) == spelled


def test_every_question_can_be_asked_again(q: Answers) -> None:
    q.spell(q.raw_weights["apple", "shares"], 3)
    q.spell(q.embeddings["apple", "food"])
    q.text("token", "fell")
    q.tick(-0.25, 2)
    q.quantity("position.token")
    q.follow(q.raw_weights["apple", "shares"])
    q.worded(q.raw_weights.axes[0].labels[1])
    again = KNOWN.answers()
    assert {question: again.ask(question) for question in q.asked} == q.asked
    assert (again.numbers, again.follows, again.wordings) == (q.numbers, q.follows, q.wordings)


def test_a_position_names_what_it_follows_and_how(q: Answers) -> None:
    weight = q.raw_weights["apple", "shares"]
    assert q.follow(weight, 120, 8) == "raw_weights.apple.shares,120,8,"
    assert q.follow(weight, 1 / 3, group="zero-bars") == "raw_weights.apple.shares,0.333333,0,zero-bars"
    assert q.follows == {"raw_weights.apple.shares": weight.entry}


def test_only_what_has_a_name_can_be_followed(q: Answers) -> None:
    with pytest.raises(UnansweredError, match="has no name"):
        q.follow(q.raw_weights["apple", "shares"] + 1)


def test_a_labels_text_is_marked_where_its_axis_has_a_name(q: Answers) -> None:
    assert q.worded(q.raw_weights.axes[0].labels[0]) == "token.apple"
    assert q.wordings["token.apple"].text == "Apple"
    assert q.worded(numbered(3).labels[0]) == ""


@pytest.mark.parametrize("name", ["raw_weight", "given"])
def test_an_unknown_quantity(q: Answers, name: str) -> None:
    with pytest.raises(UnansweredError, match=f"there is no quantity {name}"):
        q.quantity(name)

"""What drawings may ask, and that the same question has the same answer."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure

from pipeline.outputs.answers import Answers, UnansweredError
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
    again = KNOWN.answers()
    assert {question: again.ask(question) for question in q.asked} == q.asked
    assert again.numbers == q.numbers


@pytest.mark.parametrize("name", ["raw_weight", "given"])
def test_an_unknown_quantity(q: Answers, name: str) -> None:
    with pytest.raises(UnansweredError, match=f"there is no quantity {name}"):
        q.quantity(name)

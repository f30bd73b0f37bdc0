"""What authors call says itself what it takes."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from pipeline.problems import MisuseError
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.functions import FUNCTIONS
from pipeline.quantities.misuse import PLACES, ROW, checked
from pipeline.quantities.value import Value, shown

AXIS = Axis("token", (Label("apple", "Apple"), Label("shares", "Aktien")))
ROW_OF_TWO = Value(np.array([0.4, 0.2]), (AXIS,), "w", "w", "w", "Gewicht von {0}.")


class Gone:
    """A stand-in for what could not be found, whose problem is known."""

    already_reported = True


def printed(row: Any, places: int | None = None) -> str:
    return f"{row} {places}"


PRINTED = checked(printed, {"row": ROW, "places": PLACES})


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "`printed` is given too much, or too little"),
        ((ROW_OF_TWO, 1, 2), "`printed` is given too much, or too little"),
        ((0.4,), "`printed` meets 0.4, which is not a row of a quantity"),
        ((ROW_OF_TWO, True), "`printed` meets True, which is not a number of decimals, 0 to 30"),
        ((ROW_OF_TWO, 31), "`printed` meets 31, which is not a number of decimals, 0 to 30"),
    ],
)
def test_what_does_not_fit_is_said(arguments: tuple[Any, ...], said: str) -> None:
    with pytest.raises(MisuseError, match=said) as misuse:
        PRINTED(*arguments)
    assert misuse.value.remedy.startswith("It takes a row of a quantity")


def test_what_fits_passes_and_what_is_missing_passes_on() -> None:
    assert PRINTED(ROW_OF_TWO, places=2) == "w 2"
    gone = Gone()
    assert PRINTED(gone) is gone
    assert checked(printed, {}, missing="?")(gone) == "?"


def test_functions_know_their_axes() -> None:
    assert FUNCTIONS["largest"](ROW_OF_TWO).id == "apple"
    with pytest.raises(MisuseError, match=r'`total` meets w\["apple"\]'):
        FUNCTIONS["total"](ROW_OF_TWO["apple"].__class__(0.4, (), "a", 'w["apple"]', "w", ""))


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (ROW_OF_TWO, "w"),
        (AXIS.labels[0], 'token["apple"]'),
        ("x", "'x'"),
        ([1], "a list"),
        (len, "the function len"),
        (object(), "a name that stands for several values"),
    ],
)
def test_values_are_shown_as_their_authors_know_them(value: object, said: str) -> None:
    assert shown(value) == said


def test_a_number_is_neither_true_nor_false_and_a_label_has_no_order() -> None:
    with pytest.raises(MisuseError, match="neither true nor false"):
        bool(ROW_OF_TWO)
    with pytest.raises(MisuseError, match="labels have no order"):
        AXIS.labels[0] < AXIS.labels[1]  # noqa: B015 - asking is what is wrong


def test_a_misuse_survives_the_way_between_processes() -> None:
    error = pickle.loads(pickle.dumps(MisuseError("a is no row", "Take w.")))
    assert (str(error), error.remedy) == ("a is no row", "Take w.")

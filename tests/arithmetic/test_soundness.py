"""Every operation's ball holds the true value, no comparison guesses, no float gets in, no proof gets out.

Each check is also run on operations with a planted fault: it has to find them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from flint import arb

from pipeline.arithmetic import Undecided, balls, numerals
from pipeline.arithmetic.primitives import BALL, COMPARISONS

from . import soundness
from .soundness import array, as_balls


def test_every_ball_holds_the_true_value() -> None:
    assert soundness.missed(BALL) == set()
    assert soundness.missed_sums(BALL) == set()


def test_comparisons_decide_or_raise() -> None:
    assert soundness.guessed(BALL) == set()


def test_no_float_gets_in() -> None:
    assert list(soundness.accepted_floats()) == []


def test_no_proof_gets_out() -> None:
    assert list(soundness.lost_proofs()) == []


def test_the_operations_that_are_checked_are_all_there_are() -> None:
    logic = {"logical_and", "logical_or", "logical_not", "where", "gather"}  # they compute nothing
    sums = {"sum", "max", "min", "matmul"}
    assert set(BALL) == set(soundness.ARITY) | set(COMPARISONS) | logic | sums


# -- planted faults


def _elementwise(function: Callable[..., Any], arity: int) -> Any:
    ufunc = np.frompyfunc(function, arity, 1)
    return lambda *arrays: np.asarray(ufunc(*arrays), dtype=object)


FAULTY: dict[str, tuple[str, Any]] = {
    "the maximum is one of the two, although that is open": (
        "maximum",
        _elementwise(lambda a, b: a if a > b else b, 2),
    ),
    "NumPy's own maximum": ("maximum", np.maximum),
    "the minimum is one of the two": ("minimum", np.minimum),
    "exp through float64": ("exp", _elementwise(lambda a: arb(math.exp(float(a.mid()))), 1)),
    "log of the middle only": ("log", _elementwise(lambda a: a.mid().log(), 1)),
    "a product that forgets the radius": ("multiply", _elementwise(lambda a, b: a.mid() * b, 2)),
    "a quotient that forgets the divisor's radius": ("divide", _elementwise(lambda a, b: a / b.mid(), 2)),
    "a constant that was a float": ("tanh", _elementwise(lambda a: a.tanh() * arb(0.1) * 10, 1)),
    "erf of three digits": ("erf", _elementwise(lambda a: arb(round(math.erf(float(a.mid())), 3)), 1)),
    "the absolute value of the middle": ("absolute", _elementwise(lambda a: abs(a.mid()), 1)),
    "a power that rounds its exponent": ("power", _elementwise(lambda a, b: a ** arb(b.mid().floor().fmpz()), 2)),
}
FAULTY_SUMS: dict[str, tuple[str, Any]] = {
    "a sum that leaves out the last term": ("sum", lambda a, **_: sum(a[:-1], arb(0))),
    "NumPy's own max": ("max", lambda a, **_: np.max(a)),
    "NumPy's own min": ("min", lambda a, **_: np.min(a)),
    "a product of middles": ("matmul", lambda a, b: array(*(x.mid() for x in a)) @ b),
}
FAULTY_COMPARISONS: dict[str, tuple[str, Any]] = {
    "an open comparison answers False": ("less", lambda a, b: a < b),
    "an open equality answers False": ("equal", lambda a, b: a == b),
    "an open inequality answers by its middle": ("not_equal", _elementwise(lambda a, b: a.mid() != b.mid(), 2)),
    "a comparison the wrong way round": ("greater", BALL["less"]),
    "a comparison that forgets equality": ("less_equal", BALL["less"]),
}


@pytest.mark.parametrize("fault", FAULTY)
def test_a_ball_that_misses_is_found(fault: str) -> None:
    name, faulty = FAULTY[fault]
    assert name in soundness.missed({**BALL, name: faulty})


@pytest.mark.parametrize("fault", FAULTY_SUMS)
def test_a_sum_that_misses_is_found(fault: str) -> None:
    name, faulty = FAULTY_SUMS[fault]
    assert name in soundness.missed_sums({**BALL, name: faulty})


@pytest.mark.parametrize("fault", FAULTY_COMPARISONS)
def test_a_guess_is_found(fault: str) -> None:
    name, faulty = FAULTY_COMPARISONS[fault]
    assert soundness.guessed({**BALL, name: faulty}) == {name}


@pytest.mark.parametrize("accepted", [0.1, 2.0])
def test_a_float_that_slips_in_is_found(accepted: float, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = numerals._numeral

    def lenient(value: Any) -> str:
        return repr(float(value)) if isinstance(value, type(accepted)) and value == accepted else honest(value)

    monkeypatch.setattr(numerals, "_numeral", lenient)
    found = list(soundness.accepted_floats())
    assert any("balls: array + float" in fault for fault in found)
    assert any("trace: where" in fault for fault in found)


# -- why a plain object array will not do


def test_a_plain_array_of_balls_is_unsound() -> None:
    """The reason for the class: NumPy picks an operand, and the true maximum 5/4 lies outside of it."""
    wide, narrow = arb(1, 0.5), arb(1)
    picked = np.maximum(array(narrow), array(wide))[0], np.maximum(array(wide), array(narrow))[0]
    assert any(not ball.overlaps(arb(1.25)) for ball in picked)
    assert not np.less(array(wide), array(narrow))[0]
    assert not np.greater_equal(array(wide), array(narrow))[0]

    enclosed = np.maximum(as_balls(narrow), as_balls(wide)).elements[0]
    assert enclosed.overlaps(arb(1.25))
    with pytest.raises(Undecided):
        as_balls(wide) < as_balls(narrow)  # noqa: B015


def test_infinity_is_exact_and_vanishes_in_exp() -> None:
    masked = np.where(np.array([True, False]), balls(["1", "2"]), -np.inf)
    weights = np.exp(masked - np.max(masked))
    assert weights.elements[1].is_zero()
    assert weights.elements[0] == 1
    assert bool(np.max(masked) == 1)


def test_what_may_not_exist_is_neither_true_nor_false() -> None:
    one, nothing = balls("1"), balls("0")
    for undefined in (one / nothing, np.log(nothing), np.sqrt(-one), nothing / nothing, (one / nothing) ** 0):
        with pytest.raises(Undecided):
            undefined > 0  # noqa: B015


def test_the_precision_travels_with_the_array() -> None:
    coarse, fine = balls("0.1", bits=40), balls("0.1", bits=400)
    assert (coarse * fine).bits == 40
    assert np.exp(fine).elements[()].rad() < arb("1e-100") < np.exp(coarse).elements[()].rad()

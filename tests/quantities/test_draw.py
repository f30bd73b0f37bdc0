"""Drawn numbers: the same for the same seed, inside their range, and refused where nothing can be drawn."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from pipeline.quantities.draw import draw, fnv1a, mulberry32


def test_the_generators_are_the_published_ones() -> None:
    assert [fnv1a(text) for text in ("", "a", "foobar")] == [0x811C9DC5, 0xE40C292C, 0xBF9CF968]
    assert list(islice(mulberry32(1), 3)) == [2693262067, 11749833, 2265367787]


def test_the_same_seed_gives_the_same_decimals() -> None:
    scores = draw((3,), "0.0", "3.0", "0.1", distinct=True)
    assert scores.decimals("7", "scores") == scores.decimals("7", "scores")
    assert scores.decimals("7", "scores") != scores.decimals("8", "scores")
    assert scores.decimals("7", "scores") != scores.decimals("7", "others")


@pytest.mark.parametrize("distinct", [False, True])
def test_numbers_stay_in_their_range_and_reach_both_ends(distinct: bool) -> None:
    steps = draw((2, 2), "-1.0", "1.0", "0.5", distinct)
    found = Counter(number for seed in range(200) for row in steps.decimals(str(seed), "x") for number in row)
    assert set(found) == {"-1.0", "-0.5", "0.0", "0.5", "1.0"}


def test_distinct_numbers_differ() -> None:
    steps = draw((5,), "1", "5", "1", distinct=True)
    assert all(sorted(steps.decimals(str(seed), "x")) == ["1", "2", "3", "4", "5"] for seed in range(50))


def test_a_single_number_is_no_list() -> None:
    assert draw((), "0.05", "0.05", "0.01", distinct=False).decimals("1", "x") == "0.05"


@pytest.mark.parametrize(
    ("lowest", "highest", "step", "distinct"),
    [("1", "0", "1", False), ("0", "1", "0", False), ("0", "1", "0.3", False), ("0", "1", "1", True)],
)
def test_a_range_that_nothing_can_be_drawn_from_is_refused(
    lowest: str, highest: str, step: str, distinct: bool
) -> None:
    with pytest.raises(ValueError, match=r"steps|different"):
        draw((3,), lowest, highest, step, distinct)

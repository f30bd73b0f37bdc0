"""Greedy, top-k, top-p and sampling."""

from __future__ import annotations

import numpy as np
import pytest

from pipeline.transformer import greedy, most_probable, sample, top_k, top_p

P = np.array([0.1, 0.4, 0.2, 0.3])


def test_greedy_takes_the_first_of_the_largest() -> None:
    assert greedy(P) == 1
    assert greedy(np.array([1.0, 3, 3])) == 1
    assert type(greedy(P)) is int


def test_most_probable_are_sorted_and_equals_keep_their_order() -> None:
    assert most_probable(P, 3).tolist() == [1, 3, 2]
    assert most_probable(np.array([0.2, 0.4, 0.2, 0.2]), 3).tolist() == [1, 0, 2]
    assert most_probable(P, 4).tolist() == [1, 3, 2, 0]
    assert most_probable(np.tile([0.01, 0.03], 25), 50).tolist() == [*range(1, 50, 2), *range(0, 50, 2)]


def test_top_k_keeps_k_and_sums_to_one() -> None:
    np.testing.assert_allclose(top_k(P, 2), [0, 4 / 7, 0, 3 / 7])
    np.testing.assert_allclose(top_k(P, 4), P)
    np.testing.assert_allclose(top_k(P, 1), [0, 1, 0, 0])


@pytest.mark.parametrize(
    ("mass", "kept"),
    [(0.01, [1]), (0.39, [1]), (0.41, [1, 3]), (0.71, [1, 3, 2]), (0.95, [1, 3, 2, 0]), (1, [1, 3, 2, 0])],
)
def test_top_p_keeps_the_fewest_that_reach_the_mass(mass: float, kept: list[int]) -> None:
    found = top_p(P, mass)
    assert np.flatnonzero(found).tolist() == sorted(kept)
    np.testing.assert_allclose(found[kept], P[kept] / P[kept].sum())


def test_top_p_stops_when_the_mass_is_reached_exactly() -> None:
    np.testing.assert_array_equal(top_p(np.array([0.25, 0.5, 0.25]), 0.5), [0, 1, 0])


class Fixed:
    """A generator that always draws the same number."""

    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        return self.number


@pytest.mark.parametrize(
    ("number", "token"), [(0, 0), (0.09, 0), (0.11, 1), (0.49, 1), (0.51, 2), (0.69, 2), (0.71, 3), (1 - 2**-53, 3)]
)
def test_sample_cuts_the_unit_interval_into_the_probabilities(number: float, token: int) -> None:
    assert sample(P, Fixed(number)) == token
    assert type(sample(P, Fixed(number))) is int


def test_a_token_without_probability_is_never_drawn() -> None:
    p = np.array([0, 0.5, 0, 0.5, 0])
    assert {sample(p, Fixed(number)) for number in (0, 0.25, 0.5, 0.75, 1 - 2**-53)} == {1, 3}


def test_single_precision_may_sum_to_nearly_one() -> None:
    p = np.array([0.3, 0.3, 0.3995])
    assert sample(p, Fixed(1 - 2**-53)) == 2


def test_equal_seeds_draw_equal_tokens_with_the_right_frequency() -> None:
    draws = [[sample(P, generator) for _ in range(4000)] for generator in map(np.random.default_rng, (1, 1))]
    assert draws[0] == draws[1]
    np.testing.assert_allclose(np.bincount(draws[0]) / 4000, P, atol=0.03)

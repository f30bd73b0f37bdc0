"""Positions, by sine and cosine of the standard library and by complex numbers."""

from __future__ import annotations

import cmath
import math

import numpy as np
import pytest

from pipeline.transformer import rotary_encoding, sinusoidal_encoding

from .samples import Sampler


def angle(p: int, i: int, d: int) -> float:
    return p / 10000 ** (2 * i / d)


@pytest.mark.parametrize("d", [2, 6, 8])
def test_sine_in_even_and_cosine_in_odd_coordinates(d: int) -> None:
    encoding = sinusoidal_encoding(range(5), d, np.zeros(1))
    assert encoding.shape == (5, d)
    for p in range(5):
        for i in range(d // 2):
            assert encoding[p, 2 * i] == pytest.approx(math.sin(angle(p, i, d)), abs=1e-15)
            assert encoding[p, 2 * i + 1] == pytest.approx(math.cos(angle(p, i, d)), abs=1e-15)


def test_positions_may_be_any_integers_in_any_container() -> None:
    expected = sinusoidal_encoding(range(8), 4, np.zeros(1))[[7, 0, 3]]
    for positions in ([7, 0, 3], (7, 0, 3), np.array([7, 0, 3])):
        np.testing.assert_array_equal(sinusoidal_encoding(positions, 4, np.zeros(1)), expected)


def test_the_encoding_has_the_precision_of_the_array_it_is_for() -> None:
    assert sinusoidal_encoding(range(2), 4, np.zeros(1, dtype=np.float32)).dtype == np.float32


def test_rotary_encoding_multiplies_pairs_by_a_complex_number() -> None:
    positions, d = [0, 1, 5, 2], 6
    x = Sampler().array(4, d)
    turned = rotary_encoding(x, positions)
    for row, p in enumerate(positions):
        for i in range(d // 2):
            pair = complex(*x[row, 2 * i : 2 * i + 2]) * cmath.exp(1j * angle(p, i, d))
            assert complex(*turned[row, 2 * i : 2 * i + 2]) == pytest.approx(pair, abs=1e-15)


def test_turned_queries_and_keys_know_their_distance_only() -> None:
    sampler = Sampler()
    q, k = sampler.array(1, 6), sampler.array(1, 6)
    near = rotary_encoding(q, [5]) @ rotary_encoding(k, [2]).T
    far = rotary_encoding(q, [103]) @ rotary_encoding(k, [100]).T
    other = rotary_encoding(q, [5]) @ rotary_encoding(k, [3]).T
    assert near == pytest.approx(far, abs=1e-12)
    assert abs(near - other) > 1e-3

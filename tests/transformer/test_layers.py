"""Normalisation, activations and the feed-forward network, number by number."""

from __future__ import annotations

import math
import statistics

import numpy as np
import pytest

from pipeline.transformer import feed_forward, gelu, gelu_tanh, layer_norm, num, relu
from pipeline.transformer.numbers import erf

from .samples import Sampler


def test_each_token_is_normalised_by_itself() -> None:
    sampler = Sampler()
    x, gamma, beta = sampler.array(4, 5), sampler.array(5), sampler.array(5)
    found = layer_norm(x, gamma, beta, "0.25")
    for row, token in zip(found, x, strict=True):
        mean, variance = statistics.fmean(token), statistics.pvariance(token)
        expected = [g * (v - mean) / math.sqrt(variance + 0.25) + b for g, v, b in zip(gamma, token, beta, strict=True)]
        np.testing.assert_allclose(row, expected, rtol=1e-13)


def test_epsilon_is_that_of_gpt_2_unless_given() -> None:
    x, ones = np.array([[0.001, -0.001]]), np.ones(2)
    assert layer_norm(x, ones, 0 * ones)[0, 0] == pytest.approx(0.001 / math.sqrt(1e-6 + 1e-5))


def test_a_token_of_equal_coordinates_becomes_beta() -> None:
    np.testing.assert_array_equal(layer_norm(np.full((1, 3), 2.0), np.ones(3), np.arange(3.0)), [[0, 1, 2]])


def test_activations() -> None:
    x = np.array([-2.0, -0.5, 0, 0.5, 2])
    np.testing.assert_array_equal(relu(x), [0, 0, 0, 0.5, 2])
    normal = statistics.NormalDist()
    np.testing.assert_allclose(gelu(x), [v * normal.cdf(v) for v in x], atol=1e-15)
    inner = [math.sqrt(2 / math.pi) * (v + 0.044715 * v**3) for v in x]
    np.testing.assert_allclose(gelu_tanh(x), [v / 2 * (1 + math.tanh(t)) for v, t in zip(x, inner, strict=True)])


def test_the_network_multiplies_matrix_times_column_as_the_article_writes_it() -> None:
    sampler = Sampler()
    x, (W_1, b_1, W_2, b_2) = sampler.array(3, 4), sampler.network(4, 7)
    found = feed_forward(x, W_1, b_1, W_2, b_2)
    for row, token in zip(found, x, strict=True):
        hidden = [
            max(0, sum(w * v for w, v in zip(weights, token, strict=True)) + b)
            for weights, b in zip(W_1, b_1, strict=True)
        ]
        expected = [
            sum(w * v for w, v in zip(weights, hidden, strict=True)) + b for weights, b in zip(W_2, b_2, strict=True)
        ]
        np.testing.assert_allclose(row, expected, rtol=1e-13)


def test_the_network_takes_another_activation() -> None:
    x, (W_1, b_1, W_2, b_2) = Sampler().array(3, 4), Sampler(seed=1).network(4, 7)
    np.testing.assert_allclose(feed_forward(x, W_1, b_1, W_2, b_2, np.tanh), np.tanh(x @ W_1.T + b_1) @ W_2.T + b_2)


def test_constants_take_the_precision_of_their_neighbour() -> None:
    for kind in (np.float16, np.float32, np.float64):
        assert num("0.1", np.zeros(1, dtype=kind)) == kind("0.1")
        assert num([1, "2"], np.zeros(1, dtype=kind)).dtype == kind
        assert erf(np.ones(2, dtype=kind)).dtype == kind

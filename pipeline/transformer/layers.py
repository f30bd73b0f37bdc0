"""The parts of a block that work on each token alone: normalisation and feed-forward network."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from .heads import linear
from .numbers import num
from .shapes import shapes


@shapes("x[..., d], gamma[d], beta[d] -> [..., d]")
def layer_norm(x, gamma, beta, epsilon="0.00001"):
    """Mean 0 and variance 1 for each token, then scaled by gamma and shifted by beta (Ba et al. 2016).

    epsilon, a decimal string, stands under the root and keeps it from 0.
    """
    deviation = x - np.mean(x, axis=-1, keepdims=True)  # [..., d]
    variance = np.mean(deviation * deviation, axis=-1, keepdims=True)  # [..., 1]
    return gamma * (deviation / np.sqrt(variance + num(epsilon, x))) + beta


def relu(x):
    """max(0, x)."""
    return np.maximum(x, num(0, x))


@shapes("x[..., d] -> [..., d]")
def feed_forward(x, W_1, b_1, W_2, b_2, activation=relu):
    """Two layers for each token on its own (Vaswani et al. 2017, equation 2).

    W_1 [d, d_ff], b_1 [d_ff], W_2 [d_ff, d], b_2 [d]; rows times matrices: x W_1 where the article writes W_1 x.
    """
    return linear(activation(linear(x, W_1, b_1)), W_2, b_2)  # [..., d_ff] inside

"""The parts of a block that work on each token alone: normalisation and feed-forward network."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from .numbers import erf, num
from .shapes import shapes


@shapes("x[..., d], gamma[d], beta[d] -> [..., d]")
def layer_norm(x, gamma, beta, epsilon="0.00001"):
    """Mean 0 and variance 1 for each token, then scaled by gamma and shifted by beta (Ba et al. 2016).

    epsilon, a decimal string, stands under the root and keeps it from 0.
    """
    deviation = x - np.mean(x, axis=-1, keepdims=True)  # [..., d]
    variance = np.mean(deviation * deviation, axis=-1, keepdims=True)  # [..., 1]
    return gamma * (deviation / np.sqrt(variance + num(epsilon, x))) + beta


@shapes("x[...] -> [...]")
def relu(x):
    """max(0, x)."""
    return np.maximum(x, 0)


@shapes("x[...] -> [...]")
def gelu(x):
    """x times the probability that a standard normal variable is below x (Hendrycks, Gimpel 2016)."""
    return x * (1 + erf(x / np.sqrt(num(2, x)))) / 2


@shapes("x[...] -> [...]")
def gelu_tanh(x):
    """The approximation of `gelu` that GPT-2 uses (Hendrycks, Gimpel 2016, section 2).

    sqrt(2/pi) stands here with 50 digits: they are part of the definition, as 0.044715 is.
    """
    root = num("0.79788456080286535587989211986876373695171726232986", x)
    return x * (1 + np.tanh(root * (x + num("0.044715", x) * x**3))) / 2


@shapes("x[..., d], W_1[d_ff, d], b_1[d_ff], W_2[d, d_ff], b_2[d] -> [..., d]")
def feed_forward(x, W_1, b_1, W_2, b_2, activation=relu):
    """W_2 max(0, W_1 x + b_1) + b_2 for each token on its own (Vaswani et al. 2017, equation 2)."""
    hidden = activation(x @ W_1.T + b_1)  # [..., d_ff]
    return hidden @ W_2.T + b_2  # [..., d]

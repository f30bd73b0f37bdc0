"""From tokens to vectors, and from vectors to scores and probabilities of the next token."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from .attention import softmax
from .numbers import num
from .shapes import shapes


def token_ids(tokens, size, argument="tokens"):
    """The tokens as an array of rows of a table with `size` rows; anything else is a ValueError."""
    ids = np.asarray(tokens)
    if ids.ndim != 1 or not len(ids) or ids.dtype.kind not in "iu" or ids.min() < 0 or ids.max() >= size:
        found = f"shape {ids.shape} and values {ids.tolist()}"
        raise ValueError(f"{argument} has {found}, expected [L], L at least 1, of integers from 0 to {size - 1}")
    return ids


@shapes("E[v, d] -> [L, d]")
def embed(tokens, E):
    """The row of the embedding table for each token: L integers -> [L, d]."""
    return E[token_ids(tokens, len(E))]


@shapes("h[..., d], W_out[v, d], b[v] -> [..., v]")
def logits(h, W_out, b):
    """One score for each entry of the vocabulary: W_out h + b."""
    return h @ W_out.T + b


@shapes("z[..., v] -> [..., v]")
def with_temperature(z, temperature):
    """Scores divided by the temperature: below 1 sharper, above 1 flatter.

    temperature: a positive decimal, or a single number of the same kind as z, which is not checked.
    """
    if not hasattr(temperature, "__num__") and not float(temperature) > 0:
        raise ValueError(f"with_temperature: temperature is {temperature}, expected a number above 0")
    return z / num(temperature, z)


@shapes("h[..., d], W_out[v, d], b[v] -> [..., v]")
def next_token_distribution(h, W_out, b):
    """Probability of each entry of the vocabulary to come next: softmax(W_out h + b)."""
    return softmax(logits(h, W_out, b))

"""Positions: waves that are added to the embeddings, or rotations of queries and keys."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from .numbers import num
from .shapes import shapes


@shapes("like[...] -> [L, n]")
def angles(positions, d, like):
    """p / 10000^(2i/d) for each position p and i = 0 ... d/2 - 1, in radians -> [L, d/2]."""
    if d < 1 or d % 2 or not len(positions):
        raise ValueError(f"angles: positions, d are {len(positions)}, {d}, expected at least 1, an even number")
    p = num(positions, like)  # [L]
    wavelength = 10000 ** (num(range(0, d, 2), like) / d)  # [d/2], in units of 2 pi
    return p[:, None] / wavelength


@shapes("like[...] -> [L, d]")
def sinusoidal_encoding(positions, d, like):
    """PE(p, 2i) = sin and PE(p, 2i+1) = cos of the angles (Vaswani et al. 2017, section 3.5) -> [L, d].

    positions: integers, such as range(L), or an array of them; like: an array of the number kind wanted.
    """
    angle = angles(positions, d, like)
    waves = np.stack([np.sin(angle), np.cos(angle)], axis=-1)  # [L, d/2, 2]
    return waves.reshape(len(positions), d)


@shapes("pairs[L, n, 2], cos[L, n], sin[L, n] -> [L, n, 2]")
def rotate(pairs, cos, sin):
    """Each pair of coordinates turned by its angle."""
    a, b = pairs[..., 0], pairs[..., 1]  # [L, n]
    return np.stack([a * cos - b * sin, a * sin + b * cos], axis=-1)


@shapes("x[L, d] -> [L, d]")
def rotary_encoding(x, positions):
    """Queries or keys turned by the angles of their positions, pair by pair (Su et al. 2021, equation 34).

    The product of a turned query and a turned key depends on the distance of their positions only.
    """
    L, d = x.shape
    angle = angles(positions, d, x)  # [L, d/2]
    return rotate(x.reshape(L, d // 2, 2), np.cos(angle), np.sin(angle)).reshape(L, d)

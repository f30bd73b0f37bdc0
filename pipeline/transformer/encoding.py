"""Positions: waves that are added to the embeddings, or rotations of queries and keys."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from .numbers import num


def angles(positions, d, like):
    """p / 10000^(2i/d) for each position p and i = 0 ... d/2 - 1, in radians -> [L, d/2]."""
    if d < 2 or d % 2 or not len(positions):
        raise ValueError(f"angles: d is {d} for {len(positions)} positions, expected d even and at least one position")
    wavelength = num(10000, like) ** (num([2 * i for i in range(d // 2)], like) / num(d, like))  # [d/2]
    return num([[int(p)] for p in positions], like) / wavelength


def sinusoidal_encoding(positions, d, like):
    """PE(p, 2i) = sin, PE(p, 2i+1) = cos of the angles (Vaswani et al. 2017, section 3.5) -> [L, d].

    positions: integers, such as range(L); d even; like: an array of the number kind wanted.
    """
    angle = angles(positions, d, like)
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(len(positions), d)  # [L, d/2, 2] inside

"""A tiny reference of its own for these tests: the room knows no transformer."""

from __future__ import annotations

from typing import Any

import numpy as np

from pipeline.formulas import Collection, Event, Formula, Function, defined, each


def normalised(z: Any) -> Any:
    """exp, divided by its sum along the last axis."""
    e = np.exp(z)
    return e / np.sum(e, axis=-1, keepdims=True)


def passed_on(A: Any) -> Any:
    """What it was given, as the reference's `name` returns it."""
    return A


def products(rows: int, inner: int, columns: int) -> int:
    """How many multiplications a matrix product takes."""
    return rows * inner * columns


def lower(size: int) -> Any:
    """True on and below the diagonal."""
    return np.tri(size, dtype=bool)


def doubled(A: Any) -> Any:
    """Twice the same."""
    return A + A


def mixed(Q: Any, K: Any, V: Any) -> Any:
    """Rows of V, weighted by the normalised products of the rows of Q and K."""
    return normalised(Q @ K.T) @ V


MIX = Formula(
    "=",
    {
        "Q": "L d",
        "K": "M d",
        "V": "M e",
        r"\softmax": Function(normalised, listed=True),
        r"\Attention": Function(mixed),
    },
)
MIX_TEX = r"\Attention(Q, K, V) = \softmax(QK\T)V"

# Every kind of symbol that a declaration can hold, for formulas that only have to be read and bound.
EVERYTHING = Formula(
    "=",
    {
        "A": "L d",
        "B": "d r",
        r"\vv{a}": "d",
        r"\vv{x}": each("L d"),
        "w": each("L L", 2),
        "W^Q": "d d_k",
        "i": "1..L",
        "j": "1..L",
        "k": "1..d",
        r"\mu": defined(),
        r"\alpha": "",
        "V": Collection("n"),
        "f": Function(lambda A: A, base=0),
        "g": Function(lambda A, B: A @ B),
        r"\softmax": Function(normalised, listed=True),
        "P": Event(r"\text{Token} = i", "i", lambda A: A[:, 0]),
    },
)


NOTATION = {"softmax": normalised, "Attention": mixed}

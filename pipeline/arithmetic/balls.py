"""Balls: arrays of real numbers, each enclosed in a rigorous interval.

A ball is a midpoint with a radius (python-flint's `arb`); each operation returns a ball that holds
every result its arguments allow.  So what a ball proves, holds: a digit, a sign, an order.

Why not simply `np.array([...], dtype=object)` full of `arb`?  It runs, and it is unsound:

- `np.maximum` and `np.max` compare and return one operand; while the comparison is open, the
  true maximum may lie outside the ball that comes back.
- `a < b` of two overlapping balls answers False, and so does `a >= b`: a condition then takes
  a branch that nothing has proven.
- `x * 0.1`, `x / np.sqrt(2)`, `10000 ** (2 * i / d)` mix float64 errors into tight balls.
- the precision of a result depends on a global setting at the time of the call.
- `np.asarray`, `item` and iteration hand out bare elements, and the guard is gone.

Therefore `Balls` is no ndarray but a small class of its own: maxima enclose, comparisons decide
or raise `Undecided`, floats are refused, the precision travels with the array, and only what
lowering.py lists can be done with it at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from flint import arb, ctx
from numpy.typing import NDArray

import pipeline.arithmetic.functions  # noqa: F401  NumPy's functions apply to balls
from pipeline.arithmetic.lowering import Held, Lowered
from pipeline.arithmetic.numerals import Numerals, numerals, rational, truth_values
from pipeline.arithmetic.primitives import BALL, Undecided

__all__ = ["BITS", "Balls", "Undecided", "balls"]

BITS = 200  # working precision: about 60 decimal digits


class Balls(Held):
    """An array of balls (or of truth values that are decided), computed with `bits` of precision.

    `elements` is the plain array inside, read-only: an object array of `arb`, or a boolean array.
    """

    __slots__ = ("bits",)

    bits: int

    def __init__(self, elements: NDArray[Any], bits: int = BITS) -> None:
        if elements.dtype != object and elements.dtype != bool:
            raise TypeError(f"an array of {elements.dtype} holds no balls")
        self.elements = elements.view()
        self.elements.flags.writeable = False
        self.bits = bits

    def __repr__(self) -> str:
        shown = np.vectorize(lambda element: element if self.dtype == bool else element.str(6), otypes=[object])
        return f"Balls({shown(self.elements).tolist()})"

    def _lift(self, value: Any) -> Self:
        if isinstance(value, Balls):
            return value  # type: ignore[return-value]
        if isinstance(value, Lowered):
            raise TypeError(f"Balls cannot meet a {type(value).__name__}")
        truth = truth_values(value)
        return type(self)(enclose(numerals(value), self.bits) if truth is None else truth, self.bits)

    def _apply(self, operation: str, arguments: Sequence[Self], **attributes: Any) -> Self:
        bits = min(argument.bits for argument in arguments)
        with ctx.workprec(bits):
            result = BALL[operation](*(argument.elements for argument in arguments), **attributes)
        return type(self)(np.asarray(result), bits)

    def __bool__(self) -> bool:
        """A single decided truth value; numbers have none."""
        if self.dtype != bool or self.size != 1:
            raise TypeError("only a single comparison has a truth value")
        return bool(self.elements.reshape(())[()])


def balls(value: Any, bits: int = BITS) -> Balls:
    """Balls around exact constants: decimal texts, integers, ±inf, or nested lists of these."""
    return Balls(enclose(numerals(value), bits), bits)


def enclose(texts: Numerals, bits: int) -> NDArray[np.object_]:
    """The smallest balls of the given precision around decimal texts."""
    enclosed = np.empty(texts.shape, dtype=object)
    with ctx.workprec(bits):
        for place in np.ndindex(texts.shape):
            text = str(texts[place])
            enclosed[place] = arb(text) if text in ("inf", "-inf") else arb(rational(text))
    return enclosed

"""The number kinds that formulas are evaluated in.  This one is float64; symbolic.py has SymPy's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import numpy as np

from pipeline.formulas.chance import Chances
from pipeline.formulas.integers import ORDERS
from pipeline.formulas.quantity import Quantity

Array: TypeAlias = Any
_RECORD: ContextVar[dict[str, Array] | None] = ContextVar("record", default=None)


class Kind(Protocol):
    """What a check needs to know of numbers."""

    def number(self, text: str) -> Array:
        """A constant from canonical digits, "inf", or a token."""

    def drawn(self, name: str, shape: tuple[int, ...], positive: bool) -> Array:
        """A new array of free numbers."""

    def permutation(self, size: int) -> Array:
        """A matrix that exchanges rows, and does not leave all of them where they are."""

    def random_variables(self, name: str, shape: tuple[int, ...]) -> Array:
        """Independent random variables with mean 0 and variance 1."""

    def variance(self, variable: Array) -> Array:
        """The variance of a combination of random variables."""

    def given(self, quantity: Quantity) -> Array:
        """A quantity of the page in this kind."""

    def equal(self, a: Array, b: Array) -> bool:
        """Whether two arrays of one shape have the same entries."""

    def ordered(self, relation: str, a: Array, b: Array) -> bool:
        """Whether `<` and its like hold everywhere."""

    def identical(self, a: Array, b: Array) -> bool:
        """Whether two arrays of one shape are known to be the same without any proof."""

    def recordable(self, array: Array) -> Array:
        """The array such that the reference's `name(…)` is heard."""

    def shown(self, array: Array) -> str:
        """A short text for messages."""


@contextmanager
def recording() -> Iterator[dict[str, Array]]:
    """Listen to the names that the reference gives to its steps; the last array of a name stays."""
    steps: dict[str, Array] = {}
    before = _RECORD.set(steps)
    try:
        yield steps
    finally:
        _RECORD.reset(before)


def record(label: str, array: Array) -> None:
    """Remember a named step, if anybody listens."""
    steps = _RECORD.get()
    if steps is not None:
        steps[label] = array


class _Recorded(np.ndarray[Any, Any]):
    """Float64 arrays that tell their names."""

    def __named__(self, label: str) -> _Recorded:
        record(label, np.asarray(self))
        return self


@dataclass
class Floats:
    """Float64: fast, and sharp enough to tell formulas apart on random numbers."""

    random: np.random.Generator
    tokens: Mapping[str, float] = field(default_factory=dict)
    chances: Chances = field(default_factory=Chances)
    scale: float = 1

    def number(self, text: str) -> Array:
        """A constant, or what a token stands for."""
        return np.float64(self.tokens.get(text, text))

    def drawn(self, name: str, shape: tuple[int, ...], positive: bool) -> Array:
        """Normal numbers, or positive ones not near 0."""
        array = self.random.normal(scale=self.scale, size=shape)
        return np.float64(1) * (np.abs(array) + 0.1 if positive else array)

    def permutation(self, size: int) -> Array:
        """Any permutation but the trivial one."""
        order = np.arange(size)
        while np.array_equal(order, np.arange(size)):
            order = self.random.permutation(size)
        return np.eye(size)[order]

    def random_variables(self, name: str, shape: tuple[int, ...]) -> Array:
        """Variables of this sample's probability space."""
        return self.chances.draw(self.random, shape)

    def variance(self, variable: Array) -> Array:
        """Over all combinations of outcomes."""
        return self.chances.variance(variable)

    def given(self, quantity: Quantity) -> Array:
        """Doubles nearest to the values."""
        return np.asarray(quantity.in_floats, dtype=np.float64)

    def equal(self, a: Array, b: Array) -> bool:
        """Up to rounding errors; not a number equals nothing."""
        scale = np.maximum(1e-2, np.maximum(np.abs(a), np.abs(b)))
        return bool(np.all((a == b) | (np.isfinite(scale) & (np.abs(a - b) <= 1e-9 * scale))))

    def ordered(self, relation: str, a: Array, b: Array) -> bool:
        """Entry by entry."""
        return bool(np.all(ORDERS[relation](a, b)))

    def identical(self, a: Array, b: Array) -> bool:
        """Nobody knows where a float came from."""
        return False

    def recordable(self, array: Array) -> Array:
        """A view that tells its names."""
        return np.asarray(array).view(_Recorded)

    def shown(self, array: Array) -> str:
        """Four digits of a few entries."""
        return np.array2string(np.asarray(array), precision=4, threshold=8).replace("\n", "")

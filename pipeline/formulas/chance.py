"""Random variables for formulas about means and variances: finite, and gone through completely."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = Any


@dataclass
class Chances:
    """A finite probability space: each variable takes one of two values, and all combinations are gone through.

    a with probability 1 / (1 + a²), otherwise -1/a: mean 0 and variance 1, whatever a is.
    """

    weights: Array = field(default_factory=lambda: np.ones(1))

    def draw(self, random: np.random.Generator, shape: tuple[int, ...]) -> Array:
        """New variables, independent of each other and of those drawn before."""
        variables = np.empty(shape, dtype=object)
        for place in np.ndindex(shape):
            high = random.uniform(0.5, 2)
            values = np.array([high, -1 / high])
            chance = np.array([1, high * high]) / (1 + high * high)
            variables[place] = Variable(np.repeat(values, len(self.weights)), self)
            self.weights = np.concatenate([self.weights * chance[0], self.weights * chance[1]])
        return variables

    def variance(self, variable: Array) -> Array:
        """E[x²] - E[x]², over all combinations."""
        if not isinstance(variable, Variable):
            raise TypeError("the variance of what is no random variable")
        outcomes = variable.outcomes()
        mean = self.weights @ outcomes
        return self.weights @ (outcomes - mean) ** 2


class Variable:
    """A random number: its value in each combination so far; one that is drawn later doubles them."""

    def __init__(self, values: Array, space: Chances) -> None:
        self.values, self.space = values, space

    def outcomes(self) -> Array:
        """The value in every combination of the space."""
        return np.tile(self.values, len(self.space.weights) // len(self.values))

    def _with(self, other: Any, operation: Callable[[Array, Array], Array]) -> Variable:
        right = other.outcomes() if isinstance(other, Variable) else float(other)
        return Variable(operation(self.outcomes(), right), self.space)

    def __add__(self, other: Any) -> Variable:
        return self._with(other, np.add)

    def __sub__(self, other: Any) -> Variable:
        return self._with(other, np.subtract)

    def __mul__(self, other: Any) -> Variable:
        return self._with(other, np.multiply)

    def __truediv__(self, other: Any) -> Variable:
        return self._with(other, np.divide)

    def __pow__(self, other: Any) -> Variable:
        return self._with(other, np.power)

    def __neg__(self) -> Variable:
        return self._with(-1, np.multiply)

    __radd__, __rmul__ = __add__, __mul__

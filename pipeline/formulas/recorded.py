"""The page's recorded computation as a number kind: formulas about its numbers, decided exactly."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from flint import arb

from pipeline.arithmetic import Entry, Graph, Traced, compare, decimal, exact_value, origin
from pipeline.arithmetic.exact import same
from pipeline.formulas.kinds import Array
from pipeline.formulas.quantity import Quantity

NO_DIFFERENCE = arb("1e-40")


def equality(a: Entry, b: Entry) -> str:
    """ "exact" for values that are proven to be one number, "ball" for no difference in 40 digits, else ""."""
    first, second = exact_value(a), exact_value(b)
    if first is not None and second is not None:
        return "exact" if first == second else ""
    if not (a.value - b.value).contains(0):
        return ""
    if same(a, b):
        return "exact"
    return "ball" if abs(a.value - b.value) < NO_DIFFERENCE else ""


def order(relation: str, a: Entry, b: Entry) -> bool:
    """Whether `<` and its like are proven to hold; raises `Undecided` where neither they nor their opposite are."""
    wanted = {"<": (-1,), ">": (1,), r"\le": (-1, 0), r"\ge": (0, 1), r"\ne": (-1, 1)}.get(relation, ())
    return compare(a, b) in wanted


@dataclass
class Recorded:
    """Arrays of a graph; what is evaluated is appended to it.

    tokens: token → array without axes, or canonical digits
    proof:  "exact" while all that was found equal is proven to be one number, "ball" as soon as something is not
    """

    graph: Graph
    tokens: Mapping[str, Any] = field(default_factory=dict)
    proof: str = "exact"

    @staticmethod
    def array(entry: Entry) -> Traced:
        """One number as an array without axes."""
        assert isinstance(entry.graph, Graph)
        whole: Traced = Traced(entry.graph, entry.node).reshape(-1)[entry.index]
        return whole

    def number(self, text: str) -> Array:
        """A constant, or what a token stands for."""
        value = self.tokens.get(text, text)
        return value if isinstance(value, Traced) else Traced(self.graph, self.graph.constant(value))

    def given(self, quantity: Quantity) -> Array:
        """A quantity of the page is recorded already."""
        return quantity.values if isinstance(quantity.values, Traced) else self.number("0").__num__(quantity.values)

    def equal(self, a: Array, b: Array) -> bool:
        """Whether every pair of entries is one number, or shows no difference in 40 digits: see `proof`."""
        found = {equality(a.entry(*place), b.entry(*place)) for place in np.ndindex(a.shape)}
        if "ball" in found:
            self.proof = "ball"
        return "" not in found

    def ordered(self, relation: str, a: Array, b: Array) -> bool:
        """Whether the order of every pair is proven; raises `Undecided` where it is open."""
        return all(order(relation, a.entry(*place), b.entry(*place)) for place in np.ndindex(a.shape))

    def identical(self, a: Array, b: Array) -> bool:
        """Whether all entries are the same computed or typed numbers, behind names and moves."""
        return all(origin(a.entry(*place)) == origin(b.entry(*place)) for place in np.ndindex(a.shape))

    def recordable(self, array: Array) -> Array:
        """Traced arrays keep their names themselves; nothing listens."""
        return array

    def shown(self, array: Array) -> str:
        """Six digits of a few entries."""
        return ", ".join(decimal(array.entry(*place), 6) for place in itertools.islice(np.ndindex(array.shape), 4))

    def drawn(self, name: str, shape: tuple[int, ...], positive: bool) -> Array:
        """A page has no free numbers."""
        raise TypeError(f"{name} is drawn, but only quantities of the page can be compared exactly")

    def permutation(self, size: int) -> Array:
        """A page has no free permutation."""
        raise TypeError("a permutation is drawn, but only quantities of the page can be compared exactly")

    def random_variables(self, name: str, shape: tuple[int, ...]) -> Array:
        """A page has no random variables."""
        raise TypeError(f"{name} is random, but only quantities of the page can be compared exactly")

    def variance(self, variable: Array) -> Array:
        """A page has no random variables."""
        raise TypeError("a variance has no exact value here")

"""What stands behind a page: everything that a writer needs to let its readers compute it again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.arithmetic import Graph
from pipeline.document.claims import Claim
from pipeline.document.conditions import Condition, InexpressibleError, condition
from pipeline.problems import Code, Problems
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.compute import Quantities
from pipeline.quantities.sheet import Given
from pipeline.quantities.value import Value


@dataclass(frozen=True)
class Computation:
    """The recorded calculation of a page.

    values:     name → what text can print: givens and named quantities
    worded:     names of the axes whose labels' texts readers may change: the words of sentences
    conditions: what a claim's `check` says → what decides it
    """

    graph: Graph
    values: Mapping[str, Value]
    givens: Mapping[str, Given]
    axes: Mapping[str, Axis]
    worded: tuple[str, ...]
    conditions: Mapping[str, Condition]

    @property
    def changeable(self) -> tuple[Given, ...]:
        """The inputs that readers may change, in the order of their files."""
        return tuple(given for given in self.givens.values() if given.panel or given.kind == "drawn")


def computed(
    quantities: Quantities,
    sentences: Mapping[str, tuple[str, tuple[Label, ...]]],
    claims: Iterable[Claim],
    names: Mapping[str, Any],
    problems: Problems,
) -> Computation:
    """The computation of a page whose claims have been decided over `names`."""
    assert quantities.graph is not None
    worded = tuple(dict.fromkeys(axis for axis, _ in sentences.values()))
    conditions = _conditions(claims, names, problems)
    return Computation(quantities.graph, quantities.values, quantities.givens, quantities.axes, worded, conditions)


def _conditions(claims: Iterable[Claim], names: Mapping[str, Any], problems: Problems) -> dict[str, Condition]:
    """The conditions of the claims that hold; one that only the build can decide is a problem."""
    found: dict[str, Condition] = {}
    for claim in claims:
        if claim.condition in found or not claim.holds:
            continue
        try:
            found[claim.condition] = condition(claim.condition, names)
        except InexpressibleError as error:
            problems.add(
                Code.CLAIM_BROKEN,
                f"the condition {claim.condition!r} cannot be decided on the page: {error}",
                claim.place,
                "Write comparisons of numbers and labels, is_largest and is_smallest, joined by and, or, not.",
            )
    return found

"""What stands behind a claim: the comparisons that decided it, how they were proven, and how they read."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.arithmetic import decimal, exact_value, rests_on_input
from pipeline.quantities.spelling import Context, Style, spell
from pipeline.quantities.value import Comparison, Value


@dataclass(frozen=True)
class Decisions:
    """The comparisons behind a claim: how they were proven, and how they read."""

    compared: list[Comparison]

    @property
    def proof(self) -> str:
        """`exact` if every comparison was between fractions or equal values, else `ball`."""
        return "exact" if all(_exact(comparison) for comparison in self.compared) else "ball"

    @property
    def grounded(self) -> bool:
        """Whether anything compared depends on an input, a count or a fact."""
        sides = [side for comparison in self.compared for side in (comparison.left, comparison.right)]
        return any(rests_on_input(side.entry) for side in sides if isinstance(side, Value))

    def shown(self) -> str:
        """The last comparison, which decided, with digits enough to see the difference: `0,31 < 0,35`."""
        if not self.compared:
            return ""
        last = self.compared[-1]
        sign = {-1: "<", 0: "=", 1: ">"}[last.sign]
        left, right = _apart(last)
        return f"{left} {sign} {right}"


def _exact(comparison: Comparison) -> bool:
    sides = (comparison.left, comparison.right)
    return comparison.sign == 0 or all(isinstance(side, int) or exact_value(side.entry) is not None for side in sides)


def _is_whole(side: int | Value) -> bool:
    if isinstance(side, int):
        return True
    known = exact_value(side.entry)
    return known is not None and known.denominator == 1


def _apart(comparison: Comparison) -> tuple[str, str]:
    """Both sides spelled with the fewest digits that tell them apart: at least two, but for whole numbers."""
    left = right = ""
    for places in range(0 if all(map(_is_whole, (comparison.left, comparison.right))) else 2, 16):
        sides = [
            str(side) if isinstance(side, int) else decimal(side.entry, places)
            for side in (comparison.left, comparison.right)
        ]
        left, right = (spell(side, Style.DECIMAL, Context.PROSE) for side in sides)
        if comparison.sign == 0 or left != right:
            break
    return left, right

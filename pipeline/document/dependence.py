"""check: every printed number follows the data; what no input, fact or count changes is a constant in disguise.

The recorded computation runs again in float64 for a few other inputs.  Free are the constants 0, 1 and −1, which may
stand anywhere (a masked weight), and what a proven identity makes the same for all inputs: such a quantity names it,
`sheet.define(…, identity="scaled_dot_product_variance")`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from pipeline.arithmetic import Entry, Graph, exact_value, origin
from pipeline.document.samples import other_inputs
from pipeline.problems import Code, Problems
from pipeline.quantities.compute import Quantities
from pipeline.quantities.ledger import Printed
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import Number

SAMPLED = 8  # most numbers are another one in the first sample
RELATIVE = 1e-9  # what differs by less differs by rounding in float64


def check_dependence(
    printed: Iterable[Printed], quantities: Quantities, proven: Callable[[str], bool], problems: Problems
) -> None:
    """Report every printed number that stays the same whatever the inputs are."""
    if quantities.graph is None:
        return
    waiting = [item for item in printed if _must_follow(item.number, quantities, proven)]
    before = _floats([item.number.entry for item in waiting], quantities.graph, {})
    for index in range(SAMPLED):
        if not waiting:
            return
        inputs = other_inputs(quantities.givens.values(), index)
        after = _floats([item.number.entry for item in waiting], quantities.graph, inputs)
        same = [_same(a, b) for a, b in zip(before, after, strict=True)]
        waiting = [item for item, stays in zip(waiting, same, strict=True) if stays]
        before = [value for value, stays in zip(before, same, strict=True) if stays]
    for item in waiting:
        shown = f"{item.number.expression} is {item.number.spelled(Context.PROSE)}"
        message = f"{shown} whatever the inputs are: no input, fact or count changes it"
        remedy = 'Compute it from what it follows from, or name the identity: define(…, identity="…").'
        problems.add(Code.UNGROUNDED, message, item.place, remedy)


def _must_follow(number: Number, quantities: Quantities, proven: Callable[[str], bool]) -> bool:
    entry = origin(number.entry)
    if number.terms or entry.graph.nodes[entry.node].op == "input" or exact_value(entry) in (-1, 0, 1):
        return False
    quantity = quantities.values.get(number.quantity)
    return quantity is None or not quantity.identity or not proven(quantity.identity)


def _floats(entries: Sequence[Entry], graph: Graph, inputs: dict[str, Any]) -> list[float]:
    known = {node.name for node in graph.nodes if node.op == "input"}
    values = graph.floats({name: value for name, value in inputs.items() if name in known})
    return [float(values[entry.node].reshape(-1)[entry.index]) for entry in entries]


def _same(before: float, after: float) -> bool:
    """Whether a number stays the same; a sample for which it does not exist decides nothing."""
    return not np.isfinite(after) or abs(after - before) <= RELATIVE * abs(before)

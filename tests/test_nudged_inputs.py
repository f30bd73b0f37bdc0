"""Every numeric input, nudged by one percent, one at a time: a number changes, a claim fails, or a finding is another.

A zero is no number that one percent changes: where it is typed, it becomes a small one; where an array is written by
its labels and leaves it out, nobody has put a number there.  The recorded computation runs again in float64 for each
nudge; nothing has to be built anew.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.arithmetic import Entry
from pipeline.build import Built
from pipeline.document.conditions import Condition
from pipeline.load.data import read_yaml
from pipeline.problems import Problems
from pipeline.quantities.compute import PageCode, compute
from pipeline.quantities.retrace import retrace
from pipeline.quantities.sheet import Given
from pipeline.quantities.tokens import Number

NUDGE, FROM_ZERO = 1.01, 0.01
Read = Callable[[Entry], float]
Place = tuple[str, tuple[int, ...]]  # the input, and the place in it
SIGNS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": lambda a, b: abs(a - b) <= 1e-12 * max(1, abs(a)),
    "!=": lambda a, b: abs(a - b) > 1e-12 * max(1, abs(a)),
}


class Recomputed:
    """A page whose computation runs again with other inputs."""

    def __init__(self, page: Built, root: Path) -> None:
        self.page, self.root = page, root
        self.graph = page.quantities.graph
        self.inputs = {node.name for node in self.graph.nodes if node.op == "input"}
        self.numbers = list({item.number.id: item.number for item in page.printed}.values())
        self.before = self.read({})

    def read(self, inputs: dict[str, Any]) -> Read:
        values = self.graph.floats(inputs)
        return lambda entry: float(values[entry.node].reshape(-1)[entry.index])

    def places(self) -> Iterator[Place]:
        for given in self.page.quantities.givens.values():
            if given.kind == "input":
                values = np.array(given.decimals, dtype=np.float64)
                zeros = not leaves_zeros_out(given, self.root)
                yield from ((given.name, place) for place in np.ndindex(values.shape) if zeros or values[place])

    def notices(self, place: Place) -> bool:
        """Whether a printed number or a claim is another after the nudge."""
        name, _ = place
        if name not in self.inputs:
            return False
        after = self.read({name: nudged(self.page.quantities.givens[name], place)})
        if any(printed(number, after) != printed(number, self.before) for number in self.numbers):
            return True
        return not all(decide(condition, after) for condition in self.page.computation.conditions.values())


def leaves_zeros_out(given: Given, root: Path) -> bool:
    """Whether its file writes it by labels, so that what is not there is zero (see load/labelled.py)."""
    content = read_yaml(root, given.place.file, Problems()).content
    labels = [label for axis in content.get("axes", {}).values() for label in axis.values()]
    rows = [label.get(given.name) for label in labels if isinstance(label, dict)]
    return any(isinstance(written, dict) for written in (content["given"][given.name].get("value"), *rows))


def nudged(given: Given, place: Place) -> Any:
    values = np.array(given.decimals, dtype=np.float64)
    values[place[1]] = values[place[1]] * NUDGE if values[place[1]] else FROM_ZERO
    return values


def printed(number: Number, read: Read) -> str:
    """What would be printed for another value; all digits where all are printed."""
    value = read(number.entry) * (100 if number.format.startswith("percent") else 1)
    if "(" not in number.format:
        return f"{value:.12g}"
    return f"{value:.{len(number.digits.partition('.')[2])}f}"


def decide(condition: Condition, read: Read) -> Any:
    match condition:
        case ("and", *parts):
            return all(decide(part, read) for part in parts)
        case ("or", *parts):
            return any(decide(part, read) for part in parts)
        case ("not", part):
            return not decide(part, read)
        case ("same", left, right):
            return decide(left, read) == decide(right, read)
        case ("largest" | "smallest", row):
            values = [read(entry) for entry in row]
            return values.index(max(values) if condition[0] == "largest" else min(values))
        case ("is_largest" | "is_smallest", row, label):
            values, chosen = [read(entry) for entry in row], decide(label, read)
            sign = operator.gt if condition[0] == "is_largest" else operator.lt
            return all(sign(values[chosen], value) for at, value in enumerate(values) if at != chosen)
        case (sign, left, right):
            sides = [side if isinstance(side, int) else read(side) for side in (left, right)]
            return SIGNS[sign](*sides)
    return condition


def test_the_floats_read_what_the_proof_has_decided(pages: list[Built], root: Path) -> None:
    for page in (Recomputed(page, root) for page in pages):
        for text, condition in page.page.computation.conditions.items():
            assert decide(condition, page.before), text


def test_no_input_is_nudged_in_silence(pages: list[Built], root: Path) -> None:
    noticed: dict[Place, bool] = {}
    for page in (Recomputed(page, root) for page in pages):
        for place in page.places():
            noticed[place] = noticed.get(place, False) or page.notices(place)
    silent = [place for place, seen in noticed.items() if not seen]
    for built in pages:
        silent = [place for place in silent if not changes_a_finding(built, place, root)]
    assert len(noticed) > 500
    assert silent == []


def changes_a_finding(page: Built, place: Place, root: Path) -> bool:
    """Whether a number that another document prints is judged in another way, or said to be wrong."""
    name, at = place
    graph, givens = page.quantities.graph, dict(page.source.example.givens)
    names = [key for key, value in page.quantities.values.items() if name in graph.depends_on(value.array.id)]
    quoted = [number for number in page.source.quoted if re.split(r"\[", number.expression)[0] in names]
    if not quoted:
        return False

    def findings() -> list[str]:
        example, problems = page.source.example, Problems()
        code = PageCode(root, f"{page.source.folder}/quantities.py", example.axes, givens, example.sentences)
        _, lines = retrace(quoted, code, compute(code, problems), problems)
        reasons = [line["reason"].id for work in lines["retraced"].values() for line in work]
        return [*reasons, *map(str, problems)]

    before = findings()
    givens[name] = replace(givens[name], decimals=nudged_text(givens[name].decimals, at))
    return findings() != before


def nudged_text(decimals: Any, place: tuple[int, ...]) -> Any:
    """The input as text with one entry nudged."""
    if place:
        first, *rest = place
        return [nudged_text(part, tuple(rest)) if at == first else part for at, part in enumerate(decimals)]
    return str(Decimal(decimals) * Decimal(str(NUDGE)) or Decimal(str(FROM_ZERO)))


def test_an_input_that_nothing_uses_is_silent(pages: list[Built], root: Path) -> None:
    """The check can fail: a place that no number depends on is not noticed."""
    page = Recomputed(pages[0], root)
    assert not page.notices(("quoted_share", ()))
    assert page.notices(("embeddings", (0, 0)))

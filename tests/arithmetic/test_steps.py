"""One number at a time: each entry follows from the entries that its step names, down to the inputs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx

from pipeline.arithmetic import Entry, Graph, Step, Traced, step
from pipeline.transformer import encoder_block, gelu
from tests.transformer.samples import Sampler

from .test_functions import BATCH, CASES, A, B


def recomputed(done: Step) -> Any:
    """The value of a step, by school arithmetic on single balls."""
    values = [argument.value for argument in done.arguments]
    match done.op:
        case "copy":
            return values[0]
        case "dot":
            return sum((a * b for a, b in zip(values[::2], values[1::2], strict=True)), arb(0))
        case "sum":
            return sum((arb(int(value)) if not isinstance(value, arb) else value for value in values), arb(0))
        case "max" | "min":
            result = values[0]
            for value in values[1:]:
                result = getattr(result, done.op)(value)
            return result
        case "maximum" | "minimum":
            return getattr(values[0], done.op[:3])(values[1])
        case "add" | "subtract" | "multiply" | "divide":
            a, b = (value if isinstance(value, arb) else arb(int(value)) for value in values)
            return {"add": a + b, "subtract": a - b, "multiply": a * b, "divide": a / b}[done.op]
        case "power":
            return values[0] ** values[1]
        case "negative":
            return -values[0]
        case "absolute":
            return abs(values[0])
        case "logical_not":
            return not values[0]
        case "logical_and":
            return values[0] and values[1]
        case "logical_or":
            return values[0] or values[1]
        case "less" | "less_equal" | "greater" | "greater_equal" | "equal" | "not_equal":
            return bool(getattr(np, done.op)(*(float(value.mid()) for value in values)))
    return getattr(values[0], done.op)()


def entries(array: Traced) -> Iterator[Entry]:
    """The array's entries and all that they are computed from."""
    found: set[Entry] = set()
    waiting = [Entry(array.graph, array.id, index) for index in range(array.size)]
    while waiting:
        entry = waiting.pop()
        if entry not in found:
            found.add(entry)
            yield entry
            waiting.extend(step(entry).arguments)


def follows(entry: Entry, done: Step | None = None) -> bool:
    done = done or step(entry)
    if not done.arguments:
        return done.op in ("input", "constant", "mask")
    with ctx.workprec(200):
        again = recomputed(done)
    if isinstance(again, arb) and isinstance(entry.value, arb):
        return bool(again.overlaps(entry.value)) or not (again.is_finite() or entry.value.is_finite())
    return bool(again == entry.value)


@pytest.mark.parametrize("case", CASES)
def test_each_entry_follows_from_its_step(case: str) -> None:
    graph = Graph()
    array = CASES[case](graph.input("a", A), graph.input("b", B), graph.input("c", BATCH))
    checked = list(entries(array))
    assert len(checked) >= array.size
    assert [entry for entry in checked if not follows(entry)] == []


def test_each_entry_of_an_encoder_block_follows_from_its_step() -> None:
    graph, names = Graph(), iter(range(1000))
    sampler = Sampler(lambda decimals: graph.input(f"input {next(names)}", decimals))
    result = encoder_block(sampler.array(3, 4), sampler.encoder_block(4, 2, 5), activation=gelu)
    checked = list(entries(result))
    assert len(checked) > 500
    assert all(follows(entry) for entry in checked)
    assert len(graph.depends_on(result.entry(0, 0))) > 10


def test_a_where_names_its_condition() -> None:
    x = Graph().input("x", ["1", "-1"])
    chosen = np.where(x > 0, x, 7)
    first, second = step(chosen.entry(0)), step(chosen.entry(1))
    assert first == Step("copy", (x.entry(0),), (x > 0).entry(0))
    assert second.arguments[0].graph.nodes[second.arguments[0].node].op == "constant"
    assert step((x > 0).entry(1)).op == "greater"


def test_the_arguments_of_a_product_alternate() -> None:
    x = Graph().input("x", [["1", "2"], ["3", "4"]])
    assert step((x @ x).entry(1, 0)) == Step("dot", (x.entry(1, 0), x.entry(0, 0), x.entry(1, 1), x.entry(1, 0)))


def test_a_wrong_step_is_found() -> None:
    x = Graph().input("x", [["1", "2"], ["3", "5"]])
    row, column, other = [x.entry(0, 0), x.entry(0, 1)], [x.entry(0, 1), x.entry(1, 1)], x.entry(1, 0)
    wrong = {
        (x @ x).entry(0, 1): Step("dot", (row[0], column[1], row[1], column[0])),  # crossed
        np.sum(x, axis=1).entry(0): Step("sum", tuple(column)),  # the wrong axis
        np.max(x, axis=0).entry(1): Step("max", tuple(row)),
        (x - x[0]).entry(1, 0): Step("subtract", (row[0], other)),  # exchanged
        x.T.entry(0, 1): Step("copy", (row[1],)),
        (x > 2).entry(0, 0): Step("greater", (other, row[0])),
    }
    assert [entry for entry, done in wrong.items() if follows(entry, done)] == []
    assert all(follows(entry) for entry in wrong)

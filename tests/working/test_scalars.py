"""The graph number by number agrees with the graph entry by entry, and equal calculations are one number."""

from __future__ import annotations

import math

import numpy as np
import pytest
from flint import arb

from pipeline.arithmetic import Entry, Graph, origin, step
from pipeline.transformer import layer_norm, multi_head_attention, num, relu, sinusoidal_encoding
from pipeline.working.scalars import Scalars


@pytest.fixture(scope="module")
def graph() -> Graph:
    """A block's worth of operations."""
    graph = Graph()
    X = graph.input("X", [["1.0", "0.2", "-0.3", "0.5"], ["0.1", "1.0", "0.4", "-1.5"]])
    E = graph.input("E", np.eye(4, dtype=int).tolist())
    Y = layer_norm(X + sinusoidal_encoding(range(2), 4, X), *(num([v] * 4, X) for v in ("1", "0")))
    multi_head_attention(Y, X, [(E[:, :2], E[:, 2:], E[:, 1:3])] * 2, E, causal=False)
    relu(np.max(Y, axis=-1) - np.min(X) * np.abs(Y[0, 0]) ** 3)
    return graph


def test_each_entry_is_computed_from_what_the_graph_says(graph: Graph) -> None:
    scalars = Scalars(graph)
    unlike = []
    for node in list(graph.nodes):
        for index in range(math.prod(node.shape)):
            entry = Entry(graph, node.id, index)
            done, scalar = step(origin(entry)), scalars[scalars.of(entry)]
            shifted = scalar.op in ("divide", "subtract") and done.op == scalar.op
            if shifted and [scalars.of(each) for each in done.arguments] != list(scalar.args):
                continue  # softmax without its shift: see below
            if done.op in ("sum", "max", "min") and len(done.arguments) == 1:
                continue
            if (scalar.op, scalar.args) != (done.op, tuple(scalars.of(each) for each in done.arguments)):
                unlike.append((node, index))
    assert unlike == []


def test_each_scalar_has_the_value_of_its_entries(graph: Graph) -> None:
    scalars = Scalars(graph)
    for node in list(graph.nodes):
        for index, number in enumerate(scalars.array(node.id).reshape(-1).tolist()):
            value, other = Entry(graph, node.id, index).value, scalars[number].entry.value
            assert not isinstance(value, arb) or value.overlaps(other)


def test_softmax_without_its_shift_has_the_same_value() -> None:
    graph = Graph()
    z = graph.input("z", ["1.5", "-0.5"])
    e = np.exp(z - np.max(z))
    weight = (e / np.sum(e))[0]
    scalars = Scalars(graph)
    quotient = scalars[scalars.of(weight.entry())]
    numerator, denominator = (scalars[argument] for argument in quotient.args)
    assert numerator.op == "exp"
    assert scalars[numerator.args[0]].op == "input"
    assert (numerator.entry.value / denominator.entry.value).overlaps(weight.entry().value)


def test_equal_calculations_are_one_number() -> None:
    graph = Graph()
    x = graph.input("x", ["1", "2"])
    kept, summed = np.sum(x * x, keepdims=True)[0], np.sum(x * x)
    scalars = Scalars(graph)
    assert scalars.of(kept.entry()) == scalars.of(summed.entry()) == scalars.of(summed.__named__("s").entry())


def test_equal_values_of_different_calculations_are_not() -> None:
    graph = Graph()
    x = graph.input("x", ["2", "2"])
    scalars = Scalars(graph)
    assert scalars.of((x[0] * x[1]).entry()) != scalars.of((x[0] + x[1]).entry())
    assert scalars.of(x[0].entry()) != scalars.of(x[1].entry())


def test_a_count_is_like_the_constant_that_it_is() -> None:
    graph = Graph()
    x, n, m = graph.input("x", "3"), graph.input("count.n", "4"), graph.input("facts.m", "4")
    scalars = Scalars(graph, {"count.n"})
    by_size, by_count, by_fact = (scalars.of((x / by).entry()) for by in (4, n, m))
    assert by_size != by_count
    assert scalars.alike(by_size) == scalars.alike(by_count) != scalars.alike(by_fact)

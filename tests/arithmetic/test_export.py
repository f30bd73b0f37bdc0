"""The computation as JSON: an interpreter that knows only that text gets the same values."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

from pipeline.arithmetic import Graph, Traced
from pipeline.transformer import scaled_dot_product_attention

from .test_functions import BATCH, CASES, A, B
from .test_trace import attention


def interpret(text: str) -> list[Any]:
    """The outputs, by loops over flat lists and nothing from the project."""
    document = json.loads(text)
    values: list[Any] = []
    for node in document["nodes"]:
        arguments = [values[number] for number in node.get("args", [])]
        value = _value(node, arguments)
        assert list(np.shape(value)) == node["shape"]
        values.append(value)
    return [values[o] if isinstance(o, int) else np.ravel(values[o[0]])[o[1]] for o in document["outputs"]]


def _value(node: dict[str, Any], arguments: list[Any]) -> Any:
    op, shape = node["op"], node["shape"]
    if "decimals" in node:
        return np.array([float(text) for text in node["decimals"]]).reshape(shape)
    if op == "mask":
        return np.array(node["truth"], dtype=bool).reshape(shape)
    if op == "name":
        return arguments[0]
    if op == "gather":
        flat = np.concatenate([np.ravel(argument) for argument in arguments])
        return flat[np.array(node["index"], dtype=int)].reshape(shape)
    if op in ("sum", "max", "min"):
        return getattr(np, op)(arguments[0], axis=tuple(node["axis"]), keepdims=node["keepdims"])
    if op == "erf":
        return np.vectorize(math.erf)(arguments[0])
    return getattr(np, op)(*(argument.astype(float) if op == "multiply" else argument for argument in arguments))


@pytest.mark.parametrize("case", CASES)
def test_an_interpreter_gets_the_same_values(case: str) -> None:
    graph = Graph()
    array = CASES[case](graph.input("a", A), graph.input("b", B), graph.input("c", BATCH))
    (found,) = interpret(graph.to_json([array]))
    np.testing.assert_allclose(found, graph.floats()[array.id], rtol=1e-15, atol=1e-300)


def test_a_single_element_is_gathered_by_a_list_of_one_place() -> None:
    graph = Graph()
    array = graph.input("a", A)
    document = json.loads(graph.to_json([array[1, 0]]))
    assert document["nodes"][-1] == {"op": "gather", "shape": [], "args": [0], "index": [len(A[0])]}


def test_only_what_is_needed_is_written() -> None:
    graph, outputs, weights = attention()
    assert len(json.loads(graph.to_json([outputs]))["nodes"]) == len(graph.nodes)
    document = json.loads(graph.to_json([weights, weights.entry(0, 3)]))
    assert [node.get("name") for node in document["nodes"] if "name" in node] == ["embeddings", "S", "W"]
    assert document["outputs"] == [12, [12, 3]]
    assert document["nodes"][0] == {
        "op": "input",
        "shape": [4, 2],
        "name": "embeddings",
        "decimals": ["1.00", "0.20", "0.10", "1.00", "0.30", "0.60", "0.20", "0.50"],
    }


def test_sources_are_written_on_demand(root: Any) -> None:
    graph, outputs, _ = attention(code=["pipeline/transformer"], roots=[root])
    assert "attention.py" not in graph.to_json([outputs])
    assert "pipeline/transformer/attention.py:" in graph.to_json([outputs], sources=True)


def test_the_text_is_the_same_in_every_run() -> None:
    texts = set()
    for _ in range(2):
        graph = Graph()
        x = graph.input("x", A)
        outputs, _ = scaled_dot_product_attention(x, x, x, causal=True)
        texts.add(graph.to_json([outputs]))
    assert len(texts) == 1
    assert "Infinity" not in texts.pop()


def test_a_masked_score_stays_text() -> None:
    graph = Graph()
    x = graph.input("x", ["1", "2"])
    document = json.loads(graph.to_json([np.where(np.array([True, False]), x, -np.inf)]))
    assert document["nodes"][1] == {"op": "mask", "shape": [2], "truth": [1, 0]}
    assert document["nodes"][2]["decimals"] == ["-inf"]
    assert isinstance(Traced(graph, 1), Traced)

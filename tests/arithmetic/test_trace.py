"""The recorded computation: nodes, names, sources, dependence, and evaluation with other inputs."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pipeline.arithmetic import Entry, Graph, Traced, Undecided, balls, decimal
from pipeline.transformer import name, num, scaled_dot_product_attention, softmax

HERE = Path(__file__)
X = [["1.00", "0.20"], ["0.10", "1.00"], ["0.30", "0.60"], ["0.20", "0.50"]]


def attention(values: Any = X, **options: Any) -> tuple[Graph, Traced, Traced]:
    graph = Graph(**options)
    embeddings = graph.input("embeddings", values, source="content/example.yaml:7")
    outputs, weights = scaled_dot_product_attention(embeddings, embeddings, embeddings)
    return graph, outputs, weights


# -- nodes


def test_the_reference_is_recorded_as_few_operations() -> None:
    graph, _, _ = attention()
    assert [node.op for node in graph.nodes] == [
        *("input", "gather", "matmul", "constant", "sqrt", "divide", "name"),  # S = X Xᵀ / √2
        *("max", "subtract", "exp", "sum", "divide", "name"),  # W
        *("matmul", "name"),  # Y
    ]
    assert [node.name for node in graph.nodes if node.name] == ["embeddings", "S", "W", "Y"]


def test_equal_operations_are_one_node() -> None:
    x = Graph().input("x", ["1", "2"])
    before = (np.exp(x) + np.exp(x)).graph.nodes[:]
    assert (np.exp(x) + np.exp(x)).graph.nodes == before
    assert sum(node.op == "exp" for node in before) == 1
    assert (x + 1).id == (x + 1).id != (x + 2).id != (x + num("1.0", x)).id
    assert np.sum(x, axis=0).id != np.sum(x, axis=0, keepdims=True).id
    assert x[::-1].id == np.flip(x).id != x[[1, 1]].id


def test_two_names_of_one_array_both_survive() -> None:
    graph = Graph()
    x = graph.input("x", ["1", "2"])
    queries, keys = name("Q", x), name("K", x)
    assert (queries.node.name, keys.node.name) == ("Q", "K")
    assert queries.id != keys.id
    assert name("Q", x).id == queries.id
    assert queries.node.value is x.node.value


def test_moving_twice_is_one_gather() -> None:
    x = Graph().input("x", X)
    moved = x.reshape(2, 2, 2).swapaxes(1, 2)[0].T
    assert moved.node.args == (x.id,)
    assert moved.node.attributes["index"].tolist() == [[0, 1], [2, 3]]
    assert x.reshape(2, 4).reshape(4, 2).shape == x[:].shape
    assert x[:].id == x.id


def test_recorded_values_cannot_be_changed() -> None:
    graph, _, weights = attention()
    with pytest.raises(ValueError, match="read-only"):
        weights.node.value.elements[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        graph.nodes[0].decimals[0, 0] = "2"  # type: ignore[index]
    with pytest.raises(ValueError, match="read-only"):
        graph.nodes[1].attributes["index"][0, 0] = 1


def test_an_input_has_one_name() -> None:
    graph = Graph()
    graph.input("x", "1")
    with pytest.raises(ValueError, match="already an input 'x'"):
        graph.input("x", "2")
    assert graph.input("y", "1").id != 0


def test_a_computation_cannot_branch_on_its_values() -> None:
    x = Graph().input("x", "1")
    with pytest.raises(TypeError, match="branch"):
        bool(x > 0)


# -- entries


def test_entries_are_places() -> None:
    _, _, weights = attention()
    entry = weights.entry(1, 2)
    assert entry == weights.entry(1, 2) == Entry(weights.graph, weights.id, 6)
    assert hash(entry) == hash(weights.entry(1, 2))
    assert entry.place == (1, 2)
    assert weights.entry(-1, -1).place == (3, 3)
    assert weights[0, 1].entry().place == ()
    for place in ((1,), (4, 0), (0, 0, 0)):
        with pytest.raises(IndexError):
            weights.entry(*place)


# -- sources


def test_nodes_know_the_line_they_came_from(root: Path) -> None:
    graph, _, weights = attention(code=[Path("pipeline/transformer"), HERE.parent], roots=[root])
    lines, first = inspect.getsourcelines(softmax)
    exp_line = first + next(number for number, line in enumerate(lines) if "np.exp" in line)
    exp = next(node for node in graph.nodes if node.op == "exp")
    assert exp.source == f"pipeline/transformer/attention.py:{exp_line}"
    assert exp.calls[-1].startswith("tests/arithmetic/test_trace.py:")
    assert graph.nodes[0].source == "content/example.yaml:7"
    # The line that names S, not the line of the function that hands the name on.
    assert all("numbers.py" not in node.source for node in graph.nodes)
    assert "name(" in _line(root, weights.node.source)


def _line(root: Path, source: str) -> str:
    file, number = source.rsplit(":", 1)
    return (root / file).read_text("utf-8").splitlines()[int(number) - 1]


def test_code_of_another_root_is_named_relative_to_that(root: Path, tmp_path: Path) -> None:
    _, _, weights = attention(code=[root / "pipeline" / "transformer"], roots=[tmp_path, root])
    assert weights.node.source.startswith("pipeline/transformer/attention.py:")


def test_code_outside_the_folders_is_no_source(root: Path) -> None:
    graph, _, _ = attention(code=[Path("content")], roots=[root])
    assert {node.source for node in graph.nodes} == {"content/example.yaml:7", ""}


# -- dependence


def test_dependence_on_inputs() -> None:
    graph = Graph()
    a, b, c = (graph.input(label, ["1", "2"]) for label in "abc")
    mixed = np.stack([a[0] * b[1], c[0] + 1])
    assert graph.depends_on(mixed.id) == {"a", "b", "c"}
    assert graph.depends_on(mixed.entry(0)) == {"a", "b"}
    assert graph.depends_on(mixed.entry(1)) == {"c"}
    assert graph.depends_on(np.where(a > b, c, 0).entry(0)) == {"a", "b"}  # the 0 was chosen
    assert graph.depends_on(np.where(a >= b, c, 0).entry(0)) == {"a", "b", "c"}
    assert graph.depends_on((num(2, a) * 3).entry()) == frozenset()


# -- comparisons that the balls leave open


def test_a_tie_in_a_condition_is_settled_exactly() -> None:
    x = Graph().input("x", ["0.1", "0.2", "0.3"])
    tie, whole = np.exp(x[0] + x[1]), np.exp(x[2])
    with pytest.raises(Undecided):
        balls(["0.1"]) + balls(["0.2"]) < balls(["0.3"])  # noqa: B015
    answers = [tie < whole, tie <= whole, tie > whole, tie >= whole, tie == whole, tie != whole]
    assert [bool(answer.node.value) for answer in answers] == [False, True, False, True, True, False]
    assert (np.stack([tie, x[0]]) >= whole).node.value.elements.tolist() == [True, False]


def test_a_decision_holds_at_every_precision() -> None:
    x = Graph().input("x", ["0.1", "0.2", "0.3"])
    chosen = np.where(x[0] + x[1] == x[2], x[0], x[1])
    for bits in (30, 100, 200, 800):
        assert not chosen.graph.evaluate(bits)[chosen.id].elements[()].contains(1)


# -- evaluation


def test_evaluation_at_another_precision() -> None:
    graph, outputs, _ = attention()
    coarse, fine = graph.evaluate(40), graph.evaluate(400)
    assert len(coarse) == len(graph.nodes)
    for node in graph.nodes:
        for rough, usual, sharp in zip(
            coarse[node.id].elements.flat, node.value.elements.flat, fine[node.id].elements.flat, strict=True
        ):
            assert rough.contains(usual) or rough.is_exact()
            assert usual.contains(sharp) or usual.is_exact()
    assert fine[outputs.id].bits == 400
    assert graph.evaluate()[outputs.id] is outputs.node.value
    assert graph.evaluate(400) is fine
    assert [value.shape for value in fine[-2:]] == [(4, 2), (4, 2)]


def test_evaluation_grows_with_the_graph() -> None:
    x = Graph().input("x", ["2"])
    fine = x.graph.evaluate(400)
    root = np.sqrt(x)
    assert fine[root.id].elements[0].rad() < 1e-100


OTHER = [["0.90", "0.20"], ["0.10", "1.00"], ["-0.30", "0.60"], ["0", "0.50"]]


def test_evaluation_with_other_inputs() -> None:
    graph, outputs, _ = attention()
    _, expected, _ = attention(OTHER)
    again = graph.evaluate(inputs={"embeddings": OTHER})
    for found, wanted in zip(again[outputs.id].elements.flat, expected.node.value.elements.flat, strict=True):
        assert found.overlaps(wanted)
    assert decimal(outputs.entry(0, 0), 6) != decimal(expected.entry(0, 0), 6)


def test_floats_with_other_inputs() -> None:
    graph, outputs, _ = attention()
    X_ = np.array(OTHER, dtype=np.float64)
    expected, _ = scaled_dot_product_attention(X_, X_, X_)
    for inputs in ({"embeddings": OTHER}, {"embeddings": X_}):
        np.testing.assert_allclose(graph.floats(inputs)[outputs.id], expected, rtol=1e-15)
    assert len(graph.floats()) == len(graph.nodes)


def test_other_inputs_decide_anew() -> None:
    graph = Graph()
    a, b = graph.input("a", "1"), graph.input("b", "2")
    larger = np.where(a > b, a, b)
    assert larger.node.value.elements[()] == 2
    assert graph.evaluate(inputs={"a": "3"})[larger.id].elements[()] == 3
    assert graph.floats({"a": "3"})[larger.id] == 3


@pytest.mark.parametrize("inputs", [{"embedding": X}, {"embeddings": X[:2]}])
def test_inputs_that_do_not_fit_are_refused(inputs: Any) -> None:
    graph, _, _ = attention()
    with pytest.raises(ValueError, match="embedding"):
        graph.evaluate(inputs=inputs)[0]
    with pytest.raises(ValueError, match="embedding"):
        graph.floats(inputs)


def test_other_inputs_must_be_exact_for_balls() -> None:
    graph, outputs, _ = attention()
    with pytest.raises(TypeError, match="float"):
        graph.evaluate(inputs={"embeddings": np.array(X, dtype=float)})[outputs.id]

"""What the reference may call means the same under float64, balls and trace, and in the recorded graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pipeline.arithmetic import Balls, Graph, Traced, balls
from pipeline.arithmetic.lowering import FUNCTIONS
from pipeline.arithmetic.primitives import BALL
from pipeline.transformer import num
from pipeline.transformer.numbers import erf

A = [["1.5", "-0.25", "3"], ["0.5", "2", "-1.75"]]
B = [["0.75", "1.25", "-2"], ["4", "0.125", "1"]]
BATCH = [A, B]
MASK = np.array([[True, False, True], [False, True, True]])

CASES: dict[str, Callable[[Any, Any, Any], Any]] = {
    # arithmetic, broadcasting, constants
    "add": lambda a, b, c: a + b,
    "subtract from an integer": lambda a, b, c: 3 - a,
    "multiply by a row": lambda a, b, c: a * b[0],
    "divide by a column": lambda a, b, c: a / b[:, :1],
    "integer divided by": lambda a, b, c: 2 / a,
    "negative": lambda a, b, c: -a,
    "positive": lambda a, b, c: +a - np.conjugate(b),
    "power": lambda a, b, c: a**3,
    "negative power": lambda a, b, c: a**-2,
    "power of decimals": lambda a, b, c: num(10000, a) ** (num([0, 2], a) / num(4, a)),
    "absolute": lambda a, b, c: abs(a),
    "square": lambda a, b, c: np.square(a),
    "reciprocal": lambda a, b, c: np.reciprocal(a),
    "integer array": lambda a, b, c: a * np.arange(3),
    "decimal constant": lambda a, b, c: a + num("0.00001", a),
    "array of decimal constants": lambda a, b, c: a @ num([["0", "1"], ["-1", "0.5"], ["2", "3"]], a),
    # functions
    "exp": lambda a, b, c: np.exp(a),
    "log": lambda a, b, c: np.log(abs(a)),
    "sqrt": lambda a, b, c: np.sqrt(a * a + 1),
    "sin and cos": lambda a, b, c: np.stack([np.sin(a), np.cos(a)], axis=-1),
    "tanh": lambda a, b, c: np.tanh(a),
    "erf": lambda a, b, c: erf(a),
    "maximum": lambda a, b, c: np.maximum(a, 0),
    "minimum": lambda a, b, c: np.minimum(a, b),
    "clip": lambda a, b, c: np.clip(a, -1, 1),
    # sums
    "sum of all": lambda a, b, c: np.sum(a),
    "sum of an axis": lambda a, b, c: np.sum(c, axis=1),
    "sum of two axes, kept": lambda a, b, c: np.sum(c, axis=(0, -1), keepdims=True),
    "method sum": lambda a, b, c: a.sum(axis=-1, keepdims=True),
    "add.reduce": lambda a, b, c: np.add.reduce(a),
    "max": lambda a, b, c: np.max(a, axis=-1, keepdims=True),
    "min": lambda a, b, c: a.min(axis=0),
    "mean": lambda a, b, c: np.mean(c, axis=-1, keepdims=True),
    "mean of all": lambda a, b, c: a.mean(),
    "var": lambda a, b, c: np.var(a, axis=0),
    "method var": lambda a, b, c: a.var(axis=-1, keepdims=True),
    "std": lambda a, b, c: np.std(a),
    "norm": lambda a, b, c: np.linalg.norm(a, axis=-1),
    # products
    "matmul": lambda a, b, c: a @ b.T,
    "matrix times vector": lambda a, b, c: a @ b[0],
    "vector times matrix": lambda a, b, c: b[:, 0] @ a,
    "vector times vector": lambda a, b, c: a[0] @ b[1],
    "batched matmul": lambda a, b, c: c @ c.mT,
    "matrix times batch": lambda a, b, c: a.T @ c,
    "batch times vector": lambda a, b, c: c @ a[0],
    "batch of one times batch": lambda a, b, c: a[None] @ c.swapaxes(-1, -2),
    "batches of two kinds": lambda a, b, c: c[:, None] @ np.swapaxes(c, 1, 2)[None],
    "dot": lambda a, b, c: np.dot(a[0], b[0]),
    "method dot": lambda a, b, c: a[0].dot(b[0]),
    "inner": lambda a, b, c: np.inner(a[0], b[1]),
    "vdot": lambda a, b, c: np.vdot(a[0], b[1]),
    "outer": lambda a, b, c: np.outer(a[0], b[1]),
    "einsum": lambda a, b, c: np.einsum("qd,kd->qk", a, b),
    "einsum of three": lambda a, b, c: np.einsum("bij,ik,j->kb", c, b, a[1]),
    "einsum that only moves": lambda a, b, c: np.einsum("bij->jbi", c),
    "einsum to a number": lambda a, b, c: np.einsum("ij,ij->", a, b),
    # structure
    "index": lambda a, b, c: c[1, 0],
    "slice": lambda a, b, c: c[..., ::-1][:, None, :, 1:],
    "rows by number": lambda a, b, c: a[[1, 0, 1]],
    "elements by number": lambda a, b, c: a[np.arange(2), [2, 0]],
    "elements by mask": lambda a, b, c: a[MASK],
    "transpose": lambda a, b, c: np.transpose(c, (2, 0, 1)),
    "method transpose": lambda a, b, c: c.transpose(1, 0, 2),
    "matrix_transpose": lambda a, b, c: np.matrix_transpose(c),
    "swapaxes": lambda a, b, c: c.swapaxes(0, -1),
    "moveaxis": lambda a, b, c: np.moveaxis(c, 0, -1),
    "reshape": lambda a, b, c: c.reshape(3, 4),
    "np.reshape": lambda a, b, c: np.reshape(c, (2, -1)),
    "heads and back": lambda a, b, c: c.reshape(2, 2, 3, 1).swapaxes(1, 2).swapaxes(1, 2).reshape(2, 2, 3),
    "ravel": lambda a, b, c: np.ravel(a) + a.ravel(),
    "expand_dims": lambda a, b, c: np.expand_dims(a, 1),
    "squeeze": lambda a, b, c: np.squeeze(a[:1]),
    "broadcast_to": lambda a, b, c: np.broadcast_to(a, (2, 2, 3)),
    "repeat": lambda a, b, c: np.repeat(a, 2, axis=0),
    "tile": lambda a, b, c: np.tile(a, 2),
    "take": lambda a, b, c: np.take(a, [2, 0], axis=1),
    "take_along_axis": lambda a, b, c: np.take_along_axis(a, np.array([[2], [0]]), axis=1),
    "diagonal": lambda a, b, c: np.diagonal(a),
    "flip": lambda a, b, c: np.flip(a, axis=1),
    "roll": lambda a, b, c: np.roll(a, 1, axis=1),
    "copy": lambda a, b, c: np.copy(a),
    "concatenate": lambda a, b, c: np.concatenate([a, b, a[:1]], axis=0),
    "concatenate with integers": lambda a, b, c: np.concatenate([a, np.zeros((1, 3), dtype=int)]),
    "stack": lambda a, b, c: np.stack([a, b], axis=1),
    "stack of numbers": lambda a, b, c: np.stack([a[0, 0], b[1, 1]]),
    "hstack": lambda a, b, c: np.hstack([a, b]),
    "vstack": lambda a, b, c: np.vstack([a, b[0]]),
    "split": lambda a, b, c: np.split(a, 3, axis=1)[1],
    "split at": lambda a, b, c: np.split(a, [1], axis=1)[1],
    "array_split": lambda a, b, c: np.array_split(a, 2, axis=1)[0],
    "unstack": lambda a, b, c: np.unstack(c)[1],
    "iteration": lambda a, b, c: np.stack([row @ row for row in a]),
    "unpacking": lambda a, b, c: (lambda first, second: first - second)(*c),
    "zeros_like": lambda a, b, c: a + np.zeros_like(a),
    "ones_like": lambda a, b, c: a - np.ones_like(a),
    "len, ndim, size": lambda a, b, c: a * (len(c) + c.ndim + c.size + np.ndim(a) + np.size(a) + np.shape(a)[1]),
    # decisions
    "where": lambda a, b, c: np.where(MASK, a, b),
    "where infinite": lambda a, b, c: np.exp(np.where(MASK, a, -np.inf)),
    "where the values decide": lambda a, b, c: np.where(a > b, a - b, b - a),
    "where with three comparisons": lambda a, b, c: np.where(
        np.logical_and(np.logical_not(a >= 2), np.logical_or(a <= -1, a != b)), a, 0
    ),
    "counting": lambda a, b, c: np.sum((a < b) * num(1, a)) + np.sum((a == a) * 1) + np.sum(a > 0),
    # as the reference has them
    "softmax": lambda a, b, c: (lambda e: e / np.sum(e, axis=-1, keepdims=True))(
        np.exp(c - np.max(c, axis=-1, keepdims=True))
    ),
    "layer norm": lambda a, b, c: (
        (a - np.mean(a, axis=-1, keepdims=True)) / np.sqrt(np.var(a, axis=-1, keepdims=True) + num("0.00001", a))
    ),
}


def middle(array: Balls) -> Any:
    """Plain numbers to compare with."""
    if array.dtype == bool:
        return array.elements
    return np.array([float(ball.mid()) for ball in array.elements.flat]).reshape(array.shape)


@pytest.mark.parametrize("case", CASES)
def test_all_kinds_agree(case: str) -> None:
    compute = CASES[case]
    expected = compute(*(np.array(value, dtype=np.float64) for value in (A, B, BATCH)))

    under_balls = compute(balls(A), balls(B), balls(BATCH))
    assert isinstance(under_balls, Balls)
    assert under_balls.shape == np.shape(expected)
    np.testing.assert_allclose(middle(under_balls), expected, rtol=1e-14, atol=1e-14)

    graph = Graph()
    traced = compute(graph.input("a", A), graph.input("b", B), graph.input("c", BATCH))
    assert isinstance(traced, Traced)
    assert traced.shape == np.shape(expected)
    np.testing.assert_allclose(middle(traced.node.value), expected, rtol=1e-14, atol=1e-14)
    np.testing.assert_allclose(graph.floats()[traced.id], expected, rtol=1e-14, atol=1e-14)
    np.testing.assert_allclose(middle(graph.evaluate(100)[traced.id]), expected, rtol=1e-14, atol=1e-14)


def test_every_function_and_every_primitive_has_a_case(monkeypatch: pytest.MonkeyPatch) -> None:
    called: set[str] = set()
    for table in (FUNCTIONS, BALL):
        for key, implementation in dict(table).items():
            monkeypatch.setitem(table, key, _noting(called, getattr(key, "__name__", key), implementation))
    for compute in CASES.values():
        compute(balls(A), balls(B), balls(BATCH))
    assert ({function.__name__ for function in FUNCTIONS} | set(BALL)) - called == set()


def _noting(called: set[str], name: str, implementation: Any) -> Any:
    def noted(*inputs: Any, **options: Any) -> Any:
        called.add(name)
        return implementation(*inputs, **options)

    return noted


REFUSED: dict[str, Callable[[Any], Any]] = {
    "a function that is not listed": lambda x: np.cumsum(x),
    "a ufunc that is not listed": lambda x: np.arctan(x),
    "an output argument": lambda x: np.exp(x, out=x),
    "change in place": lambda x: x.__iadd__(1),
    "assignment": lambda x: x.__setitem__((0, 0), 1),
    "dtype": lambda x: np.sum(x, dtype=float),
    "a sum with an initial value": lambda x: np.sum(x, initial=0),
    "where of a ufunc": lambda x: np.exp(x, where=MASK),
    "accumulate": lambda x: np.add.accumulate(x),
    "a condition that is no truth value": lambda x: np.where(x, x, 0),
    "a number as a truth value": lambda x: np.logical_and(x, True),
    "an index that was computed": lambda x: x[x[0, 0]],
    "a dot of matrices": lambda x: np.dot(x, x.T),
    "a truth value among numbers": lambda x: x.__num__([True, 1]),
    "einsum without a result": lambda x: np.einsum("ij,jk", x, x.T),
    "einsum with an ellipsis": lambda x: np.einsum("...j->...", x),
    "the length of a number": lambda x: len(x[0, 0]),
    "a branch on a number": lambda x: bool(x[0, 0]),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_not_listed_is_refused(case: str) -> None:
    for x in (balls(A), Graph().input("x", A)):
        with pytest.raises(TypeError):
            REFUSED[case](x)


def test_kinds_do_not_mix() -> None:
    traced = Graph().input("x", A)
    for other in (balls(A), Graph().input("x", A)):
        with pytest.raises(TypeError):
            traced + other


def test_the_sum_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing"):
        np.sum(balls(A)[:0], axis=0)
    with pytest.raises(ValueError, match="nothing"):
        balls(A)[:, :0] @ balls(A)[:, :0].T

"""The short list of operations that the reference is made of, each under every number kind.

What is expected comes from Python's own numbers and its math module, element by element.
"""

from __future__ import annotations

import ast
import inspect
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pipeline.transformer import attention, blocks, cache, encoding, heads, layers, loss, models, num, vocabulary
from pipeline.transformer.numbers import erf

from .kinds import KINDS, to_float

A = [["0.50", "-1.25", "2.00"], ["3.00", "0.75", "-0.10"]]
B = [["1.50", "0.20", "-2.00"], ["0.25", "-0.75", "4.00"]]
P = [["0.50", "1.25", "2.00"], ["3.00", "0.75", "0.10"]]  # positive
Rows = list[list[Any]]


def each(function: Callable[..., float]) -> Callable[..., Rows]:
    """Apply to the elements that stand at the same place."""
    return lambda *arrays: [[function(*row) for row in zip(*rows, strict=True)] for rows in zip(*arrays, strict=True)]


OPERATIONS: dict[str, tuple[Callable[..., Any], tuple[Rows, ...], Callable[..., Any]]] = {
    # operation: what the reference writes, its arguments, what it must give
    "+": (lambda a, b: a + b, (A, B), each(lambda x, y: x + y)),
    "-": (lambda a, b: a - b, (A, B), each(lambda x, y: x - y)),
    "*": (lambda a, b: a * b, (A, B), each(lambda x, y: x * y)),
    "/": (lambda a, b: a / b, (A, B), each(lambda x, y: x / y)),
    "**": (lambda a, b: a**b, (P, B), each(lambda x, y: x**y)),
    "negation": (lambda a: -a, (A,), each(lambda x: -x)),
    "broadcasting": (
        lambda a, b: a * b[:, :1],
        (A, B),
        lambda a, b: [[x * v[0] for x in u] for u, v in zip(a, b, strict=True)],
    ),
    "@": (lambda a, b: a @ b.T, (A, B), lambda a, b: [[sum(map(float.__mul__, u, v)) for v in b] for u in a]),
    "@ of a vector": (lambda a, b: a[0] @ b.T, (A, B), lambda a, b: [sum(map(float.__mul__, a[0], v)) for v in b]),
    "T": (lambda a: a.T, (A,), lambda a: [list(column) for column in zip(*a, strict=True)]),
    "exp": (np.exp, (A,), each(math.exp)),
    "log": (np.log, (P,), each(math.log)),
    "sqrt": (np.sqrt, (P,), each(math.sqrt)),
    "sin": (np.sin, (A,), each(math.sin)),
    "cos": (np.cos, (A,), each(math.cos)),
    "tanh": (np.tanh, (A,), each(math.tanh)),
    "erf": (erf, (A,), each(math.erf)),
    "maximum": (np.maximum, (A, B), each(max)),
    "where": (
        lambda a, b: np.where(np.eye(2, 3, dtype=bool), a, b),
        (A, B),
        lambda a, b: [[u[j] if i == j else v[j] for j in range(3)] for i, (u, v) in enumerate(zip(a, b, strict=True))],
    ),
    "exp of hidden": (
        lambda a: np.exp(np.where(np.eye(2, 3, dtype=bool), a, -np.inf)),
        (A,),
        lambda a: [[math.exp(u[j]) if i == j else 0 for j in range(3)] for i, u in enumerate(a)],
    ),
    "sum": (lambda a: np.sum(a, axis=-1, keepdims=True), (A,), lambda a: [[math.fsum(row)] for row in a]),
    "sum of all": (np.sum, (A,), lambda a: math.fsum(map(math.fsum, a))),
    "mean": (lambda a: np.mean(a, axis=-1, keepdims=True), (A,), lambda a: [[math.fsum(row) / 3] for row in a]),
    "max": (lambda a: np.max(a, axis=-1, keepdims=True), (A,), lambda a: [[max(row)] for row in a]),
    "max along columns": (
        lambda a: np.max(a, axis=0),
        (A,),
        lambda a: [max(column) for column in zip(*a, strict=True)],
    ),
    "concatenate": (
        lambda a, b: np.concatenate([a, b], axis=-1),
        (A, B),
        lambda a, b: [u + v for u, v in zip(a, b, strict=True)],
    ),
    "concatenate rows": (lambda a, b: np.concatenate((a, b)), (A, B), lambda a, b: a + b),
    "stack": (lambda a, b: np.stack([a, b], axis=-1), (A, B), each(lambda x, y: [x, y])),
    "reshape": (
        lambda a: a.reshape(3, 2),
        (A,),
        lambda a: [[a[0][0], a[0][1]], [a[0][2], a[1][0]], [a[1][1], a[1][2]]],
    ),
    "a row": (lambda a: a[-1], (A,), lambda a: a[-1]),
    "rows by number": (lambda a: a[np.array([1, 0, 1])], (A,), lambda a: [a[1], a[0], a[1]]),
    "places by number": (lambda a: a[np.arange(2), np.array([2, 0])], (A,), lambda a: [a[0][2], a[1][0]]),
    "a column": (lambda a: a[..., 1], (A,), lambda a: [row[1] for row in a]),
    "a new axis": (lambda a: a[0][:, None], (A,), lambda a: [[x] for x in a[0]]),
    "num": (lambda a: num([1, "0.25"], a), (A,), lambda a: [1, 0.25]),
}
ON_INTEGERS_AND_MASKS = {"arange", "asarray", "inf", "ndarray", "ones", "tri"}  # these never touch a computed number
MODULES = (attention, blocks, cache, encoding, heads, layers, loss, models, vocabulary)


def plain(rows: Any) -> Any:
    """The same numbers as Python floats."""
    return [plain(row) for row in rows] if isinstance(rows, list) else float(Fraction(rows))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_operation(operation: str, kind: str) -> None:
    compute, arguments, expect = OPERATIONS[operation]
    make = KINDS[kind]()
    found = compute(*map(make, arguments))
    expected = np.array(expect(*map(plain, arguments)), dtype=float)
    assert tuple(found.shape) == expected.shape
    assert type(found) is type(make(A)) or kind == "float64"
    np.testing.assert_allclose(to_float(found), expected, rtol=1e-15, atol=1e-15)


def used() -> set[str]:
    """The names that follow `np.` in the reference, choices of tokens apart."""
    return {
        node.attr
        for module in MODULES
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "np"
    }


def test_the_reference_uses_no_other_operation() -> None:
    assert used() - ON_INTEGERS_AND_MASKS <= set(OPERATIONS)


def test_every_listed_operation_of_numpy_is_used() -> None:
    listed = {operation for operation in OPERATIONS if hasattr(np, operation)}
    assert listed - used() <= {"reshape"}  # written as a method


def test_nothing_is_changed_in_place() -> None:
    for module in MODULES:
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            assert not isinstance(node, ast.AugAssign | ast.Delete)
            if isinstance(node, ast.Assign):
                assert not any(isinstance(target, ast.Subscript) for target in node.targets)

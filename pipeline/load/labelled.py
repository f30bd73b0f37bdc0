"""Arrays written by their labels: `{sine: {ahead: "9.7"}}` instead of rows that are mostly zero."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pipeline.load.data import Data, Path_
from pipeline.problems import Code, Problems
from pipeline.quantities.axes import Axis
from pipeline.quantities.value import nearest_of

ZERO = "0"


def written_out(
    data: Data, value: Any, named: Sequence[str | None], axes: Mapping[str, Axis], path: Path_, problems: Problems
) -> Any:
    """The value as nested lists.  Where an axis and all below it are named, label → part may stand for a list.

    What such a mapping leaves out is zero; a key that is no label is a problem.  What it has keeps its place.
    """
    if isinstance(value, list) and named:
        return [written_out(data, part, named[1:], axes, (*path, index), problems) for index, part in enumerate(value)]
    if not isinstance(value, dict) or not named or any(name not in axes for name in named):
        return value
    labels = axes[str(named[0])].ids
    for key in value:
        if key not in labels:
            message = f"the axis {named[0]} has no label {key!r}"
            problems.add(Code.UNKNOWN_LABEL, message, data.place(*path, key), nearest_of(key, labels))
    data.moved.update({(*path, index): (*path, label) for index, label in enumerate(labels) if label in value})
    return [
        written_out(data, value[label], named[1:], axes, (*path, index), problems)
        if label in value
        else _zeros(named[1:], axes)
        for index, label in enumerate(labels)
    ]


def _zeros(named: Sequence[str | None], axes: Mapping[str, Axis]) -> Any:
    return [_zeros(named[1:], axes) for _ in axes[str(named[0])].labels] if named else ZERO

"""The names that a page's templates and conditions know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pipeline.problems import Code
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.compute import Quantities
from pipeline.quantities.functions import FUNCTIONS
from pipeline.quantities.misuse import NAME, checked
from pipeline.quantities.value import Report, nearest_of


class Namespace:
    """Dotted names: `facts.gpt2.d_model`.  It has items only, so that no name hides behind a method."""

    __slots__ = ("_items",)

    def __init__(self) -> None:
        self._items: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def put(self, path: list[str], value: Any) -> None:
        """Store a value under a dotted path."""
        head, *rest = path
        if rest:
            self._items.setdefault(head, Namespace()).put(rest, value)
        else:
            self._items[head] = value


class Labels:
    """An axis in a template: `token["apple"]` is that label."""

    __slots__ = ("_axis", "_report")

    def __init__(self, axis: Axis, report: Report) -> None:
        self._axis = axis
        self._report = report

    def __getitem__(self, key: str) -> Any:
        position = self._axis.position(key)
        if position is None:
            message = f"the axis {self._axis.name} has no label {key!r}"
            return self._report(Code.UNKNOWN_LABEL, message, nearest_of(str(key), self._axis.ids))
        return self._axis.labels[position]

    def __iter__(self) -> Any:
        return iter(self._axis.labels)

    def __len__(self) -> int:
        return len(self._axis)


def names(
    quantities: Quantities,
    sentences: Mapping[str, tuple[str, tuple[Label, ...]]],
    report: Report,
    identity: Callable[[str], bool],
) -> dict[str, Any]:
    """Everything an author can name: quantities, facts, words, counts, axes, sentences, functions."""
    known: dict[str, Any] = {}
    for axis in quantities.axes.values():
        known[axis.name] = Labels(axis, report)
    for name, (_, labels) in sentences.items():
        known[name] = labels
    for name, value in quantities.values.items():
        head, *rest = name.split(".")
        if rest:
            known.setdefault(head, Namespace()).put(rest, value)
        else:
            known[name] = value
    return known | FUNCTIONS | {"identity": checked(identity, {"name": NAME})}

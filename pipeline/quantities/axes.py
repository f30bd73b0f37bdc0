"""Axes and labels: what the rows and columns of a quantity are called."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Never

from pipeline.problems import MisuseError


@dataclass(frozen=True)
class Choice:
    """How a label was found: the name of the function (`largest`, `smallest`), and the row that it was asked of."""

    function: str
    row: Any


@dataclass(frozen=True)
class Label:
    """One place on an axis: the id that authors write and the text that readers see.

    axis:   the axis' name
    chosen: how the label was found, where no author wrote it
    """

    id: str
    text: str
    axis: str = field(default="", compare=False)
    chosen: Choice | None = field(default=None, compare=False, repr=False)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):  # it would be false without a word, whatever the author means
            remedy = f'Compare it with {self.axis or "axis"}["{other}"].'
            raise MisuseError("a label is no text", remedy)
        if other is not None and not isinstance(other, Label) and not getattr(other, "already_reported", False):
            raise MisuseError("a label only equals a label", 'Write largest(row) == token["apple"].')
        return isinstance(other, Label) and (self.id, self.text) == (other.id, other.text)

    def _unordered(self, other: object) -> Never:
        raise MisuseError("labels have no order", "Compare the numbers that stand under them.")

    __lt__ = __le__ = __gt__ = __ge__ = _unordered


@dataclass(frozen=True)
class Axis:
    """A named, ordered list of labels, each of which knows the name.  source: where it is declared, as "file:line"."""

    name: str
    labels: tuple[Label, ...]
    source: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "labels", tuple(replace(label, axis=self.name) for label in self.labels))

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids in order."""
        return tuple(label.id for label in self.labels)

    def position(self, key: object) -> int | None:
        """Where a label stands (its id, or the label itself); None if there is no such label."""
        wanted = key.id if isinstance(key, Label) else str(key)
        return self.ids.index(wanted) if wanted in self.ids else None


def numbered(length: int, name: str = "", start: int = 1) -> Axis:
    """An axis without names: its labels are 1, 2, … (or 0, 1, …)."""
    return Axis(name, tuple(Label(str(number), str(number)) for number in range(start, start + length)))

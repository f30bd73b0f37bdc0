"""What a typed number may have been meant to be: each scalar of a page's quantities, and simple functions of rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from pipeline.arithmetic import Undecided, exact_decimal
from pipeline.quantities.compute import Quantities
from pipeline.quantities.value import Value

STEM = 6  # letters by which words are compared, so that "Temperaturen" speaks for "temperature"

_WORD = re.compile(r"[^\W\d_]{3,}")
_OF_ROWS: dict[str, tuple[Callable[[list[float]], float], tuple[str, ...]]] = {
    "maximum": (max, ("größte", "höchst", "meiste")),
    "minimum": (min, ("kleins", "wenigs", "gering")),
    "total": (sum, ("summe", "zusamm", "insges")),
}


@dataclass(frozen=True)
class Candidate:
    """One number that can be printed.

    expression:  what an author writes for it
    quantity:    the name of its quantity
    value:       the nearest double
    labels:      for each label its id and text, in lower case
    position:    where its labels stand on their axes
    stems:       beginnings of words that speak for it
    scalar:      the value itself; None for a function of a row, which ranks lower
    """

    expression: str
    quantity: str
    value: float
    labels: tuple[frozenset[str], ...]
    position: tuple[int, ...]
    stems: frozenset[str]
    scalar: Value | None = field(default=None, compare=False)

    @cached_property
    def typed_decimal(self) -> str | None:
        """All digits of a value that is a finite decimal, as `num` without places prints them."""
        if self.scalar is None:
            return None
        try:
            return exact_decimal(self.scalar.entry)
        except Undecided:
            return None


def words(text: str) -> list[str]:
    """The words of a text, in lower case and in order."""
    return _WORD.findall(text.lower().replace("_", " "))


def candidates(quantities: Quantities) -> tuple[Candidate, ...]:
    """All candidates of a page, in the order of its quantities."""
    return tuple(candidate for value in quantities.values.values() for candidate in _below(value, ()))


def _below(part: Value, position: tuple[int, ...]) -> Iterator[Candidate]:
    if not part.axes:
        yield _candidate(part, position, part.expression, float(part), (), part)
        return
    inside = [list(_below(inner, (*position, index))) for index, inner in enumerate(part)]
    for found in inside:
        yield from found
    if len(part.axes) == 1 and inside:
        values = [found[0].value for found in inside]
        for name, (function, stems) in _OF_ROWS.items():
            yield _candidate(part, position, f"{name}({part.expression})", function(values), stems, None)


def _candidate(
    part: Value, position: tuple[int, ...], expression: str, value: float, stems: tuple[str, ...], scalar: Value | None
) -> Candidate:
    labels = tuple(frozenset({label.id.lower(), label.text.lower()}) for label in part.labels)
    known = words(part.described()) + words(part.quantity.replace(".", " "))
    return Candidate(
        expression,
        part.quantity,
        value,
        labels,
        position,
        frozenset([*stems, *(word[:STEM] for word in known)]),
        scalar,
    )

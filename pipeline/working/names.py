"""What numbers are called: inputs, quantities of a page, and intermediate results that the code names.

A hand calculation stops at numbers that have a name.  Where several names stand for one number, the
input's comes first, then the page's quantities in their order, then the names inside the reference.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from pipeline.arithmetic import Entry, Traced
from pipeline.quantities.axes import Label, numbered
from pipeline.quantities.compute import Quantities
from pipeline.quantities.sheet import Given
from pipeline.quantities.value import Value, slug
from pipeline.working.scalars import Scalars

_EXPONENTIAL = re.compile(r"e\^\{(?P<exponent>\w)\}")
_INTERNAL = re.compile(r"(?P<letter>[A-Za-z]+?)_?(?P<number>\d*)")


@dataclass(frozen=True)
class Name:
    """A number with a name: one entry of an input, a quantity or an intermediate result.

    letter:  TeX of the quantity without index, "" if it has none
    index:   the index of this entry, "" for a single number
    given:   the data that it was typed in, None for what is computed
    """

    value: Value
    labels: tuple[Label, ...]
    index: str
    entry: Entry
    given: Given | None

    @cached_property
    def key(self) -> str:
        """As `Value.key`, without the format."""
        return "-".join((self.value.key, *(slug(label.id) for label in self.labels)))

    @property
    def quantity(self) -> str:
        """The quantity's name, "" for an intermediate result."""
        return self.value.quantity

    @property
    def expression(self) -> str:
        """What an author writes to get it."""
        labels = ",".join(f'"{label.id}"' for label in self.labels)
        return f"{self.value.expression}[{labels}]" if labels else self.value.expression

    @property
    def letter(self) -> str:
        """TeX of the quantity without index, "" if it has none."""
        return self.value.symbol

    def described(self) -> str:
        """The German sentence on what it means."""
        return self.value.meaning.format(*(label.text for label in self.labels))


def indexed(letter: str, index: str) -> str:
    r"""A symbol with an index: w and "1\,2" give w_{1\,2}; of e^{s}, the exponent gets it."""
    if not index:
        return letter
    if exponential := _EXPONENTIAL.fullmatch(letter):
        return f"e^{{{indexed(exponential['exponent'], index)}}}"
    return rf"\left({letter}\right)_{{{index}}}" if "_" in letter else f"{letter}_{{{index}}}"


class Names:
    """The names of the scalars of a page."""

    def __init__(self, quantities: Quantities, scalars: Scalars) -> None:
        self._quantities = quantities
        self._scalars = scalars
        self._stands: dict[int, tuple[Value, int]] = {}  # alike scalars → a value and the flat place in it
        self._known: dict[int, Name] = {}
        for value in (*quantities.values.values(), *self._internal()):
            for place, number in enumerate(scalars.array(value.array.id).reshape(-1).tolist()):
                if scalars[number].op != "constant":
                    self._stands.setdefault(self._key(number), (value, place))

    def _key(self, number: int) -> int:
        """Inputs are themselves; what is computed may have been written in several ways."""
        return -1 - number if self._scalars[number].op == "input" else self._scalars.alike(number)

    def __contains__(self, number: int) -> bool:
        return self._scalars[number].op != "constant" and self._key(number) in self._stands

    def __getitem__(self, number: int) -> Name:
        if number not in self._known:
            self._known[number] = self.at(*self._stands[self._key(number)])
        return self._known[number]

    def at(self, value: Value, place: int) -> Name:
        """The name of an entry of a value, by its flat place."""
        places: list[int] = []
        rest = place
        for axis in reversed(value.axes):
            rest, at = divmod(rest, len(axis))
            places.insert(0, at)
        labels = tuple(axis.labels[at] for axis, at in zip(value.axes, places, strict=True))
        shown = (label.id if label.id.isdigit() else str(at + 1) for label, at in zip(labels, places, strict=True))
        given = self._quantities.givens.get(value.quantity)
        return Name(value, labels, r"\,".join(shown), Entry(self._scalars.graph, value.array.id, place), given)

    def _internal(self) -> list[Value]:
        """The intermediate results that the reference names, as values; each belongs to the next quantity."""
        graph = self._scalars.graph
        own = {value.array.id: value for value in self._quantities.values.values()}
        owners = sorted(own)
        taken: Counter[str] = Counter()
        found = []
        for node in list(graph.nodes):
            if node.op != "name" or node.id in own:
                continue
            after = bisect_left(owners, node.id)
            owner = own[owners[after]] if after < len(owners) else None
            key = "-".join((*([owner.key] if owner is not None else []), slug(node.name)))
            taken[key] += 1
            entries = ", ".join(f"{{{axis}}}" for axis in range(len(node.shape)))
            found.append(
                Value(
                    array=Traced(graph, node.id),
                    axes=tuple(numbered(size) for size in node.shape),
                    key=f"{key}-{taken[key]}" if taken[key] > 1 else key,
                    expression=node.name,
                    quantity="",
                    meaning=f"Zwischenschritt {node.name}" + (f", Eintrag {entries}." if entries else "."),
                    symbol=_letter(node.name),
                )
            )
        return found


def _letter(name: str) -> str:
    """S → s, W2 → w^{(2)}: matrices are capital, their entries small."""
    match = _INTERNAL.fullmatch(name)
    if not match:
        return ""
    letter = match["letter"].lower() if len(match["letter"]) == 1 else rf"\text{{{match['letter']}}}"
    return f"{letter}^{{({match['number']})}}" if match["number"] else letter

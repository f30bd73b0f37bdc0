"""The sheet: what the Python beside a page's text gets, and where it leaves its named quantities.

The same page code runs twice: once on traced balls (values, proof, working) and, to try claims on
other inputs, on plain floats.  Only the sheet knows which; page code sees arrays.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

from pipeline.arithmetic import Traced
from pipeline.problems import Place
from pipeline.quantities.axes import Axis, Label, numbered
from pipeline.quantities.draw import Draw
from pipeline.quantities.functions import FUNCTIONS
from pipeline.quantities.value import Report, Value, nearest_of, refuse, slug

Decimals = Any  # a decimal as text, or nested lists of such
Make = Callable[["Given"], Any]


class SheetError(ValueError):
    """Page code asks the sheet for something that is not there, or names axes that do not fit."""


class TakenError(SheetError):
    """Page code defines a name that means something already."""


NAMESPACES = frozenset(("count", "facts", "position", "printed", "retraced", "words", "works"))
_LANGUAGE = re.compile("and|caller|else|false|fill|for|identity|if|in|is|loop|none|not|or|outcome|self|true", re.I)
_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


def name_fault(name: str) -> str:
    """Why an input, an axis, a sentence or a quantity cannot have this name; "" if it can."""
    if not _NAME.fullmatch(name):
        return "is no name: letters, digits and _ make one"
    if name in FUNCTIONS:
        return "is the name of a function already"
    if name in NAMESPACES or _LANGUAGE.fullmatch(name):
        return "means something else in expressions already"
    return ""


@dataclass(frozen=True)
class Given:
    """A number or array that comes from a data file: exact decimals as typed.

    kind:  an `input` may be changed by authors and readers; a `fact` has a source; a `count` is the
           number of labels on an axis; a `word` is the threshold of a vague word; a `printed` number
           is quoted from another document; a `drawn` one comes from a seed and a range.
    where: the place in a fact's source ("Tabelle 2, S. 4")
    panel: the heading under which readers may change an input on the page, "" where they may not
    spelling: how the other document writes a `printed` number
    drawn: the range of a `drawn` input
    """

    name: str
    decimals: Decimals
    kind: Literal["input", "fact", "word", "count", "printed", "drawn"]
    source: str
    axes: tuple[str | None, ...] = ()
    meaning: str = ""
    symbol: str = ""
    place: Place = Place()
    where: str = ""
    panel: str = ""
    spelling: str = ""
    drawn: Draw | None = None


@dataclass
class Sheet:
    """Givens in, quantities out.

    given("embeddings"), fact("gpt2.d_model"), count("token"): arrays of the number kind of this run.
    define(name, array, axes, symbol, meaning): a named quantity that the text may print.
    """

    givens: Mapping[str, Given]
    axes: Mapping[str, Axis]
    sentences: Mapping[str, tuple[str, tuple[Label, ...]]]
    make: Make
    root: Path = Path()
    report: Report = refuse
    values: dict[str, Value] = field(default_factory=dict)

    def given(self, name: str) -> Any:
        """An input by its dotted name."""
        if name not in self.givens:
            raise SheetError(f"there is no input {name!r}. {nearest_of(name, tuple(self.givens))}")
        return self.make(self.givens[name])

    def fact(self, name: str) -> Any:
        """A published fact by its dotted name ("gpt2.d_model")."""
        return self.given(f"facts.{name}")

    def count(self, axis: str) -> Any:
        """How many labels an axis has."""
        return self.given(f"count.{axis}")

    def positions(self, axis: str) -> Any:
        """The positions 0, 1, … of an axis' labels."""
        return self.given(f"position.{axis}")

    def order(self, sentence: str) -> list[int]:
        """The rows of a sentence's tokens, in the order of that sentence."""
        if sentence not in self.sentences:
            raise SheetError(f"there is no sentence {sentence!r}. {nearest_of(sentence, tuple(self.sentences))}")
        axis, labels = self.sentences[sentence]
        return [self.axis(axis).ids.index(label.id) for label in labels]

    def axis(self, name: str) -> Axis:
        """An axis by name."""
        if name not in self.axes:
            raise SheetError(f"there is no axis {name!r}. {nearest_of(name, tuple(self.axes))}")
        return self.axes[name]

    def labels(self, name: str) -> tuple[str, ...]:
        """The label ids of an axis."""
        return self.axis(name).ids

    def define(
        self,
        name: str,
        array: Any,
        axes: Sequence[str | Axis | None] = (),
        symbol: str = "",
        meaning: str = "",
        identity: str = "",
    ) -> Any:
        """Name a quantity; returns the array, named in the graph, so that later steps build on the name.

        identity: the page's identity that makes it the same for all inputs; only for what nothing changes
        """
        if not isinstance(name, str) or not all(isinstance(text, str) for text in (symbol, meaning, identity)):
            raise SheetError(f"{name!r}: name, symbol, meaning and identity of a quantity are texts")
        if name in self.values:
            raise TakenError(f"{name!r} is defined twice")
        if name in self.givens or name in self.axes or name in self.sentences:
            raise TakenError(f"{name!r} is the name of an input, an axis or a sentence already")
        if fault := name_fault(name):
            raise TakenError(f"{name!r} {fault}")
        if not isinstance(array, Traced | np.ndarray | np.generic):
            raise SheetError(f"{name!r} is no array of this computation, but {type(array).__name__}")
        if not isinstance(axes, list | tuple):
            raise SheetError(f"{name!r}: axes are a list of names, not {axes!r}")
        if len(axes) != np.ndim(array) if not isinstance(array, Traced) else len(axes) != array.ndim:
            raise SheetError(f"{name!r} has shape {array.shape} but {len(axes)} axes are named")
        found = tuple(self._axis(name, axis, length) for axis, length in zip(axes, np.shape(array), strict=True))
        named = array.__named__(name) if isinstance(array, Traced) else array
        caller = sys._getframe(1)
        self.values[name] = Value(
            array=named,
            axes=found,
            key=slug(name),
            expression=name,
            quantity=name,
            meaning=meaning,
            symbol=symbol,
            source=Place(self._relative(caller.f_code.co_filename), caller.f_lineno),
            report=self.report,
            identity=identity,
        )
        return named

    def _axis(self, name: str, axis: str | Axis | None, length: int) -> Axis:
        if isinstance(axis, Axis):
            found = axis
        elif axis is None:
            found = numbered(length)
        elif axis == "position":
            found = numbered(length, "position", start=0)
        else:
            found = self.axis(axis)
        if len(found) != length:
            raise SheetError(f"{name!r}: the axis {found.name!r} has {len(found)} labels, the array {length} entries")
        return found

    def _relative(self, file: str) -> str:
        path = Path(file)
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else path.name

"""Values: what templates, conditions and figures see of a quantity.

A value is an array with labelled axes.  Every comparison between values is proven (exactly or on
balls) and raises `Undecided` rather than guess; arithmetic between values goes on recording the
graph.  The same class wraps plain floats when claims are tried on sampled inputs.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from pipeline.arithmetic import Entry, Traced, compare, nearest_double
from pipeline.problems import Code, MisuseError, Place
from pipeline.quantities.axes import Axis, Label

Array = Any  # Traced, or a float64 array on sampled inputs
Report = Callable[[Code, str, str], Any]  # code, message, remedy → a stand-in for the missing value


@dataclass(frozen=True)
class Comparison:
    """One decided comparison: sign is -1, 0 or 1 for left <, =, > right."""

    left: Value
    right: Value | int
    sign: int


COMPARED: ContextVar[list[Comparison] | None] = ContextVar("COMPARED", default=None)  # the comparisons of a condition

NOISE = 1e-12  # on sampled floats, what differs by less is equal


def refuse(code: Code, message: str, remedy: str) -> Any:
    """The strictest report: a mistake in a key is the caller's error."""
    raise KeyError(message)


@dataclass(frozen=True, eq=False)
class Value:
    """A labelled array.

    key:         stable id without the format, [a-z0-9-]
    expression:  what an author writes to get it
    meaning:     German sentence with {0}, {1} … for the texts of `labels`
    identity:    the identity by which it is the same for all inputs, "" for all others
    with_integer: an expression has combined it with an integer, which it may do once
    """

    array: Array
    axes: tuple[Axis, ...]
    key: str
    expression: str
    quantity: str
    meaning: str
    symbol: str = ""
    labels: tuple[Label, ...] = ()
    source: Place = Place()
    report: Report = field(default=refuse, repr=False)
    identity: str = ""
    with_integer: bool = False

    # -- parts

    def __getitem__(self, keys: object) -> Any:
        wanted = keys if isinstance(keys, tuple) else (keys,)
        if len(wanted) > len(self.axes):
            return self.report(
                Code.UNKNOWN_LABEL,
                f"{self.expression} has {len(self.axes)} axes, not {len(wanted)}",
                f"Its axes: {self._usage()}.",
            )
        part = self
        for key in wanted:
            axis = part.axes[0]
            position = axis.position(key)
            if position is None:
                return self.report(
                    Code.UNKNOWN_LABEL,
                    f"{part.expression} has no label {shown(key)}" + (f" on its axis {axis.name}" if axis.name else ""),
                    nearest_of(str(key), axis.ids),
                )
            part = part._part(position)
        return part

    def _part(self, position: int) -> Value:
        label = self.axes[0].labels[position]
        inner = self.expression.removesuffix("]")
        return replace(
            self,
            array=self.array[position],
            axes=self.axes[1:],
            key=f"{self.key}-{slug(label.id)}",
            expression=f'{inner}{"," if inner != self.expression else "["}"{label.id}"]',
            labels=(*self.labels, label),
        )

    def __iter__(self) -> Iterator[Value]:
        return (self._part(position) for position in range(len(self.axes[0]) if self.axes else 0))

    def __len__(self) -> int:
        return len(self.axes[0]) if self.axes else 0

    def scalars(self) -> Iterator[Value]:
        """All single values, row by row."""
        if not self.axes:
            yield self
        for part in self:
            yield from part.scalars()

    @property
    def entry(self) -> Entry:
        """The scalar's place in the graph."""
        if self.axes:
            raise MisuseError(f"{self} is no single number", f"Name a part of it. Its axes: {self._usage()}.")
        entry: Entry = self.array.entry()
        return entry

    @property
    def label(self) -> Label:
        """The label under which this part stands (of its last index)."""
        if not self.labels:
            raise MisuseError(f"{self.expression} stands under no label", "Only a part such as a row has one.")
        return self.labels[-1]

    def described(self) -> str:
        """The meaning with the labels' texts put in."""
        open_places = ["…"] * self.meaning.count("{")  # of axes that a row or a sum runs over
        return self.meaning.format(*(label.text for label in self.labels), *open_places)

    def _usage(self) -> str:
        return ", ".join(f"{axis.name or 'number'}: {' '.join(axis.ids)}" for axis in self.axes) or "a single number"

    def __str__(self) -> str:
        return self.expression

    def __bool__(self) -> bool:
        raise MisuseError(f"{self.expression} is a number, and neither true nor false", "Write a comparison.")

    def __float__(self) -> float:
        return nearest_double(self.entry) if isinstance(self.array, Traced) else float(self.array)

    # -- proven comparisons

    def _sign(self, other: object) -> int:
        """-1, 0 or 1: how this single value compares with another one."""
        right = self._operand(other)
        if self.axes or (isinstance(other, Value) and other.axes):
            row = self if self.axes else other
            remedy = "Compare single numbers, or two rows of one length with ==."
            raise MisuseError(f"{row} is no single number", remedy)
        if not isinstance(self.array, Traced):
            return _apart(float(self.array), float(right))
        sign = compare(self.entry, right.entry())
        compared = COMPARED.get()
        if compared is not None:
            compared.append(Comparison(self, other if isinstance(other, Value) else int(str(other)), sign))
        return sign

    def __lt__(self, other: object) -> bool:
        return self._sign(other) < 0

    def __le__(self, other: object) -> bool:
        return self._sign(other) <= 0

    def __gt__(self, other: object) -> bool:
        return self._sign(other) > 0

    def __ge__(self, other: object) -> bool:
        return self._sign(other) >= 0

    def __eq__(self, other: object) -> bool:
        if self.axes and isinstance(other, Value) and len(self.axes) == len(other.axes) and len(self) == len(other):
            return all(mine == theirs for mine, theirs in zip(self, other, strict=True))
        return self._sign(other) == 0

    __hash__ = object.__hash__

    # -- recorded arithmetic

    def _operand(self, other: object) -> Array:
        if isinstance(other, Value):
            return other.array
        if isinstance(other, int) and not isinstance(other, bool):
            return self.array.__num__(other) if isinstance(self.array, Traced) else np.float64(other)
        raise MisuseError(
            f"{self.expression} meets {shown(other)}, which is no value",
            "Calculate and compare with quantities, and print in the end: [= (a - b) | num(2) =].",
        )

    def _combined(self, other: object, operation: Callable[[Array, Array], Array], sign: str, word: str) -> Value:
        key, expression = (other.key, other.expression) if isinstance(other, Value) else (str(other), str(other))
        return replace(
            self,
            array=operation(self.array, self._operand(other)),
            key=f"{self.key}-{word}-{key}",
            expression=f"({self.expression} {sign} {expression})",
            axes=self.axes or (other.axes if isinstance(other, Value) else ()),
            quantity="",
            symbol="",
            identity="",
            with_integer=self.with_integer or not isinstance(other, Value) or other.with_integer,
        )

    def __add__(self, other: object) -> Value:
        return self._combined(other, lambda a, b: a + b, "+", "plus")

    def __sub__(self, other: object) -> Value:
        return self._combined(other, lambda a, b: a - b, "-", "minus")

    def __mul__(self, other: object) -> Value:
        return self._combined(other, lambda a, b: a * b, "*", "times")

    def __truediv__(self, other: object) -> Value:
        return self._combined(other, lambda a, b: a / b, "/", "over")

    def __rsub__(self, other: int) -> Value:
        return self._combined(other, lambda a, b: b - a, "subtracted from", "from")

    def __rmul__(self, other: int) -> Value:
        return self * other

    def __neg__(self) -> Value:
        return self._combined(0, lambda a, b: b - a, "subtracted from", "from")

    def __abs__(self) -> Value:
        return replace(self, array=np.abs(self.array), key=f"{self.key}-abs", expression=f"abs({self.expression})")


def _apart(left: float, right: float) -> int:
    """The order of two floats of a sample; what only rounding may part is equal, whatever processor rounds."""
    return 0 if abs(left - right) <= NOISE * max(1, abs(left), abs(right)) else int(np.sign(left - right))


def shown(value: object) -> str:
    """Whatever stands in an expression, as its author knows it."""
    match value:
        case Value():
            return value.expression
        case Label():
            return f'{value.axis or "axis"}["{value.id}"]'
        case str() if type(value) is not str:  # a formatter has made it
            return "what is printed already"
        case str() | bool() | int() | float() | None:
            return repr(value)
        case list() | tuple():
            return "a list"
        case slice():
            return "a stretch"
        case _ if inspect.isroutine(value):
            return f"the function {value.__name__}"
    return "a name that stands for several values"


def slug(text: str) -> str:
    """Letters, digits and hyphens of an id."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def nearest_of(wanted: str, known: tuple[str, ...]) -> str:
    """A near-miss suggestion among known names, for a problem's remedy."""
    from difflib import get_close_matches  # only needed once something is wrong

    close = get_close_matches(wanted, known, n=1, cutoff=0.5)
    return f"Did you mean {close[0]!r}?" if close else f"Known: {', '.join(known[:12]) or 'nothing'}."

"""What a hand calculation is, as data: lines of sides, in which every number knows its digits and its value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pipeline.arithmetic import Entry
from pipeline.quantities.sheet import Given
from pipeline.quantities.spelling import Context, Style, spell
from pipeline.quantities.tokens import Number

Kind = Literal["input", "fact", "count", "word", "printed", "drawn", "constant", "calculation"]
Relation = Literal["", "=", "≈"]
Write = Callable[["Shown"], str]

_RELATIONS = {"": "", "=": "=", "≈": r"\approx"}
_INFINITE = {"inf": r"\infty", "-inf": r"-\infty"}


@dataclass(frozen=True, slots=True)
class Shown:
    """A number in a line.

    text:    canonical digits in its style ("-0.416"; "40" of a percentage; "1.1e-50")
    exact:   the digits are the value itself
    entry:   where the value stands in the graph
    number:  the number whose working shows more (it may be printed with fewer digits there); None for an
             intermediate value, which belongs to this calculation
    """

    text: str
    exact: bool
    entry: Entry
    number: Number | None = None
    style: Style = Style.DECIMAL

    @property
    def tex(self) -> str:
        """TeX with a decimal point, which the writers spell as a comma."""
        if self.style is Style.WORD:
            return rf"\text{{{spell(self.text, self.style, Context.MATH)}}}"
        bound = self.text[0] if self.text[0] in "<>" else ""
        digits, _, exponent = self.text.removeprefix(bound).partition("e")
        power = rf" \cdot 10^{{{exponent}}}" if exponent else ""
        percent = r"\,\%" if self.style is Style.PERCENT else ""
        return f"{bound} {_INFINITE.get(digits, digits)}{power}{percent}".lstrip()


Piece: TypeAlias = str | Shown  # TeX between the numbers, and the numbers


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a line: its relation to the side before ("" for the first, and where the number brings a sign)."""

    relation: Relation
    pieces: tuple[Piece, ...]

    @property
    def numbers(self) -> Iterator[Shown]:
        """The numbers in it, from left to right."""
        return (piece for piece in self.pieces if isinstance(piece, Shown))

    def tex(self, write: Write) -> str:
        """TeX without the relation."""
        return "".join(piece if isinstance(piece, str) else write(piece) for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Line:
    """A chain of sides: symbol, formula, numbers put in, intermediate values, result.

    rounded: some step, redone from its printed numbers, ends with another last digit
    """

    sides: tuple[Side, ...]
    rounded: bool

    def tex(self, write: Write = lambda shown: shown.tex) -> str:
        """An `aligned` with one side a row; `write` gives the TeX of each number."""
        head, *rows = self._sides(write)
        if rows:
            rows = [f"&{row}" for row in rows]
            rows[0] = f"{head} {rows[0]}"
        return r"\begin{aligned} " + r" \\ ".join(rows or [head]) + r" \end{aligned}"

    def running(self, write: Write = lambda shown: shown.tex) -> str:
        """All sides in one row, for outputs that break it."""
        return " ".join(self._sides(write))

    def _sides(self, write: Write) -> list[str]:
        first, *others = self.sides
        sides = [first.tex(write), *(f"{_RELATIONS[side.relation]} {side.tex(write)}" for side in others)]
        if self.rounded:
            sides[-1] += r" \quad \text{(gerundet)}"
        return sides


@dataclass(frozen=True, slots=True)
class Leaf:
    """A number that was put in: what the formula calls it, and the number with its own working."""

    symbol: str
    number: Number


@dataclass(frozen=True, slots=True)
class Working:
    """How a number came about.

    kind:    "calculation", or for what is not computed "input", "fact", "word" or "count" (with `given`),
             or "constant"
    lines:   the calculation, what has a letter of its own first, the number itself last
    leaves:  the named numbers in the lines, each once, in the order of their first place
    calls:   "file:line" of the code, innermost first
    """

    number: Number
    kind: Kind
    lines: tuple[Line, ...] = ()
    leaves: tuple[Leaf, ...] = ()
    given: Given | None = None
    calls: tuple[str, ...] = ()

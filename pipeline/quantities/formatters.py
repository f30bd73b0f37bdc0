"""Formatters: the only way out of a template for a value.  Each turns values into tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Protocol
from urllib.parse import quote

from pipeline.arithmetic import Entry, Undecided, decimal, exact_decimal, origin
from pipeline.problems import MISSING, Code, Place, Problems
from pipeline.quantities.axes import Label
from pipeline.quantities.misuse import PLACES, TEXT, Kind, checked
from pipeline.quantities.sheet import Given
from pipeline.quantities.spelling import Context, Style
from pipeline.quantities.tokens import Forms, Number, Tokens, Wording
from pipeline.quantities.value import Value, shown, slug


class Printable(Protocol):
    """What a number is made from: a single value, or an entry that has a name."""

    @property
    def key(self) -> str:
        """Its id without the format."""

    @property
    def quantity(self) -> str:
        """The quantity's name, "" for what has none."""

    @property
    def expression(self) -> str:
        """What an author writes to get it."""

    @property
    def entry(self) -> Entry:
        """Where it stands in the graph."""

    def described(self) -> str:
        """The German sentence on what it means."""


TOGETHER = 4  # entries of a vector that a line holds even on a phone
TAKES: dict[str, Kind] = {"places": PLACES, "one": TEXT, "many": TEXT, "corner": TEXT}


class Spelled(str):
    """Text that has passed a formatter; anything else that leaves an expression is a problem."""

    __slots__ = ()


@dataclass
class Here:
    """The expression that is being filled in: where it stands and what it says."""

    place: Place = Place()
    context: Context = Context.PROSE
    expression: str = ""


class Formatters:
    """The formatters of one page; each prints into the page's tokens at the current place."""

    def __init__(self, tokens: Tokens, problems: Problems, givens: Iterable[Given] = ()) -> None:
        self.tokens = tokens
        self.problems = problems
        self.spellings = {given.name: given.spelling for given in givens if given.spelling}
        self.here = Here()
        self._ids: dict[str, tuple[object, str]] = {}

    def filters(self) -> dict[str, Callable[..., Spelled]]:
        """Name → filter, as authors write them behind the bar."""
        singles = (self.num, self.percent, self.word, self.count, self.form, self.quoted)
        others = (self.name, self.vector, self.matrix, self.table)
        return {each.__name__: checked(each, TAKES, Spelled(MISSING)) for each in (*singles, *others)}

    # -- single numbers

    def num(self, value: Any, places: int | None = None) -> Spelled:
        """A decimal with `places` digits; without, all digits of a value that is a finite decimal."""
        return self._single(value, lambda scalar: self._decimal(scalar, places))

    def percent(self, value: Any, places: int = 0) -> Spelled:
        """A share as a percentage."""
        return self._single(value, lambda scalar: self._percent(scalar, places))

    def count(self, value: Any) -> Spelled:
        """An integer."""
        return self._single(value, lambda scalar: self._integer(scalar, Style.DECIMAL, "count"))

    def word(self, value: Any) -> Spelled:
        """An integer as a German number word."""
        return self._single(value, lambda scalar: self._integer(scalar, Style.WORD, "word"))

    def quoted(self, value: Any) -> Spelled:
        """A number of another document, as it is spelled there."""
        return self._single(value, self._as_quoted)

    # -- texts and arrays

    def name(self, label: Any) -> Spelled:
        """The text of a label, or of a list of labels joined by spaces."""
        labels = [label] if isinstance(label, Label) else list(label) if isinstance(label, (list, tuple)) else None
        if labels is None or not all(isinstance(item, Label) for item in labels):
            return self._wrong(label, "name", 'a label such as token["apple"] or largest(row)')
        return Spelled(" ".join(map(self._text, labels)))

    def form(self, value: Any, one: str, many: str) -> Spelled:
        """A word in the form that agrees with a number: `[= n | form("ist", "sind") =]`."""
        if not isinstance(value, Value) or value.axes:
            return self._wrong(value, "form", "a single value and the two forms of the word")
        text = one if value == 1 else many
        return Spelled(self.tokens.word(Wording(f"{value.key}-{slug(one)}", text, Forms(value.entry, one, many))))

    def _text(self, label: Label) -> str:
        """A label's text as a wording; code shows it as it is."""
        if self.here.context is Context.CODE:
            return label.text
        return self.tokens.word(wording(label))

    def vector(self, value: Any, places: int | None = None) -> Spelled:
        """[0,523; 0,497] in prose and formulas alike; one with many entries may go on in the next line."""
        if not isinstance(value, Value) or len(value.axes) != 1:
            return self._wrong(value, "vector", "a row of a quantity")
        maths = self.here.context is Context.MATH
        space = "\N{NO-BREAK SPACE}" if len(value) <= TOGETHER else " "
        entries = (";\\," if maths else f";{space}").join(self.num(part, places) for part in value)
        return Spelled(f"[{entries}]" if maths else f"\\[{entries}\\]")

    def matrix(self, value: Any, places: int | None = None) -> Spelled:
        """A bmatrix; only inside formulas.  A row becomes one line."""
        if not isinstance(value, Value) or not 1 <= len(value.axes) <= 2:
            return self._wrong(value, "matrix", "a quantity with one or two axes")
        rows = [value] if len(value.axes) == 1 else list(value)
        lines = r" \\ ".join(" & ".join(self.num(part, places) for part in row) for row in rows)
        return Spelled(rf"\begin{{bmatrix}} {lines} \end{{bmatrix}}")

    def table(self, value: Any, places: int | None = None, corner: str = "") -> Spelled:
        """A whole pipe table of a quantity with two axes; labels head its rows and columns."""
        if not isinstance(value, Value) or len(value.axes) != 2:
            return self._wrong(value, "table", "a quantity with two axes")
        head = [corner, *map(self._text, value.axes[1].labels)]
        lines = [head, [":--", *("--:" for _ in value.axes[1].labels)]]
        lines += [[f"**{self._text(row.label)}**", *(self.num(part, places) for part in row)] for row in value]
        return Spelled("\n".join("| " + " | ".join(line) + " |" for line in lines))

    # -- making numbers

    def number(self, value: Value, places: int) -> Number:
        """A decimal that does not stand in the text yet; raises `Undecided`."""
        return self._decimal(value, places)

    def printed(self, what: Printable, digits: str, places: int | None, exact: bool) -> Number:
        """The number for digits that are proven already: so many decimals, or None for all of them."""
        form, suffix = ("num", "") if places is None else (f"num({places})", f"-{places}")
        return self._number(what, digits, Style.DECIMAL, form, suffix, exact)

    def _single(self, value: Any, spell: Callable[[Value], Number]) -> Spelled:
        if not isinstance(value, Value) or value.axes:
            return self._wrong(
                value, "number", "a single value; a row needs `vector`, a whole quantity `matrix` or `table`"
            )
        try:
            number = spell(value)
        except Undecided as undecided:
            remedy = "Print fewer decimals, or another value."
            self.problems.add(Code.UNDECIDED, f"{value.expression}: {undecided}", self.here.place, remedy)
            return Spelled(MISSING)
        except ValueError as wrong:
            remedy = "num(PLACES) prints every number, percent(PLACES) shares, count and word integers."
            self.problems.add(Code.WRONG_FORMATTER, f"{value.expression}: {wrong}", self.here.place, remedy)
            return Spelled(MISSING)
        return Spelled(self.tokens.add(number, self.here.place))

    def _decimal(self, value: Value, places: int | None) -> Number:
        finite = exact_decimal(value.entry)
        if places is None:
            if finite is None:
                raise ValueError("has no finite decimal form; write num(PLACES)")
            return self._number(value, finite, Style.DECIMAL, "num", "", True)
        digits = below(decimal(value.entry, places), value, places)
        return self._number(value, digits, Style.DECIMAL, f"num({places})", f"-{places}", equal(digits, finite))

    def _percent(self, value: Value, places: int) -> Number:
        share = 100 * value
        digits = below(decimal(share.entry, places), share, places)
        exact = equal(digits, exact_decimal(share.entry))
        return self._number(value, digits, Style.PERCENT, f"percent({places})", f"-p{places}", exact)

    def _integer(self, value: Value, style: Style, form: str) -> Number:
        finite = exact_decimal(value.entry)
        if finite is None or float(finite) != int(float(finite)):
            raise ValueError(f"is no integer, so `{form}` cannot print it")
        suffix = "-w" if style is Style.WORD else ""
        return self._number(value, finite.partition(".")[0], style, form, suffix, True)

    def _as_quoted(self, value: Value) -> Number:
        spelling = self.spellings.get(value.quantity)
        finite = exact_decimal(value.entry)
        if spelling is None or finite is None:
            raise ValueError("is no number of another document, so `quoted` cannot print it")
        return replace(self._number(value, finite, Style.DECIMAL, "quoted", "-quoted", True), spelling=spelling)

    def _number(self, value: Printable, digits: str, style: Style, form: str, suffix: str, exact: bool) -> Number:
        identity = self._unique(f"{value.key}{suffix}", value.entry, digits)
        return Number(
            id=identity,
            digits=digits,
            style=style,
            format=form,
            exact=exact,
            quantity=value.quantity,
            expression=value.expression,
            meaning=value.described(),
            entry=value.entry,
        )

    def _unique(self, wanted: str, entry: Entry, digits: str) -> str:
        identity, count, number = wanted, 1, (origin(entry), digits)
        while self._ids.setdefault(identity, number) != number:
            count += 1
            identity = f"{wanted}-{count}"
        return identity

    def _wrong(self, value: Any, formatter: str, wanted: str) -> Spelled:
        message = f"`{formatter}` cannot print {shown(value)}"
        self.problems.add(Code.WRONG_FORMATTER, message, self.here.place, f"It takes {wanted}.")
        return Spelled(MISSING)


def below(digits: str, value: Value, places: int) -> str:
    """A value that is not zero never prints as zero: "<0.001" or ">-0.001" instead."""
    if digits.strip("-0.") or value == 0:
        return digits
    smallest = f"0.{'0' * (places - 1)}1" if places else "1"
    return f"<{smallest}" if value > 0 else f">-{smallest}"


def equal(digits: str, finite: str | None) -> bool:
    """Whether printed digits are the value itself."""
    from fractions import Fraction

    return finite is not None and digits[0] not in "<>" and Fraction(digits) == Fraction(finite)


def wording(label: Label) -> Wording:
    """A label's text as something that depends on data: on the label itself, or on the row that chose it."""
    name = f"{label.chosen.function}-{label.chosen.row.key}" if label.chosen else f"{label.axis}.{quote(label.id)}"
    return Wording(name, label.text, label)


__all__ = ["Formatters", "Here", "Spelled", "wording"]

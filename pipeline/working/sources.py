"""What the workings of a page are made from: its graph number by number, names, formulas and digits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.arithmetic import Entry, step
from pipeline.quantities.compute import Quantities
from pipeline.quantities.formatters import Formatters
from pipeline.quantities.spelling import Style
from pipeline.quantities.tokens import Number
from pipeline.working.calculation import Shown
from pipeline.working.digits import Digits, Printer, places_of
from pipeline.working.names import Name, Names
from pipeline.working.scalars import Scalars
from pipeline.working.terms import Terms

PLACES = 3  # decimals of numbers that the text does not print


@dataclass(frozen=True)
class _Step:
    """An intermediate value of a calculation that a text prints."""

    result: Number
    entry: Entry
    quantity: str = ""

    @property
    def key(self) -> str:
        """Its id without the format."""
        return f"{self.result.id}-step"

    @property
    def expression(self) -> str:
        """What it belongs to."""
        return f"a step of {self.result.expression}"

    def described(self) -> str:
        """What it is."""
        return f"Zwischenwert der Rechnung für: {self.result.meaning}"


class Sources:
    """One page's numbers as workings see them.

    printed: the numbers of the text; what is put into a calculation leads to them where it can
    """

    def __init__(self, quantities: Quantities, formatters: Formatters, printed: Iterable[Number]) -> None:
        assert quantities.graph is not None  # sampled floats have no working
        counts = {given.name for given in quantities.givens.values() if given.kind == "count"}
        self.quantities = quantities
        changeable = {given.name for given in quantities.givens.values() if given.panel or given.kind == "drawn"}
        self.scalars = Scalars(quantities.graph, counts, changeable)
        self.names = Names(quantities, self.scalars)
        self.terms = Terms(self.scalars, self.names)
        self.printer = Printer(self.scalars)
        self._formatters = formatters
        self._put: dict[tuple[int, str], Shown] = {}
        self._numbers: dict[str, Number] = {}
        self._made: dict[str, Name] = {}  # by the number's id
        for number in printed:
            name = self.own_name(number)
            if name and (name.key not in self._numbers or _more(number, self._numbers[name.key])):
                self._numbers[name.key] = number

    def put(self, scalar: int, places: int) -> Shown:
        """A number with a name, as it is put into a line: typed digits as typed, others to so many decimals."""
        digits = self.printer.digits(scalar, places)
        if (scalar, digits.text) not in self._put:
            entry = self.names[scalar].entry
            self._put[scalar, digits.text] = Shown(digits.text, digits.exact, entry, self.number(scalar))
        return self._put[scalar, digits.text]

    def number(self, scalar: int) -> Number:
        """The number under which the text prints a name, with most digits; else one that no text prints."""
        name = self.names[scalar]
        if name.key not in self._numbers:
            digits = self.printer.digits(scalar, PLACES)
            number = self._formatters.printed(name, digits.text, _decimals(digits), digits.exact)
            self._numbers[name.key] = number
            self._made[number.id] = name
        return self._numbers[name.key]

    def printed(self, shown: Shown, inside: Number) -> Number:
        """The number for a text that prints a line of `inside` with every number marked."""
        whole = shown.exact and not places_of(shown.text)
        decimals = None if whole else places_of(shown.text)
        if shown.number is None:
            return self._formatters.printed(_Step(inside, shown.entry), shown.text, decimals, shown.exact)
        if (shown.number.digits, shown.number.style) == (shown.text, shown.style):
            return shown.number
        name = self.names[self.scalars.of(shown.entry)]
        return self._formatters.printed(name, shown.text, decimals, shown.exact)

    def own_name(self, number: Number) -> Name | None:
        """The name under which a number is printed; None for an expression without a name."""
        if number.id in self._made:
            return self._made[number.id]
        value = self.quantities.values.get(number.quantity)
        entry = number.entry
        while value is not None and entry.node != value.array.id:
            done = step(entry)
            if done.op != "copy":
                return None
            (entry,) = done.arguments
        return self.names.at(value, entry.index) if value is not None else None


def _decimals(digits: Digits) -> int | None:
    """The formatter's argument: None where it prints all digits."""
    return None if digits.typed or (digits.exact and not digits.places) else digits.places


def _more(number: Number, other: Number) -> bool:
    """Whether a number shows more of the same value than another."""
    return _shows(number) > _shows(other)


def _shows(number: Number) -> tuple[bool, int]:
    decimal = number.style is Style.DECIMAL and number.digits[0] not in "<>"
    return decimal, places_of(number.digits)

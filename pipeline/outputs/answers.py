"""What drawings may ask: quantities, spelled numbers, ticks and texts.  Every question is kept with its answer.

A drawing is a function of its code and of the answers that it got.  A kept drawing is therefore good
as long as its code is the same and the same questions still have the same answers; asking them again
also enters its numbers in the ledger.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pipeline.quantities.axes import Axis
from pipeline.quantities.formatters import Formatters
from pipeline.quantities.spelling import Context, Style, spell
from pipeline.quantities.tokens import Number
from pipeline.quantities.value import Value, nearest_of

Question = tuple[str, ...]  # what was asked for, then the arguments


class UnansweredError(LookupError):
    """A drawing asks for something that there is not, or that cannot be printed."""


class Answers:
    """The `q` of one drawing.

    quantities: name → value
    axes:       name → axis with its labels
    formatters: those of the page, so that one number has one id in text and drawings
    """

    def __init__(self, quantities: Mapping[str, Value], axes: Mapping[str, Axis], formatters: Formatters) -> None:
        self._quantities = quantities
        self._axes = axes
        self._formatters = formatters
        self.asked: dict[Question, str] = {}
        self.numbers: dict[str, Number] = {}

    def __getattr__(self, name: str) -> Value:
        """A quantity by its name: `q.raw_weights`."""
        if name.startswith("_"):
            raise AttributeError(name)  # what copying and inspecting ask for is no quantity
        return self.quantity(name)

    def quantity(self, name: str) -> Value:
        """A quantity by its name, for names with a dot: `q.quantity("position.token")`."""
        if name not in self._quantities:
            raise UnansweredError(f"there is no quantity {name}. {nearest_of(name, tuple(self._quantities))}")
        value = self._quantities[name]
        if ("quantity", name) not in self.asked:
            self._keep(("quantity", name), fingerprint(value))
        return value

    def text(self, axis: str, label: str) -> str:
        """The text of a label of an axis."""
        if axis not in self._axes or (position := self._axes[axis].position(label)) is None:
            raise UnansweredError(f"the axis {axis} has no label {label}")
        return self._keep(("text", axis, label), self._axes[axis].labels[position].text)

    def tick(self, number: float, places: int) -> str:
        """An axis tick: a round number, chosen by the drawing, with this many digits behind the comma."""
        digits = f"{round(number, places) + 0.0:.{places}f}"
        return self._keep(("tick", digits), spell(digits, Style.DECIMAL, Context.PROSE))

    def spell(self, value: Value, places: int | None = None) -> str:
        """A single value as it is printed, entered in the ledger."""
        return self._number(value, places).spelled(Context.PROSE)

    def write(self, axes: Any, x: float, y: float, value: Value, places: int | None = None, **text: Any) -> None:
        """Put a single value as text on Matplotlib's axes, marked with its id."""
        number = self._number(value, places)
        axes.text(x, y, number.spelled(Context.PROSE), gid=f"number-{number.id}", **text)

    def _number(self, value: Value, places: int | None) -> Number:
        if not value.quantity:
            raise UnansweredError(f"{value.expression} has no name; give it one in quantities.py")
        token = self._formatters.num(value, places)
        try:
            number = self._formatters.tokens.number(token)
        except IndexError:
            raise UnansweredError(f"{value.expression} cannot be printed") from None
        path = json.dumps([value.quantity, *(label.id for label in value.labels)])
        self._keep(("number", path, json.dumps(places)), f"{number.id} {number.spelled(Context.PROSE)}")
        self.numbers[number.id] = number
        return number

    def texts(self) -> set[str]:
        """All texts of labels that the drawing could see."""
        seen = {answer for question, answer in self.asked.items() if question[0] == "text"}
        for question in self.asked:
            if question[0] == "quantity":
                seen |= {label.text for axis in self._quantities[question[1]].axes for label in axis.labels}
        return seen

    def _keep(self, question: Question, answer: str) -> str:
        self.asked[question] = answer
        return answer

    def ask(self, question: Question) -> str:
        """Ask a kept question again."""
        kind, *arguments = question
        if kind == "quantity":
            self.quantity(arguments[0])
        elif kind == "number":
            name, *labels = json.loads(arguments[0])
            value = self._quantities[name]
            self._number(value[tuple(labels)] if labels else value, json.loads(arguments[1]))
        elif kind == "tick":
            self.tick(float(arguments[0]), len(arguments[0].partition(".")[2]))
        else:
            self.text(*arguments)
        return self.asked[question]


def fingerprint(value: Value) -> str:
    """Everything of a quantity that a drawing can see, as one string."""
    labels = [[axis.name, *((label.id, label.text) for label in axis.labels)] for axis in value.axes]
    return json.dumps([labels, [float(scalar).hex() for scalar in value.scalars()]], ensure_ascii=False)

"""What drawings may ask: quantities, spelled numbers, ticks and texts.  Every question is kept with its answer.

A drawing is a function of its code and of the answers that it got.  A kept drawing is therefore good
as long as its code is the same and the same questions still have the same answers; asking them again
also enters its numbers in the ledger.

A page that computes along redraws nothing: it moves and colours the elements of a drawing that say what
they follow.  They say it in their gid, as marks with spaces between:

    data-x=POSITION data-y=POSITION     the element moves along with a point
    data-from=PAIR data-to=PAIR         an arrow between two points, a POSITION for x and one for y with ; between
    data-width=POSITION                 the element's width grows from its left edge
    data-opacity=POSITION               its opacity
    data-wording=ID                     its text, or the label's text within it
    data-handle=ID                      it can be dragged, and is called by this wording

A POSITION is what `Answers.follow` gives, an ID what `Answers.worded` marks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from pipeline.arithmetic import Entry
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.formatters import Formatters, wording
from pipeline.quantities.spelling import Context, Style, spell
from pipeline.quantities.tokens import Number, Wording
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
        self.follows: dict[str, Entry] = {}
        self.wordings: dict[str, Wording] = {}

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

    def write(
        self, axes: Any, x: float, y: float, value: Value, places: int | None = None, marks: str = "", **text: Any
    ) -> None:
        """Put a single value as text on Matplotlib's axes, marked with its id."""
        number = self._number(value, places)
        axes.text(x, y, number.spelled(Context.PROSE), gid=f"number-{number.id} {marks}".rstrip(), **text)

    # -- what elements follow

    def follow(self, value: Value, scale: float = 1, offset: float = 0, group: str = "") -> str:
        """A position that follows a single value: `scale * value + offset`.

        group: values of one group are scaled to shares before, the smallest of them to 0 and the largest to 1;
               where the group's name begins with "zero", 0 stays 0.
        """
        if not value.quantity:
            raise UnansweredError(f"{value.expression} has no name; give it one in quantities.py")
        return f"{self._follow(_path(value))},{scale:.6g},{offset:.6g},{group}"

    def _follow(self, path: str) -> str:
        value = self._at(path)
        key = ".".join(quote(part, safe="") for part in json.loads(path))
        self.follows[key] = value.entry
        return self._keep(("follow", path), key)

    def worded(self, label: Label) -> str:
        """The id of a label's text; "" for a label that has no axis of its own."""
        if label.axis not in self._axes:
            return ""
        self.text(label.axis, label.id)
        return self._worded(label.axis, label.id)

    def _worded(self, axis: str, label: str) -> str:
        found = wording(self._axes[axis].labels[self._axes[axis].ids.index(label)])
        self.wordings[found.id] = found
        return self._keep(("wording", axis, label), found.id)

    def _at(self, path: str) -> Value:
        name, *labels = json.loads(path)
        value = self._quantities[name]
        return value[tuple(labels)] if labels else value

    def _number(self, value: Value, places: int | None) -> Number:
        if not value.quantity:
            raise UnansweredError(f"{value.expression} has no name; give it one in quantities.py")
        token = self._formatters.num(value, places)
        try:
            number = self._formatters.tokens.number(token)
        except IndexError:
            raise UnansweredError(f"{value.expression} cannot be printed") from None
        self._keep(("number", _path(value), json.dumps(places)), f"{number.id} {number.spelled(Context.PROSE)}")
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
            self._number(self._at(arguments[0]), json.loads(arguments[1]))
        elif kind == "tick":
            self.tick(float(arguments[0]), len(arguments[0].partition(".")[2]))
        elif kind == "follow":
            self._follow(arguments[0])
        elif kind == "wording":
            self._worded(*arguments)
        else:
            self.text(*arguments)
        return self.asked[question]


def _path(value: Value) -> str:
    return json.dumps([value.quantity, *(label.id for label in value.labels)])


def fingerprint(value: Value) -> str:
    """Everything of a quantity that a drawing can see, as one string."""
    labels = [[axis.name, *((label.id, label.text) for label in axis.labels)] for axis in value.axes]
    return json.dumps([labels, [float(scalar).hex() for scalar in value.scalars()]], ensure_ascii=False)

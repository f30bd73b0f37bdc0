"""What authors can get wrong in an expression, said in their words: never in Python's."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from pipeline.problems import MisuseError
from pipeline.quantities.axes import Label
from pipeline.quantities.value import Value, shown

MOST_PLACES = 30  # the ledger's own enclosures have no more

Kind = tuple[str, Callable[[Any], bool]]  # what a parameter takes, and whether it is that


def _integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _label(value: Any) -> bool:
    return isinstance(value, Label) or type(value) is str


ROW: Kind = ('a row of a quantity, such as weights["apple"]', lambda value: _axes(value) == 1)
SEVERAL: Kind = ("a row, or a whole quantity", lambda value: _axes(value) > 0)
MATRIX: Kind = ("a quantity with two axes", lambda value: _axes(value) == 2)
LABEL: Kind = ('a label such as token["apple"]', _label)
OFFSET: Kind = ("a number of places such as -1 or 0", _integer)
PLACES: Kind = (
    f"a number of decimals, 0 to {MOST_PLACES}",
    lambda value: value is None or (_integer(value) and 0 <= value <= MOST_PLACES),
)
TEXT: Kind = ("a text in quotes", lambda value: isinstance(value, str))
NAME: Kind = ("the name of an identity in quotes", lambda value: type(value) is str)
ANYTHING: Kind = ("", lambda value: True)


def _axes(value: Any) -> int:
    return len(value.axes) if isinstance(value, Value) else -1


def checked(function: Callable[..., Any], kinds: Mapping[str, Kind], missing: Any = None) -> Callable[..., Any]:
    """A function that authors call: it says itself what it takes.

    kinds:   by parameter; what is not listed is the function's own matter
    missing: what stands for the result where an argument's fault is known already; None: that argument
    """
    signature = inspect.signature(function)
    takes = " and ".join(kinds[name][0] for name in signature.parameters if name in kinds)
    remedy = f"It takes {takes}." if takes else "It takes nothing more: write its name alone."

    @wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            bound = signature.bind(*arguments, **named)
        except TypeError:
            raise MisuseError(f"`{function.__name__}` is given too much, or too little", remedy) from None
        for name, value in bound.arguments.items():
            if getattr(value, "already_reported", False):
                return value if missing is None else missing
            what, fits = kinds.get(name, ANYTHING)
            if not fits(value):
                raise MisuseError(f"`{function.__name__}` meets {shown(value)}, which is not {what}", remedy)
        return function(*bound.args, **bound.kwargs)

    return call

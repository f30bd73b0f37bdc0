"""Numbers smuggled into expressions: refused there as they are in the text.

A number that somebody types is refused wherever it hides: as a literal, as what literals combine to, as the length
of a text or the count of a loop.  So an expression only knows values, their labels and, beside a value, one integer
up to two (doubling, halving, "one less").  What else Jinja2 knows (texts put together, lists, tests, files) has no
use here and is no part of the language.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from jinja2 import TemplateSyntaxError, nodes
from jinja2.runtime import Context, LoopContext
from jinja2.sandbox import SandboxedEnvironment

from pipeline.problems import MisuseError
from pipeline.quantities.axes import Label
from pipeline.quantities.constants import FREE_INTEGERS
from pipeline.quantities.functions import FUNCTIONS
from pipeline.quantities.value import Value, shown

RULES = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:12]  # compiled templates of other rules do not count
# What may be asked of an object by name; dictionaries and namespaces have items, and nothing else.
_ATTRIBUTES: dict[type, tuple[str, ...]] = {
    Value: ("label",),
    Label: ("id",),
    LoopContext: ("first", "last", "previtem", "nextitem"),
}
_STATEMENTS = (nodes.Output, nodes.TemplateData, nodes.For, nodes.If, nodes.Assign, nodes.Macro, nodes.CallBlock)
_EXPRESSIONS = (
    *(nodes.Name, nodes.Const, nodes.Tuple, nodes.Getattr, nodes.Getitem, nodes.Call, nodes.Keyword, nodes.Filter),
    *(nodes.Compare, nodes.Operand, nodes.And, nodes.Or, nodes.Not, nodes.CondExpr),
    *(nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.Neg),
)
_LANGUAGE = (nodes.Template, *_STATEMENTS, *_EXPRESSIONS)
_WRITTEN: dict[type[nodes.Node], str] = {
    nodes.Concat: "~",
    nodes.Pow: "**",
    nodes.FloorDiv: "//",
    nodes.Mod: "%",
    nodes.Pos: "a sign +",
    nodes.List: "a list in brackets",
    nodes.Dict: "a list in braces",
    nodes.Slice: "a stretch with a colon",
    nodes.Test: "a question with is",
}


class TypedConstantsError(Exception):
    """A template holds typed numbers; `constants` are their nodes."""

    def __init__(self, constants: Sequence[nodes.Const]) -> None:
        super().__init__(", ".join(str(constant.value) for constant in constants))
        self.constants = tuple(constants)


class StrictEnvironment(SandboxedEnvironment):
    """Compiles only templates without typed constants, so that what its cache holds has none.

    What can only be seen while a template runs is refused then: operations without a value, attributes that count.
    """

    intercepted_binops = frozenset(SandboxedEnvironment.default_binop_table)
    intercepted_unops = frozenset("-")

    def _generate(self, source: nodes.Template, *rest: Any, **more: Any) -> str:
        constants = list(typed_constants(source))
        if constants:
            raise TypedConstantsError(constants)
        for node in source.find_all(nodes.Node):
            if not isinstance(node, _LANGUAGE):
                written = next((word for kind, word in _WRITTEN.items() if isinstance(node, kind)), "")
                raise TemplateSyntaxError(f"{written or type(node).__name__.lower()} means nothing here", node.lineno)
        return super()._generate(source, *rest, **more)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """An operation between values, or between a value and its only integer."""
        sides = (left, right)
        if any(getattr(side, "already_reported", False) for side in sides):
            return super().call_binop(context, operator, left, right)
        values = [side for side in sides if isinstance(side, Value)]
        written = f"{_side(left)} {operator} {_side(right)}"
        remedy = "Calculate with quantities and, beside one, a single integer up to two: 2 * a, a - b."
        if not values:
            raise MisuseError(f"{written} combines no values", remedy)
        if sum(not isinstance(side, Value) or side.with_integer for side in sides) > 1:
            raise MisuseError(f"{written} combines more than one integer", remedy)
        return super().call_binop(context, operator, left, right)

    def call_unop(self, context: Context, operator: str, arg: Any) -> Any:
        """A sign before a value."""
        if not isinstance(arg, Value | int) and not getattr(arg, "already_reported", False):
            raise MisuseError(f"{shown(arg)} has no sign", "Only a quantity or a part of it can be negated.")
        return super().call_unop(context, operator, arg)

    def call(__self, __context: Context, __obj: Any, *arguments: Any, **named: Any) -> Any:  # noqa: N805 - as in Jinja2
        """A function that is one."""
        if not callable(__obj):
            known = ", ".join(FUNCTIONS)
            remedy = f'A part stands in square brackets, weights["apple"]. Functions: {known}.'
            raise MisuseError(f"{shown(__obj)} is no function", remedy)
        return super().call(__context, __obj, *arguments, **named)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Only what `_ATTRIBUTES` lists: no counting of loops, no lengths, no lines of source files."""
        return attr in _ATTRIBUTES.get(type(obj), ()) or getattr(obj, "already_reported", False)


def _side(side: Any) -> str:
    return "a text" if isinstance(side, str) else shown(side)


def typed_constants(tree: nodes.Node) -> Iterator[nodes.Const]:
    """Numeric literals in expressions that are neither formatter arguments nor indices."""
    allowed: set[int] = set()
    for node in tree.find_all((nodes.Filter, nodes.Getitem, nodes.Call)):
        if isinstance(node, nodes.Filter):
            allowed |= {id(argument) for argument in node.args} | {id(pair.value) for pair in node.kwargs}
        elif isinstance(node, nodes.Getitem):
            allowed |= {id(part) for part in node.arg.find_all(nodes.Const)} | {id(node.arg)}
        elif isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and node.node.name == "fill":
            allowed |= {id(argument) for argument in node.args if isinstance(argument, nodes.Const)}
    for constant in tree.find_all(nodes.Const):
        value = constant.value
        if id(constant) in allowed or isinstance(value, (bool, str)) or value is None:
            continue
        if isinstance(value, float) or abs(value) > FREE_INTEGERS:
            yield constant

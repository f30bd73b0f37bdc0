"""Numbers smuggled into expressions: refused there as they are in the text.

A number that somebody types is refused wherever it hides: as a literal, as what literals combine to, as the length
of a text or the count of a loop.  So an expression only knows values, their labels and, beside a value, one integer
up to two (doubling, halving, "one less").
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from jinja2 import nodes
from jinja2.runtime import Context, LoopContext
from jinja2.sandbox import SandboxedEnvironment

from pipeline.quantities.axes import Label
from pipeline.quantities.constants import FREE_INTEGERS
from pipeline.quantities.value import Value

RULES = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:12]  # compiled templates of other rules do not count
# What may be asked of an object by name; dictionaries and namespaces have items, and nothing else.
_ATTRIBUTES: dict[type, tuple[str, ...]] = {
    Value: ("label",),
    Label: ("id",),
    LoopContext: ("first", "last", "previtem", "nextitem"),
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

    def _generate(self, source: nodes.Template, *rest: Any, **more: Any) -> str:
        constants = list(typed_constants(source))
        if constants:
            raise TypedConstantsError(constants)
        return super()._generate(source, *rest, **more)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """An operation between values, or between a value and its only integer."""
        sides = (left, right)
        if any(getattr(side, "already_reported", False) for side in sides):
            return super().call_binop(context, operator, left, right)
        values = [side for side in sides if isinstance(side, Value)]
        if not values:
            raise TypeError(f"{_shown(left)} {operator} {_shown(right)} combines no values")
        if sum(not isinstance(side, Value) or side.with_integer for side in sides) > 1:
            raise TypeError(f"{_shown(left)} {operator} {_shown(right)} combines more than one integer")
        return super().call_binop(context, operator, left, right)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Only what `_ATTRIBUTES` lists: no counting of loops, no lengths, no lines of source files."""
        return attr in _ATTRIBUTES.get(type(obj), ()) or getattr(obj, "already_reported", False)


def _shown(side: Any) -> str:
    return side.expression if isinstance(side, Value) else "a text" if isinstance(side, str) else repr(side)


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

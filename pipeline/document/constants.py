"""Numbers typed into expressions: refused there as they are in the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from jinja2 import nodes
from jinja2.sandbox import SandboxedEnvironment

FREE_INTEGERS = 2  # integers up to here may stand in expressions (doubling, halving, indices)


class TypedConstantsError(Exception):
    """A template holds typed numbers; `constants` are their nodes."""

    def __init__(self, constants: Sequence[nodes.Const]) -> None:
        super().__init__(", ".join(str(constant.value) for constant in constants))
        self.constants = tuple(constants)


class StrictEnvironment(SandboxedEnvironment):
    """Compiles only templates without typed constants, so that what its cache holds has none."""

    def _generate(self, source: nodes.Template, *rest: Any, **more: Any) -> str:
        constants = list(typed_constants(source))
        if constants:
            raise TypedConstantsError(constants)
        return super()._generate(source, *rest, **more)


def typed_constants(tree: nodes.Node) -> Iterator[nodes.Const]:
    """Numeric literals in expressions that are neither formatter arguments, indices nor exponents."""
    allowed: set[int] = set()
    for node in tree.find_all((nodes.Filter, nodes.Getitem, nodes.Pow, nodes.Call)):
        if isinstance(node, nodes.Filter):
            allowed |= {id(argument) for argument in node.args} | {id(pair.value) for pair in node.kwargs}
        elif isinstance(node, nodes.Getitem):
            allowed |= {id(part) for part in node.arg.find_all(nodes.Const)} | {id(node.arg)}
        elif isinstance(node, nodes.Pow):
            allowed.add(id(node.right))
        elif isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and node.node.name == "fill":
            allowed |= {id(argument) for argument in node.args if isinstance(argument, nodes.Const)}
    for constant in tree.find_all(nodes.Const):
        value = constant.value
        if id(constant) in allowed or isinstance(value, (bool, str)) or value is None:
            continue
        if isinstance(value, float) or abs(value) > FREE_INTEGERS:
            yield constant

"""Conditions as data: what decides a claim again for other inputs, elsewhere (the page in the browser).

    true, false                         a proven identity, or what no input changes
    ("<", a, b)                         also <=, >, >=, ==, !=; each side an integer or an entry of the graph
    ("and", x, y) ("or", x, y) ("not", x)
    ("is_largest", row, label)          also is_smallest; a row is a tuple of entries
    ("same", label, label)              a label is its place on the row's axis, or ("largest", row), ("smallest", row)

Arithmetic and functions that give numbers are not here: they are recorded in the graph like all others.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import jinja2
from jinja2 import nodes

from pipeline.arithmetic import Entry
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.value import Value

Condition: TypeAlias = "bool | int | str | Entry | tuple[Condition, ...]"

_ENVIRONMENT = jinja2.Environment()
_COMPARISONS = {"lt": "<", "lteq": "<=", "gt": ">", "gteq": ">=", "eq": "==", "ne": "!="}
_ARITHMETIC: dict[type[nodes.Expr], Callable[[Any, Any], Any]] = {
    nodes.Add: operator.add,
    nodes.Sub: operator.sub,
    nodes.Mul: operator.mul,
    nodes.Div: operator.truediv,
}
_DECIDING = ("is_largest", "is_smallest")


class InexpressibleError(ValueError):
    """A condition uses something that cannot be decided elsewhere."""


def condition(text: str, names: Mapping[str, Any]) -> Condition:
    """A condition that has been decided once, over what its names stand for.  Raises `InexpressibleError`."""
    tree: Any = _ENVIRONMENT.parse("{{ " + text + " }}")
    return _Compiler(names).decision(tree.body[0].nodes[0])


class _Compiler:
    """Follows a condition down to its comparisons; what stands beside these is evaluated and recorded."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.names = names

    def decision(self, node: nodes.Node) -> Condition:
        match node:
            case nodes.And() | nodes.Or():
                word = "and" if isinstance(node, nodes.And) else "or"
                return (word, self.decision(node.left), self.decision(node.right))
            case nodes.Not():
                return ("not", self.decision(node.node))
            case nodes.Compare():
                return self._comparisons(node)
            case nodes.Call(node=nodes.Name(name=name), kwargs=[], dyn_args=None, dyn_kwargs=None) if name in _DECIDING:
                row, label = (self.value(argument) for argument in node.args)
                return (name, _row(row), _place(label, row.axes[0]))
        value = self.value(node)
        if not isinstance(value, bool):
            raise InexpressibleError(f"{type(node).__name__.lower()} is no comparison")
        return value

    def _comparisons(self, node: nodes.Compare) -> Condition:
        """`a < b < c` compares twice."""
        left, found = self.value(node.expr), []
        for operand in node.ops:
            right = self.value(operand.expr)
            found.append(_compared(left, operand.op, right))
            left = right
        return found[0] if len(found) == 1 else ("and", *found)

    def value(self, node: nodes.Node) -> Any:
        """What a part of the condition stands for."""
        match node:
            case nodes.Name():
                return self.names[node.name]
            case nodes.Const():
                return node.value
            case nodes.Getattr():
                return _ENVIRONMENT.getattr(self.value(node.node), node.attr)
            case nodes.Getitem():
                return _ENVIRONMENT.getitem(self.value(node.node), self.value(node.arg))
            case nodes.Tuple():
                return tuple(self.value(item) for item in node.items)
            case nodes.Call(kwargs=[], dyn_args=None, dyn_kwargs=None):
                return self.value(node.node)(*(self.value(argument) for argument in node.args))
            case nodes.Neg():
                return -self.value(node.node)
            case nodes.BinExpr() if type(node) in _ARITHMETIC:
                return _ARITHMETIC[type(node)](self.value(node.left), self.value(node.right))
        raise InexpressibleError(f"{type(node).__name__.lower()} cannot stand in a condition")


def _compared(left: Any, word: str, right: Any) -> Condition:
    if word not in _COMPARISONS:
        raise InexpressibleError(f"{word!r} is no comparison of numbers")
    sign = _COMPARISONS[word]
    if isinstance(left, Label) and isinstance(right, Label):
        same = _same(left, right)
        return {"==": same, "!=": ("not", same)}[sign]
    if isinstance(left, Value) and isinstance(right, Value) and left.axes:
        if sign != "==":
            raise InexpressibleError("of two rows, only == can be asked")
        return ("and", *(("==", mine, theirs) for mine, theirs in zip(_row(left), _row(right), strict=True)))
    return (sign, _side(left), _side(right))


def _same(left: Label, right: Label) -> Condition:
    chosen = left.chosen or right.chosen
    if chosen is None:
        return left == right
    axis = chosen.row.axes[0]
    return ("same", _place(left, axis), _place(right, axis))


def _side(value: Any) -> Condition:
    if not isinstance(value, Value | int):
        raise InexpressibleError("something else than a number is compared")
    return value.entry if isinstance(value, Value) else int(value)


def _row(value: Value) -> tuple[Entry, ...]:
    return tuple(part.entry for part in value.scalars())


def _place(label: Label | str, axis: Axis) -> Condition:
    if isinstance(label, Label) and label.chosen:
        return (label.chosen.function, _row(label.chosen.row))
    place = axis.position(label)
    if place is None:
        raise InexpressibleError(f"{label} is no label of this row")
    return place

"""What is decided by integers alone: indices, bounds, sizes, and lists that `\\dots` abbreviates."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pipeline.formulas import tree
from pipeline.formulas.errors import FormulaError
from pipeline.formulas.scope import Scope
from pipeline.formulas.tree import Tree
from pipeline.problems import Code

ORDERS: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": lambda a, b: a == b,
    r"\ne": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    r"\le": lambda a, b: a <= b,
    r"\ge": lambda a, b: a >= b,
}


def fault(node: Tree, message: str, code: Code = Code.FORMULA_SHAPE) -> FormulaError:
    """An error about this part of the formula."""
    return FormulaError(message, node.start, node.end, code)


class Integers:
    """Evaluates indices in a scope; `indices` are the indices that have a value now."""

    def __init__(self, scope: Scope, indices: Mapping[str, int] | None = None) -> None:
        self.scope = scope
        self.indices = dict(indices or {})

    def integer(self, node: Tree) -> int:
        """An index, a bound or a size."""
        match node:
            case tree.Number(text=text) if text.isdigit() and text.isascii():
                return int(text)
            case tree.Index():
                return self.position(node)
            case tree.Symbol(name=name) if name in self.scope.sizes:
                return self.scope.sizes[name]
            case tree.Bars(body=tree.Symbol(name=name)) if isinstance(self.scope.values.get(name), int):
                count: int = self.scope.values[name]
                return count
            case tree.Terms(signs=signs, terms=terms):
                return sum(sign * self.integer(term) for sign, term in zip(signs, terms, strict=True))
            case tree.Juxtaposed(factors=factors):
                return functools.reduce(lambda a, b: a * b, map(self.integer, factors))
            case tree.Product(left=left, operator=r"\cdot" | r"\times", right=right):
                return self.integer(left) * self.integer(right)
            case tree.Ratio(numerator=above, denominator=below):
                quotient, rest = divmod(self.integer(above), self.integer(below) or 1)
                if not rest:
                    return quotient
        raise fault(node, "an integer must stand here: an index, a size, or a whole number")

    def position(self, node: tree.Index) -> int:
        """The value that an index has now."""
        if node.name not in self.indices:
            raise fault(node, f"the index {node.name} has no value here", Code.FORMULA_SYMBOL)
        return self.indices[node.name]

    def place(self, index: Tree, name: str, first: int, length: int) -> int:
        """Where an index points on an axis of this length that is counted from `first`."""
        if isinstance(index, tree.Label):
            known = self.scope.labels.get(name, {})
            if index.text not in known:
                declared = f"has the labels {', '.join(known)}" if known else "has no labels"
                raise fault(index, f"{name} {declared}, not {index.text}", Code.FORMULA_SYMBOL)
            return known[index.text]
        place = self.integer(index)
        if not first <= place < first + length:
            raise fault(index, f"the index is {place}, outside {first} to {first + length - 1}")
        return place - first

    def condition(self, chain: tree.Chain) -> bool:
        """Whether relations between integers hold."""
        for relation in chain.relations:
            if relation not in ORDERS:
                raise fault(chain, f"{relation} decides nothing: a condition relates integers")
        pairs = itertools.pairwise(self.integer(side) for side in chain.sides)
        return all(ORDERS[relation](a, b) for relation, (a, b) in zip(chain.relations, pairs, strict=True))

    def listed(self, items: Sequence[Tree]) -> Iterator[Tree]:
        r"""The items of a list, with `\dots` written out."""
        for place, item in enumerate(items):
            if not isinstance(item, tree.Dots):
                yield item
            elif 0 < place < len(items) - 1:
                yield from self._between(item, items[place - 1], items[place + 1])
            else:
                raise fault(item, r"\dots must stand between the first and the last item")

    def _between(self, dots: Tree, first: Tree, last: Tree) -> Iterator[Tree]:
        """The items between two that differ in one integer."""
        differing = _difference(first, last)
        if differing is None:
            raise fault(dots, r"the items beside \dots must differ in one index")
        begin, end = differing
        if self.integer(end) <= self.integer(begin):
            raise fault(dots, r"\dots must lead from a smaller to a larger index")
        for place in range(self.integer(begin) + 1, self.integer(end)):
            yield first.with_part(begin, tree.Number(begin.start, begin.end, str(place)))


def _difference(first: Tree, last: Tree) -> tuple[Tree, Tree] | None:
    """The smallest parts in which two trees of the same form differ, if that is one place."""
    if type(first) is not type(last) or isinstance(first, tree.Number | tree.Index | tree.Symbol):
        return first, last
    pairs = list(zip(first.parts(), last.parts(), strict=False))
    apart = [pair for pair in pairs if pair[0] != pair[1]]
    if len(apart) != 1 or len(list(first.parts())) != len(list(last.parts())):
        return None
    return _difference(*apart[0])

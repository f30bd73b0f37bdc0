"""What can be said of a formula without any numbers: does it look as declared, and does it say anything?

Comparing values alone lets a deleted side pass, an `=` weakened to `\\le`, or `A = A`.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from pipeline.formulas import tree
from pipeline.formulas.declarations import Computed, Defined, Event, Formula, Function, OnPage, Variance
from pipeline.formulas.errors import FormulaError
from pipeline.formulas.scope import Definition
from pipeline.formulas.tree import Tree
from pipeline.problems import Code

REFERENCES = (Computed, Function, Event, OnPage, Variance)


def free_indices(node: Tree) -> frozenset[str]:
    """The indices of a tree that no sum binds."""
    if isinstance(node, tree.Index):
        return frozenset({node.name})
    found = frozenset(name for part in node.parts() for name in free_indices(part))
    return found - {node.index} if isinstance(node, tree.Series) else found


def mentioned(node: Tree) -> frozenset[str]:
    """Every declared name in a tree: symbols, indices, functions."""
    names: set[str] = set()
    for part in node.walk():
        match part:
            case tree.Symbol(name=name) | tree.Index(name=name) | tree.Call(function=name) | tree.Series(index=name):
                names.add(name)
    return frozenset(names)


def is_read_off(side: Tree) -> bool:
    """Whether a side only says where its numbers stand, and calculates nothing."""
    pieces = (tree.Symbol, tree.Entry, tree.Transposed, tree.Vector, tree.Matrix, tree.Number, tree.Dots)
    inside = side.parts() if not isinstance(side, tree.Entry) else iter((side.base,))
    return isinstance(side, pieces) and all(map(is_read_off, inside))


def definitions(meant: tree.Formula, declaration: Formula) -> Mapping[str, Definition]:
    """What the formula's own statements define: symbol → its indices and what stands behind the `=`."""
    found: dict[str, Definition] = {}
    for statement in meant.statements:
        left = statement.sides[0]
        name, indices = _name_and_indices(left)
        meaning = declaration.meanings.get(name)
        if isinstance(meaning, Defined) and statement.relations[:1] == ("=",) and name not in found:
            if indices != meaning.indices:
                wanted = " ".join(meaning.indices) or "no index"
                raise FormulaError(f"{name} is declared to be defined for {wanted}", left.start, left.end)
            found[name] = Definition(indices, statement.sides[1])
    for name, meaning in declaration.meanings.items():
        if isinstance(meaning, Defined) and name not in found:
            raise _unlike(meant, f"no statement defines {name}")
    return found


def is_definition(statement: tree.Chain, defined: Mapping[str, Definition]) -> bool:
    """Whether a statement says what its first side is."""
    definition = defined.get(_name_and_indices(statement.sides[0])[0])
    return definition is not None and len(statement.sides) > 1 and definition.body is statement.sides[1]


def _name_and_indices(side: Tree) -> tuple[str, tuple[str, ...]]:
    if isinstance(side, tree.Symbol):
        return side.name, ()
    if isinstance(side, tree.Entry) and isinstance(side.base, tree.Symbol):
        names = tuple(index.name for index in side.indices if isinstance(index, tree.Index))
        if len(names) == len(side.indices):
            return side.base.name, names
    return "", ()


def unlike_declared(
    meant: tree.Formula, declaration: Formula, defined: Mapping[str, Definition]
) -> Iterator[FormulaError]:
    """Where a formula differs from its outline, leaves out a symbol, or compares a thing with itself."""
    wanted = declaration.outline
    if len(meant.statements) != len(wanted):
        yield _unlike(meant, f"{len(meant.statements)} statements, declared are {len(wanted)}")
        return
    for statement, outline in zip(meant.statements, wanted, strict=True):
        if statement.relations != outline.relations:
            found = " ".join(statement.relations) or "none"
            yield _unlike(statement, f"the relations are {found}, declared are {' '.join(outline.relations)}")
        free = free_indices(statement)
        if free != outline.indices:
            yield _unlike(statement, f"its free indices are {_listed(free)}, declared are {_listed(outline.indices)}")
        about = mentioned(statement.sides[0]) - outline.indices
        if outline.subject and about != outline.subject:
            yield _unlike(statement, f"the left side is about {_listed(about)}, declared is {_listed(outline.subject)}")
        if not is_definition(statement, defined):
            yield from _saying_nothing(statement, declaration)
    yield from _left_out(meant, declaration, defined)


def _left_out(meant: tree.Formula, declaration: Formula, defined: Mapping[str, Definition]) -> Iterator[FormulaError]:
    shown: frozenset[str] = frozenset()
    used: frozenset[str] = frozenset()
    for statement in meant.statements:
        names = mentioned(statement)
        shown |= names
        used |= names - ({_name_and_indices(statement.sides[0])[0]} if is_definition(statement, defined) else set())
    missing = [name for name in declaration.meanings if name not in shown and f"\\vv{{{name}}}" not in shown]
    if missing:
        yield _unlike(meant, f"declared, but not in the formula: {', '.join(missing)}")
    idle = [name for name in defined if name not in used]
    if idle:
        yield _unlike(meant, f"defined, but not used: {', '.join(idle)}")


def _saying_nothing(statement: tree.Chain, declaration: Formula) -> Iterator[FormulaError]:
    """Relations between equal trees, and statements in which the reference stands on no side, or on every one."""
    same = _same_references(declaration)
    for a, b in itertools.pairwise(statement.sides):
        if _renamed(a, same) == _renamed(b, same):
            yield FormulaError("both sides are the same", b.start, b.end, Code.FORMULA_DIFFERS)
    if statement.relations == (r"\in",) or declaration.theorem or declaration.value or declaration.where:
        return
    sides = [mentioned(side) for side in statement.sides]
    claims = [name for name, each in declaration.meanings.items() if isinstance(each, REFERENCES)]
    claims += list(declaration.later)
    if statement.relations == (r"\leftarrow",):
        return  # the left side means the value afterwards
    if not any(name in side for side in sides for name in claims):
        yield _unlike(statement, "no side comes from the reference")
    elif not any(0 < sum(name in side for side in sides) < len(sides) for name in claims):
        message = "the reference is compared with itself"
        yield FormulaError(message, statement.start, statement.end, Code.FORMULA_DIFFERS)


def _same_references(declaration: Formula) -> Mapping[str, str]:
    """Symbol → the first one that is declared to be the same function of the reference."""
    first: dict[Any, str] = {}
    found: dict[str, str] = {}
    for name, meaning in declaration.meanings.items():
        if isinstance(meaning, Function | Computed):
            code = inspect.unwrap(meaning.function)
            inner = getattr(code, "__code__", None)
            body = (inner.co_code, repr(inner.co_consts), inner.co_names) if inner else id(code)
            found[name] = first.setdefault((type(meaning), getattr(meaning, "step", ""), body), name)
    return found


def _renamed(node: Any, names: Mapping[str, str]) -> Any:
    """A tree with other names for its symbols and functions."""
    if isinstance(node, tuple):
        return tuple(_renamed(item, names) for item in node)
    if not isinstance(node, Tree):
        return node
    changed = {each.name: _renamed(getattr(node, each.name), names) for each in fields(node)}
    for key in ("name", "function"):
        if key in changed:
            changed[key] = names.get(changed[key], changed[key])
    return type(node)(**changed)


def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names)) or "nothing"


def _unlike(node: Tree, message: str) -> FormulaError:
    return FormulaError(message, node.start, node.end, Code.FORMULA_DECLARATION)

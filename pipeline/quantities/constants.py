"""Numbers smuggled into page code: refused there as they are in the text.

A literal may be an index, an exponent or an integer up to two.  What is made of literals alone (`2**10`, `1 << 2`,
`len("…")`, `int("1" + "1")`) is a literal in disguise; so is a name for one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from pipeline.problems import Place

FREE_INTEGERS = 2  # integers up to here may stand in code and expressions (doubling, halving, indices)
_NUMERAL = re.compile(r"\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*", re.I)
_TEXTS = ("symbol", "meaning")  # arguments that are read by readers, where the text's rules hold
_COUNTING = frozenset(("abs", "divmod", "float", "hash", "int", "len", "max", "min", "ord", "pow", "round", "sum"))
_COUNTING_METHODS = frozenset(("bit_length", "count", "find", "index", "rfind", "rindex", "__len__"))


def typed_constants(code: str | bytes, file: str) -> Iterator[tuple[Place, str]]:
    """What is typed into page code as a number: its place, and how it is written."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):
        return  # running the code reports it
    literals = _Literals(tree)
    free: set[int] = set()
    for node in ast.walk(tree):  # from the outside inwards
        if id(node) in free:
            continue
        if isinstance(node, ast.Subscript):
            free |= {id(part) for part in ast.walk(node.slice)}
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and node.left not in literals:
            free |= {id(part) for part in ast.walk(node.right)}
        elif isinstance(node, ast.keyword) and node.arg in _TEXTS:
            free |= {id(part) for part in ast.walk(node.value)}
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            free.add(id(node.value))  # docstrings
        elif isinstance(node, ast.BinOp | ast.Call) and node in literals:
            free |= {id(part) for part in ast.walk(node)}  # reported as a whole
            yield Place(file, node.lineno, node.col_offset + 1), ast.unparse(node)
        elif isinstance(node, ast.Constant) and _typed(node.value):
            yield Place(file, node.lineno, node.col_offset + 1), repr(node.value)


def _typed(value: object) -> bool:
    match value:
        case bool():
            return False
        case int():
            return abs(value) > FREE_INTEGERS
        case float() | complex():
            return True
        case str():
            return _NUMERAL.fullmatch(value) is not None and not _free(value)
    return False


def _free(text: str) -> bool:
    """Whether a numeral in quotes is an integer up to two."""
    digits = text.strip().lstrip("+-")
    return digits.isdigit() and int(digits) <= FREE_INTEGERS


class _Literals:
    """The expressions of a module that are made of literals alone."""

    def __init__(self, tree: ast.AST) -> None:
        nodes = list(ast.walk(tree))
        pairs = [(target, node.value) for node in nodes if isinstance(node, ast.Assign) for target in node.targets]
        assigned = {id(target) for target, _ in pairs}
        stored = [node for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)]
        self._varying = {node.arg for node in nodes if isinstance(node, ast.arg)}
        self._varying |= {node.id for node in stored if id(node) not in assigned}
        self._values: dict[str, list[ast.expr]] = {}  # what is assigned to each name
        for target, value in pairs:
            if isinstance(target, ast.Name):
                self._values.setdefault(target.id, []).append(value)

    def __contains__(self, node: ast.expr) -> bool:
        return self._literal(node, ())

    def _literal(self, node: ast.expr, within: tuple[str, ...]) -> bool:
        match node:
            case ast.Constant():
                return isinstance(node.value, int | float | str | bytes)
            case ast.Name():
                if node.id in self._varying or node.id in within or node.id not in self._values:
                    return False
                return all(self._literal(value, (*within, node.id)) for value in self._values[node.id])
            case ast.UnaryOp():
                return self._literal(node.operand, within)
            case ast.BinOp():
                return self._literal(node.left, within) and self._literal(node.right, within)
            case ast.List() | ast.Tuple() | ast.Set():
                return all(self._literal(part, within) for part in node.elts)
            case ast.Call(func=ast.Name(id=name)) if name in _COUNTING or name == "range":
                return bool(node.args) and all(self._literal(part, within) for part in node.args)
            case ast.Call(func=ast.Attribute(value=inner, attr=name)) if name in _COUNTING_METHODS:
                return self._literal(inner, within)
        return False

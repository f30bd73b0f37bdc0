"""All single changes to a Python function that a slip of the pen might make.

`changes(function)` yields a changed copy of the function's tree for each of them.  Docstrings, decorators and
annotations stay; so do the texts of error messages.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

OPERATORS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.MatMult: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
ONE_WAY = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)  # where swapping the sides matters
FUNCTIONS = {
    "sin": "cos",
    "cos": "sin",
    "tanh": "sin",
    "exp": "sqrt",
    "sqrt": "exp",
    "log": "sqrt",
    "max": "min",
    "min": "max",
    "maximum": "minimum",
    "sum": "mean",
    "mean": "sum",
    "cumsum": "sort",
    "ones": "zeros",
    "tri": "ones",
    "stack": "concatenate",
    "concatenate": "stack",
    "any": "all",
    "all": "any",
    "startswith": "endswith",
}


@dataclass(frozen=True)
class Change:
    """A changed function: where, what stood there and what stands there now."""

    before: str
    after: str
    tree: ast.FunctionDef
    occurrence: int = 1  # which of the changes that read alike

    def __str__(self) -> str:
        return f"{self.before} → {self.after}" + (f" ({self.occurrence})" if self.occurrence > 1 else "")


def changes(function: ast.FunctionDef) -> Iterator[Change]:
    """Each change applied to a copy of the function."""
    parameters = [argument.arg for argument in function.args.args if argument.arg != "self"]
    nodes = list(ast.walk(function))
    skipped = _fixed(function)
    seen: Counter[tuple[str, str]] = Counter()
    for number, node in enumerate(nodes):
        if node in skipped:
            continue
        for changed in (*_expressions(node, parameters), *_statements(node)):
            ast.fix_missing_locations(ast.copy_location(changed, node))
            before, after = ast.unparse(node), ast.unparse(changed)
            if before == after:
                continue
            seen[before, after] += 1
            yield Change(_short(before), _short(after), _replaced(function, number, changed), seen[before, after])


def _short(text: str) -> str:
    first = text.split("\n")[0]
    return first if first == text else f"{first} …"


def _fixed(function: ast.FunctionDef) -> set[ast.AST]:
    """What stays as it is: docstrings, decorators, annotations, the texts of errors."""
    fixed: list[ast.AST] = [*function.decorator_list, *([function.returns] if function.returns else [])]
    for node in ast.walk(function):
        if isinstance(node, ast.FunctionDef):
            fixed += (
                [node.args, *node.decorator_list, *([node.returns] if node.returns else [])]
                if node is not function
                else []
            )
            fixed += node.body[:1] if ast.get_docstring(node) else []
        if isinstance(node, ast.arg) and node.annotation:
            fixed.append(node.annotation)
        if isinstance(node, ast.AnnAssign):
            fixed.append(node.annotation)
        if isinstance(node, ast.Raise) and node.exc:
            fixed.append(node.exc)
    return {inner for node in fixed for inner in ast.walk(node)} | {function}


def _replaced(function: ast.FunctionDef, number: int, changed: ast.AST) -> ast.FunctionDef:
    """A copy of the function in which the node with this number in walking order is another one."""
    tree = copy.deepcopy(function)
    target = list(ast.walk(tree))[number]

    class Replace(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return changed if node is target else super().generic_visit(node)

    return ast.fix_missing_locations(Replace().visit(tree))


def _expressions(node: ast.AST, parameters: list[str]) -> Iterator[ast.AST]:
    match node:
        case ast.BinOp(left, operator, right):
            for other in OPERATORS[type(operator)]:
                yield ast.BinOp(left, other(), right)
            if isinstance(operator, ONE_WAY):
                yield ast.BinOp(right, operator, left)
            yield left
            yield right
        case ast.UnaryOp(ast.USub() | ast.Not() | ast.Invert(), operand):
            yield operand
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(OPERATORS[type(operator)][0](), values)
            yield from values
        case ast.Compare(left, operators, rest):
            for place, operator in enumerate(operators):
                for other in OPERATORS[type(operator)]:
                    yield ast.Compare(left, [*operators[:place], other(), *operators[place + 1 :]], rest)
        case ast.IfExp(_, body, orelse):
            yield body
            yield orelse
        case ast.Constant(value):
            yield from map(ast.Constant, _constants(value))
        case ast.JoinedStr():
            yield ast.Constant("changed")
        case ast.Call():
            yield from _calls(node)
        case ast.Attribute(value, "T"):
            yield value
        case ast.Attribute(value, name, context) if name in FUNCTIONS:
            yield ast.Attribute(value, FUNCTIONS[name], context)
        case ast.Subscript(value, ast.Slice(lower, upper), context):
            yield value
            if lower and upper:
                yield ast.Subscript(value, ast.Slice(lower, None), context)
                yield ast.Subscript(value, ast.Slice(None, upper), context)
        case ast.Subscript(value, _, ast.Load()):
            yield value
        case ast.ListComp(element, [ast.comprehension(target, iterable, [_, *_], is_async)]):
            yield ast.ListComp(element, [ast.comprehension(target, iterable, [], is_async)])
        case ast.Name(name, ast.Load()) if name in parameters and len(parameters) > 1:
            yield ast.Name(parameters[(parameters.index(name) + 1) % len(parameters)], ast.Load())


def _constants(value: object) -> Iterator[object]:
    match value:
        case bool():
            yield not value
        case int() | float():
            yield value + 1
            yield value - 1
        case str() if value.replace(".", "").isdigit():
            yield value.replace(max(value), "9" if max(value) != "9" else "8", 1)
        case str() if value:
            yield "changed"


def _calls(node: ast.Call) -> Iterator[ast.AST]:
    """Neighbouring arguments swapped, a keyword left out, the call replaced by its argument."""
    for place in range(len(node.args) - 1):
        first, second = node.args[place : place + 2]
        if not isinstance(first, ast.Starred) and not isinstance(second, ast.Starred):
            yield ast.Call(node.func, [*node.args[:place], second, first, *node.args[place + 2 :]], node.keywords)
    for keyword in node.keywords:
        yield ast.Call(node.func, node.args, [other for other in node.keywords if other is not keyword])
    yield from (argument for argument in node.args[:1] if not isinstance(argument, ast.Starred))


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Assign() | ast.AnnAssign() | ast.Expr() | ast.Raise() | ast.Break():
            yield ast.Pass()
        case ast.Return(ast.expr()):
            yield ast.Return(None)
        case ast.If(_, body, orelse):
            yield ast.If(ast.Constant(True), body, orelse)
            yield ast.If(ast.Constant(False), body, orelse)
        case ast.For(target, _, body, orelse):
            yield ast.For(target, ast.List([], ast.Load()), body, orelse)

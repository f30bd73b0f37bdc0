"""Is an expression zero?  A normal form for what attention is made of, cheaper than SymPy's simplify.

Functions are opened as far as rules without exceptions go (exp of sums, sine and cosine of sums,
logarithms of products of positives), what is left of them becomes a new variable, and the numerator of
the rational expression in all variables is expanded.  The square of a root is put back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp

Expression = Any


def vanishes(expression: Expression) -> bool:
    """Whether the expression is proven to be zero everywhere; False means that it is not, or not proven."""
    if expression == 0:
        return True
    if expression.has(sp.oo, -sp.oo, sp.zoo, sp.nan) or _differs_somewhere(expression):
        return False
    return bool(_numerator(expression) == 0 or sp.simplify(expression) == 0)


def cancelled(expression: Expression) -> Expression:
    """The same expression with exponentials of sums opened and common factors cancelled."""
    opened = sp.expand_power_exp(expression.replace(sp.exp, lambda argument: sp.exp(sp.expand(argument))))
    return sp.simplify(sp.factor(sp.cancel(sp.together(opened))))


def _differs_somewhere(expression: Expression) -> bool:
    """A point at which the expression is far from zero; proofs need not be tried then."""
    free = sorted(expression.free_symbols, key=str)
    point = {symbol: sp.Rational(7 + 3 * place, 11 + place) for place, symbol in enumerate(free)}
    value = expression.evalf(30, subs=point)
    return bool(value.is_number and abs(value) > sp.Float("1e-15"))


def _numerator(expression: Expression) -> Expression:
    variables: dict[Expression, Expression] = {}
    roots: dict[Expression, Expression] = {}
    rational = _rational(expression, variables, roots)
    numerator = sp.expand(sp.fraction(sp.together(rational))[0])
    while any(numerator.has(root) for root in roots):
        reduced = sp.expand(numerator.replace(*_squares(roots)))
        if reduced == numerator:
            return numerator
        numerator = sp.expand(sp.fraction(sp.together(reduced))[0])
    return numerator


def _squares(roots: dict[Expression, Expression]) -> tuple[Callable[..., bool], Callable[..., Expression]]:
    """Replace even powers of a root's variable by powers of what stands under the root."""

    def found(part: Expression) -> bool:
        return part.is_Pow and part.base in roots and part.exp.is_Integer and abs(part.exp) > 1

    def replaced(part: Expression) -> Expression:
        whole, rest = divmod(int(part.exp), 2)
        return roots[part.base] ** whole * part.base**rest

    return found, replaced


def _rational(
    expression: Expression, variables: dict[Expression, Expression], roots: dict[Expression, Expression]
) -> Expression:
    """The expression with functions exchanged for variables."""

    def variable(part: Expression) -> Expression:
        return variables.setdefault(part, sp.Dummy())

    def visit(part: Expression) -> Expression:
        if part.is_Symbol or part.is_Rational:
            return part
        if part.is_Pow and not part.exp.is_Integer and part.exp.is_Rational and part.exp.q == 2:
            root = variable(sp.sqrt(sp.expand(visit(part.base))))
            roots.setdefault(root, sp.expand(visit(part.base)))
            return root**part.exp.p
        if part.is_Add or part.is_Mul or (part.is_Pow and part.exp.is_Integer):
            return part.func(*map(visit, part.args))
        opened = _opened(part)
        if opened != part:
            return visit(opened)
        return variable(part.func(*(sp.expand(visit(argument)) for argument in part.args)))

    return visit(expression)


def _opened(part: Expression) -> Expression:
    """A function of a sum or product as functions of its parts, where that is always right."""
    if part.func in (sp.exp, sp.sin, sp.cos):
        argument = sp.expand(part.args[0])
        if part.func is sp.exp:
            return sp.expand_power_exp(sp.exp(argument))
        return sp.expand_trig(part.func(argument))
    if part.func is sp.log:
        return sp.expand_log(part)
    return part

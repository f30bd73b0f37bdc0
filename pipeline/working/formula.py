"""Terms as TeX: in symbols, or with numbers put in and parts of it done already."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pipeline.working.calculation import Piece, Shown
from pipeline.working.terms import Term

Pieces = list[Piece]

_LEVELS = {"sum": 1, "difference": 1, "negative": 1, "product": 2, "quotient": 3, "square": 4, "power": 4}
_LEAF = 5
_OPERATOR = re.compile(r"(?<!^)[-+/]")  # in a symbol such as d/h
_GROUP = re.compile(r"\{[^{}]*\}")
_FUNCTIONS = {
    "log": r"\ln",
    "sin": r"\sin",
    "cos": r"\cos",
    "tanh": r"\tanh",
    "erf": r"\operatorname{erf}",
    "max": r"\max",
    "min": r"\min",
}
_COMPARISONS = {
    "less": "<",
    "less_equal": r"\le",
    "greater": ">",
    "greater_equal": r"\ge",
    "equal": "=",
    "not_equal": r"\ne",
}


@dataclass(frozen=True)
class Formula:
    """Writes terms.

    printed: a leaf, or a part that is done, as a number or symbol; None for what is written out
    """

    printed: Callable[[Term], Piece | None]

    def pieces(self, term: Term) -> tuple[Piece, ...]:
        """The whole term, neighbouring texts joined."""
        joined: Pieces = []
        for piece in self._written(term):
            if isinstance(piece, str) and joined and isinstance(joined[-1], str):
                joined[-1] += piece
            else:
                joined.append(piece)
        return tuple(joined)

    def _written(self, term: Term) -> Pieces:
        done = self.printed(term)
        if done is not None:
            return [done]
        match term.op, term.args:
            case "sum", (first, *others):
                return [*self._at(first, 1), *self._row(" + ", others, 2)]
            case "difference", (a, b):
                return [*self._at(a, 1), " - ", *self._plus(b, 2)]
            case "negative", (a,):
                inside = self._plus(a, 2)  # a number is put in brackets, so that it can be told from the result
                return ["-", *(_fenced(inside) if isinstance(inside[0], Shown) and len(inside) == 1 else inside)]
            case "product", (first, *others):
                return [*self._plus(first, 2), *self._row(r" \cdot ", others, 3)]
            case "quotient", (a, b):
                return [r"\frac{", *self._written(a), "}{", *self._written(b), "}"]
            case "square", (a,):
                return [*self._base(a), "^{2}"]
            case "power", (a, b):
                return [*self._base(a), "^{", *self._written(b), "}"]
            case "exp", (a,):
                return ["e^{", *self._written(a), "}"]
            case "sqrt", (a,):
                return [r"\sqrt{", *self._written(a), "}"]
            case "absolute", (a,):
                return [r"\left\lvert ", *self._written(a), r" \right\rvert"]
            case "indicator", (comparison,):
                return [r"\left[", *self._written(comparison), r"\right]"]
            case comparison, (a, b) if comparison in _COMPARISONS:
                return [*self._written(a), f" {_COMPARISONS[comparison]} ", *self._written(b)]
            case function, arguments:
                listed = [part for each in arguments for part in [r";\,", *self._written(each)]][1:]
                return [_FUNCTIONS[function], *_fenced(listed)]

    def _row(self, sign: str, terms: Sequence[Term], level: int) -> Pieces:
        """What comes after the first of some terms: a sign before each."""
        return [piece for term in terms for piece in (sign, *self._plus(term, level))]

    def _at(self, term: Term, level: int) -> Pieces:
        """A part that binds at least so strongly, else in brackets."""
        pieces = self._written(term)
        return pieces if self._level(term, pieces) >= level else _fenced(pieces)

    def _plus(self, term: Term, level: int) -> Pieces:
        """As `_at`, and in brackets if it begins with a minus."""
        pieces = self._at(term, level)
        return _fenced(pieces) if _negative(pieces[0]) else pieces

    def _base(self, term: Term) -> Pieces:
        """The base of a power."""
        pieces = self._plus(term, _LEAF)
        return _fenced(pieces) if isinstance(pieces[0], str) and "^" in pieces[0] and len(pieces) == 1 else pieces

    def _level(self, term: Term, pieces: Pieces) -> int:
        if self.printed(term) is None:
            return _LEVELS.get(term.op, _LEAF)
        if isinstance(pieces[0], Shown):
            return _LEVELS["product"] if "e" in pieces[0].text else _LEAF  # 1,1 · 10^-50
        return _LEVELS["sum"] if _OPERATOR.search(_GROUP.sub("", pieces[0])) else _LEAF


def _fenced(pieces: Pieces) -> Pieces:
    return [r"\left(", *pieces, r"\right)"]


def _negative(piece: Piece) -> bool:
    return (piece.text if isinstance(piece, Shown) else piece).startswith("-")

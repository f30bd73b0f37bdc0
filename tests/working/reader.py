"""A reader with a calculator: reads the printed TeX of a calculation and does every step again.

Nothing here comes from the pipeline: own grammar, fractions and mpmath.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import mpmath

mpmath.mp.dps = 60

NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e-?\d+)?")
PIECE = re.compile(
    rf"\\left\\lvert|\\right\\rvert|\\left[(\[]|\\right[)\]]|\\operatorname\{{erf\}}|\\[A-Za-z]+|\\.|inf|{NUMBER.pattern}|\S"
)
FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    r"\ln": mpmath.log,
    r"\sin": mpmath.sin,
    r"\cos": mpmath.cos,
    r"\tanh": mpmath.tanh,
    r"\operatorname{erf}": mpmath.erf,
}


@dataclass(frozen=True)
class Number:
    """A printed number: its digits."""

    text: str


@dataclass(frozen=True)
class Operation:
    """An operation on parts."""

    name: str
    parts: tuple[Any, ...]


Tree = Number | Operation


def read(tex: str) -> Tree:
    """The tree of one side without symbols; ValueError if it holds anything else."""
    reader = _Reader(PIECE.findall(tex))
    tree = reader.sum()
    if reader.pieces:
        raise ValueError(f"{reader.pieces[:5]} left over in {tex}")
    return tree


class _Reader:
    def __init__(self, pieces: list[str]) -> None:
        self.pieces = pieces

    def take(self, *expected: str) -> str:
        piece = self.pieces.pop(0) if self.pieces else ""
        if expected and piece not in expected:
            raise ValueError(f"{expected} expected, {piece!r} found")
        return piece

    def at(self, *pieces: str) -> bool:
        return bool(self.pieces) and self.pieces[0] in pieces

    def sum(self) -> Tree:
        if self.at("-"):
            self.take()
            bare = not self.at(r"\left(")  # in brackets it is a number of its own
            first = self.product()
            signed = bare and isinstance(first, Number)
            tree: Tree = Number(f"-{first.text}") if signed else Operation("-", (Number("0"), first))
        else:
            tree = self.product()
        while self.at("+", "-"):
            tree = Operation(self.take(), (tree, self.product()))
        return tree

    def product(self) -> Tree:
        tree = self.power()
        while self.at(r"\cdot"):
            self.take()
            tree = Operation("*", (tree, self.power()))
        return tree

    def power(self) -> Tree:
        base = self.atom()
        while self.at("^"):
            self.take()
            base = Operation("^", (base, self.group()))
        return base

    def group(self) -> Tree:
        self.take("{")
        tree = self.sum()
        self.take("}")
        return tree

    def atom(self) -> Tree:
        piece = self.take()
        if NUMBER.fullmatch(piece) or piece in ("inf", r"\infty"):
            return Number(piece.removeprefix("\\").replace("infty", "inf"))
        if piece == "e":
            self.take("^")
            return Operation("e", (self.group(),))
        if piece == r"\frac":
            return Operation("/", (self.group(), self.group()))
        if piece == r"\sqrt":
            return Operation("root", (self.group(),))
        if piece in FUNCTIONS:
            return Operation(piece, (self.atom(),))
        if piece in (r"\max", r"\min"):
            return Operation(piece, tuple(self.listed()))
        if piece == r"\left(":
            tree = self.sum()
            self.take(r"\right)")
            return tree
        if piece == r"\left\lvert":
            tree = self.sum()
            self.take(r"\right\rvert")
            return Operation("abs", (tree,))
        if piece == r"\left[":
            left, sign, right = self.sum(), self.take("<", ">", r"\le", r"\ge"), self.sum()
            self.take(r"\right]")
            return Operation(sign, (left, right))
        raise ValueError(f"{piece!r} is no arithmetic")

    def listed(self) -> Iterator[Tree]:
        self.take(r"\left(")
        yield self.sum()
        while self.at(";"):
            self.take(";")
            self.take(r"\,")
            yield self.sum()
        self.take(r"\right)")


def value(tree: Tree) -> Any:
    """The value of a tree from its printed numbers: a fraction where it is one, else 60 digits."""
    if isinstance(tree, Number):
        return mpmath.mpf(tree.text) if "inf" in tree.text else Fraction(tree.text)
    parts = [value(part) for part in tree.parts]
    exact = all(isinstance(part, Fraction) for part in parts)
    match tree.name, parts:
        case "+", [a, b]:
            return a + b if exact else _real(a) + _real(b)
        case "-", [a, b]:
            return a - b if exact else _real(a) - _real(b)
        case "*", [a, b]:
            return a * b if exact else _real(a) * _real(b)
        case "/", [a, b]:
            return a / b if exact else _real(a) / _real(b)
        case "^", [a, b]:
            return a ** int(b) if exact and b.denominator == 1 else _real(a) ** _real(b)
        case "e", [a]:
            return Fraction(1) if a == 0 else Fraction(0) if a == mpmath.mpf("-inf") else mpmath.exp(_real(a))
        case "root", [a]:
            return mpmath.sqrt(_real(a))
        case "abs", [a]:
            return abs(a)
        case r"\max", _:
            return max(parts)
        case r"\min", _:
            return min(parts)
        case "<" | ">" | r"\le" | r"\ge" as sign, [a, b]:
            holds = {"<": a < b, ">": a > b, r"\le": a <= b, r"\ge": a >= b}[sign]
            return Fraction(int(holds))
        case name, [a]:
            return FUNCTIONS[name](_real(a))
    raise ValueError(tree.name)


def _real(number: Any) -> Any:
    return mpmath.mpf(number.numerator) / number.denominator if isinstance(number, Fraction) else number


def rounded(number: Any, places: int) -> Fraction:
    """To so many decimals, halves away from zero."""
    scaled = number * (Fraction(10) ** places if isinstance(number, Fraction) else mpmath.mpf(10) ** places)
    half = Fraction(1, 2) if isinstance(number, Fraction) else mpmath.mpf(1) / 2
    whole = int(mpmath.floor(abs(scaled) + half)) if not isinstance(scaled, Fraction) else int(abs(scaled) + half)
    return (-whole if scaled < 0 else whole) / Fraction(10) ** places


def steps(before: Tree, after: Tree) -> Iterator[tuple[Tree, str]]:
    """What was done between two sides: (part of the first, the digits that stand for it in the second).

    ValueError where the two sides differ in anything else.
    """
    if isinstance(after, Number):
        if isinstance(before, Operation):
            yield before, after.text
        elif before.text != after.text:
            raise ValueError(f"{before.text} becomes {after.text} without being computed")
    elif isinstance(before, Number) or (before.name, len(before.parts)) != (after.name, len(after.parts)):
        raise ValueError(f"the side {after} does not come from {before}")
    else:
        for a, b in zip(before.parts, after.parts, strict=True):
            yield from steps(a, b)


def follows(part: Tree, digits: str) -> bool:
    """Whether the digits are what the part gives, correctly rounded."""
    mantissa, _, exponent = digits.partition("e")
    return rounded(value(part), len(mantissa.partition(".")[2]) - int(exponent or 0)) == Fraction(digits)


def same(a: Any, b: Any) -> bool:
    """Whether two values are equal, as far as 60 digits tell."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a == b
    return bool(abs(_real(a) - _real(b)) < mpmath.mpf(10) ** -40)

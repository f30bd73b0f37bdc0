"""Terms: the formula of one number as a reader writes it, from the named numbers that it is made of.

The tree comes from the graph; here it is put into the form of a hand calculation: sums and products
without inner brackets, products with zero left out of long sums, x · x as a square.  A formula that
grows too long for a line is cut: its largest parts become letters with formulas of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field

from pipeline.arithmetic.primitives import COMPARISONS
from pipeline.working.names import Names
from pipeline.working.scalars import Scalars

MOST_LEAVES = 14  # numbers in one line
MOST_TOGETHER = 8  # numbers in a fraction, a root or an exponent, which do not go over the end of a line
_BREAKABLE = frozenset(("sum", "difference", "negative", "product"))


@dataclass(frozen=True, eq=False, slots=True)
class Term:
    """A part of a formula.

    op      "name", "letter" (a part with a line of its own) or "constant"; "sum", "difference", "negative",
            "product", "quotient", "square", "power"; "indicator" with a comparison; a function's name
    scalar  the number that it is; None for a part that has no place in the graph (a product inside a sum)
    leaves  how many numbers are put in
    layer   how many steps of a hand calculation lead to it
    """

    op: str
    args: tuple[Term, ...]
    scalar: int | None
    leaves: int = field(init=False)
    layer: int = field(init=False)

    def __post_init__(self) -> None:
        leaves = layer = 0
        for argument in self.args:
            leaves += argument.leaves
            layer = max(layer, argument.layer)
        if self.args and self.op not in COMPARISONS:
            layer = max(layer, 1) if self._joins() else layer + 1
        object.__setattr__(self, "leaves", leaves or 1)
        object.__setattr__(self, "layer", layer)

    def _joins(self) -> bool:
        """Whether it is done together with what it is made of: a sum of products, a mean, the root of a sum."""
        match self.op, self.args:
            case "sum" | "difference" | "negative", _:
                return True
            case "quotient", (_, by):
                return by.op == "constant"
            case "sqrt", (inside,):
                return bool(inside.args)
        return False

    @property
    def number(self) -> int:
        """The scalar of a part that has one: all but products inside sums, which are never done alone."""
        assert self.scalar is not None
        return self.scalar

    def ends(self) -> Iterator[Term]:
        """The leaves from left to right."""
        if not self.args:
            yield self
        for argument in self.args:
            yield from argument.ends()


class Terms:
    """The formulas of a page's numbers, each read once; letters are the same in all formulas."""

    def __init__(self, scalars: Scalars, names: Names) -> None:
        self._scalars = scalars
        self._names = names
        self._terms: dict[int, Term] = {}
        self._formulas: dict[int, Term] = {}

    def formula(self, number: int) -> Term:
        """The formula of a computed number, whether it has a name or not, of at most `MOST_LEAVES` numbers."""
        if number not in self._formulas:
            self._formulas[number] = self._read(number)
        return self._formulas[number]

    def lines(self, number: int) -> dict[int, Term]:
        """The formulas that a number needs: of its letters, each before it is used, and its own, which comes last."""
        found: dict[int, Term] = {}
        waiting = [number]
        while waiting:
            now = waiting.pop()
            found[now] = self.formula(now)
            waiting += [letter for letter in _letters(found[now]) if letter not in found]
        letters = found.keys() - {number}
        found = {scalar: lettered(formula, letters) for scalar, formula in found.items()}
        ordered: dict[int, Term] = {}

        def visit(scalar: int) -> None:
            for letter in _letters(found[scalar]):
                if letter not in ordered:
                    visit(letter)
            ordered[scalar] = found[scalar]

        visit(number)
        return ordered

    # -- reading the graph

    def _term(self, number: int) -> Term:
        """A number inside a formula: its name if it has one."""
        if number not in self._terms:
            constant = self._scalars[number].op == "constant"
            leaf = "constant" if constant else "name" if number in self._names else ""
            self._terms[number] = Term(leaf, (), number) if leaf else self.formula(number)
        return self._terms[number]

    def _read(self, number: int) -> Term:
        scalar = self._scalars[number]
        match scalar.op, scalar.args:
            case "dot", arguments:
                return self._sum(number, self._products(arguments))
            case "sum", arguments:
                kept = self._flat("sum", [argument for argument in arguments if not self._zero(argument)])
                whole = len(kept) == 1 and not kept[0].args  # the only number left would be its own working
                return self._sum(number, kept if kept and not whole else self._flat("sum", arguments))
            case "add", arguments:
                return self._sum(number, self._flat("sum", arguments))
            case "multiply", arguments:
                return self._fitted(*self._product(arguments), number)
            case "power", (base, exponent) if self._is_two(exponent):
                return self._fitted("square", [self._term(base)], number)
            case "subtract", arguments:
                return self._fitted("difference", self._all(arguments), number)
            case "divide", arguments:
                return self._fitted("quotient", self._all(arguments), number)
            case "maximum" | "minimum" as op, arguments:
                return self._fitted(op[:3], self._all(arguments), number)
            case op, arguments if op in COMPARISONS:
                return self._fitted(op, self._all(arguments), None)
            case op, arguments:
                return self._fitted(op, self._all(arguments), number)

    def _all(self, numbers: Sequence[int]) -> list[Term]:
        return [self._term(number) for number in numbers]

    def _products(self, factors: Sequence[int]) -> list[Term]:
        """The products of a row with a column; where all are zero, one, with a factor that is not if there is such."""
        pairs = list(zip(factors[::2], factors[1::2], strict=True))
        kept = [pair for pair in pairs if not self._zero(*pair)]
        kept = kept or [pair for pair in pairs if not all(map(self._zero, pair))][:1] or pairs[:1]
        return [Term(op, tuple(args), None) for op, args in map(self._product, kept)]

    def _product(self, factors: Sequence[int]) -> tuple[str, list[Term]]:
        if len(factors) == 2 and factors[0] == factors[1]:
            return "square", [self._term(factors[0])]
        return "product", self._flat("product", factors)

    def _flat(self, op: str, numbers: Sequence[int]) -> list[Term]:
        """Arguments without inner brackets: the terms of a sum inside a sum, the factors of a product in a product."""
        terms = self._all(numbers)
        flat = [part for term in terms for part in (term.args if term.op == op else (term,))]
        return flat if sum(term.leaves for term in flat) <= MOST_LEAVES else terms

    def _sum(self, number: int, terms: Sequence[Term]) -> Term:
        if len(terms) == 1 and terms[0].args:
            return self._fitted(terms[0].op, terms[0].args, number)
        return self._fitted("sum", terms, number)

    def _zero(self, *factors: int) -> bool:
        """Whether a product is exactly zero because a factor is, and stays so whatever a reader changes."""
        return any(self._scalars[factor].entry.value == 0 and not self._scalars.moves(factor) for factor in factors)

    def _is_two(self, number: int) -> bool:
        scalar = self._scalars[number]
        return scalar.op == "constant" and bool(scalar.entry.value == 2)

    # -- cutting what is too long

    def _fitted(self, op: str, arguments: Sequence[Term], number: int | None) -> Term:
        """A term some of whose parts have become letters, so that it fits in a line."""
        if op not in _BREAKABLE:
            arguments = [_together(argument) for argument in arguments]
        term = Term(op, tuple(arguments), number)
        while term.leaves > MOST_LEAVES:
            cut = _worthwhile(term)
            if not cut:
                return self._chunked(term)
            term = lettered(term, cut)
        return term

    def _chunked(self, term: Term) -> Term:
        """A long row of numbers as a few letters, each for a part of the row."""
        if term.scalar is None or self._scalars[term.scalar].op not in ("sum", "dot", "max", "min"):
            return term
        size = MOST_LEAVES // max(argument.leaves for argument in term.args)
        chunks = self._scalars.chunks(term.scalar, size)
        while len(chunks) > MOST_LEAVES:  # parts of parts
            size *= MOST_LEAVES
            chunks = self._scalars.chunks(term.scalar, size)
        return Term(term.op, tuple(Term("letter", (), chunk) for chunk in chunks), term.scalar)


def _together(part: Term) -> Term:
    """A part that cannot be broken; if it is too wide, with one letter inside (a mean), or a letter itself."""
    if part.leaves <= MOST_TOGETHER or part.scalar is None:
        return part
    cut = _worthwhile(part)
    inside = lettered(part, cut) if len(cut) == 1 else part
    return inside if inside.leaves <= MOST_TOGETHER else Term("letter", (), part.scalar)


def _letters(term: Term) -> list[int]:
    return [end.number for end in term.ends() if end.op == "letter"]


def lettered(term: Term, letters: Set[int]) -> Term:
    """A formula with letters for some of its parts."""
    if not term.args:
        return term
    arguments = [
        Term("letter", (), part.scalar) if part.scalar in letters and part.args else lettered(part, letters)
        for part in term.args
    ]
    unchanged = all(new is old for new, old in zip(arguments, term.args, strict=True))
    return term if unchanged else Term(term.op, tuple(arguments), term.scalar)


def _worthwhile(term: Term) -> set[int]:
    """The parts whose letter saves most numbers (a mean that occurs in each deviation), and others like it."""
    saved: Counter[int] = Counter()
    kinds: dict[int, tuple[str, int]] = {}
    waiting = list(term.args)
    while waiting:
        part = waiting.pop()
        if part.scalar is not None and part.leaves > 1:
            saved[part.scalar] += part.leaves - 1
            kinds[part.scalar] = (part.op, part.leaves)
        waiting += part.args
    if not saved:
        return set()
    best = max(saved, key=lambda scalar: (saved[scalar], kinds[scalar][1]))
    return {scalar for scalar in saved if saved[scalar] == saved[best] and kinds[scalar] == kinds[best]}

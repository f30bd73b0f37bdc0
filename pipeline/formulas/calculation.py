r"""Written-out calculations: numbers on every side, each printed with so many digits.

Four questions, answered on the exact values behind the printed digits (in the page's own recorded
computation), never on floats:

- are the two sides of every relation the same number?
- which sign belongs between them: `=` where all printed digits are exact, else `\approx`?
- does whoever redoes a line from its printed digits get the printed result?  If not, the line says so:
  "(gerundet)".  Which digits are printed is the author's choice; the exact value decides the result.
- which numbers stand in brackets: those that are negative, behind an operation or under an exponent.

Under `check=arithmetic` a calculation claims no more than it shows: that its sides are equal.  How many
steps it shows is the author's choice, too.  One that loses a side in the middle, or one of several
statements, is shorter and still true, so it is no fault; one that compares nothing any more is.  Where
certain sides must be there, a declaration says so with its relations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

import numpy as np

from pipeline.arithmetic import Entry, Graph, Traced, Undecided, decimal
from pipeline.formulas import tree
from pipeline.formulas.bind import parse
from pipeline.formulas.declarations import DeclarationError, Formula
from pipeline.formulas.errors import FormulaError
from pipeline.formulas.evaluate import Evaluator
from pipeline.formulas.outline import is_read_off
from pipeline.formulas.quantity import Quantity
from pipeline.formulas.recorded import Recorded, equality, order
from pipeline.formulas.samples import Sample, page_sizes
from pipeline.formulas.tree import Tree
from pipeline.problems import Code
from pipeline.quantities.tokens import TOKEN

EXACT, ROUNDED = "=", r"\approx"
SIGNS = (EXACT, ROUNDED)
NOTE = r"\text{(gerundet)}"
_OPERAND = re.compile(rf"(?P<operation>(?:[-+]|\\cdot|\\times)\s*|)(?P<number>{TOKEN.pattern})")


class Printed(Protocol):
    """A number as it stands in the text: `pipeline.quantities.tokens.Number` is one."""

    @property
    def id(self) -> str:
        """What all places where it stands share."""

    @property
    def digits(self) -> str:
        """Its canonical digits: "-0.416"."""

    @property
    def exact(self) -> bool:
        """Whether the digits are the value itself."""

    @property
    def entry(self) -> Entry:
        """The value behind the digits."""


@dataclass(frozen=True)
class Relation:
    """One relation of a calculation.

    start, end: where the sign stands
    written:    the sign of the author;  right: the sign that belongs there
    holds:      the exact values of both sides agree
    proof:      "exact" if they are proven to be one number, "ball" if 200 bits show no difference
    compares:   False for one number beside itself
    redone:     what the left side gives from its printed digits, if that is not what is printed
    steps:      the same as it is recorded: what the printed digits give, and the token that is printed
    line:       where the line that it belongs to ends
    numbers:    the tokens on both sides, on which the sign depends
    """

    start: int
    end: int
    written: str
    right: str
    holds: bool
    proof: str
    compares: bool = True
    redone: str = ""
    steps: tuple[tuple[Entry, str], ...] = ()
    line: int = 0
    numbers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Calculation:
    """All relations of a calculation, what is wrong with it, and the printed numbers by their tokens."""

    relations: tuple[Relation, ...]
    problems: tuple[FormulaError, ...] = ()
    values: Mapping[str, Printed] = field(default_factory=dict)

    @property
    def holds(self) -> bool:
        """Something was compared, and nothing is wrong."""
        return self.comparisons > 0 and not self.problems

    @property
    def comparisons(self) -> int:
        """How many relations could have been wrong."""
        return sum(relation.compares for relation in self.relations)

    @property
    def proof(self) -> str:
        """ "exact" if every relation is proven exactly."""
        return "exact" if all(relation.proof == "exact" for relation in self.relations) else "ball"

    def lines(self, tex: str) -> dict[int, tuple[tuple[Entry, str], ...]]:
        """The steps of each line that a reader can redo, by the place where it ends; not where the author notes it."""
        found: dict[int, tuple[tuple[Entry, str], ...]] = {}
        for each in self.relations:
            if each.steps and NOTE not in tex[each.line :]:
                found[each.line] = found.get(each.line, ()) + each.steps
        return found

    def signed(self, tex: str, noted: bool = False) -> str:
        """The TeX with the right sign between all sides, brackets, and the note behind lines that cannot be redone.

        noted: the note stands behind each line that other numbers could make one of these
        """
        signs = [(each.start, each.end, each.right) for each in self.relations if each.written in SIGNS]
        lines = {each.line for each in self.relations if each.redone and NOTE not in tex[each.line :]}
        lines |= set(self.lines(tex)) if noted else set()
        notes = [(end, end, rf" \quad {NOTE}") for end in lines]
        for start, end, text in sorted(signs + notes, reverse=True):
            tex = tex[:start] + text + tex[end:]
        return self._fenced(tex)

    def _fenced(self, tex: str) -> str:
        """Brackets around negative numbers behind an operation or under an exponent (signs.js does the same).

        Each pair is a group of its own, which the page can take away as a whole.
        """

        def fence(found: re.Match[str]) -> str:
            operation, number = found.group("operation", "number")
            is_operand = operation or tex[found.end() :].lstrip().startswith("^")
            is_negative = number in self.values and self.values[number].digits.startswith("-")
            return f"{operation}{{({number})}}" if is_operand and is_negative else found[0]

        return _OPERAND.sub(fence, tex)


def check_calculation(
    tex: str,
    values: Mapping[str, Printed],
    declaration: Formula | None = None,
    page: Mapping[str, Quantity] | None = None,
) -> Calculation:
    """Check a calculation whose numbers are tokens.

    values:      token → the printed number
    declaration: what its symbols are; only quantities of the page can be (`page(…)`)
    page:        these quantities, with recorded arrays as values
    """
    declaration = declaration or Formula("=")
    try:
        meant = parse(tex, declaration)
        sides = _Sides(tex, values, declaration, page or {})
        relations = [relation for statement in meant.statements for relation in sides.relations(statement)]
    except FormulaError as fault:
        return Calculation((), (fault,))
    except (DeclarationError, ArithmeticError, ValueError, TypeError, LookupError) as fault:
        return Calculation((), (FormulaError(f"the calculation fails: {fault}", 0, len(tex), Code.CALCULATION),))
    if not any(relation.compares for relation in relations):
        sides.problems.append(FormulaError("nothing is compared", 0, len(tex), Code.CALCULATION))
    return Calculation(tuple(relations), tuple(sides.problems), values)


class _Sides:
    """Evaluates the sides of one calculation, exactly and from the printed digits."""

    def __init__(
        self, tex: str, values: Mapping[str, Printed], declaration: Formula, page: Mapping[str, Quantity]
    ) -> None:
        self.tex, self.values = tex, values
        self.problems: list[FormulaError] = []
        graph = _graph(values, declaration, page)
        exact = {token: Recorded.array(number.entry) for token, number in values.items() if token in tex}
        digits = {
            token: graph.printed(number.id, number.digits.lstrip("<>"))
            for token, number in values.items()
            if token in tex
        }
        self.kind = Recorded(graph, exact)
        self.exact = self._evaluator(declaration, page, self.kind)
        self.printed = self._evaluator(declaration, page, Recorded(graph, digits))

    @staticmethod
    def _evaluator(declaration: Formula, page: Mapping[str, Quantity], kind: Recorded) -> Evaluator:
        sample = Sample(declaration, kind, page_sizes(declaration, page), page)
        return Evaluator(sample.scope({}))

    def relations(self, statement: tree.Chain) -> Iterator[Relation]:
        """Every relation of a statement, its faults noted."""
        for place, written in enumerate(statement.relations):
            left, right = statement.sides[place], statement.sides[place + 1]
            start = self.tex.index(written if written in self.tex[left.end : right.start] else "", left.end)
            holds, proof = self._compared(left, written, right)
            redone, steps = self._redone(left, right) if holds and written in SIGNS else ("", ())
            sign = EXACT if self._all_exact(left) and self._all_exact(right) else ROUNDED
            line = statement.sides[-1].end
            compares = self._compares(left, right)
            numbers = tuple(part.text for side in (left, right) for part in self._computed(side))
            end = start + len(written)
            yield Relation(start, end, written, sign, holds, proof, compares, redone, steps, line, numbers)

    def _compares(self, left: Tree, right: Tree) -> bool:
        """Whether two sides are more than one number twice: a symbol beside its printed digits is."""
        printed = [any(part.text in self.values for part in _every_number(side)) for side in (left, right)]
        if printed[0] != printed[1] or not (is_read_off(left) and is_read_off(right)):
            return True
        return not self.kind.identical(self.exact.value(left), self.exact.value(right))

    def _compared(self, left: Tree, written: str, right: Tree) -> tuple[bool, str]:
        """Whether the relation holds between the exact values, and how that is known."""
        a, b = self.exact.value(left), self.exact.value(right)
        if a.shape != b.shape:
            message = f"shapes {a.shape} and {b.shape} differ"
            raise FormulaError(message, right.start, right.end, Code.FORMULA_SHAPE)
        pairs = [(a.entry(*place), b.entry(*place)) for place in np.ndindex(a.shape)]
        if written not in SIGNS:
            try:
                holds, proof = all(order(written, *pair) for pair in pairs), "exact"
            except Undecided as undecided:
                message = f"{written} is neither proven nor refuted: {undecided}"
                raise FormulaError(message, right.start, right.end, Code.UNDECIDED) from None
        else:
            outcomes = [equality(*pair) for pair in pairs]
            holds, proof = all(outcomes), "exact" if all(each == "exact" for each in outcomes) else "ball"
        if not holds:
            shown = [", ".join(_shown(each) for each in side[:4]) for side in zip(*pairs, strict=True)]
            message = f"{shown[0]} {'is not' if written in SIGNS else written + ' does not hold for'} {shown[1]}"
            self.problems.append(FormulaError(message, right.start, right.end, Code.CALCULATION))
        return holds, proof

    def _redone(self, left: Tree, right: Tree) -> tuple[str, tuple[tuple[Entry, str], ...]]:
        """The first result from the printed digits that is printed otherwise, "" if there is none; and all steps."""
        steps = list(self._steps(left, right))
        redone = (self._otherwise(*step) for step in steps)
        is_followed = any(self._computed(left))
        follows = tuple(step for step in steps if is_followed and step[1] in self.values)
        return next(filter(None, redone), ""), follows

    def _steps(self, left: Tree, right: Tree) -> Iterator[tuple[Entry, str]]:
        """What the printed digits give, and what is printed for it: of a side, or parts of a fraction or sum."""
        results = _numbers(right)
        if results and any(isinstance(part, tree.Number) for part in left.walk()):
            again = self.printed.value(left)
            entries = [again.entry(*place) for place in np.ndindex(again.shape)]
            yield from ((entry, number.text) for entry, number in zip(entries, results, strict=True))
        elif not results and _is_alike(left, right):
            for before, after in zip(left.parts(), right.parts(), strict=True):
                if self._is_same(before, after):  # no part of a fraction that was reduced
                    yield from self._steps(before, after)

    def _is_same(self, left: Tree, right: Tree) -> bool:
        a, b = self.exact.value(left), self.exact.value(right)
        return a.shape == b.shape and all(equality(a.entry(*place), b.entry(*place)) for place in np.ndindex(a.shape))

    def _otherwise(self, again: Entry, text: str) -> str:
        """What is calculated, with as many decimals as the number printed for it; "" where that is the same."""
        printed = self.values[text].digits if text in self.values else text
        if printed.startswith(("<", ">")):
            return ""
        redone = decimal(again, len(printed.partition(".")[2]))
        return redone if Fraction(redone) != Fraction(printed) else ""

    def _computed(self, side: Tree) -> Iterator[tree.Number]:
        """The computed numbers of a side, wherever they stand in it."""
        return (part for part in _every_number(side) if part.text in self.values)

    def _all_exact(self, side: Tree) -> bool:
        return all(self.values[part.text].exact for part in self._computed(side))


def _graph(values: Mapping[str, Printed], declaration: Formula, page: Mapping[str, Quantity]) -> Graph:
    """The computation that the numbers belong to."""
    for number in values.values():
        if isinstance(number.entry.graph, Graph):
            return number.entry.graph
    for quantity in page.values():
        if isinstance(quantity.values, Traced):
            return quantity.values.graph
    return Graph()


def _every_number(side: Tree) -> Iterator[tree.Number]:
    """The numbers of a side, wherever they stand in it."""
    return (part for part in side.walk() if isinstance(part, tree.Number))


def _numbers(side: Tree) -> Sequence[tree.Number]:
    """The numbers of a side that is nothing but numbers, row by row; empty for any other."""
    match side:
        case tree.Number():
            return [side]
        case tree.Vector(items=items):
            parts: Sequence[Tree] = items
        case tree.Matrix(rows=rows):
            parts = [cell for row in rows for cell in row]
        case _:
            return []
    numbers = [part for part in parts if isinstance(part, tree.Number)]
    return numbers if len(numbers) == len(parts) else []


def _is_alike(left: Tree, right: Tree) -> bool:
    """Whether two sides are fractions, or sums of as many terms with the same signs."""
    match left, right:
        case tree.Ratio(), tree.Ratio():
            return True
        case tree.Terms(signs=before), tree.Terms(signs=after):
            return before == after
    return False


def _shown(entry: Entry) -> str:
    return decimal(entry, 6)

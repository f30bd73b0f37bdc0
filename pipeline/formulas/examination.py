"""Everything that a build wants to know of one displayed formula."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from pipeline.arithmetic import nearest_double
from pipeline.formulas.calculation import Calculation, Printed, check_calculation
from pipeline.formulas.check import Verdict, check_formula, contradicted, quantities_of
from pipeline.formulas.declarations import Formula
from pipeline.formulas.errors import FormulaError
from pipeline.formulas.proofs import Proofs
from pipeline.formulas.prove import is_proven, proven
from pipeline.formulas.quantity import Quantity
from pipeline.problems import Code

ARITHMETIC = "arithmetic"  # check=arithmetic: a calculation of nothing but numbers, without a declaration
Verdicts = Mapping[tuple[str, str], Verdict]  # name of a check, TeX → what `compare` says, where a page compares


@dataclass(frozen=True)
class PageFormulas:
    """What the formulas of a page are checked against.

    declared:   the page's declarations by name
    example:    symbol → quantity, for the running example
    numbers:    token → printed number
    quantities: the page's quantities, recorded
    subject:    the module that computes them; "" if there is none but the page's own code
    """

    declared: Mapping[str, Formula]
    proofs: Proofs
    example: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, Printed] = field(default_factory=dict)
    quantities: Mapping[str, Quantity] = field(default_factory=dict)
    subject: str = ""

    def compares(self, check: str) -> bool:
        """Whether a check of that name compares a formula with its declaration."""
        return check in self.declared and not self.declared[check].reason


@dataclass(frozen=True)
class Examined:
    """The outcome for one formula.

    tex:         with the right sign between the sides of a calculation
    proof:       "sympy" for all numbers, "exact" or "ball" for the numbers of the page, "samples" if not proven
    reason:      why it is not checked at all; "" for one that is
    calculation: what was calculated, of one that shows numbers
    """

    tex: str
    comparisons: int
    proof: str
    problems: tuple[FormulaError, ...] = ()
    reason: str = ""
    calculation: Calculation | None = None

    @property
    def holds(self) -> bool:
        """Nothing is wrong, and something was compared or there is a reason why not."""
        return not self.problems and (self.comparisons > 0 or bool(self.reason))


def compare(tex: str, check: str, page: PageFormulas, sampled: Sequence[Mapping[str, Quantity]] = ()) -> Verdict:
    """Compare a formula with the declaration of that name; `sampled` are the quantities for other inputs, as floats."""
    declaration = page.declared[check]
    return check_formula(
        tex,
        declaration,
        numbers={token: nearest_double(number.entry) for token, number in _numbers(tex, page).items()},
        page=page.quantities,
        sampled=sampled,
        example=page.example,
        sensitive=not is_proven(tex, declaration, page.proofs, check, page.subject),
        subject=page.subject,
    )


def _numbers(tex: str, page: PageFormulas) -> Mapping[str, Printed]:
    return {token: page.numbers[token] for token in tex if token in page.numbers}


def examine(tex: str, check: str, page: PageFormulas, verdicts: Verdicts) -> Examined:
    """Check one formula; `check` is the name of its declaration, or "arithmetic"."""
    numbers = _numbers(tex, page)
    if check == ARITHMETIC:
        return _calculated(tex, check_calculation(tex, numbers))
    declaration = page.declared.get(check)
    if declaration is None:
        close = get_close_matches(check, [*page.declared, ARITHMETIC], n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        message = f"no formula {check!r} is declared beside this page{hint}"
        return Examined(tex, 0, "", (FormulaError(message, 0, len(tex), Code.FORMULA_UNCHECKED),))
    if declaration.reason:
        return Examined(tex, 0, "", contradicted(tex, declaration), declaration.reason)
    verdict = verdicts[check, tex]
    if not verdict.holds:
        return Examined(tex, verdict.comparisons, verdict.proof, verdict.problems)
    if numbers:
        return _with_numbers(tex, declaration, numbers, page)
    if quantities_of(declaration):
        return Examined(tex, verdict.comparisons, verdict.proof)
    return _proven(tex, verdict, declaration, page, check)


def _with_numbers(tex: str, declaration: Formula, numbers: Mapping[str, Printed], page: PageFormulas) -> Examined:
    """A formula that shows numbers is a calculation as well, and compared as such: exactly."""
    return _calculated(tex, check_calculation(tex, numbers, declaration, page.quantities))


def _calculated(tex: str, found: Calculation) -> Examined:
    return Examined(found.signed(tex), found.comparisons, found.proof, found.problems, calculation=found)


def _proven(tex: str, verdict: Verdict, declaration: Formula, page: PageFormulas, name: str) -> Examined:
    """What holds on samples must be proven, too."""
    proof = proven(tex, declaration, page.proofs, name, page.subject)
    if proof.holds:
        return Examined(tex, verdict.comparisons, proof.proof)
    unproven = tuple(
        FormulaError(f"it agrees on all samples, but is not proven: {fault}", fault.start, fault.end, fault.code)
        for fault in proof.problems
    )
    return Examined(tex, verdict.comparisons, "samples", unproven)

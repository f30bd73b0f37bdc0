"""Calculations: equal, with the right sign, and to be redone from the printed digits."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest

from pipeline.arithmetic import Entry, Graph, Traced, decimal, exact_decimal
from pipeline.formulas import Formula, Quantity, each, page
from pipeline.formulas.calculation import Calculation, check_calculation
from pipeline.problems import Code


@dataclass(frozen=True)
class Number:
    id: str
    digits: str
    exact: bool
    entry: Entry


@dataclass
class Sheet:
    """Prints numbers of a small computation as tokens."""

    graph: Graph = field(default_factory=Graph)
    numbers: dict[str, Number] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.X = self.graph.input("X", [["1.00", "0.20"], ["0.10", "1.00"]])
        self.S = self.X @ self.X.T
        e = np.exp(self.S)
        self.e = e
        self.W = e / np.sum(e, axis=-1, keepdims=True)
        self.Y = self.W @ self.X

    def __call__(self, array: Traced, *place: int, places: int | None = None) -> str:
        entry = array.entry(*place)
        finite = exact_decimal(entry)
        digits = finite if places is None else decimal(entry, places)
        assert digits is not None
        token = chr(0xF0001 + len(self.numbers))
        self.numbers[token] = Number(
            f"number-{len(self.numbers)}", digits, finite is not None and float(finite) == float(digits), entry
        )
        return token

    def check(self, tex: str, declaration: Formula | None = None, **quantities: Any) -> Calculation:
        return check_calculation(
            tex, self.numbers, declaration, {name: Quantity(array) for name, array in quantities.items()}
        )


@pytest.fixture
def sheet() -> Sheet:
    return Sheet()


def row(sheet: Sheet, array: Traced, number: int, places: int | None = None) -> str:
    entries = (sheet(array, number, column, places=places) for column in range(array.shape[1]))
    return "[" + r";\,".join(entries) + "]"


def signs(calculation: Calculation) -> list[str]:
    return [relation.right for relation in calculation.relations]


def test_an_exact_calculation_keeps_its_sign(sheet: Sheet) -> None:
    t, X, S = sheet, sheet.X, sheet.S
    tex = rf"{t(X, 0, 0)} \cdot {t(X, 0, 0)} + {t(X, 0, 1)} \cdot {t(X, 0, 1)} = {t(S, 0, 0, places=2)}"
    checked = sheet.check(tex)
    assert (checked.holds, checked.proof, signs(checked)) == (True, "exact", ["="])
    assert checked.signed(tex) == tex


def test_rounded_digits_get_an_approximate_sign(sheet: Sheet) -> None:
    t, S, e, W = sheet, sheet.S, sheet.e, sheet.W
    tex = (
        rf"\frac{{e^{{{t(S, 0, 0)}}}}}{{e^{{{t(S, 0, 0)}}} + e^{{{t(S, 0, 1)}}}}} "
        rf"= \frac{{{t(e, 0, 0, places=4)}}}{{{t(np.sum(e, axis=1), 0, places=4)}}} = {t(W, 0, 0, places=3)}"
    )
    checked = sheet.check(tex)
    assert checked.holds
    assert signs(checked) == [r"\approx", r"\approx"]
    assert checked.signed(tex).count(r"\approx") == 2
    assert " = " not in checked.signed(tex)


def test_a_number_beside_itself_compares_nothing(sheet: Sheet) -> None:
    t, X, S, W = sheet, sheet.X, sheet.S, sheet.W
    (problem,) = sheet.check(f"{t(W, 0, 0, places=3)} = {t(W, 0, 0, places=3)}").problems
    assert "nothing is compared" in str(problem)
    (problem,) = sheet.check(f"{row(t, X, 0)} = {row(t, X.T.T, 0)}").problems
    assert "nothing is compared" in str(problem)
    symbol = Formula("=", {"S": each(page("S"), 2)})
    assert sheet.check(f"S_{{12}} = {t(S, 0, 1)}", symbol, S=S).comparisons == 1  # printed, and the right one


def test_vectors_are_compared_entry_by_entry(sheet: Sheet) -> None:
    t, X, W, Y = sheet, sheet.X, sheet.W, sheet.Y
    right = rf"{t(W, 0, 0, places=5)}\,{row(t, X, 0)} + {t(W, 0, 1, places=5)}\,{row(t, X, 1)} = {row(t, Y, 0, 3)}"
    assert sheet.check(right).holds
    wrong = rf"{t(W, 0, 0, places=5)}\,{row(t, X, 0)} + {t(W, 0, 1, places=5)}\,{row(t, X, 0)} = {row(t, Y, 0, 3)}"
    (problem,) = sheet.check(wrong).problems
    assert problem.code is Code.CALCULATION
    assert "is not" in str(problem)


def test_a_line_that_cannot_be_redone_from_its_digits_says_so(sheet: Sheet) -> None:
    t, X, W, Y = sheet, sheet.X, sheet.W, sheet.Y
    tex = rf"{t(W, 0, 0, places=1)}\,{row(t, X, 0)} + {t(W, 0, 1, places=1)}\,{row(t, X, 1)} = {row(t, Y, 0, 3)}"
    checked = sheet.check(tex)
    assert checked.holds
    assert checked.relations[0].redone
    assert checked.signed(tex) == tex.replace("=", r"\approx") + r" \quad \text{(gerundet)}"


def test_parts_of_a_fraction_are_redone_too(sheet: Sheet) -> None:
    t, X, W, Y = sheet, sheet.X, sheet.W, sheet.Y
    above = rf"{t(W, 0, 0, places=1)} \cdot {t(X, 0, 0)} + {t(W, 0, 1, places=1)} \cdot {t(X, 1, 0)}"
    tex = rf"\frac{{{above}}}{{{t(X, 0, 0)}}} = \frac{{{t(Y, 0, 0, places=3)}}}{{{t(X, 0, 0)}}}"
    checked = sheet.check(tex)
    assert checked.holds
    assert checked.relations[0].redone
    assert checked.signed(tex).endswith(r"\text{(gerundet)}")


def test_a_fraction_that_was_reduced_is_not_redone_by_parts(sheet: Sheet) -> None:
    assert not sheet.check(r"\frac{2}{4} = \frac{1}{2}").relations[0].redone


def test_the_note_stands_behind_its_line_once(sheet: Sheet) -> None:
    t, X, W, Y = sheet, sheet.X, sheet.W, sheet.Y
    line = rf"{t(W, 0, 0, places=1)}\,{row(t, X, 0)} + {t(W, 0, 1, places=1)}\,{row(t, X, 1)} &= {row(t, Y, 0, 3)}"
    tex = rf"\begin{{aligned}} {line} \end{{aligned}}"
    signed = sheet.check(tex).signed(tex)
    assert signed.endswith(r"] \quad \text{(gerundet)} \end{aligned}")
    assert sheet.check(signed).signed(signed) == signed


def test_a_line_that_can_be_redone_knows_its_steps_for_other_numbers(sheet: Sheet) -> None:
    t, X, S = sheet, sheet.X, sheet.S
    line = rf"{t(X, 0, 0)} \cdot {t(X, 0, 0)} + {t(X, 0, 1)} \cdot {t(X, 0, 1)} = {t(S, 0, 0, places=2)}"
    checked = sheet.check(line)
    assert checked.signed(line) == line
    assert checked.signed(line, noted=True) == line + r" \quad \text{(gerundet)}"
    ((again, printed),) = checked.lines(line)[len(line)]
    assert sheet.numbers[printed].digits == decimal(again, 2)
    digits = {node.name for node in sheet.graph.ancestors(again.node) if node.op == "printed"}
    assert digits == {sheet.numbers[token].id for token in line if token in sheet.numbers} - {sheet.numbers[printed].id}


def test_a_symbol_beside_its_printed_value_needs_no_redoing(sheet: Sheet) -> None:
    symbol = Formula("=", {"S": each(page("S"), 2)})
    tex = f"S_{{12}} = {sheet(sheet.S, 0, 1)}"
    assert sheet.check(tex, symbol, S=sheet.S).lines(tex) == {}


def test_a_bound_is_redone_as_its_digits_and_is_no_result_to_compare(sheet: Sheet) -> None:
    t, small = sheet, sheet.X * sheet.graph.input("small", "-0.0001")
    number = t(small, 0, 0, places=3)
    sheet.numbers[number] = replace(sheet.numbers[number], digits=">-0.001", exact=False)
    tex = rf"{t(sheet.X, 0, 0)} \cdot {number} = {number}"
    checked = sheet.check(tex)
    assert not checked.relations[0].redone


def test_symbols_are_quantities_of_the_page(sheet: Sheet) -> None:
    t, X, W, Y = sheet, sheet.X, sheet.W, sheet.Y
    declaration = Formula("= =", {r"\vv{y}": each(page("Y")), r"\vv{x}": each(page("X"))})
    tex = rf"\vv{{y}}_1 = {t(W, 0, 0, places=5)}\,\vv{{x}}_1 + {t(W, 0, 1, places=5)}\,\vv{{x}}_2 = {row(t, Y, 0, 3)}"
    checked = sheet.check(tex, declaration, Y=Y, X=X)
    assert checked.holds
    assert signs(checked) == [r"\approx", r"\approx"]
    assert not sheet.check(tex.replace(r"\vv{x}_2", r"\vv{x}_1"), declaration, Y=Y, X=X).holds


def test_an_order_is_proven(sheet: Sheet) -> None:
    t, W = sheet, sheet.W
    assert sheet.check(f"{t(W, 0, 1, places=2)} < {t(W, 0, 0, places=2)}").holds
    assert not sheet.check(f"{t(W, 0, 0, places=2)} < {t(W, 0, 1, places=2)}").holds


@pytest.mark.parametrize("tex", ["{0} = ", "x = {0}", "{0}", "{0} + + {0} = {0}", "{0} = {0} [{0}; {0}]"])
def test_what_is_no_calculation_is_a_problem(sheet: Sheet, tex: str) -> None:
    checked = sheet.check(tex.replace("{0}", sheet(sheet.X, 0, 0)))
    assert not checked.holds
    assert checked.problems


def test_a_calculation_may_be_shorter_but_must_compare_something(sheet: Sheet) -> None:
    t, X, S = sheet, sheet.X, sheet.S
    whole, middle, result = (
        rf"{t(X, 1, 0)} \cdot {t(X, 1, 0)} + {t(X, 1, 1)} \cdot {t(X, 1, 1)}",
        rf"{t(X[1] * X[1], 0)} + {t(X[1] * X[1], 1)}",
        t(S, 1, 1),
    )
    assert sheet.check(f"{whole} = {middle} = {result}").holds
    assert sheet.check(f"{whole} = {result}").holds
    (problem,) = sheet.check(result).problems
    assert "nothing is compared" in str(problem)


def test_an_order_that_nothing_decides_is_a_problem(sheet: Sheet) -> None:
    x, y = sheet.X[0, 1], sheet.X[1, 0]
    whole, parts = np.log(x * y), np.log(x) + np.log(y)
    calculation = sheet.check(rf"{sheet(whole, places=2)} \le {sheet(parts, places=2)}")
    (problem,) = calculation.problems
    assert problem.code is Code.UNDECIDED
    assert r"\le is neither proven nor refuted" in problem.message


# -- brackets


def test_negative_numbers_behind_an_operation_or_under_an_exponent_stand_in_brackets(sheet: Sheet) -> None:
    x = sheet.graph.input("x", ["-2", "3"])
    a, b = sheet(x, 0), sheet(x, 1)
    tex = rf"{a} \cdot {a} + {b} \cdot {b} + {a}^2 = {sheet(x[0] * x[0] + x[1] * x[1] + x[0] * x[0])}"
    signed = sheet.check(tex).signed(tex)
    assert signed.startswith(rf"{a} \cdot {{({a})}} + {b} \cdot {b} + {{({a})}}^2 = ")
    assert sheet.check(signed).signed(signed) == signed

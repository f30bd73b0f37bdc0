"""A declaration that is wrong by itself is a problem of its formula, whatever the formula says."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.formulas import Formula, Function, PageFormulas, check_formula, each, examine
from pipeline.formulas.contradictions import contradictions
from pipeline.formulas.proofs import Proofs
from pipeline.problems import Code
from tests.formulas.small import EVERYTHING, MIX, doubled, normalised

DOUBLE = {"A": "L d", "Y": lambda A: doubled(A)}


@pytest.mark.parametrize("declaration", [MIX, EVERYTHING])
def test_a_sound_declaration_contradicts_nothing(declaration: Formula) -> None:
    assert list(contradictions(declaration)) == []


WRONG: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    # names
    ({**DOUBLE, r"\foo": ""}, {}, r"'\\foo' is no symbol: unknown command \foo"),
    ({**DOUBLE, "a + b": ""}, {}, "'a + b' is no symbol"),
    ({**DOUBLE, "a = b": ""}, {}, "'a = b' is no symbol"),
    ({**DOUBLE, "W_{i}^{Q}": "", "W^Q_i": ""}, {}, "W_{i}^{Q} and W^Q_i are one symbol, declared twice"),
    ({**DOUBLE, "x": "", r"\vv{x}": "d"}, {}, r"x and \vv{x} are both called x in a reference"),
    ({**DOUBLE, "W^Q": "d"}, {"hidden": {"W_Q": "d"}}, "W^Q and W_Q are both called W_Q in a reference"),
    (DOUBLE, {"hidden": {"W^Q": "d"}}, "'W^Q' is no name for a hidden symbol"),
    # a reader knows these
    ({**DOUBLE, r"\max": Function(normalised)}, {}, r"\max means what it always means"),
    ({**DOUBLE, r"\exp": Function(normalised)}, {}, r"\exp means what it always means"),
    # sizes and ranges
    ({**DOUBLE, "d": ""}, {}, "d is declared as a symbol and as a size"),
    ({"A": "L** d", "Y": DOUBLE["Y"]}, {}, "'L**' is no size of A"),
    ({"A": "L d,k", "Y": DOUBLE["Y"]}, {}, "'d,k' is no size of A"),
    ({**DOUBLE, "i": "1.."}, {}, "'' is no size of i"),
    ({"A": "3 3", "Y": DOUBLE["Y"]}, {}, "A has a typed size, which the formula would take for any: give it a name"),
    (DOUBLE, {"sizes": {"L": "3"}}, "the size L is typed"),
    ({**DOUBLE, "i": "2..2"}, {}, "i has a single value, and the formula would hold for no other"),
]


@pytest.mark.parametrize(("symbols", "more", "said"), WRONG)
def test_a_contradiction_is_found(symbols: dict[str, Any], more: dict[str, Any], said: str) -> None:
    problems = check_formula("Y = 2A", Formula("=", symbols, **more)).problems
    assert said in [str(problem) for problem in problems]
    assert {problem.code for problem in problems} == {Code.FORMULA_DECLARATION}


def test_a_single_value_would_hide_a_wrong_exponent() -> None:
    """`y_i = z_i^i` agrees with the square where i is 2 and nothing else."""
    symbols = {r"\vv{z}": "d", "y": each(lambda z: z**2), "i": "1..d"}
    assert not check_formula("y_i = z_i^i", Formula("for i: =", symbols)).holds
    assert not check_formula("y_i = z_i^i", Formula("for i: =", {**symbols, "i": "2..2"})).holds


@pytest.mark.parametrize(
    ("declaration", "said"),
    [
        (Formula(reason="schwer"), "“schwer” is no reason: say in a sentence why nothing can check the formula"),
        (Formula(reason=" "), "“ ” is no reason: say in a sentence why nothing can check the formula"),
        (Formula("=", DOUBLE, reason="Der Satz spricht von allen Texten."), "its symbols and relations mean nothing"),
    ],
)
def test_a_reason_is_a_sentence_and_nothing_else(declaration: Formula, said: str) -> None:
    (problem,) = examine("Y = 2A", "it", PageFormulas({"it": declaration}, Proofs(None)), {}).problems
    assert said in str(problem)

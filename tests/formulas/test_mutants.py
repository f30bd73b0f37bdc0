"""The generator of changed formulas: it changes everything, once, and the checks find it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.formulas import Formula, PageFormulas, Proofs
from tests.formulas.small import MIX, MIX_TEX
from tests.mutants.formulas import Subject, outcome
from tests.mutants.tex import mutants


@pytest.mark.parametrize(
    ("tex", "kind", "changed"),
    [
        ("a + b", "sign", "a-b"),
        ("a + b", "operator", r"a \cdot b"),
        (r"a \cdot b", "operator", "a + b"),
        (r"K\T", "transpose", "K"),
        ("K", "transpose", r"K\T"),
        (r"\sqrt{d}", "root", "{d}"),
        ("x^2", "exponent", "x"),
        ("x_{ij}", "index", "x_{ji}"),
        ("x_{ij}", "index", "x_{i+1j}"),
        ("10000", "constant", "1000"),
        (r"\sum_{k=1}^{d} x", "sum bound", r"\sum_{k=1}^{d-1} x"),
        (r"\sum_{k=1}^{d} x", "sum bound", r"\sum_{k=1+1}^{d} x"),
        ("AB", "factor order", "B A"),
        (r"\sin(x)", "function", r"\cos (x)"),
        (r"\begin{bmatrix} 1 & 0 \end{bmatrix}", "matrix cells", r"\begin{bmatrix} 0 & 1 \end{bmatrix}"),
        (r"\begin{cases} 1 & j \le i \end{cases}", "case condition", r"\begin{cases} 1 & j < i \end{cases}"),
        (r"a = b, \quad c = d", "statement deleted", "a = b"),
        ("a = b = c", "side deleted", "a = c"),
        ("a = b", "relation changed", r"a \le b"),
    ],
)
def test_every_kind_of_change_is_made(tex: str, kind: str, changed: str) -> None:
    plain = {(each.kind, each.tex.replace(" ", "")) for each in mutants(tex)}
    assert (kind, changed.replace(" ", "")) in plain


def test_no_change_is_made_twice_and_none_is_the_formula_itself() -> None:
    changed = [each.tex for each in mutants(MIX_TEX)]
    assert len(changed) == len(set(changed))
    assert MIX_TEX not in changed


def subject(tex: str, declaration: Formula) -> Subject:
    return Subject("mix", tex, PageFormulas({"mix": declaration}, Proofs(Path("unused"))))


def test_survivors_that_say_the_same_are_told_from_those_that_do_not() -> None:
    found = outcome(subject(MIX_TEX, MIX))
    assert found.killed > 40
    assert not found.survivors
    harmless = {"sign", "factor order", "operator", "brackets dropped", "function"}
    assert {each.kind for each in found.equivalent} <= harmless

"""Proofs: equal for all numbers, or not proven."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy as sp

from pipeline.formulas import Formula, Function, PageFormulas, Variance, compare, each, examine
from pipeline.formulas.declarations import Permutation, Random
from pipeline.formulas.fingerprint import address
from pipeline.formulas.identities import Identities, Identity, Shown, identity
from pipeline.formulas.normal import vanishes
from pipeline.formulas.proofs import Proofs
from pipeline.formulas.prove import is_proven, prove_formula, proven
from pipeline.formulas.symbolic import Symbols, symbols
from tests.formulas.small import MIX, MIX_TEX, normalised, passed_on, products

ROOT = Path(__file__).resolve().parents[2]
x, y, z = sp.symbols("x y z", real=True)


@pytest.mark.parametrize(
    "zero",
    [
        sp.exp(x + y) - sp.exp(x) * sp.exp(y),
        sp.exp(x + z) / (sp.exp(x + z) + sp.exp(y + z)) - sp.exp(x) / (sp.exp(x) + sp.exp(y)),
        sp.sin(x + y) - sp.sin(x) * sp.cos(y) - sp.cos(x) * sp.sin(y),
        sp.sqrt(x**2 + 1) ** 3 - (x**2 + 1) * sp.sqrt(x**2 + 1),
        sp.log(sp.exp(x) / (sp.exp(x) + sp.exp(y))) - x + sp.log(sp.exp(x) + sp.exp(y)),
        (x - y) ** 2 - x**2 + 2 * x * y - y**2,
        sp.sin(x) ** 2 + sp.cos(x) ** 2 - 1,
    ],
)
def test_what_vanishes_everywhere_is_proven(zero: Any) -> None:
    assert vanishes(zero)


@pytest.mark.parametrize("other", [x, x - y, sp.exp(x) - 1, sp.sqrt(x**2) - x, sp.sin(x), sp.oo, sp.nan, x / 10**20])
def test_what_does_not_vanish_is_not(other: Any) -> None:
    assert not vanishes(other)


def test_a_formula_is_proven_for_all_numbers() -> None:
    verdict = prove_formula(MIX_TEX, MIX)
    assert (verdict.holds, verdict.proof) == (True, "sympy")


@pytest.mark.parametrize(
    "wrong",
    [r"\Attention(Q, K, V) = \softmax(-QK\T)V", r"\Attention(Q, K, V) = \softmax(QK\T) + V"],
)
def test_a_wrong_formula_is_not(wrong: str) -> None:
    assert not prove_formula(wrong, MIX).holds


def test_a_maximum_may_be_subtracted_and_relu_is_not_taken_apart() -> None:
    shifted = Formula("=", {r"\vv{z}": "d", "f": Function(lambda z: normalised(z - np.max(z))),
                            r"\softmax": Function(normalised)})  # fmt: skip
    assert prove_formula(r"f(\vv{z}) = \softmax(\vv{z})", shifted).holds
    cut = Formula("=", {r"\vv{z}": "d", "f": Function(lambda z: np.maximum(z, 0))})
    assert prove_formula(r"f(\vv{z}) = \max(0, \vv{z})", cut).holds
    assert not prove_formula(r"f(\vv{z}) = \max(0, -\vv{z})", cut).holds


def test_signs_are_proven() -> None:
    weights = Formula("for i: >=", {"w": each(lambda z: normalised(z)), "i": "1..d"}, hidden={"z": "d"})
    assert prove_formula(r"w_i \ge 0", weights).holds
    assert not prove_formula(r"w_i \ge \frac12", weights).holds


TAUTOLOGIES = ["a = a + 0", "a = 1a", "a + b = b + a", "2a = a + a", "1 = 1", r"a \le a + 0", r"\frac{a}{1} = a"]


@pytest.mark.parametrize("tex", TAUTOLOGIES)
def test_a_theorem_says_more_than_that_a_thing_is_itself(tex: str) -> None:
    relations = "<=" if r"\le" in tex else "="
    declaration = Formula(relations, {name: "" for name in "ab" if name in tex.replace("frac", "")}, theorem=True)
    (problem,) = prove_formula(tex, declaration).problems
    assert "the same before anything is proven" in str(problem)


def test_a_theorem_may_take_a_proof() -> None:
    assert prove_formula("(a + b)^2 = a^2 + 2ab + b^2", Formula("=", {"a": "", "b": ""}, theorem=True)).comparisons == 1


def test_permutations_are_all_gone_through() -> None:
    rows = Formula("=", {"P": Permutation("L"), "A": "L L", "f": Function(lambda A: A @ A)}, theorem=True)
    verdict = prove_formula(r"f(PAP\T) = P f(A) P\T", rows)
    assert (verdict.holds, verdict.comparisons) == (True, 6)
    assert not prove_formula(r"f(PA) = P f(A)", rows).holds


def test_variances_follow_from_mean_and_variance_alone() -> None:
    symbols = {r"\operatorname{Var}": Variance(), r"\vv{q}": Random("d"), r"\vv{k}": Random("d")}
    declaration = Formula("=", symbols, theorem=True)
    assert prove_formula(r"\operatorname{Var}(\vv{q} \cdot \vv{k}) = d", declaration).holds
    assert not prove_formula(
        r"\operatorname{Var}(\vv{q} \cdot \vv{q}) + \operatorname{Var}(k_1) = d + 1", declaration
    ).holds


def test_floats_cannot_enter_a_proof() -> None:
    with pytest.raises(TypeError, match=r"0\.1 is not exact"):
        symbols("a", (2,)) * 0.1
    with pytest.raises(TypeError, match="no order"):
        _ = symbols("a", (2,)) < 1
    assert isinstance(np.exp(symbols("a", (2,))), Symbols)


# -- kept proofs

CHANGED = Formula(MIX.relations, {**MIX.symbols, "Q": "L d > 0"})


def test_a_proof_is_kept_until_something_it_uses_changes(tmp_path: Path) -> None:
    proofs = Proofs(tmp_path / "proofs")
    assert proven(MIX_TEX, MIX, proofs, "mix").holds
    again = Proofs(tmp_path / "proofs")
    assert is_proven(MIX_TEX, MIX, again, "mix")
    assert not is_proven(MIX_TEX + " ", MIX, again, "mix")
    assert not is_proven(MIX_TEX, CHANGED, again, "mix")
    assert not is_proven(MIX_TEX, MIX, again, "mix", subject="numpy")
    assert again.list() == f"{address(MIX_TEX, MIX, '')} mix\n"


def test_counts_do_not_depend_on_what_is_proven_already(tmp_path: Path) -> None:
    def counted(declaration: Formula) -> int:
        known = PageFormulas({"mix": declaration}, Proofs(tmp_path), subject="tests.formulas.small")
        examined = examine(MIX_TEX, "mix", known, {("mix", MIX_TEX): compare(MIX_TEX, "mix", known)})
        assert (examined.problems, examined.proof) == ((), "sympy")
        return examined.comparisons

    cold, warm = counted(MIX), counted(MIX)
    assert len(list(tmp_path.iterdir())) == 1
    changed = counted(CHANGED)
    assert len(list(tmp_path.iterdir())) == 2
    assert cold == warm == changed == counted(CHANGED) == counted(MIX) == 6


def test_a_list_under_version_control_counts_as_well(tmp_path: Path) -> None:
    listed = tmp_path / "proofs.txt"
    listed.write_text(f"{address(MIX_TEX, MIX, '')} mix\n", "utf-8")
    assert is_proven(MIX_TEX, MIX, Proofs(tmp_path / "empty", listed), "mix")


def test_the_code_of_a_reference_is_part_of_the_address() -> None:
    def first(A: Any) -> Any:
        return A + A

    def second(A: Any) -> Any:
        return A - A

    def third(A: Any) -> Any:
        return normalised(A)

    addresses = {address(Formula("=", {"f": Function(each)})) for each in (first, second, third)}
    assert len(addresses) == 3


def test_a_file_that_changed_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "declared.py"

    def made(text: str) -> str:
        file.write_text(f"def first(A):\n    return {text}\n", "utf-8")
        namespace: dict[str, Any] = {}
        exec(compile(file.read_text("utf-8"), str(file), "exec"), namespace)
        return address(Formula("=", {"f": Function(namespace["first"])}))

    assert made("A + A") != made("A - A - A")


def test_nothing_loads_sympy_before_a_proof_is_missing() -> None:
    code = "import sys, pipeline.build, pipeline.formulas.examination; sys.exit('sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


# -- identities


@identity
def softmax_shift(prove: Any) -> None:
    """A shift changes nothing."""
    s, c = prove.numbers("s", 3), prove.numbers("c")
    prove.equal(normalised(s + c), normalised(s))


@identity
def softmax_scale(prove: Any) -> None:
    """A factor changes nothing, which is wrong."""
    s, c = prove.numbers("s", 3), prove.numbers("c")
    prove.equal(normalised(s * c), normalised(s))


@identity
def nothing(prove: Any) -> None:
    """Proves nothing."""
    prove.numbers("s", 3)


@identity
def shown(prove: Any) -> None:
    """Rests on a displayed formula, and on one of its sides."""
    prove.displayed("mix")
    Q, K, V = prove.numbers("Q", 2, 3), prove.numbers("K", 2, 3), prove.numbers("V", 2, 1)
    prove.equal(prove.side("mix", side=0, Q=Q, K=K, V=V), prove.side("mix", side=1, Q=Q, K=K, V=V))


@identity
def growth(prove: Any) -> None:
    """The first weight grows with its score, and depends on it."""
    s = prove.numbers("s", 2)
    weight = normalised(s)[0]
    prove.positive(prove.derivative(weight, s[0]))
    prove.different(weight, weight * weight)


@identity
def shrinking(prove: Any) -> None:
    """The first weight shrinks with its score, which is wrong."""
    s = prove.numbers("s", 2)
    prove.positive(-prove.derivative(normalised(s)[0], s[0]))


EMPTY = {
    "itself": lambda prove: prove.equal(prove.numbers("z", 3), prove.numbers("z", 3)),
    "arithmetic": lambda prove: prove.equal(prove.numbers("z") * 2, prove.numbers("z") + prove.numbers("z")),
    "mathematics": lambda prove: prove.equal(
        (prove.numbers("z") + 1) ** 2 - 1, prove.numbers("z") * (prove.numbers("z") + 2)
    ),
    "number": lambda prove: prove.equal(prove.numbers("z") * 0, 0),
    "sign": lambda prove: prove.positive(prove.numbers("z", positive=True)),
    "apart": lambda prove: prove.different(prove.numbers("z"), prove.numbers("w")),
    "one call twice": lambda prove: prove.equal(normalised(prove.numbers("z", 2)), normalised(prove.numbers("z", 2))),
    "one call, plus nothing": lambda prove: prove.equal(
        normalised(prove.numbers("z", 2)), 0 + normalised(prove.numbers("z", 2))
    ),
    "a call beside it": lambda prove: (
        normalised(prove.numbers("z", 2)),
        prove.equal(prove.numbers("z"), prove.numbers("z")),
    ),
    "only passed on": lambda prove: prove.equal((passed_on(prove.numbers("z")) + 1) * 2, prove.numbers("z") * 2 + 2),
    "no product": lambda prove: prove.counted(prove.numbers("z") * 0, len, "a"),
    "a count of its own": lambda prove: prove.counted(
        prove.numbers("Q", 2, 3) @ prove.numbers("K", 3, 2), lambda rows, columns: 12, 2, 3
    ),
}


@pytest.mark.parametrize("name", EMPTY)
def test_an_identity_is_about_the_subject_and_no_tautology(tmp_path: Path, name: str) -> None:
    empty = Identity(name, "", EMPTY[name])
    said = Identities({name: empty}, {}, Proofs(tmp_path), "tests.formulas.small").unproven(name)
    assert "before anything is proven" in said or "says nothing of what the subject computes" in said


def test_a_count_is_compared_with_the_subjects(tmp_path: Path) -> None:
    def counts(prove: Any) -> None:
        prove.counted(prove.numbers("Q", 2, 3) @ prove.numbers("K", 3, 2), products, 2, 3, 2)

    def miscounts(prove: Any) -> None:
        prove.counted(prove.numbers("Q", 2, 3) @ prove.numbers("K", 3, 2), products, 2, 2, 2)

    declared = {each.__name__: Identity(each.__name__, "", each) for each in (counts, miscounts)}
    found = Identities(declared, {}, Proofs(tmp_path), "tests.formulas.small")
    assert found.holds("counts")
    assert "12 = products(2, 2, 2)" in found.unproven("miscounts")


def identities(tmp_path: Path, tex: str = MIX_TEX) -> Identities:
    declared = {each.name: each for each in (softmax_shift, softmax_scale, nothing, shown, growth, shrinking)}
    return Identities(declared, {"mix": Shown(tex, MIX)}, Proofs(tmp_path), "tests.formulas.small")


@pytest.mark.parametrize("name", ["softmax_shift", "shown", "growth"])
def test_a_true_identity_is_proven_once(tmp_path: Path, name: str) -> None:
    assert identities(tmp_path).unproven(name) == ""
    assert len(list(tmp_path.iterdir())) == 1
    assert identities(tmp_path).holds(name)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("softmax_scale", "is not proven"),
        ("shrinking", "is not proven"),
        ("nothing", "proves nothing"),
        ("typo", "there is no identity 'typo'"),
    ],
)
def test_a_false_one_is_not(tmp_path: Path, name: str, reason: str) -> None:
    assert reason in identities(tmp_path).unproven(name)
    assert not list(tmp_path.glob("*"))


def test_an_identity_falls_with_the_displayed_formula_that_it_rests_on(tmp_path: Path) -> None:
    assert "the displayed formula mix" in identities(tmp_path, MIX_TEX.replace("QK", "-QK")).unproven("shown")


def test_symbols_of_different_arrays_are_different() -> None:
    assert symbols("x", (1, 1)).elements[0, 0] != symbols("x_1", (1,)).elements[0]

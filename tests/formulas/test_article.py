"""The formulas of the site: all hold, all are proven, and a broken reference is noticed."""

from __future__ import annotations

import functools
import inspect
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest

from pipeline.build import Built
from pipeline.document import ast
from pipeline.document.formulas import is_checked
from pipeline.formulas.prove import prove_formula
from pipeline.transformer import attention, encoding, layers
from tests.mutants.formulas import Subject, subjects

ROOT = Path(__file__).resolve().parents[2]
LISTED = ROOT / "tests" / "golden" / "proofs.txt"


@pytest.fixture(scope="module")
def formulas() -> list[Subject]:
    """Every checked formula of the site."""
    return subjects()


def test_every_numbered_equation_is_checked_and_proven(pages: list[Built]) -> None:
    (article,) = [page for page in pages if page.page.key == "artikel"]
    equations = [record for record in article.formulas if str(record["label"]).startswith("eq:")]
    assert len(equations) == 15
    assert all(record["holds"] and record["comparisons"] > 0 for record in article.formulas)
    assert {record["proof"] for record in article.formulas} <= {"sympy", "exact", "ball"}


def test_at_most_three_formulas_are_not_checked(pages: list[Built]) -> None:
    assert len([record for page in pages for record in page.formulas if record.get("reason")]) <= 3


def test_every_checked_formula_has_its_sentence(pages: list[Built]) -> None:
    checked = [node for page in pages for node in ast.nodes(page.page.blocks) if is_checked(node)]
    assert checked
    assert all(ast.attributes(node)["alt"] for node in checked)


@pytest.mark.golden
def test_all_proofs_are_listed(formulas: list[Subject], request: pytest.FixtureRequest) -> None:
    """So that a fresh copy builds without SymPy; `make accept` renews the list."""
    made = formulas[0].page.proofs.list()
    if request.config.getoption("accept"):
        LISTED.write_text(made, "utf-8")
    assert LISTED.read_text("utf-8").splitlines() == made.splitlines()


def test_a_build_with_known_proofs_does_not_load_sympy(pages: list[Built]) -> None:
    code = (
        "import sys; from pathlib import Path; from pipeline.build import Build, Cache; "
        "Build(Path('.'), Cache(Path('build/cache'))).pages(); sys.exit('sympy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


# -- the reference, broken on purpose

FAULTS = [
    (attention, "S / np.sqrt(num(K.shape[-1], K)) if scale is True", "S if scale is True"),
    (attention, "np.tri(len(Q), len(K), dtype=bool), S", "np.tri(len(Q), len(K), 1, dtype=bool), S"),
    (attention, "def softmax(z, axis=-1)", "def softmax(z, axis=0)"),
    (layers, "np.sqrt(variance + num(epsilon, x))", "(np.sqrt(variance) + num(epsilon, x))"),
    (encoding, "[np.sin(angle), np.cos(angle)]", "[np.cos(angle), np.sin(angle)]"),
    (encoding, "range(0, d, 2)", "range(d // 2)"),
]


@contextmanager
def broken(module: ModuleType, old: str, new: str) -> Iterator[None]:
    """The module with a change in its text, for everybody who has imported it already."""
    source = inspect.getsource(module)
    assert source.count(old) == 1, "the reference has changed: so must this test"
    changed = ModuleType(module.__name__)
    changed.__dict__.update({"__package__": module.__package__, "__file__": module.__file__})
    exec(compile(source.replace(old, new), str(module.__file__), "exec"), changed.__dict__)
    kept: list[tuple[FunctionType, CodeType, tuple[object, ...] | None]] = []
    for name, function in vars(module).items():
        inner, other = inspect.unwrap(function) if callable(function) else None, vars(changed).get(name)
        if isinstance(inner, FunctionType) and inner.__module__ == module.__name__ and isinstance(other, FunctionType):
            kept.append((inner, inner.__code__, inner.__defaults__))
            renewed = inspect.unwrap(other)
            assert isinstance(renewed, FunctionType)
            inner.__code__, inner.__defaults__ = renewed.__code__, renewed.__defaults__
    try:
        yield
    finally:
        for inner, code, defaults in kept:
            inner.__code__, inner.__defaults__ = code, defaults


@pytest.mark.parametrize(("module", "old", "new"), FAULTS)
def test_a_broken_reference_no_longer_agrees(formulas: list[Subject], module: ModuleType, old: str, new: str) -> None:
    general = [each for each in formulas if each.check in GENERAL]
    assert all(each.accepts(each.tex) for each in general)
    with broken(module, old, new):
        assert [each.check for each in general if not each.accepts(each.tex)]
    assert all(each.accepts(each.tex) for each in general)


GENERAL = frozenset(("attention", "masked_attention", "softmax_weights", "layer_norm", "sinusoidal_encoding"))


def test_proofs_do_not_survive_a_broken_reference(formulas: list[Subject]) -> None:
    (subject,) = [each for each in formulas if each.check == "attention"]
    prove: Callable[[], bool] = functools.partial(_proves, subject)
    assert prove()
    with broken(*FAULTS[0]):
        assert not prove()


def _proves(subject: Subject) -> bool:
    return prove_formula(subject.tex, subject.declaration).holds

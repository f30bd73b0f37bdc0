"""What stands behind a formula is the subject's: called, and no more."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pipeline.formulas import Formula, Function, Quantity, angle, check_formula, each, page, recorded
from pipeline.formulas.kinds import record
from pipeline.problems import Code
from tests.formulas.small import lower, mixed, normalised

SUBJECT = "tests.formulas.small"


def twin(a: Any) -> Any:
    """A second reference, written beside the formula."""
    return 777 * a


def on_its_way(z: Any) -> Any:
    """Names a step of its own."""
    record("T", 2 * z)
    return normalised(z)


OWN = [
    Function(normalised),
    Function(lambda z: normalised(z)),
    Function(lambda z: np.stack([normalised(z), normalised(z)])[1]),
]
TWINS = [
    (r"f(\vv{z}) = 777\vv{z}", Function(twin), "calls no function of tests.formulas.small"),
    (r"f(\vv{z}) = 777\vv{z}", Function(lambda z: 777 * z), "calls no function of tests.formulas.small"),
    (r"f(\vv{z}) = \vv{z}", Function(lambda z: z), "calls no function of tests.formulas.small"),
    (r"f(\vv{z}) = \vv{z}", Function(lambda z: (normalised(z), z)[1]), "changes the numbers that it gets back"),
    (r"f(\vv{z}) = 2\softmax(\vv{z})", Function(lambda z: 2 * normalised(z)), "changes the numbers that it gets back"),
    (r"f(\vv{z}) = \softmax(2\vv{z})", Function(lambda z: normalised(2 * z)), "changes the numbers that it hands over"),
]


def faults(tex: str, declaration: Formula, subject: str = SUBJECT, **options: Any) -> list[str]:
    problems = check_formula(tex, declaration, subject=subject, **options).problems
    assert all(problem.code is Code.FORMULA_DECLARATION for problem in problems)
    return [str(problem) for problem in problems]


def declared(function: Function) -> Formula:
    return Formula("=", {r"\vv{z}": "d", "f": function, r"\softmax": Function(normalised)})


@pytest.mark.parametrize("function", OWN)
def test_a_declaration_may_say_how_the_subject_is_called(function: Function) -> None:
    weights = Formula("for i: =", {r"\vv{z}": "d", "f": function, "i": "1..d", "j": "1..d"})
    assert faults(r"f(\vv{z})_i = \frac{\exp(z_i)}{\sum_j \exp(z_j)}", weights) == []


@pytest.mark.parametrize(("tex", "function", "said"), TWINS)
def test_a_twin_is_no_reference(tex: str, function: Function, said: str) -> None:
    symbols = {name: each for name, each in declared(function).symbols.items() if name in tex or name == "f"}
    assert faults(tex, Formula("=", symbols)) == [f"the reference of f {said}"]


def test_values_and_their_steps_are_the_subjects_too() -> None:
    right = {"Q": "L d", "K": "M d", "V": "M e", "Y": lambda Q, K, V: mixed(Q, K, V), r"\softmax": Function(normalised)}
    assert faults(r"Y = \softmax(QK\T)V", Formula("=", right)) == []
    wrong = {**right, "Y": lambda Q, K, V: 2 * mixed(Q, K, V)}
    assert faults(r"Y = 2\softmax(QK\T)V", Formula("=", wrong)) == [
        "the reference of Y changes the numbers that it gets back"
    ]
    step = Formula("=", {r"\vv{z}": "d", r"\vv{t}": recorded("T", on_its_way)})
    assert faults(r"\vv{t} = 2\vv{z}", step) == [r"the reference of \vv{t} changes the numbers that it gets back"]


def test_a_condition_and_a_lone_expression_too() -> None:
    condition = Formula("for i j: <=", {"i": "1..L", "j": "1..L"}, where=lambda L: np.tri(L, dtype=bool))
    assert faults(r"j \le i", condition) == ["the reference of the condition calls no function of tests.formulas.small"]
    alone = Formula("", {r"\vv{z}": "d"}, value=lambda z: z + z)
    assert faults(r"2\vv{z}", alone) == ["the reference of the value calls no function of tests.formulas.small"]


def test_infinity_may_stand_where_the_subject_says_so() -> None:
    cases = r"M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases}"
    hidden = {"M": each(lambda L, like: np.where(lower(L), like, -np.inf), 2), "i": "1..L", "j": "1..L"}
    assert faults(cases, Formula("for i j: =", hidden)) == []


def test_an_angle_is_given_by_its_cosine() -> None:
    symbols = {r"\vv{z}": "d", r"\theta": each(angle(normalised)), "i": "1..d", r"\softmax": Function(normalised)}
    assert faults(r"\cos \theta_i = \softmax(\vv{z})_i", Formula("for i: =", symbols)) == []


def test_quantities_of_the_page_need_no_subject() -> None:
    quantities = {"rows": Quantity(np.arange(6.0).reshape(3, 2) + 0.5), "sums": Quantity(np.array([2.0, 6.0, 10.0]))}
    row = Function(lambda p, *, rows: rows[p - 1], integers=True)
    declaration = Formula("for p: =", {"r": row, "p": "1..3", "s": each(page("sums"))}, {"rows": page("rows")})
    assert faults("s_p = r(p)_1 + r(p)_2", declaration, subject="", page=quantities) == []
    calculated = Function(lambda p, *, rows: rows[p - 1] / 2, integers=True)
    halves = Formula("for p: =", {"r": calculated, "p": "1..3", "s": each(page("sums"))}, {"rows": page("rows")})
    assert "changes the numbers" in faults("s_p = 2r(p)_1 + 2r(p)_2", halves, subject="", page=quantities)[0]


def test_without_a_subject_no_function_is_a_reference() -> None:
    (said,) = faults(r"f(\vv{z}) = \vv{z}", Formula("=", {r"\vv{z}": "d", "f": Function(lambda z: z)}), subject="")
    assert said.endswith("calls no function of a subject: site.yaml names none")


ATTENTION = Function(mixed)
NAMES = [
    (r"\softmax", Function(normalised), ""),
    (r"\softmax", Function(lambda z: normalised(z)), ""),
    (
        r"\softmax",
        Function(lambda z: mixed(z, z, z)),
        "softmax means tests.formulas.small.normalised, and its reference",
    ),
    (r"\softmax_{\text{flach}}", Function(lambda z: mixed(z, z, z)), "means tests.formulas.small.normalised"),
    (r"\operatorname{softmax}", Function(lambda z: mixed(z, z, z)), "means tests.formulas.small.normalised"),
    (r"\text{softmax}", Function(lambda z: mixed(z, z, z)), "means tests.formulas.small.normalised"),
    (r"\softmix", Function(lambda z: mixed(z, z, z)), "is no symbol"),
    (r"\operatorname{mischung}", Function(lambda z: mixed(z, z, z)), ""),
]


@pytest.mark.parametrize(("name", "function", "said"), NAMES)
def test_a_name_that_the_subject_gives_to_a_function_means_that_function(
    name: str, function: Function, said: str
) -> None:
    """Even where the formula would be right: what is called softmax is the softmax."""
    symbols = {"Z": "L L", name: function, "Y": lambda Z: function.function(Z)}
    found = faults(f"Y = {name}(Z)", Formula("=", symbols))
    assert len(found) == bool(said)
    assert said in "".join(found)


def test_a_decorated_function_is_itself_and_not_what_it_calls() -> None:
    from pipeline import transformer as reference

    subject = "pipeline.transformer"
    rows = {"Z": "L L", "Y": lambda Z: reference.softmax(Z), r"\softmax": Function(reference.softmax)}
    assert faults(r"Y = \softmax(Z)", Formula("=", rows), subject) == []

    def attended(Z: Any) -> Any:
        return reference.scaled_dot_product_attention(Z, Z, Z)[0]  # which calls the softmax, too

    lying = {"Z": "L L", "Y": lambda Z: attended(Z), r"\softmax": Function(attended)}
    (said,) = faults(r"Y = \softmax(Z)", Formula("=", lying), subject)
    assert said == r"\softmax means pipeline.transformer.softmax, and its reference does not call that"


def test_the_name_of_a_function_is_no_name_for_numbers() -> None:
    symbols = {"Z": "L L", r"\softmax": "L L", "Y": lambda Z: normalised(Z), "f": Function(normalised)}
    found = faults(r"Y = f(Z) + 0\softmax", Formula("=", symbols))
    assert r"\softmax is the name of a function, and stands for something else here" in found

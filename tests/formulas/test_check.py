"""Checking: a right formula holds, and each way of being wrong is found."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pipeline.arithmetic import Graph
from pipeline.formulas import Formula, Function, Quantity, Variance, check_formula, defined, each, page, recorded
from pipeline.formulas.declarations import Permutation, Random
from pipeline.formulas.kinds import record
from pipeline.formulas.prove import prove_formula
from pipeline.problems import Code
from tests.formulas.small import MIX, MIX_TEX, mixed, normalised

SOFTMAX = {r"\softmax": Function(normalised, listed=True)}


def codes(tex: str, declaration: Formula, **options: Any) -> list[Code]:
    return [problem.code for problem in check_formula(tex, declaration, **options).problems]


def test_a_right_formula_holds_and_says_how_often_it_was_compared() -> None:
    verdict = check_formula(MIX_TEX, MIX)
    assert verdict.holds
    assert verdict.comparisons == 6


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (r"\Attention(Q, K, V) = \softmax(-QK\T)V", Code.FORMULA_DIFFERS),
        (r"\Attention(Q, K, V) = \softmax(QK)V", Code.FORMULA_SHAPE),
        (r"\Attention(Q, K, V) = \softmax(KQ\T)V", Code.FORMULA_SHAPE),
        (r"\Attention(Q, K, V) = \softmax(QK\T/2)V", Code.FORMULA_DIFFERS),
        (r"\Attention(Q, K, V) = \softmax(QK\T)W", Code.FORMULA_SYMBOL),
        (r"\Attention(Q, K, V) \le \softmax(QK\T)V", Code.FORMULA_DECLARATION),
        (r"\Attention(Q, K, V)", Code.FORMULA_DECLARATION),
        (MIX_TEX + r", \quad Q = Q", Code.FORMULA_DECLARATION),
        (r"\Attention(Q, K, V) = \Attention(Q, K, V)", Code.FORMULA_DIFFERS),
    ],
)
def test_a_wrong_formula_is_found(wrong: str, code: Code) -> None:
    assert code in codes(wrong, MIX)


def test_the_values_of_a_difference_are_shown() -> None:
    (problem,) = check_formula(r"\Attention(Q, K, V) = \softmax(QK\T)V + V", MIX).problems
    assert "plus" in str(problem)
    (problem,) = check_formula(r"\Attention(Q, K, V) = \softmax(-QK\T)V", MIX).problems
    assert str(problem).startswith("the values differ: ")


# -- holes that comparing values alone leaves open


ROWS = Formula(
    "for i: =; for i j: >=; for i: =",
    {
        r"\vv{x}": each("L d"),
        r"\vv{y}": each(lambda x: mixed(x, x, x)),
        "w": each(lambda x: normalised(x @ x.T), 2),
        "i": "1..L",
        "j": "1..L",
    },
)
ROWS_TEX = r"\vv{y}_i = \sum_{j=1}^{L} w_{ij}\,\vv{x}_j, \qquad w_{ij} \ge 0, \quad \sum_{j=1}^{L} w_{ij} = 1"


def test_statements_relations_and_free_indices_are_declared() -> None:
    assert check_formula(ROWS_TEX, ROWS).holds
    deleted = ROWS_TEX.rpartition(", \\quad")[0]
    assert codes(deleted, ROWS) == [Code.FORMULA_DECLARATION]
    assert codes(ROWS_TEX.replace("= 1", r"\ge 1"), ROWS) == [Code.FORMULA_DECLARATION]
    assert codes(ROWS_TEX.replace("w_{ij} \\ge 0", "w_{ii} \\ge 0"), ROWS) == [Code.FORMULA_DECLARATION]


def test_every_declared_symbol_must_be_shown() -> None:
    wider = Formula(MIX.relations, {**MIX.symbols, "B": "L d"})
    assert "declared, but not in the formula: B" in str(check_formula(MIX_TEX, wider).problems[0])


def test_a_reference_that_ignores_its_argument_is_found() -> None:
    careless = {"A": "L d", "f": Function(lambda A: np.ones((2, 2)))}
    (problem,) = check_formula(r"f(A) = \begin{bmatrix} 1 & 1 \\ 1 & 1 \end{bmatrix}", Formula("=", careless)).problems
    assert "ignores its argument 1" in str(problem)


def test_a_value_that_ignores_a_parameter_is_found() -> None:
    careless = Formula("=", {"A": "L d", "B": "L d", "C": lambda A, B: A})
    (problem,) = check_formula("C = A + B - B", careless).problems
    assert "the reference of C ignores B" in str(problem)


def test_a_formula_without_a_reference_says_nothing() -> None:
    square = r"(a + b)^2 = a^2 + 2ab + b^2"
    assert codes(square, Formula("=", {"a": "", "b": ""})) == [Code.FORMULA_DECLARATION]
    assert check_formula(square, Formula("=", {"a": "", "b": ""}, theorem=True)).holds


def test_two_names_of_one_quantity_compare_nothing() -> None:
    recorded = Graph().input("line", ["1.00", "0.50"])
    quantities = {"line": Quantity(recorded), "slope": Quantity(recorded[1])}
    twice = Formula("=", {"a": page("slope"), "b": page("slope")})
    (problem,) = check_formula("a = b", twice, page=quantities).problems
    assert "nothing is compared" in str(problem)
    (problem,) = check_formula(
        "a = x_2", Formula("=", {"a": page("slope"), "x": each(page("line"))}), page=quantities
    ).problems
    assert "nothing is compared" in str(problem)
    chain = Formula("= =", {"a": page("slope"), "b": page("slope"), "x": each(page("line"))})
    assert check_formula("a = b = x_1 - x_1/2", chain, page=quantities).comparisons == 1


def test_two_names_of_one_reference_are_compared_with_nothing_either() -> None:
    twice = {r"\vv{z}": "d", "f": Function(normalised), "g": Function(normalised)}
    assert codes(r"f(\vv{z}) = g(\vv{z})", Formula("=", twice)) == [Code.FORMULA_DIFFERS]
    values = {"A": "L d", "B": lambda A: mixed(A, A, A), "C": lambda A: mixed(A, A, A)}
    assert codes("B = C", Formula("=", {name: values[name] for name in "BC"}, hidden={"A": "L d"})) == [
        Code.FORMULA_DIFFERS
    ]
    other = {**values, "C": lambda A: mixed(A, A, A + 0)}
    assert check_formula("B = C", Formula("=", {name: other[name] for name in "BC"}, hidden={"A": "L d"})).holds


def test_a_condition_holds_where_the_reference_says_so_and_nowhere_else() -> None:
    visible = Formula("for i j: <=", {"i": "1..L", "j": "1..L"}, where=lambda L: np.tri(L, dtype=bool))
    assert check_formula(r"j \le i", visible).holds
    assert prove_formula(r"j \le i", visible).comparisons == 9
    assert codes(r"i \le j", visible) == [Code.FORMULA_DIFFERS]
    assert codes("j < i", visible) == [Code.FORMULA_DECLARATION]


@pytest.mark.parametrize("relation", [r"\approx", r"\gg", r"\sim", r"\propto"])
def test_a_relation_that_no_check_decides_cannot_be_declared(relation: str) -> None:
    declaration = Formula("=", {"A": "L d", "B": lambda A: A})
    assert codes(f"A {relation} B", declaration) == [Code.FORMULA_DECLARATION]


def test_inequality_is_decided_entry_by_entry() -> None:
    declaration = Formula("!=", {"A": "L d", "B": lambda A: A + 1})
    assert check_formula(r"B \ne A", declaration).holds
    assert codes(r"B \ne A + 1", Formula("!=", {**declaration.symbols})) == [Code.FORMULA_SHAPE]


def test_sizes_are_pairwise_distinct_so_that_no_shape_fits_by_accident() -> None:
    declaration = Formula("in", {"A": "L d"})
    assert check_formula(r"A \in \R^{L \times d}", declaration).holds
    assert codes(r"A \in \R^{d \times L}", declaration) == [Code.FORMULA_SHAPE]


def test_cases_must_neither_overlap_nor_leave_a_gap() -> None:
    lower = Formula("for i j: =", {"M": each(lambda L: np.tri(L), 2), "i": "1..L", "j": "1..L"})
    right = r"M_{ij} = \begin{cases} 1 & j \le i \\ 0 & j > i \end{cases}"
    assert check_formula(right, lower).holds
    assert codes(right.replace("j > i", r"j \ge i"), lower) == [Code.FORMULA_DIFFERS]
    assert codes(right.replace(r"j \le i", "j < i"), lower) == [Code.FORMULA_DIFFERS]


def test_infinity_equals_infinity_and_nothing_else() -> None:
    masked = Formula("for i j: =", {"M": each(lambda L: np.where(np.tri(L), 0, -np.inf), 2), "i": "1..L", "j": "1..L"})
    right = r"M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases}"
    assert check_formula(right, masked).holds
    assert codes(right.replace(r"-\infty", "-1"), masked) == [Code.FORMULA_DIFFERS]
    assert codes(right.replace(r"-\infty", r"\infty"), masked) == [Code.FORMULA_DIFFERS]


# -- what declarations can say


def norm(x: Any, epsilon: Any) -> Any:
    return (x - np.mean(x)) / np.sqrt(np.var(x) + epsilon)


NORM = Formula(
    "=; =; =",
    {
        r"\vv{x}": "d",
        r"\epsilon": "> 0",
        r"\mu": defined(),
        r"\sigma^2": defined(),
        "k": "1..d",
        "N": Function(lambda x, *, epsilon: norm(x, epsilon)),
    },
)
NORM_TEX = (
    r"N(\vv{x}) = \frac{\vv{x} - \mu}{\sqrt{\sigma^2 + \epsilon}}, \quad \mu = \frac1d\sum_k x_k, \quad "
    r"\sigma^2 = \frac1d\sum_k (x_k - \mu)^2"
)


def test_what_the_formula_defines_is_used_where_it_is_needed() -> None:
    assert check_formula(NORM_TEX, NORM).comparisons == 6
    assert codes(NORM_TEX.replace("(x_k - \\mu)^2", "x_k^2"), NORM) == [Code.FORMULA_DIFFERS]
    assert codes(NORM_TEX.replace(r"\mu = \frac1d\sum_k x_k", r"\mu = \mu"), NORM)
    assert "no statement defines" in str(check_formula(NORM_TEX.replace(r"\mu = ", r"2 = "), NORM).problems[0])


def test_an_intermediate_step_of_the_reference_can_be_named() -> None:
    def doubled(A: Any) -> Any:
        twice = A + A
        record("T", twice)
        return twice - 1

    assert check_formula("T = 2A", Formula("=", {"A": "L d", "T": recorded("T", doubled)})).holds
    (problem,) = check_formula("T = 2A", Formula("=", {"A": "L d", "T": recorded("U", doubled)})).problems
    assert "names no step 'U', only T" in str(problem)


def test_an_assignment_compares_with_the_value_afterwards() -> None:
    declaration = Formula("<-", {"A": page("before")}, after={"A": page("after")})
    quantities = {"before": Quantity(np.ones(3)), "after": Quantity(2 * np.ones(3))}
    assert check_formula(r"A \leftarrow A + A", declaration, page=quantities).holds
    assert codes(r"A \leftarrow A - A", declaration, page=quantities) == [Code.FORMULA_DIFFERS]


def test_an_expression_is_compared_with_its_value() -> None:
    declaration = Formula("for n:", {r"\vv{z}": "d", "n": "1..3"}, value=lambda z, n: z / n)
    assert check_formula(r"\vv{z}/n", declaration).comparisons == 18
    assert codes(r"\vv{z} n", declaration) == [Code.FORMULA_DIFFERS]


def test_a_permutation_exchanges_rows() -> None:
    declaration = Formula("=", {"P": Permutation("L"), "A": "L d", "f": Function(lambda A: A * A)}, theorem=True)
    assert check_formula("f(PA) = P\\,f(A)", declaration).holds
    assert codes("f(PA) = f(A)", declaration) == [Code.FORMULA_DIFFERS]


def test_random_variables_have_mean_0_and_variance_1() -> None:
    symbols = {r"\operatorname{Var}": Variance(), r"\vv{q}": Random("d"), r"\vv{k}": Random("d")}
    declaration = Formula("=", symbols, theorem=True)
    assert check_formula(r"\operatorname{Var}(\vv{q} \cdot \vv{k}) = d", declaration).holds
    assert codes(r"\operatorname{Var}(\vv{q} \cdot \vv{k}) = d^2", declaration) == [Code.FORMULA_DIFFERS]
    assert codes(r"\operatorname{Var}(\vv{q} \cdot \vv{q}) = d", Formula("=", {**symbols})) != []


def test_labels_of_the_page_are_indices() -> None:
    labels = ((("a", "Apfel"), ("b", "Birne")), (("1", "1"), ("2", "2")))
    quantities = {"X": Quantity(np.array([[1.0, 2.0], [3.0, 4.0]]), labels)}
    declaration = Formula("=", {"X": page("X"), r"\vv{x}": each(page("X"))})
    right = r"X = \begin{bmatrix} \vv{x}_{\text{Apfel}} \\ \vv{x}_{\text{Birne}} \end{bmatrix}"
    assert check_formula(right, declaration, page=quantities).holds
    assert codes(right.replace("Birne", "Apfel"), declaration, page=quantities) == [Code.FORMULA_DIFFERS]
    assert codes(right.replace("Birne", "Kirsche"), declaration, page=quantities) == [Code.FORMULA_SYMBOL]


def test_the_running_example_is_one_more_sample() -> None:
    quantities = {"inputs": Quantity(np.ones((4, 2)))}
    verdict = check_formula(MIX_TEX, MIX, page=quantities, example={"Q": "inputs", "K": "inputs", "V": "inputs"})
    assert verdict.comparisons == 7


def test_a_mistake_in_a_declaration_is_a_problem_and_no_traceback() -> None:
    broken = Formula("=", {"A": "L d", "B": lambda A, C: A + C})
    assert codes("B = A", broken) == [Code.FORMULA_DECLARATION]
    assert codes("A = A", Formula("equals", {"A": "L d"})) == [Code.FORMULA_DECLARATION]
    assert codes("B = A", Formula("=", {"A": "L d", "B": page("nowhere")})) == [Code.FORMULA_DECLARATION]


# -- what agrees without saying anything

PRODUCT = {**MIX.symbols, "Y": lambda Q, K, V: mixed(Q, K, V)}
WEIGHTS = {r"\vv{z}": "d", "f": Function(normalised), "i": "1..d", "k": "1..d", "a": defined()}
WEIGHT_TEX = r"f(\vv{z})_i = \frac{\exp(z_i)}{\sum_k \exp(z_k)}"


@pytest.mark.parametrize(
    ("tex", "name"),
    [
        (r"Y = Y + 0\Attention(Q, K, V)", "Y"),
        (r"Y - Y = \Attention(Q, K, V) - \Attention(Q, K, V)", "Y"),
        (r"0Y = 0\softmax(QK\T)V", "Y"),
    ],
)
def test_a_reference_that_could_be_anything_is_found(tex: str, name: str) -> None:
    symbols = {each: PRODUCT[each] for each in PRODUCT if each in tex}
    messages = [str(problem) for problem in check_formula(tex, Formula("=", symbols)).problems]
    assert f"it would hold whatever {name} were" in messages


def test_a_power_of_zero_says_nothing_either() -> None:
    symbols = {name: WEIGHTS[name] for name in (r"\vv{z}", "f", "i")}
    (problem,) = check_formula(r"f(\vv{z})_i^0 = 1", Formula("for i: =", symbols)).problems
    assert str(problem) == "it would hold whatever f were"


@pytest.mark.parametrize("tex", [f"{WEIGHT_TEX} + a - a", f"{WEIGHT_TEX} + 0a"])
def test_a_definition_that_could_be_anything_is_found(tex: str) -> None:
    (problem,) = check_formula(rf"{tex}, \quad a = 777", Formula("for i: =; =", WEIGHTS)).problems
    assert str(problem) == "it would hold whatever a were"


def test_definitions_that_only_define_each_other_are_found() -> None:
    symbols = {**WEIGHTS, "b": defined()}
    verdict = check_formula(rf"{WEIGHT_TEX}, \quad a = 777b, \quad b = a + 1", Formula("for i: =; =; =", symbols))
    assert [str(problem) for problem in verdict.problems] == [f"it would hold whatever {name} were" for name in "ab"]


def test_what_only_keeps_numbers_small_is_checked_on_large_ones() -> None:
    symbols = {**WEIGHTS, "f": Function(lambda z: normalised(z - np.max(z)))}
    tex = r"f(\vv{z})_i = \frac{\exp(z_i - a)}{\sum_k \exp(z_k - a)}, \quad a = \max_k z_k"
    stable = Formula("for i: =; =", symbols, stable=True)
    assert check_formula(tex, stable).holds
    for wrong in (tex.replace(r"a = \max", r"a = \min"), tex.replace(r"\max_k z_k", "z_1")):
        assert check_formula(wrong, Formula("for i: =; =", symbols)).holds, "on small numbers it changes nothing"
        assert codes(wrong, stable) == [Code.FORMULA_DIFFERS]


def test_a_quantity_of_the_page_that_could_be_anything_is_found() -> None:
    recorded = Graph().input("line", ["1.00", "0.50"])
    quantities = {"line": Quantity(recorded)}
    (problem,) = check_formula("0a_1 = 0", Formula("=", {"a": each(page("line"))}), page=quantities).problems
    assert str(problem) == "it would hold whatever a were"


def test_a_theorem_needs_its_function() -> None:
    shift = Formula("=", {r"\vv{z}": "d", "c": "", **SOFTMAX}, theorem=True)
    assert check_formula(r"\softmax(\vv{z} + c) = \softmax(\vv{z})", shift).holds
    (problem,) = check_formula(r"0\softmax(\vv{z} + c) = 0\softmax(\vv{z})", shift).problems
    assert str(problem) == r"it would hold whatever \softmax were"


@pytest.mark.parametrize(
    ("tex", "marked"),
    [
        (r"M_{ij} = \begin{cases} 1 & j \le i \\ 0 & j > i \\ 777 & j > L \end{cases}", "777"),
        (r"M_{ij} = \begin{cases} 1 & j \le i \\ 0 & j > i \\ 777 & \text{sonst} \end{cases}", "777"),
        (r"M_{ij} = \max(-777, \begin{cases} 1 & j \le i \\ 0 & j > i \end{cases})", "-777"),
    ],
)
def test_what_is_never_the_value_is_found(tex: str, marked: str) -> None:
    lower = Formula("for i j: =", {"M": each(lambda L: np.tri(L), 2), "i": "1..L", "j": "1..L"})
    (problem,) = check_formula(tex, lower).problems
    assert (str(problem), tex[problem.start : problem.end]) == ("this is never the value", marked)


def test_what_only_other_values_reach_is_never_the_value_either() -> None:
    quantities = {"a": Quantity(np.array([1.0, -2.0])), "b": Quantity(np.array([-1.0, 2.0]))}
    symbols = {"a": each(page("a", "N")), "b": each(page("b", "N")), "i": "1..N"}
    (problem,) = check_formula(r"b_i = \max(-a_i, -99)", Formula("for i: =", symbols), page=quantities).problems
    assert str(problem) == "this is never the value"


def test_a_condition_is_compared_for_all_that_the_reference_says() -> None:
    narrow = Formula("for i j: <=", {"i": "1..L", "j": "1..L-1"}, where=lambda L: np.tri(L, dtype=bool))
    (problem,) = check_formula(r"j \le i", narrow).problems
    assert "its indices have" in str(problem)


def _nothing(A: Any) -> Any:
    raise StopIteration


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (lambda A: unheard_of(A), "NameError name 'unheard_of' is not defined"),  # type: ignore[name-defined]  # noqa: F821
        (lambda A: A.unheard_of, "AttributeError"),
        (_nothing, "StopIteration"),
        (lambda A: _again(A), "RecursionError"),
    ],
)
def test_whatever_a_declaration_does_is_a_problem_and_no_traceback(function: Any, said: str) -> None:
    (problem,) = check_formula("B = 2A", Formula("=", {"A": "L d", "B": function})).problems
    assert said in str(problem)
    assert problem.code is Code.FORMULA_DECLARATION


def _again(A: Any) -> Any:
    return _again(A)


def test_a_declaration_says_for_which_numbers_it_is_meant() -> None:
    meant = Formula("for p: =", {r"\epsilon": "> 0", "p": "0..7", "i": "1..n", "a": "n"})
    assert meant.domain == (r"\epsilon > 0", r"0 \le p \le 7")
    assert Formula("=", {"a": "n", "b": ""}).domain == ()


def test_on_a_page_what_is_open_is_no_order_and_no_exact_equality() -> None:
    """The logarithm of a product is the sum of the logarithms, but no exact pass knows that, and balls never will."""
    x = Graph().input("x", ["0.3", "0.7"])
    quantities = {
        "whole": Quantity(np.log(x[0] * x[1])),
        "parts": Quantity(np.log(x[0]) + np.log(x[1])),
        "x": Quantity(x),
        "twice": Quantity(x[0] + x[0]),
    }
    symbols = {"a": page("whole"), "b": page("parts")}
    assert check_formula("a = b", Formula("=", symbols), page=quantities).proof == "ball"
    assert (
        check_formula("d = 2x_1", Formula("=", {"d": page("twice"), "x": each(page("x"))}), page=quantities).proof
        == "exact"
    )
    for sign, short in ((r"\le", "<="), (r"\ge", ">="), ("<", "<"), (r"\ne", "!=")):
        (problem, *_) = check_formula(f"a {sign} b", Formula(short, symbols), page=quantities).problems
        assert problem.code is Code.UNDECIDED
        assert f"{sign} is neither proven nor refuted" in problem.message
    assert check_formula("a < x_1", Formula("<", {"a": page("whole"), "x": each(page("x"))}), page=quantities).holds

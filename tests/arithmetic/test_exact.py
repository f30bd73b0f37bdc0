"""The exact pass: what it proves rational or equal, what it leaves open, and that it is never wrong."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx, fmpq

from pipeline.arithmetic import Graph, Traced, exact_value
from pipeline.arithmetic.algebra import Algebra
from pipeline.arithmetic.exact import ExactPass, _holds_fraction, _pass, _same_above_products, proven_value, same
from pipeline.arithmetic.forms import Form, Monomial, add, constant, scale
from pipeline.transformer import log_softmax, num, sinusoidal_encoding, softmax
from pipeline.transformer.numbers import erf

from .test_inclusion import ARRAYS, REAL, run

Case = Callable[[Any], Any]


def traced(values: Any) -> Traced:
    return Graph().input("x", values)


X = ["2", "3", "0.5", "0.1", "0.15"]

RATIONAL: dict[str, tuple[Case, fmpq]] = {
    "a typed decimal": (lambda x: x[3], fmpq(1, 10)),
    "a sum": (lambda x: x[3] + x[4], fmpq(1, 4)),
    "a third": (lambda x: x[0] / x[1] / 2, fmpq(1, 3)),
    "a whole power": (lambda x: x[3] ** 12, fmpq(1, 10**12)),
    "a negative power": (lambda x: x[3] ** -2, fmpq(100)),
    "the root of a square": (lambda x: np.sqrt(x[2] * x[2] * x[1] * x[1]), fmpq(3, 2)),
    "a root, squared": (lambda x: np.sqrt(x[1]) ** 2, fmpq(3)),
    "a product of roots": (lambda x: np.sqrt(x[0]) * np.sqrt(x[1]) * np.sqrt(x[0] * x[1]), fmpq(6)),
    "a root in the denominator": (lambda x: x[1] / np.sqrt(x[1]) / np.sqrt(x[1]), fmpq(1)),
    "10000 to the power of a half": (lambda x: num(10000, x) ** x[2], fmpq(100)),
    "the power -3/4 of 16": (lambda x: num(16, x) ** num("-0.75", x), fmpq(1, 8)),
    "cosine of a vector with itself": (lambda x: x @ x / (np.sqrt(x @ x) * np.sqrt(x @ x)), fmpq(1)),
    "a softmax sums to one": (lambda x: np.sum(softmax(x)), fmpq(1)),
    "a mean of equal values": (lambda x: softmax(x) @ num(["0.3"] * 5, x), fmpq(3, 10)),
    "a masked weight": (lambda x: softmax(np.where(np.arange(5) > 3, -np.inf, x))[4], fmpq(0)),
    "the only key": (lambda x: softmax(np.where(np.arange(5) > 0, -np.inf, x))[0], fmpq(1)),
    "e to the power of zero": (lambda x: np.exp(x[0] - 4 * x[2]), fmpq(1)),
    "exp and log": (lambda x: np.exp(np.log(x[4])), fmpq(3, 20)),
    "log and exp": (lambda x: np.log(np.exp(x[4])), fmpq(3, 20)),
    "exp of a multiple of a log": (lambda x: np.exp(-2 * np.log(x[3])), fmpq(100)),
    "sine and cosine": (lambda x: np.sin(x[4]) ** 2 + np.cos(x[4]) ** 2, fmpq(1)),
    "sine of zero": (lambda x: np.sin(x[3] - x[3]), fmpq(0)),
    "the length of a position": (lambda x: np.sum(sinusoidal_encoding([0, 1, 7], 6, x)[2] ** 2), fmpq(3)),
    "tanh is odd": (lambda x: np.tanh(x[4]) + np.tanh(-x[4]), fmpq(0)),
    "erf is odd": (lambda x: erf(-x[0]) + erf(x[0]), fmpq(0)),
    "the mean after normalisation": (lambda x: np.sum((x - np.mean(x)) / np.sqrt(np.var(x))), fmpq(0)),
    "the variance after normalisation": (lambda x: np.var((x - np.mean(x)) / np.std(x)), fmpq(1)),
    "the largest": (lambda x: np.max(np.sqrt(x * x)), fmpq(3)),
    "the largest of equal values": (lambda x: np.max(np.exp(np.stack([x[2], x[1] / 6]))) / np.exp(x[2]), fmpq(1)),
    "relu of a negative value": (lambda x: np.maximum(-np.sqrt(x[0]), 0), fmpq(0)),
    "an absolute value": (lambda x: abs(-np.sqrt(x[0])) / np.sqrt(x[0]), fmpq(1)),
    "a truth value": (lambda x: x[0] < x[1], fmpq(1)),
    "a decided where": (lambda x: np.where(np.sqrt(x[0]) > 1, x[3], x[4]), fmpq(1, 10)),
    "zero over something": (lambda x: (x[3] - x[3]) / np.sqrt(x[0]), fmpq(0)),
    "something over itself": (lambda x: (x[0] + np.exp(x)) / (np.exp(x) + x[0]), fmpq(1)),
}


@pytest.mark.parametrize("case", RATIONAL)
def test_proven_fractions(case: str) -> None:
    compute, value = RATIONAL[case]
    result = compute(traced(X))
    result = result[2] if result.ndim else result
    assert exact_value(result.entry()) == value


OPEN: dict[str, Case] = {
    "a root": lambda x: np.sqrt(x[0]),
    "a root that is no root of this": lambda x: np.sqrt(x[0]) * np.sqrt(x[1]),
    "e": lambda x: np.exp(x[0] / 2),
    "a weight": lambda x: softmax(x)[0],
    "a sum that leaves a weight out": lambda x: np.sum(softmax(x)[1:]),
    "sine squared less cosine squared": lambda x: np.sin(x[4]) ** 2 - np.cos(x[4]) ** 2,
    "one part in 10^40 beside a fraction": lambda x: x[0] + np.exp(x[0]) / 10**40,
}


@pytest.mark.parametrize("case", OPEN)
def test_what_is_not_rational_is_not_taken_for_it(case: str) -> None:
    assert exact_value(OPEN[case](traced(X)).entry()) is None


MISSING: dict[str, Case] = {
    "0/0": lambda x: (x[3] - x[3]) / (x[3] - x[3]),
    "0/x with x = 0": lambda x: 0 / (x[0] - 4 * x[2]),
    "x/x with x = 0": lambda x: (lambda zero: zero / zero)(np.sqrt(x[0]) * np.sqrt(x[0]) - x[0]),
    "0 times 1/0": lambda x: 0 * (1 / (x[3] - x[3])),
    "the power 0 of 1/0": lambda x: (1 / (x[3] - x[3])) ** 0,
    "a root below zero, squared": lambda x: np.sqrt(-x[0]) ** 2,
    "exp of the log of zero": lambda x: np.exp(np.log(x[3] - x[3])),
    "infinity less infinity": lambda x: (lambda masked: masked - masked)(np.where(x[0] > 0, -np.inf, x[0])),
}


@pytest.mark.parametrize("case", MISSING)
def test_what_does_not_exist_has_no_value(case: str) -> None:
    """The hole of every simplifier: 0/x is 0 and x/x is 1 only where x is not zero."""
    entry = MISSING[case](traced(X)).entry()
    assert exact_value(entry) is None
    assert not same(entry, MISSING[case](entry_array(entry)).entry())


def entry_array(entry: Any) -> Traced:
    """The input that the entry was computed from, so that the same is computed twice."""
    return Traced(entry.graph, 0)


EQUAL: dict[str, tuple[Case, Case]] = {
    "two ways to a fraction": (lambda x: x[3] + x[4], lambda x: x[2] / 2),
    "two ways to a root": (lambda x: np.sqrt(x[0] * 4), lambda x: 2 * np.sqrt(x[0])),
    "the shift of a softmax": (lambda x: softmax(x)[1], lambda x: (np.exp(x) / np.sum(np.exp(x)))[1]),
    "softmax of shifted scores": (lambda x: softmax(x)[3], lambda x: softmax(x + "0.7")[3]),
    "weights of equal scores": (lambda x: softmax(x * num(2, x))[0], lambda x: softmax(x + x)[0]),
    "log-softmax": (lambda x: log_softmax(x)[2], lambda x: x[2] - np.log(np.sum(np.exp(x)))),
    "the logarithm of a quotient": (lambda x: np.log(softmax(x)[2]), lambda x: log_softmax(x)[2]),
    "what only a product tells": (lambda x: np.exp(x[:2] @ x[1:3]), lambda x: np.exp(x[1:3] @ x[:2])),
    "exp of a sum": (lambda x: np.exp(x[3] + x[4]), lambda x: np.exp(x[4]) * np.exp(x[3])),
    "a quotient of exps": (lambda x: np.exp(x[3]) / np.exp(x[4]), lambda x: np.exp(x[3] - x[4])),
    "a fraction of sums": (
        lambda x: 1 / (1 + np.exp(-x[0])),
        lambda x: np.exp(x[0]) / (np.exp(x[0]) + 1),
    ),
    "fractions within fractions": (
        lambda x: 1 / (1 + 1 / (1 + np.exp(x[0]))),
        lambda x: (1 + np.exp(x[0])) / (2 + np.exp(x[0])),
    ),
    "tanh as a mean of fractions": (
        lambda x: (np.exp(x[0]) - np.exp(-x[0])) / (np.exp(x[0]) + np.exp(-x[0])),
        lambda x: 1 - 2 / (np.exp(2 * x[0]) + 1),
    ),
    "the addition theorem": (
        lambda x: np.sin(x[3] + x[4]),
        lambda x: np.sin(x[3]) * np.cos(x[4]) + np.cos(x[3]) * np.sin(x[4]),
    ),
    "positions at the same distance": (
        lambda x: (lambda p: p[0] @ p[2])(sinusoidal_encoding(range(5), 4, x)),
        lambda x: (lambda p: p[4] @ p[2])(sinusoidal_encoding(range(5), 4, x)),
    ),
    "a binomial": (
        lambda x: (np.sqrt(x[0]) + np.sqrt(x[1])) ** 2,
        lambda x: x[0] + x[1] + 2 * np.sqrt(x[0] * x[1]),
    ),
    "a sum in another order": (lambda x: np.sum(np.exp(x)), lambda x: np.sum(np.exp(x)[::-1])),
    "erf, whatever it is": (lambda x: erf(x[3] + x[4]) * 2, lambda x: erf(x[2] / 2) + erf(x[2] / 2)),
    "an unknown maximum": (
        lambda x: np.maximum(erf(x[3]), erf(x[3]) + 0 * x[0]),
        lambda x: erf(x[3]),
    ),
    "two masked scores": (
        lambda x: np.exp(np.where(x[0] > 0, -np.inf, x[0])),
        lambda x: np.exp(np.where(x[1] > 0, -np.inf, x[0])),
    ),
}
DIFFERENT: dict[str, tuple[Case, Case]] = {
    "a sign": (lambda x: np.exp(x[3] - x[4]), lambda x: np.exp(x[4] - x[3])),
    "a term": (lambda x: softmax(x)[1], lambda x: np.exp(x[1]) / np.sum(np.exp(x[1:]))),
    "a distance": (
        lambda x: (lambda p: p[0] @ p[2])(sinusoidal_encoding(range(5), 4, x)),
        lambda x: (lambda p: p[0] @ p[3])(sinusoidal_encoding(range(5), 4, x)),
    ),
    "one part in 10^70, which no ball of 200 bits sees": (
        lambda x: np.exp(x[0]),
        lambda x: np.exp(x[0]) + np.exp(x[1]) / 10**70,
    ),
}


@pytest.mark.parametrize("case", EQUAL)
def test_proven_equalities(case: str) -> None:
    left, right = EQUAL[case]
    x = traced(X)
    assert same(left(x).entry(), right(x).entry())


@pytest.mark.parametrize("case", DIFFERENT)
def test_different_values_are_not_taken_for_equal(case: str) -> None:
    left, right = DIFFERENT[case]
    x = traced(X)
    assert not same(left(x).entry(), right(x).entry())


def test_what_is_the_same_whatever_a_product_holds_is_not_traced_behind_it() -> None:
    """Two ways to a loss; the score behind it would take long to write out."""
    x = traced(X)
    scores = np.stack([erf(x), np.tanh(x)]) @ np.exp(np.sin(x))
    left, right = -np.log(softmax(scores)[0]), -log_softmax(scores)[0]
    assert same(left.entry(), right.entry())
    assert len(_pass(left.entry())._forms) == 0


def test_what_has_no_product_is_written_out_once() -> None:
    x = traced(X)
    left, right = (np.log(softmax(x)[2]).entry(), log_softmax(x)[2].entry())
    assert not _same_above_products(left, right)
    assert same(left, right)


SHORT = [  # bounds, the shortest denominator between them
    ("1/3", "1/3", 3),
    ("0", "0", 1),
    ("-1", "1", 1),
    ("33/100", "34/100", 3),
    ("-34/100", "-33/100", 3),
    ("3.1415", "3.1416", 106),
    ("1414/1000", "1415/1000", 41),
    ("2.5", "2.5", 2),
    ("-5/2", "-5/2", 2),
    ("0.99999", "1.00001", 1),
    ("123456789/1000000007", "123456789/1000000007", 1000000007),
]


@pytest.mark.parametrize(("low", "high", "shortest"), SHORT)
def test_the_quick_look_for_a_short_fraction(low: str, high: str, shortest: int) -> None:
    """Continued fractions against simply trying all denominators."""
    lower, upper = (fmpq(part.numerator, part.denominator) for part in map(Fraction, (low, high)))
    tried = range(1, shortest + 1) if shortest < 1000 else [shortest]
    found = [q for q in tried if (upper * q).p // (upper * q).q >= lower * q]
    assert found[0] == shortest
    assert _holds_fraction(lower, upper, shortest)
    assert not _holds_fraction(lower, upper, shortest - 1)


@pytest.mark.parametrize("bits", [40, 200, 500])
@pytest.mark.parametrize(("p", "q"), [(1, 3), (-22, 7), (10**20 + 39, 3**40), (1, 2**62 + 1), (-(10**9), 7)])
def test_short_fractions_are_always_found(p: int, q: int, bits: int) -> None:
    x = Graph(bits).input("x", [p, q])
    assert exact_value((x[0] / x[1]).entry()) == fmpq(p, q)


def test_long_fractions_are_proven_on_demand() -> None:
    x = Graph().input("x", [1, 3**150])
    assert exact_value((x[0] / x[1]).entry()) is None
    assert proven_value((x[0] / x[1]).entry()) == fmpq(1, 3**150)


def test_equal_fractions_of_two_graphs_are_equal() -> None:
    a, b = traced(["0.1", "2"]), traced(["0.10", "2"])
    assert same(a.entry(0), b.entry(0))
    assert not same(np.sqrt(a).entry(1), np.sqrt(b).entry(1))


def test_a_deep_graph_needs_no_deep_stack() -> None:
    x = traced("1")
    for _ in range(3000):
        x = x / 2 + num("0.5", x)
    assert exact_value(x.entry()) == 1


def test_forms_that_grow_too_large_become_atoms() -> None:
    x = traced([f"0.{k}1" for k in range(9)])
    large = np.sum(np.exp(x)) ** 9
    assert exact_value(large.entry()) is None
    assert same((large * 2).entry(), (large + large).entry())


def test_coefficients_that_grow_too_long_are_given_up() -> None:
    x = traced(["1e900", "1e-900", "1"])
    e = np.exp(x[2])
    assert proven_value(((x[0] * e + e**2) / (x[1] * e + x[0] * e**2)).entry()) is None
    assert exact_value(((x[0] * e + e**2) / (x[2] * e**2 + x[0] * e)).entry()) == 1


# -- every rule, checked by its value


def value_of(algebra: Algebra, form: Form) -> arb:
    """What a form stands for, computed anew."""
    total = arb(0)
    for monomial, coefficient in form:
        growth = value_of(algebra, algebra._listed[monomial.growth]).exp()
        kind, angle = monomial.wave
        wave = getattr(value_of(algebra, algebra._listed[angle]), kind)() if kind else arb(1)
        product = arb(coefficient) * growth * wave
        for atom, power in monomial.factors:
            product *= atom_value(algebra, atom) ** power
        total += product
    return total


def atom_value(algebra: Algebra, number: int) -> arb:
    operation, arguments = algebra._atoms[number]
    values = [value_of(algebra, algebra._listed[argument]) for argument in arguments]
    functions: dict[str, Callable[..., arb]] = {
        "root": lambda a: a.sqrt(),
        "inverse": lambda a: 1 / a,
        "add": lambda a, b: a + b,
        "subtract": lambda a, b: a - b,
        "multiply": lambda a, b: a * b,
        "divide": lambda a, b: a / b,
        "power": lambda a, b: a**b,
        "absolute": abs,
        "max": lambda a, b: a.max(b),
        "min": lambda a, b: a.min(b),
    }
    return functions[operation](*values) if operation in functions else getattr(values[0], operation)()


OPERATIONS: dict[str, Any] = ARRAYS | {
    "divide": lambda a, b: a / (b * b + 1),
    "quotient": lambda a, b: a / b,
    "softly": lambda a, b: np.exp(a) / (np.exp(a) + np.exp(b)),
    "undone": lambda a: np.log(np.exp(a) * 3) * np.exp(np.log(abs(a) + 1) * 2),
    "rooted": lambda a: np.sqrt(a * a + 1) ** 3 / np.sqrt(a * a + 1),
    "half": lambda a: abs(a) ** num("1.5", a),
}
ARITIES = REAL | {"quotient": 2, "softly": 2, "undone": 1, "rooted": 1, "half": 1}


def wrong_forms(count: int = 250) -> list[Any]:
    """Random calculations whose form does not have the value of its ball."""
    generator = random.Random(2)

    def grown(depth: int) -> Any:
        if depth == 0:
            return generator.choice(["0", "1", "-1", "2", "0.5", "-0.25", "3", "8", "0.1"])
        name = generator.choice(sorted(ARITIES))
        return (name, *(grown(generator.randint(0, depth - 1)) for _ in range(ARITIES[name])))

    wrong = []
    for _ in range(count):
        calculation, graph, names = grown(4), Graph(), iter(range(1000))
        array = run(calculation, OPERATIONS, lambda text, g=graph, n=names: g.input(f"x{next(n)}", text))
        exact_pass = ExactPass()
        form = exact_pass.form(array.entry())
        if form is None:
            continue
        with ctx.workprec(400):
            if not value_of(exact_pass.algebra, form).overlaps(array.node.value.elements[()]):
                wrong.append(calculation)
    return wrong


def test_every_form_has_the_value_of_its_ball() -> None:
    assert wrong_forms() == []


def _wrong_beat(algebra: Algebra, first: Any, second: Any) -> Form:
    return Algebra.wave(algebra, "cos", add(algebra._listed[first[1]], algebra._listed[second[1]]))


FAULTY_RULES: dict[str, tuple[str, Any]] = {
    "a product of waves is one wave": ("_beat", _wrong_beat),
    "cosine is odd": ("wave", lambda self, kind, a: ((Monomial(wave=(kind, self._number(a))), fmpq(-1)),)),
    "tanh is even": ("odd", lambda self, op, a: self._atom(op, scale(fmpq(-1), a) if a and a[0][1] < 0 else a)),
    "the root of a product forgets a prime": ("_rational_root", lambda self, value: constant(fmpq(1))),
    "the log of a product is the exponent": (
        "log",
        lambda self, a: self._listed[a[0][0].growth] if len(a) == 1 else self._atom("log", a),
    ),
    "a sum is inverted term by term": (
        "inverse",
        lambda self, a: constant(1 / a[0][1]) if len(a) == 1 else self._atom("root", a),
    ),
    "a power of a power adds": ("raised", lambda self, a, b: self.multiply(a, b)),
}


@pytest.mark.parametrize("fault", FAULTY_RULES)
def test_a_wrong_rule_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, rule = FAULTY_RULES[fault]
    monkeypatch.setattr(Algebra, name, rule)
    assert wrong_forms()

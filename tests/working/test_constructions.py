"""What is computed and how it is written, side by side: one case for each construction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pipeline.quantities.sheet import Sheet
from pipeline.transformer import layer_norm, log_softmax, num, relu, scaled_dot_product_attention, softmax
from tests.working.conftest import Bench, written
from tests.working.walk import complaints

# name → (the array of q; decimals and labels of the number; the sides of all lines)
# x = [1.5, -0.5]  y = [0.25, 2]  m = [[1, 0], [0.5, 2]]  a size 4 and a fact 12
CASES: dict[str, tuple[Callable[[Sheet], Any], tuple[Any, ...], list[str]]] = {
    "sum of products, negative factors in brackets": (
        lambda s: s.given("x") @ s.given("y"),
        (3,),
        [
            "q",
            r"= x_{1} \cdot y_{1} + x_{2} \cdot y_{2}",
            r"= 1.5 \cdot 0.25 + \left(-0.5\right) \cdot 2",
            "= -0.625",
        ],
    ),
    "a product with zero is left out": (
        lambda s: s.given("M") @ s.given("y"),
        (2, "one"),
        ["q_{1}", r"= m_{1\,1} \cdot y_{1}", r"= 1 \cdot 0.25", "= 0.25"],
    ),
    "a size and a fact stand as they are": (
        lambda s: s.fact("m") / s.count("n"),
        (0,),
        ["q", r"= \frac{12}{4}", "= 3"],
    ),
    "the root of a sum of squares is one step": (
        lambda s: np.sqrt(s.given("x")[0] ** 2 + s.given("y")[1] ** 2),
        (3,),
        ["q", r"= \sqrt{x_{1}^{2} + y_{2}^{2}}", r"= \sqrt{1.5^{2} + 2^{2}}", "= 2.500"],
    ),
    "softmax without its shift": (
        lambda s: softmax(s.given("x")),
        (3, "one"),
        [
            "q_{1}",
            r"= \frac{e^{x_{1}}}{e^{x_{1}} + e^{x_{2}}}",
            r"= \frac{e^{1.5}}{e^{1.5} + e^{-0.5}}",
            r"≈ \frac{4.482}{5.088}",
            "≈ 0.881",
        ],
    ),
    "logarithm of softmax without its shift": (
        lambda s: -log_softmax(s.given("x"))[0],
        (3,),
        [
            "q",
            r"= -\left(x_{1} - \ln\left(e^{x_{1}} + e^{x_{2}}\right)\right)",
            r"= -\left(1.5 - \ln\left(e^{1.5} + e^{-0.5}\right)\right)",
            r"≈ -\left(1.5 - \ln\left(5.088\right)\right)",
            "≈ 0.127",
        ],
    ),
    "what a mask hides is no term": (
        lambda s: softmax(np.where(np.array([True, False]), s.given("x"), -np.inf)),
        (3, "one"),
        ["q_{1}", r"= \frac{e^{x_{1}}}{e^{x_{1}}}", r"= \frac{e^{1.5}}{e^{1.5}}", r"≈ \frac{4.482}{4.482}", "≈ 1.000"],
    ),
    "and has the weight zero": (
        lambda s: softmax(np.where(np.array([True, False]), s.given("x"), -np.inf)),
        (3, "two"),
        [
            "q_{2}",
            r"= \frac{e^{-\infty}}{e^{x_{1}}}",
            r"= \frac{e^{-\infty}}{e^{1.5}}",
            r"≈ \frac{0}{4.482}",
            "≈ 0.000",
        ],
    ),
    "mean": (
        lambda s: np.mean(s.given("x")),
        (1,),
        ["q", r"= \frac{x_{1} + x_{2}}{2}", r"= \frac{1.5 + \left(-0.5\right)}{2}", "= 0.5"],
    ),
    "variance": (
        lambda s: np.var(s.given("y")),
        (3,),
        [
            "q",
            r"= \frac{\left(y_{1} - \frac{y_{1} + y_{2}}{2}\right)^{2}"
            r" + \left(y_{2} - \frac{y_{1} + y_{2}}{2}\right)^{2}}{2}",
            r"= \frac{\left(0.25 - \frac{0.25 + 2}{2}\right)^{2} + \left(2 - \frac{0.25 + 2}{2}\right)^{2}}{2}",
            r"= \frac{\left(-0.875\right)^{2} + 0.875^{2}}{2}",
            "≈ 0.766",
        ],
    ),
    "LayerNorm: mean and variance get lines of their own": (
        lambda s: layer_norm(
            np.concatenate([s.given("x"), s.given("y")]),
            num(["1"] * 4, s.given("x")),
            num(["0"] * 4, s.given("x")),
        )[0],
        (3,),
        [
            "a",
            r"= \frac{x_{1} + x_{2} + y_{1} + y_{2}}{4}",
            r"= \frac{1.5 + \left(-0.5\right) + 0.25 + 2}{4}",
            "= 0.8125",
            "b",
            r"= \frac{\left(x_{1} - a\right)^{2} + \left(x_{2} - a\right)^{2} + \left(y_{1} - a\right)^{2}"
            r" + \left(y_{2} - a\right)^{2}}{4}",
            r"= \frac{\left(1.5 - 0.8125\right)^{2} + \left(-0.5 - 0.8125\right)^{2}"
            r" + \left(0.25 - 0.8125\right)^{2} + \left(2 - 0.8125\right)^{2}}{4}",
            r"= \frac{0.6875^{2} + \left(-1.3125\right)^{2} + \left(-0.5625\right)^{2} + 1.1875^{2}}{4}",
            "≈ 0.98047",
            "q",
            r"= 1 \cdot \frac{x_{1} - a}{\sqrt{b + 0.00001}} + 0",
            r"≈ 1 \cdot \frac{1.5 - 0.8125}{\sqrt{0.98047 + 0.00001}} + 0",
            r"≈ 1 \cdot \frac{0.6875}{0.9902} + 0",
            r"≈ 1 \cdot 0.694 + 0",
            "≈ 0.694",
        ],
    ),
    "ReLU": (
        lambda s: relu(s.given("x")[1] - s.given("y")[1]),
        (0,),
        [
            "q",
            r"= \max\left(x_{2} - y_{2};\,0\right)",
            r"= \max\left(-0.5 - 2;\,0\right)",
            r"= \max\left(-2.50;\,0\right)",
            "= 0",
        ],
    ),
    "counting what is positive": (
        lambda s: np.sum(np.where(s.given("y") > 1, num(1, s.given("y")), num(0, s.given("y")))),
        (0,),
        ["q", r"= \left[y_{2} > 1\right]", r"= \left[2 > 1\right]", "= 1"],
    ),
    "sine of a position": (
        lambda s: np.sin(s.given("x")[0] / num(10000, s.given("x")) ** (num(1, s.given("x")) / s.count("n"))),
        (3,),
        [
            "q",
            r"= \sin\left(\frac{x_{1}}{10000^{\frac{1}{4}}}\right)",
            r"= \sin\left(\frac{1.5}{10000^{\frac{1}{4}}}\right)",
            r"= \sin\left(\frac{1.5}{10000^{0.25}}\right)",
            r"= \sin\left(\frac{1.5}{10}\right)",
            r"= \sin\left(0.15\right)",
            "≈ 0.149",
        ],
    ),
    "absolute value": (
        lambda s: np.abs(s.given("x")[1] - s.given("y")[0]),
        (2,),
        [
            "q",
            r"= \left\lvert x_{2} - y_{1} \right\rvert",
            r"= \left\lvert -0.5 - 0.25 \right\rvert",
            r"= \left\lvert -0.75 \right\rvert",
            "= 0.75",
        ],
    ),
    "a difference taken off keeps its brackets": (
        lambda s: (s.given("x")[0] - s.given("y")[0]) - (s.given("x")[1] - s.given("y")[1]),
        (2,),
        [
            "q",
            r"= x_{1} - y_{1} - \left(x_{2} - y_{2}\right)",
            r"= 1.5 - 0.25 - \left(-0.5 - 2\right)",
            "= 3.75",
        ],
    ),
    "the negative of a number": (
        lambda s: -s.given("y")[0],
        (2,),
        ["q", "= -y_{1}", r"= -\left(0.25\right)", "= -0.25"],
    ),
    "a name for a name is followed": (
        lambda s: s.define("p", s.given("x")[0] - s.given("y")[0], symbol="p"),
        (2,),
        ["q", "= x_{1} - y_{1}", "= 1.5 - 0.25", "= 1.25"],
    ),
    "a very small value is never zero": (
        lambda s: s.define("p", np.exp(-s.fact("m") * s.count("n")), symbol="p") * s.given("y")[1],
        (24,),
        ["q", r"= p \cdot y_{2}", r"≈ 1.42516 \cdot 10^{-21} \cdot 2", "≈ 0.000000000000000000002850"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_construction(name: str, bench: Bench) -> None:
    array, (places, *labels), expected = CASES[name]
    q = array(bench.sheet)
    bench.sheet.define("q", q, axes=("pair",) * q.ndim, symbol="q", meaning="Ergebnis.")
    assert written(bench.working("q", places, *labels)) == expected


def test_attention_stops_at_the_weights_inside_the_reference(bench: Bench) -> None:
    M = bench.sheet.given("M")
    bench.sheet.define("q", scaled_dot_product_attention(M, M, M)[0], axes=("pair", "pair"), symbol="q")
    working = bench.working("q", 3, "two", "one")
    assert written(working) == [
        r"q_{2\,1}",
        r"= w_{2\,1} \cdot m_{1\,1} + w_{2\,2} \cdot m_{2\,1}",
        r"≈ 0.066 \cdot 1 + 0.934 \cdot 0.5",
        "≈ 0.533",
    ]
    assert [(leaf.symbol, leaf.number.id, leaf.number.meaning) for leaf in working.leaves][:2] == [
        (r"w_{2\,1}", "q-w-2-1-3", "Zwischenschritt W, Eintrag 2, 1."),
        (r"m_{1\,1}", "m-one-one", "Eins, Eins."),
    ]


def test_large_scores_are_shown_with_the_shift(bench: Bench) -> None:
    bench.sheet.define("z", bench.sheet.given("x") * bench.sheet.fact("m"), axes=("pair",), symbol="z")
    bench.sheet.define("q", softmax(bench.sheet.given("x") * bench.sheet.fact("m"))[1], symbol="q")
    sides = written(bench.working("q", 12))
    assert r"e^{z_{2} - \max\left(z_{1};\,z_{2}\right)}" in sides[1]
    assert sides[-3:] == [
        r"= \frac{e^{-24}}{e^{0} + e^{-24}}",
        r"≈ \frac{3.77513 \cdot 10^{-11}}{1.000000000038}",
        "≈ 0.000000000038",
    ]


def test_a_tiny_weight_is_computed_from_few_digits(bench: Bench) -> None:
    """Its printed form has dozens of decimals but two digits: what counts is the relative error."""
    s = bench.sheet
    s.define("w", softmax(s.given("x") * s.fact("m") * s.count("n")), axes=("pair",), symbol="w")
    s.define("q", softmax(s.given("x") * s.fact("m") * s.count("n"))[1] * s.given("y")[1], symbol="q")
    (tiny,) = [each for each in bench.workings().all([bench.number("q", 3)]) if each.number.id.startswith("w-two")]
    assert "e-" in tiny.number.digits
    assert not list(complaints(tiny))
    assert max(len(shown.text) for line in tiny.lines for side in line.sides for shown in side.numbers) < 8


def test_a_row_too_long_for_parts_is_cut_into_parts_of_parts(bench: Bench) -> None:
    y = bench.sheet.given("y")
    bench.sheet.define("q", np.max(np.stack([y * count for count in range(1, 121)])), symbol="q")
    working = bench.working("q", 2)
    assert not list(complaints(working))
    assert working.lines[-1].sides[-1].numbers


def test_a_sum_too_long_for_a_line_is_cut(bench: Bench) -> None:
    y = bench.sheet.given("y")
    bench.sheet.define("q", np.sum(np.concatenate([y] * 10)), symbol="q")
    working = bench.working("q", 2)
    assert [line.tex().count(" + ") for line in working.lines] == [2 * 13, 2 * 5, 2]
    assert written(working)[-3:] == ["= a + b", "= 15.75 + 6.75", "= 22.50"]


def test_two_quantities_of_one_letter_differ(bench: Bench) -> None:
    s = bench.sheet
    s.define("p", s.given("x") * s.given("y"), axes=("pair",), symbol="s")
    s.define("q", np.sqrt(s.given("y")[1] / (s.given("x") * s.given("y"))[0]), symbol="r")
    s.define("r", (s.given("x") * s.given("y"))[0] / s.count("n"), symbol="s")
    s.define("t", s.given("x") * s.given("y") / s.count("n"), axes=("pair",), symbol="s")
    assert written(bench.working("t", 3, "one"))[:2] == ["s_{1}", r"= \frac{\tilde{s}_{1}}{4}"]


def test_what_has_no_symbol_gets_a_letter(bench: Bench) -> None:
    s = bench.sheet
    s.define("b", s.given("x") + s.given("y"), axes=("pair",))
    s.define("q", np.sum(s.given("x") + s.given("y")), symbol="a")
    assert written(bench.working("q"))[:2] == ["a", "= b_{1} + b_{2}"]


def test_a_size_read_off_an_array_is_the_size_of_the_axis(bench: Bench) -> None:
    """The reference divides by the root of 4, page code by the root of a count: one number, one name."""
    s = bench.sheet
    s.define("root", np.sqrt(s.count("n")), symbol=r"\sqrt{n}")
    s.define("q", s.given("y")[1] / np.sqrt(num(4, s.given("y"))), symbol="q")
    assert written(bench.working("q"))[:2] == ["q", r"= \frac{y_{2}}{\sqrt{n}}"]


@pytest.mark.parametrize(
    ("name", "labels", "kind", "source"),
    [
        ("x", ("one",), "input", "inputs.yaml:1"),
        ("count.n", (), "count", "axis n"),
        ("facts.m", (), "fact", "source2020"),
    ],
)
def test_what_is_given_names_its_source(
    bench: Bench, name: str, labels: tuple[str, ...], kind: str, source: str
) -> None:
    working = bench.working(name, 1, *labels)
    assert (working.kind, working.lines, working.given and working.given.source) == (kind, (), source)

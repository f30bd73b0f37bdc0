"""Shape contracts: what they accept, what they refuse, and how they say it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pipeline.transformer as reference
from pipeline.transformer.shapes import parse, shapes

ZEROS = np.zeros


@shapes("a[n, m], b?[m] -> [n]")
def product(a: Any, b: Any = None) -> Any:
    return a[:, 0] if b is None else a @ b


@shapes("x[...x, d], y[...x, e] -> [...x], [d, e]")
def pair(x: Any, y: Any) -> Any:
    return x[..., 0], ZEROS((x.shape[-1], y.shape[-1]))


def refusal(function: Any, *arguments: Any) -> str:
    with pytest.raises(ValueError, match=":") as caught:
        function(*arguments)
    return str(caught.value)


def test_what_agrees_passes() -> None:
    assert product(ZEROS((3, 2)), ZEROS(2)).shape == (3,)
    assert product(ZEROS((3, 2))).shape == (3,)
    assert product(a=ZEROS((3, 2)), b=ZEROS(2)).shape == (3,)
    assert pair(ZEROS((5, 4, 3)), ZEROS((5, 4, 2)))[0].shape == (5, 4)
    assert pair(ZEROS(3), ZEROS(2))[1].shape == (3, 2)


def test_an_argument_is_named_with_the_shape_found_and_expected() -> None:
    assert refusal(product, ZEROS((3, 2)), ZEROS(4)) == "product: b has shape (4,), expected [m] with m = 2"
    assert refusal(product, ZEROS(3)) == "product: a has shape (3,), expected [n, m]"
    assert refusal(product, ZEROS((0, 2))) == "product: a has shape (0, 2), expected [n, m], no size 0"
    assert (
        refusal(pair, ZEROS((5, 3)), ZEROS((4, 2))) == "pair: y has shape (4, 2), expected [...x, e] with ...x = (5,)"
    )
    assert refusal(pair, ZEROS(()), ZEROS(2)) == "pair: x has shape (), expected [...x, d]"


def test_what_was_refused_teaches_nothing() -> None:
    assert refusal(product, ZEROS((3, 2)), ZEROS((4, 4))).endswith("expected [m] with m = 2")


def test_what_is_no_array_of_real_numbers_is_refused() -> None:
    assert refusal(product, [[1.0]]) == "product: a is a list of no dtype, expected an array of real numbers [n, m]"
    assert "expected an array of real numbers" in refusal(product, None)
    for kind in (int, np.uint8, complex):
        assert "expected an array of real numbers" in refusal(product, np.ones((2, 2), dtype=kind))
    assert product(np.ones((2, 2), dtype=bool)).shape == (2,)


def test_nan_is_refused_in_arguments_and_results() -> None:
    a = np.array([[1.0, np.nan]])
    assert refusal(product, a) == "product: a has shape (1, 2) with NaN in it, expected [n, m] without"
    divide = shapes("x[n] -> [n]")(lambda x: x / x)
    assert "the result has shape (1,) with NaN in it" in refusal(divide, ZEROS(1))
    scalar = shapes("x[n] -> []")(lambda x: x[0] / x[0])
    assert "the result has shape () with NaN in it" in refusal(scalar, ZEROS(1))
    assert product(np.array([[np.inf, 1]]))[0] == np.inf


def test_a_result_of_another_shape_is_refused() -> None:
    wrong = shapes("a[n, m] -> [n]")(lambda a: a[0])
    assert "the result has shape (2,), expected [n] with n = 3" in refusal(wrong, ZEROS((3, 2)))
    short = shapes("a[n] -> [n], [n]")(lambda a: (a,))
    with pytest.raises(ValueError, match="shorter"):
        short(ZEROS(2))


def test_a_contract_without_results_lets_any_result_pass() -> None:
    assert shapes("a[n]")(lambda a: "anything")(ZEROS(1)) == "anything"


def test_a_function_keeps_its_name_and_text() -> None:
    assert product.__name__ == "product"
    assert shapes("a[n] -> [n]")(np.exp).__dict__["contract"] == "a[n] -> [n]"
    assert reference.softmax.__doc__.startswith("Positive weights")


@pytest.mark.parametrize("contract", ["a[n -> [n]", "a(n) -> [n]", "a[n] [n] -> [n] b", "a[n] -> [n] -> [n]"])
def test_a_contract_that_cannot_be_read_is_an_error(contract: str) -> None:
    with pytest.raises(SyntaxError, match="not a shape contract"):
        parse(contract)


def test_a_contract_is_read_term_by_term() -> None:
    (taken, optional), (given,) = parse("Q[L, d_k], mask?[...x, M] -> [L]")
    assert (taken.argument, taken.optional, taken.sizes) == ("Q", False, ("L", "d_k"))
    assert (optional.argument, optional.optional, optional.sizes) == ("mask", True, ("...x", "M"))
    assert (given.argument, given.sizes, str(given)) == ("the result", ("L",), "[L]")
    assert parse("x[] -> []")[0][0].sizes == ()


def test_a_number_in_a_contract_is_that_size() -> None:
    halve = shapes("pairs[n, 2] -> [n]")(lambda pairs: pairs[:, 0])
    assert halve(ZEROS((3, 2))).shape == (3,)
    assert refusal(halve, ZEROS((3, 3))).endswith("expected [n, 2]")


def test_conditions_get_the_arguments_by_name_before_the_function_runs() -> None:
    seen: dict[str, Any] = {}
    shapes("a[n] -> []", lambda **arguments: seen.update(arguments))(lambda a, b=3, c=4: a[0])(ZEROS(1), c=5)
    assert (seen["a"].shape, seen["b"], seen["c"]) == ((1,), 3, 5)

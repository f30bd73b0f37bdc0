"""The reference against the node test vectors of the onnx standard, in the precision of each case."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from .onnx_adapters import ADAPTERS, left_out
from .onnx_vectors import TOLERANCE, case, error, names

COMPARED = {
    "attention": 54,
    "flexattention": 7,
    "gelu": 4,
    "layer_normalization": 19,
    "logsoftmax": 7,
    "rotary_embedding": 8,
    "sce": 10,
    "softmax": 7,
    "top_k": 6,
}
LEFT_OUT = {  # what the reference does not have, with the number of cases that need it
    "class weights": 16,
    "ignored class": 8,
    "scores or weights changed by a graph of the case": 4,
    "smallest instead of largest": 1,
    "soft cap": 10,
}


def compared(operator: str) -> list[str]:
    return [name for name in names(operator) if left_out(case(name)) is None]


def worst_error(operator: str, name: str) -> float:
    """The largest error of a case as a share of what its precision allows."""
    outputs = ADAPTERS[operator](case(name))
    assert outputs, "nothing was compared"
    shares = []
    for label, found in outputs.items():
        expected = case(name).outputs[label]
        exact = expected.dtype.kind in "iu"
        shares.append(error(found, expected) / (1e-300 if exact else TOLERANCE[expected.dtype]))
    return max(shares)


@pytest.mark.parametrize(
    ("operator", "name"), [(operator, name) for operator in ADAPTERS for name in compared(operator)]
)
def test_onnx(operator: str, name: str) -> None:
    assert worst_error(operator, name) <= 1


def test_onnx_counts_what_is_compared() -> None:
    assert {operator: len(compared(operator)) for operator in sorted(ADAPTERS)} == COMPARED


def test_onnx_counts_what_is_left_out() -> None:
    features = Counter(left_out(case(name)) for operator in ADAPTERS for name in names(operator))
    del features[None]
    assert dict(features) == LEFT_OUT


def test_onnx_large_numbers_are_among_the_cases() -> None:
    assert {"softmax_large_number", "logsoftmax_large_number"} <= {*compared("softmax"), *compared("logsoftmax")}


def test_onnx_half_precision_is_among_the_cases() -> None:
    assert sum(case(name).inputs["Q"].dtype == np.float16 for name in compared("attention")) == 2


def test_a_planted_error_is_found() -> None:
    expected = case("attention_4d").outputs["Y"]
    wrong = expected.copy()
    wrong[0, 0, 0, 0] += 2e-5
    assert error(expected, expected) == 0
    assert error(wrong, expected) > TOLERANCE[expected.dtype]

"""Six classic slips, each planted in the reference: its tests must notice, and the original must come back."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

import pytest

from pipeline.transformer import attention, encoding, layers
from tests.mutants.live import CodeMutant, Functions
from tests.mutants.python import Change

from .test_encoding import test_sine_in_even_and_cosine_in_odd_coordinates as encoding_of_width
from .test_onnx import worst_error
from .test_torch_vectors import test_torch_vector as torch_vector


@dataclass(frozen=True)
class Slip:
    """Text of a function, what it becomes, and a test that must fail then."""

    module: ModuleType
    function: str
    before: str
    after: str
    test: Callable[[], None]


def onnx(operator: str, name: str) -> None:
    assert worst_error(operator, name) <= 1


SLIPS = {
    "scale dropped": Slip(
        attention,
        "scaled_dot_product_attention",
        "S / np.sqrt(num(K.shape[-1], K))",
        "S",
        lambda: onnx("attention", "attention_4d"),
    ),
    "mask off by one": Slip(
        attention,
        "scaled_dot_product_attention",
        "np.tri(len(Q), len(K), dtype=bool)",
        "np.tri(len(Q), len(K), 1, dtype=bool)",
        lambda: onnx("attention", "attention_4d_causal"),
    ),
    "softmax over the wrong axis": Slip(
        attention,
        "scaled_dot_product_attention",
        "softmax(name(f'S{head}', S))",
        "softmax(name(f'S{head}', S), 0)",
        lambda: torch_vector("attention"),
    ),
    "epsilon outside the root": Slip(
        layers,
        "layer_norm",
        "np.sqrt(variance + num(epsilon, x))",
        "(np.sqrt(variance) + num(epsilon, x))",
        lambda: onnx("layer_normalization", "layer_normalization_3d_axis2_epsilon"),
    ),
    "sine and cosine swapped": Slip(
        encoding,
        "sinusoidal_encoding",
        "[np.sin(angle), np.cos(angle)]",
        "[np.cos(angle), np.sin(angle)]",
        lambda: encoding_of_width(6),
    ),
    "exponent i/d instead of 2i/d": Slip(
        encoding, "angles", "range(0, d, 2)", "range(d // 2)", lambda: encoding_of_width(6)
    ),
}


def mutant(slip: Slip) -> CodeMutant:
    source = ast.unparse(ast.parse(inspect.getsource(inspect.unwrap(vars(slip.module)[slip.function]))))
    assert source.count(slip.before) == 1
    tree = ast.parse(source.replace(slip.before, slip.after)).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return CodeMutant(slip.module, slip.function, Change(slip.before, slip.after, tree))


@pytest.mark.parametrize("name", SLIPS)
def test_named_mutant_is_caught(name: str) -> None:
    slip = SLIPS[name]
    slip.test()
    with mutant(slip).planted(Functions()), pytest.raises(AssertionError):
        slip.test()
    slip.test()

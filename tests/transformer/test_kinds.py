"""The same function under float64, balls and trace gives the same numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pipeline.arithmetic import Traced, balls
from pipeline.transformer import (
    CachedModel,
    cosine,
    cross_entropy,
    decoder_block,
    gelu,
    gelu_tanh,
    grouped_query_attention,
    language_model,
    layer_norm,
    log_softmax,
    next_token_distribution,
    rotary_encoding,
    scaled_dot_product_attention,
    sinusoidal_encoding,
    softmax,
    teacher_forcing_loss,
    transformer,
    with_temperature,
)

from .kinds import KINDS, to_float, traced
from .samples import Sampler

MASK = np.array([[True, False, True], [True, True, True]])


def grouped(s: Sampler) -> Any:
    X, W_Q, W_O = s.array(4, 5), [s.array(5, 2) for _ in range(4)], s.array(4 * 3, 5)
    return grouped_query_attention(X, X, W_Q, [(s.array(5, 2), s.array(5, 3)) for _ in range(2)], W_O, causal=True)


def cached(s: Sampler) -> Any:
    model = CachedModel(s.language_model())
    model([1, 2])
    return model([1, 2, 3])


def trained(s: Sampler) -> Any:
    model = s.language_model()
    return teacher_forcing_loss(lambda tokens: language_model(tokens, model), [3, 1, 4, 1])


FUNCTIONS: dict[str, Callable[[Sampler], Any]] = {
    "cosine": lambda s: cosine(s.array(3, 1, 2), s.array(1, 4, 2)),
    "softmax": lambda s: softmax(s.array(3, 4)),
    "log-softmax": lambda s: log_softmax(s.array(3, 4)),
    "attention": lambda s: scaled_dot_product_attention(s.array(2, 3), s.array(3, 3), s.array(3, 2))[0],
    "attention, mask": lambda s: scaled_dot_product_attention(s.array(2, 3), s.array(3, 3), s.array(3, 2), MASK)[1],
    "attention, added": lambda s: scaled_dot_product_attention(
        s.array(2, 3), s.array(3, 3), s.array(3, 2), s.array(2, 3)
    )[1],
    "attention, causal": lambda s: scaled_dot_product_attention(
        s.array(2, 3), s.array(3, 3), s.array(3, 2), causal=True, scale="0.3"
    )[0],
    "grouped queries": grouped,
    "sinusoidal encoding": lambda s: sinusoidal_encoding(range(3), 6, s.array(1)),
    "sinusoidal encoding of an array": lambda s: sinusoidal_encoding(s.kind([0, 1, 2]), 6, s.array(1)),
    "rotary encoding": lambda s: rotary_encoding(s.array(3, 4), range(3)),
    "layer normalisation": lambda s: layer_norm(s.array(3, 4), *s.norm(4)),
    "gelu": lambda s: gelu(s.array(3, 4)),
    "gelu, tanh": lambda s: gelu_tanh(s.array(3, 4)),
    "decoder block": lambda s: decoder_block(s.array(2, 6), s.array(3, 6), s.decoder_block(6, 2, 7), pre_norm=True),
    "language model": lambda s: language_model([3, 1, 4], s.language_model()),
    "language model, cached": cached,
    "transformer": lambda s: transformer([4, 0, 1], [2, 6], s.transformer()),
    "next token": lambda s: next_token_distribution(s.array(4), s.array(5, 4), s.array(5)),
    "temperature": lambda s: with_temperature(s.array(4), "0.7"),
    "temperature of the same kind": lambda s: with_temperature(s.array(4), s.kind("0.7")),
    "cross-entropy": lambda s: cross_entropy(s.array(3, 4), [1, 0, 3]),
    "teacher forcing": trained,
}


@pytest.mark.parametrize("kind", ["balls", "trace"])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_kind_gives_the_same_numbers(function: str, kind: str) -> None:
    compute = FUNCTIONS[function]
    expected = compute(Sampler())
    found = compute(Sampler(KINDS[kind]()))
    assert not isinstance(found, np.ndarray | np.floating)
    np.testing.assert_allclose(to_float(found), expected, rtol=1e-12, atol=1e-13)


def test_a_masked_weight_is_exactly_zero_under_balls() -> None:
    s = Sampler(balls)
    W = scaled_dot_product_attention(s.array(2, 3), s.array(3, 3), s.array(3, 2), MASK)[1]
    assert [bool(ball == 0) for ball in W.elements.flat] == [not seen for seen in MASK.flat]


def test_a_negative_temperature_is_refused_under_balls() -> None:
    with pytest.raises(ValueError, match="temperature is -1, expected a number above 0"):
        with_temperature(Sampler(balls).array(3), "-1")


def test_a_trace_knows_scores_weights_and_outputs_by_name() -> None:
    s = Sampler(traced())
    Y, W = scaled_dot_product_attention(s.array(2, 3), s.array(3, 3), s.array(3, 2), head="1")
    assert isinstance(Y, Traced)
    names = [node.name for node in Y.graph.nodes if node.op == "name"]
    assert names == ["S1", "W1", "Y1"]
    assert (Y.node.name, W.node.name) == ("Y1", "W1")

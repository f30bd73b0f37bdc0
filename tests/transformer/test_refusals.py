"""Every wrong argument is a ValueError that names the argument, what was found and what is expected."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pipeline.transformer import (
    CachedModel,
    KVCache,
    attend,
    cosine,
    cross_entropy,
    embed,
    encoder_block,
    feed_forward,
    generate,
    greedy,
    grouped_query_attention,
    language_model,
    layer_norm,
    most_probable,
    multi_head_attention,
    next_token_distribution,
    rotary_encoding,
    sample,
    scaled_dot_product_attention,
    sinusoidal_encoding,
    softmax,
    token_losses,
    top_p,
    with_temperature,
)

from .samples import Sampler

S = Sampler()
X, Q, K, V = S.array(4, 6), S.array(4, 3), S.array(5, 3), S.array(5, 2)
HEADS, W_O, _ = S.heads(6, 6, 2, 3, 3, bias=False)
MODEL = S.language_model()
P = np.array([0.5, 0.5])
NO_KEY = np.array([[True] * 5, [True] * 5, [False] * 5, [True] * 5])
NAN = np.full((4, 3), np.nan)
FIRST = np.eye(4, 5, k=1, dtype=bool)  # query i may see key i + 1 only


class SKIP:
    """Draws nothing."""


CASES: dict[str, tuple[Callable[[], Any], str]] = {
    "too few coordinates": (
        lambda: scaled_dot_product_attention(Q, K[:, :2], V),
        "scaled_dot_product_attention: K has shape (5, 2), expected [M, d_k] with d_k = 3",
    ),
    "fewer values than keys": (
        lambda: scaled_dot_product_attention(Q, K, V[1:]),
        "scaled_dot_product_attention: V has shape (4, 2), expected [M, d_v] with M = 5",
    ),
    "mask of another shape": (
        lambda: scaled_dot_product_attention(Q, K, V, NO_KEY.T),
        "scaled_dot_product_attention: mask has shape (5, 4), expected [L, M] with L = 4, M = 5",
    ),
    "mask of integers": (
        lambda: scaled_dot_product_attention(Q, K, V, np.ones((4, 5), dtype=int)),
        "expected an array of real numbers [L, M]",
    ),
    "empty sequence": (
        lambda: scaled_dot_product_attention(Q[:0], K, V),
        "scaled_dot_product_attention: Q has shape (0, 3), expected [L, d_k], no size 0",
    ),
    "no keys": (
        lambda: scaled_dot_product_attention(Q, K[:0], V[:0]),
        "scaled_dot_product_attention: K has shape (0, 3), expected [M, d_k] with d_k = 3, no size 0",
    ),
    "NaN": (
        lambda: scaled_dot_product_attention(NAN, K, V),
        "scaled_dot_product_attention: Q has shape (4, 3) with NaN in it, expected [L, d_k] without",
    ),
    "fully masked row": (
        lambda: scaled_dot_product_attention(Q, K, V, NO_KEY),
        "scaled_dot_product_attention: mask has shape (4, 5) and hides every key from query 2, "
        "expected [L, M] with a key for each query",
    ),
    "row masked by minus infinity": (
        lambda: scaled_dot_product_attention(Q, K, V, np.where(NO_KEY, 0, -np.inf)),
        "mask has shape (4, 5) and hides every key from query 2",
    ),
    "row masked by both masks": (
        lambda: scaled_dot_product_attention(Q, K, V, FIRST, causal=True),
        "mask has shape (4, 5) and hides every key from query 0",
    ),
    "a list instead of an array": (lambda: softmax([1.0, 2.0]), "softmax: z is a list of no dtype, expected an array"),
    "integers": (
        lambda: layer_norm(np.ones((2, 3), dtype=int), X[0], X[0]),
        "layer_norm: x is a ndarray of int64, expected an array of real numbers [..., d]",
    ),
    "only minus infinity": (lambda: softmax(np.full(3, -np.inf)), "softmax: the result has shape (3,) with NaN in it"),
    "vector of length 0": (lambda: cosine(X[0] * 0, X[0]), "cosine: the result has shape () with NaN in it"),
    "vectors of two spaces": (lambda: cosine(X[0], Q[0]), "cosine: b has shape (3,), expected [...b, d] with d = 6"),
    "gamma of another width": (
        lambda: layer_norm(X, Q[0], X[0]),
        "layer_norm: gamma has shape (3,), expected [d] with d = 6",
    ),
    "transposed network": (
        lambda: feed_forward(X, S.array(6, 7), S.array(7), S.array(6, 7), X[0]),
        "feed_forward: W_1 has shape (6, 7), expected [d_ff, d] with d = 6",
    ),
    "projection of another width": (
        lambda: multi_head_attention(X, K, HEADS, W_O),
        "linear: W has shape (6, 3), expected [d, e] with d = 3",
    ),
    "output projection of another width": (
        lambda: multi_head_attention(X, X, HEADS[:1], W_O),
        "linear: W has shape (6, 6), expected [d, e] with d = 3",
    ),
    "queries that cannot be shared out": (
        lambda: grouped_query_attention(X, X, [h.W_Q for h in [*HEADS, HEADS[0]]], [h[1:3] for h in HEADS], W_O),
        "attend: Q, K, V have 3, 2, 2 heads, expected h, g, g with h a multiple of g",
    ),
    "no heads": (lambda: attend([], [], []), "attend: Q, K, V have 0, 0, 0 heads"),
    "no queries": (lambda: attend([], [K], [V]), "attend: Q, K, V have 0, 1, 1 heads"),
    "keys without values": (lambda: attend([Q, Q], [K, K], [V]), "attend: Q, K, V have 2, 2, 1 heads"),
    "block for another width": (lambda: encoder_block(Q, MODEL.blocks[0]), "linear: W has shape (6, 2)"),
    "odd width": (
        lambda: sinusoidal_encoding(range(3), 5, X),
        "angles: positions, d are 3, 5, expected at least 1, an even number",
    ),
    "no width": (lambda: sinusoidal_encoding(range(3), 0, X), "angles: positions, d are 3, 0"),
    "no positions": (lambda: sinusoidal_encoding([], 4, X), "angles: positions, d are 0, 4"),
    "odd width to turn": (lambda: rotary_encoding(Q, range(4)), "angles: positions, d are 4, 3"),
    "too few positions": (lambda: rotary_encoding(X, range(3)), "rotate: cos has shape (3, 3), expected [L, n]"),
    "unknown token": (
        lambda: embed([1, 11], MODEL.E),
        "tokens has shape (2,) and values [1, 11], expected [L], L at least 1, of integers from 0 to 10",
    ),
    "negative token": (lambda: embed([2, -1], MODEL.E), "tokens has shape (2,) and values [2, -1]"),
    "no tokens": (lambda: embed([], MODEL.E), "tokens has shape (0,) and values []"),
    "tokens that are no integers": (lambda: embed([0.5], MODEL.E), "tokens has shape (1,) and values [0.5]"),
    "tokens in two rows": (lambda: embed([[1], [2]], MODEL.E), "tokens has shape (2, 1)"),
    "no text": (lambda: language_model([], MODEL), "tokens has shape (0,)"),
    "vocabulary of another width": (
        lambda: next_token_distribution(X, MODEL.W_out, P),
        "next_token_distribution: b has shape (2,), expected [v] with v = 11",
    ),
    "negative temperature": (
        lambda: with_temperature(P, "-0.5"),
        "with_temperature: temperature is -0.5, expected a number above 0",
    ),
    "temperature 0": (lambda: with_temperature(P, 0), "with_temperature: temperature is 0"),
    "temperature NaN": (lambda: with_temperature(P, "nan"), "with_temperature: temperature is nan"),
    "too few targets": (
        lambda: token_losses(X, [1, 2]),
        "token_losses: targets has shape (2,), expected [T] with T = 4",
    ),
    "target outside the vocabulary": (lambda: cross_entropy(X, [1, 2, 3, 6]), "targets has shape (4,) and values"),
    "k 0": (lambda: most_probable(P, 0), "most_probable: k is 0, expected an integer from 1 to 2"),
    "k above the vocabulary": (lambda: most_probable(P, 3), "most_probable: k is 3"),
    "no mass": (lambda: top_p(P, 0), "top_p: mass is 0, expected a number above 0 and at most 1"),
    "mass above 1": (lambda: top_p(P, 1.01), "top_p: mass is 1.01"),
    "NaN among the scores": (lambda: greedy(NAN[0]), "greedy: z has shape (3,) with NaN in it"),
    "scores in two rows": (lambda: greedy(X), "greedy: z has shape (4, 6), expected [v]"),
    "negative probability": (
        lambda: sample(np.array([1.5, -0.5]), SKIP),
        "sample: p is [1.5, -0.5], expected probabilities [v] that sum to 1",
    ),
    "probabilities that sum to less": (lambda: sample(P / 2, SKIP), "sample: p is [0.25, 0.25]"),
    "probabilities that sum to more": (lambda: sample(P * 2, SKIP), "sample: p is [1.0, 1.0]"),
    "probabilities that sum to nearly too little": (lambda: sample(np.array([0.999]), SKIP), "sample: p is [0.999]"),
    "probabilities that sum to nearly too much": (lambda: sample(np.array([1.001]), SKIP), "sample: p is [1.001]"),
    "no prompt": (
        lambda: generate(lambda tokens: X, [], greedy, 1),
        "generate: prompt and length are [] and 1, expected at least one token and 1",
    ),
    "no length": (lambda: generate(lambda tokens: X, [1], greedy, 0), "generate: prompt and length are [1] and 0"),
    "cache for another text": (
        lambda: [(model := CachedModel(MODEL))([1, 2]), model([1, 3, 4])],
        "CachedModel: tokens are [1, 3, 4], expected [1, 2] and at least one more",
    ),
    "cache without a new token": (
        lambda: [(model := CachedModel(MODEL))([1, 2]), model([1, 2])],
        "CachedModel: tokens are [1, 2], expected [1, 2] and at least one more",
    ),
    "cache of another number of heads": (
        lambda: [(cache := KVCache()).attention(X, X, HEADS, W_O), cache.attention(X, X, HEADS[:1], W_O[:3])],
        "argument 2 is shorter",
    ),
    "fewer caches than blocks": (
        lambda: language_model([1], MODEL, [KVCache()]),
        "argument 2 is shorter",
    ),
    "cache with a mask": (
        lambda: KVCache().attention(X, X, HEADS, W_O, mask=np.ones((4, 4), dtype=bool)),
        "KVCache: Z, mask, causal",
    ),
    "cache that is not causal": (
        lambda: KVCache().attention(X, X, HEADS, W_O, causal=False),
        "KVCache: Z, mask, causal",
    ),
    "cache of another sequence": (lambda: KVCache().attention(X, X + 1, HEADS, W_O), "KVCache: Z, mask, causal"),
}


@pytest.mark.parametrize("name", CASES)
def test_refused(name: str) -> None:
    call, message = CASES[name]
    with pytest.raises(ValueError, match=re.escape(message)):
        call()

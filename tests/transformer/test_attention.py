"""Weights, masks, scale and names of a single attention."""

from __future__ import annotations

import ast
import inspect
import math
import textwrap
from typing import Any

import numpy as np
import pytest

from pipeline.transformer import (
    attend,
    causal_mask,
    cosine,
    grouped_query_attention,
    multi_head_attention,
    name,
    num,
    scaled_dot_product_attention,
    softmax,
)

from .arrays import Named
from .samples import Sampler


def qkv(seed: int = 0) -> tuple[Any, Any, Any]:
    sampler = Sampler(seed=seed)
    return sampler.array(4, 3), sampler.array(5, 3), sampler.array(5, 2)


def test_cosine_is_scalar_product_over_lengths() -> None:
    a, b = np.array([3.0, 4.0]), np.array([5.0, 12.0])
    assert cosine(a, b) == pytest.approx((3 * 5 + 4 * 12) / (5 * 13))
    assert cosine(a, -2 * a) == pytest.approx(-1)


def test_cosine_of_all_pairs_of_rows() -> None:
    X = Sampler().array(4, 3)
    pairs = [[cosine(a, b) for b in X] for a in X]
    np.testing.assert_allclose(cosine(X[:, None], X[None]), pairs, rtol=1e-14)


def test_each_weight_is_the_formula_of_the_paper() -> None:
    Q, K, V = qkv()
    Y, W = scaled_dot_product_attention(Q, K, V)
    for i, q in enumerate(Q):
        e = [math.exp(sum(q * k) / math.sqrt(3)) for k in K]
        np.testing.assert_allclose(W[i], np.array(e) / sum(e), rtol=1e-13)
        np.testing.assert_allclose(Y[i], sum(w * v for w, v in zip(W[i], V, strict=True)), rtol=1e-13)


def test_the_softmax_runs_along_the_axis_that_is_asked_for() -> None:
    z = Sampler().array(2, 3, 4)
    for axis, length in ((0, 2), (1, 3), (-1, 4)):
        weights = softmax(z, axis)
        np.testing.assert_allclose(weights.sum(axis), 1, rtol=1e-15)
        assert softmax(z * 0, axis) == pytest.approx(1 / length)


def test_large_scores_do_not_overflow() -> None:
    np.testing.assert_array_equal(softmax(np.array([-1e4, 0, 1e4])), [0, 0, 1])


def test_the_scale_is_the_root_of_the_key_size_or_a_factor_or_absent() -> None:
    Q, K, V = qkv()
    root = math.sqrt(3)
    for scale, factor in ((True, 1 / root), (False, 1), ("0.25", 0.25), (2, 2)):
        W = scaled_dot_product_attention(Q, K, V, scale=scale)[1]
        np.testing.assert_allclose(W, softmax(Q @ K.T * factor), rtol=1e-14)


def test_a_boolean_mask_hides_exactly() -> None:
    Q, K, V = qkv()
    mask = np.array([[True, False, True, True, False]] * 4)
    Y, W = scaled_dot_product_attention(Q, K, V, mask)
    assert (W[~mask] == 0).all()
    seen = [0, 2, 3]
    np.testing.assert_allclose(Y, scaled_dot_product_attention(Q, K[seen], V[seen])[0], rtol=1e-14)


def test_a_mask_of_numbers_is_added_to_the_scaled_scores() -> None:
    Q, K, V = qkv()
    added = Sampler(seed=1).array(4, 5)
    W = scaled_dot_product_attention(Q, K, V, added)[1]
    np.testing.assert_allclose(W, softmax(Q @ K.T / math.sqrt(3) + added), rtol=1e-14)


def test_minus_infinity_hides_as_a_boolean_mask_does() -> None:
    Q, K, V = qkv()
    mask = np.array([[True, False, True, True, False]] * 4)
    hidden = scaled_dot_product_attention(Q, K, V, np.where(mask, 0, -np.inf))
    for ours, same in zip(hidden, scaled_dot_product_attention(Q, K, V, mask), strict=True):
        np.testing.assert_array_equal(ours, same)


def test_causal_means_no_key_after_the_query() -> None:
    Q, K, V = qkv()
    W = scaled_dot_product_attention(Q, K, V, causal=True)[1]
    for i in range(4):
        for j in range(5):
            assert (W[i, j] > 0) == (j <= i)


def test_causal_and_mask_together_hide_what_either_hides() -> None:
    Q, K, V = qkv()
    mask = np.array([[True, False, True, True, False]] * 4)
    W = scaled_dot_product_attention(Q, K, V, mask, causal=True)[1]
    np.testing.assert_array_equal(W > 0, mask & np.tri(4, 5, dtype=bool))


def test_a_causal_mask_counts_the_keys_before_the_first_query() -> None:
    expected = [[True, True, True, False, False], [True, True, True, True, False], [True, True, True, True, True]]
    np.testing.assert_array_equal(causal_mask(3, 5, 2), expected)
    np.testing.assert_array_equal(causal_mask(2, 2), [[True, False], [True, True]])


def test_scores_weights_and_outputs_have_their_names() -> None:
    Named.forget()
    Q, K, V = (array.view(Named) for array in qkv())
    Y, W = scaled_dot_product_attention(Q, K, V, causal=True, head="7")
    assert list(Named.labels) == ["S7", "W7", "Y7"]
    expected = {"S7": np.where(np.tri(4, 5, dtype=bool), Q @ K.T / math.sqrt(3), -np.inf), "W7": W, "Y7": Y}
    for label, array in expected.items():
        np.testing.assert_allclose(Named.labels[label], array, rtol=1e-14)
    Named.forget()
    scaled_dot_product_attention(Q, K, V)
    assert list(Named.labels) == ["S", "W", "Y"]


def test_each_head_has_its_names() -> None:
    sampler = Sampler(lambda decimals: np.array(decimals).astype(float).view(Named))
    X, (heads, W_O, _) = sampler.array(4, 6), sampler.heads(6, 6, 2, 3, 2, bias=False)
    for call in (
        lambda: multi_head_attention(X, X, heads, W_O),
        lambda: grouped_query_attention(X, X, [h.W_Q for h in heads], [h[1:3] for h in heads], W_O),
    ):
        Named.forget()
        call()
        assert set(Named.labels) == {f"{letter}{i}" for letter in "QKVSWY" for i in (1, 2)}
        np.testing.assert_allclose(Named.labels["K2"], X @ heads[1].W_K)
        np.testing.assert_allclose(Named.labels["V1"], X @ heads[0].W_V)
        np.testing.assert_allclose(Named.labels["Q2"], X @ heads[1].W_Q)


def test_neighbouring_queries_share_keys_and_values() -> None:
    sampler = Sampler()
    Q, K, V = sampler.array(6, 4, 3), sampler.array(2, 5, 3), sampler.array(2, 5, 2)
    for i, (Y, W) in enumerate(attend(list(Q), list(K), list(V), causal=True)):
        alone = scaled_dot_product_attention(Q[i], K[i // 3], V[i // 3], causal=True)
        np.testing.assert_array_equal(Y, alone[0])
        np.testing.assert_array_equal(W, alone[1])


def source(function: Any) -> str:
    """A function as the article lists it: without decorators and docstring."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function)))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    lines = textwrap.dedent(inspect.getsource(inspect.unwrap(function))).splitlines()
    body = tree.body[1:] if ast.get_docstring(tree) else tree.body
    return "\n".join(lines[tree.lineno - 1 : tree.body[0].lineno - 1] + lines[body[0].lineno - 1 :])


def test_the_listing_of_the_article_is_short_and_needs_numpy_only() -> None:
    core = [source(softmax), source(scaled_dot_product_attention)]
    assert sum(len(text.splitlines()) for text in core) <= 13
    code = "\n\n".join(["from __future__ import annotations", source(num), source(name), *core])
    namespace: dict[str, Any] = {"np": np}
    exec(compile(code, "listing", "exec"), namespace)
    Q, K, V = qkv()
    for listed, ours in zip(
        namespace["scaled_dot_product_attention"](Q, K, V), scaled_dot_product_attention(Q, K, V), strict=True
    ):
        np.testing.assert_array_equal(listed, ours)

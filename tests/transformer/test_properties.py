"""What holds for every input, tried on many."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.arithmetic import Balls, balls
from pipeline.transformer import (
    CachedModel,
    attend,
    encoder,
    generate,
    greedy,
    grouped_query_attention,
    language_model,
    log_softmax,
    multi_head_attention,
    sample,
    scaled_dot_product_attention,
    sinusoidal_encoding,
    softmax,
    top_k,
    top_p,
    with_temperature,
)

from .samples import Sampler

settings.register_profile("reference", max_examples=25, deadline=None, derandomize=True, database=None)
settings.load_profile("reference")
seeds = st.integers(0, 10**6)
sizes = st.integers(1, 6)
tokens = st.lists(st.integers(0, 10), min_size=2, max_size=6)


def close(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-12)


@given(seeds, sizes, sizes, sizes)
def test_the_rows_of_the_weights_are_distributions(seed: int, L: int, M: int, d: int) -> None:
    sampler = Sampler(seed=seed)
    V = sampler.array(M, d)
    Y, W = scaled_dot_product_attention(sampler.array(L, d), sampler.array(M, d), V)
    assert (W > 0).all()
    close(W.sum(-1), 1)
    close(np.clip(Y, V.min(0), V.max(0)), Y)  # a mean lies between the smallest and the largest


@given(seeds, st.permutations(range(5)))
def test_without_positions_the_order_of_the_tokens_is_lost(seed: int, order: list[int]) -> None:
    sampler = Sampler(seed=seed)
    X, blocks = sampler.array(5, 6), [sampler.encoder_block(6, 2, 7) for _ in range(2)]
    close(encoder(X[order], blocks), encoder(X, blocks)[order])


def test_with_positions_the_order_of_the_tokens_counts() -> None:
    sampler = Sampler()
    X, P, blocks = sampler.array(5, 6), sinusoidal_encoding(range(5), 6, np.zeros(1)), [sampler.encoder_block(6, 2, 7)]
    order = [1, 0, 2, 3, 4]
    assert np.abs(encoder(X[order] + P, blocks) - encoder(X + P, blocks)[order]).max() > 0.01


@given(seeds, sizes, st.floats(-1000, 1000))
def test_a_shift_of_all_scores_changes_nothing(seed: int, n: int, shift: float) -> None:
    z = Sampler(seed=seed).array(2, n)
    np.testing.assert_allclose(softmax(z + shift), softmax(z), atol=1e-11)
    np.testing.assert_allclose(log_softmax(z + shift), log_softmax(z), atol=1e-11)


@given(seeds, sizes, st.integers(1, 1000))
def test_log_softmax_is_the_logarithm_of_softmax(seed: int, n: int, spread: int) -> None:
    z = Sampler(seed=seed).array(n)
    close(log_softmax(z), np.log(softmax(z)))
    assert np.isfinite(log_softmax(z * spread)).all()


@given(seeds, st.lists(st.booleans(), min_size=5, max_size=5).filter(any), st.floats(-1e6, 1e6))
def test_what_is_masked_has_no_influence_at_all(seed: int, seen: list[bool], other: float) -> None:
    sampler = Sampler(seed=seed)
    Q, K, V = sampler.array(3, 4), sampler.array(5, 4), sampler.array(5, 2)
    mask = np.array([seen] * 3)
    Y, W = scaled_dot_product_attention(Q, K, V, mask)
    hidden = ~np.array(seen)
    K[hidden] = V[hidden] = other
    np.testing.assert_array_equal(W[:, hidden], 0)
    np.testing.assert_array_equal(scaled_dot_product_attention(Q, K, V, mask)[0], Y)


@given(seeds, tokens, st.booleans())
def test_what_comes_later_changes_nothing_before(seed: int, text: list[int], pre_norm: bool) -> None:
    model = Sampler(seed=seed).language_model(pre_norm=pre_norm)
    close(language_model(text[:-1], model), language_model(text, model)[:-1])


@given(seeds, tokens, st.booleans())
def test_generation_with_cache_is_generation_without(seed: int, text: list[int], pre_norm: bool) -> None:
    model = Sampler(seed=seed).language_model(pre_norm=pre_norm)
    cached = CachedModel(model)
    close(
        np.concatenate([cached(text[:2]), *(cached(text[:t]) for t in range(3, len(text) + 1))]),
        language_model(text, model),
    )
    slow = generate(lambda given_tokens: language_model(given_tokens, model), text, greedy, 4)
    assert generate(CachedModel(model), text, greedy, 4) == slow


@given(seeds, st.sampled_from([1, 2, 3, 6]))
def test_heads_are_slices_of_one_wide_projection(seed: int, h: int) -> None:
    sampler = Sampler(seed=seed)
    X, Z, (W_Q, W_K, W_V, W_O) = sampler.array(4, 6), sampler.array(5, 6), sampler.array(4, 6, 6)
    columns = np.split(np.arange(6), h)
    heads = [(W_Q[:, part], W_K[:, part], W_V[:, part]) for part in columns]
    wide = (X @ W_Q, Z @ W_K, Z @ W_V)
    parts = [scaled_dot_product_attention(*(array[:, part] for array in wide))[0] for part in columns]
    close(multi_head_attention(X, Z, heads, W_O), np.concatenate(parts, axis=-1) @ W_O)


@given(seeds, st.sampled_from([1, 2, 3, 6]))
def test_grouped_queries_are_heads_with_the_same_keys_and_values(seed: int, g: int) -> None:
    sampler = Sampler(seed=seed)
    X, Z, W_O = sampler.array(4, 5), sampler.array(3, 5), sampler.array(6 * 3, 5)
    W_Q, groups = sampler.array(6, 5, 2), [(sampler.array(5, 2), sampler.array(5, 3)) for _ in range(g)]
    heads = [(W_Q[i], *groups[i * g // 6]) for i in range(6)]
    mask, added = np.tri(4, 3, dtype=bool), sampler.array(4, 3)
    close(grouped_query_attention(X, Z, W_Q, groups, W_O), multi_head_attention(X, Z, heads, W_O))
    close(grouped_query_attention(X, Z, W_Q, groups, W_O, added), multi_head_attention(X, Z, heads, W_O, added))
    close(grouped_query_attention(X, Z, W_Q, groups, W_O, causal=True), multi_head_attention(X, Z, heads, W_O, mask))


@given(seeds, st.booleans())
def test_coarse_balls_contain_fine_balls(seed: int, pre_norm: bool) -> None:
    coarse, fine = (
        language_model([3, 1, 4], Sampler(lambda x, bits=bits: balls(x, bits), seed).language_model(pre_norm=pre_norm))
        for bits in (40, 400)
    )
    assert isinstance(coarse, Balls)
    pairs = list(zip(coarse.elements.flat, fine.elements.flat, strict=True))
    assert len(pairs) == 3 * 11
    assert all(wide.contains(narrow) and wide.rad() > narrow.rad() for wide, narrow in pairs)


@given(seeds, st.integers(1, 9), st.floats(0.01, 1))
def test_cut_distributions_are_distributions_of_the_most_probable(seed: int, k: int, mass: float) -> None:
    p = softmax(Sampler(seed=seed).array(9))
    for cut in (top_k(p, k), top_p(p, mass)):
        kept = cut > 0
        close(cut.sum(), 1)
        close(cut[kept] / cut[kept][0], p[kept] / p[kept][0])
        assert not kept.all() or cut.shape == p.shape
        assert p[kept].min() >= p[~kept].max(initial=0)
        assert kept[sample(cut, np.random.default_rng(seed))]
    assert (top_k(p, k) > 0).sum() == k
    chosen = top_p(p, mass) > 0
    assert p[chosen].sum() >= mass - 1e-12
    assert p[chosen].sum() - p[chosen].min() < mass


@given(seeds)
def test_a_low_temperature_is_greedy(seed: int) -> None:
    z = Sampler(seed=seed).array(7)
    z[greedy(z)] += 0.01
    assert softmax(with_temperature(z, "0.0001"))[greedy(z)] > 0.999


@given(seeds)
def test_one_query_group_is_multi_query_attention(seed: int) -> None:
    sampler = Sampler(seed=seed)
    Q, K, V = sampler.array(3, 4, 2), sampler.array(5, 2), sampler.array(5, 3)
    for q, (Y, _) in zip(Q, attend(list(Q), [K], [V]), strict=True):
        close(Y, scaled_dot_product_attention(q, K, V)[0])

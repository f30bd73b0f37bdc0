"""Embedding, whole models, generation with and without cache, loss."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pipeline.transformer import (
    CachedModel,
    KVCache,
    cross_entropy,
    decoder_block,
    embed,
    encoder,
    encoder_block,
    generate,
    greedy,
    language_model,
    layer_norm,
    logits,
    multi_head_attention,
    next_token_distribution,
    sinusoidal_encoding,
    softmax,
    teacher_forcing_loss,
    token_losses,
    transformer,
    with_temperature,
)

from .samples import Sampler


def test_embedding_looks_up_rows() -> None:
    E = Sampler().array(5, 3)
    np.testing.assert_array_equal(embed([4, 0, 4], E), np.stack([E[4], E[0], E[4]]))


def test_the_output_head_scores_every_entry_of_the_vocabulary() -> None:
    sampler = Sampler()
    h, W_out, b = sampler.array(4), sampler.array(7, 4), sampler.array(7)
    expected = [sum(w * x for w, x in zip(row, h, strict=True)) + shift for row, shift in zip(W_out, b, strict=True)]
    np.testing.assert_allclose(logits(h, W_out, b), expected, rtol=1e-13)
    np.testing.assert_allclose(next_token_distribution(h, W_out, b), softmax(np.array(expected)), rtol=1e-13)


def test_temperature_sharpens_and_flattens() -> None:
    z = np.array([1.0, 2, 4])
    np.testing.assert_allclose(with_temperature(z, "0.5"), 2 * z)
    assert softmax(with_temperature(z, "0.1")).max() > softmax(z).max() > softmax(with_temperature(z, 10)).max()


@pytest.mark.parametrize("pre_norm", [False, True])
def test_a_language_model_is_its_parts_in_order(pre_norm: bool) -> None:
    model, tokens = Sampler().language_model(pre_norm=pre_norm), [3, 1, 4]
    X = model.E[tokens] + sinusoidal_encoding(range(3), 6, model.E)
    for block in model.blocks:
        X = encoder_block(X, block, causal=True, pre_norm=pre_norm)
    X = layer_norm(X, *model.norm) if pre_norm else X
    np.testing.assert_array_equal(language_model(tokens, model), X @ model.W_out.T + model.b)


def test_the_transformer_is_its_parts_in_order() -> None:
    model = Sampler().transformer()
    source, target = [4, 0, 2], [1, 6]
    Z = encoder(model.E_source[source] + sinusoidal_encoding(range(3), 6, model.E_source), model.encoder)
    Y = model.E_target[target] + sinusoidal_encoding(range(2), 6, model.E_target)
    for block in model.decoder:
        Y = decoder_block(Y, Z, block)
    np.testing.assert_array_equal(transformer(source, target, model), Y @ model.W_out.T + model.b)


def test_the_cache_is_multi_head_attention_in_pieces() -> None:
    sampler = Sampler()
    X, p = sampler.array(5, 6), sampler.heads(6, 6, 2, 3, 3)
    whole = multi_head_attention(X, X, p.heads, p.W_O, causal=True, b_O=p.b_O)
    cache = KVCache()
    pieces = [cache.attention(piece, piece, p.heads, p.W_O, b_O=p.b_O) for piece in (X[:2], X[2:3], X[3:])]
    np.testing.assert_allclose(np.concatenate(pieces), whole, rtol=1e-13)
    assert cache.length == 5
    assert [K.shape for K in cache.K] == [(5, 3), (5, 3)]
    np.testing.assert_allclose(cache.V[1], X @ p.heads[1].W_V + p.heads[1].b_V)


def test_generation_appends_what_is_chosen_until_the_end_token() -> None:
    scores = {(1,): [0, 5, 9], (1, 2): [0, 9, 5], (1, 2, 1): [9, 0, 0]}

    def model(tokens: list[int]) -> np.ndarray:
        return np.array([[7.0, 7, 7], scores[tuple(tokens)]])

    assert generate(model, [1], greedy, length=3) == (1, 2, 1, 0)
    assert generate(model, [1], greedy, length=2) == (1, 2, 1)
    assert generate(model, [1], greedy, length=1) == (1, 2)
    assert generate(model, [1], greedy, length=3, end=1) == (1, 2, 1)
    assert generate(model, (1,), greedy, length=3, end=2) == (1, 2)


def test_generation_with_cache_computes_new_tokens_only() -> None:
    model = Sampler().language_model()
    cached = CachedModel(model)
    assert cached([1, 2, 3]).shape == (3, 11)
    assert cached((1, 2, 3, 4)).shape == (1, 11)
    assert [cache.length for cache in cached.caches] == [4, 4]


def test_losses_are_negative_logarithms_of_probabilities() -> None:
    z, targets = Sampler().array(3, 5), [4, 0, 2]
    expected = [-math.log(softmax(row)[target]) for row, target in zip(z, targets, strict=True)]
    np.testing.assert_allclose(token_losses(z, targets), expected, rtol=1e-14)
    assert cross_entropy(z, targets) == pytest.approx(sum(expected))


def test_teacher_forcing_predicts_each_token_from_the_true_ones_before() -> None:
    model, tokens = Sampler().language_model(), [3, 1, 4, 1, 5]
    one_by_one = [-math.log(softmax(language_model(tokens[:t], model)[-1])[tokens[t]]) for t in range(1, len(tokens))]
    loss = teacher_forcing_loss(lambda given: language_model(given, model), tokens)
    assert loss == pytest.approx(sum(one_by_one), rel=1e-13)

"""The counts of costs.py against multiplications that are counted while the reference runs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from pipeline.transformer import (
    EncoderBlock,
    KVCache,
    attend,
    encoder_block,
    feed_forward,
    grouped_query_attention,
    relu,
)
from pipeline.transformer.costs import (
    attention_multiplications,
    cache_numbers,
    cached_block_multiplications,
    encoder_block_multiplications,
    feed_forward_multiplications,
    multi_head_multiplications,
    projection_multiplications,
    score_multiplications,
    weight_numbers,
)
from pipeline.transformer.layers import layer_norm

from .arrays import Sticky
from .samples import Kind, Sampler


class Number(float):
    """A float that counts each multiplication it takes part in."""

    count = 0

    def __mul__(self, other: Any) -> Number:
        Number.count += 1
        return Number(float(self) * float(other))

    __rmul__ = __mul__

    def __add__(self, other: Any) -> Number:
        return Number(float(self) + float(other))

    def __sub__(self, other: Any) -> Number:
        return Number(float(self) - float(other))

    def __rsub__(self, other: Any) -> Number:
        return Number(float(other) - float(self))

    def __truediv__(self, other: Any) -> Number:
        return Number(float(self) / float(other))

    def exp(self) -> Number:
        return Number(math.exp(self))

    def sqrt(self) -> Number:
        return Number(math.sqrt(self))


class Counted(Sticky):
    """An array of counting numbers."""

    def __num__(self, value: Any) -> Any:
        return counted(value)


def counted(decimals: Any) -> Any:
    plain = np.array(decimals).astype(float)
    numbers = np.empty(plain.shape, dtype=object)
    for place in np.ndindex(plain.shape):
        numbers[place] = Number(float(plain[place]))
    return numbers.view(Counted)


COUNTED: Kind = counted
L, M, D, H, G, D_K, D_V, D_FF = 3, 10, 8, 4, 2, 6, 7, 9


def multiplications(function: Any, *arguments: Any) -> int:
    Number.count = 0
    function(*arguments)
    return Number.count


def test_attention_of_one_head() -> None:
    sampler = Sampler(COUNTED)
    Q, K, V = sampler.array(L, D_K), sampler.array(M, D_K), sampler.array(M, D_V)
    expected = attention_multiplications(L, M, D_K, D_V)
    assert multiplications(attend, [Q], [K], [V]) == expected
    assert expected == score_multiplications(L, M, D_K) + multiplications(np.matmul, Q[:, :1] @ K.T[:1], V)
    assert score_multiplications(L, M, D_K) == multiplications(np.matmul, Q, K.T)


def test_grouped_queries_with_their_projections() -> None:
    sampler = Sampler(COUNTED)
    X, Z, W_O = sampler.array(L, D), sampler.array(M, D), sampler.array(H * D_V, D)
    W_Q = [sampler.array(D, D_K) for _ in range(H)]
    groups = [(sampler.array(D, D_K), sampler.array(D, D_V)) for _ in range(G)]
    found = multiplications(grouped_query_attention, X, Z, W_Q, groups, W_O)
    assert found == multi_head_multiplications(L, M, D, H, G, D_K, D_V)
    assert found - projection_multiplications(L, M, D, H, G, D_K, D_V) == H * attention_multiplications(L, M, D_K, D_V)


def test_feed_forward_network() -> None:
    sampler = Sampler(COUNTED)
    found = multiplications(
        lambda x, network: feed_forward(x, *network, relu), sampler.array(L, D), sampler.network(D, D_FF)
    )
    assert found == feed_forward_multiplications(L, D, D_FF)


def small_block(sampler: Sampler) -> EncoderBlock:
    own = sampler.heads(D, D, H, D_K, D_V)
    return EncoderBlock(own, sampler.norm(D), sampler.network(D, D_FF), sampler.norm(D))


def test_a_block_without_its_normalisations() -> None:
    sampler = Sampler(COUNTED)
    X, block = sampler.array(L, D), small_block(sampler)
    norms = 2 * multiplications(lambda x: layer_norm(x, *block.norm_1), X)
    found = multiplications(encoder_block, X, block) - norms
    assert found == encoder_block_multiplications(L, D, H, D_K, D_V, D_FF)


def test_a_cached_step_costs_what_one_new_token_costs() -> None:
    sampler = Sampler(COUNTED)
    block, cache = small_block(sampler), KVCache()
    encoder_block(sampler.array(M, D), block, causal=True, attention=cache.attention)
    new = sampler.array(1, D)
    norms = 2 * multiplications(lambda x: layer_norm(x, *block.norm_1), new)
    found = multiplications(lambda: encoder_block(new, block, causal=True, attention=cache.attention)) - norms
    assert found == cached_block_multiplications(M, D, H, D_K, D_V, D_FF)
    assert cache_numbers(M + 1, 1, H, D_K, D_V) == sum(array.size for array in [*cache.K, *cache.V])


def test_numbers_to_keep() -> None:
    sampler = Sampler()
    heads = attend(list(sampler.array(H, L, D_K)), list(sampler.array(G, M, D_K)), list(sampler.array(G, M, D_V)))
    assert weight_numbers(L, M, H) == sum(W.size for _, W in heads)
    assert cache_numbers(L, 3, G, D_K, D_V) == 3 * L * (G * D_K + G * D_V)


def test_h_narrow_heads_cost_what_one_wide_head_costs() -> None:
    narrow, wide = (multi_head_multiplications(L, L, 768, h, h, 768 // h, 768 // h) for h in (12, 1))
    assert narrow == wide

"""What it costs: multiplications of the matrix products, and numbers to keep.

Sizes are integers, or anything that adds and multiplies like them.  L queries, M keys, width d,
h heads of width d_k (keys) and d_v (values), g of them with keys of their own, d_ff hidden neurons.
Divisions, exponentials and normalisations are left out: they grow with L d and L M, not with L M d.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Size: TypeAlias = Any  # int, or a traced integer of the document


def score_multiplications(L: Size, M: Size, d_k: Size) -> Size:
    """Q K^T of one head: L M scores of d_k multiplications each."""
    return L * M * d_k


def attention_multiplications(L: Size, M: Size, d_k: Size, d_v: Size) -> Size:
    """One head without its projections: the scores and the mix of the values."""
    return score_multiplications(L, M, d_k) + L * M * d_v


def projection_multiplications(L: Size, M: Size, d: Size, h: Size, g: Size, d_k: Size, d_v: Size) -> Size:
    """Queries of h heads for L tokens, keys and values of g heads for M tokens, output for L tokens."""
    return L * d * h * d_k + M * d * g * (d_k + d_v) + L * h * d_v * d


def multi_head_multiplications(L: Size, M: Size, d: Size, h: Size, g: Size, d_k: Size, d_v: Size) -> Size:
    """Attention with h heads and its projections; g = h unless keys and values are shared."""
    return projection_multiplications(L, M, d, h, g, d_k, d_v) + h * attention_multiplications(L, M, d_k, d_v)


def feed_forward_multiplications(L: Size, d: Size, d_ff: Size) -> Size:
    """Both layers for each of L tokens."""
    return L * d * d_ff + L * d_ff * d


def encoder_block_multiplications(L: Size, d: Size, h: Size, d_k: Size, d_v: Size, d_ff: Size) -> Size:
    """Self-attention and feed-forward network of one block."""
    return multi_head_multiplications(L, L, d, h, h, d_k, d_v) + feed_forward_multiplications(L, d, d_ff)


def cached_block_multiplications(past: Size, d: Size, h: Size, d_k: Size, d_v: Size, d_ff: Size) -> Size:
    """One block for one new token whose `past` predecessors are in the cache."""
    projections = projection_multiplications(1, 1, d, h, h, d_k, d_v)
    heads = h * attention_multiplications(1, past + 1, d_k, d_v)
    return projections + heads + feed_forward_multiplications(1, d, d_ff)


def weight_numbers(L: Size, M: Size, h: Size) -> Size:
    """Attention weights of h heads, all kept at once."""
    return h * L * M


def cache_numbers(L: Size, blocks: Size, g: Size, d_k: Size, d_v: Size) -> Size:
    """Keys and values of L tokens in all blocks; g heads have keys and values of their own."""
    return blocks * L * g * (d_k + d_v)

"""Several heads side by side: multi-head, cross-, grouped-query and multi-query attention."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from .attention import scaled_dot_product_attention
from .numbers import name
from .parameters import Head
from .shapes import shapes


@shapes("x[..., d], W[d, e], b?[e] -> [..., e]")
def linear(x, W, b=None):
    """x W + b for each row; the bias may be absent."""
    return x @ W if b is None else x @ W + b


def attend(Q, K, V, mask=None, causal=False, scale=True):
    """Attention of each head; h queries share g keys and values in groups of h / g.

    Q: h arrays [L, d_k]; K, V: g arrays [M, d_k], [M, d_v]; h must be a multiple of g -> h pairs (Y, W).
    g = h is multi-head, 1 < g < h grouped-query (Ainslie et al. 2023), g = 1 multi-query attention (Shazeer 2019).
    """
    if not K or len(K) != len(V) or len(Q) % len(K) or not Q:
        raise ValueError(f"attend: Q, K, V have {len(Q)}, {len(K)}, {len(V)} heads, expected h, g, g with h = n * g")
    group = len(Q) // len(K)
    return [
        scaled_dot_product_attention(Q[i], K[i // group], V[i // group], mask, causal, scale, head=str(i + 1))
        for i in range(len(Q))
    ]


def queries(X, heads):
    """The query of each head, Q1, Q2, ...: h arrays [L, d_k]."""
    return [name(f"Q{i}", linear(X, head.W_Q, head.b_Q)) for i, head in enumerate(heads, 1)]


def keys(Z, heads):
    """The key of each head, K1, K2, ...: h arrays [M, d_k]."""
    return [name(f"K{i}", linear(Z, head.W_K, head.b_K)) for i, head in enumerate(heads, 1)]


def values(Z, heads):
    """The value of each head, V1, V2, ...: h arrays [M, d_v]."""
    return [name(f"V{i}", linear(Z, head.W_V, head.b_V)) for i, head in enumerate(heads, 1)]


def concatenate(attended, W_O, b_O=None):
    """The heads side by side, mixed by the output projection: h arrays [L, d_v], W_O [h * d_v, d] -> [L, d]."""
    return linear(np.concatenate([Y for Y, _ in attended], axis=-1), W_O, b_O)


def multi_head_attention(X, Z, heads, W_O, mask=None, causal=False, b_O=None):
    """Queries from X [L, d], keys and values from Z [M, e] -> [L, d] (Vaswani et al. 2017, section 3.2.2).

    Self-attention is X = Z, cross-attention takes Z from the encoder.  heads: triples (W_Q, W_K, W_V) with
    W_Q [d, d_k], W_K [e, d_k], W_V [e, d_v], or `Head` with biases; W_O [h * d_v, d].
    """
    heads = [Head(*head) for head in heads]
    return concatenate(attend(queries(X, heads), keys(Z, heads), values(Z, heads), mask, causal), W_O, b_O)


def grouped_query_attention(X, Z, W_Q, groups, W_O, mask=None, causal=False):
    """Multi-head attention whose heads share keys and values in groups (Ainslie et al. 2023) -> [L, d].

    W_Q: h matrices [d, d_k]; groups: g pairs (W_K, W_V); consecutive h / g heads use one group.
    """
    Q = [name(f"Q{i}", linear(X, W)) for i, W in enumerate(W_Q, 1)]
    K = [name(f"K{i}", linear(Z, W)) for i, (W, _) in enumerate(groups, 1)]
    V = [name(f"V{i}", linear(Z, W)) for i, (_, W) in enumerate(groups, 1)]
    return concatenate(attend(Q, K, V, mask, causal), W_O)

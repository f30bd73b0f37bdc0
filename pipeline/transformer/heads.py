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


def project(label, X, maps):
    """X W + b for each head, called Q1, Q2, ...: X [L, d], h pairs ([d, d_k], [d_k] or None) -> h arrays [L, d_k]."""
    return [name(f"{label}{i}", linear(X, W, b)) for i, (W, b) in enumerate(maps, 1)]


def attend(Q, K, V, mask=None, causal=False, scale=True):
    """Attention of each head; h queries share g keys and values, h / g neighbours each.

    Q: h arrays [L, d_k]; K, V: g arrays [M, d_k], [M, d_v]; h a multiple of g -> h pairs (Y, W).
    g = h is multi-head, 1 < g < h grouped-query (Ainslie et al. 2023), g = 1 multi-query attention (Shazeer 2019).
    """
    h, g = len(Q), len(K)
    if not h or not g or len(V) != g or h % g:
        raise ValueError(f"attend: Q, K, V have {h}, {g}, {len(V)} heads, expected h, g, g with h a multiple of g")
    return [
        scaled_dot_product_attention(Q[i], K[i * g // h], V[i * g // h], mask, causal, scale, head=i + 1)
        for i in range(h)
    ]


def mix(heads, W_O, b_O=None):
    """The outputs of the heads side by side, mixed by W_O [h d_v, d]: h pairs ([L, d_v], weights) -> [L, d]."""
    return linear(np.concatenate([Y for Y, _ in heads], axis=-1), W_O, b_O)


def project_heads(X, Z, heads):
    """Queries from X [L, d], keys and values from Z [M, e], each as a list of h arrays."""
    heads = [Head(*head) for head in heads]
    Q = project("Q", X, [(head.W_Q, head.b_Q) for head in heads])  # h times [L, d_k]
    K = project("K", Z, [(head.W_K, head.b_K) for head in heads])  # h times [M, d_k]
    V = project("V", Z, [(head.W_V, head.b_V) for head in heads])  # h times [M, d_v]
    return Q, K, V


@shapes("X[L, d], Z[M, e], W_O[m, o], mask?[L, M], b_O?[o] -> [L, o]")
def multi_head_attention(X, Z, heads, W_O, mask=None, causal=False, b_O=None):
    """Queries from X [L, d], keys and values from Z [M, e] -> [L, d] (Vaswani et al. 2017, section 3.2.2).

    Self-attention is X = Z; cross-attention takes Z from the encoder.  heads: triples (W_Q, W_K, W_V) with
    W_Q [d, d_k], W_K [e, d_k], W_V [e, d_v], or `Head` with biases; W_O [h d_v, d].
    """
    Q, K, V = project_heads(X, Z, heads)
    return mix(attend(Q, K, V, mask, causal), W_O, b_O)  # [L, d]


@shapes("X[L, d], Z[M, e], W_O[m, o], mask?[L, M] -> [L, o]")
def grouped_query_attention(X, Z, W_Q, groups, W_O, mask=None, causal=False):
    """Multi-head attention whose heads share keys and values (Ainslie et al. 2023) -> [L, d].

    W_Q: h matrices [d, d_k]; groups: g pairs (W_K, W_V), each for h / g neighbouring heads; g = 1 is multi-query.
    """
    Q = project("Q", X, [(W, None) for W in W_Q])  # h times [L, d_k]
    K = project("K", Z, [(W, None) for W, _ in groups])  # g times [M, d_k]
    V = project("V", Z, [(W, None) for _, W in groups])  # g times [M, d_v]
    return mix(attend(Q, K, V, mask, causal), W_O)

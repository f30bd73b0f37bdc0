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


def project(label, X, matrices, biases=None):
    """X W for each head, called Q1, Q2, ...: X [L, d], h matrices [d, d_k] -> h arrays [L, d_k]."""
    biases = biases or [None] * len(matrices)
    return [name(f"{label}{i}", linear(X, W, b)) for i, (W, b) in enumerate(zip(matrices, biases, strict=True), 1)]


def attend(Q, K, V, mask=None, causal=False, scale=True):
    """Attention of each head; h queries share g keys and values, h / g neighbours each.

    Q: h arrays [L, d_k]; K, V: g arrays [M, d_k], [M, d_v]; h a multiple of g -> h pairs (Y, W).
    g = h is multi-head, 1 < g < h grouped-query (Ainslie et al. 2023), g = 1 multi-query attention (Shazeer 2019).
    """
    if not Q or not K or len(K) != len(V) or len(Q) % len(K):
        raise ValueError(f"attend: Q, K, V have {len(Q)}, {len(K)}, {len(V)} heads, expected h, g, g with h = n g")
    shared = len(Q) // len(K)
    return [
        scaled_dot_product_attention(q, K[i // shared], V[i // shared], mask, causal, scale, head=str(i + 1))
        for i, q in enumerate(Q)
    ]


def mix(heads, W_O, b_O=None):
    """The outputs of the heads side by side, mixed by W_O [h d_v, d]: h pairs ([L, d_v], weights) -> [L, d]."""
    return linear(np.concatenate([Y for Y, _ in heads], axis=-1), W_O, b_O)


def project_heads(X, Z, heads):
    """Queries from X [L, d], keys and values from Z [M, e], each as a list of h arrays."""
    W_Q, W_K, W_V, b_Q, b_K, b_V = zip(*(Head(*head) for head in heads), strict=True)
    Q = project("Q", X, W_Q, b_Q)  # h times [L, d_k]
    K = project("K", Z, W_K, b_K)  # h times [M, d_k]
    V = project("V", Z, W_V, b_V)  # h times [M, d_v]
    return Q, K, V


def multi_head_attention(X, Z, heads, W_O, mask=None, causal=False, b_O=None):
    """Queries from X [L, d], keys and values from Z [M, e] -> [L, d] (Vaswani et al. 2017, section 3.2.2).

    Self-attention is X = Z; cross-attention takes Z from the encoder.  heads: triples (W_Q, W_K, W_V) with
    W_Q [d, d_k], W_K [e, d_k], W_V [e, d_v], or `Head` with biases; W_O [h d_v, d].
    """
    Q, K, V = project_heads(X, Z, heads)
    return mix(attend(Q, K, V, mask, causal), W_O, b_O)  # [L, d]


def grouped_query_attention(X, Z, W_Q, groups, W_O, mask=None, causal=False):
    """Multi-head attention whose heads share keys and values (Ainslie et al. 2023) -> [L, d].

    W_Q: h matrices [d, d_k]; groups: g pairs (W_K, W_V), each for h / g neighbouring heads; g = 1 is multi-query.
    """
    W_K, W_V = zip(*groups, strict=True)
    Q, K, V = project("Q", X, W_Q), project("K", Z, W_K), project("V", Z, W_V)  # h, g, g arrays
    return mix(attend(Q, K, V, mask, causal), W_O)

"""Attention: each query takes a weighted mean of the values (Vaswani et al. 2017, section 3.2.1)."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from .numbers import name, num
from .shapes import shapes


@shapes("a[...a, d], b[...b, d] -> [...]")
def cosine(a, b):
    """Cosine of the angle between vectors: 1 same direction, 0 perpendicular, -1 opposite.

    Leading axes are broadcast: cosine(X[:, None], X[None]) compares each row of X with each.
    """
    norms = np.sqrt(np.sum(a * a, axis=-1)) * np.sqrt(np.sum(b * b, axis=-1))
    return np.sum(a * b, axis=-1) / norms


@shapes("z[...] -> [...]")
def softmax(z, axis=-1):
    """Positive weights that sum to 1 along the axis.

    The maximum is taken off first, which changes nothing but keeps exp within range.
    """
    e = np.exp(z - np.max(z, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)


@shapes("z[...] -> [...]")
def log_softmax(z, axis=-1):
    """Logarithm of `softmax`, without the detour over weights that may underflow to 0."""
    z = z - np.max(z, axis=axis, keepdims=True)
    return z - np.log(np.sum(np.exp(z), axis=axis, keepdims=True))


def causal_mask(L, M, past=0):
    """True where query i may see key j: `j <= i + past`; `past` keys come before the first query.

    Shape [L, M], boolean; equation (13) of the article with True for 0 and False for minus infinity.
    """
    return np.tri(L, M, past, dtype=bool)


def every_query_sees_a_key(Q, K, mask, causal, **_):
    """Refuse masks that leave a query without any key: its weights would be 0/0."""
    seen = causal_mask(len(Q), len(K)) if causal else np.ones((len(Q), len(K)), dtype=bool)
    if isinstance(mask, np.ndarray):
        seen = seen & (mask if mask.dtype == bool else mask > -np.inf)
    blind = [i for i, row in enumerate(seen) if not row.any()]
    if blind:
        found = f"mask has shape {seen.shape} and hides every key from query {blind[0]}"
        raise ValueError(f"scaled_dot_product_attention: {found}, expected [L, M] with a key for each query")


@shapes("Q[L, d_k], K[M, d_k], V[M, d_v], mask?[L, M] -> [L, d_v], [L, M]", every_query_sees_a_key)
def scaled_dot_product_attention(Q, K, V, mask=None, causal=False, scale=True, head=""):
    """The attended values Y and the weights W (Vaswani et al. 2017, equation 1).

    Q [L, d_k] queries, K [M, d_k] keys, V [M, d_v] values -> Y [L, d_v], W [L, M].
    mask [L, M]: boolean (True: may be seen) or numbers that are added to the scores (minus infinity: hidden).
    causal: query i sees keys 0 to i only.  scale: True divides the scores by sqrt(d_k), False leaves them,
    a decimal string is a factor.  head: suffix of the names S, W and Y of this head.
    """
    S = Q @ K.T  # [L, M]
    if scale:
        S = S / np.sqrt(num(K.shape[-1], K)) if scale is True else S * num(scale, K)
    if causal:
        S = np.where(np.tri(len(Q), len(K), dtype=bool), S, -np.inf)
    if mask is not None:
        S = np.where(mask, S, -np.inf) if mask.dtype == bool else S + mask
    W = name(f"W{head}", softmax(name(f"S{head}", S)))
    return name(f"Y{head}", W @ V), W  # [L, d_v], [L, M]

"""Generation without doing the same work twice: keys and values of earlier tokens are kept."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from .attention import causal_mask
from .heads import attend, mix, project_heads
from .models import language_model


class KVCache:
    """Keys and values of all tokens that one block has seen; one array for each head."""

    def __init__(self):
        self.K, self.V, self.length = [], [], 0

    def attention(self, X, Z, heads, W_O, mask=None, causal=True, b_O=None):
        """`multi_head_attention` of new tokens X [L, d] over the tokens seen before and themselves -> [L, d].

        Z must be X, and the mask causal: what is kept cannot depend on what comes later.
        """
        if Z is not X or mask is not None or not causal:
            raise ValueError(f"KVCache: Z, mask, causal are {Z}, {mask}, {causal}, expected X itself, None and True")
        Q, K, V = project_heads(X, X, heads)
        self.K, self.V = _append(self.K, K), _append(self.V, V)
        past, self.length = self.length, self.length + len(X)
        return mix(attend(Q, self.K, self.V, causal_mask(len(X), self.length, past)), W_O, b_O)


def _append(kept, new):
    return [np.concatenate(pair) for pair in zip(kept, new, strict=True)] if kept else new


class CachedModel:
    """A language model for a growing text: each call computes the new tokens only."""

    def __init__(self, model):
        self.model, self.tokens, self.caches = model, [], [KVCache() for _ in model.blocks]

    def __call__(self, tokens):
        """Scores after each new token: [t, v] for t tokens more than last time."""
        tokens, seen = list(tokens), len(self.tokens)
        if tokens[:seen] != self.tokens or len(tokens) == seen:
            raise ValueError(f"CachedModel: tokens are {tokens}, expected {self.tokens} and at least one more")
        self.tokens = tokens
        return language_model(tokens[seen:], self.model, self.caches)

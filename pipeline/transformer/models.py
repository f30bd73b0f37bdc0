"""Whole models: tokens in, scores of the next token out."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

from .blocks import decoder, encoder
from .encoding import sinusoidal_encoding
from .vocabulary import embed, logits


def positioned(tokens, E, first=0):
    """Embeddings plus position encoding, the first token standing at position `first`: L integers -> [L, d].

    The factor sqrt(d) that Vaswani et al. 2017 give the embeddings is taken as part of E.
    """
    X = embed(tokens, E)
    return X + sinusoidal_encoding(range(first, first + len(tokens)), X.shape[-1], X)


def language_model(tokens, model, caches=None):
    """Scores of the token after each token, by a decoder only: L integers, `LanguageModel` -> [L, v].

    caches: one `KVCache` for each block that holds the tokens before these.
    """
    X = positioned(tokens, model.E, caches[0].length if caches else 0)
    attentions = [cache.attention for cache in caches] if caches else None
    X = encoder(X, model.blocks, model.norm, attentions, causal=True, pre_norm=model.pre_norm)
    return logits(X, model.W_out, model.b)


def transformer(source, target, model):
    """Scores of the token after each target token, by the model of 2017: L and T integers -> [T, v]."""
    Z = encoder(positioned(source, model.E_source), model.encoder)  # [L, d]
    Y = decoder(positioned(target, model.E_target), Z, model.decoder)  # [T, d]
    return logits(Y, model.W_out, model.b)

"""What is compared with PyTorch: made-up inputs, and what the reference makes of them.

tests/torch computes the same with PyTorch (`make test-torch`), and keeps its results in
torch_vectors.json, so that the comparison is also made where PyTorch is not installed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from pipeline.transformer import (
    attend,
    cross_entropy,
    decoder,
    decoder_block,
    encoder,
    encoder_block,
    feed_forward,
    gelu,
    gelu_tanh,
    layer_norm,
    log_softmax,
    multi_head_attention,
    relu,
    scaled_dot_product_attention,
    softmax,
    token_losses,
)

from .samples import Sampler

Inputs = dict[str, Any]
L, M, T, D, E, H, D_FF, V = 4, 5, 3, 6, 8, 3, 7, 9  # tokens, keys, written tokens, widths, heads, hidden, vocabulary


@dataclass(frozen=True)
class Case:
    """Inputs drawn from a sampler, and the reference applied to them."""

    draw: Callable[[Sampler], Inputs]
    ours: Callable[..., Any]


def visible(sampler: Sampler, rows: int, columns: int) -> Any:
    """A boolean mask; every row sees at least its first column."""
    mask = np.array([[sampler.random.random() < 0.6 for _ in range(columns)] for _ in range(rows)])
    mask[:, 0] = True
    return mask


def qkv(s: Sampler, keys: int = M) -> Inputs:
    return {"Q": s.array(L, D), "K": s.array(keys, D), "V": s.array(keys, E)}


def grouped(s: Sampler) -> Inputs:
    return {"Q": s.array(4, L, D), "K": s.array(2, M, D), "V": s.array(2, M, E)}


def self_attention(s: Sampler) -> Inputs:
    return {"X": s.array(L, D), "p": s.heads(D, D, H, D // H, D // H)}


def cross_attention(s: Sampler) -> Inputs:
    return {"X": s.array(L, D), "Z": s.array(M, E), "p": s.heads(D, E, H, D // H, D // H)}


def written(s: Sampler) -> Inputs:
    return {"Y": s.array(T, D), "Z": s.array(L, D), "block": s.decoder_block(D, 2, D_FF)}


def read(s: Sampler) -> Inputs:
    return {"X": s.array(L, D), "block": s.encoder_block(D, 2, D_FF)}


def stacks(s: Sampler) -> Inputs:
    return {
        "X": s.array(L, D),
        "Y": s.array(T, D),
        "encoder_blocks": [s.encoder_block(D, 2, D_FF) for _ in range(2)],
        "encoder_norm": s.norm(D),
        "decoder_blocks": [s.decoder_block(D, 2, D_FF) for _ in range(2)],
        "decoder_norm": s.norm(D),
    }


def scores(s: Sampler) -> Inputs:
    return {"z": s.array(T, V), "targets": [4, 0, 8]}


def whole(pre_norm: bool, activation: Any = relu) -> Callable[..., Any]:
    options = {"pre_norm": pre_norm, "activation": activation}

    def model(X: Any, Y: Any, encoder_blocks: Any, encoder_norm: Any, decoder_blocks: Any, decoder_norm: Any) -> Any:
        Z = encoder(X, encoder_blocks, encoder_norm, **options)
        return decoder(Y, Z, decoder_blocks, decoder_norm, **options)

    return model


CASES = {
    "attention": Case(qkv, lambda Q, K, V: scaled_dot_product_attention(Q, K, V)[0]),
    "attention, boolean mask": Case(
        lambda s: qkv(s) | {"mask": visible(s, L, M)},
        lambda Q, K, V, mask: scaled_dot_product_attention(Q, K, V, mask)[0],
    ),
    "attention, added mask": Case(
        lambda s: qkv(s) | {"mask": s.array(L, M)},
        lambda Q, K, V, mask: scaled_dot_product_attention(Q, K, V, mask)[0],
    ),
    "attention, causal": Case(
        lambda s: qkv(s, keys=L), lambda Q, K, V: scaled_dot_product_attention(Q, K, V, causal=True)[0]
    ),
    "attention, scale": Case(qkv, lambda Q, K, V: scaled_dot_product_attention(Q, K, V, scale="0.37")[0]),
    "attention, grouped queries": Case(
        grouped, lambda Q, K, V: np.stack([Y for Y, _ in attend(list(Q), list(K), list(V))])
    ),
    "multi-head": Case(self_attention, lambda X, p: multi_head_attention(X, X, p.heads, p.W_O, b_O=p.b_O)),
    "multi-head, causal": Case(
        self_attention, lambda X, p: multi_head_attention(X, X, p.heads, p.W_O, causal=True, b_O=p.b_O)
    ),
    "multi-head, boolean mask": Case(
        lambda s: self_attention(s) | {"mask": visible(s, L, L)},
        lambda X, p, mask: multi_head_attention(X, X, p.heads, p.W_O, mask, b_O=p.b_O),
    ),
    "cross-attention": Case(cross_attention, lambda X, Z, p: multi_head_attention(X, Z, p.heads, p.W_O, b_O=p.b_O)),
    "encoder block": Case(read, encoder_block),
    "encoder block, pre-norm": Case(read, lambda X, block: encoder_block(X, block, pre_norm=True)),
    "encoder block, gelu": Case(read, lambda X, block: encoder_block(X, block, activation=gelu)),
    "encoder block, causal": Case(read, lambda X, block: encoder_block(X, block, causal=True)),
    "encoder block, mask": Case(
        lambda s: read(s) | {"mask": visible(s, L, L)}, lambda X, block, mask: encoder_block(X, block, mask)
    ),
    "decoder block": Case(written, decoder_block),
    "decoder block, pre-norm": Case(written, lambda Y, Z, block: decoder_block(Y, Z, block, pre_norm=True)),
    "decoder block, gelu": Case(written, lambda Y, Z, block: decoder_block(Y, Z, block, activation=gelu)),
    "decoder block, mask": Case(
        lambda s: written(s) | {"mask": visible(s, T, L)}, lambda Y, Z, block, mask: decoder_block(Y, Z, block, mask)
    ),
    "decoder block, not causal": Case(written, lambda Y, Z, block: decoder_block(Y, Z, block, causal=False)),
    "transformer": Case(stacks, whole(pre_norm=False)),
    "transformer, pre-norm": Case(stacks, whole(pre_norm=True)),
    "transformer, pre-norm, gelu": Case(stacks, whole(pre_norm=True, activation=gelu)),
    "layer normalisation": Case(
        lambda s: {"x": s.array(L, D), "norm": s.norm(D)}, lambda x, norm: layer_norm(x, *norm)
    ),
    "feed-forward": Case(
        lambda s: {"x": s.array(L, D), "network": s.network(D, D_FF)}, lambda x, network: feed_forward(x, *network)
    ),
    "gelu": Case(lambda s: {"x": s.array(L, D)}, gelu),
    "gelu, tanh": Case(lambda s: {"x": s.array(L, D)}, gelu_tanh),
    "softmax": Case(lambda s: {"z": s.array(T, V)}, softmax),
    "log-softmax": Case(lambda s: {"z": s.array(T, V)}, log_softmax),
    "cross-entropy": Case(scores, cross_entropy),
    "cross-entropy of each token": Case(scores, token_losses),
}

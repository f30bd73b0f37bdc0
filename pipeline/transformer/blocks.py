"""Encoder and decoder: sublayers with residual connections, blocks of them, stacks of blocks."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

from .heads import multi_head_attention
from .layers import feed_forward, layer_norm, relu
from .parameters import DecoderBlock, EncoderBlock


def sublayer(x, function, norm, pre_norm=False):
    """x + function(x), normalised after the sum as in 2017, or before the function (pre_norm) as since GPT-2."""
    if pre_norm:
        return x + function(layer_norm(x, *norm))
    return layer_norm(x + function(x), *norm)


def encoder_block(X, block, mask=None, causal=False, pre_norm=False, activation=relu, attention=multi_head_attention):
    """X [L, d] -> [L, d]: the tokens talk to each other, then each thinks for itself; `block` is an `EncoderBlock`.

    With causal=True it is the block of a model that has a decoder only (GPT).  `attention` may be replaced
    by one that remembers keys and values (see cache.py).
    """
    block = EncoderBlock(*block)
    heads, W_O, b_O = block.attention
    X = sublayer(X, lambda x: attention(x, x, heads, W_O, mask, causal, b_O), block.norm_1, pre_norm)
    return sublayer(X, lambda x: feed_forward(x, *block.network, activation), block.norm_2, pre_norm)


def decoder_block(Y, Z, block, mask=None, causal=True, pre_norm=False, activation=relu, attention=multi_head_attention):
    """Y [T, d] written so far, Z [L, d] from the encoder -> [T, d]; `block` is a `DecoderBlock`.

    mask [T, L] hides tokens of Z; the self-attention of Y is causal.
    """
    block = DecoderBlock(*block)
    heads, W_O, b_O = block.attention
    Y = sublayer(Y, lambda y: attention(y, y, heads, W_O, None, causal, b_O), block.norm_1, pre_norm)
    heads_Z, W_O_Z, b_O_Z = block.cross
    Y = sublayer(Y, lambda y: multi_head_attention(y, Z, heads_Z, W_O_Z, mask, False, b_O_Z), block.norm_2, pre_norm)
    return sublayer(Y, lambda y: feed_forward(y, *block.network, activation), block.norm_3, pre_norm)

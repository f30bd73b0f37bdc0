"""Encoder and decoder: sublayers with residual connections, blocks of them, stacks of blocks."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

from .heads import multi_head_attention
from .layers import feed_forward, layer_norm, relu
from .parameters import DecoderBlock, EncoderBlock, MultiHead
from .shapes import shapes


def sublayer(x, function, norm, pre_norm):
    """x + function(x), normalised after the sum as in 2017, or before the function (pre_norm) as in GPT-2."""
    if pre_norm:
        return x + function(layer_norm(x, *norm))
    return layer_norm(x + function(x), *norm)


@shapes("X[L, d], mask?[L, L] -> [L, d]")
def encoder_block(X, block, mask=None, causal=False, pre_norm=False, activation=relu, attention=multi_head_attention):
    """X [L, d] -> [L, d]: the tokens talk to each other, then each thinks on its own; block: `EncoderBlock`.

    causal=True makes it the block of a model that has a decoder only.  attention: any function with the
    signature of `multi_head_attention`, such as one that remembers keys and values.
    """
    own, norm_1, network, norm_2 = EncoderBlock(*block)
    heads, W_O, b_O = MultiHead(*own)
    X = sublayer(X, lambda x: attention(x, x, heads, W_O, mask, causal, b_O), norm_1, pre_norm)
    return sublayer(X, lambda x: feed_forward(x, *network, activation), norm_2, pre_norm)


@shapes("Y[T, d], Z[L, e], mask?[T, L] -> [T, d]")
def decoder_block(Y, Z, block, mask=None, causal=True, pre_norm=False, activation=relu, attention=multi_head_attention):
    """Y [T, d] written so far, Z [L, d] read by the encoder -> [T, d]; block: `DecoderBlock`.

    mask [T, L] hides tokens of Z.  attention, as in `encoder_block`, replaces the self-attention of Y.
    """
    own, norm_1, cross, norm_2, network, norm_3 = DecoderBlock(*block)
    heads, W_O, b_O = MultiHead(*own)
    Y = sublayer(Y, lambda y: attention(y, y, heads, W_O, None, causal, b_O), norm_1, pre_norm)
    readers, W_R, b_R = MultiHead(*cross)
    Y = sublayer(Y, lambda y: multi_head_attention(y, Z, readers, W_R, mask, False, b_R), norm_2, pre_norm)
    return sublayer(Y, lambda y: feed_forward(y, *network, activation), norm_3, pre_norm)


@shapes("X[L, d] -> [L, d]")
def encoder(X, blocks, norm=None, attentions=None, **options):
    """The blocks one after another, X [L, d] -> [L, d]; options as in `encoder_block`.

    norm: a last normalisation, which a stack of pre-norm blocks needs; attentions: one for each block.
    """
    for block, attention in zip(blocks, attentions or [multi_head_attention] * len(blocks), strict=True):
        X = encoder_block(X, block, attention=attention, **options)
    return X if norm is None else layer_norm(X, *norm)


@shapes("Y[T, d], Z[L, e] -> [T, d]")
def decoder(Y, Z, blocks, norm=None, **options):
    """The blocks one after another, each reading Z: Y [T, d], Z [L, d] -> [T, d]; options as in `decoder_block`."""
    for block in blocks:
        Y = decoder_block(Y, Z, block, **options)
    return Y if norm is None else layer_norm(Y, *norm)

"""The reference transformer: arrays in, arrays out, under every number kind.  It knows no document."""

from .attention import causal_mask, cosine, log_softmax, scaled_dot_product_attention, softmax
from .blocks import decoder_block, encoder_block
from .encoding import sinusoidal_encoding
from .heads import grouped_query_attention, multi_head_attention
from .layers import feed_forward, layer_norm, relu
from .numbers import name, num
from .output import logits, next_token_distribution
from .parameters import DecoderBlock, EncoderBlock, FeedForward, Head, MultiHead, Norm

__all__ = [
    "DecoderBlock",
    "EncoderBlock",
    "FeedForward",
    "Head",
    "MultiHead",
    "Norm",
    "causal_mask",
    "cosine",
    "decoder_block",
    "encoder_block",
    "feed_forward",
    "grouped_query_attention",
    "layer_norm",
    "log_softmax",
    "logits",
    "multi_head_attention",
    "name",
    "next_token_distribution",
    "num",
    "relu",
    "scaled_dot_product_attention",
    "sinusoidal_encoding",
    "softmax",
]

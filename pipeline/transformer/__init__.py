"""The reference transformer: arrays in, arrays out, under every number kind.  It knows no document.

It is made of a short list of NumPy operations, so that a number kind has little to offer:
+ - * / ** negation, @, .T, indexing, reshape, exp, log, sqrt, sin, cos, tanh, maximum, where,
sum, mean, max along an axis, concatenate, stack; and the three of numbers.py: num, name, erf.
"""

from .attention import causal_mask, cosine, log_softmax, scaled_dot_product_attention, softmax
from .blocks import decoder, decoder_block, encoder, encoder_block
from .cache import CachedModel, KVCache
from .choice import greedy, most_probable, sample, top_k, top_p
from .encoding import rotary_encoding, sinusoidal_encoding
from .generation import generate
from .heads import attend, grouped_query_attention, multi_head_attention
from .layers import feed_forward, gelu, gelu_tanh, layer_norm, relu
from .loss import cross_entropy, teacher_forcing_loss, token_losses
from .models import language_model, transformer
from .numbers import name, num
from .parameters import DecoderBlock, EncoderBlock, FeedForward, Head, LanguageModel, MultiHead, Norm, Transformer
from .vocabulary import embed, logits, next_token_distribution, with_temperature

# How the field writes these functions: a formula that shows one of the names means this function, and no other.
NOTATION = {
    "softmax": softmax,
    "Attention": scaled_dot_product_attention,
    "MultiHead": multi_head_attention,
    "Cross": multi_head_attention,
    "LayerNorm": layer_norm,
    "FFN": feed_forward,
    "PE": sinusoidal_encoding,
}

__all__ = [
    "NOTATION",
    "CachedModel",
    "DecoderBlock",
    "EncoderBlock",
    "FeedForward",
    "Head",
    "KVCache",
    "LanguageModel",
    "MultiHead",
    "Norm",
    "Transformer",
    "attend",
    "causal_mask",
    "cosine",
    "cross_entropy",
    "decoder",
    "decoder_block",
    "embed",
    "encoder",
    "encoder_block",
    "feed_forward",
    "gelu",
    "gelu_tanh",
    "generate",
    "greedy",
    "grouped_query_attention",
    "language_model",
    "layer_norm",
    "log_softmax",
    "logits",
    "most_probable",
    "multi_head_attention",
    "name",
    "next_token_distribution",
    "num",
    "relu",
    "rotary_encoding",
    "sample",
    "scaled_dot_product_attention",
    "sinusoidal_encoding",
    "softmax",
    "teacher_forcing_loss",
    "token_losses",
    "top_k",
    "top_p",
    "transformer",
    "with_temperature",
]

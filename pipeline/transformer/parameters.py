"""What a transformer has learned: frozen tuples of matrices, named as in the article."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .numbers import Array


class Head(NamedTuple):
    """The three projections of one attention head: [d, d_k], [d, d_k], [d, d_v]; biases may be absent."""

    W_Q: Array
    W_K: Array
    W_V: Array
    b_Q: Array | None = None  # noqa: N815
    b_K: Array | None = None  # noqa: N815
    b_V: Array | None = None  # noqa: N815


class MultiHead(NamedTuple):
    """The heads and the output projection W_O [h * d_v, d] that mixes them."""

    heads: Sequence[Head]
    W_O: Array
    b_O: Array | None = None  # noqa: N815


class Norm(NamedTuple):
    """Scale and shift [d] of a layer normalisation; epsilon is a decimal string."""

    gamma: Array
    beta: Array
    epsilon: str = "0.00001"


class FeedForward(NamedTuple):
    """Two layers: [d, d_ff], [d_ff], [d_ff, d], [d]."""

    W_1: Array
    b_1: Array
    W_2: Array
    b_2: Array


class EncoderBlock(NamedTuple):
    """Self-attention and feed-forward network, each with its normalisation."""

    attention: MultiHead
    norm_1: Norm
    network: FeedForward
    norm_2: Norm


class DecoderBlock(NamedTuple):
    """Masked self-attention, cross-attention and feed-forward network, each with its normalisation."""

    attention: MultiHead
    norm_1: Norm
    cross: MultiHead
    norm_2: Norm
    network: FeedForward
    norm_3: Norm


class LanguageModel(NamedTuple):
    """A decoder only: embeddings E [v, d], causal blocks, output W_out [v, d] and b [v].

    pre_norm: where the blocks normalise; norm: a last normalisation, which pre-norm blocks need.
    """

    E: Array
    blocks: Sequence[EncoderBlock]
    W_out: Array
    b: Array
    pre_norm: bool = False
    norm: Norm | None = None


class Transformer(NamedTuple):
    """The model of 2017: embeddings [v, d] of both languages, two stacks, output W_out [v, d] and b [v]."""

    E_source: Array
    E_target: Array
    encoder: Sequence[EncoderBlock]
    decoder: Sequence[DecoderBlock]
    W_out: Array
    b: Array

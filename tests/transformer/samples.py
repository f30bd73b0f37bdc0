"""Small models with made-up parameters, the same numbers in every number kind.

All sizes of a sample differ from each other, so that a mixed-up axis cannot go unnoticed.  The
numbers are decimals with two places, drawn from `random.Random`, whose stream is the same everywhere.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from pipeline.transformer import (
    DecoderBlock,
    EncoderBlock,
    FeedForward,
    Head,
    LanguageModel,
    MultiHead,
    Norm,
    Transformer,
)

Kind = Callable[[Any], Any]  # nested decimals -> array


def floats(decimals: Any) -> Any:
    return np.asarray(decimals, dtype=str).astype(np.float64)


class Sampler:
    """Draws arrays and parameters; equal seeds give equal numbers."""

    def __init__(self, kind: Kind = floats, seed: int = 0) -> None:
        self.kind = kind
        self.random = random.Random(seed)

    def decimal(self) -> str:
        hundredths = int(self.random.random() * 201) - 100
        return f"{'-' if hundredths < 0 else ''}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"

    def decimals(self, *shape: int) -> Any:
        return [self.decimals(*shape[1:]) for _ in range(shape[0])] if shape else self.decimal()

    def array(self, *shape: int) -> Any:
        return self.kind(self.decimals(*shape))

    def head(self, d: int, e: int, d_k: int, d_v: int, bias: bool = True) -> Head:
        matrices = [self.array(d, d_k), self.array(e, d_k), self.array(e, d_v)]
        return Head(*matrices, *([self.array(d_k), self.array(d_k), self.array(d_v)] if bias else []))

    def heads(self, d: int, e: int, h: int, d_k: int, d_v: int, bias: bool = True) -> MultiHead:
        heads = [self.head(d, e, d_k, d_v, bias) for _ in range(h)]
        return MultiHead(heads, self.array(h * d_v, d), self.array(d) if bias else None)

    def norm(self, d: int) -> Norm:
        return Norm(self.array(d), self.array(d), "0.01")

    def network(self, d: int, d_ff: int) -> FeedForward:
        return FeedForward(self.array(d_ff, d), self.array(d_ff), self.array(d, d_ff), self.array(d))

    def encoder_block(self, d: int, h: int, d_ff: int) -> EncoderBlock:
        own = self.heads(d, d, h, d // h, d // h)
        return EncoderBlock(own, self.norm(d), self.network(d, d_ff), self.norm(d))

    def decoder_block(self, d: int, h: int, d_ff: int) -> DecoderBlock:
        own, cross = self.heads(d, d, h, d // h, d // h), self.heads(d, d, h, d // h, d // h)
        return DecoderBlock(own, self.norm(d), cross, self.norm(d), self.network(d, d_ff), self.norm(d))

    def language_model(
        self, v: int = 11, d: int = 6, h: int = 3, d_ff: int = 7, pre_norm: bool = False
    ) -> LanguageModel:
        blocks = [self.encoder_block(d, h, d_ff) for _ in range(2)]
        norm = self.norm(d) if pre_norm else None
        return LanguageModel(self.array(v, d), blocks, self.array(v, d), self.array(v), pre_norm, norm)

    def transformer(self, v_source: int = 5, v: int = 7, d: int = 6, h: int = 2, d_ff: int = 8) -> Transformer:
        encoder = [self.encoder_block(d, h, d_ff) for _ in range(2)]
        decoder = [self.decoder_block(d, h, d_ff) for _ in range(2)]
        E_source, E_target = self.array(v_source, d), self.array(v, d)
        return Transformer(E_source, E_target, encoder, decoder, self.array(v, d), self.array(v))

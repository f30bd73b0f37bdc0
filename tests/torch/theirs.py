"""The cases of tests/transformer/torch_cases.py, computed by PyTorch in float64.

Parameters are copied into PyTorch's modules: a module multiplies by the transposed matrix, keeps its heads
side by side, and its boolean masks say what is hidden (`scaled_dot_product_attention`: what may be seen).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from pipeline.transformer import DecoderBlock, EncoderBlock, MultiHead, Norm
from tests.transformer.torch_cases import D_FF, D, E, H

torch.set_default_dtype(torch.float64)


def tensor(array: Any) -> Tensor:
    return torch.from_numpy(np.array(array))


def filled(module: nn.Module, state: dict[str, Any]) -> nn.Module:
    """The module with exactly these parameters."""
    module.load_state_dict({name: tensor(array) for name, array in state.items()})
    return module.eval()


def prefixed(prefix: str, state: dict[str, Any]) -> dict[str, Any]:
    return {f"{prefix}.{name}": array for name, array in state.items()}


def rows(p: MultiHead, matrix: str) -> Any:
    """The projections of all heads as one matrix [h d_k, d]."""
    return np.concatenate([getattr(head, matrix) for head in p.heads], axis=-1).T


def attention_state(p: MultiHead, same_width: bool = True) -> dict[str, Any]:
    weights = {f"{x}_proj_weight": rows(p, f"W_{x.upper()}") for x in "qkv"}
    if same_width:
        weights = {"in_proj_weight": np.concatenate(list(weights.values()))}
    biases = np.concatenate([getattr(head, bias) for bias in ("b_Q", "b_K", "b_V") for head in p.heads])
    return weights | {"in_proj_bias": biases, "out_proj.weight": p.W_O.T, "out_proj.bias": p.b_O}


def norm_state(norm: Norm) -> dict[str, Any]:
    return {"weight": norm.gamma, "bias": norm.beta}


def network_state(block: EncoderBlock | DecoderBlock) -> dict[str, Any]:
    W_1, b_1, W_2, b_2 = block.network
    return {"linear1.weight": W_1, "linear1.bias": b_1, "linear2.weight": W_2, "linear2.bias": b_2}


def encoder_state(block: EncoderBlock) -> dict[str, Any]:
    return (
        prefixed("self_attn", attention_state(block.attention))
        | prefixed("norm1", norm_state(block.norm_1))
        | network_state(block)
        | prefixed("norm2", norm_state(block.norm_2))
    )


def decoder_state(block: DecoderBlock) -> dict[str, Any]:
    return (
        prefixed("self_attn", attention_state(block.attention))
        | prefixed("norm1", norm_state(block.norm_1))
        | prefixed("multihead_attn", attention_state(block.cross))
        | prefixed("norm2", norm_state(block.norm_2))
        | network_state(block)
        | prefixed("norm3", norm_state(block.norm_3))
    )


def sizes(pre_norm: bool, activation: str) -> dict[str, Any]:
    return {
        "d_model": D,
        "nhead": 2,
        "dim_feedforward": D_FF,
        "dropout": 0,
        "activation": activation,
        "layer_norm_eps": 0.01,
        "batch_first": True,
        "norm_first": pre_norm,
    }


def multi_head(X: Any, p: MultiHead, hidden: Any = None) -> Tensor:
    module = filled(nn.MultiheadAttention(D, H, batch_first=True), attention_state(p))
    return module(tensor(X), tensor(X), tensor(X), attn_mask=None if hidden is None else tensor(hidden))[0]


def cross_attention(X: Any, Z: Any, p: MultiHead) -> Tensor:
    module = nn.MultiheadAttention(D, H, kdim=E, vdim=E, batch_first=True)
    return filled(module, attention_state(p, same_width=False))(tensor(X), tensor(Z), tensor(Z))[0]


def encoder_layer(
    X: Any, block: EncoderBlock, hidden: Any = None, pre_norm: bool = False, activation: str = "relu"
) -> Tensor:
    module = filled(nn.TransformerEncoderLayer(**sizes(pre_norm, activation)), encoder_state(block))
    return module(tensor(X)[None], src_mask=None if hidden is None else tensor(hidden))[0]


def decoder_layer(
    Y: Any,
    Z: Any,
    block: DecoderBlock,
    hidden: Any = None,
    causal: bool = True,
    pre_norm: bool = False,
    activation: str = "relu",
) -> Tensor:
    module = filled(nn.TransformerDecoderLayer(**sizes(pre_norm, activation)), decoder_state(block))
    return module(
        tensor(Y)[None],
        tensor(Z)[None],
        tgt_mask=tensor(future(len(Y))) if causal else None,
        memory_mask=None if hidden is None else tensor(hidden),
    )[0]


def transformer(pre_norm: bool, activation: str = "relu") -> Callable[..., Tensor]:
    def model(X: Any, Y: Any, encoder_blocks: Any, encoder_norm: Any, decoder_blocks: Any, decoder_norm: Any) -> Tensor:
        options = sizes(pre_norm, activation)
        count = {"num_encoder_layers": len(encoder_blocks), "num_decoder_layers": len(decoder_blocks)}
        state = prefixed("encoder.norm", norm_state(encoder_norm)) | prefixed("decoder.norm", norm_state(decoder_norm))
        for i, block in enumerate(encoder_blocks):
            state |= prefixed(f"encoder.layers.{i}", encoder_state(block))
        for i, block in enumerate(decoder_blocks):
            state |= prefixed(f"decoder.layers.{i}", decoder_state(block))
        module = filled(nn.Transformer(**options, **count), state)
        return module(tensor(X)[None], tensor(Y)[None], tgt_mask=tensor(future(len(Y))))[0]

    return model


def future(n: int) -> Any:
    """What a causal mask hides."""
    return ~np.tri(n, dtype=bool)


def attention(Q: Any, K: Any, V: Any, mask: Any = None, **options: Any) -> Tensor:
    mask = None if mask is None else tensor(mask)
    batch = [tensor(array)[None] for array in (Q, K, V)]
    return functional.scaled_dot_product_attention(*batch, attn_mask=mask, **options)[0]


THEIRS: dict[str, Callable[..., Tensor]] = {
    "attention": attention,
    "attention, boolean mask": attention,
    "attention, added mask": attention,
    "attention, causal": lambda **qkv: attention(**qkv, is_causal=True),
    "attention, scale": lambda **qkv: attention(**qkv, scale=0.37),
    "attention, grouped queries": lambda **qkv: attention(**qkv, enable_gqa=True),
    "multi-head": multi_head,
    "multi-head, causal": lambda X, p: multi_head(X, p, future(len(X))),
    "multi-head, boolean mask": lambda X, p, mask: multi_head(X, p, ~mask),
    "cross-attention": cross_attention,
    "encoder block": encoder_layer,
    "encoder block, pre-norm": lambda X, block: encoder_layer(X, block, pre_norm=True),
    "encoder block, gelu": lambda X, block: encoder_layer(X, block, activation="gelu"),
    "encoder block, causal": lambda X, block: encoder_layer(X, block, future(len(X))),
    "encoder block, mask": lambda X, block, mask: encoder_layer(X, block, ~mask),
    "decoder block": decoder_layer,
    "decoder block, pre-norm": lambda Y, Z, block: decoder_layer(Y, Z, block, pre_norm=True),
    "decoder block, gelu": lambda Y, Z, block: decoder_layer(Y, Z, block, activation="gelu"),
    "decoder block, mask": lambda Y, Z, block, mask: decoder_layer(Y, Z, block, ~mask),
    "decoder block, not causal": lambda Y, Z, block: decoder_layer(Y, Z, block, causal=False),
    "transformer": transformer(pre_norm=False),
    "transformer, pre-norm": transformer(pre_norm=True),
    "transformer, pre-norm, gelu": transformer(pre_norm=True, activation="gelu"),
    "layer normalisation": lambda x, norm: functional.layer_norm(
        tensor(x), (D,), tensor(norm.gamma), tensor(norm.beta), float(norm.epsilon)
    ),
    "feed-forward": lambda x, network: functional.linear(
        functional.relu(functional.linear(tensor(x), *map(tensor, network[:2]))), *map(tensor, network[2:])
    ),
    "gelu": lambda x: functional.gelu(tensor(x)),
    "gelu, tanh": lambda x: functional.gelu(tensor(x), approximate="tanh"),
    "softmax": lambda z: torch.softmax(tensor(z), -1),
    "log-softmax": lambda z: torch.log_softmax(tensor(z), -1),
    "cross-entropy": lambda z, targets: functional.cross_entropy(tensor(z), tensor(targets), reduction="sum"),
    "cross-entropy of each token": lambda z, targets: functional.cross_entropy(
        tensor(z), tensor(targets), reduction="none"
    ),
}

"""From the conventions of the onnx standard to those of the reference: renaming and reshaping, nothing else.

Each adapter takes a case and gives the outputs that the reference computes for it, by their onnx names.
`left_out` says which feature of a case the reference does not have.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pipeline.transformer import (
    attend,
    causal_mask,
    cross_entropy,
    gelu,
    gelu_tanh,
    layer_norm,
    log_softmax,
    most_probable,
    softmax,
    token_losses,
)
from pipeline.transformer.encoding import rotate

from .arrays import Named
from .onnx_vectors import Case


def left_out(case: Case) -> str | None:
    """The feature of a case that the reference does not have, or None."""
    features = {
        "soft cap": "softcap" in case.attributes,
        "scores or weights changed by a graph of the case": bool({"score_mod", "prob_mod"} & set(case.attributes))
        and "causal_mask" not in case.name,
        "smallest instead of largest": case.attributes.get("largest", 1) == 0,
        "class weights": "w" in case.inputs,
        "ignored class": "ignore_index" in case.attributes and "w" not in case.inputs,
    }
    return next((feature for feature, present in features.items() if present), None)


def attention(case: Case) -> dict[str, Any]:
    """Attention-23 and FlexAttention: a batch of heads; each head with its mask is one call."""
    Q, K, V = (_split(case, name) for name in "QKV")
    past = case.inputs["past_key"].shape[2] if "past_key" in case.inputs else 0
    if past:
        K = np.concatenate([case.inputs["past_key"], K], axis=2)
        V = np.concatenate([case.inputs["past_value"], V], axis=2)
    B, h, L, _ = Q.shape
    shared, M = h // K.shape[1], K.shape[2]
    mask = case.inputs.get("attn_mask")
    masks = None if mask is None else np.broadcast_to(mask, (B, h, *mask.shape[-2:]))
    outputs: dict[str, list[Any]] = {"Y": [], "raw": [], "S": [], "W": []}
    for b in range(B):
        real = int(case.inputs["nonpad_kv_seqlen"][b]) if "nonpad_kv_seqlen" in case.inputs else M
        if masks is None or mask.ndim == 2:  # one mask for all heads: all heads in one call
            groups = [(Q[b], K[b], V[b], masks if masks is None else masks[b, 0])]
        else:
            groups = [(Q[b, i : i + 1], K[b, [i // shared]], V[b, [i // shared]], masks[b, i]) for i in range(h)]
        for q, k, v, m in groups:
            _attend(case, q, k[:, :real], v[:, :real], m if m is None else m[:, :real], past, outputs)
    Y = np.array(outputs["Y"]).reshape(B, h, L, -1)
    found = {"Y": Y if case.inputs["Q"].ndim == 4 else Y.transpose(0, 2, 1, 3).reshape(B, L, -1)}
    if "qk_matmul_output" in case.outputs:
        scores = outputs[{0: "raw", 2: "S", 3: "W"}[case.attributes.get("qk_matmul_output_mode", 0)]]
        found["qk_matmul_output"] = np.array(scores).reshape(B, h, L, M)
    return found  # present_key and present_value are inputs joined by this adapter: nothing to compare


def _split(case: Case, name: str) -> Any:
    """[B, L, h d] as [B, h, L, d]; four axes stay."""
    array = case.inputs[name]
    if array.ndim == 4:
        return array
    heads = case.attributes["q_num_heads" if name == "Q" else "kv_num_heads"]
    return array.reshape(*array.shape[:2], heads, -1).transpose(0, 2, 1, 3)


def _attend(case: Case, Q: Any, K: Any, V: Any, mask: Any, past: int, outputs: dict[str, list[Any]]) -> None:
    scale = str(case.attributes["scale"]) if "scale" in case.attributes else True
    causal = bool(case.attributes.get("is_causal")) or "causal_mask" in case.name
    if causal and past:  # queries that come after `past` keys
        allowed, causal = causal_mask(Q.shape[1], K.shape[1], past), False
        mask = allowed if mask is None else np.where(allowed, mask, -np.inf).astype(mask.dtype)
    Q, K, V = (list(array.view(Named)) for array in (Q, K, V))
    Named.forget()
    attend(Q, K, V, scale=scale)
    outputs["raw"] += [Named.labels[f"S{i}"] for i in range(1, len(Q) + 1)]
    Named.forget()
    for i, (Y, W) in enumerate(attend(Q, K, V, mask, causal, scale), 1):
        outputs["Y"].append(Y)
        outputs["S"].append(Named.labels[f"S{i}"])
        outputs["W"].append(W)


def layer_normalization(case: Case) -> dict[str, Any]:
    """All axes from `axis` on count as the axis of one token."""
    X, W, B = case.inputs["X"], case.inputs["W"], case.inputs["B"]
    token = X.shape[case.attributes.get("axis", -1) :]
    flat = X.reshape(*X.shape[: X.ndim - len(token)], -1)
    epsilon = str(case.attributes.get("epsilon", "0.00001"))
    return {"Y": layer_norm(flat, W.ravel(), B.ravel(), epsilon).reshape(X.shape)}


def rotary_embedding(case: Case) -> dict[str, Any]:
    """Cosine and sine come from a table; pairs lie side by side (interleaved) or half a vector apart."""
    x, cos, sin = case.inputs["input"], case.inputs["cos_cache"], case.inputs["sin_cache"]
    if "position_ids" in case.inputs:
        cos, sin = cos[case.inputs["position_ids"]], sin[case.inputs["position_ids"]]  # [B, L, n]
    heads = x
    if x.ndim == 3:
        heads = x.reshape(*x.shape[:2], case.attributes["num_heads"], -1).transpose(0, 2, 1, 3)
    n = cos.shape[-1]
    turned, rest = heads[..., : 2 * n], heads[..., 2 * n :]
    side_by_side = case.attributes.get("interleaved", 0)
    pairs = turned.reshape(*turned.shape[:-1], *((n, 2) if side_by_side else (2, n)))
    pairs = pairs if side_by_side else pairs.swapaxes(-1, -2)
    result = np.stack([[rotate(head, *waves) for head in b] for b, *waves in zip(pairs, cos, sin, strict=True)])
    result = (result if side_by_side else result.swapaxes(-1, -2)).reshape(turned.shape)
    result = np.concatenate([result, rest], axis=-1)
    return {"output": result if x.ndim == 4 else result.transpose(0, 2, 1, 3).reshape(x.shape)}


def normalised(case: Case) -> dict[str, Any]:
    """Softmax and LogSoftmax."""
    function = log_softmax if case.name.startswith("log") else softmax
    return {"y": function(case.inputs["x"], case.attributes.get("axis", -1))}


def activation(case: Case) -> dict[str, Any]:
    """Gelu, exact or with tanh."""
    function = gelu_tanh if case.attributes.get("approximate") == b"tanh" else gelu
    return {"y": function(case.inputs["x"])}


def largest(case: Case) -> dict[str, Any]:
    """TopK along an axis; small integers count as floats."""
    x, axis, k = case.inputs["x"], case.attributes["axis"], int(case.inputs["k"][0])
    indices = np.apply_along_axis(lambda row: most_probable(row.astype(float), k), axis, x)
    return {"values": np.take_along_axis(x, indices, axis), "indices": indices}


def loss(case: Case) -> dict[str, Any]:
    """SoftmaxCrossEntropyLoss with the classes on axis 1: every other axis counts positions."""
    z, targets, reduction = case.inputs["x"], case.inputs["y"], case.attributes["reduction"].decode()
    rows = np.moveaxis(z, 1, -1).reshape(-1, z.shape[1])
    if reduction == "none":
        found = token_losses(rows, targets.ravel()).reshape(targets.shape)
    else:
        found = cross_entropy(rows, targets.ravel()) / (targets.size if reduction == "mean" else 1)
    log_prob = np.moveaxis(log_softmax(rows).reshape(*targets.shape, -1), -1, 1)
    return {name: {"z": found, "log_prob": log_prob}[name] for name in case.outputs}


ADAPTERS = {
    "attention": attention,
    "flexattention": attention,
    "layer_normalization": layer_normalization,
    "rotary_embedding": rotary_embedding,
    "softmax": normalised,
    "logsoftmax": normalised,
    "gelu": activation,
    "top_k": largest,
    "sce": loss,
}

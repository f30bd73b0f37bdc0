"""The article's numbers once more, in plain NumPy and without the reference: what the pages are compared with."""

from __future__ import annotations

from typing import Any

import numpy as np
import yaml

Array = Any


def softmax(z: Array) -> Array:
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def weights(Q: Array, K: Array, causal: bool = False) -> Array:
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    if causal:
        scores = np.where(np.tril(np.ones(scores.shape, dtype=bool)), scores, -np.inf)
    return softmax(scores)


def coded(count: int, width: int) -> Array:
    rates = 10000.0 ** (-(np.arange(width) // 2 * 2) / width)
    angles = np.arange(count)[:, None] * rates
    return np.where(np.arange(width) % 2 == 0, np.sin(angles), np.cos(angles))


def layer_norm(x: Array, epsilon: float) -> Array:
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + epsilon)


def article(example: str, inputs: str) -> dict[str, Array]:
    """Quantity → values, for the texts of example.yaml and of the article's inputs.yaml."""
    shared, own = (yaml.safe_load(text) for text in (example, inputs))

    def rows(data: Any, axis: str, name: str) -> Array:
        return np.array([label[name] for label in data["axes"][axis].values()], dtype=float)

    def value(name: str) -> Array:
        return np.array(own["given"][name]["value"], dtype=float)

    X = rows(shared, "token", "embeddings")
    axes, W_Q = rows(shared, "head", "head_projection"), np.array(shared["given"]["W_Q"]["value"], dtype=float)
    lengths = np.linalg.norm(X, axis=1)
    raw, scaled = X @ X.T, X @ X.T / np.sqrt(2)
    found = {
        "embeddings": X,
        "embeddings_by_coordinate": X.T,
        "cosine_similarity": raw / np.outer(lengths, lengths),
        "finance_lead": X[:, 1] - X[:, 0],
        "raw_scores": raw,
        "raw_exponentials": np.exp(raw),
        "raw_weights": softmax(raw),
        "contextual": softmax(raw) @ X,
        "scaled_scores": scaled,
        "scaled_weights": softmax(scaled),
        "scaled_outputs": softmax(scaled) @ X,
        "queries": X @ W_Q,
        "projected_scores": X @ W_Q @ X.T / np.sqrt(2),
        "projected_weights": weights(X @ W_Q, X),
        "projected_outputs": weights(X @ W_Q, X) @ X,
        "largest_weight": np.max([softmax(raw), weights(X @ W_Q, X)]),
        "smallest_weight": np.min([softmax(raw), weights(X @ W_Q, X)]),
    }
    turned = np.vstack([X[0], [-X[0, 1], X[0, 0]], X[2:]])
    found |= {"orthogonal_scores": turned @ turned.T, "orthogonal_weights": softmax(turned @ turned.T)}
    seen = X @ axes.T  # what each head sees of each token
    found["head_weights"] = np.stack([softmax(np.outer(column, column)) for column in seen.T])
    found["head_outputs"] = np.stack([w @ c for w, c in zip(found["head_weights"], seen.T, strict=True)])
    found["multi_head_output"] = found["head_outputs"].T
    return found | _positions(X) | _blocks(X, own, rows, value)


def _positions(X: Array) -> dict[str, Array]:
    """Section 6: the sentence as it is, and with its first token at the end."""
    code = coded(*X.shape)
    place = np.array([len(X) - 1, *range(len(X) - 1)])
    moved = X + code[place]
    return {
        "encoding": code,
        "positioned": X + code,
        "positioned_weights": weights(X + code, X + code),
        "reordered_positioned": moved,
        "reordered_weights": weights(moved, moved),
        "reordered_contextual": softmax(X @ X.T) @ X,
    }


def _blocks(X: Array, own: Any, rows: Any, value: Any) -> dict[str, Array]:
    """Sections 7 to 9: one encoder block, one decoder block, the next token."""
    epsilon = float(own["given"]["epsilon"]["value"])
    query, key, output = (value(f"block_{name}") for name in ("query", "key", "output"))

    def heads(A: Array, B: Array, causal: bool = False) -> Array:
        return np.stack([weights(A @ q, B @ k, causal) for q, k in zip(query, key, strict=True)])

    def attended(A: Array, B: Array, causal: bool = False) -> Array:
        mixed = [w @ (B @ k) for w, k in zip(heads(A, B, causal), key, strict=True)]
        return np.concatenate(mixed, axis=-1) @ output

    def thought(x: Array) -> Array:
        return np.maximum(0, x @ value("W_1").T + value("b_1")) @ value("W_2").T + value("b_2")

    x = X @ value("lift")
    x = x + coded(*x.shape)
    residual = x + attended(x, x)
    normed = layer_norm(residual, epsilon)
    encoded = layer_norm(normed + thought(normed), epsilon)
    target = rows(own, "target", "target_embeddings")
    y = target + coded(*target.shape)
    first = layer_norm(y + attended(y, y, causal=True), epsilon)
    second = layer_norm(first + attended(first, encoded), epsilon)
    decoded = layer_norm(second + thought(second), epsilon)
    logits = decoded @ rows(own, "vocabulary", "W_out").T + value("output_bias")
    right = [list(own["axes"]["vocabulary"]).index(name) for name in [*list(own["axes"]["target"])[1:], "sharply"]]
    loss = -np.log(softmax(logits)[np.arange(len(right)), right])
    return {
        "block_input": x,
        "block_weights": heads(x, x),
        "block_attention": attended(x, x),
        "block_residual": residual,
        "block_mean": residual.mean(-1),
        "block_deviation": residual - residual.mean(-1, keepdims=True),
        "block_variance": residual.var(-1),
        "block_normed": normed,
        "block_hidden": normed @ value("W_1").T + value("b_1"),
        "block_thought": thought(normed),
        "encoder_output": encoded,
        "target_input": y,
        "masked_weights": heads(y, y, causal=True),
        "cross_weights": heads(first, encoded),
        "decoder_output": decoded,
        "vocabulary_scores": logits,
        "next_token": softmax(logits),
        "sharpened": softmax(logits / float(own["given"]["temperature"]["value"])),
        "loss": loss,
        "total_loss": loss.sum(),
    }

"""From tokens to vectors and from the last vector to the next token."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

from .attention import softmax
from .shapes import shapes


@shapes("h[..., d], W_out[v, d], b[v] -> [..., v]")
def logits(h, W_out, b):
    """One score for each entry of the vocabulary: W_out h + b."""
    return h @ W_out.T + b


@shapes("h[..., d], W_out[v, d], b[v] -> [..., v]")
def next_token_distribution(h, W_out, b):
    """Probability of each entry of the vocabulary to come next: softmax(W_out h + b)."""
    return softmax(logits(h, W_out, b))

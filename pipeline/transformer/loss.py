"""What training makes small: the surprise at the true next token."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from .attention import log_softmax
from .shapes import shapes
from .vocabulary import token_ids


@shapes("z[T, v] -> [T]")
def token_losses(z, targets):
    """-log of the probability that the scores z give to each target: T integers -> [T], in nats."""
    targets = token_ids(targets, z.shape[-1], "targets")
    if len(targets) != len(z):
        raise ValueError(f"token_losses: targets has shape {targets.shape}, expected [T] with T = {len(z)}")
    return -log_softmax(z)[np.arange(len(z)), targets]


@shapes("z[T, v] -> []")
def cross_entropy(z, targets):
    """The losses of all positions added up, in nats: z [T, v], T integers -> number."""
    return np.sum(token_losses(z, targets))


def teacher_forcing_loss(scores, tokens):
    """Cross-entropy of a whole text at once: at each position the true tokens so far are given.

    scores: a model, t tokens -> [t, v]; the last token is only a target, the first one only given.
    """
    return cross_entropy(scores(tokens[:-1]), tokens[1:])

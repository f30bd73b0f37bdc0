"""Choosing a token from scores or probabilities: here values decide, so floats only.

Nothing in this module runs under balls or traces, and nothing else depends on it.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from .shapes import shapes


@shapes("z[v]")
def greedy(z):
    """The token with the largest score or probability; of equals the first."""
    return int(np.argmax(z))


@shapes("p[v]")
def most_probable(p, k):
    """The k largest entries, largest first, of equals the first: k indices."""
    if not 1 <= k <= len(p):
        raise ValueError(f"most_probable: k is {k}, expected an integer from 1 to {len(p)}")
    return np.argsort(-p, kind="stable")[:k]


@shapes("p[v] -> [v]")
def top_k(p, k):
    """The probabilities with all but the k largest set to 0, summing to 1 again (Fan et al. 2018)."""
    return _only(p, most_probable(p, k))


@shapes("p[v] -> [v]")
def top_p(p, mass):
    """The probabilities without the tail: only as many of the largest as it takes to reach the mass.

    mass: above 0, at most 1; the sum is 1 again (nucleus sampling, Holtzman et al. 2020).
    """
    if not 0 < mass <= 1:
        raise ValueError(f"top_p: mass is {mass}, expected a number above 0 and at most 1")
    order = most_probable(p, len(p))
    before = np.cumsum(p[order]) - p[order]  # what the more probable tokens have already
    return _only(p, order[before < mass])


def _only(p, kept):
    chosen = np.where(np.isin(np.arange(len(p)), kept), p, 0)
    return chosen / np.sum(chosen)


@shapes("p[v]")
def sample(p, generator):
    """A token drawn with the given probabilities; generator: a `numpy.random.Generator`."""
    if (p < 0).any() or not 0.999 < p.sum() < 1.001:
        raise ValueError(f"sample: p is {p.tolist()}, expected probabilities [v] that sum to 1")
    total = np.cumsum(p)
    return int(np.searchsorted(total, generator.random() * total[-1], side="right"))

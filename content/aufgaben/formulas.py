"""What the formulas of the exercises mean, and the identities on which their solutions rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pipeline import transformer as reference
from pipeline.formulas import Formula, identity, page

if TYPE_CHECKING:
    from pipeline.formulas.proof import Proof

projection_matrices = Formula("=; =", {"W^Q": page("projection_query"), "W^K": page("projection_key")})

heads_matrix = Formula("=", {"W^O": page("heads_output")})

mask_matrix = Formula("=", {"S": page("mask_scores")})

mask_result = Formula("=", {"W": page("mask_weights")})

network_matrices = Formula("=; =", {"W_1": page("network_first"), "W_2": page("network_second")})

loss_matrix = Formula("=", {"Z": page("loss_scores")})


@identity
def rotary_shift(prove: Proof) -> None:
    """The score of a turned query and a turned key stays when both move on by the same number of places."""
    q, k = prove.numbers("q", 1, 2), prove.numbers("k", 1, 2)
    m, n, shift = (prove.numbers(name, 1) for name in ("m", "n", "shift"))
    here = reference.rotary_encoding(q, m) * reference.rotary_encoding(k, n)
    there = reference.rotary_encoding(q, m + shift) * reference.rotary_encoding(k, n + shift)
    prove.equal(np.sum(there), np.sum(here))

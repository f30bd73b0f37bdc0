"""What this page's formulas mean: each is checked against the reference transformer at every build.

How to read a declaration is said in pipeline/formulas/declarations.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pipeline import transformer as reference
from pipeline.formulas import Formula, Function, Permutation, defined, each, identity, page, recorded

if TYPE_CHECKING:
    from pipeline.formulas.proof import Proof

# -- what several formulas use

SOFTMAX = {r"\softmax": Function(reference.softmax, listed=True)}
ATTENTION = {r"\Attention": Function(lambda Q, K, V: reference.scaled_dot_product_attention(Q, K, V)[0])}
HIDDEN = {
    "W_Q": "h d d_k", "W_K": "h d d_k", "W_V": "h d d_v", "W_O": "h*d_v d",
    "W_1": "m d", "b_1": "m", "W_2": "d m", "b_2": "d", "gamma": "d", "beta": "d",
}  # fmt: skip


def one_head(X, W_Q, W_K, W_V, W_O):
    """Multi-head attention with a single head."""
    return reference.multi_head_attention(X, X, [(W_Q, W_K, W_V)], W_O)


def heads(W_Q, W_K, W_V):
    """The projections head by head."""
    return [reference.Head(*head) for head in zip(W_Q, W_K, W_V, strict=True)]


def block(X, W_Q, W_K, W_V, W_O, W_1, b_1, W_2, b_2, gamma, beta):
    """An encoder block whose two normalisations are alike, applied to X."""
    norm = reference.Norm(gamma, beta)
    attention = reference.MultiHead(heads(W_Q, W_K, W_V), W_O)
    return reference.encoder_block(
        X, reference.EncoderBlock(attention, norm, reference.FeedForward(W_1, b_1, W_2, b_2), norm)
    )


# -- section 1: attention

projections = Formula("=; =; =", {
    "X": "L d", "W^Q": "d d_k", "W^K": "d d_k", "W^V": "d d_v",
    "Q": recorded("Q1", lambda X, W_Q, W_K, W_V, W_O: one_head(X, W_Q, W_K, W_V, W_O)),
    "K": recorded("K1", lambda X, W_Q, W_K, W_V, W_O: one_head(X, W_Q, W_K, W_V, W_O)),
    "V": recorded("V1", lambda X, W_Q, W_K, W_V, W_O: one_head(X, W_Q, W_K, W_V, W_O)),
}, hidden={"W_O": "d_v d"})  # fmt: skip

attention = Formula("=", {"Q": "L d_k", "K": "M d_k", "V": "M d_v", **SOFTMAX, **ATTENTION})

# -- section 2: one dimension

single_query = Formula("=", {"q": page("single_query")})

single_given = Formula("=; =; =; =", {"k": each(page("single_keys")), "v": each(page("single_values"))})

# -- section 3: the block

encoder_block = Formula("=; =", {
    "X": "L d", "X'": defined(),
    "Z": lambda X, W_Q, W_K, W_V, W_O, W_1, b_1, W_2, b_2, gamma, beta: block(
        X, W_Q, W_K, W_V, W_O, W_1, b_1, W_2, b_2, gamma, beta),
    r"\MultiHead": Function(
        lambda X, *, W_Q, W_K, W_V, W_O: reference.multi_head_attention(X, X, heads(W_Q, W_K, W_V), W_O)),
    r"\LayerNorm": Function(lambda X, *, gamma, beta: reference.layer_norm(X, gamma, beta)),
    r"\FFN": Function(lambda X, *, W_1, b_1, W_2, b_2: reference.feed_forward(X, W_1, b_1, W_2, b_2)),
}, hidden=HIDDEN)  # fmt: skip

# -- section 5: positions

permutation = Formula("=", {
    "P": Permutation("L"), "Q": "L d_k", "K": "L d_k", "V": "L d_v", **ATTENTION,
}, theorem=True)  # fmt: skip


# -- identities that the prose rests on


@identity
def softmax_rows_sum_to_one(prove: Proof) -> None:
    """The weights of a row sum to one."""
    prove.equal(np.sum(reference.softmax(prove.numbers("s", 4))), 1)


@identity
def masked_weight_is_zero(prove: Proof) -> None:
    """A score of minus infinity gives the weight 0, not a small one."""
    Q, K, V = prove.numbers("Q", 3, 2), prove.numbers("K", 3, 2), prove.numbers("V", 3, 2)
    _, weights = reference.scaled_dot_product_attention(Q, K, V, causal=True)
    for i, j in ((0, 1), (0, 2), (1, 2)):
        prove.equal(weights[i, j], 0)


@identity
def permutation_equivariance(prove: Proof) -> None:
    """Whoever reorders the tokens reorders the outputs, and changes nothing else."""
    prove.displayed("permutation")

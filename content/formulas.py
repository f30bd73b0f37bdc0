"""Symbols, formulas and identities that several pages share; a page's own formulas.py adds to them.

How to read a declaration is said in pipeline/formulas/declarations.py.  W_Q in a reference is W^Q in
the text, `x` is the bold x, and so on: parameters are the symbols without their TeX.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pipeline import transformer as reference
from pipeline.formulas import Formula, Function, Permutation, Random, Variance, defined, each, identity, recorded
from pipeline.transformer import costs

if TYPE_CHECKING:
    from pipeline.formulas.proof import Proof

# -- how the reference is called


def unscaled(Q, K, V):
    """Attention without the division by the root: outputs and weights."""
    return reference.scaled_dot_product_attention(Q, K, V, scale=False)


def one_head(X, W_Q, W_K, W_V, W_O):
    """Self-attention with a single head, whose projections are called Q1, K1 and V1."""
    return crossed(X, X, W_Q, W_K, W_V, W_O)


def crossed(Y, Z, W_Q, W_K, W_V, W_O):
    """The same with keys and values from another text."""
    return reference.multi_head_attention(Y, Z, [(W_Q, W_K, W_V)], W_O)


def heads(W_Q, W_K, W_V):
    """The projections head by head."""
    return [reference.Head(*head) for head in zip(W_Q, W_K, W_V, strict=True)]


def block(W_Q, W_K, W_V, W_O, gamma, beta, W_1, b_1, W_2, b_2):
    """The parameters of an encoder block whose two normalisations are alike."""
    norm = reference.Norm(gamma, beta)
    attention = reference.MultiHead(heads(W_Q, W_K, W_V), W_O)
    return reference.EncoderBlock(attention, norm, reference.FeedForward(W_1, b_1, W_2, b_2), norm)


# -- symbols

ONE_HEAD = {"W_Q": "d d_k", "W_K": "d d_k", "W_V": "d d_v", "W_O": "d_v d"}
SEVERAL_HEADS = {"W_Q": "h d d_k", "W_K": "h d d_k", "W_V": "h d d_v", "W_O": "h*d_v d"}
NETWORK = {"W_1": "m d", "b_1": "m", "W_2": "d m", "b_2": "d"}
NORM = {"gamma": "d", "beta": "d"}
BLOCK = {**SEVERAL_HEADS, **NETWORK, **NORM}

SOFTMAX = {r"\softmax": Function(reference.softmax, listed=True)}
ATTENTION = {r"\Attention": Function(lambda Q, K, V: reference.scaled_dot_product_attention(Q, K, V)[0])}
MULTI_HEAD = {
    r"\MultiHead": Function(
        lambda X, *, W_Q, W_K, W_V, W_O: reference.multi_head_attention(X, X, heads(W_Q, W_K, W_V), W_O)
    )
}
LAYER_NORM = {r"\LayerNorm": Function(lambda X, *, gamma, beta: reference.layer_norm(X, gamma, beta))}
FEED_FORWARD = {
    r"\FFN": Function(lambda X, *, W_1, b_1, W_2, b_2: reference.feed_forward(X, W_1, b_1, W_2, b_2)),
}

# -- formulas

input_shape = Formula("in", {"X": "L d"})

projections = Formula("=; =; =", {
    "X": "L d", "W^Q": "d d_k", "W^K": "d d_k", "W^V": "d d_v",
    "Q": recorded("Q1", one_head), "K": recorded("K1", one_head), "V": recorded("V1", one_head),
}, hidden={"W_O": "d_v d"})  # fmt: skip

score = Formula("for i j: =", {
    r"\vv{q}": each("L d_k"), r"\vv{k}": each("M d_k"), "i": "1..L", "j": "1..M",
    "s": each(recorded("S", lambda q, k, V: unscaled(q, k, V)), 2),
}, hidden={"V": "M d_v"})  # fmt: skip

scaled_scores = Formula("=", {
    "Q": "L d_k", "K": "M d_k", "S": recorded("S", reference.scaled_dot_product_attention),
}, hidden={"V": "M d_v"})  # fmt: skip

attention = Formula("=", {"Q": "L d_k", "K": "M d_k", "V": "M d_v", **SOFTMAX, **ATTENTION})

variance = Formula("=; =", {
    r"\operatorname{Var}": Variance(), r"\vv{q}": Random("d_k"), r"\vv{k}": Random("d_k"),
}, theorem=True)  # fmt: skip

multi_head = Formula("=; for i: =", {
    "X": "L d", "W^Q": each("h d d_k"), "W^K": each("h d d_k"), "W^V": each("h d d_v"), "W^O": "h*d_v d",
    "i": "1..h", r"\text{head}": defined("i"), **ATTENTION, **MULTI_HEAD,
})  # fmt: skip

permutation = Formula("=", {
    "P": Permutation("L"), "Q": "L d_k", "K": "L d_k", "V": "L d_v", **ATTENTION,
}, theorem=True)  # fmt: skip

encoder_block = Formula("=; =", {
    "X": "L d", "X'": defined(), **MULTI_HEAD, **LAYER_NORM, **FEED_FORWARD,
    "Z": lambda X, W_Q, W_K, W_V, W_O, gamma, beta, W_1, b_1, W_2, b_2: reference.encoder_block(
        X, block(W_Q, W_K, W_V, W_O, gamma, beta, W_1, b_1, W_2, b_2)),
}, hidden=BLOCK)  # fmt: skip

cross_attention = Formula("=", {
    "Y": "T d", "Z": "L d", "W^Q": "d d_k", "W^K": "d d_k", "W^V": "d d_v", **ATTENTION,
    r"\Cross": Function(lambda Y, Z, *, W_Q, W_K, W_V, d_v: crossed(
        Y, Z, W_Q, W_K, W_V, reference.num(np.eye(d_v, dtype=int), Y))),
})  # fmt: skip

# -- identities that the prose rests on


@identity
def softmax_rows_sum_to_one(prove: Proof) -> None:
    """The weights of a row are positive and sum to one."""
    weights = reference.softmax(prove.numbers("s", 4))
    prove.equal(np.sum(weights), 1)
    for weight in weights:
        prove.positive(weight)


@identity
def softmax_shift(prove: Proof) -> None:
    """Adding the same number to all scores of a row changes no weight."""
    s, c = prove.numbers("s", 4), prove.numbers("c")
    prove.equal(reference.softmax(s + c), reference.softmax(s))


@identity
def dot_product_variance(prove: Proof) -> None:
    """The dot product of independent coordinates with mean 0 and variance 1 has variance d_k."""
    prove.displayed("variance")


@identity
def scaled_dot_product_variance(prove: Proof) -> None:
    """Divided by the root of d_k, it has variance 1: the formula's second statement."""
    prove.displayed("variance")


@identity
def permutation_equivariance(prove: Proof) -> None:
    """Whoever reorders the tokens reorders the outputs, and changes nothing else."""
    Q, K, V = prove.numbers("Q", 3, 2), prove.numbers("K", 3, 2), prove.numbers("V", 3, 2)
    Y, _ = reference.scaled_dot_product_attention(Q, K, V)
    for order in ([1, 0, 2], [2, 0, 1]):  # all other orders are made of these two
        moved, _ = reference.scaled_dot_product_attention(Q[order], K[order], V[order])
        prove.equal(moved, Y[order])


@identity
def masked_weight_is_zero(prove: Proof) -> None:
    """A score of minus infinity gives the weight 0, not a small one."""
    Q, K, V = prove.numbers("Q", 3, 2), prove.numbers("K", 3, 2), prove.numbers("V", 3, 2)
    _, weights = reference.scaled_dot_product_attention(Q, K, V, causal=True)
    for i, j in ((0, 1), (0, 2), (1, 2)):
        prove.equal(weights[i, j], 0)


@identity
def heads_cost(prove: Proof) -> None:
    """h heads of dimension d/h cost as many multiplications as one head of dimension d."""
    L, d, h = (prove.numbers(name, positive=True) for name in ("L", "d", "h"))
    several = costs.multi_head_multiplications(L, L, d, h, h, d / h, d / h)
    prove.equal(several, costs.multi_head_multiplications(L, L, d, 1, 1, d, d))

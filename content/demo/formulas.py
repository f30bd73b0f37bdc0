"""What the formulas of this page mean; how to read a declaration is said in pipeline/formulas/declarations.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pipeline import transformer as reference
from pipeline.formulas import Formula, Function, Random, Variance, defined, each, identity, page, recorded
from pipeline.transformer import costs

if TYPE_CHECKING:
    from pipeline.formulas.proof import Proof

SOFTMAX = {r"\softmax": Function(reference.softmax, listed=True)}
ATTENTION = {r"\Attention": Function(lambda Q, K, V: reference.scaled_dot_product_attention(Q, K, V)[0])}
MULTI_HEAD = {
    r"\MultiHead": Function(
        lambda X, *, W_Q, W_K, W_V, W_O: reference.multi_head_attention(X, X, heads(W_Q, W_K, W_V), W_O)
    )
}


def heads(W_Q, W_K, W_V):
    """The projections head by head."""
    return [reference.Head(*head) for head in zip(W_Q, W_K, W_V, strict=True)]


def one_head(X, W_Q, W_K, W_V, W_O):
    """Multi-head attention with a single head, whose projections it records."""
    return reference.multi_head_attention(X, X, [(W_Q, W_K, W_V)], W_O)


# -- what attention computes

attention = Formula("=", {"Q": "L d_k", "K": "M d_k", "V": "M d_v", **SOFTMAX, **ATTENTION})

variance = Formula("=; =", {
    r"\operatorname{Var}": Variance(), r"\vv{q}": Random("d_k"), r"\vv{k}": Random("d_k"),
}, theorem=True)  # fmt: skip

# -- line by line

PROJECTED = {"W_Q": "d d_k", "W_K": "d d_k", "W_V": "d d_v", "W_O": "d_v d"}


def hidden(*shown):
    """The parameters of one head that a line does not show."""
    return {name: shape for name, shape in PROJECTED.items() if name not in shown}


query_line = Formula("=", {"X": "L d", "W^Q": "d d_k", "Q": recorded("Q1", one_head)}, hidden=hidden("W_Q"))
key_line = Formula("=", {"X": "L d", "W^K": "d d_k", "K": recorded("K1", one_head)}, hidden=hidden("W_K"))
value_line = Formula("=", {"X": "L d", "W^V": "d d_v", "V": recorded("V1", one_head)}, hidden=hidden("W_V"))

score_line = Formula("=", {
    "Q": "L d_k", "K": "M d_k", "S": recorded("S", lambda Q, K, V: reference.scaled_dot_product_attention(Q, K, V)),
}, hidden={"V": "M d_v"})  # fmt: skip

weight_line = Formula("=", {"S": "L M", "A": lambda S: reference.softmax(S), **SOFTMAX})

output_line = Formula("=", {
    "V": "M d_v", "A": recorded("W", lambda Q, K, V: reference.scaled_dot_product_attention(Q, K, V)),
    "Y": lambda Q, K, V: reference.scaled_dot_product_attention(Q, K, V)[0],
}, hidden={"Q": "L d_k", "K": "M d_k"})  # fmt: skip

multi_head = Formula("=; for i: =", {
    "X": "L d", "W^Q": each("h d d_k"), "W^K": each("h d d_k"), "W^V": each("h d d_v"), "W^O": "h*d_v d",
    "i": "1..h", r"\text{head}": defined("i"), **ATTENTION, **MULTI_HEAD,
})  # fmt: skip

# -- the model of this page

layer = Formula("<-", {"X": page("curious_stages['1']", "L d"), **MULTI_HEAD}, hidden={
    "W_Q": page("first_W_Q"), "W_K": page("first_W_K"), "W_V": page("first_W_V"), "W_O": page("first_output"),
}, after={"X": page("curious_stages['2']")})  # fmt: skip


# -- identities that the prose rests on


@identity
def softmax_rows_sum_to_one(prove: Proof) -> None:
    """The weights of a row are positive and sum to one."""
    weights = reference.softmax(prove.numbers("s", 4))
    prove.equal(np.sum(weights), 1)
    for weight in weights:
        prove.positive(weight)


@identity
def scaled_dot_product_variance(prove: Proof) -> None:
    """Divided by the root of d_k, a dot product of standardised coordinates has variance 1."""
    prove.displayed("variance")


@identity
def permutation_equivariance(prove: Proof) -> None:
    """Whoever reorders the tokens reorders the outputs, and changes nothing else."""
    Q, K, V = prove.numbers("Q", 3, 2), prove.numbers("K", 3, 2), prove.numbers("V", 3, 2)
    order = [2, 0, 1]
    Y, _ = reference.scaled_dot_product_attention(Q, K, V)
    moved, _ = reference.scaled_dot_product_attention(Q[order], K[order], V[order])
    prove.equal(moved, Y[order])


@identity
def double_length(prove: Proof) -> None:
    """Twice as many tokens have four times as many scores."""
    L, h = prove.numbers("L", positive=True), prove.numbers("h", positive=True)
    prove.equal(costs.weight_numbers(2 * L, 2 * L, h), 4 * costs.weight_numbers(L, L, h))

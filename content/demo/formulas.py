"""What the formulas of this page mean; how to read a declaration is said in pipeline/formulas/declarations.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from content.formulas import MULTI_HEAD, ONE_HEAD, SOFTMAX, one_head
from pipeline.formulas import Formula, identity, page, recorded
from pipeline.transformer import costs, scaled_dot_product_attention, softmax

if TYPE_CHECKING:
    from pipeline.formulas.proof import Proof

# -- line by line


def hidden(*shown):
    """The parameters of one head that a line does not show."""
    return {name: shape for name, shape in ONE_HEAD.items() if name not in shown}


query_line = Formula("=", {"X": "L d", "W^Q": "d d_k", "Q": recorded("Q1", one_head)}, hidden=hidden("W_Q"))
key_line = Formula("=", {"X": "L d", "W^K": "d d_k", "K": recorded("K1", one_head)}, hidden=hidden("W_K"))
value_line = Formula("=", {"X": "L d", "W^V": "d d_v", "V": recorded("V1", one_head)}, hidden=hidden("W_V"))

weight_line = Formula("=", {"S": "L M", "A": lambda S: softmax(S), **SOFTMAX})

output_line = Formula("=", {
    "V": "M d_v", "A": recorded("W", scaled_dot_product_attention),
    "Y": lambda Q, K, V: scaled_dot_product_attention(Q, K, V)[0],
}, hidden={"Q": "L d_k", "K": "M d_k"})  # fmt: skip

# -- the model of this page

layer = Formula("<-", {"X": page("curious_stages['1']", "L d"), **MULTI_HEAD}, hidden={
    "W_Q": page("first_W_Q"), "W_K": page("first_W_K"), "W_V": page("first_W_V"), "W_O": page("first_output"),
}, after={"X": page("curious_stages['2']")})  # fmt: skip


# -- identities that the prose rests on


@identity
def double_length(prove: Proof) -> None:
    """Twice as many tokens have four times as many scores."""
    L, h = prove.numbers("L", positive=True), prove.numbers("h", positive=True)
    prove.equal(costs.weight_numbers(2 * L, 2 * L, h), 4 * costs.weight_numbers(L, L, h))

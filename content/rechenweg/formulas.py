"""What this page's formulas mean: each is checked against the reference transformer at every build.

What other pages say as well stands in content/formulas.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from content.formulas import ATTENTION, ONE_HEAD, SOFTMAX, crossed, unscaled
from pipeline.formulas import Formula, Function, defined, each, identity, page, recorded
from pipeline.transformer import costs, scaled_dot_product_attention

if TYPE_CHECKING:
    from pipeline.formulas.proof import Proof

# Symbols of the running example that stand in for drawn ones in one more sample.
EXAMPLE = {
    "X": "meal",
    "Q": "meal_queries",
    "K": "meal_keys",
    "V": "meal_values",
    "q": "meal_queries",
    "k": "meal_keys",
}

# -- section 1: the pronoun

mix = Formula("for i: =; for i: =", {
    r"\vv{y}": each(lambda q, k, v: scaled_dot_product_attention(q, k, v)[0]), r"\vv{v}": each("L d_v"),
    "w": each(recorded("W", lambda q, k, v: scaled_dot_product_attention(q, k, v)), 2), "i": "1..T", "j": "1..L",
}, hidden={"q": "T d_k", "k": "L d_k"})  # fmt: skip

# -- section 2: the input

input_matrix = Formula("= =", {"X": page("meal"), r"\vv{x}": each(page("meal"))})

# -- section 3: learned or computed

key_matrix_shapes = Formula("in", {"W^Q": "d d_k", "W^K": "d d_k"})

value_matrix_shape = Formula("in", {"W^V": "d d_v"})

key_shapes = Formula("in", {"Q": "L d_k", "K": "L d_k"})

value_shape = Formula("in", {"V": "L d_v"})

weight_shapes = Formula("in", {
    "S": recorded("S", scaled_dot_product_attention), "W": recorded("W", scaled_dot_product_attention),
}, hidden={"Q": "L d_k", "K": "L d_k", "V": "L d_v"})  # fmt: skip

output_shape = Formula("in", {"Y": lambda Q, K, V: scaled_dot_product_attention(Q, K, V)[0]},
                       hidden={"Q": "L d_k", "K": "L d_k", "V": "L d_v"})  # fmt: skip

sense_matrices = Formula("=; =; =", {
    "W^Q": page("sense_query"), "W^K": page("sense_key"), "W^V": page("sense_value"),
})  # fmt: skip

next_layer = Formula("=", {
    "X": page("text_inputs['lindens']"), "X'": page("text_outputs['lindens']"), **ATTENTION,
    "W^Q": page("sense_query"), "W^K": page("sense_key"), "W^V": page("sense_value"),
})  # fmt: skip

# -- section 4: scores

scores = Formula("=; in", {
    "Q": "L d_k", "K": "L d_k", "S": recorded("S", unscaled),
}, hidden={"V": "L d_v"})  # fmt: skip

score_matrix = Formula("= =", {"Q": page("meal_queries"), "K": page("meal_keys"), "S": page("meal_scores")})

# -- section 6: softmax

softmax = Formula("for i: =", {**SOFTMAX, r"\vv{z}": "L", "i": "1..L", "j": "1..L"})

shifted_softmax = Formula("for i: =; =", {
    **SOFTMAX, r"\vv{z}": "L", "i": "1..L", "j": "1..L", "m": defined(),
}, stable=True)  # fmt: skip

# -- section 7: mixing

output = Formula("=; =", {
    "Q": "L d_k", "K": "M d_k", "V": "M d_v", **SOFTMAX, "W": defined(),
    "Y": lambda Q, K, V: scaled_dot_product_attention(Q, K, V)[0],
})  # fmt: skip

# -- section 8: the whole example

given_matrices = Formula("=; = =; =", {
    "X": page("meal"), "W^Q": page("meal_query"), "W^K": page("meal_key"), "W^V": page("meal_value"),
})  # fmt: skip

meal_projections = Formula("= =; = =", {
    "X": page("meal"), "W^V": page("meal_value"),
    "Q": page("meal_queries"), "K": page("meal_keys"), "V": page("meal_values"),
})  # fmt: skip

meal_scaling = Formula("=; = =", {
    "Q": page("meal_queries"), "K": page("meal_keys", "L d_k"), "S": page("meal_scaled"),
})  # fmt: skip

meal_output = Formula("= =; = =", {
    **SOFTMAX, "S": page("meal_scaled"), "W": page("meal_weights"), "V": page("meal_values"), "Y": page("meal_outputs"),
})  # fmt: skip

# -- section 9: self and cross

CROSSED = {"Y": "T d", "Z": "L d", **ONE_HEAD}

cross_query_shape = Formula("in", {"Q": recorded("Q1", crossed)}, hidden=CROSSED)

cross_key_shape = Formula("in", {"K": recorded("K1", crossed)}, hidden=CROSSED)

# -- section 10: the cache

cache_work = Formula("for L: =; for L: =", {
    "L": "1..9", "d": "> 0", r"d_{\text{ff}}": "> 0",
    r"C_{\text{ohne}}": Function(
        lambda L, *, d, d_ff: costs.encoder_block_multiplications(L, d, 1, d, d, d_ff), integers=True),
    r"C_{\text{mit}}": Function(
        lambda L, *, d, d_ff: costs.cached_block_multiplications(L - 1, d, 1, d, d, d_ff), integers=True),
})  # fmt: skip

# -- section 11: the width of a head

head_dimension = Formula("=", {
    "d": page("facts.gpt2.d_model"), "h": page("facts.gpt2.heads"), "d_k": page("gpt2_head_dimension"),
})  # fmt: skip

# -- section 12: shared keys

cache_size = Formula("=", {
    "N": "", "g": "", "d_k": "", "L": "", "M": lambda N, g, d_k, L: costs.cache_numbers(L, N, g, d_k, d_k),
})  # fmt: skip


# -- identities that the prose rests on


@identity
def shared_cache(prove: Proof) -> None:
    """With keys and values for g of h heads the cache is h/g times smaller, whatever its other sizes are."""
    L, blocks, h, g, d_k, d_v = (prove.numbers(name, positive=True) for name in ("L", "blocks", "h", "g", "d_k", "d_v"))
    separate, shared = (costs.cache_numbers(L, blocks, heads, d_k, d_v) for heads in (h, g))
    prove.equal(separate, h / g * shared)

"""What the article's formulas mean: each is checked against the reference transformer at every build.

How to read a declaration is said in pipeline/formulas/declarations.py.  W_Q in a reference is W^Q in
the text, `x` is the bold x, and so on: parameters are the symbols without their TeX.
"""

from __future__ import annotations

import numpy as np

from pipeline import transformer as reference
from pipeline.formulas import (
    Collection,
    Event,
    Formula,
    Function,
    Permutation,
    Random,
    Variance,
    defined,
    each,
    page,
    recorded,
)
from pipeline.transformer.blocks import sublayer

# Symbols of the running example that stand in for drawn ones in one more sample.
EXAMPLE = {"X": "embeddings", "x": "embeddings", "Q": "queries", "K": "embeddings", "V": "embeddings", "W_Q": "W_Q"}

# -- what several formulas use

SOFTMAX = {r"\softmax": Function(reference.softmax, listed=True)}
ATTENTION = {r"\Attention": Function(lambda Q, K, V: reference.scaled_dot_product_attention(Q, K, V)[0])}
MULTI_HEAD = {
    r"\MultiHead": Function(
        lambda X, *, W_Q, W_K, W_V, W_O: reference.multi_head_attention(X, X, list(zip(W_Q, W_K, W_V, strict=True)), W_O)
    )
}
HEADS = {"W^Q": each("h d d_k"), "W^K": each("h d d_k"), "W^V": each("h d d_v"), "W^O": "h*d_v d"}


def plain(X):
    """Attention of X to itself with the plain dot product, as in section 3: outputs and weights."""
    return reference.scaled_dot_product_attention(X, X, X, scale=False)


# -- section 1: words as vectors

embedding_table = Formula("in", {"E": "n d", "V": Collection("n")})

cosine = Formula("= =", {
    r"\vv{a}": "d", r"\vv{b}": "d", "k": "1..d",
    r"\theta_{ab}": lambda a, b: np.arccos(reference.cosine(a, b)),
})  # fmt: skip

embedding_matrix = Formula("= =", {"X": page("embeddings"), r"\vv{x}": each(page("embeddings"))})

# -- section 3: the weighted mean

weighted_mean = Formula("for i: =; for i j: >=; for i: =", {
    r"\vv{x}": each("L d"), r"\vv{y}": each(lambda x: plain(x)[0]), "w": each(lambda x: plain(x)[1], 2),
    "i": "1..L", "j": "1..L",
})  # fmt: skip

raw_score = Formula("for i j: =", {
    r"\vv{x}": each("L d"), "s": each(recorded("S", lambda x: plain(x)), 2), "i": "1..L", "j": "1..L",
})  # fmt: skip

softmax_weights = Formula("for i j: = =", {
    **SOFTMAX, r"\vv{x}": each("L d"), "s": each(recorded("S", lambda x: plain(x)), 2),
    "w": each(lambda x: plain(x)[1], 2), "i": "1..L", "j": "1..L", r"\ell": "1..L",
})  # fmt: skip

input_shape = Formula("in", {"X": "L d"})

raw_scores = Formula("=", {"X": "L d", "S": recorded("S", lambda X: plain(X))})

matrix_form = Formula("=; in", {**SOFTMAX, "X": "L d", "Y": lambda X: plain(X)[0]})

# -- section 4: query, key and value

projections = Formula("=; =; =", {
    "X": "L d", "W^Q": "d d_k", "W^K": "d d_k", "W^V": "d d_v",
    "Q": recorded("Q1", lambda X, W_Q, W_K, W_V, W_O: one_head(X, X, W_Q, W_K, W_V, W_O)),
    "K": recorded("K1", lambda X, W_Q, W_K, W_V, W_O: one_head(X, X, W_Q, W_K, W_V, W_O)),
    "V": recorded("V1", lambda X, W_Q, W_K, W_V, W_O: one_head(X, X, W_Q, W_K, W_V, W_O)),
}, hidden={"W_O": "d_v d"})  # fmt: skip


def one_head(X, Z, W_Q, W_K, W_V, W_O):
    """Multi-head attention with a single head."""
    return reference.multi_head_attention(X, Z, [(W_Q, W_K, W_V)], W_O)


projection_shapes = Formula("in; in", {"W^Q": "d d_k", "W^K": "d d_k", "W^V": "d d_v"})

score = Formula("for i j: =", {
    r"\vv{q}": each("L d_k"), r"\vv{k}": each("M d_k"), "i": "1..L", "j": "1..M",
    "s": each(recorded("S", lambda q, k, V: reference.scaled_dot_product_attention(q, k, V, scale=False)), 2),
}, hidden={"V": "M d_v"})  # fmt: skip

scores = Formula("=", {
    "Q": "L d_k", "K": "M d_k",
    "S": recorded("S", lambda Q, K, V: reference.scaled_dot_product_attention(Q, K, V, scale=False)),
}, hidden={"V": "M d_v"})  # fmt: skip

attention = Formula("=", {"Q": "L d_k", "K": "M d_k", "V": "M d_v", **SOFTMAX, **ATTENTION})

variance = Formula("= =; =", {
    r"\operatorname{Var}": Variance(), r"\vv{q}": Random("d_k"), r"\vv{k}": Random("d_k"), "m": "1..d_k",
}, theorem=True)  # fmt: skip

query_projection = Formula("=; = =; = =", {
    "X": page("embeddings"), "W^Q": page("W_Q"), "Q": page("queries"), "K": page("embeddings"), "V": page("embeddings"),
})  # fmt: skip

# -- section 5: several heads

head_dimension = Formula("= =", {
    "d": page("facts.transformer.d_model"), "h": page("facts.transformer.heads"),
    "d_k": page("paper_head_dimension"), "d_v": page("paper_head_dimension"),
})  # fmt: skip

head = Formula("for i: =", {
    "X": "L d", "W^Q": each("h d d_k"), "W^K": each("h d d_k"), "W^V": each("h d d_v"), "i": "1..h", **ATTENTION,
    r"\text{head}": each(lambda X, W_Q, W_K, W_V: np.stack([Y for Y, _ in reference.attend(list(X @ W_Q), list(X @ W_K), list(X @ W_V))])),
})  # fmt: skip

output_projection_shape = Formula("in", {"W^O": "h*d_v d"})

multi_head = Formula("=; for i: =", {
    "X": "L d", **HEADS, "i": "1..h", r"\text{head}": defined("i"), **ATTENTION, **MULTI_HEAD,
})  # fmt: skip

# -- section 6: positions

permutation = Formula("=", {
    "P": Permutation("L"), "Q": "L d_k", "K": "L d_k", "V": "L d_v", **ATTENTION,
}, theorem=True)  # fmt: skip

add_position = Formula("for p: <-; for p: in", {
    r"\vv{x}": each(page("embeddings", "L d"), base=0), "p": "0..L-1",
    r"\PE": Function(lambda p, *, d, like: reference.sinusoidal_encoding([p], d, like)[0], integers=True),
}, after={r"\vv{x}": page("positioned")})  # fmt: skip

sinusoidal_encoding = Formula("for p i: =; for p i: =", {
    r"\PE": Function(lambda p, *, d, like: reference.sinusoidal_encoding([p], d, like)[0], base=0, integers=True),
    "p": "0..7", "i": "0..n-1",
}, sizes={"d": "2*n"})  # fmt: skip

rotation = Formula("=", {"p": "", "k": "", r"\omega": ""}, theorem=True)

# -- section 7: the encoder block

NETWORK = {"W_1": "m d", r"\vv{b}_1": "m", "W_2": "d m", r"\vv{b}_2": "d"}
WEIGHTS = {"W_1": "m d", "b_1": "m", "W_2": "d m", "b_2": "d"}
HIDDEN_HEADS = {"W_Q": "h d d_k", "W_K": "h d d_k", "W_V": "h d d_v", "W_O": "h*d_v d"}
NORMED = {
    r"\LayerNorm": Function(lambda X, *, gamma, beta: np.stack([reference.layer_norm(x, gamma, beta) for x in X])),
}
THOUGHT = {
    r"\FFN": Function(
        lambda X, *, W_1, b_1, W_2, b_2: np.stack([reference.feed_forward(x, W_1, b_1, W_2, b_2) for x in X])
    )
}


def block(W_Q, W_K, W_V, W_O, gamma, beta, W_1, b_1, W_2, b_2):
    """The parameters of an encoder block whose two normalisations are alike."""
    norm = reference.Norm(gamma, beta)
    heads = reference.MultiHead([reference.Head(*head) for head in zip(W_Q, W_K, W_V, strict=True)], W_O)
    return reference.EncoderBlock(heads, norm, reference.FeedForward(W_1, b_1, W_2, b_2), norm)


def named_attention(*arguments):
    """Multi-head attention as the block calls it, heard by `recorded`."""
    return reference.name("A", reference.multi_head_attention(*arguments))


self_attention_sublayer = Formula("=", {
    "X": "L d", **MULTI_HEAD,
    "A": recorded("A", lambda X, W_Q, W_K, W_V, W_O, gamma, beta, W_1, b_1, W_2, b_2: reference.encoder_block(
        X, block(W_Q, W_K, W_V, W_O, gamma, beta, W_1, b_1, W_2, b_2), attention=named_attention)),
}, hidden={**HIDDEN_HEADS, **WEIGHTS, "gamma": "d", "beta": "d"})  # fmt: skip

first_sublayer = Formula("=", {
    "X": "L d", "A": "L d", "X'": lambda X, A, gamma, beta: sublayer(X, lambda x: A, (gamma, beta)), **NORMED,
}, hidden={"gamma": "d", "beta": "d"})  # fmt: skip

feed_forward_sublayer = Formula("=", {
    "X'": "L d", "F": lambda X_prime, W_1, b_1, W_2, b_2: reference.feed_forward(X_prime, W_1, b_1, W_2, b_2), **THOUGHT,
}, hidden=WEIGHTS)  # fmt: skip

feed_forward = Formula("=", {
    r"\vv{x}": "d", **NETWORK,
    r"\FFN": Function(lambda x, *, W_1, b_1, W_2, b_2: reference.feed_forward(x, W_1, b_1, W_2, b_2)),
})  # fmt: skip

second_sublayer = Formula("=", {
    "X'": "L d", "F": "L d", "Z": lambda X_prime, F, gamma, beta: sublayer(X_prime, lambda x: F, (gamma, beta)), **NORMED,
}, hidden={"gamma": "d", "beta": "d"})  # fmt: skip

encoder_block = Formula("=; =", {
    "X": "L d", "X'": defined(), **MULTI_HEAD, **NORMED, **THOUGHT,
    "Z": lambda X, W_Q, W_K, W_V, W_O, gamma, beta, W_1, b_1, W_2, b_2: reference.encoder_block(
        X, block(W_Q, W_K, W_V, W_O, gamma, beta, W_1, b_1, W_2, b_2)),
}, hidden={**HIDDEN_HEADS, **WEIGHTS, "gamma": "d", "beta": "d"})  # fmt: skip

layer_norm = Formula("=; =; =", {
    r"\vv{x}": "d", r"\gamma": "d", r"\beta": "d", r"\epsilon": "> 0",
    r"\mu": defined(), r"\sigma^2": defined(), "k": "1..d",
    r"\LayerNorm": Function(lambda x, *, gamma, beta, epsilon: reference.layer_norm(x, gamma, beta, epsilon)),
})  # fmt: skip

# -- section 8: the decoder block

target_shape = Formula("in", {"Y_{<t}": "t-1 d"})

memory_shape = Formula("in", {"Z": "L d"})

masked_attention = Formula("=; for i j: =", {
    "Q": "L d_k", "K": "L d_k", "V": "L d_v", **SOFTMAX, "M": defined("i j"), "i": "1..L", "j": "1..L",
    r"\Attention_{\text{maskiert}}": Function(
        lambda Q, K, V: reference.scaled_dot_product_attention(Q, K, V, causal=True)[0]),
})  # fmt: skip

cross_attention = Formula("=", {
    "Y": "T d", "Z": "L d", "W^Q": "d d_k", "W^K": "d d_k", "W^V": "d d_v", **ATTENTION,
    r"\Cross": Function(lambda Y, Z, *, W_Q, W_K, W_V, d_v: one_head(
        Y, Z, W_Q, W_K, W_V, reference.num(np.eye(d_v, dtype=int), Y))),
})  # fmt: skip

masked_weights_example = Formula("=", {"W": page("masked_weights['content']")})

# -- section 9: the next token

next_token = Formula("for t v: =; in", {
    **SOFTMAX, "V": Collection("n"), r"W^{\text{out}}": "n d", r"\vv{h}": each("T d"), r"\vv{b}": "n",
    "t": "1..T", "v": "1..n",
    "P": Event(r"\text{nächstes Token} = v \mid \text{Kontext}", "t v",
               lambda h, W_out, b: reference.next_token_distribution(h, W_out, b)),
})  # fmt: skip

temperature = Formula(r"for \tau:", {**SOFTMAX, r"\vv{z}": "n", r"\tau": "1..3"},
                      value=lambda z, tau: reference.softmax(reference.with_temperature(z, tau)))  # fmt: skip


def targets(T, n):
    """Some right answer at each of T positions, among n tokens."""
    return [position % n for position in range(T)]


cross_entropy = Formula("=", {
    r"\ell": lambda z, T, n: reference.cross_entropy(z, targets(T, n)), "t": "1..T",
    "p": each(lambda z, T, n: reference.softmax(z)[np.arange(T), targets(T, n)]),
}, hidden={"z": "T n"})  # fmt: skip

# -- section 10: the forward pass

add_positions = Formula("<-", {"X": page("embeddings"), r"\PE": page("encoding")}, after={"X": page("positioned")})

scaled_scores = Formula("=", {
    "Q": "L d_k", "K": "M d_k", "S": recorded("S", lambda Q, K, V: reference.scaled_dot_product_attention(Q, K, V)),
}, hidden={"V": "M d_v"})  # fmt: skip

"""What the article's formulas mean: each is checked against the reference transformer at every build.

What other pages say as well stands in content/formulas.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from content.formulas import (
    ATTENTION,
    BLOCK,
    FEED_FORWARD,
    LAYER_NORM,
    MULTI_HEAD,
    NETWORK,
    NORM,
    SOFTMAX,
    block,
    heads,
    unscaled,
)
from pipeline import transformer as reference
from pipeline.formulas import (
    Collection,
    Event,
    Formula,
    Function,
    Random,
    Variance,
    angle,
    defined,
    each,
    identity,
    page,
    recorded,
)
from pipeline.transformer import costs
from pipeline.transformer.blocks import sublayer
from pipeline.transformer.heads import project_heads

if TYPE_CHECKING:
    from pipeline.formulas.proof import Proof

# Symbols of the running example that stand in for drawn ones in one more sample.
EXAMPLE = {"X": "embeddings", "x": "embeddings", "Q": "queries", "K": "embeddings", "V": "embeddings", "W_Q": "W_Q"}

# -- how the reference is called


def attended(X, W_Q, W_K, W_V):
    """The outputs of all heads, one behind the other."""
    return np.stack([Y for Y, _ in reference.attend(*project_heads(X, X, heads(W_Q, W_K, W_V)))])


def plain(X):
    """Attention of X to itself with the plain dot product, as in section 3: outputs and weights."""
    return unscaled(X, X, X)


# -- section 1: words as vectors

embedding_table = Formula("in", {"E": "n d", "V": Collection("n")})

cosine = Formula("= =", {
    r"\vv{a}": "d", r"\vv{b}": "d", "k": "1..d",
    r"\theta_{ab}": angle(reference.cosine),
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

raw_scores = Formula("=", {"X": "L d", "S": recorded("S", plain)})

matrix_form = Formula("=; Y in", {**SOFTMAX, "X": "L d", "Y": lambda X: plain(X)[0]})

# -- section 4: query, key and value

projection_shapes = Formula("in; in", {"W^Q": "d d_k", "W^K": "d d_k", "W^V": "d d_v"})

scores = Formula("=", {
    "Q": "L d_k", "K": "M d_k", "S": recorded("S", unscaled),
}, hidden={"V": "M d_v"})  # fmt: skip

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
    r"\text{head}": each(attended),
})  # fmt: skip

output_projection_shape = Formula("in", {"W^O": "h*d_v d"})

# -- section 6: positions

add_position = Formula(r"for p: <-; for p: \PE in", {
    r"\vv{x}": each(page("embeddings", "L d"), base=0), "p": "0..L-1",
    r"\PE": Function(lambda p, *, encoding: encoding[p], integers=True),
}, hidden={"encoding": page("encoding")}, after={r"\vv{x}": page("positioned")})  # fmt: skip

sinusoidal_encoding = Formula("for p i: =; for p i: =", {
    r"\PE": Function(lambda p, *, d, like: reference.sinusoidal_encoding([p], d, like)[0], base=0, integers=True),
    "p": "0..7", "i": "0..n-1",
}, sizes={"d": "2*n"})  # fmt: skip

rotation = Formula("=", {"p": "", "k": "", r"\omega": ""}, theorem=True)

# -- section 7: the encoder block


def named_attention(*arguments):
    """Multi-head attention as the block calls it, heard by `recorded`."""
    return reference.name("A", reference.multi_head_attention(*arguments))


self_attention_sublayer = Formula("=", {
    "X": "L d", **MULTI_HEAD,
    "A": recorded("A", lambda X, W_Q, W_K, W_V, W_O, gamma, beta, W_1, b_1, W_2, b_2: reference.encoder_block(
        X, block(W_Q, W_K, W_V, W_O, gamma, beta, W_1, b_1, W_2, b_2), attention=named_attention)),
}, hidden=BLOCK)  # fmt: skip

first_sublayer = Formula("=", {
    "X": "L d", "A": "L d", **LAYER_NORM,
    "X'": lambda X, A, gamma, beta: sublayer(X, lambda x: A, (gamma, beta), pre_norm=False),
}, hidden=NORM)  # fmt: skip

feed_forward_sublayer = Formula("=", {
    "X'": "L d", **FEED_FORWARD,
    "F": lambda X_prime, W_1, b_1, W_2, b_2: reference.feed_forward(X_prime, W_1, b_1, W_2, b_2),
}, hidden=NETWORK)  # fmt: skip

feed_forward = Formula("=", {
    r"\vv{x}": "d", "W_1": "m d", r"\vv{b}_1": "m", "W_2": "d m", r"\vv{b}_2": "d", **FEED_FORWARD,
})  # fmt: skip

network_weights = Formula("=; =", {"W_1": page("W_1"), "W_2": page("W_2")})

network_thresholds = Formula("=", {r"\vv{b}_1": page("b_1")})

second_sublayer = Formula("=", {
    "X'": "L d", "F": "L d", **LAYER_NORM,
    "Z": lambda X_prime, F, gamma, beta: sublayer(X_prime, lambda x: F, (gamma, beta), pre_norm=False),
}, hidden=NORM)  # fmt: skip

layer_norm = Formula("=; =; =", {
    r"\vv{x}": "d", r"\gamma": "d", r"\beta": "d", r"\epsilon": "> 0",
    r"\mu": defined(), r"\sigma^2": defined(), "k": "1..d",
    r"\LayerNorm": Function(lambda x, *, gamma, beta, epsilon: reference.layer_norm(x, gamma, beta, epsilon)),
})  # fmt: skip

# -- section 8: the decoder block

target_shape = Formula("in", {"Y_{<t}": "t-1 d"})

memory_shape = Formula("in", {"Z": "L d"})

visible = Formula("for i j: <=", {"i": "1..L", "j": "1..L"}, where=lambda L: reference.causal_mask(L, L))

masked_attention = Formula("=; for i j: =", {
    "Q": "L d_k", "K": "L d_k", "V": "L d_v", **SOFTMAX, "i": "1..L", "j": "1..L",
    "M": lambda L, like: np.where(reference.causal_mask(L, L), like, -np.inf),
    r"\Attention_{\text{maskiert}}": Function(
        lambda Q, K, V: reference.scaled_dot_product_attention(Q, K, V, causal=True)[0]),
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


# -- identities that the prose rests on


@identity
def scaling_flattens(prove: Proof) -> None:
    """The smaller the factor of all scores, the smaller the largest weight and the larger the smallest."""
    gap, factor = prove.numbers("gap", 3, positive=True), prove.numbers("factor", positive=True)
    zero = reference.num([0], gap)
    largest = reference.softmax(np.concatenate([zero, -gap]) * factor)[0]
    smallest = reference.softmax(np.concatenate([zero, gap]) * factor)[0]
    prove.positive(prove.derivative(largest, factor))
    prove.positive(-prove.derivative(smallest, factor))


@identity
def positions_break_equivariance(prove: Proof) -> None:
    """With positions added, the outputs of reordered tokens are not the reordered outputs."""
    X = prove.numbers("X", 2, 2)
    encoding = reference.sinusoidal_encoding(range(len(X)), X.shape[-1], X)
    prove.different(plain(X[::-1] + encoding)[0], plain(X + encoding)[0][::-1])


@identity
def rotation_of_positions(prove: Proof) -> None:
    """k places further, each pair of PE is turned by an angle that depends on k alone."""
    prove.displayed("rotation")
    prove.displayed("sinusoidal_encoding")
    p, k = prove.numbers("p", 1), prove.numbers("k", 1)
    here, step, there = (reference.sinusoidal_encoding(each, 4, p)[0] for each in (p, k, p + k))
    for i in (0, 2):
        sine, cosine = step[i], step[i + 1]
        prove.equal(there[i], cosine * here[i] + sine * here[i + 1])
        prove.equal(there[i + 1], cosine * here[i + 1] - sine * here[i])


@identity
def layer_norm_moments(prove: Proof) -> None:
    """Before gamma and beta, LayerNorm gives mean 0 and variance s/(s + epsilon), s being the variance before."""
    x, epsilon = prove.numbers("x", 3), prove.numbers("epsilon", positive=True)
    plainly = {"x": x, "epsilon": epsilon, "gamma": np.ones_like(x), "beta": np.zeros_like(x)}
    normed = prove.side("layer_norm", statement=0, **plainly)
    variance = prove.side("layer_norm", statement=2, **plainly)
    prove.displayed("layer_norm")
    prove.equal(np.mean(normed), 0)
    prove.equal(np.mean(normed * normed), variance / (variance + epsilon))


@identity
def layer_norm_two(prove: Proof) -> None:
    """Of two numbers LayerNorm leaves two opposite ones, whose square is v/(v + epsilon), v a quarter of (a - b)²."""
    x, epsilon = prove.numbers("x", 2), prove.numbers("epsilon", positive=True)
    normed = prove.side("layer_norm", x=x, epsilon=epsilon, gamma=np.ones_like(x), beta=np.zeros_like(x))
    quarter = (x[0] - x[1]) ** 2 / 4
    prove.equal(normed[0], -normed[1])
    prove.equal(normed[0] ** 2, quarter / (quarter + epsilon))


@identity
def score_multiplications(prove: Proof) -> None:
    """The scores of one head take L² times d_k multiplications, counted in the product itself."""
    L, d_k = prove.numbers("L", positive=True), prove.numbers("d_k", positive=True)
    prove.equal(costs.score_multiplications(L, L, d_k), L * L * d_k)
    for tokens, width in ((2, 3), (3, 2), (4, 2)):
        Q, K = prove.numbers("Q", tokens, width), prove.numbers("K", tokens, width)
        prove.counted(Q @ K.T, costs.score_multiplications, tokens, tokens, width)

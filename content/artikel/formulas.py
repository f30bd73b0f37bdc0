"""What the article's formulas mean: each is checked against the reference transformer at every build.

How to read a declaration is said in pipeline/formulas/declarations.py.  W_Q in a reference is W^Q in
the text, `x` is the bold x, and so on: parameters are the symbols without their TeX.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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

# -- what several formulas use

SOFTMAX = {r"\softmax": Function(reference.softmax, listed=True)}
ATTENTION = {r"\Attention": Function(lambda Q, K, V: reference.scaled_dot_product_attention(Q, K, V)[0])}
MULTI_HEAD = {
    r"\MultiHead": Function(
        lambda X, *, W_Q, W_K, W_V, W_O: reference.multi_head_attention(X, X, heads(W_Q, W_K, W_V), W_O)
    )
}
HEADS = {"W^Q": each("h d d_k"), "W^K": each("h d d_k"), "W^V": each("h d d_v"), "W^O": "h*d_v d"}


def heads(W_Q, W_K, W_V):
    """The projections head by head."""
    return [reference.Head(*head) for head in zip(W_Q, W_K, W_V, strict=True)]


def attended(X, W_Q, W_K, W_V):
    """The outputs of all heads, one behind the other."""
    return np.stack([Y for Y, _ in reference.attend(*project_heads(X, X, heads(W_Q, W_K, W_V)))])


def plain(X):
    """Attention of X to itself with the plain dot product, as in section 3: outputs and weights."""
    return reference.scaled_dot_product_attention(X, X, X, scale=False)


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

input_shape = Formula("in", {"X": "L d"})

raw_scores = Formula("=", {"X": "L d", "S": recorded("S", lambda X: plain(X))})

matrix_form = Formula("=; Y in", {**SOFTMAX, "X": "L d", "Y": lambda X: plain(X)[0]})

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
    r"\text{head}": each(attended),
})  # fmt: skip

output_projection_shape = Formula("in", {"W^O": "h*d_v d"})

multi_head = Formula("=; for i: =", {
    "X": "L d", **HEADS, "i": "1..h", r"\text{head}": defined("i"), **ATTENTION, **MULTI_HEAD,
})  # fmt: skip

# -- section 6: positions

permutation = Formula("=", {
    "P": Permutation("L"), "Q": "L d_k", "K": "L d_k", "V": "L d_v", **ATTENTION,
}, theorem=True)  # fmt: skip

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
    attention = reference.MultiHead(heads(W_Q, W_K, W_V), W_O)
    return reference.EncoderBlock(attention, norm, reference.FeedForward(W_1, b_1, W_2, b_2), norm)


def named_attention(*arguments):
    """Multi-head attention as the block calls it, heard by `recorded`."""
    return reference.name("A", reference.multi_head_attention(*arguments))


self_attention_sublayer = Formula("=", {
    "X": "L d", **MULTI_HEAD,
    "A": recorded("A", lambda X, W_Q, W_K, W_V, W_O, gamma, beta, W_1, b_1, W_2, b_2: reference.encoder_block(
        X, block(W_Q, W_K, W_V, W_O, gamma, beta, W_1, b_1, W_2, b_2), attention=named_attention)),
}, hidden={**HIDDEN_HEADS, **WEIGHTS, "gamma": "d", "beta": "d"})  # fmt: skip

first_sublayer = Formula("=", {
    "X": "L d", "A": "L d", **NORMED,
    "X'": lambda X, A, gamma, beta: sublayer(X, lambda x: A, (gamma, beta), pre_norm=False),
}, hidden={"gamma": "d", "beta": "d"})  # fmt: skip

feed_forward_sublayer = Formula("=", {
    "X'": "L d", **THOUGHT,
    "F": lambda X_prime, W_1, b_1, W_2, b_2: reference.feed_forward(X_prime, W_1, b_1, W_2, b_2),
}, hidden=WEIGHTS)  # fmt: skip

feed_forward = Formula("=", {
    r"\vv{x}": "d", **NETWORK,
    r"\FFN": Function(lambda x, *, W_1, b_1, W_2, b_2: reference.feed_forward(x, W_1, b_1, W_2, b_2)),
})  # fmt: skip

network_weights = Formula("=; =", {"W_1": page("W_1"), "W_2": page("W_2")})

network_thresholds = Formula("=", {r"\vv{b}_1": page("b_1")})

second_sublayer = Formula("=", {
    "X'": "L d", "F": "L d", **NORMED,
    "Z": lambda X_prime, F, gamma, beta: sublayer(X_prime, lambda x: F, (gamma, beta), pre_norm=False),
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

visible = Formula("for i j: <=", {"i": "1..L", "j": "1..L"}, where=lambda L: reference.causal_mask(L, L))

masked_attention = Formula("=; for i j: =", {
    "Q": "L d_k", "K": "L d_k", "V": "L d_v", **SOFTMAX, "i": "1..L", "j": "1..L",
    "M": defined("i j"),
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


# -- identities that the prose rests on


@identity
def softmax_rows_sum_to_one(prove: Proof) -> None:
    """The weights of a row are positive and sum to one."""
    prove.displayed("weighted_mean")
    prove.equal(np.sum(reference.softmax(prove.numbers("s", 4))), 1)


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
def scaling_flattens(prove: Proof) -> None:
    """The smaller the factor of all scores, the smaller the largest weight and the larger the smallest."""
    gap, factor = prove.numbers("gap", 3, positive=True), prove.numbers("factor", positive=True)
    zero = reference.num([0], gap)
    largest = reference.softmax(np.concatenate([zero, -gap]) * factor)[0]
    smallest = reference.softmax(np.concatenate([zero, gap]) * factor)[0]
    prove.positive(prove.derivative(largest, factor))
    prove.positive(-prove.derivative(smallest, factor))


@identity
def permutation_equivariance(prove: Proof) -> None:
    """Whoever reorders the tokens reorders the outputs, and changes nothing else."""
    prove.displayed("permutation")


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
def masked_weight_is_zero(prove: Proof) -> None:
    """A score of minus infinity gives the weight 0, not a small one."""
    prove.displayed("masked_attention")
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


@identity
def score_multiplications(prove: Proof) -> None:
    """The scores of one head take L² times d_k multiplications, counted in the product itself."""
    L, d_k = prove.numbers("L", positive=True), prove.numbers("d_k", positive=True)
    prove.equal(costs.score_multiplications(L, L, d_k), L * L * d_k)
    for tokens, width in ((2, 3), (3, 2), (4, 2)):
        Q, K = prove.numbers("Q", tokens, width), prove.numbers("K", tokens, width)
        prove.counted(Q @ K.T, costs.score_multiplications, tokens, tokens, width)

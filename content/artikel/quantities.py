"""The article's named quantities, section by section, each computed with the reference transformer."""

from __future__ import annotations

from typing import Any

import numpy as np

from pipeline.quantities.sheet import Sheet
from pipeline.transformer import (
    cosine,
    costs,
    feed_forward,
    layer_norm,
    logits,
    multi_head_attention,
    next_token_distribution,
    num,
    scaled_dot_product_attention,
    sinusoidal_encoding,
    softmax,
    token_losses,
)


def quantities(sheet: Sheet) -> None:
    """Define everything that the text of this page may print."""
    words_as_vectors(sheet)
    weighted_mean(sheet)
    scaling(sheet)
    projection(sheet)
    heads(sheet)
    positions(sheet)
    reordering(sheet)
    encoded = encoder(sheet)
    decoded = decoder(sheet, encoded)
    prediction(sheet, decoded)
    published_models(sheet)


def words_as_vectors(sheet: Sheet) -> None:
    """Section 1: angles between the embeddings, and who leans towards finance."""
    X = sheet.given("embeddings")
    food, finance = (sheet.labels("coordinate").index(name) for name in ("food", "finance"))
    sheet.define(
        "cosine_similarity",
        np.stack([np.stack([cosine(a, b) for b in X]) for a in X]),
        axes=("token", "token"),
        symbol=r"\cos\theta",
        meaning="Kosinus des Winkels zwischen den Einbettungen von {0} und {1}.",
    )
    sheet.define(
        "embeddings_by_coordinate",
        X.T,
        axes=("coordinate", "token"),
        symbol="x",
        meaning="Koordinate {0} der Einbettung von {1}.",
    )
    sheet.define(
        "finance_lead",
        X[:, finance] - X[:, food],
        axes=("token",),
        symbol=r"\Delta",
        meaning="Um wie viel die Finanzkoordinate von {0} größer ist als die Nahrungskoordinate.",
    )


def weighted_mean(sheet: Sheet) -> None:
    """Section 3: attention with the plain dot product, and where it fails."""
    X = sheet.given("embeddings")
    scores = sheet.define(
        "raw_scores",
        X @ X.T,
        axes=("token", "token"),
        symbol="s",
        meaning="Skalarprodukt der Einbettungen von {0} und {1}.",
    )
    sheet.define(
        "raw_exponentials",
        np.exp(scores),
        axes=("token", "token"),
        symbol=r"e^{s}",
        meaning="Exponentialfunktion des Scores von {1} für {0}.",
    )
    outputs, weights = scaled_dot_product_attention(X, X, X, scale=False)
    sheet.define(
        "raw_weights",
        weights,
        axes=("token", "token"),
        symbol="w",
        meaning="Gewicht, mit dem {0} auf {1} schaut, ohne Projektion und ohne Skalierung.",
    )
    sheet.define(
        "contextual",
        outputs,
        axes=("token", "coordinate"),
        symbol="y",
        meaning="Koordinate {1} des neuen Vektors von {0}, ohne Projektion und ohne Skalierung.",
    )
    orthogonal = upright(X, *(sheet.labels("token").index(name) for name in ("apple", "shares")))
    sheet.define(
        "orthogonal_scores",
        orthogonal @ orthogonal.T,
        axes=("token", "token"),
        symbol="s",
        meaning="Score von {1} für {0}, wenn Apple und shares senkrecht aufeinander stünden.",
    )
    _, weights = scaled_dot_product_attention(orthogonal, orthogonal, orthogonal, scale=False)
    sheet.define(
        "orthogonal_weights",
        weights,
        axes=("token", "token"),
        symbol="w",
        meaning="Gewicht, mit dem {0} auf {1} schaut, wenn Apple und shares senkrecht aufeinander stünden.",
    )


def upright(X: Any, first: int, second: int) -> Any:
    """X with row `second` turned so that it is orthogonal to row `first`; works in two dimensions."""
    quarter_turn = num([["0", "1"], ["-1", "0"]], X)
    turned = X[first] @ quarter_turn
    return np.stack([turned if row == second else X[row] for row in range(len(X))])


def scaling(sheet: Sheet) -> None:
    """Section 4: what dividing by the root of d_k does, in the example and at the size of real heads."""
    X = sheet.given("embeddings")
    sheet.define(
        "root",
        np.sqrt(sheet.count("coordinate")),
        symbol=r"\sqrt{d_k}",
        meaning="Wurzel aus der Zahl der Koordinaten eines Schlüssels.",
    )
    sheet.define(
        "scaled_scores",
        X @ X.T / np.sqrt(sheet.count("coordinate")),
        axes=("token", "token"),
        symbol="s",
        meaning="Skalarprodukt der Einbettungen von {0} und {1}, durch die Wurzel der Dimension geteilt.",
    )
    _, weights = scaled_dot_product_attention(X, X, X)
    sheet.define(
        "scaled_weights",
        weights,
        axes=("token", "token"),
        symbol="w",
        meaning="Gewicht, mit dem {0} auf {1} schaut, skaliert, aber ohne Projektion.",
    )
    d_k = sheet.define(
        "paper_head_dimension",
        sheet.fact("transformer.d_model") / sheet.fact("transformer.heads"),
        symbol="d_k",
        meaning="Dimension eines Kopfes im Transformer von 2017: Modelldimension geteilt durch Zahl der Köpfe.",
    )
    gap = sheet.define(
        "typical_gap",
        np.sqrt(d_k),
        symbol=r"\sqrt{d_k}",
        meaning="Standardabweichung eines Skalarprodukts aus d_k unabhängigen Summanden der Varianz eins.",
    )
    share = sheet.define(
        "saturated_weight",
        softmax(np.stack([gap, gap - gap]))[0],
        symbol="w",
        meaning="Gewicht des größeren Scores, wenn er eine Standardabweichung über dem anderen liegt.",
    )
    sheet.define(
        "saturated_slope",
        share * (1 - share),
        symbol="w'",
        meaning="Ableitung dieses Gewichts nach seinem Score: so wenig Gradient bleibt.",
    )
    share = sheet.define(
        "tempered_weight",
        softmax(np.stack([gap / gap, gap - gap]))[0],
        symbol="w",
        meaning="Dasselbe Gewicht, nachdem beide Scores durch die Wurzel von d_k geteilt sind.",
        identity="scaled_dot_product_variance",
    )
    sheet.define(
        "tempered_slope",
        share * (1 - share),
        symbol="w'",
        meaning="Ableitung des Gewichts nach der Skalierung.",
        identity="scaled_dot_product_variance",
    )


def projection(sheet: Sheet) -> None:
    """Section 4: queries that ask for the other axis."""
    X = sheet.given("embeddings")
    W_Q = sheet.given("W_Q")
    Q = sheet.define(
        "queries",
        X @ W_Q,
        axes=("token", "coordinate"),
        symbol="q",
        meaning="Koordinate {1} der Abfrage von {0}.",
    )
    sheet.define(
        "projected_scores",
        Q @ X.T / np.sqrt(sheet.count("coordinate")),
        axes=("token", "token"),
        symbol="s",
        meaning="Score der Abfrage von {0} gegen den Schlüssel von {1}, durch die Wurzel der Dimension geteilt.",
    )
    outputs, weights = scaled_dot_product_attention(Q, X, X)
    sheet.define(
        "projected_weights",
        weights,
        axes=("token", "token"),
        symbol="w",
        meaning="Gewicht, mit dem {0} nach Projektion und Skalierung auf {1} schaut.",
    )
    _, unprojected = scaled_dot_product_attention(X, X, X, scale=False)
    both = np.stack([unprojected, weights])
    where = "unter den Gewichten ohne Projektion und denen nach Projektion und Skalierung"
    sheet.define("smallest_weight", np.min(both), symbol="w", meaning=f"Das kleinste {where}.")
    sheet.define("largest_weight", np.max(both), symbol="w", meaning=f"Das größte {where}.")
    sheet.define(
        "projected_outputs",
        outputs,
        axes=("token", "coordinate"),
        symbol="y",
        meaning="Koordinate {1} der Ausgabe für {0} nach Projektion und Skalierung.",
    )
    outputs, _ = scaled_dot_product_attention(X, X, X)
    sheet.define(
        "scaled_outputs",
        outputs,
        axes=("token", "coordinate"),
        symbol="y",
        meaning="Koordinate {1} der Ausgabe für {0}, skaliert, aber ohne Projektion.",
    )


def heads(sheet: Sheet) -> None:
    """Section 5: two heads of one dimension each."""
    X = sheet.given("embeddings")
    columns = [direction[:, None] for direction in sheet.given("head_projection")]
    single = [scaled_dot_product_attention(X @ P, X @ P, X @ P) for P in columns]
    sheet.define(
        "head_weights",
        np.stack([weights for _, weights in single]),
        axes=("head", "token", "token"),
        symbol="w",
        meaning="Gewicht, mit dem {1} im Kopf {0} auf {2} schaut.",
    )
    sheet.define(
        "head_scores",
        np.stack([(X @ P) @ (X @ P).T for P in columns]),
        axes=("head", "token", "token"),
        symbol="s",
        meaning="Score von {2} für {1} im Kopf {0}: das Produkt der Koordinaten, die der Kopf sieht.",
    )
    outputs = sheet.define(
        "head_outputs",
        np.stack([output[:, 0] for output, _ in single]),
        axes=("head", "token"),
        symbol=r"\text{head}",
        meaning="Ausgabe des Kopfes {0} für {1}.",
    )
    sheet.define(
        "multi_head_output",
        outputs.T,
        axes=("token", "head"),
        symbol="c",
        meaning="Beitrag des Kopfes {1} zur verketteten Ausgabe für {0}.",
    )


def positions(sheet: Sheet) -> None:
    """Section 6: sine and cosine of the position, added to the embeddings."""
    X = sheet.given("embeddings")
    encoding = sheet.define(
        "encoding",
        sinusoidal_encoding(sheet.positions("token"), X.shape[-1], X),
        axes=("token", "coordinate"),
        symbol=r"\PE",
        meaning="Koordinate {1} der Positionskodierung an der Stelle von {0}.",
    )
    positioned = sheet.define(
        "positioned",
        X + encoding,
        axes=("token", "coordinate"),
        symbol="x",
        meaning="Koordinate {1} von {0} samt Positionskodierung.",
    )
    _, weights = scaled_dot_product_attention(positioned, positioned, positioned)
    sheet.define(
        "positioned_weights",
        weights,
        axes=("token", "token"),
        symbol="w",
        meaning="Gewicht, mit dem {0} samt Position auf {1} schaut.",
    )


def reordering(sheet: Sheet) -> None:
    """Section 6: the same tokens in another order, with and without positions."""
    X = sheet.given("embeddings")
    order = sheet.order("reordered")  # rows of X in the order of the other sentence
    place = np.argsort(order)  # where each token of X has gone
    sheet.define(
        "reordered_position",
        sheet.positions("token")[place],
        axes=("token",),
        symbol="p",
        meaning="Position von {0} im umgestellten Satz, ab null gezählt.",
    )
    encoding = sinusoidal_encoding(sheet.positions("token"), X.shape[-1], X)
    positioned = sheet.define(
        "reordered_positioned",
        X + encoding[place],
        axes=("token", "coordinate"),
        symbol="x",
        meaning="Koordinate {1} von {0} samt Positionskodierung im umgestellten Satz.",
    )
    _, weights = scaled_dot_product_attention(positioned, positioned, positioned)
    sheet.define(
        "reordered_weights",
        weights,
        axes=("token", "token"),
        symbol="w",
        meaning="Gewicht, mit dem {0} im umgestellten Satz samt Position auf {1} schaut.",
    )
    outputs, _ = scaled_dot_product_attention(X[order], X[order], X[order], scale=False)
    sheet.define(
        "reordered_contextual",
        outputs[place],
        axes=("token", "coordinate"),
        symbol="y",
        meaning="Koordinate {1} des neuen Vektors von {0} im umgestellten Satz, ohne Positionskodierung.",
    )


def block_heads(sheet: Sheet) -> list[tuple[Any, Any, Any]]:
    """The two heads of the small blocks; key and value share one matrix."""
    return [(query, key, key) for query, key in zip(sheet.given("block_query"), sheet.given("block_key"), strict=True)]


def finished(sheet: Sheet, x: Any) -> Any:
    """LayerNorm with the parameters of the small blocks."""
    return layer_norm(x, sheet.given("gamma"), sheet.given("beta"), sheet.given("epsilon"))


def thought_over(sheet: Sheet, x: Any) -> Any:
    """The feed-forward network of the small blocks."""
    return feed_forward(x, *(sheet.given(name) for name in ("W_1", "b_1", "W_2", "b_2")))


def encoder(sheet: Sheet) -> Any:
    """Section 7: one encoder block in four dimensions, step by step."""
    lifted = sheet.given("embeddings") @ sheet.given("lift")
    width = lifted.shape[-1]
    X = sheet.define(
        "block_input",
        lifted + sinusoidal_encoding(sheet.positions("token"), width, lifted),
        axes=("token", "model"),
        symbol="x",
        meaning="Koordinate {1} von {0} am Eingang des Encoder-Blocks.",
    )
    parts = block_heads(sheet)
    weights = np.stack([scaled_dot_product_attention(X @ q, X @ k, X @ v)[1] for q, k, v in parts])
    sheet.define(
        "block_weights",
        weights,
        axes=("block_head", "token", "token"),
        symbol="w",
        meaning="Gewicht, mit dem {1} im {0} des Encoder-Blocks auf {2} schaut.",
    )
    A = sheet.define(
        "block_attention",
        multi_head_attention(X, X, parts, sheet.given("block_output")),
        axes=("token", "model"),
        symbol="a",
        meaning="Koordinate {1} dessen, was die Köpfe für {0} einsammeln.",
    )
    residual = sheet.define(
        "block_residual",
        X + A,
        axes=("token", "model"),
        symbol="r",
        meaning="Koordinate {1} von {0} nach der ersten Residualverbindung.",
    )
    mean = sheet.define(
        "block_mean",
        np.mean(residual, axis=-1),
        axes=("token",),
        symbol=r"\mu",
        meaning="Mittelwert der Koordinaten von {0} nach der ersten Residualverbindung.",
    )
    deviation = sheet.define(
        "block_deviation",
        residual - mean[:, None],
        axes=("token", "model"),
        symbol="d",
        meaning="Abweichung der Koordinate {1} von {0} vom Mittelwert seiner Koordinaten.",
    )
    sheet.define(
        "block_variance",
        np.mean(deviation * deviation, axis=-1),
        axes=("token",),
        symbol=r"\sigma^2",
        meaning="Varianz der Koordinaten von {0} nach der ersten Residualverbindung.",
    )
    normed = sheet.define(
        "block_normed",
        finished(sheet, residual),
        axes=("token", "model"),
        symbol="x'",
        meaning="Koordinate {1} von {0} nach der ersten Schichtnormalisierung.",
    )
    hidden = normed @ sheet.given("W_1").T + sheet.given("b_1")
    sheet.define(
        "block_hidden",
        hidden,
        axes=("token", "neuron"),
        symbol="h",
        meaning="Eingang des verborgenen Neurons {1} für {0}, vor dem Abschneiden bei null.",
    )
    F = sheet.define(
        "block_thought",
        thought_over(sheet, normed),
        axes=("token", "model"),
        symbol="f",
        meaning="Koordinate {1} dessen, was das Feedforward-Netz für {0} liefert.",
    )
    return sheet.define(
        "encoder_output",
        finished(sheet, normed + F),
        axes=("token", "model"),
        symbol="z",
        meaning="Koordinate {1} der Ausgabe des Encoder-Blocks für {0}.",
    )


def decoder(sheet: Sheet, Z: Any) -> Any:
    """Section 8: one decoder block over what is written so far."""
    embedded = sheet.given("target_embeddings")
    width = embedded.shape[-1]
    Y = sheet.define(
        "target_input",
        embedded + sinusoidal_encoding(sheet.positions("target"), width, embedded),
        axes=("target", "model"),
        symbol="y",
        meaning="Koordinate {1} von {0} am Eingang des Decoder-Blocks.",
    )
    parts = block_heads(sheet)
    output = sheet.given("block_output")
    masked = [scaled_dot_product_attention(Y @ q, Y @ k, Y @ v, causal=True)[1] for q, k, v in parts]
    sheet.define(
        "masked_weights",
        np.stack(masked),
        axes=("block_head", "target", "target"),
        symbol="w",
        meaning="Gewicht, mit dem {1} im {0} der maskierten Selbstaufmerksamkeit auf {2} schaut.",
    )
    first = sheet.define(
        "target_normed",
        finished(sheet, Y + multi_head_attention(Y, Y, parts, output, causal=True)),
        axes=("target", "model"),
        symbol="y'",
        meaning="Koordinate {1} von {0} nach der ersten Schichtnormalisierung des Decoder-Blocks.",
    )
    crossed = [scaled_dot_product_attention(first @ q, Z @ k, Z @ v)[1] for q, k, v in parts]
    sheet.define(
        "cross_weights",
        np.stack(crossed),
        axes=("block_head", "target", "token"),
        symbol="w",
        meaning="Gewicht, mit dem {1} im {0} der Kreuzaufmerksamkeit auf {2} schaut.",
    )
    second = sheet.define(
        "cross_normed",
        finished(sheet, first + multi_head_attention(first, Z, parts, output)),
        axes=("target", "model"),
        symbol="y''",
        meaning="Koordinate {1} von {0} nach der zweiten Schichtnormalisierung des Decoder-Blocks.",
    )
    F = sheet.define(
        "target_thought",
        thought_over(sheet, second),
        axes=("target", "model"),
        symbol="f",
        meaning="Koordinate {1} dessen, was das Feedforward-Netz im Decoder-Block für {0} liefert.",
    )
    return sheet.define(
        "decoder_output",
        finished(sheet, second + F),
        axes=("target", "model"),
        symbol="h",
        meaning="Koordinate {1} der Ausgabe des Decoder-Blocks für {0}.",
    )


def prediction(sheet: Sheet, h: Any) -> None:
    """Section 9: scores over the vocabulary, probabilities, temperature and loss."""
    W_out, b = sheet.given("W_out"), sheet.given("output_bias")
    sheet.define(
        "vocabulary_scores",
        logits(h, W_out, b),
        axes=("target", "vocabulary"),
        symbol="z",
        meaning="Score von {1} als nächstes Token nach {0}.",
    )
    sheet.define(
        "next_token",
        next_token_distribution(h, W_out, b),
        axes=("target", "vocabulary"),
        symbol="P",
        meaning="Wahrscheinlichkeit von {1} als nächstes Token nach {0}.",
    )
    sheet.define(
        "sharpened",
        softmax(logits(h, W_out, b) / sheet.given("temperature")),
        axes=("target", "vocabulary"),
        symbol="P",
        meaning="Wahrscheinlichkeit von {1} nach {0}, mit der Temperatur des Beispiels geschärft.",
    )
    answers = [sheet.labels("vocabulary").index(name) for name in following(sheet.labels("target"))]
    loss = sheet.define(
        "loss",
        token_losses(logits(h, W_out, b), answers),
        axes=("target",),
        symbol=r"\ell",
        meaning="Negativer Logarithmus der Wahrscheinlichkeit des richtigen Tokens nach {0}.",
    )
    sheet.define(
        "total_loss",
        np.sum(loss),
        symbol=r"\ell",
        meaning="Kreuzentropie über den Zielsatz: die Summe der Verluste aller Positionen.",
    )
    L, d_k = sheet.count("token"), sheet.count("coordinate")
    sheet.define("pair_count", L * L, symbol="L^2", meaning="Zahl der Scores, die das Beispiel berechnet.")
    sheet.define(
        "pair_multiplications",
        costs.score_multiplications(L, L, d_k),
        symbol="L^2 d_k",
        meaning="Zahl der Multiplikationen für alle Scores des Beispiels.",
    )


def following(written: tuple[str, ...]) -> tuple[str, ...]:
    """The right answers: each position's next token; after the last one comes `sharply`."""
    return (*written[1:], "sharply")


def published_models(sheet: Sheet) -> None:
    """Sizes that follow from published facts."""
    sheet.define(
        "paper_width_factor",
        sheet.fact("transformer.d_ff") / sheet.fact("transformer.d_model"),
        meaning="Wievielmal so breit wie der Token-Vektor die verborgene Schicht im Paper von 2017 ist.",
    )
    for model in ("gpt2", "gpt3"):
        name = {"gpt2": "kleinsten GPT-2", "gpt3": "größten GPT-3"}[model]
        d, h, layers, L = (sheet.fact(f"{model}.{key}") for key in ("d_model", "heads", "layers", "context"))
        sheet.define(
            f"{model}_head_dimension",
            d / h,
            symbol="d_k",
            meaning=f"Dimension eines Kopfes im {name}: Modelldimension geteilt durch Zahl der Köpfe.",
        )
        sheet.define(
            f"{model}_projections",
            layers * h * sheet.count("role"),
            meaning=f"Matrizen für Abfragen, Schlüssel und Werte im {name}, über alle Köpfe und Blöcke.",
        )
        sheet.define(
            f"{model}_scores_per_head",
            costs.weight_numbers(L, L, 1),
            symbol="L^2",
            meaning=f"Scores je Kopf im {name}, wenn das Kontextfenster voll ist und jedes Paar bewertet wird.",
        )
        sheet.define(
            f"{model}_cache",
            costs.cache_numbers(L, layers, h, d / h, d / h),
            meaning=f"Zahlen im vollen Zwischenspeicher für Schlüssel und Werte im {name}.",
        )
    ratio = sheet.fact("gpt3.context") / sheet.fact("gpt2.context")
    sheet.define(
        "context_ratio", ratio, meaning="Wievielmal so lang das Kontextfenster von GPT-3 ist wie das von GPT-2."
    )
    sheet.define(
        "score_ratio", ratio * ratio, meaning="Wievielmal so viele Scores je Kopf das längere Fenster verlangt."
    )

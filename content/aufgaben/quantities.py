"""The solutions of the exercises, computed with the reference transformer from whatever is drawn."""

from __future__ import annotations

import numpy as np

from pipeline.quantities.sheet import Sheet
from pipeline.transformer import (
    causal_mask,
    cosine,
    costs,
    feed_forward,
    layer_norm,
    multi_head_attention,
    num,
    rotary_encoding,
    scaled_dot_product_attention,
    sinusoidal_encoding,
    softmax,
    token_losses,
)


def quantities(sheet: Sheet) -> None:
    """Define everything that the exercises and their solutions print."""
    weighted_mean(sheet)
    angle(sheet)
    weights(sheet)
    scaling(sheet)
    projection(sheet)
    heads(sheet)
    positions(sheet)
    rotation(sheet)
    mask(sheet)
    normalisation(sheet)
    network(sheet)
    cross_attention(sheet)
    temperature(sheet)
    cross_entropy(sheet)
    cache(sheet)
    grouped(sheet)


# -- weights and mixtures


def weighted_mean(sheet: Sheet) -> None:
    """Three vectors; the last weight is what the others leave."""
    X, shares = sheet.given("mean_vectors"), sheet.given("mean_shares")
    rest = 1 - np.sum(shares)
    w = sheet.define(
        "mean_weights",
        np.concatenate([shares, np.stack([rest])]),
        axes=(None,),
        symbol="w",
        meaning="Gewicht von Vektor {0} in der Aufgabe zum gewichteten Mittelwert.",
    )
    sheet.define(
        "mean_output",
        w @ X,
        axes=(None,),
        symbol="y",
        meaning="Koordinate {0} des gewichteten Mittelwerts.",
    )


def angle(sheet: Sheet) -> None:
    """Two vectors in space."""
    a = sheet.given("cosine_first")
    b = sheet.define(
        "cosine_second",
        np.concatenate([sheet.given("cosine_ahead"), sheet.given("cosine_back")]),
        axes=(None,),
        symbol="b",
        meaning="Koordinate {0} des zweiten Vektors in der Aufgabe zum Kosinus.",
    )
    sheet.define("cosine_product", np.sum(a * b), symbol="s", meaning="Skalarprodukt in der Aufgabe zum Kosinus.")
    sheet.define(
        "cosine_squares",
        np.stack([np.sum(a * a), np.sum(b * b)]),
        axes=(None,),
        meaning="Quadrat der Länge von Vektor {0} in der Aufgabe zum Kosinus.",
    )
    sheet.define("cosine_result", cosine(a, b), symbol=r"\cos\theta", meaning="Der gesuchte Kosinus.")


def weights(sheet: Sheet) -> None:
    """Three scores."""
    s = sheet.given("softmax_scores")
    e = sheet.define(
        "softmax_exponentials",
        np.exp(s),
        axes=(None,),
        symbol="e^{s}",
        meaning="Exponentialfunktion von Score {0} in der Aufgabe zur Softmax.",
    )
    sheet.define("softmax_sum", np.sum(e), meaning="Summe der Exponentialwerte in der Aufgabe zur Softmax.")
    sheet.define(
        "softmax_weights", softmax(s), axes=(None,), symbol="w", meaning="Gewicht {0} in der Aufgabe zur Softmax."
    )


def scaling(sheet: Sheet) -> None:
    """Two scores before and after the division by a root that comes out even."""
    root, raw = sheet.given("scaling_root"), sheet.given("scaling_raw")
    sheet.define(
        "scaling_dimension", root * root, symbol="d_k", meaning="Schlüsseldimension in der Aufgabe zum Skalieren."
    )
    scaled = sheet.define(
        "scaling_scores", raw / root, axes=(None,), symbol="s", meaning="Score {0} nach dem Skalieren."
    )
    for name, scores, when in (("before", raw, "vor"), ("after", scaled, "nach")):
        sheet.define(
            f"scaling_{name}",
            softmax(scores),
            axes=(None,),
            symbol="w",
            meaning=f"Gewicht {{0}} {when} dem Skalieren.",
        )


# -- projections, heads, positions


def projection(sheet: Sheet) -> None:
    """A query, a key and their scaled score."""
    x, z = sheet.given("projection_asking"), sheet.given("projection_asked")
    q = sheet.define(
        "projection_q",
        x @ sheet.given("projection_query"),
        axes=(None,),
        symbol="q",
        meaning="Koordinate {0} der Abfrage in der Aufgabe zur Projektion.",
    )
    k = sheet.define(
        "projection_k",
        z @ sheet.given("projection_key"),
        axes=(None,),
        symbol="k",
        meaning="Koordinate {0} des Schlüssels in der Aufgabe zur Projektion.",
    )
    dot = sheet.define(
        "projection_product", np.sum(q * k), symbol="s", meaning="Skalarprodukt von Abfrage und Schlüssel."
    )
    sheet.define(
        "projection_score",
        dot / np.sqrt(num(k.shape[-1], k)),
        symbol="s",
        meaning="Score der Abfrage gegen den Schlüssel, durch die Wurzel der Dimension geteilt.",
    )


def heads(sheet: Sheet) -> None:
    """Two heads, each of which sees one coordinate."""
    X, W_O = sheet.given("heads_tokens"), sheet.given("heads_output")
    eye = num(np.eye(X.shape[-1], dtype=int), X)
    sees = [column[:, None] for column in eye]
    single = [scaled_dot_product_attention(X @ P, X @ P, X @ P) for P in sees]
    sheet.define(
        "heads_scores",
        np.stack([X[0, 0] * X[:, 0], X[0, 1] * X[:, 1]]),
        axes=(None, None),
        symbol="s",
        meaning="Score von Token {1} für das erste Token in Kopf {0}.",
    )
    sheet.define(
        "heads_weights",
        np.stack([weights[0] for _, weights in single]),
        axes=(None, None),
        symbol="w",
        meaning="Gewicht, mit dem das erste Token in Kopf {0} auf Token {1} schaut.",
    )
    sheet.define(
        "heads_outputs",
        np.stack([output[0, 0] for output, _ in single]),
        axes=(None,),
        symbol=r"\text{head}",
        meaning="Ausgabe von Kopf {0} für das erste Token.",
    )
    mixed = multi_head_attention(X, X, [(P, P, P) for P in sees], W_O)
    sheet.define(
        "heads_result",
        mixed[0],
        axes=(None,),
        symbol="y",
        meaning="Koordinate {0} der Mehrkopf-Aufmerksamkeit für das erste Token.",
    )


def positions(sheet: Sheet) -> None:
    """A position, a step, and the position after it, in one frequency."""
    p, k = sheet.given("positions_start"), sheet.given("positions_offset")
    there = sheet.define("positions_end", p + k, symbol="p", meaning="Position nach dem Schritt.")
    encoded = sinusoidal_encoding(np.stack([p, k, there]), 2, p)
    for name, row, what in (
        ("here", 0, "der ersten Position"),
        ("step", 1, "des Schritts"),
        ("there", 2, "der zweiten Position"),
    ):
        sheet.define(
            f"positions_{name}",
            encoded[row],
            axes=(None,),
            symbol=r"\PE",
            meaning=f"Positionskodierung {what}: Sinus an erster, Kosinus an zweiter Stelle.",
        )
    sine, cosine_ = encoded[1, 0], encoded[1, 1]
    sheet.define(
        "positions_rotation",
        np.stack([np.stack([cosine_, sine]), np.stack([-sine, cosine_])]),
        axes=(None, None),
        meaning="Eintrag {0}, {1} der Matrix, die um den Schritt weiterdreht.",
    )


def rotation(sheet: Sheet) -> None:
    """A turned query against a turned key, here and further on."""
    q, k = sheet.given("rotary_query"), sheet.given("rotary_key")
    m, distance, shift = (sheet.given(f"rotary_{name}") for name in ("place", "distance", "shift"))
    n = sheet.define("rotary_end", m + distance, symbol="n", meaning="Position des Schlüssels.")
    sheet.define(
        "rotary_moved",
        np.stack([m + shift, n + shift]),
        axes=(None,),
        meaning="Positionen von Abfrage und Schlüssel im verschobenen Satz.",
    )
    sheet.define(
        "rotary_turned",
        np.stack([turned(q, m), turned(k, n)]),
        axes=(None, None),
        meaning="Koordinate {1} der gedrehten Abfrage (erste Zeile) und des gedrehten Schlüssels (zweite Zeile).",
    )
    sheet.define("rotary_score", np.sum(turned(q, m) * turned(k, n)), symbol="s", meaning="Score nach der Drehung.")
    sheet.define(
        "rotary_score_moved",
        np.sum(turned(q, m + shift) * turned(k, n + shift)),
        symbol="s",
        meaning="Score nach der Drehung im verschobenen Satz.",
    )
    sheet.define(
        "rotary_parts",
        np.stack([q[0] * k[0] + q[1] * k[1], q[1] * k[0] - q[0] * k[1]]),
        axes=(None,),
        meaning="Was im Score vor dem Kosinus und vor dem Sinus des Abstands steht.",
    )


def turned(vector, position):
    """A vector turned by its position."""
    return rotary_encoding(vector[None], np.stack([position]))[0]


def mask(sheet: Sheet) -> None:
    """Scores of three tokens, of which none sees what comes later."""
    S = sheet.given("mask_scores")
    seen = causal_mask(*S.shape)
    sheet.define(
        "mask_weights",
        softmax(np.where(seen, S, -np.inf)),
        axes=(None, None),
        symbol="w",
        meaning="Gewicht, mit dem Token {0} hinter der Maske auf Token {1} schaut.",
    )


# -- blocks and training


def normalisation(sheet: Sheet) -> None:
    """Four numbers to mean zero and variance one."""
    x = sheet.given("norm_input")
    mean = sheet.define("norm_mean", np.mean(x), symbol=r"\mu", meaning="Mittelwert der Koordinaten.")
    deviation = sheet.define(
        "norm_deviation", x - mean, axes=(None,), symbol="d", meaning="Abweichung der Koordinate {0} vom Mittelwert."
    )
    sheet.define(
        "norm_variance", np.mean(deviation * deviation), symbol=r"\sigma^2", meaning="Varianz der Koordinaten."
    )
    one = num([1] * len(x), x)
    sheet.define(
        "norm_output",
        layer_norm(x, one, 0 * one, sheet.given("epsilon")),
        axes=(None,),
        symbol="x'",
        meaning="Normalisierte Koordinate {0}.",
    )


def network(sheet: Sheet) -> None:
    """Three hidden neurons."""
    x, W_1, b_1, W_2, b_2 = (
        sheet.given(f"network_{name}") for name in ("input", "first", "threshold", "second", "shift")
    )
    hidden = sheet.define(
        "network_hidden",
        W_1 @ x + b_1,
        axes=(None,),
        symbol="h",
        meaning="Eingang des verborgenen Neurons {0}, vor dem Abschneiden bei null.",
    )
    sheet.define(
        "network_active",
        np.maximum(hidden, 0),
        axes=(None,),
        symbol="h",
        meaning="Ausgang des verborgenen Neurons {0}.",
    )
    sheet.define(
        "network_output",
        feed_forward(x, W_1, b_1, W_2, b_2),
        axes=(None,),
        symbol="y",
        meaning="Koordinate {0} der Ausgabe des Netzes.",
    )


def cross_attention(sheet: Sheet) -> None:
    """One query of the decoder against three tokens of the encoder."""
    y, Z = sheet.given("cross_writing"), sheet.given("cross_read")
    sheet.define(
        "cross_products", Z @ y, axes=(None,), symbol="s", meaning="Skalarprodukt der Abfrage mit Schlüssel {0}."
    )
    sheet.define(
        "cross_scores",
        Z @ y / np.sqrt(num(y.shape[-1], y)),
        axes=(None,),
        symbol="s",
        meaning="Score von Token {0} des Encoders, durch die Wurzel der Dimension geteilt.",
    )
    outputs, weights = scaled_dot_product_attention(y[None], Z, Z)
    sheet.define("cross_weights", weights[0], axes=(None,), symbol="w", meaning="Gewicht von Token {0} des Encoders.")
    sheet.define(
        "cross_output",
        outputs[0],
        axes=(None,),
        symbol="y",
        meaning="Koordinate {0} der Ausgabe der Kreuzaufmerksamkeit.",
    )


def temperature(sheet: Sheet) -> None:
    """Three scores, plain and sharpened."""
    z, tau = sheet.given("temperature_scores"), sheet.given("temperature")
    sheet.define(
        "temperature_plain", softmax(z), axes=(None,), symbol="P", meaning="Wahrscheinlichkeit {0} ohne Temperatur."
    )
    sheet.define(
        "temperature_divided", z / tau, axes=(None,), symbol="z", meaning="Score {0}, durch die Temperatur geteilt."
    )
    sheet.define(
        "temperature_sharp",
        softmax(z / tau),
        axes=(None,),
        symbol="P",
        meaning="Wahrscheinlichkeit {0} mit der Temperatur.",
    )


def cross_entropy(sheet: Sheet) -> None:
    """Two places; right are the first word at the first place and the second at the second."""
    z = sheet.given("loss_scores")
    right = range(len(z))
    P = softmax(z)
    sheet.define(
        "loss_right",
        np.stack([P[place, place] for place in right]),
        axes=(None,),
        symbol="p",
        meaning="Wahrscheinlichkeit des richtigen Wortes an der Stelle {0}.",
    )
    each = sheet.define(
        "loss_each",
        token_losses(z, list(right)),
        axes=(None,),
        symbol=r"\ell",
        meaning="Verlust an der Stelle {0}.",
    )
    sheet.define("loss_total", np.sum(each), symbol=r"\ell", meaning="Kreuzentropie über beide Stellen.")


# -- what it costs


def cache(sheet: Sheet) -> None:
    """Numbers and bytes of a cache, and what a step costs with and without it."""
    blocks, h, d_k, L = (sheet.given(f"cache_{name}") for name in ("blocks", "heads", "width", "tokens"))
    numbers = sheet.define(
        "cache_numbers", costs.cache_numbers(L, blocks, h, d_k, d_k), meaning="Zahlen im Zwischenspeicher."
    )
    sheet.define(
        "cache_megabytes",
        numbers * sheet.given("cache_bytes") / sheet.given("cache_million"),
        meaning="Größe des Zwischenspeichers in Megabyte.",
    )
    one = num(1, L)
    sheet.define(
        "cache_step_with",
        blocks * h * costs.score_multiplications(one, L, d_k),
        meaning="Multiplikationen für die Scores des nächsten Tokens, wenn die Schlüssel aufgehoben sind.",
    )
    sheet.define(
        "cache_step_without",
        blocks * h * costs.score_multiplications(L, L, d_k),
        meaning="Multiplikationen für die Scores, wenn jedes Mal alles neu berechnet wird.",
    )


def grouped(sheet: Sheet) -> None:
    """Heads that share keys and values."""
    d_k, shared, g, blocks = (sheet.given(f"grouped_{name}") for name in ("width", "shared", "sets", "blocks"))
    h = sheet.define(
        "grouped_heads", shared * g, symbol="h", meaning="Köpfe je Block in der Aufgabe zu geteilten Schlüsseln."
    )
    one = num(1, d_k)
    full = sheet.define(
        "grouped_full",
        costs.cache_numbers(one, blocks, h, d_k, d_k),
        meaning="Zahlen je Token, wenn jeder Kopf eigene hat.",
    )
    small = sheet.define(
        "grouped_small",
        costs.cache_numbers(one, blocks, g, d_k, d_k),
        meaning="Zahlen je Token bei geteilten Schlüsseln.",
    )
    sheet.define("grouped_ratio", full / small, meaning="Um welchen Faktor der Zwischenspeicher kleiner wird.")

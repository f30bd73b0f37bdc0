"""The page's named quantities, section by section, each computed with the reference transformer."""

from __future__ import annotations

import numpy as np

from pipeline.quantities.sheet import Sheet
from pipeline.transformer import costs, scaled_dot_product_attention


def quantities(sheet: Sheet) -> None:
    """Define everything that the text of this page may print."""
    one_dimension(sheet)
    other_queries(sheet)
    shares_of_work(sheet)
    phrase(sheet)


def one_dimension(sheet: Sheet) -> None:
    """Section 2: one query, keys and values of a single coordinate."""
    q, K, V = sheet.given("single_query"), sheet.given("single_keys"), sheet.given("single_values")
    scores = sheet.define(
        "single_scores",
        K @ q,
        axes=("option",),
        symbol="s",
        meaning="Score der Abfrage gegen den Schlüssel von Token {0}.",
    )
    sheet.define(
        "single_exponentials",
        np.exp(scores),
        axes=("option",),
        symbol="e^{s}",
        meaning="Exponentialfunktion des Scores von Token {0}.",
    )
    outputs, weights = scaled_dot_product_attention(q[None], K, V)
    sheet.define(
        "single_weights",
        weights[0],
        axes=("option",),
        symbol=r"\alpha",
        meaning="Gewicht von Token {0}.",
    )
    sheet.define("single_output", outputs[0, 0], symbol="y", meaning="Ausgabe für die Abfrage des Beispiels.")
    sheet.define("plain_mean", np.mean(V), meaning="Mittelwert der Werte, wenn alle gleich viel gelten.")
    outputs, _ = scaled_dot_product_attention(q[None], K[::-1], V[::-1])
    sheet.define(
        "swapped_output", outputs[0, 0], symbol="y", meaning="Ausgabe, wenn beide Tokens die Plätze getauscht haben."
    )


def other_queries(sheet: Sheet) -> None:
    """Section 2: the same keys and values, asked otherwise."""
    Q, K, V = sheet.given("trial_queries"), sheet.given("single_keys"), sheet.given("single_values")
    outputs, weights = scaled_dot_product_attention(Q, K, V)
    sheet.define(
        "trial_scores",
        Q @ K.T,
        axes=("trial", "option"),
        symbol="s",
        meaning="Score von Token {1} im Versuch {0}.",
    )
    sheet.define(
        "trial_weights",
        weights,
        axes=("trial", "option"),
        symbol=r"\alpha",
        meaning="Gewicht von Token {1} im Versuch {0}.",
    )
    sheet.define(
        "trial_outputs",
        outputs[:, 0],
        axes=("trial",),
        symbol="y",
        meaning="Ausgabe im Versuch {0}.",
    )


def shares_of_work(sheet: Sheet) -> None:
    """Section 6: how much of a block's work is attention, in the smallest GPT-2 with a full window."""
    d, h, L = (sheet.fact(f"gpt2.{key}") for key in ("d_model", "heads", "context"))
    d_ff = d * sheet.fact("gpt2.expansion")
    sheet.define(
        "feed_forward_share",
        costs.feed_forward_multiplications(L, d, d_ff)
        / costs.encoder_block_multiplications(L, d, h, d / h, d / h, d_ff),
        meaning="Anteil des Feedforward-Netzes an den Multiplikationen eines Blocks in GPT-2, Fenster voll.",
    )
    sheet.define(
        "pair_count",
        costs.weight_numbers(L, L, 1),
        symbol="L^2",
        meaning="Scores je Kopf im kleinsten GPT-2 bei vollem Fenster.",
    )


def phrase(sheet: Sheet) -> None:
    """Section 8: a solution of the exercise."""
    Q, K, V = sheet.given("phrase_queries"), sheet.given("phrase_keys"), sheet.given("phrase_values")
    sheet.define(
        "phrase_scores",
        Q @ K.T,
        axes=("question", "phrase"),
        symbol="s",
        meaning="Score von {1} für die Abfrage von liest, unskaliert, wenn gefragt wird: {0}.",
    )
    outputs, weights = scaled_dot_product_attention(Q, K, V)
    sheet.define(
        "phrase_weights",
        weights,
        axes=("question", "phrase"),
        symbol="w",
        meaning="Gewicht, mit dem liest auf {1} schaut, wenn gefragt wird: {0}.",
    )
    sheet.define(
        "phrase_outputs",
        outputs,
        axes=("question", "kind"),
        symbol="y",
        meaning="Koordinate {1} des neuen Vektors von liest, wenn gefragt wird: {0}.",
    )

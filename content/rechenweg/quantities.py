"""The page's named quantities, section by section, each computed with the reference transformer."""

from __future__ import annotations

from typing import Any

import numpy as np

from pipeline.quantities.sheet import Sheet
from pipeline.transformer import cosine, costs, num, scaled_dot_product_attention, softmax


def quantities(sheet: Sheet) -> None:
    """Define everything that the text of this page may print."""
    pronoun(sheet)
    one_word_in_two_texts(sheet)
    meal(sheet)
    scaling(sheet)
    five_shares(sheet)
    overflow(sheet)
    growing_text(sheet)
    head_dimensions(sheet)
    shared_keys(sheet)


def pronoun(sheet: Sheet) -> None:
    """Sections 1 and 7: whom the pronoun means, as a weighted mean of values."""
    outputs, weights = scaled_dot_product_attention(
        sheet.given("pronoun_queries"), sheet.given("clue_keys"), sheet.given("clue_values")
    )
    sheet.define(
        "pronoun_weights",
        weights,
        axes=("ending", "clue"),
        symbol="w",
        meaning="Gewicht, mit dem sie auf {1} schaut, wenn der Satz mit „{0}“ endet.",
    )
    sheet.define(
        "pronoun_outputs",
        outputs,
        axes=("ending", "trait"),
        symbol="y",
        meaning="Koordinate {1} des neuen Vektors von sie, wenn der Satz mit „{0}“ endet.",
    )


def one_word_in_two_texts(sheet: Sheet) -> None:
    """Section 3: the word Bank between two different neighbours, through the same matrices, for two layers."""
    matrices = [sheet.given(key) for key in ("sense_query", "sense_key", "sense_value")]
    table, entries = sheet.given("senses"), sheet.labels("entry")
    texts = [table[[entries.index(entry) for entry in text]] for text in TEXTS]
    for role, W in zip(ROLES, matrices, strict=True):
        sheet.define(
            f"first_{role}",
            table[entries.index("bank")] @ W,
            axes=("sense",),
            meaning=f"Koordinate {{0}} der Zeile von Bank in {ROLES[role]}, erste Schicht, in beiden Texten gleich.",
        )
    first = [layer(X, matrices) for X in texts]
    for key, arrays, where in (
        ("text_inputs", texts, "am Eingang der ersten Schicht"),
        ("text_outputs", [X for X, _, _ in first], "am Eingang der zweiten Schicht"),
    ):
        sheet.define(
            key,
            np.stack(arrays),
            axes=("context", None, "sense"),
            symbol="x",
            meaning=f"Koordinate {{2}} des Wortes {{1}} im Text „{{0}}“ {where}.",
        )
    second = [layer(X, matrices) for X, _, _ in first]
    of_bank(sheet, "first_output", [Y for _, Y, _ in first], "was die erste Schicht für Bank zusammenmischt")
    of_bank(sheet, "second_input", [X for X, _, _ in first], "Bank am Eingang der zweiten Schicht")
    for role, W in zip(ROLES, matrices, strict=True):
        of_bank(
            sheet,
            f"second_{role}",
            [X @ W for X, _, _ in first],
            f"der Zeile von Bank in {ROLES[role]}, zweite Schicht",
        )
    for number, layers in (("first", first), ("second", second)):
        sheet.define(
            f"{number}_neighbour_weight",
            np.stack([W[0, -1] for _, _, W in layers]),
            axes=("context",),
            symbol="w",
            meaning="Gewicht, mit dem Bank in „{0}“ auf das letzte Wort schaut.",
        )


TEXTS = (("bank", "under", "lindens"), ("bank", "pays", "interest"))  # in the order of the axis `context`
ROLES = {"query": "Q", "key": "K", "value": "V"}


def layer(X: Any, matrices: list[Any]) -> tuple[Any, Any, Any]:
    """Attention with a residual connection: the next layer's input, what was mixed, the weights."""
    Q, K, V = (X @ W for W in matrices)
    Y, W = scaled_dot_product_attention(Q, K, V)
    return X + Y, Y, W


def of_bank(sheet: Sheet, quantity: str, arrays: list[Any], meaning: str) -> None:
    """Define the first row, that of Bank, of one array a text."""
    sheet.define(
        quantity,
        np.stack([array[0] for array in arrays]),
        axes=("context", "sense"),
        meaning=f"Koordinate {{1}}: {meaning}, im Text „{{0}}“.",
    )


def meal(sheet: Sheet) -> None:
    """Sections 2, 4 and 8: every matrix of cat eats fish."""
    X = sheet.given("meal")
    Q, K, V = (
        sheet.define(
            f"meal_{plural}",
            X @ sheet.given(f"meal_{role}"),
            axes=("word", "column"),
            symbol=letter.lower(),
            meaning=f"Koordinate {{1}} der Zeile von {{0}} in {letter}.",
        )
        for role, plural, letter in (("query", "queries", "Q"), ("key", "keys", "K"), ("value", "values", "V"))
    )
    S = sheet.define(
        "meal_scores",
        Q @ K.T,
        axes=("word", "word"),
        symbol="s",
        meaning="Score der Abfrage von {0} gegen den Schlüssel von {1}, unskaliert.",
    )
    scaled = sheet.define(
        "meal_scaled",
        S / np.sqrt(num(K.shape[-1], K)),
        axes=("word", "word"),
        symbol="s",
        meaning="Score der Abfrage von {0} gegen den Schlüssel von {1}, durch die Wurzel der Breite geteilt.",
    )
    outputs, weights = scaled_dot_product_attention(Q, K, V)
    sheet.define(
        "meal_weights",
        weights,
        axes=("word", "word"),
        symbol="w",
        meaning="Gewicht, mit dem {0} auf {1} schaut.",
    )
    sheet.define(
        "meal_outputs",
        outputs,
        axes=("word", "column"),
        symbol="y",
        meaning="Koordinate {1} der Ausgabe für {0}.",
    )
    first, last = (sheet.labels("word").index(word) for word in ("cat", "fish"))
    sheet.define(
        "meal_cosine",
        cosine(X[first], X[last]),
        symbol=r"\cos\theta",
        meaning="Kosinus des Winkels zwischen den Einbettungen von cat und fish.",
    )
    shifted = sheet.define(
        "fish_shifted",
        scaled[last] - np.max(scaled[last]),
        axes=("word",),
        symbol="s",
        meaning="Score von {0} in der Zeile von fish, um den größten der Zeile vermindert.",
    )
    sheet.define(
        "fish_exponentials",
        np.exp(shifted),
        axes=("word",),
        symbol=r"e^{s}",
        meaning="Exponentialfunktion des verschobenen Scores von {0} in der Zeile von fish.",
    )


def scaling(sheet: Sheet) -> None:
    """Section 5: three scores of very wide keys, before and after dividing by the root."""
    raw, d_k = sheet.given("wide_scores"), sheet.given("wide_dimension")
    root = sheet.define(
        "wide_root",
        np.sqrt(d_k),
        symbol=r"\sqrt{d_k}",
        meaning="Wurzel der Schlüsseldimension: die Standardabweichung eines Skalarprodukts bei Varianz eins.",
    )
    scaled = sheet.define(
        "wide_scaled",
        raw / root,
        axes=("rival",),
        symbol="s",
        meaning="Score von {0} nach dem Teilen durch die Wurzel.",
    )
    for key, scores, when in (("saturated", raw, "vor"), ("tempered", scaled, "nach")):
        weights = sheet.define(
            f"{key}_weights",
            softmax(scores),
            axes=("rival",),
            symbol="w",
            meaning=f"Gewicht von {{0}} {when} dem Teilen durch die Wurzel.",
        )
        sheet.define(
            f"{key}_slopes",
            weights * (1 - weights),
            axes=("rival",),
            meaning=f"Ableitung des Gewichts von {{0}} nach seinem Score {when} dem Teilen.",
        )
    first, second = (sheet.labels("rival").index(rival) for rival in ("a", "b"))
    for key, scores in (("raw", raw), ("scaled", scaled)):
        gap = sheet.define(
            f"{key}_gap", scores[second] - scores[first], meaning="Wie weit der Score von B über dem von A liegt."
        )
        sheet.define(f"{key}_ratio", np.exp(gap), meaning="Wievielmal so groß das Gewicht von B ist wie das von A.")


def five_shares(sheet: Sheet) -> None:
    """Section 6: a softmax with every step."""
    scores = sheet.given("five_scores")
    exponentials = sheet.define(
        "five_exponentials",
        np.exp(scores),
        axes=("candidate",),
        symbol=r"e^{s}",
        meaning="Exponentialfunktion des Scores von {0}.",
    )
    sheet.define("five_sum", np.sum(exponentials), meaning="Summe aller Exponentialfunktionen der Zeile.")
    sheet.define(
        "five_shares",
        softmax(scores),
        axes=("candidate",),
        symbol="w",
        meaning="Anteil von {0}: seine Exponentialfunktion durch die Summe.",
    )
    second, first = (sheet.labels("candidate").index(candidate) for candidate in ("d", "e"))
    lead = sheet.define("lead", scores[first] - scores[second], meaning="Vorsprung des Scores von E vor dem von D.")
    sheet.define("lead_factor", np.exp(lead), meaning="Wievielmal so groß der Anteil von E ist wie der von D.")


def overflow(sheet: Sheet) -> None:
    """Section 6: numbers that are too large for double precision, and the same shares without them."""
    scores = sheet.given("large_scores")
    sheet.define(
        "large_weights",
        softmax(scores),
        axes=(None,),
        symbol="w",
        meaning="Gewicht des Scores {0}, richtig gerechnet.",
    )
    two = num(2, scores)
    powers = sheet.define(
        "powers_of_two",
        sheet.fact("binary64.largest_exponent") + 1,
        meaning="Exponent der Zweierpotenz, unter der alle Zahlen in doppelter Genauigkeit bleiben.",
    )
    sheet.define(
        "large_power",
        scores[0] / np.log(two),
        meaning="Die wievielte Zweierpotenz die Exponentialfunktion des größten Scores ist.",
    )
    sheet.define(
        "largest_exponent",
        powers * np.log(two),
        meaning="Ab hier hat die Exponentialfunktion in doppelter Genauigkeit keinen Platz mehr.",
    )
    sheet.define(
        "largest_half_exponent",
        (sheet.fact("binary16.largest_exponent") + 1) * np.log(two),
        meaning="Ab hier hat die Exponentialfunktion in halber Genauigkeit keinen Platz mehr.",
    )


def growing_text(sheet: Sheet) -> None:
    """Section 10: multiplications of one block of the smallest GPT-2 for the next token, at several lengths."""
    d, h, layers = (sheet.fact(f"gpt2.{key}") for key in ("d_model", "heads", "layers"))
    d_k, d_ff = d / h, d * sheet.fact("gpt2.expansion")
    lengths = sheet.given("lengths")
    without = sheet.define(
        "work_without",
        np.stack([costs.encoder_block_multiplications(L, d, h, d_k, d_k, d_ff) for L in lengths]),
        axes=(None,),
        meaning="Multiplikationen eines Blocks in GPT-2, wenn der Text der Zeile {0} ganz neu gerechnet wird.",
    )
    cached = sheet.define(
        "work_with",
        np.stack([costs.cached_block_multiplications(L - 1, d, h, d_k, d_k, d_ff) for L in lengths]),
        axes=(None,),
        meaning="Multiplikationen eines Blocks in GPT-2 für das letzte Token der Zeile {0}, mit Zwischenspeicher.",
    )
    sheet.define("work_factor", without / cached, axes=(None,), meaning="Wievielmal so viel Arbeit, Zeile {0}.")
    fixed = costs.projection_multiplications(1, 1, d, h, h, d_k, d_k) + costs.feed_forward_multiplications(1, d, d_ff)
    sheet.define(
        "break_even",
        fixed / (h * costs.attention_multiplications(1, 1, d_k, d_k)),
        symbol="L",
        meaning="Länge, bei der Scores und Mischung so viel Arbeit machen wie Projektionen und Feedforward-Netz.",
    )
    sheet.define(
        "gpt2_cache_step",
        costs.cache_numbers(1, layers, h, d_k, d_k),
        meaning="Zahlen, um die der Zwischenspeicher des kleinsten GPT-2 mit jedem Token wächst.",
    )


def head_dimensions(sheet: Sheet) -> None:
    """Section 11: width of a head, by the usual quotient."""
    for model, text in MODELS.items():
        sheet.define(
            f"{model}_head_dimension",
            sheet.fact(f"{model}.d_model") / sheet.fact(f"{model}.heads"),
            symbol="d / h",
            meaning=f"Modelldimension durch Zahl der Köpfe: {text}.",
        )
    sheet.define(
        "t5_width",
        sheet.fact("t5.heads") * sheet.fact("t5.head_dimension") / sheet.fact("t5.d_model"),
        meaning="Wievielmal so breit alle Köpfe des größten T5 zusammen sind wie der Token-Vektor.",
    )


MODELS = {
    "transformer": "Transformer aus dem Paper von Vaswani und anderen",
    "gpt2": "kleinstes GPT-2",
    "gpt3": "größtes GPT-3",
    "t5": "größtes T5",
}


def shared_keys(sheet: Sheet) -> None:
    """Section 12: the cache of Mistral 7B with shared keys, and what it would be without sharing."""
    N, h, g, d_k, L = (
        sheet.fact(f"mistral.{key}") for key in ("layers", "heads", "kv_heads", "head_dimension", "window")
    )
    size, mega = sheet.given("bytes_per_number"), sheet.given("megabyte")
    sheet.define(
        "queries_per_key", h / g, meaning="Köpfe, die sich in Mistral 7B einen Schlüssel und einen Wert teilen."
    )
    for key, heads, how in (
        ("shared", g, "mit geteilten Schlüsseln"),
        ("separate", h, "mit eigenen Schlüsseln je Kopf"),
    ):
        numbers = sheet.define(
            f"{key}_numbers",
            costs.cache_numbers(1, N, heads, d_k, d_k),
            meaning=f"Zahlen je Token im Zwischenspeicher von Mistral 7B {how}.",
        )
        sheet.define(f"{key}_bytes", numbers * size, meaning=f"Byte je Token im Zwischenspeicher von Mistral 7B {how}.")
        total = sheet.define(
            f"{key}_total",
            costs.cache_numbers(L, N, heads, d_k, d_k) * size,
            meaning=f"Byte im vollen Zwischenspeicher von Mistral 7B {how}.",
        )
        sheet.define(
            f"{key}_megabytes",
            total / mega,
            meaning=f"Megabyte im vollen Zwischenspeicher von Mistral 7B {how}.",
        )

"""The four source documents, computed once more from their own inputs with the reference transformer."""

from __future__ import annotations

import numpy as np

from pipeline.quantities.sheet import Sheet
from pipeline.transformer import cosine, num, scaled_dot_product_attention, sinusoidal_encoding, softmax


def quantities(sheet: Sheet) -> None:
    """Define what the source documents have computed."""
    forler_vectors(sheet)
    forler_means(sheet)
    forler_projection(sheet)
    forler_heads(sheet)
    forler_positions(sheet)
    forler_listing(sheet)
    workshop(sheet)
    rows_of_scores(sheet)
    fish(sheet)
    candidates(sheet)
    published_models(sheet)
    heat_map(sheet)
    fitting_weights(sheet)


# -- Forler


def forler_vectors(sheet: Sheet) -> None:
    """The plane: an angle, and how many words lean towards finance."""
    X = sheet.given("forler_embeddings")
    food, finance = (sheet.labels("forler_coordinate").index(name) for name in ("food", "finance"))
    sheet.define(
        "forler_cosine",
        cosine(X[:, None], X[None]),
        axes=("forler_token", "forler_token"),
        symbol=r"\cos\theta",
        meaning="Kosinus zwischen {0} und {1} bei Forler.",
    )
    sheet.define(
        "forler_lead",
        X[:, finance] - X[:, food],
        axes=("forler_token",),
        symbol=r"\Delta",
        meaning="Um wie viel bei Forler die Finanzkoordinate von {0} größer ist als die Nahrungskoordinate.",
    )
    lead = X[:, finance] - X[:, food]
    one = num(1, X)
    sheet.define(
        "forler_finance_words",
        np.sum(np.where(lead > 0, one, 0 * one)),
        meaning="Wörter bei Forler, deren Finanzkoordinate größer ist als die Nahrungskoordinate.",
    )


def forler_means(sheet: Sheet) -> None:
    """Plain and scaled dot products, their weights, and the mixed vectors."""
    X = sheet.given("forler_embeddings")
    token, coordinate = "forler_token", "forler_coordinate"
    scores = sheet.define(
        "forler_scores", X @ X.T, axes=(token, token), symbol="s", meaning="Skalarprodukt von {0} und {1} bei Forler."
    )
    outputs, weights = scaled_dot_product_attention(X, X, X, scale=False)
    sheet.define(
        "forler_weights",
        weights,
        axes=(token, token),
        symbol="w",
        meaning="Gewicht, mit dem {0} bei Forler ohne Skalierung auf {1} schaut.",
    )
    sheet.define(
        "forler_outputs",
        outputs,
        axes=(token, coordinate),
        symbol="y",
        meaning="Koordinate {1} des neuen Vektors von {0} bei Forler, ohne Skalierung.",
    )
    sheet.define(
        "forler_scaled_scores",
        scores / np.sqrt(sheet.count(coordinate)),
        axes=(token, token),
        symbol="s",
        meaning="Skalierter Score von {1} für {0} bei Forler.",
    )
    _, weights = scaled_dot_product_attention(X, X, X)
    sheet.define(
        "forler_scaled_weights",
        weights,
        axes=(token, token),
        symbol="w",
        meaning="Gewicht, mit dem {0} bei Forler nach der Skalierung auf {1} schaut.",
    )


def forler_projection(sheet: Sheet) -> None:
    """Queries that ask for the other axis."""
    X = sheet.given("forler_embeddings")
    token, coordinate = "forler_token", "forler_coordinate"
    Q = sheet.define(
        "forler_queries",
        X @ sheet.given("forler_W_Q"),
        axes=(token, coordinate),
        symbol="q",
        meaning="Koordinate {1} der Abfrage von {0} bei Forler.",
    )
    sheet.define(
        "forler_projected_scores",
        Q @ X.T / np.sqrt(sheet.count(coordinate)),
        axes=(token, token),
        symbol="s",
        meaning="Skalierter Score der Abfrage von {0} gegen den Schlüssel von {1} bei Forler.",
    )
    outputs, weights = scaled_dot_product_attention(Q, X, X)
    sheet.define(
        "forler_projected_weights",
        weights,
        axes=(token, token),
        symbol="w",
        meaning="Gewicht, mit dem {0} bei Forler nach Projektion und Skalierung auf {1} schaut.",
    )
    sheet.define(
        "forler_projected_outputs",
        outputs,
        axes=(token, coordinate),
        symbol="y",
        meaning="Koordinate {1} der Ausgabe für {0} bei Forler, nach Projektion und Skalierung.",
    )


def forler_heads(sheet: Sheet) -> None:
    """Two heads that see one coordinate each."""
    X = sheet.given("forler_embeddings")
    seen = [X @ direction[:, None] for direction in sheet.given("forler_projections")]
    single = [scaled_dot_product_attention(x, x, x) for x in seen]
    sheet.define(
        "forler_head_weights",
        np.stack([weights for _, weights in single]),
        axes=("forler_head", "forler_token", "forler_token"),
        symbol="w",
        meaning="Gewicht bei Forler, {0}: wie stark {1} auf {2} schaut.",
    )
    sheet.define(
        "forler_head_outputs",
        np.stack([output[:, 0] for output, _ in single], axis=-1),
        axes=("forler_token", "forler_head"),
        symbol=r"\text{head}",
        meaning="Ausgabe für {0} bei Forler, {1}.",
    )


def forler_positions(sheet: Sheet) -> None:
    """Sine and cosine of the position; and the first word at the last place."""
    X = sheet.given("forler_embeddings")
    encoding = sheet.define(
        "forler_encoding",
        sinusoidal_encoding(sheet.positions("forler_token"), X.shape[-1], X),
        axes=("forler_token", "forler_coordinate"),
        symbol=r"\PE",
        meaning="Positionskodierung bei Forler an der Stelle von {0}, Koordinate {1}.",
    )
    sheet.define(
        "forler_positioned",
        X + encoding,
        axes=("forler_token", "forler_coordinate"),
        symbol="x",
        meaning="Koordinate {1} von {0} samt Position bei Forler.",
    )
    sheet.define(
        "forler_moved",
        X[:1] + encoding[-1:],
        axes=(None, "forler_coordinate"),
        symbol="x",
        meaning="Koordinate {1} von Apple samt Position bei Forler, wenn es am Ende des Satzes steht.",
    )


def forler_listing(sheet: Sheet) -> None:
    """How many lines the program has."""
    lines = sheet.given("forler_lines")
    sheet.define("forler_statements", np.sum(lines), meaning="Zeilen mit Anweisungen im Programm von Forler.")
    sheet.define(
        "forler_without_output",
        np.sum(lines[:-1]),
        meaning="Zeilen mit Anweisungen im Programm von Forler, die beiden Ausgaben nicht mitgezählt.",
    )


# -- the demo


def workshop(sheet: Sheet) -> None:
    """One query against four keys, and what the heat map shows of the same head."""
    q, K = sheet.given("workshop_query"), sheet.given("workshop_keys")
    sheet.define(
        "workshop_scores",
        K @ q,
        axes=("workshop_token",),
        symbol="s",
        meaning="Skalarprodukt von er mit {0} in der Demo.",
    )
    _, weights = scaled_dot_product_attention(q[None], K, K)
    sheet.define(
        "workshop_weights",
        weights[0],
        axes=("workshop_token",),
        symbol="w",
        meaning="Gewicht, mit dem er in der Werkstatt der Demo auf {0} schaut.",
    )
    _, weights = scaled_dot_product_attention(q[None], K, K, scale=False)
    sheet.define(
        "workshop_unscaled",
        weights[0],
        axes=("workshop_token",),
        symbol="w",
        meaning="Gewicht, mit dem er in der Werkstatt der Demo ohne Skalierung auf {0} schaut.",
    )


# -- Attention-Mathematik


def rows_of_scores(sheet: Sheet) -> None:
    """Softmax of single rows."""
    sheet.define(
        "wide_weights",
        softmax(sheet.given("wide_scores")),
        axes=("wide",),
        symbol="w",
        meaning="Softmax der unskalierten Scores: {0}.",
    )
    scores = sheet.given("five_scores")
    exponentials = sheet.define(
        "five_exponentials",
        np.exp(scores),
        axes=("five",),
        symbol="e^{s}",
        meaning="Exponentialfunktion des Scores: {0}.",
    )
    sheet.define("five_sum", np.sum(exponentials), symbol=r"\Sigma", meaning="Summe der Exponentialwerte.")
    sheet.define("five_weights", softmax(scores), axes=("five",), symbol="w", meaning="Softmax der Scores: {0}.")
    sheet.define("five_lead", scores[-1] - scores[-2], meaning="Vorsprung des fünften Scores vor dem vierten.")


def fish(sheet: Sheet) -> None:
    """The complete example; and the weights that its printed output would need."""
    X = sheet.given("fish_embeddings")
    Q, K, V = (X @ sheet.given(name) for name in ("fish_W_Q", "fish_W_K", "fish_W_V"))
    sheet.define(
        "fish_scores",
        Q @ K.T,
        axes=("fish_token", "fish_token"),
        symbol="s",
        meaning="Score von {1} für {0} im Beispiel cat eats fish, vor der Skalierung.",
    )
    outputs, weights = scaled_dot_product_attention(Q, K, V)
    sheet.define(
        "fish_weights",
        weights,
        axes=("fish_token", "fish_token"),
        symbol="w",
        meaning="Gewicht, mit dem {0} im Beispiel cat eats fish auf {1} schaut.",
    )
    sheet.define(
        "fish_outputs",
        outputs,
        axes=("fish_token", "fish_coordinate"),
        symbol="y",
        meaning="Die {1} der Ausgabe für {0} im Beispiel cat eats fish.",
    )
    sheet.define(
        "fish_values",
        V,
        axes=("fish_token", "fish_coordinate"),
        symbol="v",
        meaning="Die {1} des Wertes von {0} im Beispiel cat eats fish.",
    )


# -- Transformer


def candidates(sheet: Sheet) -> None:
    """One query, two candidates, one dimension."""
    q, K, V = (sheet.given(f"candidate_{name}") for name in ("query", "keys", "values"))
    sheet.define(
        "candidate_scores", K @ q, axes=("candidate",), symbol="s", meaning="Skalarprodukt der Abfrage mit: {0}."
    )
    outputs, weights = scaled_dot_product_attention(q[None], K, V)
    sheet.define(
        "candidate_weights",
        weights[0],
        axes=("candidate",),
        symbol=r"\alpha",
        meaning="Gewicht, mit dem geschaut wird: {0}.",
    )
    sheet.define("candidate_output", outputs[0, 0], symbol="y", meaning="Ausgabe im Beispiel mit einer Dimension.")
    first, second = (sheet.given(f"printed.transformerueberblick.{name}") for name in ("65-5", "65-7"))
    sheet.define(
        "candidate_output_from_printed",
        first * V[0, 0] + second * V[1, 0],
        symbol="y",
        meaning="Ausgabe im Beispiel mit einer Dimension, aus den gedruckten Gewichten statt aus den genauen.",
    )


# -- all of them


def published_models(sheet: Sheet) -> None:
    """Sizes that follow from published facts."""
    for model, name in (("transformer", "Transformer"), ("gpt2", "kleinsten GPT-2"), ("gpt3", "größten GPT-3")):
        sheet.define(
            f"{model}_head_dimension",
            sheet.fact(f"{model}.d_model") / sheet.fact(f"{model}.heads"),
            symbol="d_k",
            meaning=f"Dimension eines Kopfes im {name}: Modelldimension geteilt durch Zahl der Köpfe.",
        )
    sheet.define(
        "transformer_width",
        sheet.fact("transformer.d_ff") / sheet.fact("transformer.d_model"),
        meaning="Wievielmal so breit wie der Token-Vektor die verborgene Schicht im Transformer ist.",
    )


# -- what the printed numbers themselves say


def heat_map(sheet: Sheet) -> None:
    """Whether some factor leads from the workshop's scores to the heat map's weights.

    With the weights exp(c s) over their sum, the quotient of two logarithms does not depend on c.
    """
    dog, he, name = (sheet.given(f"printed.wohinschauen.{place}") for place in ("70-1", "71-1", "72-1"))
    unit, smaller = sheet.given("heat_half_unit"), sheet.given("heat_small_half_unit")
    scores = sheet.given("workshop_keys") @ sheet.given("workshop_query")
    labels = sheet.labels("workshop_token")
    first, second, third = (scores[labels.index(label)] for label in ("dog", "name", "he"))
    sheet.define(
        "workshop_quotient",
        (first - third) / (first - second),
        meaning="Vorsprung von Hund vor er, geteilt durch den Vorsprung von Hund vor Leonie, aus den Skalarprodukten.",
    )
    sheet.define(
        "heat_quotient",
        np.log(dog / he) / np.log(dog / name),
        meaning="Derselbe Quotient aus den gedruckten Gewichten: der Logarithmus des Verhältnisses ist der Vorsprung.",
    )
    sheet.define(
        "heat_quotient_at_most",
        np.log((dog + unit) / (he - unit)) / np.log((dog - unit) / (name + smaller)),
        meaning="Derselbe Quotient, wenn alle Rundungen der gedruckten Gewichte so groß wie möglich und günstig waren.",
    )


def fitting_weights(sheet: Sheet) -> None:
    """The only weights with the sum one that give the printed output of the complete example."""
    first, second = (sheet.given(f"printed.attentionmathematik.{place}") for place in ("148-1", "148-2"))
    V = sheet.given("fish_embeddings") @ sheet.given("fish_W_V")
    a, b = V[0] - V[-1], V[1] - V[-1]
    target = np.stack([first, second]) - V[-1]
    determinant = cross(a, b)
    w = cross(target, b) / determinant
    u = cross(a, target) / determinant
    sheet.define(
        "fitting_weights",
        np.stack([w, u, 1 - w - u]),
        axes=("fish_token",),
        symbol="w",
        meaning="Gewicht von {0}, mit dem die gedruckte Ausgabe für fish herauskäme.",
    )


def cross(a, b):
    """The determinant of two vectors in the plane."""
    return a[0] * b[1] - a[1] * b[0]

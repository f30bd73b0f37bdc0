"""The page's named quantities: seven sentences through two layers of four heads, and what is left without the first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pipeline.quantities.axes import Axis
from pipeline.quantities.sheet import Sheet
from pipeline.transformer import (
    costs,
    multi_head_attention,
    num,
    scaled_dot_product_attention,
    sinusoidal_encoding,
    softmax,
)

POSITION = 2  # the last coordinates of a token: sine and cosine of its position


def quantities(sheet: Sheet) -> None:
    """Define everything that the text of this page may print or let readers choose."""
    model = designed(sheet)
    for sentence in sheet.labels("sentences"):
        run(sheet, model, sentence)
    parameters(sheet, model)
    workshop(sheet)
    maps(sheet)
    counterproof(sheet)
    counts(sheet)


@dataclass(frozen=True)
class Layer:
    """One layer: its heads as (W_Q, W_K, W_V), and W_O."""

    heads: list[tuple[Any, Any, Any]]
    output: Any


@dataclass(frozen=True)
class Model:
    """The layers one after the other, and the axis of all their heads."""

    layers: list[Layer]
    heads: Axis


def designed(sheet: Sheet) -> Model:
    """The model as the inputs describe it."""
    axes = [sheet.axis(f"{layer}_layer") for layer in sheet.labels("layer")]
    return Model(
        [
            Layer([projections(sheet, head) for head in axis.ids], sheet.given(f"{layer}_output"))
            for layer, axis in zip(sheet.labels("layer"), axes, strict=True)
        ],
        Axis("head", tuple(label for axis in axes for label in axis.labels)),
    )


def projections(sheet: Sheet, head: str) -> tuple[Any, Any, Any]:
    """W_Q, W_K and W_V of a head."""
    return sheet.given(f"{head}_query"), sheet.given(f"{head}_key"), sheet.given(f"{head}_value")


def embedded(sheet: Sheet, sentence: str) -> Any:
    """A sentence's tokens from the lexicon, with their positions added."""
    tokens = sheet.given("lexicon")[looked_up(sheet, sentence)]
    positions = sheet.positions(sentence) * sheet.given("position_step")
    waves = sinusoidal_encoding(positions, POSITION, tokens)
    return np.concatenate([tokens[:, :-POSITION], tokens[:, -POSITION:] + waves], axis=-1)


def looked_up(sheet: Sheet, sentence: str) -> list[int]:
    """The lexicon's rows for a sentence's words; nouns begin with a capital there, other words do not."""
    texts = [label.text for label in sheet.axis(sentence).labels]
    whole = next(label.text for label in sheet.axis("sentences").labels if label.id == sentence)
    if texts != whole.replace(",", "").replace(".", "").split():
        raise ValueError(f"the tokens of {sentence} are {' '.join(texts)}, its text is {whole}")
    known = {label.text: row for row, label in enumerate(sheet.axis("entry").labels)}
    missing = [text for text in texts if text not in known and text.lower() not in known]
    if missing:
        raise ValueError(f"the lexicon has no entry for {', '.join(missing)}")
    return [known.get(text, known.get(text.lower())) for text in texts]


@dataclass(frozen=True)
class Seen:
    """One head at work: queries, keys, values, their dot products, scaled scores, weights, and what comes out."""

    queries: Any
    keys: Any
    values: Any
    products: Any
    scores: Any
    weights: Any
    outputs: Any


def seen(X: Any, head: tuple[Any, Any, Any]) -> Seen:
    """A head's steps, one by one."""
    Q, K, V = (X @ W for W in head)
    products = Q @ K.T
    outputs, weights = scaled_dot_product_attention(Q, K, V)
    return Seen(Q, K, V, products, products / np.sqrt(num(K.shape[-1], K)), weights, outputs)


def run(sheet: Sheet, model: Model, sentence: str) -> None:
    """All layers over one sentence."""
    X = embedded(sheet, sentence)
    stages, parts = [X], []
    for layer in model.layers:
        parts += [seen(X, head) for head in layer.heads]
        X = X + multi_head_attention(X, X, layer.heads, layer.output)
        stages.append(X)
    define_heads(sheet, model, sentence, parts)
    sheet.define(
        f"{sentence}_stages",
        np.stack(stages),
        axes=(None, sentence, "feature"),
        symbol="x",
        meaning="Koordinate „{2}“ von „{1}“ nach Schicht {0}.",
    )


def define_heads(sheet: Sheet, model: Model, sentence: str, parts: list[Seen]) -> None:
    """What every head does with one sentence."""
    for name, last, symbol, meaning in (
        ("queries", None, "q", "Koordinate {2} der Abfrage von „{1}“ im Kopf „{0}“."),
        ("keys", None, "k", "Koordinate {2} des Schlüssels von „{1}“ im Kopf „{0}“."),
        ("values", None, "v", "Koordinate {2} des Werts von „{1}“ im Kopf „{0}“."),
        ("products", sentence, "p", "Abfrage von „{1}“ mal Schlüssel von „{2}“ im Kopf „{0}“, noch nicht skaliert."),
        (
            "scores",
            sentence,
            "s",
            "Score von „{2}“ für „{1}“ im Kopf „{0}“: das Skalarprodukt, durch die Wurzel geteilt.",
        ),
        ("weights", sentence, "w", "Gewicht, mit dem „{1}“ im Kopf „{0}“ auf „{2}“ schaut."),
        ("outputs", None, "y", "Koordinate {2} dessen, was der Kopf „{0}“ für „{1}“ mischt."),
    ):
        sheet.define(
            f"{sentence}_{name}",
            np.stack([getattr(part, name) for part in parts]),
            axes=(model.heads, sentence, last),
            symbol=symbol,
            meaning=meaning,
        )


def parameters(sheet: Sheet, model: Model) -> None:
    """Section on the model: its first layer, as the formula takes it, and a part of the lexicon."""
    for index, (name, what) in enumerate((("W_Q", "Abfragen"), ("W_K", "Schlüssel"), ("W_V", "Werte"))):
        sheet.define(
            f"first_{name}",
            np.stack([head[index] for head in model.layers[0].heads]),
            axes=("first_layer", "feature", None),
            symbol=f"W^{name[-1]}",
            meaning=f"Anteil der Koordinate „{{1}}“ an Koordinate {{2}} der {what} im Kopf „{{0}}“.",
        )
    words = part(sheet, "entry", ("den", "lehrer", "roman", "las", "er", "sie", "neugierig", "spannend"))
    rows = part(sheet, "feature", SHOWN)
    lexicon = sheet.given("lexicon")[at(sheet, words)]
    sheet.define(
        "lexicon_sample",
        lexicon.T[at(sheet, rows)],
        axes=(rows, words),
        symbol="e",
        meaning="Koordinate „{0}“ der Einbettung von „{1}“ im Lexikon dieser Seite.",
    )


SHOWN = (
    *("reference", "action", "modifier", "male", "alive", "case"),
    *("seeks_male", "seeks_female", "seeks_plural", "seeks_alive"),
)


def part(sheet: Sheet, axis: str, labels: tuple[str, ...]) -> Axis:
    """Some labels of an axis, in this order."""
    whole = sheet.axis(axis)
    return Axis(axis, tuple(whole.labels[whole.ids.index(label)] for label in labels))


def at(sheet: Sheet, part: Axis) -> list[int]:
    """Where a part's labels stand on their whole axis."""
    return [sheet.axis(part.name).ids.index(label) for label in part.ids]


def workshop(sheet: Sheet) -> None:
    """The workshop: one row of two heads, taken apart."""
    sheet.define(
        "root",
        np.sqrt(sheet.count("class_seek")),
        symbol=r"\sqrt{d_k}",
        meaning="Wurzel aus der Zahl der Koordinaten eines Schlüssels.",
    )
    sheet.define(
        "exponentials",
        np.exp(row(sheet, "scores", "class")),
        axes=("curious",),
        symbol="e^s",
        meaning="Exponentialfunktion des Scores von „{0}“ für das Fürwort des ersten Satzes.",
    )
    sheet.define(
        "unscaled",
        softmax(row(sheet, "products", "class")),
        axes=("curious",),
        symbol="w",
        meaning="Gewicht von „{0}“ für das Fürwort des ersten Satzes, wenn nicht durch die Wurzel geteilt wird.",
    )


def row(sheet: Sheet, quantity: str, head: str) -> Any:
    """What a head makes of the pronoun of the first sentence."""
    value = sheet.values[f"curious_{quantity}"]
    return value[head, "pronoun"].array


def maps(sheet: Sheet) -> None:
    """The maps of all heads over the first sentence, in per cent, and between which numbers their legends run."""
    weights = sheet.values["curious_weights"]
    percent = sheet.define(
        "curious_percent",
        weights.array * sheet.given("percent"),
        axes=weights.axes,
        symbol="w",
        meaning="Gewicht, mit dem „{1}“ im Kopf „{0}“ auf „{2}“ schaut, in Prozent.",
    )
    heads = weights.axes[0].ids
    layers = [percent[heads.index(first) : heads.index(last) + 1] for first, last in layer_ends(sheet)]
    for name, extreme, word in (("smallest", np.min, "Kleinstes"), ("largest", np.max, "Größtes")):
        sheet.define(
            f"{name}_percent",
            np.stack([extreme(layer) for layer in layers]),
            axes=("layer",),
            meaning=f"{word} Gewicht im ersten Satz in Prozent, in allen Köpfen der Schicht: {{0}}.",
        )


def layer_ends(sheet: Sheet) -> list[tuple[str, str]]:
    """The first and the last head of each layer."""
    axes = [sheet.labels(f"{layer}_layer") for layer in sheet.labels("layer")]
    return [(axis[0], axis[-1]) for axis in axes]


def counterproof(sheet: Sheet) -> None:
    """Two heads of the second layer, shown the words as they stand in the lexicon."""
    for name, sentence, head, token in (
        ("alone", "curious", "pronoun", "pronoun"),
        ("fronted_alone", "fronted", "object", "verb"),
    ):
        weights = seen(embedded(sheet, sentence), projections(sheet, head)).weights
        sheet.define(
            name,
            weights[sheet.labels(sentence).index(token)],
            axes=(sentence,),
            symbol="w",
            meaning="Gewicht von „{0}“ in der zweiten Schicht, wenn die erste fehlt.",
        )


def counts(sheet: Sheet) -> None:
    """How much there is to compute."""
    L, heads = sheet.count("curious"), sheet.count("first_layer") + sheet.count("second_layer")
    sheet.define("head_total", heads, meaning="So viele Köpfe hat das Modell.")
    sheet.define("doubled_count", 2 * L, meaning="Zahl der Tokens, zu sich selbst addiert.")
    for name, h, where in (("score_count", 1, "je Kopf"), ("head_count", heads, "in allen Köpfen")):
        sheet.define(
            name, costs.weight_numbers(L, L, h), symbol="L^2", meaning=f"Zahl der Scores im ersten Satz, {where}."
        )

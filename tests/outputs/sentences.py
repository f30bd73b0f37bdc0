"""Sentences of any length with the quantities that the article's figures read, computed by the reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pipeline.arithmetic import Graph
from pipeline.outputs.answers import Answers
from pipeline.problems import Problems
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.formatters import Formatters
from pipeline.quantities.sheet import Given, Sheet
from pipeline.quantities.tokens import Tokens
from pipeline.quantities.value import Value, slug
from pipeline.transformer import scaled_dot_product_attention, sinusoidal_encoding

Words = Mapping[str, tuple[str, str]]  # token text → its two coordinates

FOUR: Words = {
    "Apple": ("1.00", "0.20"),
    "shares": ("0.10", "1.00"),
    "fell": ("0.30", "0.60"),
    "sharply": ("0.20", "0.50"),
}
FIVE: Words = {
    "Die": ("0.20", "0.30"),
    "Finanzmarktaufsicht": ("0.15", "1.00"),
    "prüft": ("0.20", "0.60"),
    "Apple": ("1.00", "0.30"),
    "heute": ("0.21", "0.58"),
}
NEAR: Words = {  # three words in nearly one place, and a negative coordinate
    "Apfel": ("0.90", "0.20"),
    "Birne": ("0.91", "0.21"),
    "Quitte": ("0.90", "0.19"),
    "Aktie": ("-0.20", "0.60"),
}


@dataclass(frozen=True)
class Sentence:
    """The quantities of a sentence, and what drawings need to ask for them."""

    quantities: Mapping[str, Value]
    axes: Mapping[str, Axis]

    def answers(self) -> Answers:
        """A fresh `q` for one drawing."""
        return Answers(self.quantities, self.axes, Formatters(Tokens(), Problems()))


def sentence(words: Words) -> Sentence:
    """Compute everything on traced balls, as the article's page code does."""
    axes = {
        "token": Axis("token", tuple(Label(slug(text), text) for text in words)),
        "coordinate": Axis("coordinate", (Label("food", "Nahrung"), Label("finance", "Finanzen"))),
        "head": Axis("head", (Label("finance", "Finanzkopf"), Label("food", "Nahrungskopf"))),
    }
    inputs: dict[str, tuple[Any, tuple[str, ...]]] = {
        "embeddings": ([list(pair) for pair in words.values()], ("token", "coordinate")),
        "W_Q": ([["0", "1"], ["1", "0"]], ("coordinate", "coordinate")),
        "head_projection": ([["0", "1"], ["1", "0"]], ("head", "coordinate")),
        "position.token": ([str(number) for number in range(len(words))], ("token",)),
    }
    graph = Graph()
    givens = {name: Given(name, decimals, "input", "test:1", of) for name, (decimals, of) in inputs.items()}
    arrays = {name: graph.input(name, given.decimals, given.source) for name, given in givens.items()}
    sheet = Sheet(givens, axes, {}, lambda given: arrays[given.name])
    define(sheet)
    for name, given in givens.items():
        named = tuple(axes[axis] for axis in given.axes if axis)
        sheet.values[name] = Value(arrays[name], named, slug(name), name, name, "Eingabe.")
    return Sentence(sheet.values, axes)


def define(sheet: Sheet) -> None:
    """The article's quantities that its figures read."""
    X, tokens, vectors = sheet.given("embeddings"), ("token", "token"), ("token", "coordinate")
    outputs, unprojected = scaled_dot_product_attention(X, X, X, scale=False)
    sheet.define("raw_weights", unprojected, tokens, meaning="Gewicht.")
    sheet.define("contextual", outputs, vectors, meaning="Ausgabe.")
    Q = sheet.define("queries", X @ sheet.given("W_Q"), vectors, meaning="Abfrage.")
    sheet.define("projected_scores", Q @ X.T, tokens, meaning="Score.")
    outputs, weights = scaled_dot_product_attention(Q, X, X)
    sheet.define("projected_weights", weights, tokens, meaning="Gewicht.")
    sheet.define("projected_outputs", outputs, vectors, meaning="Ausgabe.")
    both = np.stack([unprojected, weights])
    sheet.define("smallest_weight", np.min(both), meaning="Kleinstes Gewicht.")
    sheet.define("largest_weight", np.max(both), meaning="Größtes Gewicht.")
    columns = [X @ direction[:, None] for direction in sheet.given("head_projection")]
    single = [scaled_dot_product_attention(column, column, column) for column in columns]
    sheet.define("head_weights", np.stack([weights for _, weights in single]), ("head", *tokens), meaning="Gewicht.")
    outputs = np.stack([output[:, 0] for output, _ in single])
    sheet.define("head_outputs", outputs, ("head", "token"), meaning="Ausgabe.")
    sheet.define("multi_head_output", outputs.T, ("token", "head"), meaning="Ausgabe.")
    sheet.define("encoding", sinusoidal_encoding(sheet.given("position.token"), 2, X), vectors, meaning="Kodierung.")

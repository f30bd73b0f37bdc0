"""Sampled inputs: other numbers under which a claim that says something becomes false."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.document.names import names
from pipeline.document.template import Template
from pipeline.problems import Problems
from pipeline.quantities.compute import PageCode, Quantities, compute_floats
from pipeline.quantities.formatters import Formatters
from pipeline.quantities.sheet import Given
from pipeline.quantities.tokens import Tokens

SAMPLES = 60


class Samples:
    """A page's quantities for other inputs, the same ones in every build; each is computed when it is first needed."""

    def __init__(self, code: PageCode, cache: Path | None = None) -> None:
        self._code = code
        self._cache = cache  # for compiled conditions
        self._known: dict[int, Quantities | None] = {}

    def quantities(self, index: int) -> Quantities | None:
        """The quantities of one sample; None if the page's code refuses its numbers."""
        if index not in self._known:
            try:
                self._known[index] = compute_floats(self._code, other_inputs(self._code.givens.values(), index))
            except ArithmeticError:
                self._known[index] = None
        return self._known[index]

    def first(self, count: int) -> list[Quantities]:
        """Those of the first samples that can be computed."""
        return [found for index in range(count) if (found := self.quantities(index)) is not None]

    def templates(self) -> Iterator[tuple[str, Template]]:
        """(name of the sample, a template whose names hold its values until the next), in a fixed order."""
        problems = Problems()
        template = Template({}, Formatters(Tokens(), problems), problems, self._cache)
        for index in range(SAMPLES):
            quantities = self.quantities(index)
            if quantities is not None:
                template.names = names(quantities, self._code.sentences, template.missing, lambda name: True)
                yield f"sample {index + 1}", template


def other_inputs(givens: Iterable[Given], index: int) -> dict[str, Any]:
    """The numbers of one sample, by the names of the givens."""
    generator = np.random.default_rng(index)
    return {given.name: _other(given, generator) for given in givens}


def _other(given: Given, generator: np.random.Generator) -> Any:
    """Other numbers of the same shape and kind: arrays are drawn anew, single numbers and facts are scaled."""
    typed = np.asarray(given.decimals, dtype=np.float64)
    if given.name.startswith("position."):
        return typed + generator.integers(0, 9)
    if typed.ndim:
        return np.round(generator.uniform(-2, 2, typed.shape), 2)
    scaled = typed * np.exp(generator.normal(0, 1))
    return np.maximum(np.round(scaled), 1) if given.kind in ("fact", "count") else scaled

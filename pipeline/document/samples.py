"""Sampled inputs: other numbers under which a claim that says something becomes false."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from pipeline.document.names import names
from pipeline.document.template import Template
from pipeline.problems import Problems
from pipeline.quantities.compute import PageCode, Quantities, compute_floats
from pipeline.quantities.formatters import Formatters
from pipeline.quantities.sheet import Given
from pipeline.quantities.tokens import Tokens
from pipeline.quantities.value import Report, refuse

SAMPLES = 60


def samples(code: PageCode, template: Template) -> Iterator[tuple[str, Callable[[], Template]]]:
    """(name, a template whose names hold the sampled values), in a fixed order."""
    for index in range(SAMPLES):
        yield f"sample {index + 1}", lambda index=index: _sampled(code, index)  # type: ignore[misc]


def sampled_quantities(code: PageCode, index: int, report: Report = refuse) -> Quantities:
    """The page's quantities for other inputs, the same ones for the same index."""
    generator = np.random.default_rng(index)
    inputs = {given.name: _other(given, generator) for given in code.givens.values()}
    return compute_floats(code, inputs, report)


def _sampled(code: PageCode, index: int) -> Template:
    problems = Problems()
    template = Template({}, Formatters(Tokens(), problems), problems)
    quantities = sampled_quantities(code, index, template.missing)
    template.names = names(quantities, code.sentences, template.missing, lambda name: True)
    return template


def _other(given: Given, generator: np.random.Generator) -> Any:
    """Other numbers of the same shape and kind: arrays are drawn anew, single numbers and facts are scaled."""
    typed = np.asarray(given.decimals, dtype=np.float64)
    if given.name.startswith("position."):
        return typed + generator.integers(0, 9)
    if typed.ndim:
        return np.round(generator.uniform(-2, 2, typed.shape), 2)
    scaled = typed * np.exp(generator.normal(0, 1))
    return np.maximum(np.round(scaled), 1) if given.kind in ("fact", "count") else scaled

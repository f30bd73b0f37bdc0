"""Samples: sizes and numbers for the symbols of a formula, and what the reference makes of them."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from pipeline.formulas.declarations import (
    Collection,
    Computed,
    DeclarationError,
    Drawn,
    Event,
    Formula,
    Function,
    Meaning,
    OnPage,
    Permutation,
    Random,
    Range,
    Reference,
    Variance,
    parameters,
    size_words,
)
from pipeline.formulas.kinds import Floats, Kind, recording
from pipeline.formulas.names import parameter
from pipeline.formulas.quantity import Quantity, part
from pipeline.formulas.scope import Definition, Scope

Array: TypeAlias = Any


@dataclass
class Sample:
    """One choice of sizes and numbers.

    arrays:  Python name → array, of everything drawn, given or computed so far
    page:    quantities of the page by name, for `page(…)`
    chosen:  Python name → array, for symbols that are not drawn but set (the running example)
    """

    declaration: Formula
    kind: Kind
    sizes: Mapping[str, int]
    page: Mapping[str, Quantity] = field(default_factory=dict)
    chosen: Mapping[str, Array] = field(default_factory=dict)
    arrays: dict[str, Array] = field(default_factory=dict)
    _under_way: list[str] = field(default_factory=list)

    def scope(self, definitions: Mapping[str, Definition]) -> Scope:
        """Everything that the evaluator needs."""
        meanings = self.declaration.meanings
        arrays = (Drawn, Random, Permutation, Computed, Event, OnPage)
        values = {name: self._of(name) for name, each in meanings.items() if isinstance(each, arrays)}
        sets = {name: size(each.size, self.sizes) for name, each in meanings.items() if isinstance(each, Collection)}
        return Scope(
            number=self.kind.number,
            values=values | sets,
            functions={
                name: self.kind.variance if isinstance(each, Variance) else self.function(each)
                for name, each in meanings.items()
                if isinstance(each, Function | Variance)
            },
            sizes=self.sizes,
            ranges={name: self.range(each) for name, each in meanings.items() if isinstance(each, Range)},
            bases={name: each.base for name, each in meanings.items() if each.base != 1},
            families={name: each.count for name, each in meanings.items() if each.count},
            labels={name: self._labels(each) for name, each in meanings.items() if isinstance(each, OnPage)},
            integers=frozenset(name for name, each in meanings.items() if isinstance(each, Function) and each.integers),
            definitions=definitions,
            later={name: self.computed(each) for name, each in self.declaration.later.items()},
        )

    def _of(self, name: str) -> Array:
        return self.array(next(python for python, full in self.declaration.python_names.items() if full == name))

    def array(self, python: str) -> Array:
        """The array of a symbol or hidden input, or a size, by its Python name."""
        if python == "like":
            return self.kind.number("0")
        if python not in self.arrays:
            full = self.declaration.python_names.get(python)
            if full is None:
                if python in self.sizes:
                    return self.sizes[python]
                raise DeclarationError(f"a reference takes {python!r}, which is neither a symbol nor a size")
            declared = self.declaration.hidden_meanings.get(full) or self.declaration.meanings[full]
            if python in self._under_way:
                raise DeclarationError(f"{python!r} is computed from itself")
            self._under_way.append(python)
            self.arrays[python] = self.computed(declared, python)
            self._under_way.pop()
        return self.arrays[python]

    def computed(self, meaning: Meaning, python: str = "") -> Array:
        """The array that a meaning stands for."""
        match meaning:
            case Drawn(shape=shape, positive=positive):
                if python in self.chosen:
                    return self.kind.given(Quantity(self.chosen[python]))
                return self.kind.drawn(python, tuple(size(each, self.sizes) for each in shape), positive)
            case Random():
                return self.kind.random_variables(python, tuple(size(each, self.sizes) for each in meaning.shape))
            case Permutation(size=only):
                return self.kind.permutation(size(only, self.sizes))
            case OnPage(name=name):
                return self.kind.given(part(name, self.page))
            case Computed(function=function, step=step, angle=angle):
                return np.arccos(self.run(function, step)) if angle else self.run(function, step)
            case Event(function=function):
                return self.run(function, "")
        raise DeclarationError(f"{python!r} has no value that a reference could take")

    def range(self, index: Range) -> range:
        """The values of an index."""
        return range(size(index.first, self.sizes), size(index.last, self.sizes) + 1)

    def run(self, function: Reference, step: str, exchanged: Mapping[str, Array] | None = None) -> Array:
        """What a reference returns for this sample, or what it calls `step` meanwhile."""
        positional, keyword = parameters(function)
        taken = {name: self.array(name) for name in (*positional, *keyword)} | dict(exchanged or {})
        if step:
            taken = {
                name: value if isinstance(value, int) else self.kind.recordable(value) for name, value in taken.items()
            }
        with recording() as steps:
            result = function(*(taken[name] for name in positional), **{name: taken[name] for name in keyword})
        if step and step not in steps:
            raise DeclarationError(f"the reference names no step {step!r}, only {', '.join(steps) or 'none'}")
        return steps[step] if step else result

    def value(self, indices: Mapping[str, int]) -> Array:
        """What the reference makes of a formula without a relation; parameters may be indices too."""
        reference = self.declaration.value
        assert callable(reference), "declared as a function"
        taken = {parameter(name): place for name, place in indices.items()}
        positional, _ = parameters(reference)
        return reference(*(taken[name] if name in taken else self.array(name) for name in positional))

    def function(self, meaning: Function, exchanged: Mapping[str, Array] | None = None) -> Reference:
        """A function of what stands in its brackets; everything else it needs is in the sample."""
        _, keyword = parameters(meaning.function)
        taken = {name: self.array(name) for name in keyword} | dict(exchanged or {})
        bound = functools.partial(meaning.function, **taken)
        if not meaning.listed:
            return bound
        return lambda *arguments: bound(np.stack(arguments) if len(arguments) > 1 else arguments[0])

    def _labels(self, meaning: OnPage) -> Mapping[str, int]:
        labels = part(meaning.name, self.page).labels
        return {text: place for place, (_, text) in enumerate(labels[0])} if labels else {}


def size(text: str, sizes: Mapping[str, int]) -> int:
    """The value of `h*d_v`, `2*n` or `d/2-1`; products before sums, quotients must be whole."""
    total = 0
    for sign, term in re.findall(r"([+-]?)\s*([^+-]+)", text):
        product = 1
        for operator, factor in re.findall(r"([*/]?)\s*([^\s*/]+)", term):
            value = int(factor) if factor.isdigit() else sizes[factor]
            if operator == "/" and product % value:
                raise DeclarationError(f"{text} is no whole number")
            product = product // value if operator == "/" else product * value
        total += -product if sign == "-" else product
    return total


def drawn_sizes(declaration: Formula, random: np.random.Generator, smallest: int) -> dict[str, int]:
    """Sizes, pairwise distinct and not smaller than `smallest`, so that no two shapes fit by accident."""
    free = sorted(declaration.size_names - set(declaration.sizes))
    for _ in range(100):
        pool = random.permutation(np.arange(smallest, smallest + len(free) + 1))
        sizes = with_derived(declaration, dict(zip(free, map(int, pool), strict=False)))
        if len(set(sizes.values())) == len(sizes):
            return sizes
    raise DeclarationError(f"no distinct sizes for {', '.join(sorted(declaration.size_names))}")


def small_sizes(declaration: Formula) -> dict[str, int]:
    """Sizes for proofs: 3 and 2 in turn."""
    free = sorted(declaration.size_names - set(declaration.sizes))
    return with_derived(declaration, dict(zip(free, itertools.cycle((3, 2)))))


def with_derived(declaration: Formula, sizes: Mapping[str, int]) -> dict[str, int]:
    """The sizes together with those that follow from them."""
    known = dict(sizes)
    waiting = dict(declaration.sizes)
    while waiting:
        ready = [
            name for name, text in waiting.items() if all(word.isdigit() or word in known for word in size_words(text))
        ]
        if not ready:
            raise DeclarationError(f"the sizes {', '.join(waiting)} depend on each other")
        known |= {name: size(waiting.pop(name), known) for name in ready}
    return known


def fitted(declaration: Formula, kind: Floats, chosen: Mapping[str, Array]) -> Sample | None:
    """A sample in which drawn symbols are these arrays, as far as they are; None if their shapes contradict."""
    drawn = _drawn(declaration)
    arrays = {name: array for name, array in chosen.items() if name in drawn}
    try:
        known = fitted_sizes(declaration, arrays)
        sizes = with_derived(declaration, drawn_sizes(declaration, kind.random, 2) | known)
    except DeclarationError:
        return None
    shapes = {name: tuple(size(each, sizes) for each in drawn[name].shape) for name in arrays}
    if not arrays or any(np.shape(array) != shapes[name] for name, array in arrays.items()):
        return None
    return Sample(declaration, kind, sizes, chosen=arrays)


def fitted_sizes(declaration: Formula, arrays: Mapping[str, Array]) -> dict[str, int]:
    """The sizes that drawn symbols have when they are these arrays; DeclarationError if they contradict."""
    drawn = _drawn(declaration)
    sizes: dict[str, int] = {}
    for name, array in arrays.items():
        shape = np.shape(array)
        if name not in drawn or len(drawn[name].shape) != len(shape):
            raise DeclarationError(f"{name} cannot be an array of shape {shape}")
        for word, length in zip(drawn[name].shape, shape, strict=True):
            plain = size_words(word) == [word] and word not in declaration.sizes
            if plain and sizes.setdefault(word, length) != length:
                raise DeclarationError(f"{word} is both {sizes[word]} and {length}")
    return sizes


def _drawn(declaration: Formula) -> dict[str, Drawn]:
    """What is drawn, by its Python name."""
    shown = {python: declaration.meanings.get(full) for python, full in declaration.python_names.items()}
    every = {**shown, **declaration.hidden_meanings}
    return {name: meaning for name, meaning in every.items() if isinstance(meaning, Drawn)}


def on_page(declaration: Formula, kind: Kind, page: Mapping[str, Quantity]) -> Sample:
    """A sample whose symbols are quantities of the page; sizes that they name are theirs."""
    return Sample(declaration, kind, with_derived(declaration, page_sizes(declaration, page)), page)


def page_sizes(declaration: Formula, page: Mapping[str, Quantity]) -> dict[str, int]:
    """What `page(…, shape)` calls the sizes of quantities."""
    sizes: dict[str, int] = {}
    for meaning in (*declaration.meanings.values(), *declaration.later.values()):
        if isinstance(meaning, OnPage):
            sizes |= dict(zip(meaning.shape, np.shape(part(meaning.name, page).values), strict=False))
    return sizes

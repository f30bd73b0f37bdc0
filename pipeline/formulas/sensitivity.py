"""A reference that ignores what it is given would agree with too much: change each input and look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from pipeline.formulas.declarations import Computed, Event, Formula, Function, OnPage, Reference, parameters
from pipeline.formulas.evaluate import other
from pipeline.formulas.samples import Sample
from pipeline.formulas.scope import Scope

Array: TypeAlias = Any
Call: TypeAlias = tuple[str, tuple[Array, ...]]


def ignored_arguments(sample: Sample, calls: Sequence[Call]) -> Iterator[str]:
    """A sentence for every argument or parameter of a reference that changes nothing.

    calls: how the functions of the formula were called
    """
    for name, meaning in sample.declaration.meanings.items():
        if isinstance(meaning, Function):
            yield from _of_function(sample, name, meaning, [arguments for called, arguments in calls if called == name])
        elif isinstance(meaning, Computed | Event):
            step = meaning.step if isinstance(meaning, Computed) else ""
            yield from _of_value(sample, name, meaning.function, step)
    for name, meaning in sample.declaration.later.items():
        if isinstance(meaning, Computed):
            yield from _of_value(sample, name, meaning.function, meaning.step)


def with_others(scope: Scope, declaration: Formula) -> Iterator[tuple[str, Scope]]:
    """The scope with another reference, quantity of the page or defined value in place of each, one by one.

    A function's other values depend on its arguments, so that equal values of a theorem become unequal as well.
    """
    for name, function in scope.functions.items():
        yield name, replace(scope, functions={**scope.functions, name: partial(_otherwise, function)})
    for name, meaning in declaration.meanings.items():
        if isinstance(meaning, Computed | Event | OnPage):
            value = scope.values[name]
            yield name, replace(scope, values={**scope.values, name: value + other(np.shape(value))})
    for name in scope.definitions:
        yield name, replace(scope, moved=name)


def _otherwise(function: Reference, *arguments: Array) -> Array:
    result = function(*arguments)
    known = [np.ravel(each) for each in arguments if np.asarray(each).dtype != object]
    weighed = sum(
        float(np.sum(np.cos(each * (1 + np.arange(each.size))))) for each in known if np.all(np.isfinite(each))
    )
    return result + other(np.shape(result)) * (2 + np.sin(weighed))


def _of_function(sample: Sample, name: str, meaning: Function, calls: list[tuple[Array, ...]]) -> Iterator[str]:
    function = sample.function(meaning)
    for place in range(max(map(len, calls), default=0)):
        if not any(
            place < len(arguments) and _differs(function(*arguments), function(*_exchanged(sample, arguments, place)))
            for arguments in calls
        ):
            yield f"the reference of {name} ignores its argument {place + 1}"
    for python in parameters(meaning.function)[1]:
        if python == "like":
            continue  # only says which number kind is wanted
        changed = _changed(sample, sample.array(python))
        if changed is not None and calls:
            other = sample.function(meaning, {python: changed})
            if not any(_differs(function(*arguments), other(*arguments)) for arguments in calls):
                yield f"the reference of {name} ignores {python}"


def _of_value(sample: Sample, name: str, function: Reference, step: str) -> Iterator[str]:
    """A result must depend on every parameter, an intermediate step on one of them at least."""
    names = [python for names in parameters(function) for python in names]
    result = sample.run(function, step)
    ignored = []
    for python in names:
        changed = _changed(sample, sample.array(python))
        if changed is not None and not _differs(result, sample.run(function, step, {python: changed})):
            ignored.append(python)
    if ignored and (not step or len(ignored) == len(names)):
        yield f"the reference of {name} ignores {', '.join(ignored)}"


def _exchanged(sample: Sample, arguments: tuple[Array, ...], place: int) -> tuple[Array, ...]:
    changed = _changed(sample, arguments[place], integers=True)
    return (*arguments[:place], changed, *arguments[place + 1 :])


def _changed(sample: Sample, value: Array, integers: bool = False) -> Array | None:
    """Other numbers of the same shape; a size has none, since it is a shape itself."""
    if isinstance(value, int):
        return value + 1 if integers else None
    if np.asarray(value).dtype == object:
        return None  # random variables
    return value + np.abs(sample.kind.drawn("", np.shape(value), positive=True))


def _differs(a: Array, b: Array) -> bool:
    return np.shape(a) != np.shape(b) or not np.allclose(a, b, equal_nan=True)

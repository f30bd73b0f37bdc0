"""Every shape contract of the reference is enforced: each argument of each function, each size, each time."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import pipeline.transformer
from pipeline.transformer.shapes import Term, parse

from .samples import Sampler

SIZES = {"2": 2, "L": 3, "M": 5, "T": 4, "d": 6, "e": 7, "m": 8, "n": 3, "o": 1, "v": 8, "d_k": 2, "d_v": 4, "d_ff": 9}
DRAW = Sampler()
BLOCKS = {
    "encoder_block": DRAW.encoder_block(6, 2, 9),
    "decoder_block": DRAW.decoder_block(6, 2, 9)._replace(cross=DRAW.heads(6, 7, 2, 2, 4)),
}
OTHERS: dict[str, Any] = {  # arguments that are no arrays of one shape
    "blocks": (),
    "heads": DRAW.heads(6, 7, 2, 2, 4).heads,
    "W_Q": [DRAW.array(6, 2), DRAW.array(6, 2)],
    "groups": [(DRAW.array(7, 2), DRAW.array(7, 4))],
    "d": 4,
    "epsilon": "0.1",
    "tokens": [0, 1, 2],
    "targets": [0, 1, 2, 3],
    "positions": range(3),
    "temperature": "0.5",
    "k": 2,
    "mass": 0.5,
    "generator": np.random.default_rng(0),
}


def functions() -> Iterator[Callable[..., Any]]:
    """All functions with a contract, once."""
    for module in pkgutil.iter_modules(pipeline.transformer.__path__):
        name = f"pipeline.transformer.{module.name}"
        for function in vars(importlib.import_module(name)).values():
            if hasattr(function, "contract") and function.__module__ == name:
                yield function


def shape(term: Term, **changed: int) -> tuple[int, ...]:
    sizes = [(10, 11) if size.startswith(".") else (changed.get(size, SIZES.get(size, 0)),) for size in term.sizes]
    return tuple(number for size in sizes for number in size)


def arguments(function: Callable[..., Any]) -> tuple[dict[str, Term], dict[str, Any]]:
    """The terms of the contract and a call that keeps it."""
    terms = {term.argument: term for term in parse(function.__dict__["contract"])[0]}
    parameters = inspect.signature(function).parameters.values()
    needed = [p.name for p in parameters if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD]
    others = OTHERS | {"block": BLOCKS.get(function.__name__)}
    call = {name: others[name] for name in needed if name not in terms}
    sampler = Sampler(seed=1)
    call |= {name: np.abs(sampler.array(*shape(term))) + 0.01 for name, term in terms.items()}
    if "p" in call:
        call["p"] /= call["p"].sum()
    return terms, call


ALL = {function.__name__: function for function in functions()}
PAIRS = [(name, argument) for name, function in ALL.items() for argument in arguments(function)[0]]


def refused(name: str, call: dict[str, Any], argument: str) -> None:
    with pytest.raises(
        ValueError, match=rf"^{name}: {argument} (has shape|is) .* expected (an array of real numbers )?\["
    ):
        ALL[name](**call)


def test_all_functions_are_here() -> None:
    assert (len(ALL), len(PAIRS)) == (31, 60)


@pytest.mark.parametrize("name", ALL)
def test_what_keeps_the_contract_passes(name: str) -> None:
    ALL[name](**arguments(ALL[name])[1])


@pytest.mark.parametrize(("name", "argument"), PAIRS)
def test_each_argument_is_checked(name: str, argument: str) -> None:
    terms, call = arguments(ALL[name])
    array = call[argument]
    wrong = [array.tolist(), np.ones(array.shape, dtype=int), np.full(array.shape, np.nan), array[..., :0]]
    if not terms[argument].sizes[0].startswith("."):
        wrong.append(array[None])
    for other in wrong:
        refused(name, call | {argument: other}, argument)


CALLS: dict[str, tuple[tuple[Any, ...], dict[str, Any], str]] = {
    "one too few": ((), {}, "missing 1 required positional argument: 'z'"),
    "one too many": ((np.ones(2), -1, 0), {}, "takes from 1 to 2 positional arguments but 3 were given"),
    "another name": ((), {"x": np.ones(2)}, "unexpected keyword argument 'x'"),
    "an unknown one": ((np.ones(2),), {"axes": 0}, "unexpected keyword argument 'axes'"),
}


@pytest.mark.parametrize("case", CALLS)
def test_calls_with_other_arguments_fail_as_python_has_it(case: str) -> None:
    given, named, said = CALLS[case]
    with pytest.raises(TypeError, match=said):
        ALL["softmax"](*given, **named)


def test_each_size_that_stands_twice_is_checked() -> None:
    count = 0
    for name, function in ALL.items():
        terms, call = arguments(function)
        seen: set[str] = set()
        for argument, term in terms.items():
            for size in term.sizes:
                if size in seen and not size.startswith("."):
                    refused(name, call | {argument: np.ones(shape(term, **{size: SIZES[size] + 1}))}, argument)
                    count += 1
            seen |= set(term.sizes)
    assert count == 31

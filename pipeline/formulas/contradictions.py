"""What is wrong with a declaration by itself, whatever formula it is for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pipeline.formulas import tree
from pipeline.formulas.declarations import Collection, Drawn, Formula, Meaning, OnPage, Permutation, Random, Range
from pipeline.formulas.errors import FormulaError
from pipeline.formulas.lookup import STANDARD
from pipeline.formulas.names import canonical, parameter
from pipeline.formulas.read import read

_SIZE = re.compile(r"\w+([+\-*/]\w+)*")  # h*d_v, t-1


def contradictions(declaration: Formula) -> Iterator[str]:
    """A sentence for everything in a declaration that is no name, two things at once, or a number in disguise."""
    if declaration.reason:
        yield from _beside_a_reason(declaration)
        return
    unread = list(_names(declaration))
    yield from unread
    if unread:
        return  # nothing else can be said of names that are none
    meanings = {**declaration.meanings, **declaration.hidden_meanings}
    yield from _called_alike(declaration)
    yield from (f"{name} means what it always means" for name in declaration.meanings if name in STANDARD)
    for name, meaning in {**meanings, **declaration.later}.items():
        yield from (f"{size!r} is no size of {name}" for size in sizes(meaning) if not _SIZE.fullmatch(size))
        if isinstance(meaning, Drawn | Random) and any(size.isdigit() for size in meaning.shape):
            yield f"{name} has a typed size, which the formula would take for any: give it a name"
        if isinstance(meaning, Range) and meaning.first == meaning.last:
            yield f"{name} has a single value, and the formula would hold for no other"
    yield from (f"the size {name} is typed" for name, size in declaration.sizes.items() if size.strip().isdigit())
    both = [name for name, meaning in declaration.meanings.items() if name in declaration.size_names]
    yield from (f"{name} is declared as a symbol and as a size" for name in both)


def _beside_a_reason(declaration: Formula) -> Iterator[str]:
    if len(declaration.reason.split()) < 3:
        yield f"“{declaration.reason}” is no reason: say in a sentence why nothing can check the formula"
    if declaration.symbols or declaration.relations or declaration.value or declaration.where or declaration.theorem:
        yield "a formula with a reason is not checked: its symbols and relations mean nothing"


def sizes(meaning: Meaning) -> tuple[str, ...]:
    """What a meaning says of sizes, as written."""
    match meaning:
        case Drawn(shape=shape) | OnPage(shape=shape):
            return shape
        case Random():
            return meaning.shape
        case Range(first=first, last=last):
            return first, last
        case Collection(size=size) | Permutation(size=size):
            return (size,)
    return ()


def _names(declaration: Formula) -> Iterator[str]:
    """Symbols that are none, or that are declared twice in different spellings."""
    for symbols in (declaration.symbols, declaration.after):
        spelled: dict[str, str] = {}
        for name in symbols:
            try:
                written = read(name).statements
            except FormulaError as fault:
                yield f"{name!r} is no symbol: {fault}"
                continue
            if (
                len(written) > 1
                or written[0].relations
                or not isinstance(written[0].sides[0], tree.Name | tree.Scripted)
            ):
                yield f"{name!r} is no symbol"
            elif spelled.setdefault(canonical(name), name) != name:
                yield f"{spelled[canonical(name)]} and {name} are one symbol, declared twice"
    yield from (f"{name!r} is no name for a hidden symbol" for name in declaration.hidden if not name.isidentifier())


def _called_alike(declaration: Formula) -> Iterator[str]:
    """Symbols between which a reference cannot choose."""
    first: dict[str, str] = {}
    python: Mapping[str, str] = {name: parameter(name) for name in declaration.meanings}
    for name, called in [*python.items(), *((name, name) for name in declaration.hidden)]:
        if first.setdefault(called, name) != name or (name in declaration.hidden and name in python.values()):
            yield f"{first[called]} and {name} are both called {called} in a reference"

"""What the names of a formula stand for while it is evaluated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pipeline.formulas.tree import Tree

Array: TypeAlias = Any


@dataclass(frozen=True)
class Definition:
    """What a statement of the formula says a symbol is, for each value of these indices."""

    indices: tuple[str, ...]
    body: Tree


@dataclass(frozen=True)
class Scope:
    r"""What the names of a formula stand for in one sample.

    number:      a constant as an array of the number kind; takes canonical digits or a token
    values:      symbol → array, or a set → how many elements it has
    bases:       symbol or function → the first value of its indices, where that is not 1
    families:    symbol → how many leading indices these are
    labels:      symbol → text of a label → its place on the first axis
    reached:     where the cases and the arguments of \max and \min stand that have been the value once
    moved:       a defined symbol whose value is another one, to see whether anything notices
    """

    number: Callable[[str], Array]
    values: Mapping[str, Array] = field(default_factory=dict)
    functions: Mapping[str, Callable[..., Array]] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    ranges: Mapping[str, range] = field(default_factory=dict)
    bases: Mapping[str, int] = field(default_factory=dict)
    families: Mapping[str, int] = field(default_factory=dict)
    labels: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    integers: frozenset[str] = frozenset()  # functions whose arguments are integers
    definitions: Mapping[str, Definition] = field(default_factory=dict)
    later: Mapping[str, Array] = field(default_factory=dict)  # values after an assignment
    reached: set[int] = field(default_factory=set)
    moved: str = ""

"""What a formula is made of: one frozen class a construct, each with its place in the TeX.

Two trees share these classes.  `read` gives the written tree, in which names, scripts and
juxtaposition stand as the author typed them; it needs no declaration and is what speech and mutants
work on.  `bind` turns it into the meant tree with the help of a declaration: `W^Q_i` becomes an entry
of the symbol `W^Q`, `P(…)` a call or a product, `\\sum_k` a series over a declared index.  Only the
meant tree can be evaluated.

Trees are equal when they say the same, wherever they stand: places take no part in comparisons.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Tree:
    """A piece of a formula: characters `start` to `end` of its TeX."""

    start: int = field(compare=False)
    end: int = field(compare=False)

    def parts(self) -> Iterator[Tree]:
        """The trees directly below this one, in the order written."""
        for name in _part_names(type(self)):
            yield from _trees(getattr(self, name))

    def walk(self) -> Iterator[Tree]:
        """This tree and all below it."""
        yield self
        for part in self.parts():
            yield from part.walk()

    def with_part(self, old: Tree, new: Tree) -> Tree:
        """The same tree with the part `old` (that very object) exchanged, at whatever depth."""
        if self is old:
            return new
        changed = {name: _exchanged(getattr(self, name), old, new) for name in _part_names(type(self))}
        return replace(self, **changed)


_PARTS: dict[type[Tree], tuple[str, ...]] = {}


def _part_names(kind: type[Tree]) -> tuple[str, ...]:
    """The fields of a construct besides its place, looked up once."""
    if kind not in _PARTS:
        _PARTS[kind] = tuple(part.name for part in fields(kind) if part.name not in ("start", "end"))
    return _PARTS[kind]


def _trees(value: Any) -> Iterator[Tree]:
    if isinstance(value, Tree):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _trees(item)


def _exchanged(value: Any, old: Tree, new: Tree) -> Any:
    if isinstance(value, Tree):
        return value.with_part(old, new)
    return tuple(_exchanged(item, old, new) for item in value) if isinstance(value, tuple) else value


# -- in both trees


@dataclass(frozen=True, slots=True)
class Number(Tree):
    """A constant: canonical digits ("0.5", "10000"), or one private-use character that stands for a number."""

    text: str


@dataclass(frozen=True, slots=True)
class Infinity(Tree):
    r"""`\infty`."""


@dataclass(frozen=True, slots=True)
class Dots(Tree):
    r"""`\dots` between the first and the last item of a list or sum."""


@dataclass(frozen=True, slots=True)
class Terms(Tree):
    """A sum of terms, each with its sign, +1 or -1."""

    signs: tuple[int, ...]
    terms: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Product(Tree):
    r"""A product with a sign between its factors: `\cdot`, `\times` or `\odot`."""

    left: Tree
    operator: str
    right: Tree


@dataclass(frozen=True, slots=True)
class Juxtaposed(Tree):
    """Factors side by side; in the meant tree a product in the order written."""

    factors: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Ratio(Tree):
    r"""`\frac{…}{…}`, or a slash."""

    numerator: Tree
    denominator: Tree
    slash: bool


@dataclass(frozen=True, slots=True)
class Root(Tree):
    """A square root."""

    body: Tree


@dataclass(frozen=True, slots=True)
class Norm(Tree):
    """The length of a vector."""

    body: Tree


@dataclass(frozen=True, slots=True)
class Bars(Tree):
    """A number without its sign, or how many elements a collection has."""

    body: Tree


@dataclass(frozen=True, slots=True)
class Matrix(Tree):
    """Rows of cells."""

    rows: tuple[tuple[Tree, ...], ...]


@dataclass(frozen=True, slots=True)
class Cases(Tree):
    """Pairs of a value and the chain of relations under which it holds."""

    rows: tuple[tuple[Tree, Any], ...]


@dataclass(frozen=True, slots=True)
class Chain(Tree):
    """Sides with relations between them; relations are TeX without alignment (`=`, `\\le`, `\\in`)."""

    sides: tuple[Tree, ...]
    relations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Listed(Tree):
    r"""Several expressions before one relation: `W^Q, W^K \in \R^{d \times d_k}`."""

    items: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Formula(Tree):
    """All statements of a formula, whether on one line or several."""

    statements: tuple[Chain, ...]


# -- in the written tree only


@dataclass(frozen=True, slots=True)
class Name(Tree):
    r"""A letter, a bold letter, a word or the name of a function, without spaces: `X`, `\vv{x}`, `\text{head}`."""

    text: str


@dataclass(frozen=True, slots=True)
class Reals(Tree):
    r"""`\R`."""


@dataclass(frozen=True, slots=True)
class Scripted(Tree):
    """A base with its scripts.  `below` and `above` hold what the braces list, () without that script."""

    base: Tree
    below: tuple[Tree, ...]
    above: tuple[Tree, ...]
    primes: int
    transposed: bool


@dataclass(frozen=True, slots=True)
class Group(Tree):
    """An expression in braces."""

    body: Tree


@dataclass(frozen=True, slots=True)
class Bracket(Tree):
    """Items in brackets: parentheses of an expression, a vector, or the arguments of a function."""

    items: tuple[Tree, ...]
    square: bool


@dataclass(frozen=True, slots=True)
class Conditional(Tree):
    r"""`event \mid condition`."""

    event: Tree
    condition: Tree


@dataclass(frozen=True, slots=True)
class BigOperator(Tree):
    r"""`\sum` or `\prod` with its bounds."""

    operator: str
    below: tuple[Tree, ...]
    above: tuple[Tree, ...]
    body: Tree


# -- in the meant tree only


@dataclass(frozen=True, slots=True)
class Symbol(Tree):
    """A declared symbol, by its canonical name (`W^Q`)."""

    name: str


@dataclass(frozen=True, slots=True)
class Index(Tree):
    """A declared index, used as a number."""

    name: str


@dataclass(frozen=True, slots=True)
class Label(Tree):
    r"""An index that is the text of a label: `\vv{x}_{\text{Apple}}`."""

    text: str


@dataclass(frozen=True, slots=True)
class Entry(Tree):
    """A component: of a symbol, or of what a function returns."""

    base: Tree
    indices: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Call(Tree):
    """A declared function with its arguments."""

    function: str
    arguments: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Power(Tree):
    """A scalar to a scalar power."""

    base: Tree
    exponent: Tree


@dataclass(frozen=True, slots=True)
class Transposed(Tree):
    """A matrix with rows and columns exchanged."""

    body: Tree


@dataclass(frozen=True, slots=True)
class Vector(Tree):
    """A row of numbers in brackets."""

    items: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Series(Tree):
    """A sum, product or maximum over an index, from `first` to `last` (None: over its declared range)."""

    operator: str
    index: str
    first: Tree | None
    last: Tree | None
    body: Tree


@dataclass(frozen=True, slots=True)
class Space(Tree):
    r"""`\R^{m \times n}`: all arrays of a shape."""

    sizes: tuple[Tree, ...]

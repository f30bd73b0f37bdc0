r"""Declarations: what the symbols of a formula are, and what it must say.

They stand beside a page's text, one module-level `Formula` a checked formula; its name is what the
text writes as `check=…`:

    attention = Formula("=", {
        "Q": "L d_k", "K": "M d_k", "V": "M d_v",
        r"\softmax": Function(reference.softmax),
        r"\Attention": Function(lambda Q, K, V: reference.scaled_dot_product_attention(Q, K, V)[0]),
    })

The first argument lists the statements: their relations, the indices for which each holds
("for i j: >="), and where it matters what stands on the left ("Y in").  Then every symbol, spelled
as the reader sees it, with its meaning:

    "L d_k"          an array of that shape, drawn at random; "" a single number, "d > 0" positive ones
    "1..L"           an index and its range
    each("L d")      a family: `\vv{x}_i` is row i; each(…, 2) takes two indices, base=0 counts from zero
    Function(f)      a function of what stands in its brackets
    lambda Q, K: …   a value that the reference computes; parameters are symbols without their TeX
    recorded("S", f) the array that f calls "S" while it runs
    angle(f)         the angle whose cosine f computes
    defined("i")     what the formula itself defines, here for each i; used where the other statements need it
    page("queries")  a quantity that the page prints
    Event(…), Collection(…), Permutation(…), Random(…), Variance(): see below

A declaration holds no formula: whatever is compared with the TeX comes from the reference.  Its functions
hand over what they are given and give back what they get; one that calculates is a problem (subject.py).
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from pipeline.formulas.names import canonical, parameter

Array: TypeAlias = Any
Reference: TypeAlias = Callable[..., Array]


class DeclarationError(ValueError):
    """A declaration that contradicts itself or names what is not there."""


@dataclass(frozen=True)
class Meaning:
    """What a symbol is.

    count: how many indices it takes wherever it stands (0: it stands whole)
    base:  the first value of these indices
    """

    count: int = field(default=0, kw_only=True)
    base: int = field(default=1, kw_only=True)


@dataclass(frozen=True)
class Drawn(Meaning):
    """An array of random real numbers; sizes are names, numbers, or products of them (`h*d_v`)."""

    shape: tuple[str, ...]
    positive: bool = False


@dataclass(frozen=True)
class Permutation(Meaning):
    """A matrix that exchanges rows, drawn among all of its size."""

    size: str


@dataclass(frozen=True)
class Random(Meaning):
    """Independent random variables with mean 0 and variance 1, of any distribution; shape as in `"L d"`."""

    sizes: str

    @property
    def shape(self) -> tuple[str, ...]:
        """The names of its sizes."""
        return tuple(self.sizes.split())


@dataclass(frozen=True)
class Range(Meaning):
    """An index, from `first` to `last` inclusive."""

    first: str
    last: str


@dataclass(frozen=True)
class Computed(Meaning):
    """A value of the reference.

    step:  the name under which the reference records it; "" for its result
    angle: the symbol is the angle, and the reference computes its cosine
    """

    function: Reference
    step: str = ""
    angle: bool = False


@dataclass(frozen=True)
class Function(Meaning):
    r"""A function of the reference.  Positional parameters are what stands in the brackets, keyword-only ones symbols.

    listed:   its one vector may be written out: `\softmax(s_1, \dots, s_L)`
    integers: its arguments are integers, such as positions
    """

    function: Reference
    listed: bool = False
    integers: bool = False


@dataclass(frozen=True)
class Variance(Meaning):
    """The variance of what stands in its brackets, made of random variables."""


@dataclass(frozen=True)
class Event(Meaning):
    r"""`P(wording)`: the wording is compared, and the value is the entry at the indices that it names.

    Event(r"\text{Token} = v \mid \text{Kontext}", "t v", lambda h, W: …)
    """

    wording: str
    indices: str
    function: Reference


@dataclass(frozen=True)
class Defined(Meaning):
    """What the formula itself defines, for each value of these indices."""

    indices: tuple[str, ...]


@dataclass(frozen=True)
class OnPage(Meaning):
    """A quantity of the page.

    name:  its name, with the label of a part where only that is meant: `weights["content"]`
    shape: what the formula calls its sizes
    """

    name: str
    shape: tuple[str, ...] = ()


@dataclass(frozen=True)
class Collection(Meaning):
    """A set with so many elements: `|V|`."""

    size: str


Declared: TypeAlias = "Meaning | str | Reference"


def meaning(declared: Declared) -> Meaning:
    """The meaning behind the short forms of a declaration."""
    if isinstance(declared, Meaning):
        return declared
    if not isinstance(declared, str):
        return Computed(declared)
    if ".." in declared:
        first, _, last = declared.partition("..")
        return Range(first.strip(), last.strip())
    shape, above, bound = declared.partition(">")
    if above and bound.strip() != "0":
        raise DeclarationError(f"{declared!r}: the only bound there is, is > 0")
    return Drawn(tuple(shape.split()), bool(above))


def each(declared: Declared, count: int = 1, base: int = 1) -> Meaning:
    """A family: the symbol never stands without its `count` indices, which count from `base`."""
    return replace(meaning(declared), count=count, base=base)


def recorded(step: str, function: Reference) -> Computed:
    """What the reference calls `step` while `function` runs, such as its scores "S"."""
    return Computed(function, step)


def angle(function: Reference) -> Computed:
    """The angle whose cosine the reference computes."""
    return Computed(function, angle=True)


def defined(indices: str = "") -> Defined:
    """A symbol that one of the statements defines, for each value of these indices."""
    names = tuple(indices.split())
    return Defined(names, count=0)


def page(name: str, shape: str = "") -> OnPage:
    """A quantity of the page, and what the formula calls its sizes."""
    return OnPage(name, tuple(shape.split()))


@dataclass(frozen=True)
class Outline:
    """What a statement must look like: its relations in order, its free indices, and what its left side is about."""

    relations: tuple[str, ...]
    indices: frozenset[str]
    subject: frozenset[str]  # empty: not said


RELATIONS = {
    "=": "=",
    "<": "<",
    ">": ">",
    "<=": r"\le",
    ">=": r"\ge",
    "!=": r"\ne",
    "in": r"\in",
    "<-": r"\leftarrow",
    "~": r"\approx",
}


def outlines(relations: str) -> tuple[Outline, ...]:
    """One outline a statement from "for i: =; for i j: >=; Y in"."""
    found = []
    for statement in relations.split(";"):
        match = re.fullmatch(r"\s*(?:for\s+([^:]*):)?\s*(.*?)\s*", statement)
        words = match[2].split() if match else []
        signs = [word for word in words if word in RELATIONS]
        subject = words[: len(words) - len(signs)]
        if not match or words != subject + signs or (subject and not signs):
            raise DeclarationError(f"{statement.strip()!r} is no list of relations such as 'for i j: ='")
        found.append(
            Outline(tuple(RELATIONS[sign] for sign in signs), _names((match[1] or "").split()), _names(subject))
        )
    return tuple(found)


def _names(words: list[str]) -> frozenset[str]:
    return frozenset(map(canonical, words))


@dataclass(frozen=True)
class Formula:
    """The declaration of one checked formula.

    relations: its statements, see `outlines`; "" for a single expression
    symbols:   every symbol that it shows, with its meaning
    hidden:    what the reference needs beside them, drawn but not shown; names as in Python
    sizes:     sizes that follow from others: {"d": "h*d_k"}
    after:     values after a `\\leftarrow`, by symbol
    value:     what the reference makes of a formula that shows no relation
    where:     for a condition (`j \\le i`): the reference's truth values, one axis an index in the order declared;
               the relation must hold where they are true, and nowhere else
    stable:    also compared on numbers of which the exponential is no longer one
    theorem:   a statement of mathematics, true of all numbers: no reference stands behind it, but a proof must
    reason:    why it cannot be checked; everything else is then empty
    """

    relations: str = ""
    symbols: Mapping[str, Declared] = field(default_factory=dict)
    hidden: Mapping[str, Declared] = field(default_factory=dict)
    sizes: Mapping[str, str] = field(default_factory=dict)
    after: Mapping[str, Declared] = field(default_factory=dict)
    value: Reference | None = None
    where: Reference | None = None
    stable: bool = False
    theorem: bool = False
    reason: str = ""

    @cached_property
    def outline(self) -> tuple[Outline, ...]:
        """What each statement must look like."""
        return outlines(self.relations)

    @cached_property
    def meanings(self) -> Mapping[str, Meaning]:
        """Canonical name → meaning, of all that the formula shows."""
        return {canonical(name): meaning(declared) for name, declared in self.symbols.items()}

    @cached_property
    def hidden_meanings(self) -> Mapping[str, Meaning]:
        """Python name → meaning, of what it does not show."""
        return {name: meaning(declared) for name, declared in self.hidden.items()}

    @cached_property
    def later(self) -> Mapping[str, Meaning]:
        """Canonical name → meaning, of values after an assignment."""
        return {canonical(name): meaning(declared) for name, declared in self.after.items()}

    @cached_property
    def python_names(self) -> Mapping[str, str]:
        """What parameters are called → canonical name."""
        return {parameter(name): name for name in self.meanings} | {name: name for name in self.hidden}

    @cached_property
    def positive(self) -> tuple[str, ...]:
        """Symbols for which the formula is only said to hold above zero; a reader does not see that."""
        return tuple(name for name, each in self.meanings.items() if isinstance(each, Drawn) and each.positive)

    @cached_property
    def domain(self) -> tuple[str, ...]:
        r"""For what numbers it is said to hold, beside all: `\epsilon > 0`, `0 \le p \le 7`."""
        ranges = [(name, each) for name, each in self.meanings.items() if isinstance(each, Range)]
        within = [rf"{each.first} \le {name} \le {each.last}" for name, each in ranges if each.last.isdigit()]
        return (*(f"{name} > 0" for name in self.positive), *within)

    @cached_property
    def judging(self) -> frozenset[str]:
        """Symbols that bring something of their own into a comparison, be both sides the same afterwards or not.

        A page's quantities do not (two names of one quantity agree whatever it is), nor do a theorem's free numbers.
        """
        own = (
            (Computed, Function, Event, Variance, Permutation)
            if not self.theorem
            else (Function, Variance, Permutation)
        )
        return frozenset(name for name, each_meaning in self.meanings.items() if isinstance(each_meaning, own))

    @cached_property
    def size_names(self) -> frozenset[str]:
        """Every size that shapes and ranges mention."""
        texts: list[str] = [*self.sizes, *self.sizes.values()]
        for each_meaning in (*self.meanings.values(), *self.hidden_meanings.values(), *self.later.values()):
            match each_meaning:
                case Drawn() | Random() | OnPage():
                    shape = each_meaning.shape
                    texts += shape
                case Range(first=first, last=last):
                    texts += (first, last)
                case Collection(size=only) | Permutation(size=only):
                    texts.append(only)
        return frozenset(name for text in texts for name in size_words(text) if not name.isdigit())


def size_words(text: str) -> list[str]:
    """The names and numbers of a size such as `h*d_v` or `n-1`."""
    return [word for word in re.split(r"[\s*/+-]+", text) if word]


def parameters(function: Reference) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Positional and keyword-only parameters of a reference function that have no default."""
    found = inspect.signature(function).parameters.values()
    needed = [each for each in found if each.default is inspect.Parameter.empty]
    keyword = tuple(each.name for each in needed if each.kind is inspect.Parameter.KEYWORD_ONLY)
    return tuple(each.name for each in needed if each.name not in keyword), keyword


def declared_formulas(namespace: Mapping[str, Any]) -> dict[str, Formula]:
    """The formulas that a page's `formulas.py` declares, by the names that its text checks."""
    return {name: value for name, value in namespace.items() if isinstance(value, Formula)}

"""What a written name is, by the declaration: the longest declared name wins (`d_k`, `W^Q`)."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from pipeline.formulas import tree
from pipeline.formulas.declarations import Computed, Drawn, Event, Formula, Function, Meaning, OnPage, Variance
from pipeline.formulas.errors import FormulaError
from pipeline.formulas.names import scripted
from pipeline.formulas.tree import Tree
from pipeline.problems import Code

STANDARD = frozenset((r"\exp", r"\log", r"\ln", r"\sin", r"\cos", r"\tanh", r"\max", r"\min", r"\Concat"))
EULER = "e"


@dataclass(frozen=True)
class Found:
    """A declared name, and the scripts that do not belong to it."""

    name: str
    below: tuple[Tree, ...]
    above: tuple[Tree, ...]


def as_scripted(node: Tree) -> tree.Scripted:
    """A node with its scripts, if it has any."""
    return node if isinstance(node, tree.Scripted) else tree.Scripted(node.start, node.end, node, (), (), 0, False)


class Lookup:
    """Names of one declaration."""

    def __init__(self, declaration: Formula) -> None:
        self.meanings = declaration.meanings
        self.sizes = declaration.size_names
        callable_kinds = (Function, Event, Variance)
        declared = {name for name, meaning in self.meanings.items() if isinstance(meaning, callable_kinds)}
        self.functions = STANDARD | declared

    def function(self, factor: Tree) -> Found | None:
        """The function that a factor names; None if it names none."""
        written = as_scripted(factor)
        if not isinstance(written.base, tree.Name):
            return None
        for found in splits(written, written.base):
            if found.name in self.functions:
                return found
            if found.name in self.meanings:
                return None
        return None

    def symbol(self, written: tree.Scripted, base: tree.Name) -> Found:
        """The longest declared name; FormulaError if there is none."""
        for found in splits(written, base):
            name = found.name
            if name in self.meanings or name in self.sizes or name in self.functions or self.vector(name):
                return found
        if base.text == EULER and len(written.above) == 1 and not written.below and not written.primes:
            return Found(EULER, written.below, written.above)
        full = scripted(base.text, written.above, written.below, written.primes)
        known = [*self.meanings, *self.sizes]
        close = get_close_matches(full, known, n=1, cutoff=0.5)
        hint = f"; did you mean {close[0]}?" if close else f"; declared are {', '.join(known)}" if known else ""
        message = f"{full} is not declared{hint}"
        raise FormulaError(message, written.start, written.end, Code.FORMULA_SYMBOL)

    def vector(self, name: str) -> Meaning | None:
        r"""The vector whose entries a plain letter stands for: `x_k` belongs to `\vv{x}`."""
        return self.meanings.get(rf"\vv{{{name}}}")

    def indices(self, name: str) -> tuple[int | None, bool, str]:
        """How many indices a symbol takes, whether it may stand without them, and the symbol they belong to.

        None: as many as are written; only its value will show whether that is right.
        """
        meaning = self.meanings.get(name)
        if meaning is None:
            vector = self.vector(name)
            assert vector is not None, "`symbol` found the name"
            return vector.count + 1, False, rf"\vv{{{name}}}"
        if meaning.count:
            return meaning.count, False, name
        if name.startswith(r"\vv{"):
            return 0, True, name
        if isinstance(meaning, Computed | OnPage):
            return None, True, name
        return len(meaning.shape if isinstance(meaning, Drawn) else getattr(meaning, "indices", ())), True, name


def splits(written: tree.Scripted, base: tree.Name) -> list[Found]:
    """All ways to take scripts into the name, the longest first."""
    above, below = written.above, written.below
    return [
        Found(
            scripted(base.text, above if with_above else (), below if with_below else (), written.primes),
            () if with_below else below,
            () if with_above else above,
        )
        for with_above, with_below in ((True, True), (True, False), (False, True), (False, False))
    ]

"""All single changes to a formula: what a tired author may type instead of it.

Each change is made in the TeX itself, at the place of a sign or of a part of the written tree.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.formulas import tree
from pipeline.formulas.lookup import as_scripted
from pipeline.formulas.read import read
from pipeline.formulas.tree import Tree

FUNCTIONS = [
    (r"\sin", r"\cos", r"\exp"),
    (r"\max", r"\min"),
    (r"\LayerNorm", r"\FFN", r"\MultiHead"),
    (r"\softmax", r"\exp", r"\Attention"),
]
RELATIONS = {
    "=": (r"\le", r"\ge"),
    r"\le": ("<", r"\ge"),
    r"\ge": (">", r"\le"),
    "<": (r"\le", ">"),
    ">": (r"\ge", "<"),
    r"\leftarrow": ("=",),
    r"\approx": (r"\le", r"\ge"),
}
RELATION = re.compile(r"&?\s*(=|<|>|\\(?:le|ge|leftarrow|approx)(?![A-Za-z]))")
OPERATORS = (r"\cdot", r"\times", r"\odot")


@dataclass(frozen=True)
class Mutant:
    """A changed formula: what kind of change, the TeX, and where it was changed."""

    kind: str
    tex: str
    at: int


def mutants(tex: str) -> list[Mutant]:
    """Every single change, each resulting TeX once."""
    found: dict[str, Mutant] = {}
    original = _plain(tex)
    for kind, start, end, text in _changes(tex, read(tex)):
        changed = f"{tex[:start]}{text}{tex[end:]}"
        if _plain(changed) != original:
            found.setdefault(_plain(changed), Mutant(kind, changed, start))
    return list(found.values())


def _plain(tex: str) -> str:
    """TeX without what makes no difference, so that no change is counted twice."""
    return re.sub(r"\s+", " ", re.sub(r"\\,", " ", tex)).strip()


Change = tuple[str, int, int, str]


def _changes(tex: str, formula: tree.Formula) -> Iterator[Change]:
    everything = list(formula.walk())
    inside = {id(part) for node in everything for part in _in_scripts(node)}
    yield from _statements(tex, formula)
    yield from _names(tex, everything, inside)
    for node in everything:
        yield from _shape(tex, node)
        match node:
            case tree.Number():
                yield from _number(node, everything, id(node) in inside)
            case tree.Scripted():
                yield from _scripts(tex, node)
            case tree.Terms():
                yield from _terms(tex, node)
            case tree.Product():
                yield from _product(tex, node)
            case tree.Juxtaposed():
                yield from _factors(tex, node)
            case tree.BigOperator():
                yield from _series(tex, node)
            case tree.Bracket():
                yield from _items(tex, node)
            case tree.Matrix() | tree.Cases():
                yield from _rows(tex, node)
            case tree.Chain() if id(node) in inside or node not in formula.statements:
                yield from _condition(tex, node)


def _in_scripts(node: Tree) -> Iterator[Tree]:
    if isinstance(node, tree.Scripted | tree.BigOperator):
        for script in (*node.below, *node.above):
            yield from script.walk()


def _of(tex: str, node: Tree) -> str:
    return tex[node.start : node.end]


# -- statements and sides


def _statements(tex: str, formula: tree.Formula) -> Iterator[Change]:
    for before, after in itertools.pairwise(formula.statements):
        yield "statement deleted", before.end, after.end, ""
        yield "statement deleted", before.start, after.start, ""
    for statement in formula.statements:
        for side in statement.sides:
            yield "sign", side.start, side.start, "-"
        for left, right in itertools.pairwise(statement.sides):
            if len(statement.sides) > 2:
                yield "side deleted", left.end, right.end, ""
                yield "side deleted", left.start, right.start, ""
            yield from _relation(tex, left, right)


def _relation(tex: str, left: Tree, right: Tree) -> Iterator[Change]:
    between = RELATION.search(tex, left.end, right.start)
    for other in RELATIONS.get(between[1], ()) if between else ():
        assert between is not None
        yield "relation changed", between.start(1), between.end(1), f"{other} "


def _condition(tex: str, chain: tree.Chain) -> Iterator[Change]:
    for left, right in itertools.pairwise(chain.sides):
        yield from (("case condition", *rest) for _, *rest in _relation(tex, left, right))  # type: ignore[misc]
        yield "case condition", left.start, right.end, f"{_of(tex, right)}{tex[left.end : right.start]}{_of(tex, left)}"


# -- names and numbers


def _names(tex: str, everything: list[Tree], inside: set[int]) -> Iterator[Change]:
    """Every name exchanged for every other one of its sort."""
    names = [node for node in everything if isinstance(node, tree.Name)]
    sorts: dict[tuple[str, bool], set[str]] = {}
    for node in names:
        sorts.setdefault((_sort(node.text), id(node) in inside), set()).add(node.text)
    for node in names:
        sort, script = _sort(node.text), id(node) in inside
        for other in sorted(sorts[sort, script] - {node.text}):
            yield "index" if script else "symbol", node.start, node.end, f"{other} "
        if sort == "letter" and not script:
            yield "symbol", node.start, node.end, node.text.swapcase()
            if node.text.isupper():
                yield "transpose", node.end, node.end, r"\T "
        if script and sort in ("letter", "greek"):
            yield "index", node.end, node.end, "+1"
        if sort == "vector":
            yield "symbol", node.start, node.end, f"{node.text[4:-1]} "
        for group in FUNCTIONS:
            for other in group if node.text in group else ():
                yield "function", node.start, node.end, f"{other} "


def _sort(text: str) -> str:
    if text.startswith(r"\vv"):
        return "vector"
    if text.startswith((r"\text", r"\mathrm", r"\operatorname")):
        return "words"
    if any(text in group for group in FUNCTIONS):
        return "function"
    return "greek" if text.startswith("\\") else "letter"


def _number(node: tree.Number, everything: list[Tree], inside: bool) -> Iterator[Change]:
    kind = "index" if inside else "constant"
    if node.text.isdigit():
        value = int(node.text)
        for other in {value + 1, max(value - 1, 0), value // 10 if value > 9 else value}:
            yield kind, node.start, node.end, str(other)
        return
    if not node.text.isascii():  # a computed number: exchanged for the next one in the formula
        tokens = sorted({part.text for part in everything if isinstance(part, tree.Number) and not part.text.isascii()})
        place = tokens.index(node.text)
        for other in {tokens[place - 1], tokens[(place + 1) % len(tokens)]}:
            yield "constant", node.start, node.end, other


# -- parts


def _shape(tex: str, node: Tree) -> Iterator[Change]:
    """Fractions, roots and the like taken apart."""
    if isinstance(node, tree.Ratio):
        above, below = _of(tex, node.numerator), _of(tex, node.denominator)
        yield "fraction", node.start, node.end, rf"\frac{{{below}}}{{{above}}}"
        yield "fraction", node.start, node.end, f"{{{above}}}"
        yield "fraction", node.start, node.end, rf"\frac{{1}}{{{below}}}"
        if node.slash:
            yield "operator", node.numerator.end, node.denominator.start, r"\cdot "
    elif isinstance(node, tree.Root):
        yield "root", node.start, node.end, f"{{{_of(tex, node.body)}}}"
    elif isinstance(node, tree.Norm | tree.Bars):
        yield "norm", node.start, node.end, _of(tex, node.body)
    elif isinstance(node, tree.Infinity):
        yield "constant", node.start, node.end, "1"
    elif isinstance(node, tree.Dots):
        yield "dots", node.start, node.end, "0"


def _scripts(tex: str, node: tree.Scripted) -> Iterator[Change]:
    base = node.base.end
    script = tex[base : node.end]
    if node.primes:
        yield "symbol", base, node.end, script.replace("'", "", 1)
    if node.transposed:
        yield "transpose", base, node.end, re.sub(r"\\T(?![A-Za-z])|\^\s*\{?\s*\\top\s*\}?", " ", script)
    if node.below:
        start, end = _script_span(tex, node.below, "_")
        yield "index", start, end, " "
        parts = node.below[0].factors if isinstance(node.below[0], tree.Juxtaposed) else node.below
        for a, b in itertools.pairwise(parts):
            yield "index", a.start, b.end, f"{_of(tex, b)}{tex[a.end : b.start]}{_of(tex, a)}"
    if node.above:
        start, end = _script_span(tex, node.above, "^")
        yield "exponent", start, end, " "
        if isinstance(node.above[0], tree.Number) and node.above[0].text == "2":
            yield "exponent", start, end, "^3"


def _script_span(tex: str, parts: tuple[Tree, ...], sign: str) -> tuple[int, int]:
    start = tex.rindex(sign, 0, parts[0].start + 1)
    braced = "{" in tex[start : parts[0].start]
    return start, tex.index("}", parts[-1].end) + 1 if braced else parts[-1].end


def _terms(tex: str, node: tree.Terms) -> Iterator[Change]:
    for place, (sign, term) in enumerate(zip(node.signs, node.terms, strict=True)):
        before = node.terms[place - 1].end if place else node.start
        flipped = "+" if sign < 0 else "-"
        yield "sign", before, term.start, "" if not place and sign < 0 else flipped
        if place:
            yield "operator", before, term.start, r" \cdot "
        if len(node.terms) > 1:
            after = node.terms[place + 1].start if not place else term.end
            yield "term dropped", before, after, ""
    for a, b in itertools.pairwise(node.terms):
        yield "term order", a.start, b.end, f"{_of(tex, b)}{tex[a.end : b.start]}{_of(tex, a)}"


def _product(tex: str, node: tree.Product) -> Iterator[Change]:
    left, right = _of(tex, node.left), _of(tex, node.right)
    for other in (*OPERATORS, "+", "-", ""):
        if other != node.operator:
            yield "operator", node.left.end, node.right.start, f" {other} "
    yield "factor dropped", node.start, node.end, left
    yield "factor dropped", node.start, node.end, right
    yield "factor order", node.start, node.end, f"{right} {node.operator} {left}"


def _factors(tex: str, node: tree.Juxtaposed) -> Iterator[Change]:
    for a, b in itertools.pairwise(node.factors):
        yield "factor order", a.start, b.end, f"{_of(tex, b)} {_of(tex, a)}"
        if isinstance(as_scripted(b).base, tree.Bracket):
            yield "function", a.start, a.end, ""
    for factor in node.factors:
        yield "factor dropped", factor.start, factor.end, " "


def _series(tex: str, node: tree.BigOperator) -> Iterator[Change]:
    yield "sum dropped", node.start, node.body.start, ""
    yield "sum", node.start, node.start + len(node.operator), r"\prod" if node.operator == r"\sum" else r"\sum"
    for bound in node.above:
        yield "sum bound", bound.end, bound.end, "-1"
        start, end = _script_span(tex, node.above, "^")
        yield "sum bound", start, end, ""
    for bound in node.below:
        if isinstance(bound, tree.Chain):
            yield "sum bound", bound.sides[-1].end, bound.sides[-1].end, "+1"


def _items(tex: str, node: tree.Bracket) -> Iterator[Change]:
    for a, b in itertools.pairwise(node.items):
        yield "argument order", a.start, b.end, f"{_of(tex, b)}{tex[a.end : b.start]}{_of(tex, a)}"
        yield "argument dropped", a.start, b.start, ""
        yield "argument dropped", a.end, b.end, ""
    if len(node.items) == 1:
        yield "brackets dropped", node.start, node.end, f" {_of(tex, node.items[0])} "


def _rows(tex: str, node: tree.Matrix | tree.Cases) -> Iterator[Change]:
    kind = "matrix" if isinstance(node, tree.Matrix) else "case"
    rows = [(row[0].start, row[-1].end) for row in node.rows]
    for (a, b), (c, d) in itertools.pairwise(rows):
        yield f"{kind} rows", a, d, f"{tex[c:d]}{tex[b:c]}{tex[a:b]}"
        yield f"{kind} row dropped", a, c, ""
        yield f"{kind} row dropped", b, d, ""
    for row in node.rows:
        for left, right in itertools.pairwise(row):
            yield (
                f"{kind} cells",
                left.start,
                right.end,
                f"{_of(tex, right)}{tex[left.end : right.start]}{_of(tex, left)}",
            )
    for first, second in itertools.pairwise(node.rows):
        middle = tex[first[0].end : second[0].start]
        yield f"{kind} cells", first[0].start, second[0].end, f"{_of(tex, second[0])}{middle}{_of(tex, first[0])}"

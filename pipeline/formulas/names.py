"""Names: how a symbol with its scripts is spelled in one canonical way, and what Python calls it."""

from __future__ import annotations

import re
from functools import lru_cache

from pipeline.formulas import tree
from pipeline.formulas.read import read
from pipeline.formulas.tree import Tree


@lru_cache(maxsize=1024)
def canonical(tex: str) -> str:
    r"""The canonical spelling of a symbol: `W_{i}^{Q}` and `W^Q_i` are both `W^Q_i`."""
    return spelled(read(tex).statements[0].sides[0])


def spelled(node: Tree) -> str:
    """An expression in a script, without spaces and braces, superscript first."""
    match node:
        case tree.Name(text=text) | tree.Number(text=text):
            return text
        case tree.Scripted():
            return scripted(spelled(node.base), node.above, node.below, node.primes) + r"\T" * node.transposed
        case tree.Chain(sides=sides, relations=relations):
            before = len(relations) == len(sides)
            ends = ["", *map(spelled, sides)] if before else [*map(spelled, sides)]
            return ends[0] + "".join(relation + side for relation, side in zip(relations, ends[1:], strict=True))
        case tree.Terms(signs=signs, terms=terms):
            text = "".join("+-"[sign < 0] + spelled(term) for sign, term in zip(signs, terms, strict=True))
            return text.removeprefix("+")
        case _:
            return "".join(spelled(part) for part in node.parts())


def scripted(base: str, above: tuple[Tree, ...], below: tuple[Tree, ...], primes: int = 0) -> str:
    """The canonical name of a base with these scripts."""
    name = base + "'" * primes
    for sign, script in (("^", above), ("_", below)):
        if script:
            name += sign + ",".join(map(spelled, script))
    return name


def parameter(name: str) -> str:
    r"""What a Python parameter that stands for a symbol is called: `W_Q` for `W^Q`, `x` for `\vv{x}`."""
    words = re.sub(r"\\(?:vv|text|mathrm|operatorname)\{([^{}]*)\}", r"\1", name)
    return re.sub(r"[^A-Za-z0-9_]", "", words.replace("^", "_").replace("'", "_prime"))

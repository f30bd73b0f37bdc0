"""What a formula that nothing checks states, and what its author can do about it."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.formulas import FormulaError, tree
from pipeline.formulas.declarations import RELATIONS
from pipeline.formulas.names import spelled
from pipeline.formulas.read import read

RELATION = re.compile(
    r"[=<>]|\\(?:le|ge|ne|in|notin|approx|equiv|sim|propto|ll|gg|subset|leftarrow|perp|mapsto"
    r"|leftrightarrow|Rightarrow|Leftrightarrow|forall|exists)(?![A-Za-z])"
)
_IN_WORDS = re.compile(r"\\(?:text|mathrm|operatorname\*?)\s*\{[^{}]*[=<>\u2264\u2265\u2260\u2248]")
_SIGN = re.compile(r"[=<>\u2208\u2209\u2260\u2264\u2265\u2248\u2254\u2261\u226a\u226b]")  # also the Unicode ones
SIGNS = {sign: short for short, sign in RELATIONS.items() if short != "~"}  # relations that a check can decide


def states_something(tex: str) -> bool:
    r"""Whether a formula relates symbols to each other (`a = a + 1`, `a \gg b`), or one to a set (`X \in \R^3`)."""
    if _IN_WORDS.search(tex):
        return True
    try:
        formula = read(tex)
    except FormulaError:
        # What cannot be read may state anything; signs beyond ASCII are Unicode's relations, such as ≤ and ≔.
        return bool(RELATION.search(tex)) or any(map(_is_sign, tex))
    return any(
        r"\in" in statement.relations or (statement.relations and len(list(_names(statement))) > 1)
        for statement in formula.statements
    )


def _is_sign(character: str) -> bool:
    return not character.isascii() and unicodedata.category(character) == "Sm"


def loose_relations(value: Any) -> Iterator[Node]:
    """Formulas behind which a relation goes on in plain text: `$g$ = $a - b$`."""
    if isinstance(value, list):
        filled = [each for each in value if not ast.is_node(each) or each["t"] not in ("Space", "SoftBreak")]
        for formula, sign in itertools.pairwise(filled):
            if ast.is_node(formula) and formula["t"] == "Math" and _SIGN.match(ast.text(sign)):
                yield formula
    for part in value if isinstance(value, list) else value.values() if isinstance(value, dict) else ():
        yield from loose_relations(part)


def remedy(tex: str, file: str) -> str:
    """How to have a formula checked: the declaration that is missing from `file`, as far as its TeX tells it."""
    try:
        formula = read(tex)
    except FormulaError as fault:
        return f"It cannot be read: {fault}. Write [$…$]{{check=NAME}} and declare NAME in {file}."
    unknown = [sign for statement in formula.statements for sign in statement.relations if sign not in SIGNS]
    if unknown:
        return f'No check decides {unknown[0]}: say it in words, [words]{{.claim check="condition"}}.'
    relations = "; ".join(" ".join(SIGNS[sign] for sign in each.relations) for each in formula.statements)
    symbols = ", ".join(f'r"{name}": …' if "\\" in name else f'"{name}": …' for name in dict.fromkeys(_names(formula)))
    return f'Write [$…$]{{check=NAME}} and declare it in {file}: NAME = Formula("{relations}", {{{symbols}}})'


def _names(node: tree.Tree) -> Iterator[str]:
    """The symbols of a written tree as they stand there, those in scripts behind the one that they belong to."""
    if isinstance(node, tree.Name) and not node.text.startswith(r"\text{"):
        yield spelled(node)
    for part in node.parts():
        yield from _names(part)

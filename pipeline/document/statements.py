"""What a formula that nothing checks states, and what its author can do about it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from pipeline.document.ast import Node
from pipeline.document.runs import CODE, FORMULA, runs
from pipeline.formulas import FormulaError, tree
from pipeline.formulas.declarations import RELATIONS
from pipeline.formulas.names import spelled
from pipeline.formulas.read import read
from pipeline.problems import Place

RELATION = re.compile(
    r"[=<>]|\\(?:le|ge|ne|in|notin|approx|equiv|sim|propto|ll|gg|subset|leftarrow|perp|mapsto"
    r"|leftrightarrow|Rightarrow|Leftrightarrow|forall|exists)(?![A-Za-z])"
)
_IN_WORDS = re.compile(  # several words in a formula are a sentence, and so is one that compares
    r"\\(?:text|mathrm|operatorname\*?)\s*\{(?:[^{}]*[=<>\u2264\u2265\u2260\u2248]|\s*[^{}\s]+\s+[^{}\s]"
    r"|\s*(?:ist|sind|gleich|größer|kleiner|mehr|weniger|höchstens|mindestens|immer|nie|positiv|negativ|null)\b)"
)
_SIGN = re.compile(r"[=<>\u2208\u2209\u2260\u2264\u2265\u2248\u2254\u2261\u226a\u226b]")  # also the Unicode ones
_WORD_BEFORE = re.compile(r"[^\W\d_]{2,}\s*$")
_WORD_BEHIND = re.compile(r"\s*[^\W\d_]{2,}")
_AROUND = 20  # characters shown on each side
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
    ) or any(isinstance(node, tree.Scripted) and _states_in_script(node) for node in formula.walk())


def _states_in_script(node: tree.Scripted) -> bool:
    r"""Whether an equation hides in a script: `a_{=b}`, but neither `Y_{<t}` nor the bounds of `\max_{k = 1}`."""
    bounded = isinstance(node.base, tree.Name) and node.base.text in (r"\max", r"\min")
    chains = [part for part in (*node.below, *node.above) if isinstance(part, tree.Chain)]
    return not bounded and any("=" in chain.relations for chain in chains)


def _is_sign(character: str) -> bool:
    return not character.isascii() and unicodedata.category(character) == "Sm"


def loose_relations(blocks: list[Node]) -> Iterator[tuple[Place, str]]:
    """Relations in running text, which nothing can check, with their surroundings: `$g$ = $a - b$`, a = b.

    Between two words the sign is a legend (Zeile = Abfrage), and states nothing of symbols.
    """
    for run in runs(blocks):
        text = run.text
        for offset, leaf, _ in run.leaves:
            if leaf["t"] == "Code" and _SIGN.fullmatch(leaf["c"][1].strip()):
                text = f"{text[:offset]}={text[offset + 1 :]}"
        for sign in _SIGN.finditer(text):
            around = text[max(sign.start() - _AROUND, 0) : sign.end() + _AROUND]
            legend = _WORD_BEFORE.search(text[: sign.start()]) and _WORD_BEHIND.match(text[sign.end() :])
            if not legend and "$" not in around:  # a formula that does not close is said to be one
                yield run.place(sign.start()), " ".join(re.sub(f"[{FORMULA}{CODE}]", "…", around).split())


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

"""TeX → written tree: the grammar at work, with a plain sentence for whatever it does not accept."""

from __future__ import annotations

import logging
import re
import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedCharacters, UnexpectedToken, VisitError

from pipeline.formulas import tree
from pipeline.formulas.errors import FormulaError
from pipeline.formulas.tree import Formula, Tree

GRAMMAR = Path(__file__).with_name("grammar.lark")
TABLES = Path(__file__).parents[2] / "build" / "cache" / "grammar"  # 70 ms to make, 5 ms to load

# Commands that the grammar knows, but not as they stand.
MALFORMED = {
    r"\vv": r"\vv takes one letter in braces",
    r"\text": r"\text takes words in braces, without further braces inside",
    r"\frac": r"\frac takes two arguments in braces, or two single characters",
    r"\sqrt": r"\sqrt takes its argument in braces",
    r"\left": r"\left must stand before ( or [",
    r"\right": r"\right must stand before ) or ]",
    r"\begin": "unknown environment",
    r"\end": "unknown environment",
}
_COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)", re.DOTALL)
_SIZE = re.compile(r"\\(?:left|right|[bB]igg?[lr]?)\s*(?=[()\[\]])")
UNSEEN = "nobody sees these braces: write brackets, or leave them out"
DEEPEST = 100  # levels of a tree: beyond them nobody reads, and Python gives up
# What looks like a sign of the grammar and is none.
LOOKALIKES = {
    "\u2212": "-",
    "\u2013": "-",
    "\u00d7": r"\times",
    "\u00b7": r"\cdot",
    "\u22c5": r"\cdot",
    "\u2113": r"\ell",
}
LOOKALIKES |= {
    "\u2264": r"\le",
    "\u2265": r"\ge",
    "\u2260": r"\ne",
    "\u2248": r"\approx",
    "\u2208": r"\in",
    "\u2190": r"\leftarrow",
}
PAIRS = {"(": ")", "[": "]", "{": "}", r"\lVert": r"\rVert", r"\lvert": r"\rvert"}


@lru_cache(maxsize=1024)  # one formula is asked for its meaning, its sentence and its relations
def read(tex: str) -> Formula:
    """The written tree of a formula.  Raises FormulaError with the place of the first fault."""
    if not tex.strip():
        raise FormulaError("the formula is empty", 0, len(tex))
    try:
        formula: Formula = _parser().parse(tex)  # type: ignore[assignment]  # the transformer is built in
    except UnexpectedToken as fault:
        raise _misplaced(tex, fault.token) from None
    except UnexpectedCharacters as fault:
        raise _unknown(tex, fault.pos_in_stream or 0) from None
    except VisitError as fault:
        raise fault.orig_exc from None
    return _nested(formula)


@cache
def _parser() -> Lark:
    TABLES.parent.mkdir(parents=True, exist_ok=True)
    logging.getLogger("lark").setLevel(logging.CRITICAL)  # tables that cannot be kept are made again, that is all
    return Lark(
        GRAMMAR.read_text("utf-8"),
        parser="lalr",
        lexer="basic",
        keep_all_tokens=True,  # every node knows its first and its last sign
        maybe_placeholders=False,
        transformer=_Builder(),
        cache=str(TABLES),
    )


def _misplaced(tex: str, token: Token) -> FormulaError:
    """A sentence for a token where the grammar expects another one."""
    end = len(tex.rstrip())
    start, stop = (end, end) if token.type == "$END" else (token.start_pos or 0, token.end_pos or 0)
    opened = _open_before(tex, len(tex) if token.type == "$END" else start)  # "\\ " is one sign, its blank included
    closes = _SIZE.sub("", str(token))
    if opened and (token.type == "$END" or (closes in PAIRS.values() and PAIRS.get(opened[0]) != closes)):
        return FormulaError(f"{opened[0]} is not closed", opened[1], opened[2])
    if token.type == "$END":
        return FormulaError("the formula ends where something must follow", start, stop)
    return FormulaError(f"unexpected {str(token).strip()}", start, stop)


def _unknown(tex: str, place: int) -> FormulaError:
    """A sentence for characters that are no token at all."""
    piece = _COMMAND.match(tex, place)
    text = piece[0] if piece else tex[place]
    if text == ".":
        message = "unexpected point: the decimals of a number are written 0{,}5"
    elif text in MALFORMED:
        message = MALFORMED[text]
    else:
        message = f"unknown command {text}" if piece else f"unexpected {_visible(text)}"
        if text in LOOKALIKES:
            message += f": write {LOOKALIKES[text]}"
    return FormulaError(message, place, place + len(text))


def _visible(character: str) -> str:
    """A character that shows, or its name."""
    return character if character.isprintable() and not character.isspace() else unicodedata.name(character, "sign")


def _nested(formula: Formula) -> Formula:
    """The formula, unless it nests deeper than anybody can follow."""
    waiting: list[tuple[Tree, int]] = [(formula, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > DEEPEST:
            raise FormulaError("this nests too deep", node.start, node.end)
        waiting += [(part, depth + 1) for part in node.parts()]
    return formula


def _open_before(tex: str, stop: int) -> tuple[str, int, int] | None:
    """The innermost bracket, brace or environment that is open before a place."""
    opened: list[tuple[str, int, int]] = []
    for token in _parser().lex(tex[:stop]):
        sign = _SIZE.sub("", str(token))
        if sign in PAIRS or sign.startswith(r"\begin"):
            opened.append((sign, token.start_pos or 0, token.end_pos or 0))
        elif opened and (sign in PAIRS.values() or sign.startswith(r"\end")):
            opened.pop()
    return opened[-1] if opened else None


# -- from the grammar's rules to trees


def _start(child: Any) -> int:
    return int(child.start_pos or 0) if isinstance(child, Token) else int(child.start)


def _end(child: Any) -> int:
    return int(child.end_pos or 0) if isinstance(child, Token) else int(child.end)


def _span(children: list[Any]) -> tuple[int, int]:
    return _start(children[0]), _end(children[-1])


def _only_trees(children: list[Any]) -> tuple[Any, ...]:
    return tuple(child for child in children if not isinstance(child, Token))


def _relation(token: Token) -> str:
    sign = token.strip("& \t\n")
    return {r"\leq": r"\le", r"\geq": r"\ge"}.get(sign, sign)


class _Script:
    """A script before it is attached to its base."""

    def __init__(self, kind: str, children: list[Any], contents: tuple[Tree, ...]) -> None:
        self.kind = kind
        self.start, self.end = _span(children)
        self.contents = contents


class _Builder(Transformer[Token, Any]):
    """One method a rule of the grammar; children are tokens and trees in the order written."""

    def start(self, children: list[Any]) -> Formula:
        lines = [child for child in children if isinstance(child, list)]
        statements: list[tree.Chain] = []
        for statement in (statement for line in lines for statement in line):
            if len(statement.relations) < len(statement.sides):
                statements.append(statement)
            elif not statements:
                raise FormulaError("a formula cannot begin with a relation", statement.start, statement.start + 1)
            else:
                statements.append(_continued(statements.pop(), statement))
        return Formula(*_span(statements), tuple(statements))

    aligned = start

    def line(self, children: list[Any]) -> list[tree.Chain]:
        return [child for child in children if isinstance(child, tree.Chain)]

    def statement(self, children: list[Any]) -> tree.Chain:
        relations = tuple(_relation(child) for child in children if isinstance(child, Token))
        return tree.Chain(*_span(children), _only_trees(children), relations)

    def chain(self, children: list[Any]) -> Tree:
        only: Tree = children[0]
        return only if len(children) == 1 else self.statement(children)

    def listed(self, children: list[Any]) -> Tree:
        return tree.Listed(*_span(children), _only_trees(children))

    def terms(self, children: list[Any]) -> Tree:
        signs = [-1 if child == "-" else 1 for child in children if isinstance(child, Token)]
        if not isinstance(children[0], Token):
            signs.insert(0, 1)
        return tree.Terms(*_span(children), tuple(signs), _only_trees(children))

    def product(self, children: list[Any]) -> Tree:
        left, operator, right = children
        return tree.Product(*_span(children), left, str(operator), right)

    def scaled(self, children: list[Any]) -> Tree:
        return self.juxtaposed(children)

    def ratio(self, children: list[Any]) -> Tree:
        return tree.Ratio(*_span(children), children[0], children[2], True)

    def series(self, children: list[Any]) -> Tree:
        for script in children[1:-1]:
            if script.kind not in ("below", "above"):
                raise FormulaError(f"{children[0]} takes bounds only", script.start, script.end)
        below, above = _bounds(children[1:-1])
        return tree.BigOperator(*_span(children), str(children[0]), below, above, children[-1])

    def juxtaposed(self, children: list[Any]) -> Tree:
        return tree.Juxtaposed(*_span(children), tuple(children))

    def scripted(self, children: list[Any]) -> Tree:
        base, scripts = children[0], children[1:]
        below, above = _bounds(scripts)
        primes = [script for script in scripts if script.kind == "prime"]
        if primes and not isinstance(base, tree.Name):
            raise FormulaError("only a letter takes a prime", primes[0].start, primes[-1].end)
        if isinstance(base, tree.Group) and isinstance(base.body, tree.Scripted):
            raise FormulaError(UNSEEN, base.start, base.end)
        transposed = [script for script in scripts if script.kind == "transpose"]
        if len(transposed) > 1:
            raise FormulaError("transposed twice", transposed[1].start, transposed[1].end)
        return tree.Scripted(*_span(children), base, below, above, len(primes), bool(transposed))

    def bars(self, children: list[Any]) -> Tree:
        return tree.Bars(*_span(children), children[1])

    def number(self, children: list[Any]) -> Tree:
        return tree.Number(*_span(children), children[0].replace("{,}", "."))

    def name(self, children: list[Any]) -> Tree:
        return tree.Name(*_span(children), _spelled(children[0]))

    def dots(self, children: list[Any]) -> Tree:
        return tree.Dots(*_span(children))

    def infinity(self, children: list[Any]) -> Tree:
        return tree.Infinity(*_span(children))

    def reals(self, children: list[Any]) -> Tree:
        return tree.Reals(*_span(children))

    def group(self, children: list[Any]) -> Tree:
        """Braces group for TeX, and for no reader: `{a + b}c` is seen as a + bc."""
        body = children[1]
        several = tree.Terms | tree.Product | tree.Juxtaposed | tree.BigOperator
        if isinstance(body, several) or (isinstance(body, tree.Ratio) and body.slash):
            raise FormulaError(UNSEEN, *_span(children))
        return tree.Group(*_span(children), body)

    def fraction(self, children: list[Any]) -> Tree:
        return tree.Ratio(*_span(children), children[2], children[5], False)

    def short_fraction(self, children: list[Any]) -> Tree:
        token = children[0]
        above, below = (
            _single(token[place], token.start_pos + place)
            for place in (re.match(r"\\frac\s*", token).end(), len(token) - 1)  # type: ignore[union-attr]
        )
        return tree.Ratio(*_span(children), above, below, False)

    def root(self, children: list[Any]) -> Tree:
        return tree.Root(*_span(children), children[2])

    def norm(self, children: list[Any]) -> Tree:
        return tree.Norm(*_span(children), children[1])

    def bracket(self, children: list[Any]) -> Tree:
        opening, closing = children[0], children[-1]
        if PAIRS[opening[-1]] != closing[-1] or (r"\left" in opening) != (r"\right" in closing):
            raise FormulaError(f"{opening} is closed by {closing}", closing.start_pos, closing.end_pos)
        return tree.Bracket(*_span(children), _only_trees(children), opening[-1] == "[")

    def item(self, children: list[Any]) -> Tree:
        only: Tree = children[0]
        return only

    def conditional(self, children: list[Any]) -> Tree:
        return tree.Conditional(*_span(children), children[0], children[2])

    def matrix(self, children: list[Any]) -> Tree:
        if children[0][-8:] != children[-1][-8:]:
            raise FormulaError(f"{children[0]} is closed by {children[-1]}", _start(children[-1]), _end(children[-1]))
        rows = [child for child in children if isinstance(child, tuple)]
        return tree.Matrix(*_span(children), tuple(rows))

    def cells(self, children: list[Any]) -> tuple[Tree, ...]:
        return _only_trees(children)

    def cases(self, children: list[Any]) -> Tree:
        return tree.Cases(*_span(children), tuple(child for child in children if isinstance(child, tuple)))

    def case(self, children: list[Any]) -> tuple[Tree, ...]:
        return _only_trees(children)

    def below(self, children: list[Any]) -> _Script:
        return self._script("below", children)

    def above(self, children: list[Any]) -> _Script:
        return self._script("above", children)

    def prime(self, children: list[Any]) -> _Script:
        return _Script("prime", children, ())

    def transpose(self, children: list[Any]) -> _Script:
        return _Script("transpose", children, ())

    def _script(self, kind: str, children: list[Any]) -> _Script:
        if len(children) == 1:  # `_1`: one token with its single character
            return _Script(kind, children, (_single(children[0][-1], _end(children[0]) - 1),))
        contents = tuple(
            tree.Number(*_span([child]), child.replace("{,}", ".")) if isinstance(child, Token) else child
            for child in children
            if not isinstance(child, Token) or child.type == "NUMBER"
        )
        return _Script(kind, children, contents)


def _continued(chain: tree.Chain, line: tree.Chain) -> tree.Chain:
    return tree.Chain(chain.start, line.end, (*chain.sides, *line.sides), (*chain.relations, *line.relations))


def _bounds(scripts: list[_Script]) -> tuple[tuple[Tree, ...], tuple[Tree, ...]]:
    """What stands below and above a base; each at most once."""
    found: dict[str, tuple[Tree, ...]] = {"below": (), "above": ()}
    for script in scripts:
        if script.kind in found:
            if found[script.kind]:
                word = "subscript" if script.kind == "below" else "superscript"
                raise FormulaError(f"a second {word}", script.start, script.end)
            found[script.kind] = script.contents
    return found["below"], found["above"]


def _single(character: str, place: int) -> Tree:
    return (tree.Number if character.isdigit() else tree.Name)(place, place + 1, character)


def _spelled(token: Token) -> str:
    """A name without spaces, but for those between words."""
    match = re.fullmatch(r"(\\[A-Za-z]+)\s*\{\s*(.*?)\s*\}", token, re.DOTALL)
    return f"{match[1]}{{{' '.join(match[2].split())}}}" if match else str(token)

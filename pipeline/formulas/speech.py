"""A formula read aloud: one German sentence, for screen readers and as alternative text.

It is made from the written tree, so that brackets, fractions and roots are said where they begin and
end; what the grammar does not know is read sign by sign.  There is no formula without words.
Tokens stay the characters that they are: the writer spells them.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from pipeline.formulas import tree
from pipeline.formulas.errors import FormulaError
from pipeline.formulas.lookup import as_scripted, splits
from pipeline.formulas.read import read
from pipeline.formulas.tree import Tree
from pipeline.formulas.words import FUNCTIONS, GREEK, OPERATORS, RELATIONS, SERIES, SIGNS, VERBS
from pipeline.quantities.tokens import TOKEN

_PIECES = re.compile(r"\\(?:text|mathrm|operatorname\*?)\s*\{[^{}]*\}|\\(?:begin|end)\{\w+\}|\\[A-Za-z]+|\\.|\d+|\S")
_WORDS = re.compile(r"\\(?:text|mathrm|operatorname\*?)\s*\{([^{}]*)\}")
NAMELESS = "Formel"  # for TeX without any sign that has a name
_BOUNDS: dict[type[Tree], tuple[str, str]] = {
    tree.Root: ("Wurzel aus", "Ende der Wurzel"),
    tree.Norm: ("Länge von", "Ende der Länge"),
    tree.Bars: ("Betrag von", "Ende des Betrags"),
}
_LETTERS_OF_FUNCTIONS = frozenset("OPfg")  # O(L²), P(Token), f(x): what stands in brackets is an argument


def speak(tex: str, names: Collection[str] = ()) -> str:
    """The formula in words, with a full stop if it is a sentence.  Never fails.

    names: the declared ones; a letter raised behind another is an exponent unless the two are such a name
    """
    try:
        formula = read(tex)
    except FormulaError:
        return _tidy(" ".join(map(_piece, _PIECES.findall(tex.replace("{,}", ","))))) or NAMELESS
    formula = _labelled(formula, names)
    said = _tidy("; ".join(_chain(statement) for statement in formula.statements))
    return f"{said}." if any(statement.relations for statement in formula.statements) else said


def _labelled(formula: tree.Formula, names: Collection[str]) -> tree.Formula:
    """The formula in which a raised letter that is a part of a name stands as the word that it is."""
    while (part := next(_letters_of_names(formula, names), None)) is not None:
        formula = formula.with_part(part, replace(part, text=rf"\text{{{part.text}}}"))  # type: ignore[assignment]
    return formula


def _letters_of_names(formula: tree.Formula, names: Collection[str]) -> Iterator[tree.Name]:
    for node in formula.walk():
        if isinstance(node, tree.Scripted) and isinstance(node.base, tree.Name):
            found = next((split for split in splits(node, node.base) if split.name in names), None)
            letters = node.above if found is not None and not found.above else ()
            yield from (part for part in letters if isinstance(part, tree.Name) and not part.text.startswith(r"\text"))


def _tidy(text: str) -> str:
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r"\s+([,;.])", r"\1", text)
    return re.sub(r"([,;])[,;]+", r"\1", text).strip(",; ")


def _piece(piece: str) -> str:
    """One sign of a formula that the grammar does not know."""
    words = _WORDS.fullmatch(piece)
    if words:
        return _plain(words[1])
    if piece in SIGNS:
        return SIGNS[piece]
    return "" if piece.startswith("\\") or piece in "{}$" else piece


def _plain(words: str) -> str:
    """Words without the TeX in them: spaces, and signs that are escaped."""
    return re.sub(r"\\(.)", lambda match: match[1] if match[1] in "#$%&_" else " ", words).replace("_", " ").strip()


# -- statements


def _chain(chain: tree.Chain) -> str:
    """A statement, with its verbs."""
    said = _say(chain.sides[0])
    plural = isinstance(chain.sides[0], tree.Listed)
    for place, (relation, side) in enumerate(zip(chain.relations, chain.sides[1:], strict=True)):
        comma = "," if place else ""
        if relation == r"\in":
            said += comma + _membership(side, plural)
        elif relation in VERBS:
            said += f"{comma} {VERBS[relation]} {_say(side)}"
        else:
            said += f"{comma} {'sind' if plural else 'ist'} {RELATIONS[relation]} {_say(side)}"
    return said


def _condition(chain: tree.Chain) -> str:
    """A chain inside something else, without verbs."""
    sides = [_say(side) for side in chain.sides]
    said = sides.pop(0) if len(chain.relations) < len(sides) else ""
    words = RELATIONS | VERBS
    return said + "".join(f" {words[each]} {side}" for each, side in zip(chain.relations, sides, strict=True))


def _membership(space: Tree, plural: bool) -> str:
    r"""`\in \R^{L \times d}` in the words of somebody who means an array."""
    written = as_scripted(space)
    verb = "sind" if plural else "ist"
    if not isinstance(written.base, tree.Reals) or written.below or len(written.above) > 1:
        return f" {'liegen' if plural else 'liegt'} in {_say(space)}"
    if not written.above:
        return f" {verb} {'reelle Zahlen' if plural else 'eine reelle Zahl'}"
    size = written.above[0]
    if isinstance(size, tree.Product) and size.operator == r"\times":
        kind = "reelle Matrizen" if plural else "eine reelle Matrix"
        return f" {verb} {kind} der Größe {_size(size.left)} mal {_size(size.right)}"
    return f" {verb} {'reelle Vektoren' if plural else 'ein reeller Vektor'} der Länge {_size(size)}"


def _size(size: Tree) -> str:
    return f"Anzahl der Elemente von {_say(size.body)}" if isinstance(size, tree.Bars) else _say(size)


def _listing(items: Sequence[Tree]) -> str:
    """Items with commas and a last "und"; dots lead from their left to their right neighbour."""
    said = _say(items[0])
    dotted = any(isinstance(item, tree.Dots) for item in items)
    for before, item in itertools.pairwise(items):
        if isinstance(item, tree.Dots):
            said += " bis"
        elif isinstance(before, tree.Dots):
            said += f" {_say(item)}"
        else:
            said += f"{' und' if item is items[-1] and not dotted else ','} {_say(item)}"
    return said


# -- expressions


def _say(node: Tree, scripts_follow: bool = False) -> str:
    """Words for an expression; before scripts, what could swallow them is said to its end."""
    match node:
        case tree.Number(text=text):
            return text.replace(".", ",")
        case tree.Name():
            return _name(node)
        case tree.Infinity():
            return "unendlich"
        case tree.Dots():
            return "und so weiter bis"
        case tree.Reals():
            return "die reellen Zahlen"
        case tree.Terms(signs=signs, terms=terms):
            words = [("minus " if sign < 0 else "plus ") + _say(term) for sign, term in zip(signs, terms, strict=True)]
            return " ".join(words).removeprefix("plus ")
        case tree.Product(left=left, operator=operator, right=right):
            return f"{_say(left)} {OPERATORS[operator]} {_say(right)}"
        case tree.Juxtaposed():
            return _juxtaposed(node)
        case tree.Ratio():
            return _ratio(node, scripts_follow)
        case tree.Root() | tree.Norm() | tree.Bars():
            return _bounded(node, scripts_follow)
        case tree.Group(body=body):
            return _say(body, scripts_follow)
        case tree.Bracket():
            return _bracket(node, scripts_follow)
        case tree.Scripted():
            return _scripted(node)
        case tree.BigOperator(operator=operator, below=below, above=above, body=body):
            return f"{_over(SERIES[operator], below, above)} von {_say(body)}"
        case tree.Matrix(rows=rows):
            said = "; ".join(f"Zeile {', '.join(map(_say, row))}" for row in rows)
            return f"Matrix: {said}; Ende der Matrix"
        case tree.Cases(rows=rows):
            said = "; ".join(f"{_say(value)}, {_case(condition)}" for value, condition in rows)
            return f"Fallunterscheidung: {said}; Ende der Fallunterscheidung"
        case tree.Chain():
            return _condition(node)
        case tree.Listed(items=items):
            return _listing(items)
        case tree.Conditional(event=event, condition=condition):
            return f"{_say(event)}, gegeben {_say(condition)}"
    return " ".join(map(_say, node.parts()))


def _name(node: tree.Name) -> str:
    text = node.text
    if text in FUNCTIONS:
        return FUNCTIONS[text]
    words = re.fullmatch(r"\\(vv|text|mathrm|operatorname)\{(.*)\}", text)
    if words:
        inner = _letter(words[2]) if words[1] == "vv" else _plain(words[2])
        return f"Vektor {inner}" if words[1] == "vv" else inner
    return _letter(text)


def _letter(text: str) -> str:
    if not text.startswith("\\"):
        return text
    name = text[1:]
    return GREEK.get(name) or f"großes {GREEK.get(name.lower(), name)}"


def _is_short(node: Tree) -> bool:
    """Whether nobody needs to hear where it ends."""
    inner = node.body if isinstance(node, tree.Group) else node
    if isinstance(inner, tree.Scripted):
        return all(map(_is_short, (inner.base, *inner.below, *inner.above)))
    return isinstance(inner, tree.Name | tree.Number | tree.Infinity)


def _ends_by_itself(node: Tree) -> bool:
    """Whether what is said behind it cannot be heard as an exponent or index of it: after √a, not after √a²."""
    inner = node.body if isinstance(node, tree.Group) else node
    return _is_short(inner) and not (isinstance(inner, tree.Scripted) and inner.above)


def _bounded(node: tree.Root | tree.Norm | tree.Bars, scripts_follow: bool) -> str:
    opening, closing = _BOUNDS[type(node)]
    said = f"{opening} {_say(node.body)}"
    return said if _ends_by_itself(node.body) and not scripts_follow else f"{said}, {closing},"


def _ratio(node: tree.Ratio, scripts_follow: bool) -> str:
    above, below = node.numerator, node.denominator
    if node.slash or (_ends_by_itself(above) and _ends_by_itself(below) and not scripts_follow):
        return f"{_say(above)} durch {_say(below)}"
    return f"Bruch mit Zähler {_say(above)} und Nenner {_say(below)}, Ende des Bruchs,"


def _bracket(node: tree.Bracket, scripts_follow: bool) -> str:
    """A computed number is said without its brackets, which come and go with its sign; not before an exponent."""
    if len(node.items) == 1 and not node.square:
        item = node.items[0]
        if isinstance(item, tree.Name | tree.Number) and TOKEN.fullmatch(item.text) and not scripts_follow:
            return _say(item)
        return f"Klammer auf {_say(node.items[0])} Klammer zu"
    return f"Vektor aus {_listing(node.items)}"


def _case(condition: Tree) -> str:
    said = _say(condition)
    return said if said.startswith(("falls", "für", "wenn", "sonst")) else f"falls {said}"


def _over(word: str, below: tuple[Tree, ...], above: tuple[Tree, ...]) -> str:
    bounds = below[0] if len(below) == 1 else None
    if isinstance(bounds, tree.Chain) and bounds.relations == ("=",) and above:
        index, first = map(_say, bounds.sides)
        return f"{word} über {index} von {first} bis {_say(above[0])}"
    said = f"{word} über {', '.join(map(_say, below))}" if below else word
    return f"{said} bis {_say(above[0])}" if above else said


def _scripted(node: tree.Scripted) -> str:
    said = _say(node.base, scripts_follow=bool(node.above or node.below or node.transposed)) + " Strich" * node.primes
    upper = [_say(part) for part in node.above]
    single = node.above[0] if len(node.above) == 1 else None
    label = isinstance(single, tree.Name) and single.text.startswith(r"\text")
    if label:
        said += f" {upper[0]}"  # W^Q: a part of the name, not a power
    if node.below:
        said += f" Index {' '.join(map(_index, node.below))}" + ("" if _plain_index(node) else ", Ende des Index,")
    if upper == ["2"]:
        said += " zum Quadrat"
    elif upper and not label:
        short = len(node.above) == 1 and _ends_by_itself(node.above[0])
        said += f" hoch {' '.join(upper)}" + ("" if short else ", Ende des Exponenten,")
    return said + " transponiert" * node.transposed


def _plain_index(node: tree.Scripted) -> bool:
    """Whether nobody needs to hear where the index ends: names and numbers, as in w_{ij}."""
    factors = [
        factor for part in node.below for factor in (part.factors if isinstance(part, tree.Juxtaposed) else (part,))
    ]
    return all(isinstance(factor, tree.Name | tree.Number) for factor in factors)


def _index(node: Tree) -> str:
    return " ".join(map(_say, node.factors)) if isinstance(node, tree.Juxtaposed) else _say(node)


def _multiplied(node: tree.Juxtaposed) -> bool:
    """Whether the factors are more than a number before a letter, as in 2i."""
    first, second = node.factors[0], node.factors[1]
    return len(node.factors) > 2 or not (isinstance(first, tree.Number) and isinstance(second, tree.Name))


# -- products and calls


def _juxtaposed(node: tree.Juxtaposed) -> str:
    if not _multiplied(node):
        return " ".join(map(_say, node.factors))
    waiting, said = list(node.factors), []
    while waiting:
        factor = waiting.pop(0)
        if waiting and _is_function(factor, waiting[0]):
            said.append(_call(as_scripted(factor), waiting.pop(0)))
        else:
            said.append(_say(factor))
    return " mal ".join(said)


def _is_function(factor: Tree, argument: Tree) -> bool:
    base = as_scripted(factor).base
    if not isinstance(base, tree.Name):
        return False
    if base.text in FUNCTIONS or base.text.startswith(r"\operatorname"):
        return True
    bracket = as_scripted(argument).base
    if not isinstance(bracket, tree.Bracket) or bracket.square:
        return False
    several = len(bracket.items) > 1 or isinstance(bracket.items[0], tree.Chain | tree.Conditional)
    return several or base.text in _LETTERS_OF_FUNCTIONS


def _call(head: tree.Scripted, argument: Tree) -> str:
    base = head.base
    name = base.text if isinstance(base, tree.Name) else ""
    if name in SERIES and head.below:
        return f"{_over(SERIES[name], head.below, ())} von {_say(argument)}"
    behind = as_scripted(argument)
    bracket = behind.base
    if not isinstance(bracket, tree.Bracket) or bracket.square:
        return f"{_say(head) if head.below or head.above else _say(base)} von {_say(argument)}"
    spoken = _scripted(head)
    scripts_follow = behind.below or behind.above or behind.transposed
    short = not scripts_follow and all(_is_short(item) or isinstance(item, tree.Dots) for item in bracket.items)
    said = f"{spoken} von " + (
        _listing(bracket.items) if short else f"Klammer auf {_listing(bracket.items)} Klammer zu"
    )
    rest = tree.Scripted(argument.start, argument.end, tree.Name(0, 0, ""), behind.below, behind.above, 0, False)
    return said + _scripted(rest) + " transponiert" * behind.transposed

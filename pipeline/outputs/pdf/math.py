"""TeX → Typst for one formula: exact about spacing, alignment and the spelling of numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest

from pipeline.document.tex import expand, points
from pipeline.outputs.pdf.symbols import (
    BRACES,
    CLOSING,
    FENCES,
    MATRICES,
    OPENING,
    OPERATIONS,
    RELATIONS,
    SPACES,
    STYLES,
    SYMBOLS,
)
from pipeline.outputs.pdf.texreader import (
    Atom,
    Brace,
    Digits,
    Fenced,
    Fraction,
    Grid,
    Node,
    Root,
    Row,
    Scripts,
    Space,
    Styled,
    TexError,
    Text,
    read,
)

Spell = Callable[[str], str]


def parse(tex: str) -> Node:
    """The tree of a formula as authors write it; raises `TexError`."""
    return read(points(expand(tex)))


def typst_math(node: Node, spell: Spell) -> str:
    """The inside of a Typst equation; `spell` gives the printed form of a number token."""
    setter = _Setter(spell)
    return setter.aligned(node) if isinstance(node, Grid) and node.kind == "aligned" else setter.set(node)


def string(text: str) -> str:
    """A Typst string literal."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def joined(pieces: Sequence[str]) -> str:
    """Pieces side by side; Typst would print a blank beside a quoted text, so there is none."""
    result = ""
    for piece in pieces:
        if piece and result and not (result.endswith('"') or piece.startswith('"')):
            result += " "
        result += piece
    return result


class _Setter:
    """Writes the nodes of one formula."""

    def __init__(self, spell: Spell) -> None:
        self.spell = spell
        self.write: dict[type, Callable[..., str]] = {
            Row: self.row,
            Atom: self.atom,
            Digits: self.digits,
            Text: self.text,
            Space: self.space,
            Scripts: self.scripts,
            Fraction: self.fraction,
            Root: self.root,
            Styled: self.styled,
            Brace: self.brace,
            Fenced: self.fenced,
            Grid: self.grid,
        }

    def set(self, node: Node) -> str:
        """The source of any node."""
        return self.write[type(node)](node)

    def row(self, row: Row) -> str:
        """Side by side; what TeX spaces by the neighbour (`\\dots`, growing brackets) is settled here."""
        pieces = []
        for item, following in zip_longest(row.items, row.items[1:]):
            before = isinstance(following, Atom) and following.tex in RELATIONS | OPERATIONS
            pieces.append("dots.h.c" if item == Atom(r"\dots") and before else self.set(item))
            if isinstance(item, Fenced) and _letter(following):
                pieces.append("thin")
            elif _operator(item) and isinstance(following, Fenced):
                pieces.append("#h(0.1em)")
        return joined(pieces)

    def atom(self, atom: Atom) -> str:
        """A letter or a sign; delimiters keep their size, and their class says on which side they open."""
        if atom.tex in SYMBOLS:
            return SYMBOLS[atom.tex].typst
        if atom.tex in FENCES:
            side = "opening" if atom.tex in OPENING else "closing" if atom.tex in CLOSING else "normal"
            return f'class("{side}", {FENCES[atom.tex].typst})'
        return atom.tex

    def digits(self, digits: Digits) -> str:
        """Integers as they are; a decimal or a computed number as one word, so that no comma spaces it out."""
        if not digits.text[0].isdigit():
            return string(self.spell(digits.text))
        return string(digits.text.replace(".", ",")) if "." in digits.text else digits.text

    def text(self, text: Text) -> str:
        """Upright words; names of functions get the space of an operator."""
        if not text.operator:
            return string(text.text)
        return f"op({string(text.text)}{', limits: #true' if text.limits else ''})"

    def space(self, space: Space) -> str:
        """A space."""
        return SPACES[space.tex]

    def scripts(self, scripts: Scripts) -> str:
        """A base with its scripts."""
        base = self.set(scripts.base) or string("")
        if isinstance(scripts.base, Row) and len(scripts.base.items) > 1:
            base = f"#[${base}$]"
        sub = f"_({self.set(scripts.sub)})" if scripts.sub else ""
        sup = f"^({self.set(scripts.sup)})" if scripts.sup else ""
        return base + "'" * scripts.primes + sub + sup

    def fraction(self, fraction: Fraction) -> str:
        """A fraction."""
        return f"frac({self.set(fraction.numerator)}, {self.set(fraction.denominator)})"

    def root(self, root: Root) -> str:
        """A root with or without a degree."""
        body = self.set(root.body)
        return f"root({self.set(root.degree)}, {body})" if root.degree else f"sqrt({body})"

    def styled(self, styled: Styled) -> str:
        """Another alphabet or an accent."""
        return STYLES[styled.command].typst.format(self.set(styled.body))

    def brace(self, brace: Brace) -> str:
        """A brace and the words at it."""
        words = f", {self.set(brace.words)}" if brace.words else ""
        return f"{BRACES[brace.command].typst}({self.set(brace.body)}{words})"

    def fenced(self, fenced: Fenced) -> str:
        """Delimiters that grow with their body."""
        return f"lr({joined([FENCES[fenced.left].typst, self.set(fenced.body), FENCES[fenced.right].typst])})"

    def grid(self, grid: Grid) -> str:
        """Matrices and cases."""
        rows = [[self.set(cell) for cell in row] for row in grid.rows]
        if grid.kind == "cases":
            return f"cases({', '.join(' & quad '.join(row) for row in rows)})"
        if grid.kind not in MATRICES:
            raise TexError(r"\begin{aligned} must be the whole formula")
        align = ", align: #right" if all(_number(cell) for row in grid.rows for cell in row) else ""
        cells = "; ".join(", ".join(cell or string("") for cell in row) for row in rows)
        return f"mat(delim: {string(MATRICES[grid.kind])}{align}, {cells})"

    def aligned(self, grid: Grid) -> str:
        """Lines whose cells are right and left aligned in turn, with a space between the pairs."""
        lines = []
        for row in grid.rows:
            cells = [self.set(cell) for cell in row]
            lines.append(" & ".join(f"quad {cell}" if at and at % 2 == 0 else cell for at, cell in enumerate(cells)))
        return " \\\n".join(lines)


def _letter(node: Node | None) -> bool:
    """Whether a node begins like a letter, before which TeX sets a thin space after a growing bracket."""
    if isinstance(node, Scripts):
        return _letter(node.base)
    return isinstance(node, (Styled, Text, Digits)) or (isinstance(node, Atom) and node.tex.isalpha())


def _operator(node: Node) -> bool:
    """Whether a node names a function."""
    return _operator(node.base) if isinstance(node, Scripts) else isinstance(node, Text) and node.operator


def _number(cell: Node) -> bool:
    """Whether a cell of a matrix is a number with or without a sign."""
    if isinstance(cell, Row):
        return len(cell.items) == 2 and cell.items[0] == Atom("-") and isinstance(cell.items[1], Digits)
    return isinstance(cell, Digits)

"""Reads the TeX of a formula into a small tree of what stands where (not of what it means).

A reader of our own, and not pandoc's: of the house's formulas pandoc 3.9 sets spaces, brackets,
names of functions and several alignment points wrongly for Typst 0.15, and mending its text
afterwards is guesswork.  Here a number token stays one node, and the tree can be read aloud.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.outputs.pdf.symbols import BRACES, ENVIRONMENTS, FENCES, LIMITS, NAMES, SPACES, STYLES, SYMBOLS, TEXTS
from pipeline.quantities.tokens import TOKEN


class TexError(ValueError):
    """TeX outside the closed list, or braces that do not match."""


@dataclass(frozen=True)
class Row:
    """Nodes one after the other."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class Atom:
    """A letter, a sign or a delimiter, as written in TeX."""

    tex: str


@dataclass(frozen=True)
class Digits:
    """Digits with a decimal point if any ("10000", "0.5"), or the token of a computed number."""

    text: str


@dataclass(frozen=True)
class Text:
    """Upright words; `operator` names a function (softmax), `limits` puts its scripts below and above."""

    text: str
    operator: bool = False
    limits: bool = False


@dataclass(frozen=True)
class Space:
    """A space command such as `\\quad`."""

    tex: str


@dataclass(frozen=True)
class Scripts:
    """A base with a subscript, a superscript and a number of primes."""

    base: Node
    sub: Node | None
    sup: Node | None
    primes: int


@dataclass(frozen=True)
class Fraction:
    """A fraction."""

    numerator: Node
    denominator: Node


@dataclass(frozen=True)
class Root:
    """A root; `degree` is None for the square root."""

    body: Node
    degree: Node | None


@dataclass(frozen=True)
class Styled:
    """A body in another alphabet (`\\mathbb`) or under an accent (`\\hat`)."""

    command: str
    body: Node


@dataclass(frozen=True)
class Brace:
    """A body with a brace below or above and, if any, words at the brace."""

    command: str
    body: Node
    words: Node | None


@dataclass(frozen=True)
class Fenced:
    """Delimiters that grow with their body."""

    left: str
    body: Node
    right: str


@dataclass(frozen=True)
class Grid:
    """Rows of cells: `bmatrix`, `cases`, `aligned` …"""

    kind: str
    rows: tuple[tuple[Node, ...], ...]


Node = Row | Atom | Digits | Text | Space | Scripts | Fraction | Root | Styled | Brace | Fenced | Grid

EMPTY = Row(())
PIECE = re.compile(r"\\operatorname\*|\\[A-Za-z]+|\\.|[0-9]+(?:\.[0-9]+)?|\s+|.", re.DOTALL)
ENDS = ("}", "&", r"\\", r"\end", r"\right")
PLAIN_SPACES = {r"\,": "\N{THIN SPACE}", "~": "\N{NO-BREAK SPACE}"}


def read(tex: str) -> Node:
    """The tree of a formula without house macros; raises `TexError` with what is not understood."""
    reader = _Reader(tex)
    row = reader.row()
    if reader.peek():
        raise TexError(f"{reader.peek()} stands without its partner")
    return row


class _Reader:
    """Recursive descent over the pieces of one formula."""

    def __init__(self, tex: str) -> None:
        self.pieces: list[str] = PIECE.findall(tex)
        self.at = 0

    def peek(self) -> str:
        """The next piece that is not a space; "" at the end."""
        while self.at < len(self.pieces) and self.pieces[self.at].isspace():
            self.at += 1
        return self.pieces[self.at] if self.at < len(self.pieces) else ""

    def take(self) -> str:
        """The next piece, consumed."""
        piece = self.peek()
        if not piece:
            raise TexError("the formula ends too early")
        self.at += 1
        return piece

    def expect(self, piece: str) -> None:
        """Consume this piece or refuse."""
        found = self.peek()
        if found != piece:
            raise TexError(f"{piece} expected, {found or 'the end'} found")
        self.at += 1

    def row(self, ends: tuple[str, ...] = ENDS) -> Node:
        """Nodes up to the end of the group, cell or formula; a single one is returned itself."""
        items: list[Node] = []
        while (piece := self.peek()) and piece not in ends:
            items.append(self.scripted())
        return items[0] if len(items) == 1 else Row(tuple(items))

    def scripted(self) -> Node:
        """One node with its scripts and primes."""
        base: Node = EMPTY if self.peek() in ("^", "_", "'") else self.node()
        scripts: dict[str, Node] = {}
        primes = 0
        while (piece := self.peek()) in ("^", "_", "'"):
            self.at += 1
            if piece == "'":
                primes += 1
            elif piece in scripts:
                raise TexError(f"two {piece} on one base")
            else:
                scripts[piece] = self.argument()
        if isinstance(base, Brace):
            return Brace(base.command, base.body, scripts.get("_") or scripts.get("^"))
        return Scripts(base, scripts.get("_"), scripts.get("^"), primes) if scripts or primes else base

    def argument(self) -> Node:
        """A braced group or, as TeX has it, a single piece (of a number its first digit)."""
        piece = self.peek()
        if piece[:1].isdigit() and len(piece) > 1:
            self.pieces[self.at] = piece[1:]
            return Digits(piece[0])
        return self.node()

    def node(self) -> Node:
        """One node without scripts."""
        piece = self.take()
        if piece == "{":
            return self.closed("}")
        if piece[0].isdigit() or TOKEN.fullmatch(piece):
            return Digits(piece)
        if piece in SYMBOLS or piece in FENCES or (len(piece) == 1 and piece.isalpha()):
            return Atom(piece)
        if piece in SPACES:
            return Space(piece)
        if piece in NAMES:
            return Text(piece[1:], operator=True, limits=piece in LIMITS)
        if piece in TEXTS:
            return Text(self.words(), piece.startswith(r"\operatorname"), piece.endswith("*"))
        return self.structure(piece)

    def structure(self, piece: str) -> Node:
        """A command with arguments, or an environment."""
        if piece == r"\frac":
            return Fraction(self.argument(), self.argument())
        if piece == r"\sqrt":
            degree = self.closed("]") if self.peek() == "[" and self.take() else None
            return Root(self.argument(), degree)
        if piece in STYLES:
            return Styled(piece, self.argument())
        if piece in BRACES:
            return Brace(piece, self.argument(), None)
        if piece == r"\left":
            left, body = self.fence(), self.row()
            self.expect(r"\right")
            return Fenced(left, body, self.fence())
        if piece == r"\begin":
            return self.grid()
        raise TexError(f"{piece} is not in the list of TeX commands")

    def closed(self, end: str) -> Node:
        """A row and its closing bracket."""
        body = self.row((*ENDS, end))
        self.expect(end)
        return body

    def words(self) -> str:
        """The plain words of `\\text{…}`, spaces and all; a formula inside is refused."""
        self.expect("{")
        words = ""
        while self.at < len(self.pieces) and (piece := self.pieces[self.at]) != "}":
            if piece[0] in "\\{$" and piece not in PLAIN_SPACES:
                raise TexError(f"{piece} inside \\text")
            words += PLAIN_SPACES.get(piece, piece)
            self.at += 1
        self.expect("}")
        return words

    def fence(self) -> str:
        """A delimiter after `\\left` or `\\right`."""
        piece = self.take()
        if piece not in FENCES:
            raise TexError(f"{piece} is no delimiter")
        return piece

    def grid(self) -> Node:
        """An environment; an empty last row, as after a final `\\\\`, does not count."""
        kind = self.words()
        if kind not in ENVIRONMENTS:
            raise TexError(rf"\begin{{{kind}}} is not in the list of environments")
        rows: list[tuple[Node, ...]] = []
        cells: list[Node] = [self.row()]
        while (piece := self.take()) != r"\end":
            if piece == r"\\":
                rows.append(tuple(cells))
                cells = []
            elif piece != "&":
                raise TexError(f"{piece} stands without its partner")
            cells.append(self.row())
        if (end := self.words()) != kind:
            raise TexError(rf"\begin{{{kind}}} ends with \end{{{end}}}")
        if cells != [EMPTY]:
            rows.append(tuple(cells))
        return Grid(kind, tuple(rows))

"""Running text: what a reader reads in one go, as one string that knows which node each character comes from.

A paragraph, a cell, a caption, an alternative text is one run.  Formulas and code stand in it as one
character each, so that the words around them can be judged; they are listed apart.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from pipeline.document import ast, positions
from pipeline.document.ast import Node
from pipeline.problems import Place

FORMULA, CODE, BREAK = "\ufffc", "\ufff9", "\n"
_CONTAINERS = ("Emph", "Strong", "Strikeout", "Superscript", "Subscript", "SmallCaps", "Underline")
_ALONE = ("Para", "Plain", "Header", "LineBlock")
_HOST = r"[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}"
_ADDRESS = re.compile(  # whose digits are no statement: a decimal comma has no place in any
    rf"(?!.*\d,\d)(?:(?:[a-z]+://|www\.){_HOST}(?:[:/?#]\S*)?|(?:doi:)?10\.\d{{4,}}/\S+|(?:mailto:)?[\w.+-]+@{_HOST})"
)
_RAISED = ("Superscript", "Subscript")


@dataclass
class Run:
    """One run of text.

    where:        prose, heading, table, caption, alt, title or citation (what an author puts beside the work)
    around:       text of its context: the section's title, the heads of a cell's row and column, …
    followed_by:  the next block, which a colon may announce
    covered:      stretches inside spans and divisions, as start, end and class
    leaves:       formulas and code, with the offset and the span around each
    """

    where: str
    around: str
    followed_by: Node | None = None
    text: str = ""
    starts: list[int] = field(default_factory=list)
    sources: list[tuple[Node, int]] = field(default_factory=list)
    covered: list[tuple[int, int, str]] = field(default_factory=list)
    leaves: list[tuple[int, Node, Node | None]] = field(default_factory=list)

    def add(self, text: str, node: Node, offset: int = 0) -> None:
        """Append text that stems from a node."""
        self.starts.append(len(self.text))
        self.sources.append((node, offset))
        self.text += text

    def place(self, offset: int) -> Place:
        """Where a character stands in the source."""
        if not self.starts:
            return Place()
        index = max(bisect_right(self.starts, offset) - 1, 0)
        node, within = self.sources[index]
        if node["t"] == "Str":
            return positions.inside(node, within + offset - self.starts[index])
        return ast.place(node)

    def inside(self, offset: int, name: str) -> bool:
        """Whether a character stands in a span of a class."""
        return any(start <= offset < end and cls == name for start, end, cls in self.covered)


def runs(blocks: list[Node]) -> Iterator[Run]:
    """All runs of a page in order; what the bibliography wrote is left out."""
    yield from _Reader().blocks(blocks, "prose", ())


def _whole(text: str, node: Node, where: str, around: str) -> Iterator[Run]:
    """A run of a text whose parts have no places of their own."""
    run = Run(where, around)
    run.add(text, node)
    yield run


@dataclass
class _Reader:
    """Keeps the last heading, which is part of the context of what follows it."""

    heading: str = ""

    def blocks(self, blocks: list[Node], where: str, names: tuple[str, ...], around: str = "") -> Iterator[Run]:
        for index, block in enumerate(blocks):
            following = blocks[index + 1] if index + 1 < len(blocks) else None
            yield from self.block(block, where, names, around, following)

    def block(
        self, block: Node, where: str, names: tuple[str, ...], around: str, following: Node | None
    ) -> Iterator[Run]:
        kind, contents = block["t"], block.get("c", [])
        if kind == "Header":
            self.heading = ast.text(block).strip()
            yield from self.run(contents[2], "heading", names, around, following)
        elif kind in ("Para", "Plain"):
            yield from self.run(contents, where, names, around, following)
        elif kind == "Div":
            if ast.identifier(block) == "refs":
                return
            yield from self.attribute(block, "title", "title")
            yield from self.blocks(contents[1], where, (*names, *ast.classes(block)), around)
        elif kind == "Figure":
            yield from self.blocks(contents[1][1], "caption", names, around)
            yield from self.blocks(contents[2], where, names, ast.text(contents[1][1]))
        elif kind == "Table":
            yield from self.table(block, names)
        elif kind in ("BulletList", "OrderedList"):
            for item in contents if kind == "BulletList" else contents[1]:
                yield from self.blocks(item, where, names, around)
        elif kind == "DefinitionList":
            for term, definitions in contents:
                yield from self.run(term, where, names, around, None)
                for definition in definitions:
                    yield from self.blocks(definition, where, names, ast.text(term))
        elif kind == "BlockQuote":
            yield from self.blocks(contents, where, names, around)
        elif kind in ("CodeBlock", "RawBlock"):
            run = Run(where, self.heading)
            run.add(CODE, block)
            run.leaves.append((0, block, None))
            run.covered += [(0, 1, name) for name in names]
            yield run

    def run(
        self, inlines: list[Node], where: str, names: tuple[str, ...], around: str, following: Node | None
    ) -> Iterator[Run]:
        run = Run(where, f"{self.heading} {around}".strip(), following)
        beside: list[Iterator[Run]] = []
        self.inlines(inlines, run, None, beside)
        run.covered += [(0, len(run.text), name) for name in names]
        if run.text:
            yield run
        for runs_beside in beside:
            yield from runs_beside

    def inlines(self, inlines: list[Node], run: Run, around: Node | None, beside: list[Iterator[Run]]) -> None:
        """Append inlines to a run; notes and alternative texts become runs of their own."""
        for node in inlines:
            kind, contents = node["t"], node.get("c", [])
            start = len(run.text)
            if kind == "Str":
                run.add(contents, node)
            elif kind in ("Space", "SoftBreak", "LineBreak"):
                run.text += " "
            elif kind in ("Math", "Code", "RawInline"):
                run.leaves.append((start, node, around))
                run.add(FORMULA if kind == "Math" else CODE, node)
            elif kind in _CONTAINERS:
                self.inlines(contents, run, around, beside)
            elif kind == "Quoted":
                self.inlines([ast.string("„"), *contents[1], ast.string("“")], run, around, beside)
            elif kind == "Cite":
                run.add(ast.text(contents[1]) or CODE, node)
                run.covered.append((start, len(run.text), "citation"))
                added = [citation[part] for citation in contents[0] for part in ("citationPrefix", "citationSuffix")]
                beside += [_whole(ast.text(part), node, "citation", run.around) for part in added if part]
            elif kind in ("Span", "Link"):
                self.inlines(contents[1], run, node if kind == "Span" else around, beside)
                run.covered += [(start, len(run.text), name) for name in ast.classes(node)]
                if kind == "Link" and ast.text(contents[1]) == contents[2][0] and _ADDRESS.fullmatch(contents[2][0]):
                    run.covered.append((start, len(run.text), "address"))
                if kind == "Link" and not contents[1]:
                    run.add(FORMULA, node)
                if kind == "Link" and contents[2][1]:
                    beside.append(_whole(contents[2][1], node, "title", run.around))
            elif kind == "Image":
                beside.append(self.run(contents[1], "alt", (), run.around, None))
                beside.append(self.attribute(node, "alt", "alt", run.around))
            elif kind == "Note":
                beside.append(self.blocks(contents, "prose", ()))

    def attribute(self, node: Node, name: str, where: str, around: str = "") -> Iterator[Run]:
        """The run of an attribute that readers see or hear."""
        value = ast.attributes(node).get(name, "")
        if value:
            run = Run(where, f"{self.heading} {around}".strip())
            run.add(value, positions.attribute(node, name))
            yield run

    def table(self, table: Node, names: tuple[str, ...]) -> Iterator[Run]:
        """Cells know the head of their row and of their column."""
        _, caption, _, head, bodies, foot = table["c"]
        heads = [ast.text(cell[4]).strip() for row in head[1] for cell in row[1]]
        rows = [*head[1], *(row for body in bodies for row in [*body[2], *body[3]]), *foot[1]]
        legend = ast.text(caption[1]).strip()
        for row in rows:
            first = ast.text(row[1][0][4]).strip() if row[1] else ""
            for column, cell in enumerate(row[1]):
                above = heads[column] if column < len(heads) else ""
                yield from self.blocks(cell[4], "table", names, f"{legend} {first} {above}")
        yield from self.blocks(caption[1], "caption", names)

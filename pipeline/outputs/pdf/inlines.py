"""The tree's inlines as Typst: numbers, formulas, quotes, links, claims."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.outputs.pdf.math import parse, string, typst_math
from pipeline.outputs.pdf.spoken import spoken
from pipeline.outputs.pdf.texreader import TexError
from pipeline.problems import Code, Problems
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import TOKEN, Tokens

QUOTES = {"DoubleQuote": ("„", "“"), "SingleQuote": ("‚", "‘")}
LONG_VECTOR = 9  # pieces of a vector of more than four numbers, which may go over the end of a line
GLUE = ast.string(";\N{NO-BREAK SPACE}")
BREAK: list[Node] = [ast.string(";"), {"t": "Space"}]
AXES = ("axis-1", "axis-2")

Inlined = Node | list[Node] | None


def raw(source: str) -> Node:
    """An inline that pandoc passes on to Typst as it is."""
    return {"t": "RawInline", "c": ["typst", source]}


@dataclass
class Inlines:
    """Turns each kind of inline into what pandoc's Typst writer shall write.

    placed: ids of the numbers that have been seen; the first place of each gets a label to come back to
    """

    tokens: Tokens
    problems: Problems
    placed: set[str] = field(default_factory=set)

    def visit(self, node: Node) -> Inlined:
        """The inline's replacement; None keeps it."""
        kinds: dict[str, Callable[[Node], Inlined]] = {
            "Str": self._text,
            "Math": self._formula,
            "Quoted": self._quoted,
            "Cite": lambda cite: list(cite["c"][1]),
            "Code": self._code,
            "Span": self._span,
        }
        shape = kinds.get(node["t"])
        return shape(node) if shape else None

    def _text(self, node: Node) -> Inlined:
        text = node["c"]
        if not TOKEN.search(text):
            return None
        pieces = [piece for piece in re.split(f"({TOKEN.pattern})", text) if piece]
        inlines = [self.number(piece) if TOKEN.fullmatch(piece) else ast.string(piece) for piece in pieces]
        if len(pieces) < LONG_VECTOR:
            return inlines
        return [part for inline in inlines for part in (BREAK if inline == GLUE else [inline])]

    def number(self, token: str) -> Node:
        """A computed number that leads to its proof."""
        number = self.tokens.number(token)
        source = f"#number({string(number.id)}, {string(number.spelled(Context.PROSE))})"
        if number.id in self.placed:
            return raw(f"{source};")
        self.placed.add(number.id)
        return raw(f"{source}<place:{number.id}>")

    def _formula(self, node: Node) -> Inlined:
        kind, tex = node["c"]
        try:
            tree = parse(tex)
            source = typst_math(tree, self._spell)
        except TexError as error:
            shown = self.tokens.spell(tex.strip(), Context.CODE)
            self.problems.add(Code.WRITER, f"PDF: {error} in {shown}", ast.place(node))
            return raw(string(shown))
        alt = string(self.tokens.spell(node.get("alt") or spoken(tree, self._spell), Context.PROSE))
        display = kind["t"] == "DisplayMath"
        body = f"$ {source} $" if display else f"${source}$"
        arguments = f"{string(node.get('name', ''))}, {alt}, {body}"
        if not display:
            return raw(f"#formula({arguments});")
        end = f"<{node['label']}>" if node.get("label") else ";"
        return raw(f"#display({string(node.get('number', ''))}, {string(node.get('check', ''))}, {arguments}){end}")

    def _spell(self, token: str) -> str:
        return self.tokens.number(token).spelled(Context.MATH)

    def _quoted(self, node: Node) -> Inlined:
        opening, closing = QUOTES[node["c"][0]["t"]]
        return [ast.string(opening), *node["c"][1], ast.string(closing)]

    def _code(self, node: Node) -> Inlined:
        return {"t": "Code", "c": [ast.attr(), self.tokens.spell(node["c"][1], Context.CODE)]}

    def _span(self, node: Node) -> Inlined:
        """Spans by their class; a span that only the pipeline needs leaves its contents."""
        classes, inside, name = ast.classes(node), list(node["c"][1]), ast.identifier(node)
        if "failed" in classes:
            reason = self.tokens.spell(ast.attributes(node).get("reason", ""), Context.PROSE)
            return [raw(f"#failed({string(reason)})["), *inside, raw("];")]
        for number, axis in enumerate(AXES, start=1):
            if axis in classes:
                return [raw(f"#axis({number})["), *inside, raw("];")]
        return [raw("#["), *inside, raw(f"]<{name}>")] if name else inside

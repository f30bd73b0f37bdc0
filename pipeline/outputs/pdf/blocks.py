"""The tree's blocks as Typst: headings, boxes, figures, tables, ways through the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.references import FIGURE_TARGET
from pipeline.outputs.pdf.inlines import raw
from pipeline.outputs.pdf.math import string
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import Tokens

Blocks = Node | list[Node] | None

LONG_TABLE = 16  # rows from which a table may not fit on a page

# Divs that are a function of article.typ with their blocks as its argument.
BOXES = {
    "abstract": "abstract",
    "guide": "guide",
    "keysentence": "keysentence",
    "together": "together",
    "steps": "steps",
    "byhand": "byhand",
    "checklist": "checklist",
    "question": "question",
    "solutions": "solutions",
    "margin": "marginal",
    "part-navigation": "aside",
    "back": "back",
    "references": "references",
    "bibliography": "references",
    "proofs": "proofs",
    "csl-entry": "entry",
}


def raw_block(source: str) -> Node:
    """A block that pandoc passes on to Typst as it is."""
    return {"t": "RawBlock", "c": ["typst", source]}


@dataclass(frozen=True)
class BlockShapes:
    """Turns each kind of block into what pandoc's Typst writer shall write."""

    tokens: Tokens

    def visit(self, node: Node) -> Blocks:
        """The block's replacement; None keeps it."""
        kinds: dict[str, Callable[[Node], Blocks]] = {
            "Header": self._heading,
            "Div": self._box,
            "Figure": self._figure,
            "Table": self._table,
            "CodeBlock": self._code,
            "DefinitionList": self._definitions,
        }
        shape = kinds.get(node["t"])
        return shape(node) if shape else None

    def _heading(self, node: Node) -> Node:
        level, _, inlines = node["c"]
        number = string(ast.attributes(node).get("number", ""))
        call = f"#part({number})[" if "part" in ast.classes(node) else f"#section({number}, {level})["
        return ast.paragraph([raw(call), *inlines, raw(f"]{_label(node)}")])

    def _box(self, node: Node) -> Blocks:
        blocks, classes = list(node["c"][1]), ast.classes(node)
        box = next((BOXES[name] for name in classes if name in BOXES), None)
        if box:
            return [raw_block(f"#{box}["), *blocks, raw_block(f"]{_label(node)}")]
        if "contents" in classes:
            lines = ast.walk(blocks, _contents_line)
            return [raw_block("#contents["), *lines, raw_block(f"]{_label(node)}")]
        if "remark" in classes:
            title = self.tokens.spell(ast.attributes(node).get("title", ""), Context.PROSE)
            return [raw_block(f"#remark({string(title)})["), *blocks, raw_block(f"]{_label(node)}")]
        if "failed" in classes:
            reason = self.tokens.spell(ast.attributes(node).get("reason", ""), Context.PROSE)
            return [*blocks, ast.paragraph([raw(f"#failed({string(reason)})[];")])]
        return [raw_block("#block["), *blocks, raw_block(f"]{_label(node)}")] if ast.identifier(node) else blocks

    def _figure(self, node: Node) -> Node:
        image = next(inner for inner in ast.nodes(node["c"][2]) if inner["t"] == "Image")
        name = image["c"][2][0].removeprefix(FIGURE_TARGET)
        alt = self.tokens.spell(ast.attributes(image).get("alt", ""), Context.PROSE)
        number = string(ast.attributes(node).get("number", ""))
        drawing = f"drawing({string(name)}, {string(alt)})"
        return ast.paragraph(
            [raw(f"#illustration({number}, {drawing})["), *_inline(node["c"][1][1]), raw(f"]{_label(node)}")]
        )

    def _table(self, node: Node) -> Blocks:
        number = ast.attributes(node).get("number")
        contents = list(node["c"])
        contents[0], contents[1] = ast.attr(), [None, []]
        # Widths that pandoc takes from the lines of the source say nothing about the cells.
        contents[2] = [[alignment, {"t": "ColWidthDefault"}] for alignment, _ in contents[2]]
        bare = node | {"c": contents}
        if number is None:
            return bare
        caption = _inline(node["c"][1][1])
        rows = sum(len(body[3]) for body in node["c"][4])
        long = "true" if rows > LONG_TABLE else "false"
        opening = ast.paragraph([raw(f"#tabulation({string(number)}, {long})["), *caption, raw("][")])
        return [opening, bare, raw_block(f"]{_label(node)}")]

    def _code(self, node: Node) -> Node:
        triple, code = node["c"]
        language = [name for name in triple[1] if name == "python"]
        return {"t": "CodeBlock", "c": [ast.attr("", language), self.tokens.spell(code, Context.CODE)]}

    def _definitions(self, node: Node) -> list[Node]:
        """Each term in a list of its own, so that it stays on the page of its definition."""
        return [
            block
            for item in node["c"]
            for block in (raw_block("#entry["), {"t": "DefinitionList", "c": [item]}, raw_block("]"))
        ]


def _contents_line(node: Node) -> Node | None:
    """A line of the contents: the link to a section, apart from those to its figures."""
    if node["t"] not in ("Plain", "Para"):
        return None
    title, *figures = node["c"]
    target = title["c"][2][0].removeprefix("#")
    return ast.plain([raw(f"#contents-line(<{target}>)["), title, raw("]["), *figures, raw("];")])


def _label(node: Node) -> str:
    name = ast.identifier(node)
    return f" <{name}>" if name else ""


def _inline(blocks: list[Node]) -> list[Node]:
    """The inlines of a caption's paragraphs in one run."""
    inlines: list[Node] = []
    for block in blocks:
        inlines += [*([{"t": "Space"}] if inlines else []), *block["c"]]
    return inlines

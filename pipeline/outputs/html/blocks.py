"""The tree's blocks as this page shows them: headings, boxes, figures, tables, ways through the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.references import FIGURE_TARGET
from pipeline.outputs.html.data import Marks
from pipeline.outputs.html.drawings import inlined
from pipeline.outputs.html.highlighting import highlighted
from pipeline.outputs.html.inlines import DISPLAY, raw
from pipeline.outputs.html.tables import plain_table
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import Tokens

TITLE_LEVEL = 1  # the page's title is the heading above all parts
FOLDED = "Auflösung"  # what unfolds a solution that has no title

Blocks = Node | list[Node] | None


def raw_block(html: str) -> Node:
    """A block that pandoc passes on as it is."""
    return {"t": "RawBlock", "c": ["html", html]}


@dataclass(frozen=True)
class BlockShapes:
    """Turns each kind of block into what pandoc's HTML writer shall write.

    figures: name → SVG
    """

    tokens: Tokens
    figures: Mapping[str, str]
    marks: Marks = field(default_factory=Marks)

    def visit(self, node: Node) -> Blocks:
        """The block's replacement; None keeps it."""
        kinds: dict[str, Callable[[Node], Blocks]] = {
            "Para": _formula_alone,
            "Header": self._heading,
            "Div": self._box,
            "Figure": self._figure,
            "Table": self._table,
            "CodeBlock": _code,
        }
        shape = kinds.get(node["t"])
        return shape(node) if shape else None

    def _heading(self, node: Node) -> Node:
        """One level below the title, with its number in front."""
        level, _, inlines = node["c"]
        number, classes = ast.attributes(node).get("number", ""), ast.classes(node)
        shown = f"Teil {number}" if "part" in classes else number
        front = [raw(f'<span class="numbering">{shown}</span> ')] if number else []
        kept = [name for name in classes if name == "part"]
        return ast.header(level + TITLE_LEVEL, ast.attr(ast.identifier(node), kept), [*front, *inlines])

    def _box(self, node: Node) -> Blocks:
        """Divs by their class; attributes that are for the pipeline alone go."""
        triple, blocks = node["c"]
        classes, values, name = ast.classes(node), ast.attributes(node), ast.identifier(node)
        if "contents" in classes:
            return _navigation("contents", "Inhaltsverzeichnis", [_label("Inhaltsverzeichnis"), *blocks], name)
        if "part-navigation" in classes:
            return _navigation("part-navigation", ast.text(blocks).strip().split(" ")[0], blocks)
        if "remark" in classes:
            title = self.tokens.spell(values.get("title", ""), Context.PROSE)
            return _note("remark", [_label(title), *blocks] if title else blocks, name)
        if "margin" in classes:
            return _note("margin", blocks, name)
        if "byhand" in classes:
            return ast.div(ast.attr(name, ["byhand"]), [_label("Von Hand gerechnet"), *blocks])
        if "abstract" in classes:
            return ast.div(ast.attr(name, ["abstract"], {"role": "doc-abstract", "aria-label": "Überblick"}), blocks)
        if "question" in classes:
            return ast.div(ast.attr(name, ["question"], {"data-answer": values["answer"]}), blocks)
        if "solution" in classes:
            summary = f"<summary>{escape(values.get('title', FOLDED))}</summary>"
            return [raw_block(f'<details class="solution">{summary}'), *blocks, raw_block("</details>")]
        if "claim" in classes:
            return self._claim(node)
        kept = {key: value for key, value in values.items() if key in ("role", "lang")}
        return node | {"c": [ast.attr(triple[0], classes, kept), blocks]}

    def _claim(self, node: Node) -> list[Node]:
        """A block whose condition holds stands as it is; a failed one is struck through."""
        blocks = list(node["c"][1])
        if "failed" not in ast.classes(node):
            claim = self.marks.claim(ast.attributes(node).get("check", ""))
            return [ast.div(ast.attr("", ["claim"], {"data-claim": claim}), blocks)] if claim else blocks
        reason = escape(self.tokens.spell(ast.attributes(node).get("reason", ""), Context.PROSE), quote=False)
        return [raw_block('<del class="failed">'), *blocks, raw_block(f'</del><p class="reason">({reason})</p>')]

    def _figure(self, node: Node) -> list[Node]:
        """The drawing inside the page, its caption below."""
        image = next(inner for inner in ast.nodes(node["c"][2]) if inner["t"] == "Image")
        name = image["c"][2][0].removeprefix(FIGURE_TARGET)
        title = f"Abbildung {ast.attributes(node)['number']}"
        alt = ast.attributes(image).get("alt", "")
        spoken = self.marks.spoken(alt, image.get("wordings", ()))
        description = self.tokens.spell(alt, Context.PROSE)
        drawing = inlined(self.figures[name], name, title, description, spoken) if name in self.figures else ""
        return [
            raw_block(f'<figure id="{escape(ast.identifier(node))}"><div class="scroll">{drawing}</div><figcaption>'),
            *_captioned(title, node["c"][1][1]),
            raw_block("</figcaption></figure>"),
        ]

    def _table(self, node: Node) -> list[Node]:
        """The table in a frame that scrolls by itself, its caption above."""
        number = ast.attributes(node).get("number")
        bare = plain_table(node)
        if number is None:
            return [raw_block('<div class="scroll table">'), bare, raw_block("</div>")]
        return [
            raw_block(f'<figure class="table" id="{escape(ast.identifier(node))}"><figcaption>'),
            *_captioned(f"Tabelle {number}", node["c"][1][1]),
            raw_block('</figcaption><div class="scroll">'),
            bare,
            raw_block("</div></figure>"),
        ]


def _code(node: Node) -> Blocks:
    """Python is highlighted."""
    if "python" not in ast.classes(node):
        return None
    inputs = ast.attributes(node).get("inputs", "")
    named = f' data-inputs="{escape(inputs)}"' if inputs else ""  # live.js writes the reader's own into the program
    return raw_block(f'<pre class="python"{named}><code>{highlighted(node["c"][1])}</code></pre>')


def _formula_alone(node: Node) -> Node | None:
    """A paragraph of nothing but a display is none."""
    inside = node["c"]
    alone = len(inside) == 1 and inside[0]["t"] == "RawInline" and inside[0]["c"][1].startswith(DISPLAY)
    return ast.div(ast.attr("", ["formula"]), [ast.plain(inside)]) if alone else None


def _navigation(kind: str, label: str, blocks: list[Node], name: str = "") -> list[Node]:
    identity = f' id="{name}"' if name else ""
    opening = f'<nav class="{kind}"{identity} aria-label="{escape(label)}">'
    return [raw_block(opening), *blocks, raw_block("</nav>")]


def _note(kind: str, blocks: list[Node], name: str) -> Node:
    return ast.div(ast.attr(name, [kind], {"role": "note"}), blocks)


def _label(text: str) -> Node:
    """The small heading of a box; no heading in the outline."""
    return ast.div(ast.attr("", ["label"]), [ast.plain(ast.words(text))])


def _captioned(title: str, caption: list[Node]) -> list[Node]:
    """A caption that begins with what it belongs to."""
    front = raw(f'<span class="numbering">{title}</span> ')
    first, *rest = caption or [ast.plain([])]
    return [ast.plain([front, *first["c"]]), *rest]

"""The tree's inlines as this page shows them: numbers, formulas, quotes, claims, references."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.outputs.checked import check_of
from pipeline.outputs.html.data import Marks
from pipeline.outputs.html.leads import led
from pipeline.outputs.html.mathml import FormulaError, mathml, with_wordings
from pipeline.problems import Code, Problems
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import TOKEN, Number, Tokens

QUOTES = {"DoubleQuote": ("„", "“"), "SingleQuote": ("‚", "‘")}
DISPLAY = '<span class="equation"'
LONG_FORMULA = 24  # rough width, in signs, from which an inline formula may be wider than a phone's line

_TAG = re.compile(r"<[^>]*>")


def raw(html: str) -> Node:
    """An inline that pandoc passes on as it is."""
    return {"t": "RawInline", "c": ["html", html]}


def number_element(number: Number, context: Context) -> str:
    """A computed number in prose or code."""
    return f'<span class="number" data-number="{number.id}">{escape(number.spelled(context), quote=False)}</span>'


@dataclass(frozen=True)
class Inlines:
    """Turns each kind of inline into what pandoc's HTML writer shall write."""

    tokens: Tokens
    problems: Problems
    marks: Marks = field(default_factory=Marks)

    def visit(self, node: Node) -> Node | list[Node] | None:
        """The inline's replacement; None keeps it."""
        kind = node["t"]
        if kind == "Str":
            return self._text(node["c"]) if TOKEN.search(node["c"]) else None
        if kind == "Quoted":
            opening, closing = QUOTES[node["c"][0]["t"]]
            return [ast.string(opening), *node["c"][1], ast.string(closing)]
        if kind == "Math":
            return raw(self._formula(node))
        if kind == "Span":
            return self._span(node)
        if kind == "Code":
            return {"t": "Code", "c": [ast.attr(), node["c"][1]]}
        return None

    def _text(self, text: str) -> list[Node]:
        pieces = re.split(f"({TOKEN.pattern})", text)
        return [self._number(piece) if TOKEN.fullmatch(piece) else ast.string(piece) for piece in pieces if piece]

    def _number(self, token: str) -> Node:
        return raw(number_element(self.tokens.number(token), Context.PROSE))

    def _formula(self, node: Node, label: str = "") -> str:
        kind, tex = node["c"]
        display = kind["t"] == "DisplayMath"
        try:
            element = mathml(tex, display, self.tokens, self.tokens.spell(label, Context.PROSE))
            element = led(self._marked(element, label, node), node)
        except FormulaError as error:
            self.problems.add(Code.WRITER, f"MathML: {error}", ast.place(node))
            return "<math><merror><mtext>?</mtext></merror></math>"
        if display:
            return element
        return f'<span class="long">{element}</span>' if _width(element) >= LONG_FORMULA else element

    def _marked(self, element: str, label: str, node: Node) -> str:
        """A formula that tells scripts which of its texts, notes, and of what it says aloud, may change."""
        wordings: Sequence[Sequence[str]] = node.get("wordings", ())
        moving = [(text, identity) for text, identity in wordings if self.marks.worded(identity)]
        spoken, redone = "", ""
        if (follows := node.get("follows")) is not None:
            spoken, redone = self.marks.calculated(follows, wordings)
        elif label:
            spoken = self.marks.spoken(label, wordings)
        marks = {"data-spoken": spoken, "data-redone": redone}
        opening = "<math" + "".join(f' {name}="{value}"' for name, value in marks.items() if value)
        if node.get("working") and self.marks.moving(TOKEN.findall(node["c"][1])):
            opening += ' data-working=""'
        return with_wordings(element.replace("<math", opening, 1), moving)

    def _span(self, node: Node) -> Node | list[Node] | None:
        classes, inside = ast.classes(node), node["c"][1]
        if "idiom" in classes:
            return list(inside)
        if "wording" in classes:
            identity = ast.attributes(node)["of"]
            moves = self.marks.worded(identity)
            return ast.span(ast.attr("", [], {"data-wording": identity}), inside) if moves else list(inside)
        if "claim" in classes:
            return self._claim(node)
        return None

    def formula_span(self, node: Node) -> list[Node] | None:
        """A marked formula, called before its contents are turned; None for any other span."""
        classes, inside = ast.classes(node), node["c"][1]
        if (
            len(inside) != 1
            or inside[0]["t"] != "Math"
            or not {"equation", "display", "checked", "formula"} & set(classes)
        ):
            return None
        values = ast.attributes(node)
        element = self._formula(inside[0], values.get("alt", ""))
        if {"checked", "formula"} & set(classes):
            return [raw(element)]
        if "equation" not in classes:
            return [raw(f'{DISPLAY}><span class="scroll">{element}</span></span>')]
        name, number = escape(ast.identifier(node)), values["number"]
        sign = f'<a class="numbering" href="#{name}" aria-label="Gleichung {number}">({number})</a>{_mark(node)}'
        opening = f'{DISPLAY} id="{name}"><span class="scroll">'
        return [raw(f'{opening}{element}</span><span class="side">{sign}</span></span>')]

    def _claim(self, node: Node) -> list[Node]:
        """A claim that holds is plain text; a failed one is struck through, with its reason behind."""
        inside = list(node["c"][1])
        if "failed" not in ast.classes(node):
            claim = self.marks.claim(ast.attributes(node).get("check", ""))
            return [ast.span(ast.attr("", ["claim"], {"data-claim": claim} if claim else {}), inside)]
        reason = escape(self.tokens.spell(ast.attributes(node).get("reason", ""), Context.PROSE), quote=False)
        opening = raw('<del class="claim failed">')
        return [opening, *inside, raw(f'</del> <span class="reason">({reason})</span>')]


def _mark(node: Node) -> str:
    """The small mark beside an equation's number, which says on a click how it was checked; it needs no script."""
    check = check_of(node)
    if check is None:
        return ""
    name, title = f"check:{escape(check.label)}", f"Wie Gleichung {check.number} geprüft ist"
    opening = f'<button type="button" class="check" popovertarget="{name}" aria-label="{title}">✓</button>'
    count = '<span class="comparisons">{}</span>'.format
    return f'{opening}<span class="checked" id="{name}" popover role="note">{check.sentence(count)}</span>'


def _width(element: str) -> int:
    """The width of an inline formula, roughly: its signs, the space around operators, and wide spaces."""
    return len(_TAG.sub("", element)) + element.count("<mo>") + 2 * element.count("<mspace width=")

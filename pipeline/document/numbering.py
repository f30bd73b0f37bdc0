"""number: the checked tree → a page whose sections, equations, figures and tables are numbered once for all outputs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from pipeline.document import ast, references, structure
from pipeline.document.ast import NO_BREAK_SPACE, Node
from pipeline.document.page import Label, Page
from pipeline.load.site import Entry
from pipeline.problems import Code, Place, Problems
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import Tokens

KINDS = {"eq": "Gleichung", "fig": "Abbildung", "tbl": "Tabelle", "sec": "Abschnitt", "part": "Teil"}

_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
_PREFIXES = {"Figure": "fig", "Table": "tbl"}


def number(blocks: list[Node], entry: Entry, tokens: Tokens, drawings: Collection[str], problems: Problems) -> Page:
    """The page of `entry` from its files' blocks; `drawings` are the names of the modules in figures/."""
    arranged = structure.arrange(blocks, entry, problems)
    counters = _Counters(problems)
    numbered = ast.walk(arranged, counters.visit)
    complete = structure.fill_contents(numbered, counters.labels)
    linked = references.resolve(complete, counters.labels, problems)
    references.check_figures(linked, drawings, problems)
    return Page(
        key=entry.key,
        title=entry.title,
        subtitle=entry.subtitle,
        authors=entry.authors,
        date=entry.date,
        language=entry.language,
        blocks=linked,
        tokens=tokens,
        labels=counters.labels,
        figures=tuple(references.drawing_names(linked)),
        abstract=_abstract(linked, tokens),
    )


def roman(value: int) -> str:
    """A Roman numeral for a part's number (1 to 39)."""
    result = ""
    for size, letters in _ROMAN:
        result += letters * (value // size)
        value %= size
    return result


@dataclass
class _Counters:
    """Walks a page once; equal kinds are counted in the order in which they stand."""

    problems: Problems
    counts: Counter[str] = field(default_factory=Counter)
    labels: dict[str, Label] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)

    def visit(self, node: Node) -> Node | None:
        """The node with its number, class and label."""
        kind = node["t"]
        self._claim_identifier(node)
        if kind == "Header":
            return self._header(node)
        if kind == "Span":
            return self._span(node)
        if kind in _PREFIXES:
            return self._captioned(node)
        return None

    def _claim_identifier(self, node: Node) -> None:
        name = ast.identifier(node)
        if name in self.places:
            first = self.places[name]
            message = f"the label {name!r} is taken already ({first})"
            self.problems.add(Code.DUPLICATE_LABEL, message, ast.place(node), "Give one of the two another name.")
        elif name:
            self.places[name] = ast.place(node)

    def _header(self, node: Node) -> Node:
        level, name = node["c"][0], ast.identifier(node)
        title = ast.text(node).strip()
        if level == structure.PART_LEVEL:
            self.counts["part"] += 1
            return self._numbered(node, "part", roman(self.counts["part"]))
        if level == structure.SECTION_LEVEL and not name:
            remedy = "Write {#sec:name} at the end of the heading."
            self.problems.add(Code.MISSING_LABEL, f"the section {title!r} has no label", ast.place(node), remedy)
        if level == structure.SECTION_LEVEL and "unnumbered" not in ast.classes(node):
            self.counts["sec"] += 1
            return self._numbered(node, "sec", str(self.counts["sec"]))
        if name:
            self.labels[name] = Label("sec", "", f"„{title}“")
        return node

    def _span(self, node: Node) -> Node | None:
        name, inside = ast.identifier(node), node["c"][1]
        formula = inside[0] if len(inside) == 1 and inside[0]["t"] == "Math" else None
        if name.startswith("eq:"):
            if formula is None or formula["c"][0]["t"] != "DisplayMath":
                message = f"the label {name!r} stands on something that is no single display"
                self.problems.add(Code.BAD_MARKUP, message, ast.place(node), "Write [$$…$$]{#eq:name check=name}.")
            self.counts["eq"] += 1
            return self._numbered(node, "eq", str(self.counts["eq"]), "equation")
        if formula is not None and "check" in ast.attributes(node) and "claim" not in ast.classes(node):
            display = formula["c"][0]["t"] == "DisplayMath"
            return ast.with_attributes(node, add=["display" if display else "checked"])
        return None

    def _captioned(self, node: Node) -> Node:
        prefix = _PREFIXES[node["t"]]
        word, name, place = KINDS[prefix], ast.identifier(node), ast.place(node)
        if not ast.text(node["c"][1][1]).strip():
            self.problems.add(Code.MISSING_CAPTION, f"a {_ENGLISH[prefix]} without a caption", place, _CAPTION[prefix])
        if not name.startswith(prefix + ":"):
            message = f"a {_ENGLISH[prefix]} ({word}) without a label that begins with {prefix}:"
            self.problems.add(Code.MISSING_LABEL, message, place, _CAPTION[prefix])
        self.counts[prefix] += 1
        return self._numbered(node, prefix, str(self.counts[prefix]))

    def _numbered(self, node: Node, kind: str, number: str, *classes: str) -> Node:
        shown = f"({number})" if kind == "eq" else number
        name = ast.identifier(node)
        if name:
            self.labels[name] = Label(kind, number, f"{KINDS[kind]}{NO_BREAK_SPACE}{shown}")
        return ast.with_attributes(node, add=classes, number=number)


_ENGLISH = {"fig": "figure", "tbl": "table"}
_CAPTION = {
    "fig": 'Write ![caption](figure:name){#fig:name alt="…"}.',
    "tbl": "Write `: caption {#tbl:name}` under the table, after a blank line.",
}


def _abstract(blocks: list[Node], tokens: Tokens) -> str:
    """The abstract in one line of plain text, for the outputs' metadata."""
    texts = [ast.text(node) for node in ast.nodes(blocks) if "abstract" in ast.classes(node)]
    return tokens.spell(" ".join(" ".join(texts).split()), Context.PROSE)

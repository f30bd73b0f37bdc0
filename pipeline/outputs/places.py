"""Where the numbers of a page stand, section by section: what its proofs lead back to, and what leads to them.

Format-free: an anchor is an id that a writer gives to a place.  Ids of places begin with `z:`, which
no label does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.page import Page
from pipeline.document.references import FIGURE_TARGET
from pipeline.document.structure import SECTION_LEVEL
from pipeline.outputs.figures import Drawing
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import TOKEN, Number

PREFIX = "z:"
REPEATED = frozenset(("contents", "part-navigation", "back"))  # what they show stands elsewhere


@dataclass(frozen=True)
class Section:
    """A section of the page: its id, its number ("" without one) and its title."""

    id: str
    number: str
    title: str

    @property
    def shown(self) -> str:
        """The title behind its number."""
        return f"{self.number} {self.title}".lstrip()


@dataclass(frozen=True)
class Spot:
    """The first place of a number in a section; `anchor` is the id of the place, or of what it stands in."""

    section: Section
    anchor: str


@dataclass(frozen=True)
class Formula:
    """A formula that holds numbers: its name, its anchor, its equation number ("" without one)."""

    name: str
    anchor: str
    number: str
    section: Section
    numbers: tuple[Number, ...]


@dataclass(frozen=True)
class Places:
    """The places of a page's numbers.

    spots:    id → first places, one a section, in reading order
    anchors:  token → the id that its place gets
    formulas: first token of a formula → the formula; those inside links are left out
    linked:   tokens that stand inside a link, where nothing can link further
    """

    sections: tuple[Section, ...]
    spots: Mapping[str, tuple[Spot, ...]]
    anchors: Mapping[str, str]
    formulas: Mapping[str, Formula]
    linked: frozenset[str]


def places(page: Page, drawings: Mapping[str, Drawing]) -> Places:
    """The places of the numbers of a page and of its drawings (name → drawing)."""
    survey = _Survey(page, drawings)
    survey.read(page.blocks, page.key)
    return Places(
        sections=tuple(dict.fromkeys(spot.section for spots in survey.spots.values() for spot in spots)),
        spots={identity: tuple(spots) for identity, spots in survey.spots.items()},
        anchors=survey.anchors,
        formulas=survey.formulas,
        linked=frozenset(survey.linked),
    )


@dataclass
class _Survey:
    """Reads a page once, from the first word to the last; `owner` is the id of what a text stands in."""

    page: Page
    drawings: Mapping[str, Drawing]
    section: Section = Section("", "", "Am Anfang der Seite")
    spots: dict[str, list[Spot]] = field(default_factory=dict)
    anchors: dict[str, str] = field(default_factory=dict)
    formulas: dict[str, Formula] = field(default_factory=dict)
    linked: set[str] = field(default_factory=set)

    def read(self, value: Any, owner: str) -> None:
        """Everything below a JSON value."""
        if isinstance(value, list):
            for item in value:
                self.read(item, owner)
        elif isinstance(value, dict) and "t" in value:
            self._node(value, ast.identifier(value) or owner)
        elif isinstance(value, dict):
            self.read(list(value.values()), owner)

    def _node(self, node: Node, owner: str) -> None:
        match node["t"]:
            case "Div" if REPEATED & set(ast.classes(node)):
                self.linked.update(TOKEN.findall(ast.text(node)))
            case "Header":
                self._heading(node, owner)
            case "Link":
                self.linked.update(TOKEN.findall(ast.text(node)))
                self.read(node["c"][1], owner)
            case "Str":
                for token in TOKEN.findall(node["c"]):
                    self._seen(self.page.tokens.number(token), token)
            case "Math":
                self._formula(node, owner)
            case "Code" | "CodeBlock":
                self._mentioned(node["c"][1], owner)
            case "Image":
                self._drawing(node, owner)
            case _:
                self.read(node.get("c", []), owner)

    def _heading(self, node: Node, owner: str) -> None:
        if node["c"][0] == SECTION_LEVEL:
            title = self.page.tokens.spell(ast.text(node["c"][2]).strip(), Context.PROSE)
            self.section = Section(ast.identifier(node), ast.attributes(node).get("number", ""), title)
        self._mentioned(ast.text(node["c"][2]), owner)

    def _drawing(self, node: Node, owner: str) -> None:
        self._mentioned(ast.attributes(node).get("alt", ""), owner)
        drawing = self.drawings.get(node["c"][2][0].removeprefix(FIGURE_TARGET))
        for number in drawing.numbers.values() if drawing else ():
            self._note(number, owner)

    def _formula(self, node: Node, owner: str) -> None:
        found = TOKEN.findall(node["c"][1])
        if not found:
            return
        if found[0] not in self.linked:
            named = owner.startswith("eq:")
            name = owner if named else f"formel-{len(self.formulas) + 1}"
            numbers = tuple(self.page.tokens.number(token) for token in found)
            number = self.page.labels[name].number if named else ""
            anchor = name if named else f"{PREFIX}{name}"
            self.formulas[found[0]] = Formula(name, anchor, number, self.section, numbers)
        for token in found:
            self._seen(self.page.tokens.number(token), token)

    def _mentioned(self, text: str, owner: str) -> None:
        """Numbers whose own places have no id: in alternative texts, headings and code."""
        for token in TOKEN.findall(text):
            self._note(self.page.tokens.number(token), owner)

    def _seen(self, number: Number, token: str) -> None:
        if token in self.anchors:
            return
        others = len(self.spots.get(number.id, ()))
        anchor = f"{PREFIX}{number.id}:{others + 1}" if others else f"{PREFIX}{number.id}"
        if self._note(number, anchor):
            self.anchors[token] = anchor

    def _note(self, number: Number, anchor: str) -> bool:
        """Note a place; False if the section has one already."""
        spots = self.spots.setdefault(number.id, [])
        if any(spot.section == self.section for spot in spots):
            return False
        spots.append(Spot(self.section, anchor))
        return True

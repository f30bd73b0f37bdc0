"""How the formulas of a page were checked, in words: what the mark beside a number and the list in the PDF say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pipeline.document import ast
from pipeline.document.ast import NO_BREAK_SPACE, Node

SECTION = "sec:"  # ids of sections begin so
FIRST = "Am Anfang"  # the title over formulas before all sections
ALWAYS = "Diese Formel wird bei jedem Erzeugen der Seite mit dem Programm verglichen, das die Zahlen berechnet"
HOW = {
    "sympy": "{} an Stichproben, dazu ein Beweis mit SymPy für kleine Größen",
    "exact": "{}, mit den Zahlen dieses Textes exakt",
    "ball": "{}, mit den Zahlen dieses Textes auf vierzig Nachkommastellen gleich",
}


@dataclass(frozen=True)
class Check:
    """What is known about a checked formula.

    label, number: its id and its equation number, "" for none
    name:          of its declaration, or "arithmetic"
    proof:         "sympy", "exact" or "ball" (see `pipeline.formulas.examination`)
    comparisons:   how many pairs of sides were compared in this build, as digits
    section:       id and title of the section that it stands in
    positive:      what must be above zero for it to hold, in words; "" for nothing
    """

    label: str
    number: str
    name: str
    proof: str
    comparisons: str
    section: tuple[str, str] = ("", FIRST)
    positive: str = ""

    def how(self, count: Callable[[str], str] = str) -> str:
        """How it was checked, without a full stop; `count` writes the number of comparisons."""
        noun = "Vergleich" if self.comparisons == "1" else "Vergleiche"
        how = HOW[self.proof].format(f"{count(self.comparisons)}{NO_BREAK_SPACE}{noun}")
        return f"{how}, für {self.positive} größer als null" if self.positive else how

    def sentence(self, count: Callable[[str], str] = str) -> str:
        """What a reader is told who asks."""
        return f"{ALWAYS}: {self.how(count)}."


def check_of(node: Node, section: tuple[str, str] = ("", FIRST)) -> Check | None:
    """The check of a formula's span; None for one that nothing checks, or that did not hold."""
    values = ast.attributes(node)
    if node["t"] != "Span" or "proof" not in values:
        return None
    return Check(
        label=ast.identifier(node),
        number=values.get("number", ""),
        name=values["check"],
        proof=values["proof"],
        comparisons=values["comparisons"],
        section=section,
        positive=values.get("positive", ""),
    )


def checks(blocks: list[Node]) -> Iterator[Check]:
    """The checks of all formulas of a page, in reading order."""
    section = ("", FIRST)
    for node in ast.nodes(blocks):
        if node["t"] == "Header" and ast.identifier(node).startswith(SECTION):
            number = ast.attributes(node).get("number", "")
            section = ast.identifier(node), f"{number} {ast.text(node['c'][2]).strip()}".lstrip()
        elif found := check_of(node, section):
            yield found

"""A line of a hand calculation as a page shows it, redone from its printed digits by the reader of tests/working.

All is read off the MathML; what the page's scripts know about the numbers does not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from tests.working.reader import Number, Tree, follows, read, same, steps, value

NOTE = "(gerundet)"
_SIGNS = {
    "\N{MINUS SIGN}": "- ",
    "\N{DOT OPERATOR}": r" \cdot ",
    "+": " + ",
    "(": r"\left(",
    ")": r"\right)",
    "[": r"\left[",
    "]": r"\right]",
    ";": r";\,",
    "≤": r"\le ",
    "≥": r"\ge ",
    "∞": r"\infty",
    "\N{FUNCTION APPLICATION}": "",
    **{name: rf"\{name}" for name in ("ln", "sin", "cos", "tanh", "max", "min")},
}
_PRINTED = re.compile("([<>]?)\N{NARROW NO-BREAK SPACE}?([-0-9.]+)(\N{NARROW NO-BREAK SPACE}%)?")
_UNFENCED = re.compile(r"(?:\\cdot|\+|-) -\d|-[\d.]+(?: \\cdot|\^)")
_FENCED = re.compile(r"(?:\\cdot |\+ |[\d})]- |^|\{)\\left\([\d.]+\\right\)")


@dataclass(frozen=True)
class Side:
    """A side of nothing but numbers: the sign before it, its TeX and tree, and "<" or ">" where it is a bound."""

    relation: str
    tex: str
    tree: Tree
    bound: str


@dataclass(frozen=True)
class Line:
    """The sides of a line that are nothing but numbers, and whether it says that it is rounded."""

    sides: Sequence[Side]
    is_noted: bool

    @staticmethod
    def of(mathml: str) -> Line:
        """The line of a formula."""
        root = ElementTree.fromstring(mathml)
        sides = [side for cell in root.iter("mtd") for side in _sides(list(cell))]
        return Line(sides, any(text.text == NOTE for text in root.iter("mtext")))

    @property
    def is_rounded(self) -> bool:
        """Whether some step, redone from the numbers printed for it, ends with other digits."""
        return not all(_gives(before, after) for before, after in pairwise(self.sides))

    def complaints(self) -> Iterator[str]:
        """What is wrong with the note behind it, with its signs and brackets."""
        for side in self.sides:
            if _UNFENCED.search(side.tex) or _FENCED.search(side.tex):
                yield f"brackets are missing, or stand around what needs none: {side.tex}"
        for before, after in pairwise(self.sides):
            if after.relation == "=" and not same(value(before.tree), value(after.tree)):
                yield f"not equal: {after.tex}"
            if bool(after.relation) == bool(after.bound):
                yield f"a sign is missing, or one too many: {after.tex}"
        try:
            if self.is_noted != self.is_rounded:
                yield "it can be redone" if self.is_noted else "it cannot be redone from what it prints"
        except ValueError as error:
            yield str(error)


def _sides(elements: Sequence[Element]) -> Iterator[Side]:
    """The side in a cell; none if it is in symbols or words."""
    rest = [element for element in elements if element.tag != "mspace" and element.text != NOTE]
    relation = rest.pop(0).text or "" if rest and rest[0].tag == "mo" and rest[0].text in (None, "=", "≈") else ""
    tex = "".join(map(_tex, rest))
    try:
        yield Side(relation, tex, read(tex), _bound(rest))
    except ValueError:
        return


def _bound(elements: Sequence[Element]) -> str:
    """The sign that a printed bound brings along: "<" of “< 0,001”."""
    shown = [element.text or "" for element in elements if element.tag == "mn"]
    return shown[0][0] if len(elements) == 1 and shown and shown[0][0] in "<>" else ""


def _tex(element: Element) -> str:
    parts = [_tex(part) for part in element]
    match element.tag:
        case "mn":
            return _digits(element.text or "")
        case "mo" | "mi":
            return _SIGNS.get(element.text or "", element.text or "")
        case "mfrac":
            return rf"\frac{{{parts[0]}}}{{{parts[1]}}}"
        case "msup":
            return f"{parts[0]}^{{{parts[1]}}}"
        case "msqrt":
            return rf"\sqrt{{{''.join(parts)}}}"
        case "mrow":
            return "".join(parts)
        case "mspace":
            return ""
        case _:  # a symbol, a word
            return "?"


def _digits(text: str) -> str:
    """A printed number as the reader takes it: the bound of “< 0,001” left out, a percentage as a share of one."""
    found = _PRINTED.fullmatch(text.replace("\N{MINUS SIGN}", "-").replace(",", "."))
    return found[2] + ("e-2" if found[3] else "") if found else "?"


def _gives(before: Side, after: Side) -> bool:
    """Whether what is computed from a side is what the next one prints for it."""
    try:
        if after.bound:
            return bool(float(value(before.tree)) < float(value(after.tree))) == (after.bound == "<")
        if isinstance(before.tree, Number) and isinstance(after.tree, Number):
            return follows(before.tree, after.tree.text)  # only written in another way
        return all(follows(part, digits) for part, digits in steps(before.tree, after.tree))
    except ZeroDivisionError:
        return False

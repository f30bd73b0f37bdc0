"""Displayed calculations whose rows fit in a line: neither the column of a page nor paper scrolls sideways.

Browsers do not break formulas.  A row of a calculation is broken here, before an operation or behind a semicolon,
and goes on in a row below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

MOST = 52  # signs in a row: what the column of text holds, and half a sheet of paper

_SMALLER = 0.7  # scripts
_TERMS = frozenset("+-\N{MINUS SIGN}")  # a row may begin with them
_FACTORS = frozenset("\N{DOT OPERATOR}")  # and with these, inside a term that is longer than a row
_BEHIND = frozenset(";")  # a row may end with it
_FENCES = {"(": "prefix", "[": "prefix", ")": "postfix", "]": "postfix"}


def fitted(element: str) -> str:
    """A displayed formula in which rows that are too long go on below, as far as they can be broken."""
    root = ElementTree.fromstring(element)
    table = root.find("mtable")
    if table is None or all(_width(row) <= MOST for row in table):
        return element
    rows = [part for row in table for part in _parts(row)]
    for row in list(table):
        table.remove(row)
    table.extend(rows)
    return ElementTree.tostring(root, encoding="unicode")


def _parts(row: Element) -> Iterator[Element]:
    """The rows that a row becomes; those below leave the first column empty."""
    head, *cells = row
    if len(cells) != 1 or _width(row) <= MOST:
        yield row
        return
    room = MOST - _width(head)
    if room < MOST / 2:  # what is calculated is itself long, and stands above
        for line in _lines(_flat(head), MOST):
            whole = _cell(cells[0], line)
            whole.set("columnspan", "2")
            yield _row(whole)
        head, room = _cell(head), MOST
    for place, line in enumerate(_lines(_flat(cells[0]), room)):
        yield _row(_cell(head) if place else head, _cell(cells[0], line))


def _row(*cells: Element) -> Element:
    row = Element("mtr")
    row.extend(cells)
    return row


def _cell(like: Element, content: Sequence[Element] = ()) -> Element:
    cell = Element(like.tag, like.attrib)
    cell.extend(content)
    return cell


def _lines(pieces: Sequence[Element], most: float) -> Iterator[list[Element]]:
    """As many terms in a line as fit; a term that no line holds is parted itself."""
    line: list[Element] = []
    further = [Element("mspace", {"width": "2em"}), Element("mrow")]  # behind nothing, a sign would have no room
    for term in _together(pieces, _TERMS):
        for piece in [term] if sum(map(_width, term)) <= most else _together(term, _TERMS | _FACTORS, deep=True):
            if line and sum(map(_width, [*line, *piece])) > most:
                yield line
                line = further.copy()
            line += piece
    yield line


def _together(pieces: Sequence[Element], before: Set[str], deep: bool = False) -> Iterator[list[Element]]:
    """What no line parts: an operation with what stands behind it, and what ends with a semicolon.

    before: the operations with which a line may begin
    deep:   inside brackets, too
    """
    group: list[Element] = []
    has_operand, depth = False, 0
    for piece in pieces:
        sign = (piece.text or "") if piece.tag == "mo" else ""
        fence = _FENCES.get(sign)
        may_part = deep or not depth
        if may_part and has_operand and sign in before:
            yield group
            group = []
        group.append(piece)
        depth += {"prefix": 1, "postfix": -1}.get(fence or "", 0)
        has_operand = piece.tag != "mo" or fence == "postfix"
        if may_part and sign in _BEHIND:
            yield group
            group, has_operand = [], False
    if group:
        yield group


def _flat(cell: Element) -> list[Element]:
    """What stands in a row, without the rows inside; what was a bracket at an end of one is said to be one."""
    flat = []
    for piece in cell:
        if piece.tag == "mrow":
            flat += _flat(piece)
            continue
        if piece.tag == "mo" and piece.text in _FENCES:
            piece.set("form", _FENCES[piece.text])
        flat.append(piece)
    return flat


def _width(element: Element) -> float:
    """How many signs wide an element is, roughly: an operation has room at both sides."""
    parts = [_width(part) for part in element]
    if element.tag == "mfrac":
        return max(parts)
    if element.tag in ("msub", "msup", "msubsup"):
        return parts[0] + _SMALLER * max(parts[1:])
    own = len(element.text or "") if not parts else 0
    room = 1 if element.tag == "mo" and element.text not in _FENCES and element.text not in _BEHIND else 0
    return own + room + sum(parts)

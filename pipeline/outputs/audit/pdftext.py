"""Reads a PDF back: every sign with its place, every link with its areas and the place that it leads to."""

from __future__ import annotations

import ctypes
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pypdfium2
from pypdfium2 import raw

LIFT = 10.0  # points by which Typst sets a destination above what it names
LINE = 14.0  # points below the top of something within which the base of its first line lies
WIDEST = 60.0  # points of the widest sign: a brace or a root
SAME = 0.5  # points by which signs of one line differ in height


@dataclass(frozen=True)
class Sign:
    """One character with its box and the base line that it stands on, in points from the lower left corner."""

    text: str
    left: float
    bottom: float
    right: float
    top: float
    base: float


@dataclass(frozen=True)
class Target:
    """A place in the document: page from 0, distance from the left and lower edge in points."""

    page: int
    x: float
    y: float


@dataclass(frozen=True)
class Link:
    """A link inside the document on one page: its areas as (left, bottom, right, top)."""

    page: int
    areas: tuple[tuple[float, float, float, float], ...]
    target: Target


@dataclass(frozen=True)
class Sheet:
    """One page as it was written."""

    width: float
    signs: tuple[Sign, ...]
    links: tuple[Link, ...]

    def inside(self, areas: tuple[tuple[float, float, float, float], ...]) -> list[Sign]:
        """The signs that stand in one of the areas, in the order in which they were written."""
        found: set[int] = set()
        for area in areas:
            first = bisect_left(self._lefts, (area[0] - WIDEST, 0))
            last = bisect_right(self._lefts, (area[2], len(self.signs)))
            found.update(index for _, index in self._lefts[first:last] if _holds(area, self.signs[index]))
        return [self.signs[index] for index in sorted(found)]

    @cached_property
    def _lefts(self) -> list[tuple[float, int]]:
        """The left edges of the signs in order, to find those near an area without looking at all."""
        return sorted((sign.left, index) for index, sign in enumerate(self.signs))

    def word_at(self, x: float, y: float) -> str:
        """The first word of what a link to this place names."""
        top = y - LIFT
        below = [sign for sign in self.signs if top - LINE < sign.base < top and sign.left > x - 1]
        base = max((sign.base for sign in below), default=0.0)
        line = sorted((sign for sign in below if abs(sign.base - base) < SAME), key=lambda sign: sign.left)
        return next(iter("".join(sign.text for sign in line).split()), "")


def sheets(pdf: bytes) -> list[Sheet]:
    """All pages of a PDF."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [_sheet(document, index) for index in range(len(document))]
    finally:
        document.close()


def _sheet(document: Any, index: int) -> Sheet:
    page = document[index]
    text = page.get_textpage()
    try:
        return Sheet(page.get_width(), tuple(_signs(text)), tuple(_links(document, page, index)))
    finally:
        text.close()
        page.close()


def _signs(text: Any) -> Iterator[Sign]:
    left, right, bottom, top, x, y = (ctypes.c_double() for _ in range(6))
    for index in range(text.count_chars()):
        character = chr(raw.FPDFText_GetUnicode(text.raw, index))
        raw.FPDFText_GetCharBox(text.raw, index, left, right, bottom, top)
        raw.FPDFText_GetCharOrigin(text.raw, index, x, y)
        yield Sign(character, left.value, bottom.value, right.value, top.value, y.value)


def _links(document: Any, page: Any, index: int) -> Iterator[Link]:
    position = ctypes.c_int(0)
    handle = raw.FPDF_LINK()
    while raw.FPDFLink_Enumerate(page.raw, position, handle):
        target = _target(document, handle)
        if target is not None:
            yield Link(index, tuple(_areas(handle)), target)


def _areas(handle: Any) -> Iterator[tuple[float, float, float, float]]:
    """The areas of a link that goes over several lines or parts, else its one rectangle."""
    count = raw.FPDFLink_CountQuadPoints(handle)
    for number in range(count):
        quad = raw.FS_QUADPOINTSF()
        raw.FPDFLink_GetQuadPoints(handle, number, quad)
        across, up = (quad.x1, quad.x2, quad.x3, quad.x4), (quad.y1, quad.y2, quad.y3, quad.y4)
        yield min(across), min(up), max(across), max(up)
    if not count:
        box = raw.FS_RECTF()
        raw.FPDFLink_GetAnnotRect(handle, box)
        yield box.left, box.bottom, box.right, box.top


def _target(document: Any, handle: Any) -> Target | None:
    destination = raw.FPDFLink_GetDest(document.raw, handle)
    if not destination:
        return None
    has_x, has_y, has_zoom = (ctypes.c_int() for _ in range(3))
    x, y, zoom = (ctypes.c_float() for _ in range(3))
    raw.FPDFDest_GetLocationInPage(destination, has_x, has_y, has_zoom, x, y, zoom)
    return Target(raw.FPDFDest_GetDestPageIndex(document.raw, destination), x.value, y.value)


def _holds(area: tuple[float, float, float, float], sign: Sign) -> bool:
    left, bottom, right, top = area
    return left <= (sign.left + sign.right) / 2 <= right and bottom - SAME <= sign.base <= top

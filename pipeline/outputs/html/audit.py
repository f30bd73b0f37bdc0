"""audit, HTML: what was written is read back and held against the page it was made from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from html import unescape

from pipeline.document.page import Page
from pipeline.document.where import occurrences
from pipeline.problems import Code, Problems
from pipeline.quantities.spelling import Context

_NUMBER = re.compile(r'<(?:span|mn|text)\b[^>]* data-number="([^"]*)"[^>]*>([^<]*)<')
_MARK = re.compile(r' data-number="([^"]*)"')
_ID = re.compile(r' id="([^"]*)"')
_LOCAL = re.compile(r' href="#([^"]*)"')
# What the page's security policy forbids, or what would ask another machine for something.
_FORBIDDEN = re.compile(r'<style\b|<script(?![^>]* src="assets/)[^>]*>|<[^>]* (?:style=|on[a-z]+=|src="https?:)[^>]*>')


def audit(text: str, page: Page, figures: Mapping[str, str], problems: Problems) -> None:
    """Report whatever differs between a written page and its source.

    Every number of the tree and of the drawings must stand in the page as often as there, with its
    proven digits; ids must be unique, links into the page must lead somewhere, and nothing may be
    styled, scripted or fetched in a way that the page's own policy forbids.
    """
    for sentence in (*_numbers(text, page, figures), *_links(text), *_forbidden(text)):
        problems.add(Code.AUDIT, f"{page.key}.html: {sentence}")


def _numbers(text: str, page: Page, figures: Mapping[str, str]) -> Iterator[str]:
    known = {number.id: number for number in page.tokens.numbers}
    expected = Counter(page.tokens.number(token).id for token, where in occurrences(page.blocks) if where != "alt")
    for name in page.figures:
        expected.update(_MARK.findall(figures.get(name, "")))
    found: Counter[str] = Counter()
    for name, printed in _NUMBER.findall(text):
        found[name] += 1
        spellings = {known[name].spelled(context) for context in Context} if name in known else set()
        if unescape(printed) not in spellings:
            wanted = " or ".join(sorted(spellings)) or "no number of this page"
            yield f"the number {name} is printed as {printed!r}, it is {wanted}"
    for name in sorted((expected | found).keys()):
        if expected[name] != found[name]:
            yield f"the number {name} stands {found[name]} times in the page, {expected[name]} times in its source"


def _links(text: str) -> Iterator[str]:
    ids = Counter(_ID.findall(text))
    yield from (f"the id {name} is used {count} times" for name, count in ids.items() if count > 1)
    yield from (
        f"a link leads to #{name}, which is nowhere" for name in dict.fromkeys(_LOCAL.findall(text)) if name not in ids
    )


def _forbidden(text: str) -> Iterator[str]:
    yield from (f"the page holds {match[:80]}" for match in dict.fromkeys(_FORBIDDEN.findall(text)))

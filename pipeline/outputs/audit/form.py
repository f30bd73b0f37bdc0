"""The audit of a page's form: ids are unique, links lead somewhere, and nothing comes from elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pipeline.problems import Code, Place, Problems

_ID = re.compile(r' id="([^"]*)"')
_LOCAL = re.compile(r' href="#([^"]*)"')
# What the page's security policy forbids, or what would ask another machine for something; data is no script.
_SCRIPT = r'<script(?! type="application/json")(?![^>]* src="assets/)[^>]*>'
_FORBIDDEN = re.compile(rf'<style\b|{_SCRIPT}|<[^>]* (?:style=|on[a-z]+=|src="https?:)[^>]*>')


def audit_form(text: str, file: str, problems: Problems) -> None:
    """Report ids that are used twice, links into the page that lead nowhere, and what its own policy forbids."""
    for sentence in (*_links(text), *_forbidden(text)):
        problems.add(Code.AUDIT, sentence, Place(file))


def _links(text: str) -> Iterator[str]:
    ids = Counter(_ID.findall(text))
    yield from (f"the id {name} is used {count} times" for name, count in ids.items() if count > 1)
    yield from (
        f"a link leads to #{name}, which is nowhere" for name in dict.fromkeys(_LOCAL.findall(text)) if name not in ids
    )


def _forbidden(text: str) -> Iterator[str]:
    yield from (f"the page holds {match[:80]}" for match in dict.fromkeys(_FORBIDDEN.findall(text)))

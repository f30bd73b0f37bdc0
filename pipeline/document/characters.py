"""read, first part: characters that would change what readers see without anybody seeing them in the source.

Private ones stand for computed numbers until the writers spell them, so that none may be typed; marks of direction
turn digits round; what has no width parts a number word; control characters have no place in a text.  Soft hyphens are
set by the pipeline.  Entities that stand for them are the same.
"""

from __future__ import annotations

import html
import re
import unicodedata

from pipeline.document.sources import Source
from pipeline.problems import Code, Problems

_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ue000-\uf8ff\ufffe\uffff\U000f0000-\U0010ffff]"
)
_ENTITY = re.compile(r"&#?\w+;")


def invisible(text: str) -> re.Match[str] | None:
    """The first character, or entity, that a text must not hold."""
    found = [match for match in _ENTITY.finditer(text) if _INVISIBLE.match(html.unescape(match[0]))]
    return _INVISIBLE.search(text) or next(iter(found), None)


def check_characters(source: Source, problems: Problems) -> None:
    """Report the first such character of a source."""
    found = invisible(source.text)
    if found is not None:
        message = f"an invisible character stands here: {shown(found)}"
        problems.add(Code.BAD_MARKUP, message, source.place(found.start()), "Take it out.")


def shown(found: re.Match[str]) -> str:
    """What a report calls it."""
    if len(found[0]) > 1:
        return found[0]
    return f"U+{ord(found[0]):04X} {unicodedata.name(found[0], '')}".rstrip()

"""Soft hyphens in German words, since browsers hyphenate German too seldom on their own.

Left alone is what is read letter by letter or copied: code, links, headings, formulas, numbers, and
emphasis, in which the article sets words of other languages.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pyphen

SHY = "\N{SOFT HYPHEN}"
SHORTEST = 8  # letters of the shortest word that may be parted
KEPT_TOGETHER = 3  # letters that stay together at either end of a word

_UNTOUCHED = frozenset({"Code", "CodeBlock", "Emph", "Header", "Link", "Math", "RawBlock", "RawInline"})
_VOWEL = re.compile("[aeiouyäöü]", re.IGNORECASE)
_WORD = re.compile(rf"[A-Za-zÄÖÜäöüß]{{{SHORTEST},}}")


def hyphenated(value: Any) -> Any:
    """A copy of blocks or inlines with soft hyphens in their words."""
    if isinstance(value, list):
        return [hyphenated(item) for item in value]
    if not isinstance(value, dict) or value.get("t") in _UNTOUCHED:
        return value
    if value.get("t") == "Str":
        return value | {"c": _WORD.sub(lambda match: _parted(match[0]), value["c"])}
    return {key: hyphenated(item) for key, item in value.items()}


@cache
def _dictionary() -> Any:
    return pyphen.Pyphen(lang="de_DE", left=KEPT_TOGETHER, right=KEPT_TOGETHER)


@cache
def _parted(word: str) -> str:
    """The word with its breaks; a part of one letter or without a vowel joins the part before it."""
    first, *rest = str(_dictionary().inserted(word, SHY)).split(SHY)
    parts = [first]
    for part in rest:
        if len(part) > 1 and _VOWEL.search(part):
            parts.append(part)
        else:
            parts[-1] += part
    return SHY.join(parts)

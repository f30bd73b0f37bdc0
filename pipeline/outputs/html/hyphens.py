"""Soft hyphens in German words, since browsers hyphenate German too seldom on their own.

Left alone is what is read letter by letter or copied: code, links, headings, formulas, numbers; and
what is often no German: emphasis, in which the article sets foreign words, and the list of works.

Pyphen takes half a second to read its German patterns.  So it is given those that new words contain, all
others being of no effect, and parted words are kept.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pipeline.document import ast
from pipeline.document.citing import REFERENCES
from pipeline.storage import read_whole, write_whole

SHY = "\N{SOFT HYPHEN}"
SHORTEST = 8  # letters of the shortest word that may be parted
KEPT_TOGETHER = 3  # letters that stay together at either end of a word

_UNTOUCHED = frozenset({"Code", "CodeBlock", "Emph", "Header", "Link", "Math", "RawBlock", "RawInline"})
_DIGIT = re.compile("[0-9]")
_VOWEL = re.compile("[aeiouyäöü]", re.IGNORECASE)
_WORD = re.compile(rf"[A-Za-zÄÖÜäöüß]{{{SHORTEST},}}")


class Hyphens:
    """Parts words; `kept` is the folder where parted words are kept, None for nowhere."""

    def __init__(self, kept: Path | None = None) -> None:
        self._file = kept / f"hyphens-{version('pyphen')}-{SHORTEST}-{KEPT_TOGETHER}.json" if kept else None
        known = read_whole(self._file) if self._file else None
        self._words: dict[str, str] = json.loads(known) if known else {}
        self._before = len(self._words)

    def inserted(self, value: Any) -> Any:
        """A copy of blocks or inlines with soft hyphens in their words."""
        self._learn({word for text in _texts(value) for word in _WORD.findall(text)})
        return self._inserted(value)

    def parted(self, word: str) -> str:
        """A word with soft hyphens."""
        self._learn({word})
        return self._words[word]

    def keep(self) -> None:
        """Write new words to the folder."""
        if self._file is not None and len(self._words) > self._before:
            write_whole(self._file, json.dumps(dict(sorted(self._words.items())), ensure_ascii=False))

    def _learn(self, words: set[str]) -> None:
        """Part the words that are new."""
        new = words - self._words.keys()
        if new:
            patterns = _patterns(new)
            self._words |= {word: _parted(word, patterns) for word in new}

    def _inserted(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._inserted(item) for item in value]
        if not isinstance(value, dict) or _is_untouched(value):
            return value
        if value.get("t") == "Str":
            return value | {"c": _WORD.sub(lambda match: self._words[match[0]], value["c"])}
        return {key: self._inserted(item) for key, item in value.items()}


def _is_untouched(node: dict[str, Any]) -> bool:
    return node.get("t") in _UNTOUCHED or (node.get("t") == "Div" and ast.identifier(node) == REFERENCES)


def _texts(value: Any) -> Iterator[str]:
    """All texts in which words may be parted."""
    if isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict) and not _is_untouched(value):
        if value.get("t") == "Str":
            yield value["c"]
        else:
            yield from _texts(list(value.values()))


def _patterns(words: Iterable[str]) -> Any:
    """Pyphen with those of its German patterns that stand in some words."""
    import pyphen

    known = pyphen.LANGUAGES["de_DE"]
    encoding = known.read_bytes().partition(b"\n")[0].decode().strip()
    lines = known.read_text(encoding).splitlines()[1:]
    patterns = [line for line in lines if line and not line.startswith(pyphen.ignored)]
    letters = _DIGIT.sub("", "\n".join(patterns)).split("\n")
    longest = max(map(len, letters))
    marked = [f".{word.lower()}." for word in words]
    inside = {word[begin:end] for word in marked for begin in range(len(word)) for end in _ends(word, begin, longest)}
    chosen = [pattern for pattern, inner in zip(patterns, letters, strict=True) if inner in inside]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "hyph_de_DE.dic"
        file.write_text("\n".join([encoding, *(chosen or patterns[:1])]), encoding)  # none at all is no dictionary
        return pyphen.Pyphen(filename=file, left=KEPT_TOGETHER, right=KEPT_TOGETHER, cache=False)


def _ends(word: str, begin: int, longest: int) -> range:
    return range(begin + 1, min(begin + longest, len(word)) + 1)


def _parted(word: str, patterns: Any) -> str:
    """Part by pyphen's patterns; a part of one letter or without a vowel joins the part before it."""
    first, *rest = patterns.inserted(word, SHY).split(SHY)
    parts = [first]
    for part in rest:
        if len(part) > 1 and _VOWEL.search(part):
            parts.append(part)
        else:
            parts[-1] += part
    return SHY.join(parts)

"""Soft hyphens in German words, since browsers hyphenate German too seldom on their own.

Left alone is what is read letter by letter or copied: code, links, headings, formulas, numbers; and
what is often no German: emphasis, in which the article sets foreign words, and the list of works.

The patterns take half a second to read, so parted words are kept: only a build with a new word
reads them.
"""

from __future__ import annotations

import json
import re
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
_VOWEL = re.compile("[aeiouyäöü]", re.IGNORECASE)
_WORD = re.compile(rf"[A-Za-zÄÖÜäöüß]{{{SHORTEST},}}")


class Hyphens:
    """Parts words; `kept` is the folder where parted words are kept, None for nowhere."""

    def __init__(self, kept: Path | None = None) -> None:
        self._file = kept / f"hyphens-{version('pyphen')}-{SHORTEST}-{KEPT_TOGETHER}.json" if kept else None
        known = read_whole(self._file) if self._file else None
        self._words: dict[str, str] = json.loads(known) if known else {}
        self._before = len(self._words)
        self._patterns: Any = None

    def inserted(self, value: Any) -> Any:
        """A copy of blocks or inlines with soft hyphens in their words."""
        if isinstance(value, list):
            return [self.inserted(item) for item in value]
        if not isinstance(value, dict) or value.get("t") in _UNTOUCHED:
            return value
        if value.get("t") == "Div" and ast.identifier(value) == REFERENCES:
            return value
        if value.get("t") == "Str":
            return value | {"c": _WORD.sub(lambda match: self.parted(match[0]), value["c"])}
        return {key: self.inserted(item) for key, item in value.items()}

    def parted(self, word: str) -> str:
        """A word with soft hyphens."""
        if word not in self._words:
            self._words[word] = self._part(word)
        return self._words[word]

    def keep(self) -> None:
        """Write new words to the folder."""
        if self._file is not None and len(self._words) > self._before:
            write_whole(self._file, json.dumps(dict(sorted(self._words.items())), ensure_ascii=False))

    def _part(self, word: str) -> str:
        """Part by pyphen's patterns; a part of one letter or without a vowel joins the part before it."""
        if self._patterns is None:
            import pyphen

            self._patterns = pyphen.Pyphen(lang="de_DE", left=KEPT_TOGETHER, right=KEPT_TOGETHER)
        first, *rest = self._patterns.inserted(word, SHY).split(SHY)
        parts = [first]
        for part in rest:
            if len(part) > 1 and _VOWEL.search(part):
                parts.append(part)
            else:
                parts[-1] += part
        return SHY.join(parts)

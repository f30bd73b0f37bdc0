"""What can be counted in a page's own text: minutes of reading, sections, equations, figures, tables."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pipeline.quantities.sheet import Given

_COUNTED = {
    "section": (re.compile(r"^# |^\\section\*?\{", re.M), "Abschnitte dieser Seite."),
    "equation": (re.compile(r"\{#eq:|\\label\{eq:"), "Nummerierte Gleichungen dieser Seite."),
    "figure": (re.compile(r"\{#fig:|\\label\{fig:"), "Abbildungen dieser Seite."),
    "table": (re.compile(r"\{#tbl:|\\label\{tbl:"), "Tabellen dieser Seite."),
}
_NO_PROSE = re.compile(r"\[[%#].*?[%#]\]|\$\$.*?\$\$|\{[^{}]*\}|^:::[^\n]*$|```.*?```", re.M | re.S)
_WORD = re.compile(r"\[=.*?=\]|\$[^$]+\$|[^\W\d_]+", re.S)
SPEED = "words.reading_speed"  # how many words a minute of study takes; stands in words.yaml


def counts(texts: Mapping[str, str], givens: Mapping[str, Given]) -> dict[str, Given]:
    """The counts of a page's texts as givens: `count.figure`, `count.minutes`, …"""
    text, source = "\n".join(texts.values()), f"{next(iter(texts), '')}:1"
    found = {name: len(pattern.findall(text)) for name, (pattern, _) in _COUNTED.items()}
    meanings = {name: meaning for name, (_, meaning) in _COUNTED.items()}
    if SPEED in givens:
        words = len(_WORD.findall(_NO_PROSE.sub(" ", text)))
        found["minutes"] = max(1, round(words / float(givens[SPEED].decimals)))
        meanings["minutes"] = "Lesezeit in Minuten: Wörter und Formeln dieser Seite durch das Lesetempo."
    return {
        f"count.{name}": Given(f"count.{name}", str(number), "count", source, (), meanings[name])
        for name, number in found.items()
    }

"""Words that decide what counts as a number: names with digits, nouns that the article counts, fixed phrases.

They stand in content/glossary.yaml:

    names:   [GPT-2, T5]              proper names whose digits are no numbers
    counted: [Token, Kopf, Matrix]    nouns before which a number word counts, also at the end of compounds;
                                      irregular forms follow ("Schema Schemata")
    phrases: [zu zweit, eins zu eins] number words that count nothing
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pipeline.problems import Code, Place, Problems
from pipeline.quantities.value import nearest_of

FILE = "content/glossary.yaml"
_FIELDS = ("names", "counted", "phrases")

# Endings of German nouns; the forms that a noun does not have match nothing.
_ENDINGS = ("", "e", "en", "n", "s", "es", "er", "ern", "ns")
_UMLAUTS = {"au": "äu", "a": "ä", "o": "ö", "u": "ü"}
_LAST_VOWEL = re.compile(r"(au|[aou])([^aeiouäöü]*)$")


@dataclass(frozen=True)
class Lexicon:
    """The three lists, as written."""

    names: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()

    @cached_property
    def name_pattern(self) -> re.Pattern[str]:
        """Finds the names as whole words, longest first; a hyphen may follow ("GPT-2-Modelle")."""
        return _any_of(self.names, re.NOFLAG)

    @cached_property
    def phrase_pattern(self) -> re.Pattern[str]:
        """Finds the phrases as whole words in any case."""
        return _any_of(self.phrases, re.IGNORECASE)

    @cached_property
    def _forms(self) -> tuple[str, ...]:
        return tuple(form for noun in self.counted for word in noun.split() for form in forms(word))

    def counts(self, noun: str) -> bool:
        """Whether the article counts this noun, alone or as the end of a compound ("Encoder-Schichten")."""
        return noun.lower().endswith(self._forms)


def forms(noun: str) -> set[str]:
    """All forms that a German noun may take, in lower case: Kopf → kopf, köpfe, köpfen …, Matrix → matrizen."""
    stem = noun.lower()
    if stem.endswith("ix"):
        return {stem, stem[:-1] + "zen"}
    raised = _LAST_VOWEL.sub(lambda match: _UMLAUTS[match[1]] + match[2], stem)
    return {base + ending for base in (stem, raised) for ending in _ENDINGS}


def lexicon(content: Any, problems: Problems) -> Lexicon:
    """The lexicon of the data of glossary.yaml; a list of another kind is a problem."""
    data = content if isinstance(content, dict) else {}
    for field in data:
        if field not in _FIELDS:
            problems.add(Code.BAD_SITE, f"there is no list {field!r} here", Place(FILE), nearest_of(field, _FIELDS))
    names, counted, phrases = (_texts(name, data.get(name) or [], problems) for name in _FIELDS)
    return Lexicon(names, counted, phrases)


def _texts(name: str, value: Any, problems: Problems) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    problems.add(Code.BAD_SITE, f"{name!r} must be a list of texts", Place(FILE))
    return ()


def _any_of(texts: Iterable[str], flags: re.RegexFlag) -> re.Pattern[str]:
    ordered = sorted(texts, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, ordered)) or '(?!)'})(?!\w)", flags)

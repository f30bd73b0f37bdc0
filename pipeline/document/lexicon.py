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

from pipeline.load.data import Data
from pipeline.problems import Code, Problems
from pipeline.quantities.value import nearest_of

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


def lexicon(data: Data, problems: Problems) -> Lexicon:
    """The lexicon of glossary.yaml; a list of another kind is a problem."""
    for field in data.content:
        if field not in _FIELDS:
            message = f"there is no list {field!r} here"
            problems.add(Code.BAD_SITE, message, data.place(field), nearest_of(field, _FIELDS))
    names, counted, phrases = (_texts(data, name, problems) for name in _FIELDS)
    return Lexicon(names, counted, phrases)


def _texts(data: Data, name: str, problems: Problems) -> tuple[str, ...]:
    """A list of texts, empty if it is not there or has no entries."""
    value = data.content.get(name) or []
    if not isinstance(value, list):
        problems.add(Code.BAD_SITE, f"{name!r} must be a list of texts", data.place(name))
        return ()
    for at, item in enumerate(value):
        if not isinstance(item, str):
            problems.add(Code.BAD_SITE, f"in {name!r} stands something that is no text", data.place(name, at))
    return tuple(item for item in value if isinstance(item, str))


def _any_of(texts: Iterable[str], flags: re.RegexFlag) -> re.Pattern[str]:
    ordered = sorted(texts, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, ordered)) or '(?!)'})(?!\w)", flags)

"""German number words that count something: what is one, and when it counts.

`zwei` to `zwölf` count before a noun of the lexicon, before a unit, or without any noun ("drei der
vier", "alle vier").  Larger ones, parts (halb, Drittel), multiples (dreimal, doppelt so) and amounts
(Dutzend, Millionen) always do.  Not numbers here: ein/eine (mostly the article), eins and null (the
constants that may stand alone), ordinals, beide, and compounds such as zweidimensional.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.document import german
from pipeline.document.lexicon import Lexicon

_UNITS = {"zwei": 2, "zwo": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9}
_TEENS = {
    "zehn": 10,
    "elf": 11,
    "zwölf": 12,
    "dreizehn": 13,
    "vierzehn": 14,
    "fünfzehn": 15,
    "sechzehn": 16,
    "siebzehn": 17,
    "achtzehn": 18,
    "neunzehn": 19,
}
_TENS = {
    "zwanzig": 20,
    "dreißig": 30,
    "vierzig": 40,
    "fünfzig": 50,
    "sechzig": 60,
    "siebzig": 70,
    "achtzig": 80,
    "neunzig": 90,
}
SMALL = 12  # up to here a number word may be mere rhetoric; above it always counts

_unit, _teen, _ten = "|".join(_UNITS), "|".join(_TEENS), "|".join(_TENS)
_CARDINAL = re.compile(
    rf"(?:(?P<thousands>ein|{_unit}|{_teen}|{_ten})?(?P<thousand>tausend))?"
    rf"(?:(?P<hundreds>ein|{_unit}|{_teen})?(?P<hundred>hundert))?(?:und)?"
    rf"(?:(?:(?P<ones>ein|{_unit})und)?(?P<tens>{_ten})|(?P<teens>{_teen})|(?P<unit>{_unit})(?:er|en)?)?"
)
_MULTIPLE = re.compile(
    rf"(?:(?:\w*(?:{_unit}|{_teen}|{_ten}|hundert|tausend))(?:mal|fach(?:e[nrsm]?)?)"
    r"|anderthalb\w*|\w+einhalb(?:mal)?|halb(?:e[nrsm]?)?|halbier\w*|halbierung\w*"
    r"|ver(?:doppel|zwei|drei|vier|fünf|sechs|acht|zehn|hundert|tausend)(?:fach)?(?:[lt]\w*|ung\w*)"
    r"|hälften?|drittel[ns]?|achtel[ns]?|zehntel[ns]?|\w*(?:hundert|tausend)stel[ns]?"
    r"|(?:fünf|sechs|sieb|neun)tel[ns]?"
    r"|dutzend(?:e[nr]?)?|\w*(?:hundert|tausend)e[nr]?|millionen|million|milliarden?|billionen|billion|mio|mrd|tsd"
    r"|zwiefach)"
)
_DOUBLE = re.compile(r"doppelte?[nrsm]?")
_QUARTER = re.compile(r"viertel[ns]?")
_SIDES = re.compile(r"(?:link|recht|ober|unter|vorder|hinter|erst|zweit|ander|letzt|beid)e[nrsm]?")
_MAGNITUDE = re.compile(
    r"\w*(?:größe|länge|breite|höhe|zahl|menge|anzahl|dauer|zeit|kosten|aufwand|wert|gewicht|abstand|fläche)e?[ns]?"
)
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*|[\ufffc\ufff9\U000f0001-\U000ffffd](?:-[^\W\d_]+)*|[^\w\s]")
_ENDS = ".;!?"


@dataclass(frozen=True)
class Found:
    """A number word that counts: where it stands, what it says (0 where that is no integer), and why it counts."""

    start: int
    end: int
    word: str
    value: int
    kind: str  # "count", "multiple" or "enumeration"
    length: int = 0  # of the enumeration that it contradicts


@dataclass(frozen=True)
class _Word:
    text: str
    start: int

    @property
    def lower(self) -> str:
        return self.text.lower()

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_noun(self) -> bool:
        return self.text[:1].isupper() or self.text[:1] in "\ufffc\ufff9"


def cardinal(word: str) -> int | None:
    """The value of a German cardinal from two up, also inflected ("zweier", "dreien"); None for any other word."""
    match = _CARDINAL.fullmatch(word.lower())
    if match is None or not any(match.groups()):
        return None
    parts = match.groupdict()
    values = _UNITS | _TEENS | _TENS | {"ein": 1}
    total = values.get(parts["thousands"] or "", 1) * 1000 if parts["thousand"] else 0
    total += values.get(parts["hundreds"] or "", 1) * 100 if parts["hundred"] else 0
    return total + sum(values.get(parts[name] or "", 0) for name in ("ones", "tens", "teens", "unit"))


def counting(text: str, lexicon: Lexicon, list_length: int | None = None) -> Iterator[Found]:
    """All number words of a run that count; `list_length` is the length of a list that follows its last colon."""
    for pattern in (lexicon.phrase_pattern, german.PHRASES):
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    words = [_Word(match[0], match.start()) for match in _WORD.finditer(text)]
    for index, word in enumerate(words):
        value = cardinal(word.lower) or _of_compound(word.lower)
        if value is None:
            if _is_multiple(words, index):
                yield Found(word.start, word.end, word.text, _factor(word.lower), "multiple")
            continue
        items = _enumerated(words, index, list_length)
        if items is not None:
            if items != value:
                yield Found(word.start, word.end, word.text, value, "enumeration", items)
        elif _counts(words, index, value, lexicon):
            yield Found(word.start, word.end, word.text, value, "count")


def _of_compound(word: str) -> int | None:
    """“drei-mal-drei-Matrix” counts by its first part."""
    first, _, rest = word.partition("-")
    return cardinal(first) if rest.startswith("mal-") else None


def _factor(word: str) -> int:
    """What “dreimal” and “vierfach” multiply by; 0 where it is no integer (“halb”)."""
    match = re.fullmatch(r"(.+?)(?:mal|fach\w*)", word)
    return (cardinal(match[1]) or 0) if match else 0


def _at(words: list[_Word], index: int) -> _Word:
    return words[index] if 0 <= index < len(words) else _Word("", -1)


def _is_multiple(words: list[_Word], index: int) -> bool:
    word, before, after = words[index].lower, _at(words, index - 1), _at(words, index + 1)
    if _DOUBLE.fullmatch(word):
        noun = after.is_noun and _MAGNITUDE.fullmatch(after.lower) is not None
        return (
            after.lower in ("so", "mehr")
            or noun
            or (words[index].text[:1] == "D" and before.lower in german.NEUTER_ARTICLES)
        )
    if _QUARTER.fullmatch(word):
        return before.lower in ("ein", "eines", "einem") or cardinal(before.lower) is not None
    if word.startswith("hälfte") and _SIDES.fullmatch(before.lower):
        return False
    return _MULTIPLE.fullmatch(word) is not None


def _noun_index(words: list[_Word], index: int) -> int | None:
    """The index of the noun that a number word stands before, over adjectives ("vier gewichtete Vektoren")."""
    for at in range(index + 1, min(index + 5, len(words))):
        word = words[at]
        if word.is_noun:
            return at
        if word.lower in german.NOT_BETWEEN or not (word.text[0].isalpha() or word.text in "„‚(-"):
            return None
    return None


def _counts(words: list[_Word], index: int, value: int, lexicon: Lexicon) -> bool:
    word, after = words[index], _at(words, index + 1)
    if value > SMALL or "-mal-" in word.lower or after.lower in german.MEASURES:
        return True
    if after.lower in ("bis", "oder", "und") and cardinal(_at(words, index + 2).lower):
        return _counts(words, index + 2, value, lexicon)
    if after.lower == "," and cardinal(_at(words, index + 2).lower):
        return _counts(words, index + 2, value, lexicon)
    noun = _noun_index(words, index)
    if noun is None:
        return True
    return lexicon.counts(words[noun].text) or words[noun].lower in german.MEASURES or after.lower in german.CALCULATED


def _enumerated(words: list[_Word], index: int, list_length: int | None) -> int | None:
    """The length of the enumeration that a number word announces, or None if there is none to be counted.

    “zwei Achsen: Nahrung und Finanzen”, “den zwei Achsen Nahrung und Finanzen”, or a colon before a list.
    """
    noun = _noun_index(words, index)
    if noun is None:
        return None
    for at in range(noun + 1, len(words)):
        if words[at].text == ":":
            rest = words[at + 1 :]
            return list_length if not rest else _items(rest)
        if words[at].text in _ENDS:
            break
        if cardinal(words[at].lower) is not None:
            return None
    following = words[noun + 1 :]
    return _items(following) if following and following[0].is_noun else None


def _items(words: list[_Word]) -> int | None:
    """How many items a sentence lists, if it is a plain list: short items, commas, and one “und” or “oder”."""
    items, length, joined = 1, 0, False
    for position, word in enumerate(words):
        if word.text in _ENDS or (joined and not word.is_noun and length):
            break
        if word.text == "," or word.lower in ("und", "oder", "sowie"):
            joined = joined or word.text != ","
            items += 1 if length else 0
            length = 0
        elif word.text[0].isalpha() or word.is_noun:
            length += 1
            if length > 3 or (position and not word.is_noun and word.lower in german.VERBS):
                return None
    return items if joined and length else None

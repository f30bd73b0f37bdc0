"""Every number that a text prints: digits with sign and percent sign, superscripts, Roman and German ones.

`python -m tests.content.numerals KEY=FILE …` compares the texts of the four source documents with
content/nachgerechnet/printed.yaml.  The texts are not part of this project; test_printed.py pins what it found.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml

from pipeline.document import number_words
from pipeline.document.lexicon import Lexicon

ROOT = Path(__file__).parents[2]
DATA = ROOT / "content" / "nachgerechnet" / "printed.yaml"

LINE_NUMBER = re.compile(r"\d{1,2}")  # alone on its line: the numbering of a listing, which says nothing
_SIGN = r"(?:(?<![\w)\]}])[-\N{MINUS SIGN}])?"
_GLUED = r"\d\.\d{3}(?=\d\.\d\d(?!\d))"  # "0.8200.90": a result and the next line's first factor
_NUMERAL = re.compile(rf"{_SIGN}(?:{_GLUED}|\d+(?:[.,]\d+)*)(?: ?%)?|[\u00b2\u00b3\u00b9\u2070-\u2079]")
_PAIR = re.compile(r"\[(\d+),(\d+)\]")  # a vector of two integers, no decimal
_ROMAN = re.compile(r"(?<=Teil )[IVX]+\b|(?<=von )[IVX]+(?=weiter)")
_WORD = re.compile(r"[^\W\d_]+")
_VERBS = ("achten",)  # no number, though spelled like one


def numerals(text: str) -> Iterator[tuple[int, str]]:
    """(line, spelling) of every number, in reading order."""
    for number, line in enumerate(text.splitlines(), 1):
        if not LINE_NUMBER.fullmatch(line.strip()):
            yield from ((number, spelling) for _, spelling in sorted(set(_in_line(line))))


def _in_line(line: str) -> Iterator[tuple[int, str]]:
    line = _PAIR.sub(r"[\1;\2]", line.replace("{,}", ","))
    for pattern in (_NUMERAL, _ROMAN):
        yield from ((match.start(), match[0]) for match in pattern.finditer(line))
    for match in _WORD.finditer(line):
        if number_words.cardinal(match[0]) and match[0] not in _VERBS:
            yield match.start(), match[0]
    for found in number_words.counting(line, Lexicon()):
        if found.kind == "multiple":
            yield found.start, found.word


def recorded(work: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """(line, spelling) of every number of a work in the data file."""
    for line, entry in work.items():
        yield from ((int(line), number[0]) for number in entry["numbers"])


def digest(found: Iterable[tuple[int, str]]) -> str:
    """A short address for a list of numbers."""
    return hashlib.sha256("\n".join(f"{line}:{spelling}" for line, spelling in found).encode()).hexdigest()[:16]


def main(arguments: list[str]) -> int:
    """Print what stands in a text and not in the data, and the reverse; 1 if there is any difference."""
    data = yaml.load(DATA.read_text("utf-8"), Loader=yaml.BaseLoader)
    different = False
    for argument in arguments:
        key, _, file = argument.partition("=")
        found = list(numerals(Path(file).read_text("utf-8")))
        kept = list(recorded(data[key]["lines"]))
        print(f"{key}: {len(found)} numbers in the text, {len(kept)} recorded, {digest(found)}")
        for place in sorted(set(found) - set(kept)):
            print("  line {}: {} is not recorded".format(*place))
        for place in sorted(set(kept) - set(found)):
            print("  line {}: {} is not in the text".format(*place))
        different |= found != kept
    return int(different)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

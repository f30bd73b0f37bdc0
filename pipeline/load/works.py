"""The works of the bibliography: their keys, which facts name as sources, and the years that text may print."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.problems import Code, Place, Problems
from pipeline.quantities.sheet import Given
from pipeline.quantities.value import nearest_of

FILE = "content/literature.bib"

_WORK = re.compile(r"^@\w+\{(?P<key>[^,\s]+),(?P<fields>.*?)^\}", re.M | re.S)
_YEAR = re.compile(r"^\s*year\s*=\s*[{\"]?(?P<year>\d{4})", re.M)


@dataclass(frozen=True)
class Work:
    """One entry of the bibliography; `year` is "" where it has none."""

    key: str
    year: str
    place: Place


def read_works(root: Path) -> dict[str, Work]:
    """All works by their keys."""
    path = root / FILE
    text = path.read_text("utf-8", errors="replace") if path.is_file() else ""  # load/site.py reports what is no UTF-8
    found = {}
    for entry in _WORK.finditer(text):
        year = _YEAR.search(entry["fields"])
        place = Place(FILE, text.count("\n", 0, entry.start()) + 1)
        found[entry["key"]] = Work(entry["key"], year["year"] if year else "", place)
    return found


def years(works: Iterable[Work]) -> dict[str, Given]:
    """When each work appeared, as text may print it: `works.vaswani2017.year`."""
    meaning = "Jahr, in dem die Arbeit erschienen ist."
    return {
        f"works.{work.key}.year": Given(
            f"works.{work.key}.year", work.year, "fact", work.key, meaning=meaning, place=work.place
        )
        for work in works
        if work.year
    }


def check_sources(givens: Iterable[Given], works: Mapping[str, Work], problems: Problems) -> None:
    """A fact names a work that the bibliography has (one that names none is reported where it is read)."""
    for given in givens:
        named = given.kind == "fact" and given.source != f"{given.place.file}:{given.place.line}"
        if named and given.source not in works:
            message = f"{given.name} names the work {given.source!r}, which is not in the bibliography"
            problems.add(Code.UNKNOWN_CITATION, message, given.place, nearest_of(given.source, tuple(works)))

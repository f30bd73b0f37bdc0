"""Numbers that other documents print: content/<page>/printed.yaml.

    forler2026:                      a key of the bibliography
      title: "Forler"                how the page calls the document
      lines:
        126:                         the line of its text
          where: "Gewichte"          what stands there, in words
          numbers:                   in reading order
            - ["0,401", 'forler_weights["apple","apple"]']
            - ["9.29", output, {steps: output_from_printed}]
            - ["1", structure]       a class of the axis `printed_class`: nothing to recompute
            - ["zwölf", statements, {value: "12", instead: [statements_without_output]}]

Each number becomes a given `printed.forler2026["126-1"]`, and each document a label of the axis `printed_work`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pipeline.load.data import DECIMAL, Data, read_yaml
from pipeline.load.given import Example, counts_of
from pipeline.problems import Code, Problems
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.quoted import Quoted
from pipeline.quantities.sheet import Given

CLASSES, WORKS = "printed_class", "printed_work"
_OPTIONS = frozenset(("value", "steps", "instead"))
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")  # 3,555.56
_UNIT = re.compile(r"\s*%$")


def read_quoted(root: Path, file: str, example: Example, problems: Problems) -> tuple[Example, tuple[Quoted, ...]]:
    """The numbers of a page's printed.yaml, and the example with them among its givens; nothing without the file."""
    data = read_yaml(root, file, problems, required=False)
    if not data.content:
        return example, ()
    works = data.content if isinstance(data.content, dict) else {}
    labels = tuple(Label(key, str(work.get("title", key))) for key, work in works.items() if isinstance(work, dict))
    axes = {**example.axes, WORKS: Axis(WORKS, labels, f"{data.file}:1")}
    found = tuple(quoted for key in works for quoted in _work(data, key, axes, problems))
    givens = {**example.givens, **counts_of(axes[WORKS]), **{quoted.given.name: quoted.given for quoted in found}}
    return replace(example, axes=axes, givens=givens), found


def _work(data: Data, key: str, axes: dict[str, Axis], problems: Problems) -> Iterator[Quoted]:
    lines = data.content[key].get("lines") if isinstance(data.content[key], dict) else None
    if not isinstance(lines, dict):
        problems.add(Code.BAD_SITE, f"{key} has no `lines`", data.place(key))
        return
    classes = axes[CLASSES].ids if CLASSES in axes else ()
    for line, entry in lines.items():
        numbers = entry.get("numbers") if isinstance(entry, dict) else None
        if not isinstance(numbers, list):
            problems.add(
                Code.BAD_SITE, f"line {line} of {key} has no list of `numbers`", data.place(key, "lines", line)
            )
            continue
        for index, number in enumerate(numbers):
            path = (key, "lines", line, "numbers", index)
            quoted = _number(data, path, number, str(entry.get("where", "")), classes, problems)
            if quoted:
                yield quoted


def _number(
    data: Data, path: tuple[str | int, ...], number: Any, where: str, classes: tuple[str, ...], problems: Problems
) -> Quoted | None:
    key, _, line, _, index = path
    place = data.place(*path)
    options = number[2] if isinstance(number, list) and len(number) == 3 else {}
    if not isinstance(number, list) or len(number) < 2 or not isinstance(options, dict) or set(options) - _OPTIONS:
        wanted = "[spelling, class or quantity, {value:, steps:, instead:}]"
        problems.add(Code.BAD_SITE, f"this is no printed number: {number!r}", place, f"Write {wanted}.")
        return None
    spelling, purpose = number[0], number[1]
    decimals = options.get("value", value(spelling))
    if not DECIMAL.fullmatch(decimals):
        problems.add(Code.BAD_NUMBER, f"{spelling!r} has no plain value", place, 'Give it {value: "12"}.')
        return None
    name = f"printed.{key}.{line}-{int(index) + 1}"
    given = Given(
        name=name,
        decimals=decimals,
        kind="printed",
        source=str(key),
        meaning=f"Gedruckt in der Vorlage, Zeile {line}{f': {where}' if where else ''}.",
        place=place,
        where=f"Zeile {line}",
        spelling=spelling,
    )
    done = {"kind": purpose} if purpose in classes else {"expression": purpose}
    return Quoted(
        given, str(key), where, **done, steps=options.get("steps", ""), instead=tuple(options.get("instead", ()))
    )


def value(spelling: str) -> str:
    """The decimal that digits spell, with point or comma, grouped or not; of a percentage the share.

    >>> value("2,980.96"), value("−0,416"), value("40 %")
    ('2980.96', '-0.416', '0.40')
    """
    digits = _UNIT.sub("", spelling).replace("\N{MINUS SIGN}", "-")
    digits = digits.replace(",", "") if _GROUPED.fullmatch(digits) and "." in digits else digits.replace(",", ".")
    if not spelling.endswith("%") or not DECIMAL.fullmatch(digits):
        return digits
    whole, _, rest = digits.partition(".")
    shifted = whole.rjust(3, "0")
    return f"{shifted[:-2]}.{shifted[-2:]}{rest}"

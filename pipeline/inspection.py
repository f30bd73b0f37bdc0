"""Questions to a site: where does a number stand, what can be printed, what should be written instead."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from pipeline.arithmetic import enclosure, exact_decimal
from pipeline.build import Build, Built, Cache
from pipeline.problems import Place, Problem
from pipeline.quantities.code import lines
from pipeline.quantities.ledger import Printed
from pipeline.quantities.spelling import Context, Style, spell
from pipeline.quantities.tokens import Number
from pipeline.quantities.value import Value

ENTRIES_SHOWN = 6
UNBROKEN = 1000  # columns


# -- explain


@dataclass(frozen=True)
class _Explained:
    """A number with all places of one page where it stands."""

    page: Built
    number: Number
    places: tuple[Printed, ...]


def explain(root: Path, printed: str) -> int:
    """Print every place of a number, its quantity, meaning, enclosure and source lines; 1 if it stands nowhere."""
    console = _console()
    found = [each for page in _pages(root, console) for each in _standing(page, printed)]
    for each in found:
        console.print("\n".join([*_lines(each, root), ""]), markup=False)
    if not found:
        console.print(f"{printed} stands nowhere. `python -m pipeline numbers` lists what can be printed.")
    return 0 if found else 1


def _standing(page: Built, printed: str) -> Iterator[_Explained]:
    places: dict[str, list[Printed]] = {}
    for item in page.printed:
        if _says(item.number, printed):
            places.setdefault(item.number.id, []).append(item)
    yield from (_Explained(page, items[0].number, tuple(items)) for items in places.values())


def _says(number: Number, printed: str) -> bool:
    """Whether a number is printed like this: in prose, in code ("0.191"), or as a word."""
    if printed.rstrip().endswith("%") and number.style is not Style.PERCENT:
        return False
    spellings = (number.digits, number.spelled(Context.PROSE))
    return _plain(printed) in [_plain(spelling) for spelling in spellings]


def _plain(printed: str) -> str:
    return re.sub(r"[\s%]", "", printed).replace("\N{MINUS SIGN}", "-").replace(",", ".")


def _lines(explained: _Explained, root: Path) -> Iterator[str]:
    page, number = explained.page, explained.number
    yield f"{number.spelled(Context.PROSE)}  {number.expression} | {number.format}"
    yield f"  {number.meaning}"
    bounds = enclosure(number.entry)
    if bounds.exact:
        yield f"  = {bounds.lower} ({bounds.proof})"
    else:
        yield f"  between {bounds.lower}"
        yield f"      and {bounds.upper} ({bounds.proof})"
    given = page.quantities.givens.get(number.quantity)
    if given is not None:
        yield f"  given    {given.source}"
    for call in page.workings.of(number).calls:
        yield f"  computed {call}  {_source_line(root, call)}"
    for item in explained.places:
        yield f"  {item.where:8} {item.place}"


def _source_line(root: Path, call: str) -> str:
    """What stands at "file:line"."""
    file, _, line = call.rpartition(":")
    try:
        return lines(root, file)[int(line) - 1].strip()
    except (OSError, ValueError, IndexError):
        return ""


# -- numbers


def numbers(root: Path, pattern: str) -> int:
    """Print all quantities whose name or meaning matches, with shape, labels and values; 1 if there are none."""
    console = _console()
    table = Table("quantity", "shape", "labels", "values", "meaning", box=None, header_style="bold")
    shown: dict[tuple[str, Place], Value] = {}  # what several pages share is listed once
    for page in _pages(root, console):
        for value in page.quantities.values.values():
            if re.search(pattern, f"{value.quantity} {value.meaning}", re.I):
                shown.setdefault((value.quantity, value.source), value)
    for value in shown.values():
        shape = " × ".join(str(size) for size in np.shape(value.array)) or "1"
        labels = "; ".join(f"{axis.name or '1…'}: {' '.join(axis.ids)}" for axis in value.axes)
        table.add_row(value.expression, shape, labels, _values(value), value.meaning.split(".")[0])
    console.print(table)
    console.print(f"{len(shown)} {'quantity' if len(shown) == 1 else 'quantities'}")
    return 0 if shown else 1


def _values(value: Value) -> str:
    scalars = list(value.scalars())
    shown = [_short(scalar) for scalar in scalars[:ENTRIES_SHOWN]]
    return "  ".join(shown) + (" …" if len(scalars) > ENTRIES_SHOWN else "")


def _short(scalar: Value) -> str:
    finite = exact_decimal(scalar.entry)
    digits = finite if finite is not None and len(finite) < 8 else f"{float(scalar):.4g}"
    return spell(digits, Style.DECIMAL, Context.PROSE) if re.fullmatch(r"-?[\d.]+", digits) else digits


# -- fix


def fix(root: Path, file: str) -> int:
    """Replace each typed number of a file that can only be one quantity, and say what was left; 1 if anything was."""
    console = _console()
    path = root / file
    if not path.is_file():
        console.print(f"{file} does not exist below {root}.", markup=False)
        return 1
    build = Build(root, Cache(root / "build" / "cache"))
    build.pages()
    typed = [problem for problem in build.problems if problem.written and problem.place.file == file]
    lines = path.read_text("utf-8").splitlines(keepends=True)
    left = [problem for problem in reversed(typed) if not _replaced(lines, problem)]
    if len(left) < len(typed):
        path.write_text("".join(lines), "utf-8", newline="")
    for problem in reversed(left):
        console.print(str(problem), markup=False)
    console.print(f"{file}: {len(typed) - len(left)} of {len(typed)} typed numbers replaced", markup=False)
    return 1 if left else 0


def _replaced(lines: list[str], problem: Problem) -> bool:
    """Put the only suggestion in the place of what is typed; False if there are several, or it is not found there."""
    row, column = problem.place.line - 1, problem.place.column - 1
    written = problem.written
    begins_a_sentence = written != written.lower()  # a formatter would write the word small
    if len(problem.suggestions) != 1 or begins_a_sentence or not lines[row].startswith(written, column):
        return False
    lines[row] = lines[row][:column] + problem.suggestions[0] + lines[row][column + len(written) :]
    return True


def _console() -> Console:
    """As wide as the terminal; nothing is broken into lines where another program reads."""
    return Console(highlight=False, soft_wrap=True, width=None if sys.stdout.isatty() else UNBROKEN)


def _pages(root: Path, console: Console) -> Sequence[Built]:
    """The pages of a site, and why some of them are not among these."""
    build = Build(root, Cache(root / "build" / "cache"))
    site, built = build.pages()
    if not built or site.unread or len(built) < len(site.pages):
        for problem in build.problems:
            console.print(str(problem), markup=False)
    return built

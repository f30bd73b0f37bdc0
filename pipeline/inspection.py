"""Questions to a site: where does a number stand, what can be printed, what should be written instead."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from pipeline.arithmetic import enclosure, exact_decimal
from pipeline.build import Build, Built, Cache
from pipeline.problems import Code, Problem, Refusal
from pipeline.quantities.ledger import Printed
from pipeline.quantities.spelling import Context, Style, spell
from pipeline.quantities.value import Value

ENTRIES_SHOWN = 6


def explain(root: Path, printed: str) -> int:
    """Print every place of a number, its quantity, meaning, enclosure and source line; 1 if it stands nowhere."""
    console = Console(highlight=False)
    found: dict[str, list[Printed]] = {}
    pages = _pages(root, console)
    for page in pages:
        for item in page.printed:
            if _canonical(printed) in (item.number.digits, _canonical(item.number.spelled(Context.PROSE))):
                found.setdefault(item.number.id, []).append(item)
    if not found:
        console.print(f"{printed} stands nowhere. `python -m pipeline numbers` lists what can be printed.")
        return 1
    for places in found.values():
        _explain(console, pages, places)
    return 0


def _explain(console: Console, pages: list[Built], places: list[Printed]) -> None:
    number = places[0].number
    bounds = enclosure(number.entry)
    sources = [
        page.quantities.values[number.quantity].source for page in pages if number.quantity in page.quantities.values
    ]
    console.print(f"[bold]{number.spelled(Context.PROSE)}[/bold]  {number.expression} | {number.format}", markup=True)
    console.print(f"  {number.meaning}", markup=False)
    shown = f"= {bounds.lower}" if bounds.exact else f"between {bounds.lower}\n      and {bounds.upper}"
    console.print(f"  {shown}  ({bounds.proof})", markup=False)
    if sources:
        console.print(f"  computed at {sources[0]}", markup=False)
    for item in places:
        console.print(f"  {item.where:8} {item.place}", markup=False)
    console.print()


def numbers(root: Path, pattern: str) -> int:
    """Print all quantities whose name or meaning matches, with shape, labels and values."""
    console = Console(highlight=False)
    table = Table("quantity", "shape", "labels", "values", "meaning", box=None, header_style="bold")
    matched = 0
    for page in _pages(root, console):
        for value in page.quantities.values.values():
            if pattern and not re.search(pattern, f"{value.quantity} {value.meaning}", re.I):
                continue
            matched += 1
            shape = " × ".join(str(size) for size in np.shape(value.array)) or "1"
            labels = "; ".join(f"{axis.name or '1…'}: {' '.join(axis.ids)}" for axis in value.axes)
            table.add_row(value.expression, shape, labels, _values(value), value.meaning.split(".")[0])
    console.print(table)
    console.print(f"{matched} quantities")
    return 0 if matched else 1


def _values(value: Value) -> str:
    scalars = list(value.scalars())
    shown = [_short(scalar) for scalar in scalars[:ENTRIES_SHOWN]]
    return "  ".join(shown) + (" …" if len(scalars) > ENTRIES_SHOWN else "")


def _short(scalar: Value) -> str:
    finite = exact_decimal(scalar.entry)
    digits = finite if finite is not None and len(finite) < 8 else f"{float(scalar):.4g}"
    return spell(digits, Style.DECIMAL, Context.PROSE) if re.fullmatch(r"-?[\d.]+", digits) else digits


def fix(root: Path, file: str) -> int:
    """Replace each typed number of a file that can only be one quantity; say what was left."""
    console = Console(highlight=False)
    build = Build(root, Cache(root / "build" / "cache"))
    with contextlib.suppress(Refusal):
        build.pages()
    path = root / file
    if not path.is_file():
        console.print(f"{file} does not exist below {root}.", markup=False)
        return 1
    typed = [problem for problem in build.problems if problem.code is Code.TYPED_NUMBER and problem.place.file == file]
    lines = path.read_text("utf-8").splitlines(keepends=True)
    done = 0
    for problem in sorted(typed, key=lambda problem: problem.place, reverse=True):
        done += _replaced(lines, problem)
    path.write_text("".join(lines), "utf-8")
    console.print(f"{file}: {done} of {len(typed)} typed numbers replaced", markup=False)
    return 0 if done == len(typed) else 1


def _replaced(lines: list[str], problem: Problem) -> bool:
    """Put the only suggestion in the place of the literal; False if there are several or none."""
    suggestions = re.findall(r"\[=.*?=\]", problem.remedy)
    literal = re.match(r"(.+?) is typed by hand", problem.message)
    if len(suggestions) != 1 or literal is None:
        return False
    row, column = problem.place.line - 1, problem.place.column - 1
    line = lines[row]
    if not line.startswith(literal[1], column):
        return False
    lines[row] = line[:column] + suggestions[0] + line[column + len(literal[1]) :]
    return True


def _pages(root: Path, console: Console) -> list[Built]:
    build = Build(root, Cache(root / "build" / "cache"))
    try:
        return build.pages()[1]
    except Refusal:
        for problem in build.problems:
            console.print(str(problem), markup=False)
        return []


def _canonical(printed: str) -> str:
    return re.sub(r"[\s\u202f\u00a0%]", "", printed).replace("\N{MINUS SIGN}", "-").replace(",", ".")

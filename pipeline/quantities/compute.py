"""compute: inputs → named quantities, by the Python that stands beside a page's text.

The page's `quantities.py` runs on traced balls: one run gives every value, its enclosure, its working
and the graph.  Numeric constants in that code are refused, as they are in the text: where they are typed, and
where the calculation meets a number that comes from nowhere (`len(__name__)`, today's year).
"""

from __future__ import annotations

import importlib.util
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from pipeline.arithmetic import Graph, Traced
from pipeline.problems import AUTHORS_FAULTS, Code, Place, Problems
from pipeline.quantities.axes import Axis, Label, numbered
from pipeline.quantities.code import recording
from pipeline.quantities.constants import FREE_INTEGERS, typed_constants
from pipeline.quantities.sheet import Given, Sheet, SheetError, TakenError
from pipeline.quantities.spelling import Context, Style, spell
from pipeline.quantities.value import Report, Value, refuse, slug


@dataclass(frozen=True)
class Quantities:
    """All values a page can print: its givens and what was computed from them.

    graph: the recorded calculation; None on sampled floats
    whole: whether the page's code named all that it names; it may fail on its way
    """

    values: Mapping[str, Value]
    givens: Mapping[str, Given]
    axes: Mapping[str, Axis]
    graph: Graph | None
    whole: bool = True


@dataclass(frozen=True)
class PageCode:
    """The Python beside a page's text."""

    root: Path
    file: str
    axes: Mapping[str, Axis]
    givens: Mapping[str, Given]
    sentences: Mapping[str, tuple[str, tuple[Label, ...]]]


def compute(page: PageCode, problems: Problems, report: Report = refuse) -> Quantities:
    """Run a page's code on traced balls."""
    graph = recording(page.root)
    made: dict[str, Any] = {}

    def make(given: Given) -> Any:
        if given.name not in made:
            made[given.name] = graph.input(given.name, given.decimals, given.source)
        return made[given.name]

    path = page.root / page.file
    if path.is_file():
        for place, shown in typed_constants(path.read_bytes(), page.file):
            message = f"the constant {shown} is typed into page code"
            problems.add(
                Code.TYPED_CONSTANT, message, place, "Move it to the inputs, facts or words and name it there."
            )
    sheet = Sheet(page.givens, page.axes, page.sentences, make, page.root, report)
    whole = _run(page, sheet, problems)
    recorded = {name: value for name, value in sheet.values.items() if _is_recorded(value, problems)}
    values = _given_values(page, make, report) | recorded
    _refuse_ungrounded(recorded.values(), graph, problems)
    _refuse_constants(graph, page.file, problems)
    return Quantities(values, page.givens, page.axes, graph, whole and len(recorded) == len(sheet.values))


def compute_floats(page: PageCode, sampled: Mapping[str, Any], report: Report = refuse) -> Quantities:
    """Run a page's code on plain floats with some inputs replaced; for trying claims, never for printing."""

    def make(given: Given) -> Any:
        return np.asarray(sampled.get(given.name, given.decimals), dtype=np.float64)

    sheet = Sheet(page.givens, page.axes, page.sentences, make, page.root, report)
    problems = Problems()
    _run(page, sheet, problems)
    if len(problems):
        raise ArithmeticError(next(iter(problems)).message)
    return Quantities(_given_values(page, make, report) | sheet.values, page.givens, page.axes, None)


def _given_values(page: PageCode, make: Callable[[Given], Any], report: Report) -> dict[str, Value]:
    return {given.name: given_value(given, make(given), page.axes, report) for given in page.givens.values()}


def given_value(given: Given, array: Any, axes: Mapping[str, Axis], report: Report) -> Value:
    """A given as a value that text can print."""
    shape = np.shape(array)
    named = [axes[name] if name else numbered(length) for name, length in zip(given.axes, shape, strict=True)]
    return Value(
        array=array,
        axes=tuple(named),
        key=slug(given.name),
        expression=given.name,
        quantity=given.name,
        meaning=_with_value(given),
        symbol=given.symbol,
        source=given.place,
        report=report,
    )


def _with_value(given: Given) -> str:
    """The meaning; `{value}` in that of a threshold is its number, as readers read it."""
    if not isinstance(given.decimals, str):
        return given.meaning
    return given.meaning.replace("{value}", spell(given.decimals, Style.DECIMAL, Context.PROSE))


def _run(page: PageCode, sheet: Sheet, problems: Problems) -> bool:
    """Run a page's code to its end; False, and a problem, if it does not get there."""
    path = page.root / page.file
    if not path.is_file():
        return True
    try:
        module = load_module(path)
        module.quantities(sheet)
    except AUTHORS_FAULTS as error:
        problems.add(_code(error), failure(error), failing_line(error, page.root, page.file))
        return False
    return True


def share(path: Path) -> Mapping[str, Any]:
    """Let pages import a file of this site's, and of no other: `from content.formulas import …`; what it defines."""
    name = f"{path.parent.name}.{path.stem}"
    if path.is_file():
        return vars(load_module(path, name=name))
    sys.modules.pop(name, None)
    return {}


def load_module(path: Path, *beside: Path, name: str = "") -> ModuleType:
    """A Python file beside the text, under a name of its own; loaded anew when it changed, or what stands beside it.

    Change means other bytes: times of files are too coarse, those of Python's own compiled files above all.
    """
    name = name or f"_page_{slug(path.parent.name)}_{path.stem}".replace("-", "_")
    kept = sys.modules.get(name)
    source = path.read_bytes()
    stamp = [source, *(each.read_bytes() for each in beside if each.is_file())]
    if kept is not None and (kept.__file__, getattr(kept, "__stamp__", None)) == (str(path), stamp):
        return kept
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None:
        raise ImportError(f"{path.name} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # before it runs: dataclasses look their module up
    try:
        exec(compile(source, str(path), "exec", dont_inherit=True), vars(module))
    except BaseException:
        del sys.modules[name]
        raise
    module.__stamp__ = stamp  # type: ignore[attr-defined]
    return module


def _code(error: BaseException) -> Code:
    match error:
        case TakenError():
            return Code.DUPLICATE_QUANTITY
        case SheetError():
            return Code.BAD_PAGE_CODE
        case ValueError() | ArithmeticError():
            return Code.COMPUTATION
    return Code.BAD_PAGE_CODE


def failure(error: BaseException) -> str:
    """What went wrong in page code, in one line; the sheet's own words need no name of an exception."""
    if isinstance(error, SyntaxError):
        return f"no valid Python: {error.msg}"
    return str(error) if isinstance(error, SheetError) else f"{type(error).__name__}: {error}"


def failing_line(error: BaseException, root: Path, file: str) -> Place:
    """The last line of the author's own files that an error of page code came through; else the first of `file`."""
    own = root / "content"
    places = [
        Place(Path(frame.filename).relative_to(root).as_posix(), frame.lineno or 0)
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(own)
    ]
    if isinstance(error, SyntaxError) and error.lineno:  # the file that cannot be read is none that it came through
        path = Path(error.filename or "")
        read = path.relative_to(root).as_posix() if path.is_relative_to(own) else file
        places.append(Place(read, error.lineno, error.offset or 0))
    return places[-1] if places else Place(file, 1)


def _is_recorded(value: Value, problems: Problems) -> bool:
    """Whether a quantity was computed in the graph; a plain array or number has no proof, and is a problem."""
    if isinstance(value.array, Traced):
        return True
    message = f"{value.quantity} is a plain {type(value.array).__name__}, not computed from what the sheet gives"
    problems.add(Code.BAD_PAGE_CODE, message, value.source, "Start from sheet.given, sheet.fact or sheet.count.")
    return False


def _refuse_ungrounded(values: Any, graph: Graph, problems: Problems) -> None:
    for value in values:
        if not graph.depends_on(value.array.id):
            problems.add(
                Code.UNGROUNDED,
                f"{value.quantity} depends on no input, count or fact",
                value.source,
                "A quantity must be computed from something that stands in a data file.",
            )


def _refuse_constants(graph: Graph, file: str, problems: Problems) -> None:
    """Numbers that page code brings into the calculation: integers up to two, and how many entries something has."""
    typed = {problem.place for problem in problems if problem.code is Code.TYPED_CONSTANT}
    lines = {place.line for place in typed if place.file == file}  # what is said of them need not be said twice
    counts = {count for node in graph.nodes for count in (*node.shape, node.value.size)}
    for node in graph.nodes:
        place, _, line = node.source.rpartition(":")
        if node.op != "constant" or node.decimals is None or place != file or int(line) in lines:
            continue
        for number in sorted({str(each) for each in np.asarray(node.decimals).flat}):
            integer = int(number) if number.lstrip("-").isdigit() else None
            if number.lstrip("-") == "inf" or (
                integer is not None and (abs(integer) <= FREE_INTEGERS or integer in counts)
            ):
                continue
            message = f"the number {number} comes from no input, fact or count"
            remedy = "Move it to the inputs, facts or words and name it there."
            problems.add(Code.TYPED_CONSTANT, message, Place(file, int(line)), remedy)

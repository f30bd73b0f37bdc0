"""Every checked formula of the site, changed in every single way: how many changes do the checks find?

`python -m tests.mutants.formulas` prints a table and lists all survivors.  Whether a survivor says
the same as the formula is decided by SymPy (or exactly, for numbers of the page), never by hand.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rich.console import Console
from rich.progress import track
from rich.table import Table

import pipeline.document.formulas as stage
from pipeline.arithmetic import Graph, Traced, nearest_double
from pipeline.build import Build, Cache
from pipeline.formulas import tree
from pipeline.formulas.bind import parse
from pipeline.formulas.calculation import check_calculation
from pipeline.formulas.check import Verdict, check_formula, quantities_of
from pipeline.formulas.declarations import Defined, Formula
from pipeline.formulas.evaluate import Evaluator
from pipeline.formulas.examination import ARITHMETIC, Examined, PageFormulas, Verdicts
from pipeline.formulas.outline import definitions, free_indices
from pipeline.formulas.quantity import Quantity
from pipeline.formulas.recorded import Recorded
from pipeline.formulas.samples import Sample, on_page, small_sizes
from pipeline.formulas.symbolic import Symbolic
from pipeline.formulas.tree import Tree
from tests.mutants.tex import Mutant, mutants

ROOT = Path(__file__).resolve().parents[2]
WANTED = 0.98  # share of the changes that say something else and are found


@dataclass(frozen=True)
class Subject:
    """A formula as it stands on a page, and what it is checked against.

    sampled: the page's quantities for other inputs, for a formula that is compared with a declaration
    """

    check: str
    tex: str
    page: PageFormulas
    sampled: Sequence[Mapping[str, Quantity]] = ()

    @property
    def declaration(self) -> Formula:
        return self.page.declared.get(self.check, Formula("="))

    def accepts(self, tex: str) -> bool:
        """Whether the build would let this TeX stand."""
        numbers = {token: self.page.numbers[token] for token in tex if token in self.page.numbers}
        if self.check == ARITHMETIC:
            return check_calculation(tex, numbers).holds
        floats = {token: nearest_double(number.entry) for token, number in numbers.items()}
        return check_formula(
            tex,
            self.declaration,
            numbers=floats,
            page=self.page.quantities,
            sampled=self.sampled,
            example=self.page.example,
        ).holds


@dataclass
class Outcome:
    """What became of the changes of one formula."""

    subject: Subject
    killed: int = 0
    equivalent: list[Mutant] = field(default_factory=list)
    survivors: list[Mutant] = field(default_factory=list)

    @property
    def all(self) -> int:
        return self.killed + len(self.equivalent) + len(self.survivors)


def subjects(root: Path = ROOT) -> list[Subject]:
    """Every checked formula of the site, once."""
    found: dict[tuple[str, str], Subject] = {}
    compare, examine = stage.compare, stage.examine

    def comparing(tex: str, check: str, page: PageFormulas, sampled: Sequence[Mapping[str, Quantity]]) -> Verdict:
        found.setdefault((check, tex), Subject(check, tex, page, sampled))
        return compare(tex, check, page, sampled)

    def examining(tex: str, check: str, page: PageFormulas, verdicts: Verdicts) -> Examined:
        found.setdefault((check, tex), Subject(check, tex, page))
        return examine(tex, check, page, verdicts)

    with patch.object(stage, "compare", comparing), patch.object(stage, "examine", examining):
        build = Build(root, Cache(root / "build" / "cache"))
        build.pages()
    wrong = [str(each) for each in build.problems if each.code.startswith(("formula", "calculation", "identity"))]
    assert wrong == [], "the formulas as they stand must hold"
    return list(found.values())


def outcome(subject: Subject) -> Outcome:
    """Try all changes of one formula."""
    result = Outcome(subject)
    for mutant in mutants(subject.tex):
        if not subject.accepts(mutant.tex):
            result.killed += 1
        elif says_the_same(subject, mutant.tex):
            result.equivalent.append(mutant)
        else:
            result.survivors.append(mutant)
    return result


# -- equivalence


def says_the_same(subject: Subject, tex: str) -> bool:
    """Whether all sides of two formulas are proven to be the same, statement by statement."""
    return all(_equal(sample, subject.tex, tex, subject.declaration) for sample in _samples(subject))


def _samples(subject: Subject) -> Iterator[Sample]:
    declaration = subject.declaration
    if subject.check == ARITHMETIC or quantities_of(declaration):
        numbers = {token: Recorded.array(subject.page.numbers[token].entry) for token in _tokens(subject)}
        yield on_page(declaration, Recorded(_graph(subject.page), numbers), subject.page.quantities)
        return
    sizes = small_sizes(declaration)
    for order in itertools.permutations(range(3)):
        yield Sample(declaration, Symbolic(order), sizes)


def _tokens(subject: Subject) -> Iterator[str]:
    return (token for token in subject.page.numbers if token in subject.tex)


def _graph(page: PageFormulas) -> Graph:
    return next(each.values.graph for each in page.quantities.values() if isinstance(each.values, Traced))


def _equal(sample: Sample, first: str, second: str, declaration: Formula) -> bool:
    """Statement by statement: whatever one says for some indices, the other says for some, too."""
    mine, theirs = _statements(sample, first, declaration), _statements(sample, second, declaration)
    if list(map(len, mine)) != list(map(len, theirs)):
        return False
    return all(_matched(sample, instances, others) for instances, others in zip(mine, theirs, strict=True))


def _matched(sample: Sample, instances: list[list[Any]], others: list[list[Any]]) -> bool:
    waiting = list(others)
    for instance in instances:
        same = next((other for other in waiting if _alike(sample, instance, other)), None)
        if same is None:
            return False
        waiting = [other for other in waiting if other is not same]
    return True


def _alike(sample: Sample, a: list[Any], b: list[Any]) -> bool:
    pairs = list(zip(a, b, strict=False))
    return len(a) == len(b) and all(x.shape == y.shape and sample.kind.equal(x, y) for x, y in pairs)


def _statements(sample: Sample, tex: str, declaration: Formula) -> list[list[list[Any]]]:
    """Statement → values of its free indices → the values of its sides."""
    meant = parse(tex, declaration)
    scope = sample.scope(definitions(meant, declaration))
    found = []
    for statement in meant.statements:
        names = sorted(free_indices(statement))
        every = itertools.product(*(scope.ranges[name] for name in names))
        evaluators = [Evaluator(scope, dict(zip(names, places, strict=True))) for places in every]
        found.append([[value for side in statement.sides for value in _values(each, side)] for each in evaluators])
    return found


def _values(evaluator: Evaluator, side: Tree) -> Iterator[Any]:
    match side:
        case tree.Space(sizes=sizes):
            yield from (evaluator.scope.number(str(evaluator.integer(size))) for size in sizes)
        case tree.Listed(items=items):
            yield from map(evaluator.value, items)
        case _:
            yield evaluator.value(side)


# -- the table


def report(outcomes: list[Outcome], console: Console) -> float:
    """Print the table; the share of the changes that say something else and are found."""
    table = Table("formula", *(("mutants", "equivalent", "killed", "survivors")), title="Formulas changed on purpose")
    for each in outcomes:
        table.add_row(each.subject.check, *map(str, (each.all, len(each.equivalent), each.killed, len(each.survivors))))
    killed = sum(each.killed for each in outcomes)
    equivalent = sum(len(each.equivalent) for each in outcomes)
    survived = sum(len(each.survivors) for each in outcomes)
    table.add_section()
    table.add_row("all", *map(str, (killed + equivalent + survived, equivalent, killed, survived)))
    console.print(table)
    for each in outcomes:
        for mutant in each.survivors:
            line = f"survivor  {each.subject.check}  {mutant.kind}: {_around(mutant, each.subject)}"
            console.print(line + _reason(mutant, each), markup=False, highlight=False)
    share = killed / max(1, killed + survived)
    console.print(f"{killed} of {killed + survived} changes that say something else are found: {100 * share:.2f} %")
    return share


def _reason(mutant: Mutant, found: Outcome) -> str:
    """Why a survivor is none that the check has missed, where that is known."""
    if found.subject.check == ARITHMETIC and mutant.kind in ("side deleted", "statement deleted"):
        return "  (shorter, and true: see pipeline/formulas/calculation.py)"
    if any(isinstance(meaning, Defined) for meaning in found.subject.declaration.meanings.values()):
        return "  (another definition, and what is said with it is true: a softmax takes any shift)"
    return ""


def _around(mutant: Mutant, subject: Subject) -> str:
    piece = " ".join(mutant.tex[max(0, mutant.at - 30) : mutant.at + 40].split())
    return "".join(subject.page.numbers[each].digits if each in subject.page.numbers else each for each in piece)


def main(names: list[str]) -> int:
    """Run; the names limit it to some formulas."""
    console = Console()
    chosen = [each for each in subjects() if not names or each.check in names]
    outcomes = [outcome(each) for each in track(chosen, "formulas", console=console)]
    return 0 if report(outcomes, console) >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

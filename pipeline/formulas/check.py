"""Does the displayed TeX say what the reference does?  Checked on samples, at every build.

A formula holds when it looks as declared (see outline.py), when its references use what they are
given, and when both sides of every relation agree in every sample, for every value of its free indices.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pipeline.arithmetic import Traced, Undecided
from pipeline.formulas import tree
from pipeline.formulas.bind import parse
from pipeline.formulas.chance import Chances
from pipeline.formulas.contradictions import contradictions
from pipeline.formulas.declarations import Array, DeclarationError, Formula, OnPage, Reference
from pipeline.formulas.errors import FormulaError
from pipeline.formulas.evaluate import Evaluator
from pipeline.formulas.integers import ORDERS
from pipeline.formulas.kinds import Floats, Kind
from pipeline.formulas.outline import definitions, free_indices, is_definition, is_read_off, mentioned, unlike_declared
from pipeline.formulas.quantity import Quantity
from pipeline.formulas.recorded import Recorded
from pipeline.formulas.samples import Sample, drawn_sizes, fitted, on_page
from pipeline.formulas.scope import Definition, Scope
from pipeline.formulas.sensitivity import Call, ignored_arguments, with_others
from pipeline.formulas.subject import twins
from pipeline.problems import Code

SAMPLES = 6
LARGE = 1e4  # exp overflows, unless something is taken off first


@dataclass(frozen=True)
class Verdict:
    """The outcome of a check.

    comparisons: how many pairs of sides were compared
    problems:    all faults found
    proof:       "samples"; "exact" or "ball" if the page's own recorded numbers were compared, "sympy" after a proof
    """

    comparisons: int
    problems: tuple[FormulaError, ...] = ()
    proof: str = "samples"

    @property
    def holds(self) -> bool:
        """Nothing is wrong, and something was compared."""
        return not self.problems and self.comparisons > 0


def check_formula(
    tex: str,
    declaration: Formula,
    samples: int = SAMPLES,
    *,
    numbers: Mapping[str, float] | None = None,
    page: Mapping[str, Quantity] | None = None,
    sampled: Sequence[Mapping[str, Quantity]] = (),
    example: Mapping[str, str] | None = None,
    sensitive: bool = True,
    subject: str | None = None,
) -> Verdict:
    """Check a displayed formula against its declaration.

    numbers: the value of each token that stands in the formula
    page:    the quantities of the page, recorded or as floats
    sampled: the same quantities for other inputs, as floats
    example: symbol (as in Python) → quantity: the running example as one more sample
    sensitive: also look whether the references notice what they are given
    subject: and whether they are this module's, called and no more ("": there is no module); None: do not ask
    """

    def check() -> Verdict:
        contradictory = contradicted(tex, declaration)
        if contradictory:
            return Verdict(0, contradictory)
        meant = parse(tex, declaration)
        defined = definitions(meant, declaration)
        faults = tuple(unlike_declared(meant, declaration, defined))
        if faults:
            return Verdict(0, faults)
        with np.errstate(all="ignore"):  # a wrong formula may divide by zero: not a number is not equal
            if quantities_of(declaration):
                pages = page or {}, *(() if numbers else sampled)
                return _on_page(meant, declaration, defined, pages, numbers or {}, subject)
            kind = Floats(_generator(declaration), numbers or {})
            made = _samples(declaration, kind, samples, page or {}, example or {})
            return compared(meant, declaration, defined, made, sensitive, subject)

    return judged(tex, check, "the declaration fails")


def contradicted(tex: str, declaration: Formula) -> tuple[FormulaError, ...]:
    """What is wrong with the declaration by itself, as problems of its formula."""
    return tuple(FormulaError(each, 0, len(tex), Code.FORMULA_DECLARATION) for each in contradictions(declaration))


def judged(tex: str, judge: Callable[[], Verdict], otherwise: str) -> Verdict:
    """A verdict, whatever happens on the way to it: what is no fault of the formula is one of its declaration."""
    try:
        return judge()
    except FormulaError as fault:
        return Verdict(0, (fault,))
    except Exception as fault:  # a declaration is the author's code: any failure is a problem, never a traceback
        known = isinstance(fault, DeclarationError | ArithmeticError | ValueError | TypeError | LookupError)
        said = f"{fault}" if known else f"{type(fault).__name__} {fault}".strip()
        return Verdict(0, (FormulaError(f"{otherwise}: {said}", 0, len(tex), Code.FORMULA_DECLARATION),))


def quantities_of(declaration: Formula) -> list[OnPage]:
    """The quantities of the page that a formula speaks of."""
    every = (*declaration.meanings.values(), *declaration.hidden_meanings.values(), *declaration.later.values())
    return [meaning for meaning in every if isinstance(meaning, OnPage)]


def _generator(declaration: Formula) -> np.random.Generator:
    """The same numbers in every build, others for every declaration."""
    digest = hashlib.sha256((declaration.relations + " ".join(declaration.meanings)).encode()).digest()
    return np.random.default_rng(list(digest))


def _samples(
    declaration: Formula, kind: Floats, count: int, page: Mapping[str, Quantity], example: Mapping[str, str]
) -> Iterator[Sample]:
    for scale in [1] * count + [LARGE] * declaration.stable:
        # Each sample draws for itself: however much one draws, the sizes of the others, and the counts, stay the same.
        (own,) = kind.random.spawn(1)
        fresh = replace(kind, random=own, chances=Chances(), scale=scale)
        yield Sample(declaration, fresh, drawn_sizes(declaration, kind.random, smallest=3))
    chosen = {python: page[name].in_floats for python, name in example.items() if name in page}
    running = fitted(declaration, kind, chosen)
    if running is not None:
        yield running


def _on_page(
    meant: tree.Formula,
    declaration: Formula,
    defined: Mapping[str, Definition],
    pages: Sequence[Mapping[str, Quantity]],
    numbers: Mapping[str, float],
    subject: str | None,
) -> Verdict:
    """On the page's own numbers, exactly if they are recorded, and on sampled ones in float64."""
    page = pages[0]
    made = [on_page(declaration, Floats(_generator(declaration), numbers), each) for each in reversed(pages)]
    floats = compared(meant, declaration, defined, made, subject=subject)
    graph = next((each.values.graph for each in page.values() if isinstance(each.values, Traced)), None)
    if graph is None or numbers:
        return floats
    kind = Recorded(graph)
    exactly = compared(meant, declaration, defined, [on_page(declaration, kind, page)], sensitive=False)
    return Verdict(exactly.comparisons, exactly.problems or floats.problems, kind.proof)


def compared(
    meant: tree.Formula,
    declaration: Formula,
    defined: Mapping[str, Definition],
    samples: Iterable[Sample],
    sensitive: bool = True,
    subject: str | None = None,
) -> Verdict:
    """Evaluate all statements on all samples; the first fault of a statement ends its check.

    sensitive: also change what the references are given, in the first sample, and look whether they notice
    subject:   then, too, look whether they are the subject's own; None: do not ask
    """
    free = [sorted(free_indices(statement)) for statement in meant.statements]
    faults: dict[int, FormulaError] = {}
    count = 0
    reached: set[int] = set()
    calls: list[Call] | None = [] if sensitive else None
    for sample in samples:
        scope = replace(sample.scope(defined), reached=reached)
        watched = scope if calls is None else _watched(scope, calls)
        for place, statement in enumerate(meant.statements):
            if place not in faults:
                try:
                    count += compare(statement, free[place], watched, sample)
                except FormulaError as fault:
                    faults[place] = fault
        if calls is not None and not faults and isinstance(sample.kind, Floats):
            suspicions = () if subject is None else twins(sample, calls, subject)
            unnoticed = _unnoticed(meant, free, scope, sample)
            for message in (*ignored_arguments(sample, calls), *suspicions, *unnoticed):
                faults[len(faults)] = FormulaError(message, meant.start, meant.end, Code.FORMULA_DECLARATION)
        calls = None
    if sensitive and not faults:
        faults |= dict(enumerate(_unreached(meant, reached)))
    if not count and not faults:
        faults[0] = FormulaError("nothing is compared", meant.start, meant.end, Code.FORMULA_DECLARATION)
    return Verdict(count, tuple(faults[place] for place in sorted(faults)))


def _unnoticed(meant: tree.Formula, free: Sequence[Sequence[str]], scope: Scope, sample: Sample) -> Iterator[str]:
    """A sentence for each name that could be anything: `Y = Y + 0F` says nothing of Y, and nothing of F."""
    apart = replace(scope, reached=set())  # what other values reach does not count
    for name, other in with_others(apart, sample.declaration):
        equations = [
            (statement, names)
            for statement, names in zip(meant.statements, free, strict=True)
            if "=" in statement.relations or sample.declaration.value is not None
        ]
        if not any(name in mentioned(statement) for statement, _ in equations):
            continue
        if all(_holds(statement, names, other, sample) for statement, names in equations):
            yield f"it would hold whatever {name} were"


def _holds(statement: tree.Chain, names: Sequence[str], scope: Scope, sample: Sample) -> bool:
    try:
        compare(statement, names, scope, sample)
    except (FormulaError, ArithmeticError, ValueError, TypeError, LookupError):
        return False
    return True


def _unreached(meant: tree.Formula, reached: set[int]) -> Iterator[FormulaError]:
    """Cases and arguments that are never the value, so that anything could stand there."""
    for part in meant.walk():
        match part:
            case tree.Cases(rows=rows):
                places = [value for value, _ in rows]
            case tree.Call(function=r"\max" | r"\min", arguments=arguments) if len(arguments) > 1:
                places = [each for each in arguments if not isinstance(each, tree.Dots)]
            case _:
                continue
        for each in places:
            if each.start not in reached:
                yield FormulaError("this is never the value", each.start, each.end, Code.FORMULA_DIFFERS)


def _watched(scope: Scope, calls: list[Call]) -> Scope:
    """The scope with functions that note how they are called."""

    def watch(name: str, function: Reference) -> Reference:
        def called(*arguments: Array) -> Array:
            calls.append((name, arguments))
            return function(*arguments)

        return called

    return replace(scope, functions={name: watch(name, function) for name, function in scope.functions.items()})


def compare(statement: tree.Chain, names: Sequence[str], scope: Scope, sample: Sample) -> int:
    """Compare the sides of a statement for every value of its free indices; the number of comparisons."""
    if sample.declaration.where is not None:
        return _conditioned(statement, sample.declaration.where, scope, sample)
    skipped = 1 if is_definition(statement, scope.definitions) else 0
    judged = bool(mentioned(statement) & sample.declaration.judging)
    count = 0
    for values in itertools.product(*(scope.ranges[name] for name in names)):
        evaluator = Evaluator(scope, dict(zip(names, values, strict=True)))
        for place in range(skipped, len(statement.relations)):
            count += _relate(statement, place, evaluator, sample) or judged
        if sample.declaration.value is not None:
            side = statement.sides[0]
            _equal(sample.value(evaluator.indices), evaluator.value(side), side, evaluator, sample.kind)
            count += 1
    if sample.declaration.theorem and not count and len(statement.relations) > skipped:
        message = "both sides are the same before anything is proven"
        raise FormulaError(message, statement.start, statement.end, Code.FORMULA_DIFFERS)
    return count


def _conditioned(statement: tree.Chain, where: Reference, scope: Scope, sample: Sample) -> int:
    """Compare a condition with the reference's truth values, for every value of its indices."""
    truth = sample.run(where, "")
    lengths = tuple(map(len, scope.ranges.values()))
    if np.shape(truth) != lengths:
        raise DeclarationError(f"the condition has the shape {np.shape(truth)}, its indices have {lengths} values")
    for place in np.ndindex(*lengths):
        indices = {name: values[at] for at, (name, values) in zip(place, scope.ranges.items(), strict=True)}
        evaluator = Evaluator(scope, indices)
        if evaluator.condition(statement) != bool(truth[place]):
            message = f"the condition is {not truth[place]}{_state(evaluator)}, the reference says {truth[place]}"
            raise FormulaError(message, statement.start, statement.end, Code.FORMULA_DIFFERS)
    return int(truth.size)


def _relate(statement: tree.Chain, place: int, evaluator: Evaluator, sample: Sample) -> bool:
    """Compare two neighbouring sides; FormulaError where the relation does not hold.

    False if the sides are known to be the same, whatever they are.
    """
    relation, kind = statement.relations[place], sample.kind
    left, right = statement.sides[place], statement.sides[place + 1]
    if relation == r"\in":
        _belongs(left, right, evaluator)
        return True
    if relation == r"\leftarrow":
        scope = evaluator.scope
        later = replace(scope, values={**scope.values, **scope.later})
        a, b = Evaluator(later, evaluator.indices).value(left), evaluator.value(right)
    else:
        a, b = evaluator.value(left), evaluator.value(right)
    where = right.start, right.end
    if relation in ("=", r"\leftarrow"):
        _equal(a, b, right, evaluator, kind)
    elif relation not in ORDERS:
        raise FormulaError(f"{relation} has no proof here: say it in words, as a claim", *where)
    elif np.shape(a) != np.shape(b) or not _ordered(relation, a, b, right, evaluator, kind):
        raise FormulaError(f"{relation} does not hold{_state(evaluator)}", *where, Code.FORMULA_DIFFERS)
    calculated = not sample.declaration.theorem and not (is_read_off(left) and is_read_off(right))
    return calculated or not kind.identical(a, b)


def _equal(a: Array, b: Array, side: tree.Tree, evaluator: Evaluator, kind: Kind) -> None:
    if np.shape(a) != np.shape(b):
        message = f"shapes {np.shape(a)} and {np.shape(b)} differ"
        raise FormulaError(message, side.start, side.end, Code.FORMULA_SHAPE)
    if not kind.equal(a, b):
        message = f"the values differ{_state(evaluator)}: {kind.shown(a)} and {kind.shown(b)}"
        raise FormulaError(message, side.start, side.end, Code.FORMULA_DIFFERS)


def _ordered(relation: str, a: Array, b: Array, side: tree.Tree, evaluator: Evaluator, kind: Kind) -> bool:
    try:
        return kind.ordered(relation, a, b)
    except Undecided as undecided:
        message = f"{relation} is neither proven nor refuted{_state(evaluator)}: {undecided}"
        raise FormulaError(message, side.start, side.end, Code.UNDECIDED) from None


def _belongs(left: tree.Tree, right: tree.Tree, evaluator: Evaluator) -> None:
    if not isinstance(right, tree.Space):
        raise FormulaError(r"\R^{…} expected after \in", right.start, right.end)
    shape = tuple(map(evaluator.integer, right.sizes))
    for item in left.items if isinstance(left, tree.Listed) else (left,):
        found = np.shape(evaluator.value(item))
        if found != shape:
            message = f"the shape is {found}, written is {shape}"
            raise FormulaError(message, right.start, right.end, Code.FORMULA_SHAPE)


def _state(evaluator: Evaluator) -> str:
    return "".join(f", {name} = {value}" for name, value in evaluator.indices.items()).replace(",", " at", 1)

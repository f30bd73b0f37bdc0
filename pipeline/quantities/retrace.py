"""retrace: the printed numbers of other documents against the quantities of this page.

Each number gets its class and, where there is something to recompute, its reason (`reasons.py`).
Templates get the rows (`retraced["forler2026"]`), and counts as quantities: `printed_classes` and
`printed_reasons` by document, `all_classes` and `all_reasons` over all documents.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np

from pipeline.arithmetic import Entry, compare, decimal, exact_decimal
from pipeline.problems import Code, Place, Problems
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.compute import PageCode, Quantities, compute_floats, given_value
from pipeline.quantities.formatters import Spelled
from pipeline.quantities.quoted import Quoted
from pipeline.quantities.reasons import CANDIDATES, RIGHT, Case, Row, reasons
from pipeline.quantities.sheet import Given
from pipeline.quantities.value import Value, nearest_of, refuse, slug

MORE_DIGITS = 2  # places shown of a computed value beyond those that are printed
KINDS = {"input": "input", "fact": "fact"}  # of a given → class; everything else that is computed is a result
_EXPRESSION = re.compile(r"(?P<name>[\w.]+?)(?:\[(?P<keys>[^\]]+)\])?")

Line = dict[str, Any]  # what a template sees of one number


@dataclass(frozen=True)
class _Found:
    """A printed number and what recomputes it; `value` is None where nothing does."""

    quoted: Quoted
    kind: str
    value: Value | None = None


def retrace(
    quoted: Sequence[Quoted], code: PageCode, quantities: Quantities, problems: Problems
) -> tuple[Quantities, dict[str, Any]]:
    """Recompute all printed numbers of a page.

    Returns its quantities with the counts among them, and what templates get besides: `retraced`, the lines of
    each document.  A page that quotes nothing, or lacks the labels that the report needs, keeps its quantities.
    """
    if not quoted or missing_labels(quantities.axes, problems):
        return quantities, {}
    floats = compute_floats(code, {})
    found = [_find(number, quantities, problems) for number in quoted]
    lines: dict[str, list[Line]] = {}
    kinds: Counter[tuple[str, str]] = Counter()
    because: Counter[tuple[str, str]] = Counter()
    seen: set[tuple[str, str, str]] = set()
    for number in found:
        line = _line(number, found, quantities, floats, problems)
        spelled = (number.quoted.work, number.kind, number.quoted.given.spelling)
        line["first"] = spelled not in seen
        seen.add(spelled)
        lines.setdefault(number.quoted.work, []).append(line)
        kinds[number.quoted.work, line["kind"].id] += 1
        if line["kind"].id == "result" and "reason" in line:
            because[number.quoted.work, line["reason"].id] += 1
    counted = {
        "classes": (kinds, "printed_class", "Gedruckte Zahlen der Klasse „{class}“"),
        "reasons": (because, "reason", "Nachgerechnete Ergebnisse mit dem Befund „{class}“"),
    }
    for name, (counter, axis, meaning) in counted.items():
        quantities = _with_counts(quantities, name, counter, axis, meaning)
    return quantities, {"retraced": lines}


def _find(quoted: Quoted, quantities: Quantities, problems: Problems) -> _Found:
    if quoted.kind:
        return _Found(quoted, quoted.kind)
    value = _look_up(quoted.expression, quantities, quoted.given.place, problems)
    if value is None:
        return _Found(quoted, "result")
    given = quantities.givens.get(value.quantity)
    return _Found(quoted, KINDS.get(given.kind, "result") if given else "result", value)


def _look_up(expression: str, quantities: Quantities, place: Place, problems: Problems) -> Value | None:
    """The single value that `name["label","label"]` stands for; a problem if there is none."""
    match = _EXPRESSION.fullmatch(expression)
    value: Any = quantities.values.get(match["name"]) if match else None
    if match is None or value is None:
        remedy = nearest_of(expression, tuple(quantities.values))
        problems.add(Code.UNKNOWN_QUANTITY, f"there is no quantity {expression!r}", place, remedy)
        return None
    keys = tuple(key.strip(" \"'") for key in match["keys"].split(",")) if match["keys"] else ()
    try:
        found: Value = replace(value, report=refuse)[keys] if keys else value
    except KeyError as error:
        problems.add(Code.UNKNOWN_LABEL, str(error.args[0]), place)
        return None
    if found.axes:
        problems.add(Code.UNKNOWN_LABEL, f"{expression} is a row, no single number", place)
        return None
    return found


def _line(
    number: _Found, all_found: Iterable[_Found], quantities: Quantities, floats: Quantities, problems: Problems
) -> Line:
    """What a template can show of one number."""
    quoted, value, axes = number.quoted, number.value, quantities.axes
    line: Line = {
        "printed": quantities.values[quoted.given.name],
        "kind": _label(axes["printed_class"], number.kind),
        "where": Spelled(quoted.where),
        "about": Spelled(quoted.where),
    }
    if value is None:
        return line
    case = _case(number, value, all_found, quantities, floats, problems)
    found = reasons(case)
    if number.kind != "result" and found[0] != "exact":
        shown = f"{quoted.given.spelling} is printed there, {quoted.expression} is {decimal(value.entry, case.places)}"
        problems.add(Code.QUOTED, shown, quoted.given.place, "Correct one of the two.")
    of = ", ".join(label.text for label in value.labels)
    return line | {
        "about": Spelled(f"{quoted.where}: {of}" if of else quoted.where),
        "computed": value,
        "difference": line["printed"] - value,
        "percent": quoted.percent,
        "places": quoted.places + MORE_DIGITS,
        "reason": _label(axes["reason"], found[0]),
        "because": Spelled(", auch: ".join(_label(axes["reason"], name).text for name in found)),
        "exact": found[0] == "exact",
        "right": found[0] in RIGHT,
        "finite": not quoted.percent and _is_short(value.entry, quoted.places + MORE_DIGITS),
    }


def _is_short(value: Entry, places: int) -> bool:
    """Whether all digits of a value fit into so many places."""
    finite = exact_decimal(value)
    return finite is not None and len(finite.partition(".")[2]) <= places


def _label(axis: Axis, name: str) -> Label:
    return axis.labels[axis.ids.index(name)]


def _case(
    number: _Found,
    value: Value,
    all_found: Iterable[_Found],
    quantities: Quantities,
    floats: Quantities,
    problems: Problems,
) -> Case:
    quoted = number.quoted

    def other(expression: str) -> Value | None:
        return _look_up(expression, quantities, quoted.given.place, problems)

    plain = _look_up(quoted.expression, floats, quoted.given.place, problems)
    double = 0.0 if plain is None else float(plain)
    steps = other(quoted.steps) if quoted.steps else None
    instead = [found for found in map(other, quoted.instead) if found is not None]
    return Case(
        printed=quoted.digits,
        places=quoted.places,
        value=_unit(quoted, value).entry,
        double=100 * double if quoted.percent else double,
        row=_row(number, value, all_found, quantities),
        steps=None if steps is None else _unit(quoted, steps).entry,
        instead=tuple(_unit(quoted, each).entry for each in instead),
    )


def _unit(quoted: Quoted, value: Value) -> Value:
    """The value in the unit in which it is printed."""
    return 100 * value if quoted.percent else value


def _row(number: _Found, value: Value, all_found: Iterable[_Found], quantities: Quantities) -> Row | None:
    """The sums of the row of weights in which a number stands, if the document prints the whole row alike."""
    whole = quantities.values.get(value.quantity)
    if whole is None or not value.labels:
        return None
    row = whole[tuple(label.id for label in value.labels[:-1])] if len(value.labels) > 1 else whole
    parts = list(row)
    if compare(reduce(lambda a, b: a + b, parts).entry, (parts[0] - parts[0] + 1).entry) != 0:
        return None
    alike = (number.quoted.work, number.quoted.places, number.quoted.percent)
    printed: dict[Any, Fraction] = {}
    for other in all_found:
        same = (other.quoted.work, other.quoted.places, other.quoted.percent) == alike
        if same and other.value is not None and other.value.quantity == value.quantity:
            printed.setdefault(other.value.labels, other.quoted.digits)
    if any(part.labels not in printed for part in parts):
        return None
    proper = [Fraction(decimal(_unit(number.quoted, part).entry, number.quoted.places)) for part in parts]
    together = sum((printed[part.labels] for part in parts), Fraction(0))
    return Row(together, sum(proper, Fraction(0)), Fraction(100 if number.quoted.percent else 1))


def _with_counts(
    quantities: Quantities, name: str, counter: Counter[tuple[str, str]], axis: str, meaning: str
) -> Quantities:
    """The quantities with two more: how often each label occurs in each document, and in all of them."""
    works, labels = quantities.axes["printed_work"], quantities.axes[axis]
    decimals = [[str(counter[work, label]) for label in labels.ids] for work in works.ids]
    said = f"{meaning.replace('{class}', '{1}')} in der Vorlage {{0}}."
    given = Given(f"printed_{name}", decimals, "count", works.source, (works.name, labels.name), said)
    assert quantities.graph is not None
    array = quantities.graph.input(given.name, decimals, given.source)
    value = given_value(given, array, quantities.axes, refuse)
    every = f"all_{name}"
    total = replace(
        value,
        array=np.sum(array, axis=0).__named__(every),
        axes=(labels,),
        key=slug(every),
        expression=every,
        quantity=every,
        meaning=f"{meaning.replace('{class}', '{0}')} in allen Vorlagen.",
    )
    return replace(
        quantities,
        values={**quantities.values, given.name: value, every: total},
        givens={**quantities.givens, given.name: given},
    )


def missing_labels(axes: Mapping[str, Axis], problems: Problems) -> bool:
    """Whether the page lacks an axis or a label that the report needs; each is a problem."""
    needed = {"printed_class": ("result", *KINDS.values()), "reason": tuple(CANDIDATES)}
    gaps = [
        (axis, name)
        for axis, names in needed.items()
        for name in names
        if axis not in axes or name not in axes[axis].ids
    ]
    for axis, name in gaps:
        problems.add(Code.BAD_SITE, f"printed numbers need the label {name!r} on the axis {axis!r}")
    return bool(gaps)

"""The ledger: all numbers, claims and formulas of a build with their proof, as build/numbers.json."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.arithmetic import enclosure, nearest_double
from pipeline.problems import Place
from pipeline.quantities.sheet import Given
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import Number

Record = dict[str, Any]
Ledger = dict[str, list[Record]]


@dataclass(frozen=True)
class Printed:
    """One occurrence of a number.  where: prose, math, table, caption, alt, heading, figure or code."""

    page: str
    number: Number
    place: Place
    where: str


def number_record(printed: Printed, givens: Mapping[str, Given]) -> Record:
    """One line of the ledger's `numbers`."""
    number = printed.number
    proven = enclosure(number.entry)
    context = {"math": Context.MATH, "code": Context.CODE}.get(printed.where, Context.PROSE)
    return {
        "id": number.id,
        "page": printed.page,
        "file": printed.place.file,
        "line": printed.place.line,
        "column": printed.place.column,
        "where": printed.where,
        "expression": number.expression,
        "quantity": number.quantity,
        "printed": number.spelled(context),
        "format": number.format,
        "value": nearest_double(number.entry),
        "lower": proven.lower,
        "upper": proven.upper,
        "proof": "given" if number.quantity in givens else proven.proof,
    }


def given_record(given: Given) -> Record:
    """One line of the ledger's `given`: what the proof starts from."""
    return {"name": given.name, "value": given.decimals, "source": given.source}


def merged(parts: Iterable[Ledger]) -> Ledger:
    """The ledger of a site from those of its pages; what several pages are given stands there once."""
    whole: Ledger = {}
    for part in parts:
        for name, records in part.items():
            whole.setdefault(name, []).extend(records)
    given: dict[tuple[str, str], Record] = {}
    for record in whole.get("given", ()):
        given.setdefault((record["name"], record["source"]), record)
    return whole | {"given": list(given.values())}


def dumps(ledger: Mapping[str, list[Record]]) -> str:
    """The ledger as text: one record a line, so that a difference between builds reads well."""
    sections = []
    for name, records in ledger.items():
        lines = ",\n".join("  " + json.dumps(record, ensure_ascii=False) for record in records)
        sections.append(f" {json.dumps(name)}: [\n{lines}\n ]" if records else f" {json.dumps(name)}: []")
    return "{\n" + ",\n".join(sections) + "\n}\n"

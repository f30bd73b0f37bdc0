"""Ranges of drawn inputs: `drawn: {size: ["3"], from: "0.0", to: "3.0", step: "0.1", distinct: "yes"}`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pipeline.load.data import DECIMAL, Data
from pipeline.problems import Code, Problems
from pipeline.quantities.draw import Draw, draw
from pipeline.quantities.sheet import Given

SEED = "seed"  # the input from whose number all others of a page are drawn
_FIELDS = {"size", "from", "to", "step", "distinct"}


def read_draw(data: Data, name: str, givens: Mapping[str, Given], problems: Problems) -> Draw | None:
    """The range of an input that is drawn; None if there is none that numbers can be drawn from, which is a problem."""
    fields, place = data.content["given"][name].get("drawn"), data.place("given", name, "drawn")
    declared = list(data.content["given"])
    if SEED not in givens and SEED in declared[: declared.index(name)]:
        return None  # what is wrong with the seed is said already
    if SEED not in givens:
        message = f"the input {name!r} is drawn, but there is no input {SEED!r} before it"
        problems.add(Code.BAD_SITE, message, place, f'Declare `{SEED}: {{axes: [], value: "1"}}` first.')
        return None
    if not isinstance(fields, dict) or set(fields) - _FIELDS or not _are_decimals(fields) or not _is_size(fields):
        message = f"the input {name!r} is drawn from no range"
        problems.add(Code.BAD_SITE, message, place, 'Write {size: ["3"], from: "0.1", to: "2.0", step: "0.1"}.')
        return None
    try:
        size = tuple(int(length) for length in fields.get("size", ()))
        return draw(size, fields["from"], fields["to"], fields["step"], fields.get("distinct") == "yes")
    except ValueError as error:
        problems.add(Code.BAD_NUMBER, f"the input {name!r} cannot be drawn: {error}", place)
        return None


def _is_size(fields: dict[str, Any]) -> bool:
    size = fields.get("size", [])
    return isinstance(size, list) and all(
        isinstance(length, str) and re.fullmatch(r"[1-9]\d?", length) for length in size
    )


def _are_decimals(fields: dict[str, Any]) -> bool:
    return all(DECIMAL.fullmatch(str(fields.get(name, ""))) for name in ("from", "to", "step"))

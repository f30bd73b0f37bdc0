"""German typography of running text: abbreviations and what belongs to a number stay on one line."""

from __future__ import annotations

import re
from typing import Any

from pipeline.document import ast
from pipeline.document.ast import NO_BREAK_SPACE, Node
from pipeline.quantities.tokens import TOKEN

# "z. B.", "d. h.", "u. a.", "o. Ä.", "v. a.", "z. T.", "i. A.", "u. U."
_OPENING = re.compile(r"[„(]?(?:[zZ]|[dD]|[uU]|o|v|[iI])\.")
_CLOSING = re.compile(r"(?:[BhaTÄAU]|d|R|w)\.\W*")
_UNSPACED = re.compile(r"\b([zZdDuUoviI])\.([BhaTÄAU])\.")
_BEFORE_A_NUMBER = ("S.", "Abb.", "Tab.", "Kap.", "Nr.", "Bd.", "(S.", "(Abb.")
_NUMBER = re.compile(rf"\d|{TOKEN.pattern}")
_BREAKS = ("Space", "SoftBreak")


def bind(value: Any) -> Any:
    """A copy of a tree in which the space inside an abbreviation, and between one and its number, does not break."""
    if isinstance(value, list):
        items = [bind(item) for item in value]
        return _bound(items) if any(ast.is_node(item) and item["t"] == "Str" for item in items) else items
    if not isinstance(value, dict):
        return value
    if "t" in value:
        return value | {"c": bind(value["c"])} if "c" in value else value
    return {key: bind(item) for key, item in value.items()}


def _bound(inlines: list[Node]) -> list[Node]:
    result: list[Node] = []
    for node in inlines:
        if node["t"] == "Str":
            node = node | {"c": _UNSPACED.sub(rf"\1.{NO_BREAK_SPACE}\2.", node["c"])}
            if len(result) > 1 and result[-1]["t"] in _BREAKS and result[-2]["t"] == "Str":
                before = result[-2]
                if _belongs(before["c"], node["c"]):
                    result[-2:] = [before | {"c": before["c"] + NO_BREAK_SPACE + node["c"]}]
                    continue
        result.append(node)
    return result


def _belongs(before: str, after: str) -> bool:
    last = before.rsplit(NO_BREAK_SPACE, 1)[-1]
    if _OPENING.fullmatch(last) and _CLOSING.fullmatch(after):
        return True
    return last in _BEFORE_A_NUMBER and _NUMBER.match(after) is not None

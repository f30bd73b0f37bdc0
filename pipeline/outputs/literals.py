"""Finds numbers in a drawing that nobody computed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pipeline.outputs.answers import Answers
from pipeline.outputs.svg import Text, texts
from pipeline.quantities.spelling import Context


@dataclass(frozen=True)
class TypedNumber:
    """A text with a digit that no answer of `q` explains, and the line where it is written (0: not found)."""

    text: str
    line: int


def typed_numbers(svg: str, file: Path, q: Answers) -> Iterator[TypedNumber]:
    """Every text of a drawing in which a digit stands that is no marked number, tick or label."""
    ticks = {answer for question, answer in q.asked.items() if question[0] == "tick"}
    for text in texts(svg):
        if any(character.isnumeric() for character in unexplained(text, q, ticks)):
            yield TypedNumber(text.content, written_at(text.content, file))


def unexplained(text: Text, q: Answers, ticks: set[str]) -> str:
    """What is left of a text without what `q` answered."""
    if text.number:
        number = q.numbers.get(text.number)
        return "" if number and number.spelled(Context.PROSE) == text.content else text.content
    if text.tick and text.content in ticks:
        return ""
    rest = text.content
    for label in sorted(q.texts(), key=len, reverse=True):
        if any(character.isnumeric() for character in label):
            rest = re.sub(rf"(?<![\d.,]){re.escape(label)}(?![\d.,]*\d)", "", rest)
    return rest


def written_at(content: str, file: Path) -> int:
    """The line of the literal that this text most likely comes from."""
    runs = re.findall(r"[\d.,]*\d", content) or [content]
    lines = [
        node.lineno
        for node in ast.walk(ast.parse(file.read_bytes()))
        if isinstance(node, ast.Constant)
        and str(node.value)
        and (str(node.value) in content or runs[0] in str(node.value))
        and any(character.isnumeric() for character in str(node.value))
    ]
    exact = [
        node.lineno
        for node in ast.walk(ast.parse(file.read_bytes()))
        if isinstance(node, ast.Constant) and node.value == content
    ]
    return min(exact or lines, default=0)

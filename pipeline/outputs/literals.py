"""Finds numbers in a drawing that nobody computed: digits of any kind, Roman ones, and number words that count."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pipeline.document import digits, number_words
from pipeline.document.lexicon import Lexicon
from pipeline.outputs.answers import Answers
from pipeline.outputs.svg import Text, texts
from pipeline.quantities.spelling import Context


@dataclass(frozen=True)
class TypedNumber:
    """A text with a number that no answer of `q` explains, and the line where it is written (0: not found)."""

    text: str
    line: int
    word: bool = False


def typed_numbers(svg: str, file: Path, q: Answers, lexicon: Lexicon) -> Iterator[TypedNumber]:
    """Every text of a drawing that holds a number which is no marked number, tick, label or name."""
    ticks = {answer for question, answer in q.asked.items() if question[0] == "tick"}
    for text in texts(svg):
        rest = lexicon.name_pattern.sub("", unexplained(text, q, ticks))
        if any(character.isnumeric() for character in rest) or any(digits.in_text(rest, lexicon)):
            yield TypedNumber(text.content, written_at(text.content, file))
        elif next(number_words.counting(rest, lexicon), None):
            yield TypedNumber(text.content, written_at(text.content, file), word=True)


def unexplained(text: Text, q: Answers, ticks: set[str]) -> str:
    """What is left of a text without what `q` answered."""
    if text.number:
        number = q.numbers.get(text.number)
        return "" if number and number.spelled(Context.PROSE) == text.content else text.content
    if text.tick and text.content in ticks:
        return ""
    rest = text.content
    for label in sorted(q.texts(), key=len, reverse=True):
        rest = re.sub(rf"(?<![\w.,]){re.escape(label)}(?![.,]?\w)", "", rest) if label else rest
    return rest


def written_at(content: str, file: Path) -> int:
    """The line of the literal that a text comes from: the whole text, else the longest part of it."""
    written = [
        (len(str(node.value)), -node.lineno)
        for node in ast.walk(ast.parse(file.read_bytes()))
        if isinstance(node, ast.Constant) and str(node.value).strip() and str(node.value) in content
    ]
    return -max(written)[1] if written else 0

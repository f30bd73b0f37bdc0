"""What an output may show: the ledger's numbers, and digits that the check stage let pass as typed ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.page import Page
from pipeline.document.tex import points
from pipeline.outputs.checked import Check, checks
from pipeline.outputs.figures import Drawing
from pipeline.outputs.svg import texts
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import TOKEN, Number, Tokens

DIGIT = "[0-9²³¹⁰⁴-⁹₀-₉¼-¾⅐-⅞٠-٩０-９]"
RUN = re.compile(rf"{DIGIT}+(?:[.,]{DIGIT}+)*")
NUMBERING = "numbering"  # the class of what the pipeline has numbered itself
SPACES = re.compile(r"\s+")


@dataclass(frozen=True)
class Expected:
    """What may stand in the outputs of one page.

    numbers:   id → number, for text, alternative texts and drawings
    text:      ids that stand in the text
    shown:     ids, each as often as it stands in the text and in drawings (alternative texts do not count)
    typed:     runs of digits in prose, headings, code and captions, each as often as in the checked tree
    described: runs of digits in alternative texts
    constants: single digits typed in formulas, each as often as in the checked tree
    repeated:  runs of digits from site data (title, date), as often as a writer likes
    numbering: the numbers of sections, equations, figures and tables
    drawn:     runs of digits in drawings, which are audited for themselves
    tex:       all formulas, tokens left out
    checks:    what is known about each checked formula
    """

    numbers: Mapping[str, Number]
    text: frozenset[str]
    shown: Counter[str]
    typed: Counter[str]
    described: frozenset[str]
    constants: Counter[str]
    repeated: frozenset[str]
    numbering: frozenset[str]
    drawn: frozenset[str]
    tex: tuple[str, ...]
    checks: tuple[Check, ...]

    @cached_property
    def spoken(self) -> frozenset[str]:
        """Runs of digits that alternative texts may hold."""
        spelled = {run for number in self.numbers.values() for run in runs(number.spelled(Context.PROSE))}
        constants = {run for tex in self.tex for run in runs(tex)}
        return frozenset(spelled | constants | set(self.typed) | self.described | self.repeated | self.numbering)


def expected(page: Page, drawings: Collection[Drawing] = (), frame: Iterable[str] = ()) -> Expected:
    """What the outputs of a numbered page may show.

    frame: texts of the site around the page (title, licence) that may hold digits
    """
    tokens, nodes = page.tokens, list(ast.nodes(page.blocks))
    shown = [number.id for number in numbers_in(map(_content, ast.nodes(page.blocks, words=True)), tokens)]
    described = " ".join(ast.attributes(node).get("alt", "") for node in nodes)
    drawn = [text for drawing in drawings for text in texts(drawing.svg)]
    site = (page.title, page.subtitle, *page.authors, f"{page.date.isoformat()} {page.date.day}.", *frame)
    tex = tuple(TOKEN.sub(" ", points(node["c"][1])) for node in nodes if node["t"] == "Math")
    return Expected(
        numbers={number.id: number for number in [*tokens.numbers, *_drawn(drawings)]},
        text=frozenset(shown),
        shown=Counter(shown + [text.number for text in drawn if text.number]),
        typed=Counter(run for piece in _prose(page.blocks) for run in runs(TOKEN.sub(" ", piece))),
        described=frozenset(runs(TOKEN.sub(" ", described))),
        constants=Counter(digit for formula in tex for digit in re.findall(DIGIT, formula)),
        repeated=frozenset(run for piece in site for run in runs(piece)),
        numbering=frozenset(label.number for label in page.labels.values()),
        drawn=frozenset(run for text in drawn for run in runs(text.content)),
        tex=tex,
        checks=tuple(checks(page.blocks)),
    )


def runs(text: str) -> list[str]:
    """The runs of digits in a text, decimals as one."""
    return RUN.findall(text)


def squeezed(text: str) -> str:
    """A text without any space: how readers of PDF report narrow spaces differs."""
    return SPACES.sub("", text)


def numbers_in(strings: Iterable[str], tokens: Tokens) -> Iterator[Number]:
    """The numbers in some strings, in order."""
    return (tokens.number(token) for piece in strings for token in TOKEN.findall(piece))


def _drawn(drawings: Iterable[Drawing]) -> Iterator[Number]:
    return (number for drawing in drawings for number in drawing.numbers.values())


def _content(node: Node) -> str:
    """What a leaf of the tree shows: a string, a formula or code."""
    if node["t"] == "Str":
        return str(node["c"])
    return str(node["c"][1]) if node["t"] in ("Math", "Code", "CodeBlock") else ""


def _prose(value: Any) -> Iterator[str]:
    """What is read as text: strings, code, titles of boxes and reasons; no formulas, no numbering of the pipeline."""
    if isinstance(value, list):
        for item in value:
            yield from _prose(item)
    elif isinstance(value, dict) and "t" in value:
        if value["t"] == "Str":
            yield str(value["c"])
            return
        if value["t"] == "Math" or NUMBERING in ast.classes(value):
            return
        yield _content(value)
        yield from (ast.attributes(value).get(key, "") for key in ("title", "reason"))
        yield from _prose(value.get("c", []))

"""Each token of a page replaced by its printed literal, one at a time: found, and the right quantity proposed.

The page that quotes other documents is left out: what it prints is typed there, by others.  Exercises draw small
integers, which many quantities print alike, so that their suggestions are not counted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from pipeline.build import Built
from pipeline.document import ast, lint, where
from pipeline.document.lexicon import Lexicon, lexicon
from pipeline.document.suggest import Suggestions
from pipeline.problems import Code, Place, Problem, Problems
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import FIRST, TOKEN, Number

FIRST_FEW, AMONG_THE_FIRST_FEW = 3, 0.95
TEACHING = ("artikel", "rechenweg", "ueberblick")
MADE_BY_THE_PIPELINE = "printed sum"  # the note under a table; no author writes it
TYPED = (Code.TYPED_NUMBER, Code.TYPED_NUMBER_WORD)
CONTEXTS = {"Math": Context.MATH, "Code": Context.CODE, "CodeBlock": Context.CODE}


class Replacements:
    """A checked page, and what the lint says once one of its numbers is typed."""

    def __init__(self, page: Built, checked: list[ast.Node], words: Lexicon) -> None:
        self.files = [block for block in checked if "source" in ast.classes(block)]
        self.tokens = page.page.tokens
        self.lexicon = words
        self.suggestions = Suggestions(page.quantities, self.tokens)

    def problems(self, block: ast.Node) -> list[Problem]:
        problems = Problems()
        lint.search([block], self.lexicon, problems, self.suggestions)
        return [problem for problem in problems if problem.code in TYPED]

    def of_block(self, block: ast.Node) -> Iterator[tuple[str, list[Problem]]]:
        """Each token of the block, and the problems that typing its number causes."""
        for token in sorted(set(TOKEN.findall(_json(block)))):
            number, place = self.tokens.number(token), self.tokens.place(token)
            index = ord(token) - FIRST - 1
            self.tokens.places[index] = Place()  # a number that is typed does not speak for its own quantity
            narrow = narrowed(block, token)
            before = self.problems(narrow)
            yield token, [new for new in self.problems(typed(narrow, token, number)) if new not in before]
            self.tokens.places[index] = place


def typed(value: Any, token: str, number: Number, context: Context = Context.PROSE) -> Any:
    """A tree in which the number's spelling stands for its token."""
    if isinstance(value, str):
        spelled = number.spelled(context)
        return value.replace(token, spelled.replace(",", "{,}") if context is Context.MATH else spelled)
    if isinstance(value, list):
        return [typed(item, token, number, context) for item in value]
    if isinstance(value, dict):
        inner = CONTEXTS.get(value.get("t", ""), context)
        return {key: typed(item, token, number, inner) for key, item in value.items()}
    return value


def in_listing(block: ast.Node) -> bool:
    """What a program prints is no text that somebody could type."""
    return any("listing" in ast.classes(node) for node in ast.nodes(block))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def narrowed(block: ast.Node, token: str) -> ast.Node:
    """The block with no other rows of its tables, and items of its lists, than those with the token."""

    def visit(node: ast.Node) -> ast.Node | None:
        if node["t"] == "BulletList":
            return node | {"c": [item for item in node["c"] if token in json.dumps(item, ensure_ascii=False)]}
        if node["t"] != "Table":
            return None
        *before, bodies, foot = node["c"]
        kept = [
            [*body[:3], [row for row in body[3] if token in json.dumps(row, ensure_ascii=False)]] for body in bodies
        ]
        return node | {"c": [*before, kept, foot]}

    narrow: ast.Node = ast.walk([block], visit)[0]
    return narrow


@dataclass(frozen=True)
class Outcome:
    """What comes of one number that is typed: where it stands, and the problems."""

    page: str
    number: Number
    where: str
    problems: list[Problem]

    @property
    def proposed(self) -> bool:
        """Whether what stood there is among the first suggestions."""
        said = [suggestion for problem in self.problems[:1] for suggestion in problem.suggestions[:FIRST_FEW]]
        return any(f" {self.number.expression} |" in suggestion for suggestion in said)


@pytest.fixture(scope="module")
def outcomes(pages: list[Built], stages: dict[str, Any]) -> list[Outcome]:
    words = lexicon(stages["load"].glossary, Problems())
    found = []
    for page in (page for page in pages if not page.source.quoted):
        standing = dict(where.occurrences(page.page.blocks))
        replacements = Replacements(page, stages[f"check-{page.page.key}"], words)
        shown = [block for file in replacements.files for block in file["c"][1] if not in_listing(block)]
        for block in shown:
            for token, problems in replacements.of_block(block):
                found.append(Outcome(page.page.key, page.page.tokens.number(token), standing.get(token, ""), problems))
    return found


def test_every_typed_number_is_found_wherever_it_stands(outcomes: list[Outcome]) -> None:
    assert len(outcomes) > 600
    lost = [(outcome.number.expression, outcome.where) for outcome in outcomes if not outcome.problems]
    assert lost == []
    assert {"prose", "math", "table", "caption", "alt"} <= {outcome.where for outcome in outcomes}


@pytest.mark.parametrize("page", TEACHING)
def test_the_right_quantity_is_among_the_first_three_suggestions(page: str, outcomes: list[Outcome]) -> None:
    typed_by_authors = [
        outcome for outcome in outcomes if outcome.page == page and outcome.number.expression != MADE_BY_THE_PIPELINE
    ]
    missed = [outcome.number.expression for outcome in typed_by_authors if not outcome.proposed]
    assert len(typed_by_authors) > 80
    assert len(missed) <= (1 - AMONG_THE_FIRST_FEW) * len(typed_by_authors), missed

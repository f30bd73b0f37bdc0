"""Each token of every page replaced by its printed literal, one at a time: found, and the right quantity proposed."""

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.build import Build, Built, Cache
from pipeline.document import ast, lint
from pipeline.document.lexicon import Lexicon, lexicon
from pipeline.document.suggest import Suggestions
from pipeline.problems import Code, Place, Problem, Problems
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import FIRST, TOKEN, Number

ROOT = Path(__file__).parents[2]
AMONG_THE_FIRST_THREE = 0.95
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

    def of_block(self, block: ast.Node) -> list[tuple[Number, list[Problem]]]:
        """Each number of the block, and the problems that typing it causes."""
        before = self.problems(block)
        result = []
        for token in sorted(set(TOKEN.findall(json.dumps(block, ensure_ascii=False)))):
            number, place = self.tokens.number(token), self.tokens.place(token)
            index = ord(token) - FIRST - 1
            self.tokens.places[index] = Place()  # a number that is typed does not speak for its own quantity
            result.append((number, [new for new in self.problems(typed(block, token, number)) if new not in before]))
            self.tokens.places[index] = place
        return result


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


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    checked: list[list[ast.Node]] = []
    build = Build(ROOT, Cache(tmp_path_factory.mktemp("cache")))
    build.observe = lambda stage, result: checked.append(result) if stage.startswith("check-") else None
    site, pages = build.pages()
    words = lexicon(site.glossary, Problems())
    found = []
    for page, blocks in zip(pages, checked, strict=True):
        replacements = Replacements(page, blocks, words)
        shown = [block for file in replacements.files for block in file["c"][1] if not in_listing(block)]
        found += [outcome for block in shown for outcome in replacements.of_block(block)]
    return found


def test_every_typed_number_is_found(outcomes):
    assert len(outcomes) > 600
    assert [number.expression for number, problems in outcomes if not problems] == []


def test_the_right_quantity_is_among_the_first_three_suggestions(outcomes):
    missed = [number.expression for number, problems in outcomes if number.expression not in problems[0].remedy]
    assert len(missed) <= (1 - AMONG_THE_FIRST_THREE) * len(outcomes), missed

"""Every claim of the site, negated or with one comparison turned round, one at a time: all are found."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pipeline.build import Built
from pipeline.document import ast
from pipeline.document.claims import check_claims
from pipeline.document.names import names
from pipeline.document.template import Template
from pipeline.problems import Code, Place, Problem, Problems
from pipeline.quantities.formatters import Formatters
from pipeline.quantities.tokens import Tokens

TURNED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}
SIGN = re.compile(r"(?<=\s)(<=|>=|==|!=|<|>)(?=\s)")
FOUND = {Code.CLAIM_FAILS, Code.CLAIM_BROKEN}  # broken: a denied identity rests on nothing any more


class Claims:
    """The claims of one page, to be decided again."""

    def __init__(self, page: Built) -> None:
        self.problems = Problems()
        self.template = Template({}, Formatters(Tokens(), self.problems), self.problems)
        sentences = page.source.example.sentences
        self.template.names = names(page.quantities, sentences, self.template.missing, lambda name: True)
        self.conditions = list(dict.fromkeys(claim.condition for claim in page.claims))

    def problems_with(self, condition: str) -> list[Problem]:
        """What the build says of a claim with this condition."""
        self.problems.found.clear()
        claim = ast.span(ast.attr("", ["claim"], {"check": condition}), [ast.string("so")])
        check_claims([claim | {"place": ["a.md", 1, 1]}], self.template, self.problems)
        return list(self.problems)


@pytest.fixture(scope="module")
def site(pages: list[Built]) -> list[Claims]:
    return [Claims(page) for page in pages]


def turned(condition: str) -> Iterator[str]:
    """The condition with each of its comparisons turned round."""
    for match in SIGN.finditer(condition):
        yield condition[: match.start()] + TURNED[match[1]] + condition[match.end() :]


def test_as_they_are_all_hold(site: list[Claims]) -> None:
    for claims in site:
        for condition in claims.conditions:
            assert claims.problems_with(condition) == [], condition


def test_every_negated_claim_is_found(site: list[Claims]) -> None:
    count = 0
    for claims in site:
        for condition in claims.conditions:
            problems = claims.problems_with(f"not ({condition})")
            assert {problem.code for problem in problems} & FOUND, condition
            assert problems[0].place == Place("a.md", 1, 1)
            count += 1
    assert count > 60


def test_every_turned_comparison_is_found(site: list[Claims]) -> None:
    count = 0
    for claims in site:
        for condition in claims.conditions:
            for mutant in turned(condition):
                assert {problem.code for problem in claims.problems_with(mutant)} & FOUND, mutant
                count += 1
    assert count > 50


def test_turning_changes_one_sign_at_a_time() -> None:
    assert list(turned("a < b and c == d")) == ["a >= b and c == d", "a < b and c != d"]
    assert all(TURNED[TURNED[sign]] == sign for sign in TURNED)

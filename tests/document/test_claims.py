"""Claims: a statement with its condition in, decision and reason out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pipeline.arithmetic import Graph
from pipeline.document import ast
from pipeline.document.claims import check_claims, find_counterexamples
from pipeline.document.template import Template
from pipeline.problems import Code, Problems
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.formatters import Formatters
from pipeline.quantities.tokens import Tokens
from pipeline.quantities.value import Value


def template_with(**numbers: str) -> Template:
    """A template that knows single values by name, and an identity that is proven."""
    problems = Problems()
    template = Template({}, Formatters(Tokens(), problems), problems)
    graph = Graph()
    for name, decimal in numbers.items():
        array = graph.input(name, decimal, "test:1")
        template.names[name] = Value(array, (), name, name, name, "", report=template.missing)  # type: ignore[index]
    template.names["identity"] = lambda name: name == "proven"  # type: ignore[index]
    return template


def claim(condition: str, text: str = "mehr") -> list[dict[str, Any]]:
    return [ast.paragraph([ast.span(ast.attr("", ["claim"], {"check": condition}), [ast.string(text)])])]


@pytest.mark.parametrize(
    ("condition", "holds", "proof"),
    [
        ("a > b", True, "exact"),
        ("a + a == 2 * a", True, "exact"),
        ("b >= a", False, "exact"),
        ("identity('proven')", True, "identity"),
        ("a > b and identity('proven')", True, "exact"),  # beside an identity, a claim like all others
        ("identity('proven') and a > b", True, "exact"),
        ("identity('wrong')", False, "identity"),
    ],
)
def test_decisions(condition: str, holds: bool, proof: str) -> None:
    template = template_with(a="0.35", b="0.31")
    _, claims = check_claims(claim(condition), template, template.problems)
    assert (claims[0].holds, claims[0].proof) == (holds, proof)
    assert [problem.code for problem in template.problems] == ([] if holds else [Code.CLAIM_FAILS])


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [("0.31", "0.35", "0,31 < 0,35"), ("2", "3", "2 < 3"), ("2.00", "2.5", "2,00 < 2,50"), ("4", "4.0", "4 = 4")],
)
def test_a_failing_claim_says_why(a: str, b: str, reason: str) -> None:
    template = template_with(a=a, b=b)
    blocks, _ = check_claims(claim("a > b"), template, template.problems)
    span = next(node for node in ast.nodes(blocks) if node["t"] == "Span")
    assert "failed" in ast.classes(span)
    assert ast.attributes(span)["reason"] == f"gilt hier nicht: {reason}"


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ("", Code.CLAIM_BROKEN),
        ("a >", Code.CLAIM_BROKEN),
        ("a", Code.CLAIM_BROKEN),
        ("a > c", Code.UNKNOWN_QUANTITY),
        ("1 < 2", Code.CLAIM_BROKEN),
        ("a < 0.5", Code.TYPED_CONSTANT),
        ("true", Code.CLAIM_BROKEN),
    ],
)
def test_conditions_that_are_none(condition: str, code: Code) -> None:
    template = template_with(a="1", b="2")
    _, claims = check_claims(claim(condition), template, template.problems)
    assert not claims[0].holds
    assert code in [problem.code for problem in template.problems]


def test_each_claim_must_be_false_for_some_input() -> None:
    template = template_with(a="2", b="1")
    _, claims = check_claims(claim("a > b") + claim("a >= a"), template, template.problems)
    others = [("sample 1", template_with(a="3", b="1")), ("sample 2", template_with(a="1", b="4"))]
    problems = Problems()
    decided = find_counterexamples(claims, others, problems)
    assert [decision.false_for for decision in decided] == ["sample 2", ""]
    assert [problem.code for problem in problems] == [Code.CLAIM_EMPTY]


@pytest.mark.parametrize(
    ("condition", "proof", "false_for", "codes"),
    [
        ("identity('proven')", "identity", "", []),
        ("a > b and identity('proven')", "exact", "sample 2", []),  # whatever the identity may say, this is no part
        ("a + b == b + a and identity('proven')", "identity", "", []),  # no sample speaks against it
        ("a + b == b + a", "exact", "", [Code.CLAIM_EMPTY]),
        ("a > b or identity('proven')", "exact", "", [Code.CLAIM_EMPTY]),
    ],
)
def test_what_stands_beside_an_identity_is_tried_like_any_claim(
    condition: str, proof: str, false_for: str, codes: list[Code]
) -> None:
    template = template_with(a="2", b="1")
    _, claims = check_claims(claim(condition), template, template.problems)
    others = [("sample 1", template_with(a="3", b="1")), ("sample 2", template_with(a="1", b="4"))]
    problems = Problems()
    (decided,) = find_counterexamples(claims, others, problems)
    assert (decided.proof, decided.false_for) == (proof, false_for)
    assert [problem.code for problem in problems] == codes


def test_an_identity_carries_nothing_that_no_sample_confirms() -> None:
    template = template_with(a="2", b="0.5")
    _, claims = check_claims(claim("a / b > a and identity('proven')"), template, template.problems)
    problems = Problems()
    find_counterexamples(claims, [("sample 1", template_with(a="3", b="0"))], problems)
    assert [problem.code for problem in problems] == [Code.CLAIM_EMPTY]


def test_softmax_weights_of_equal_scores_are_equal() -> None:
    problems = Problems()
    template = Template({}, Formatters(Tokens(), problems), problems)
    scores = Graph().input("scores", ["0.3", "0.42", "0.3"], "test:1")
    weights = np.exp(scores) / np.sum(np.exp(scores))
    axis = Axis("token", tuple(Label(name, name) for name in "abc"))
    template.names = {"w": Value(weights, (axis,), "w", "w", "w", "{0}", report=template.missing)}
    _, claims = check_claims(claim("w['a'] == w['c'] and w['a'] < w['b']"), template, problems)
    assert claims[0].holds
    assert not list(problems)


def test_what_only_rounding_makes_false_is_not_false() -> None:
    """On a sample, a sum of residuals is 1e-17 instead of 0: that is no input for which they do not cancel."""
    template = template_with(a="0.3", b="0.1")
    _, claims = check_claims(claim("a - b - b == b") + claim("b + b < a"), template, template.problems)
    problems = Problems()
    decided = find_counterexamples(claims, [("sample 1", sample_with(a=0.3, b=0.1))], problems)
    assert [decision.false_for for decision in decided] == ["", ""]
    assert [problem.code for problem in problems] == [Code.CLAIM_EMPTY, Code.CLAIM_EMPTY]
    decided = find_counterexamples(claims, [("sample 1", sample_with(a=0.31, b=0.2))], Problems())
    assert [decision.false_for for decision in decided] == ["sample 1", "sample 1"]


def sample_with(**numbers: float) -> Template:
    """A template that knows floats, as samples do."""
    template = template_with()
    for name, number in numbers.items():
        template.names[name] = Value(np.float64(number), (), name, name, name, "")  # type: ignore[index]
    return template

"""The audit finds what a writer could do wrong: each test plants one fault in a faultless page."""

from __future__ import annotations

import pytest

from pipeline.outputs.html.audit import audit
from pipeline.outputs.html.writer import html
from pipeline.problems import Problems
from tests.outputs.samples import FIGURES, page, site

PAGE = page()
TEXT = html(PAGE, FIGURES, site(), Problems())


def complaints(text: str) -> list[str]:
    problems = Problems()
    audit(text, PAGE, FIGURES, problems)
    return [problem.message.removeprefix("artikel.html: ") for problem in problems]


def test_a_faultless_page_passes() -> None:
    assert complaints(TEXT) == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (">7,051<", ">7,052<", "the number sum is printed as '7,052', it is 7,051 or 7.051"),
        (">7,051<", "><", "the number sum is printed as '', it is 7,051 or 7.051"),
        ('data-number="sum"', 'data-number="other"', "the number other is printed as '7,051', it is no"),
        ('<mn class="number" data-number="sum">7,051</mn>', "", "the number sum stands 0 times in the page, 1"),
        ('id="eq:query"', 'id="eq:cosine"', "the id eq:cosine is used 2 times"),
        ('id="sec:mean"', "", "a link leads to #sec:mean, which is nowhere"),
        ("<main", '<main style="color: red"', 'the page holds <main style="color: red"'),
        ("</head>", "<style>p {}</style></head>", "the page holds <style"),
        ("</head>", "<script>alert()</script></head>", "the page holds <script>"),
        ("<main", '<img src="https://example.org/x.png"><main', 'the page holds <img src="https://example.org/x.png">'),
        ("<main", '<main onclick="x()"', 'the page holds <main onclick="x()"'),
    ],
)  # fmt: skip
def test_a_planted_fault_is_found(old: str, new: str, complaint: str) -> None:
    assert old in TEXT
    found = complaints(TEXT.replace(old, new, 1))
    assert [message for message in found if message.startswith(complaint)] != []

"""Highlighting: Python → HTML."""

from __future__ import annotations

import pytest

from pipeline.outputs.html.highlighting import highlighted

HIGHLIGHTED = [
    ("x = 1", "x = 1"),
    ("import os", '<span class="keyword">import</span> os'),
    (
        "if a < b:\n    return a  # kleiner",
        '<span class="keyword">if</span> a &lt; b:\n'
        '    <span class="keyword">return</span> a  <span class="comment"># kleiner</span>',
    ),
    ("print('if # not')", "print('if # not')"),
    ("ä = 1  # Maß & Zahl", 'ä = 1  <span class="comment"># Maß &amp; Zahl</span>'),
    ("\n\ndef f():\n\n    pass", '\n\n<span class="keyword">def</span> f():\n\n    <span class="keyword">pass</span>'),
]
UNREADABLE = ["f(x", "'''", "  if\n if", "return ⟦w:0.4⟧ <"]


@pytest.mark.parametrize(("code", "html"), HIGHLIGHTED)
def test_keywords_and_comments_are_marked(code: str, html: str) -> None:
    assert highlighted(code) == html


@pytest.mark.parametrize("code", UNREADABLE)
def test_nothing_of_what_python_cannot_read_is_lost(code: str) -> None:
    plain = highlighted(code).replace('<span class="keyword">', "").replace("</span>", "")
    assert plain == code.replace("<", "&lt;")

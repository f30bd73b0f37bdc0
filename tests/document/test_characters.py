"""Characters that nobody sees in a source and that change what readers see."""

from __future__ import annotations

import pytest

from pipeline.document.characters import check_characters
from pipeline.document.sources import Source
from pipeline.problems import Problems
from pipeline.quantities.tokens import FIRST, FIRST_WORDING


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"Wert {chr(FIRST + 1)}", "U+F0001"),
        (f"Wort {chr(FIRST_WORDING + 1)}", "U+108001"),
        ("Wert &#xF0001;", "&#xF0001;"),
        ("Wert &#983041;", "&#983041;"),
        ("Wert \u202e104,0", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("Wert &#x202E;104,0", "&#x202E;"),
        ("Wert \x07", "U+0007"),
        ("Wort \u200bx", "U+200B ZERO WIDTH SPACE"),
        ("sie\u00adb", "U+00AD SOFT HYPHEN"),
        ("Wort &shy;", "&shy;"),
    ],
)
def test_invisible_characters_are_found_where_they_stand(text: str, says: str) -> None:
    problems = Problems()
    check_characters(Source("a.md", f"Zeile\n{text}"), problems)
    (problem,) = problems
    assert problem.message == f"an invisible character stands here: {says}"
    assert problem.place.line == 2


def test_all_others_are_free() -> None:
    problems = Problems()
    check_characters(Source("a.md", "Tab\t, Zeilen\r\n\n, NBSP\u00a0\u202f, ≈ − „“ 𝑥 &nbsp; &#8211;"), problems)
    assert not list(problems)

r"""Markup that nests too deep is reported and left out, before pandoc takes hours over it or Python gives up."""

from __future__ import annotations

import pytest

from pipeline.document.depth import DEEPEST, readable
from pipeline.document.read import read
from pipeline.document.sources import Filled, Source
from pipeline.problems import Code, Place, Problems

MANY = 300


def kept(text: str, file: str = "text.md") -> tuple[bool, Problems]:
    problems = Problems()
    (filled,) = readable([Filled(Source(file, text), text)], problems)
    return bool(filled.text), problems


@pytest.mark.parametrize(
    ("text", "file", "line", "column"),
    [
        ("eins\n\na " + "[" * MANY + "x" + "]" * MANY, "text.md", 3, 3 + DEEPEST),
        ("[" * MANY, "text.md", 1, 1 + DEEPEST),
        ("[" * MANY + "x" + "]{.claim}" * MANY, "text.md", 1, 1 + DEEPEST),
        ("^[" * MANY + "x" + "]" * MANY, "text.md", 1, 2 + 2 * DEEPEST),
        ("[x](" * MANY, "text.md", 1, 1 + 4 * DEEPEST),
        ("::: claim\n" * MANY, "text.md", 1 + DEEPEST, 1),
        ("> " * MANY + "x", "text.md", 1, 1),
        ("".join("  " * level + "- x\n" for level in range(MANY)), "text.md", 22, 1),
        (r"\textbf{" * MANY, "text.tex", 1, 8 * (DEEPEST + 1)),
        (r"\begin{itemize}\item " * MANY, "text.tex", 1, 1 + 21 * DEEPEST),
    ],
)
def test_too_deep(text: str, file: str, line: int, column: int) -> None:
    usable, problems = kept(text, file)
    assert not usable
    (problem,) = problems
    assert (problem.code, problem.place) == (Code.BAD_MARKUP, Place(file, line, column))
    assert problem.remedy


@pytest.mark.parametrize(
    "text",
    [
        "[" * DEEPEST + "x" + "]" * DEEPEST,
        "[a] [b] [c] (d) [e](f) " * MANY,
        "[x\n\n" * MANY,  # unbalanced, and said to be so: the paragraph ends them
        r"\[" * MANY,
        "`" + "[" * MANY + "`",
        "```\n" + "[" * MANY + "\n```\n",
        "$" + "[" * MANY + "$",
        "((((((((((((((((x))))))))))))))))",
        "[= f((((((((((((a)))))))))))) | num =]",
        "::: claim\nx\n:::\n" * MANY,
    ],
)
def test_what_nobody_would_call_deep(text: str) -> None:
    usable, problems = kept(text)
    assert usable
    assert not list(problems)


def test_other_files_are_read_all_the_same() -> None:
    problems = Problems()
    files = [Filled(Source(name, text), text) for name, text in (("a.md", "[" * MANY), ("b.md", "Ein Satz."))]
    first, second = read(files, None, lambda token: Place(), problems)
    assert (first["c"][1], len(second["c"][1])) == ([], 1)
    assert len(problems) == 1

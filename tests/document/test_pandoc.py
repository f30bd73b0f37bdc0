"""Pandoc is pinned, sandboxed, and its warnings are faults."""

import pypandoc
import pytest

from pipeline.document import ast, pandoc
from pipeline.document.read import MARKDOWN, read
from pipeline.document.template import Filled, Source
from pipeline.problems import Code, Place, Problems


def test_the_version_is_the_one_that_the_tests_know():
    assert pandoc.convert("a", "markdown", "plain").strip() == "a"
    assert pypandoc.get_pandoc_version() == pandoc.VERSION


def test_another_version_is_refused(monkeypatch):
    monkeypatch.setattr(pandoc, "VERSION", "99.0")
    pandoc._pinned.cache_clear()
    with pytest.raises(pandoc.PandocError, match=r"99\.0 is needed"):
        pandoc.convert("a", "markdown", "plain")
    pandoc._pinned.cache_clear()


def test_the_api_version_is_the_one_that_pandoc_writes():
    assert f'"pandoc-api-version":{str(ast.API_VERSION)[:-1].replace(" ", "")}' in pandoc.convert(
        "a", "markdown", "json"
    )


def test_a_warning_is_a_fault_and_can_be_let_pass():
    open_block = "::: a\ntext\n"
    with pytest.raises(pandoc.PandocError) as fault:
        pandoc.convert(open_block, "markdown", "plain")
    assert fault.value.lines[0].startswith("Div at line 1 column 1 unclosed")
    assert pandoc.convert(open_block, "markdown", "plain", strict=False).strip() == "text"


@pytest.mark.parametrize(
    "text",
    [
        "A. Name am Anfang",
        "(1) in Klammern",
        "|V| ist die Größe\n|W| auch",
        "[Titel] ist kein Verweis",
        "% Titel\n% Name",
    ],
)
def test_prose_keeps_its_meaning(text):
    html = pandoc.convert(f"# Titel {{#t}}\n\n{text}\n", MARKDOWN, "html")
    assert html.count("<p>") == 1
    assert "<a " not in html
    assert "<ol" not in html


def test_a_fault_of_pandoc_gets_the_place_in_its_file():
    first, second = (
        Source("a.md", "# A {#a}\n\nText.\n"),
        Source("b.md", "# B {#b}\n\nText.[^n]\n\n[^n]: eins\n\n[^n]: zwei\n"),
    )
    problems = Problems()
    read([Filled(first, first.text), Filled(second, second.text)], None, lambda token: Place(), problems)
    assert [(problem.code, problem.place.file, problem.place.line) for problem in problems] == [
        (Code.BAD_MARKUP, "b.md", 7)
    ]

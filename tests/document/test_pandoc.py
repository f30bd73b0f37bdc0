"""Pandoc is pinned, sandboxed, and its warnings are faults."""

import json
import os
from pathlib import Path

import pypandoc
import pytest

from pipeline.document import ast, pandoc
from pipeline.document.citing import STYLE
from pipeline.document.parsing import MARKDOWN
from pipeline.document.read import read
from pipeline.document.sources import Filled, Source
from pipeline.problems import Code, Place, Problems

CASES = Path(__file__).parent / "cases"


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


@pytest.mark.parametrize("locale", ["C", "de_DE.ISO-8859-1", None])
def test_files_may_be_named_as_you_like_in_any_locale(locale, tmp_path, monkeypatch):
    if locale:
        monkeypatch.setenv("LC_ALL", locale)
    else:
        monkeypatch.delenv("LC_ALL", raising=False)
    works = tmp_path / "Übung – α" / "Bücher.bib"
    works.parent.mkdir()
    works.write_text("@book{a, author = {Gauß, Carl}, title = {Theorie}, year = {1809}}\n", "utf-8")
    cited = pandoc.convert("[@a]", "markdown", "plain", "--citeproc", f"--bibliography={works}")
    assert cited.startswith("(Gauß 1809)")
    assert os.environ.get("LC_ALL") == locale  # nobody else is told


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
    said = [problem for problem in problems if problem.message.startswith("pandoc:")]
    assert [(problem.code, problem.place.file, problem.place.line) for problem in said] == [
        (Code.BAD_MARKUP, "b.md", 7)
    ]


def reading(folder, text, cited="@quelle2020"):
    """One file read with a cache; the calls of pandoc that were needed, and the tree."""
    calls = []
    real = pandoc.convert

    def counted(*arguments, **options):
        calls.append(arguments[1])
        return real(*arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pipeline.document.parsing.convert", counted)
        patch.setattr("pipeline.document.citing.convert", counted)
        sources = [Source("a.md", f"# A {{#a}}\n\n{text}\n"), Source("b.md", f"# B {{#b}}\n\nSiehe {cited}.\n")]
        files = [Filled(source, source.text) for source in sources]
        tree = read(files, CASES / "literature.bib", lambda token: Place(), Problems(), folder)
    return calls, tree


def test_what_is_unchanged_is_not_read_again(tmp_path):
    assert reading(tmp_path, "Ein Wort.")[0] == [MARKDOWN, "json"]
    assert reading(tmp_path, "Ein Wort.")[0] == []
    assert reading(tmp_path, "Zwei Wörter.")[0] == [MARKDOWN]
    assert reading(tmp_path, "Zwei Wörter.", "[@quelle2020]")[0] == [MARKDOWN, "json"]


def test_the_cache_changes_nothing(tmp_path):
    fresh = reading(None, "Ein *Wort* mit $x$.")[1]
    assert reading(tmp_path, "Ein *Wort* mit $x$.")[1] == fresh
    assert reading(tmp_path, "Ein *Wort* mit $x$.")[1] == fresh


def test_a_broken_cache_is_read_anew(tmp_path):
    fresh = reading(tmp_path, "Ein Wort.")[1]
    for kept in tmp_path.glob("*.json"):
        kept.write_text("{", "utf-8")
    assert reading(tmp_path, "Ein Wort.")[1] == fresh


def test_citations_are_those_that_pandoc_writes_for_the_whole_text():
    text = "Bei @quelle2020 und [vgl. @quelle2020, S. 4] und [-@quelle2020]."
    source = Source("a.md", text)
    blocks = read([Filled(source, text)], CASES / "literature.bib", lambda token: Place(), Problems())
    options = ("--citeproc", f"--csl={STYLE}", "--metadata=lang:de-DE", f"--bibliography={CASES / 'literature.bib'}")
    whole = pandoc.convert(text, MARKDOWN, "json", *options)
    assert ast.text(blocks).split() == ast.text(json.loads(whole)["blocks"]).split()


WORKS = """
@misc{zwei, author = {Muster, Erika and Probe, Max}, title = {Zwei}, year = {2020}, note = {Stand 12. Mai 2021}}
@misc{drei, author = {Muster, Erika and Probe, Max and Beispiel, Anna}, title = {Drei}, year = {2021}}
@book{buch, author = {Probe, Max}, title = {Das Buch}, year = {1999}, publisher = {Verlag}}
@online{ohne, title = {Ohne Verfasser}, url = {https://example.org}}
"""


def test_works_are_written_the_german_way(tmp_path):
    bibliography = tmp_path / "works.bib"
    bibliography.write_text(WORKS, "utf-8")
    text = "[@zwei] [@drei] [@buch] [@ohne]"
    blocks = read([Filled(Source("a.md", text), text)], bibliography, lambda token: Place(), Problems())
    assert ast.text(blocks).replace("\N{NO-BREAK SPACE}", " ").splitlines() == [
        "(Muster und Probe 2020) (Muster u. a. 2021) (Probe 1999) („Ohne Verfasser“ o. J.)",
        "Muster, Erika und Max Probe. 2020. „Zwei“. Stand 12. Mai 2021.",
        "Muster, Erika, Max Probe und Anna Beispiel. 2021. „Drei“.",
        "Probe, Max. 1999. Das Buch. Verlag.",
        "„Ohne Verfasser“. o. J. https://example.org.",
    ]

"""One mistake is one problem: what only follows from it is not said, what has a cause of its own is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pipeline.build import Build, Cache
from tests.conftest import ROOT

SITE = ROOT / "tests" / "sites" / "gerade"
EXAMPLE, SITE_FILE = "content/example.yaml", "content/site.yaml"
LINE, SPREAD = "content/gerade/quantities.py", "content/streuung/quantities.py"
Edit = tuple[str, str, str]  # the file, what stands there, what shall stand there


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SITE, tmp_path / "site", ignore=shutil.ignore_patterns("build", "__pycache__")))


def said(site: Path, *edits: Edit) -> list[str]:
    """Places and messages of all that is wrong once the edits are made."""
    for file, old, new in edits:
        text = (site / file).read_text("utf-8") if (site / file).is_file() else ""
        assert old in text
        (site / file).write_text(text.replace(old, new, 1) if old else new, "utf-8")
    build = Build(site, Cache(site / "build" / "cache"))
    build.pages()
    return [f"{problem.place}: {problem.message}" for problem in build.problems]


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        ((EXAMPLE, '"2.9"', '"2,9"'), f"{EXAMPLE}:6:41: '2,9' is no plain decimal number"),
        ((EXAMPLE, "second:", "first:"), f"{EXAMPLE}:5:5: the key 'first' stands here a second time"),
        ((EXAMPLE, "    second:", "\t    second:"), f"{EXAMPLE}:5:1: no valid YAML: found character"),
        ((EXAMPLE, '"Mitte",', '"Mitte"'), f"{EXAMPLE}:5:29: no valid YAML: did not find expected ',' or '}}'"),
        (("content/words.yaml", '"1.5"', '"1,5"'), "content/words.yaml:3:10: '1,5' is no plain decimal number"),
        ((SITE_FILE, "2026-01-15", "2026-13-15"), f"{SITE_FILE}:8:11: pages.0.date: Input should be a valid date"),
        ((SITE_FILE, "key: gerade", "key: ../gerade"), f"{SITE_FILE}:4:10: pages.0.key: String should match"),
        ((SITE_FILE, "02-gerade.md", "02-gerad.md"), f"{SITE_FILE}:14:20: content/gerade/02-gerad.md is named"),
        ((LINE, "def quantities(", "def quantities"), f"{LINE}:17:27: no valid Python: unmatched"),
        ((LINE, "slope * x", "slop * x"), f"{LINE}:25: NameError: name 'slop' is not defined"),
        ((LINE, '"residuals"', '"fitted"'), f"{LINE}:30: 'fitted' is defined twice"),
        (("content/formulas.py", "", "x = (\n"), "content/formulas.py:1:5: no valid Python: '(' was never closed"),
        (("content/gerade/formulas.py", "from ", "form "), "content/gerade/formulas.py:"),
        (
            ("content/gerade/02-gerade.md", "a + b", "[= nothing | num =] + b"),
            "content/gerade/02-gerade.md:8:7: nothing | num: there is no 'nothing'",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_cause_is_said_alone(edit: Edit, says: str, site: Path) -> None:
    (problem,) = said(site, edit)
    assert problem.startswith(says)


def test_a_list_that_the_glossary_misspells_makes_no_number_of_its_names(site: Path) -> None:
    glossary = ("content/glossary.yaml", "counted:", "nmaes: [GPT-2]\ncounted:")
    text = ("content/gerade/01-punkte.md", "Gemessen ist", "Gemessen ist, anders als bei GPT-2,")
    assert said(site, glossary, text) == ["content/glossary.yaml:1:8: there is no list 'nmaes' here"]


def test_an_empty_site_shows_no_figures_and_says_nothing_of_them(site: Path) -> None:
    (site / SITE_FILE).write_text("", "utf-8")
    assert said(site) == [f"{SITE_FILE}:1: title: Field required", f"{SITE_FILE}:1: pages: Field required"]


@pytest.mark.parametrize(
    "edits",
    [
        [(EXAMPLE, '"2.9"', '"2,9"'), (EXAMPLE, '"1.5"', '"1,5"')],
        [(EXAMPLE, '"2.9"', '"2,9"'), ("content/words.yaml", '"1.5"', '"1,5"')],
        [(LINE, "slope * x", "slop * x"), (SPREAD, "def quantities(", "def quantities")],
        [(LINE, "slope * x", "slop * x"), ("content/gerade/formulas.py", "from ", "form ")],
        [(LINE, "slope * x", "slop * x"), ("content/streuung/01-streuung.tex", "ist", "ist 0,647 und")],
        [(SITE_FILE, "02-gerade.md", "02-gerad.md"), ("content/streuung/01-streuung.tex", "ist", "ist 0,647 und")],
    ],
)
def test_causes_that_have_nothing_to_do_with_each_other_are_said_together(edits: list[Edit], site: Path) -> None:
    assert len(said(site, *edits)) == len(edits)


def test_a_failed_expression_leaves_nothing_unreadable_in_what_is_said_of_its_sentence(site: Path) -> None:
    edit = ("content/gerade/01-punkte.md", "Gemessen ist", "Gemessen ist [= nothing | num =] mit 77, und das ist")
    problems = said(site, edit)
    assert any("Gemessen ist … mit 77" in problem for problem in problems)
    assert not any("\N{REPLACEMENT CHARACTER}" in problem for problem in problems)

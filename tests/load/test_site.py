"""What site.yaml names: pages, their files and their PDFs, each fault at the place that has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.load import Site, load
from pipeline.problems import Code, Problems

SITE = """title: "Eine Website"
pages:
  - key: eins
    title: "Seite"
    authors: [P]
    date: 2026-01-15
    front: [01-anfang.md]
    parts: [{title: "Teil", sections: [02-mitte.md]}]
    back: [03-schluss.tex]
  - key: zwei
    title: "Seite"
    authors: [P]
    date: 2026-01-15
    pdf: andere
    variants: [{pdf: ohne, without: [solution]}]
    front: [01-anfang.md]
"""
FILES = ("eins/01-anfang.md", "eins/02-mitte.md", "eins/03-schluss.tex", "zwei/01-anfang.md")


def read(folder: Path, site: str = SITE, files: tuple[str, ...] = FILES) -> tuple[Site, Problems]:
    content = folder / "content"
    for file in files:
        (content / file).parent.mkdir(parents=True, exist_ok=True)
        (content / file).write_text("Text.\n", "utf-8")
    (content / "site.yaml").write_text(site, "utf-8")
    problems = Problems()
    return load(folder, problems), problems


def test_a_site_is_read_in_its_order(tmp_path: Path) -> None:
    site, problems = read(tmp_path)
    assert not list(problems)
    assert [tuple(page.texts) for page in site.pages] == [
        ("content/eins/01-anfang.md", "content/eins/02-mitte.md", "content/eins/03-schluss.tex"),
        ("content/zwei/01-anfang.md",),
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "place", "says"),
    [
        ("key: zwei", "key: ../zwei", "10:10", "pages.1.key: String should match"),
        ("pdf: andere", "pdf: ../../andere", "14:10", "pages.1.pdf: String should match"),
        ("{pdf: ohne,", "{pdf: ../ohne,", "15:22", "pages.1.variants.0.pdf: String should match"),
        ("front: [01-anfang.md]", "front: [../zwei/01-anfang.md]", "7:13", "pages.0.front.0: String should match"),
        ("[02-mitte.md]", "[/etc/hosts]", "8:40", "pages.0.parts.0.sections.0: String should match"),
        ("[03-schluss.tex]", "[sub/../03-schluss.tex]", "9:12", "pages.0.back.0: String should match"),
        ("pdf: andere", "pdf: eins", "14:10", "the page 'zwei' has a PDF eins.pdf, as another one has"),
        ("{pdf: ohne,", "{pdf: andere,", "15:22", "the page 'zwei' has a PDF andere.pdf, as another one has"),
        ("key: zwei", "key: eins", "10:10", "the page 'eins' has a name that another one has"),
        ("[02-mitte.md]", "[01-anfang.md]", "8:40", "the page 'eins' names 01-anfang.md more than once"),
    ],
)
def test_a_name_leads_nowhere_else_and_is_given_once(
    right: str, wrong: str, place: str, says: str, tmp_path: Path
) -> None:
    site, problems = read(tmp_path, SITE.replace(right, wrong, 1))
    assert not site.pages
    (problem,) = problems
    assert (problem.code, str(problem.place)) == (Code.BAD_SITE, f"content/site.yaml:{place}")
    assert problem.message.startswith(says)


def test_an_empty_site_has_its_problems_in_the_first_line(tmp_path: Path) -> None:
    _, problems = read(tmp_path, "")
    assert {str(problem.place) for problem in problems} == {"content/site.yaml:1"}


@pytest.mark.parametrize(
    ("right", "wrong", "place", "remedy"),
    [
        ("01-anfang.md", "01-anfnag.md", "7:13", "Did you mean '01-anfang.md'?"),
        ("02-mitte.md", "02-mite.md", "8:40", "Did you mean '02-mitte.md'?"),
        ("03-schluss.tex", "03-schluss.md", "9:12", "Did you mean '03-schluss.tex'?"),
    ],
)
def test_a_file_that_is_missing_is_said_where_it_is_named(
    right: str, wrong: str, place: str, remedy: str, tmp_path: Path
) -> None:
    site, problems = read(tmp_path, SITE.replace(right, wrong, 1))
    (problem,) = problems
    assert (problem.code, str(problem.place)) == (Code.MISSING_FILE, f"content/site.yaml:{place}")
    assert problem.remedy == remedy
    assert (site.unread, [page.entry.key for page in site.pages]) == (("eins",), ["zwei"])


def test_a_text_that_no_page_names_is_a_problem_unless_its_name_sets_it_aside(tmp_path: Path) -> None:
    free = ("eins/_entwurf.md", "eins/.alt.md", "eins/_alt/01.md", "eins/notiz.txt")
    site, problems = read(tmp_path, SITE, (*FILES, *free, "eins/04-mehr.md", "zwei/sub/05.tex"))
    assert [(problem.code, str(problem.place)) for problem in problems] == [
        (Code.UNUSED_FILE, "content/eins/04-mehr.md"),
        (Code.UNUSED_FILE, "content/zwei/sub/05.tex"),
    ]
    assert len(site.pages) == 2, "they can be built all the same"

"""Kept pages: only what has changed is made again, and the bytes are those of a build from nothing."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import pipeline.delivery
import pipeline.made
from pipeline.delivery import run
from pipeline.made import Made, Order, make

SITE = Path(__file__).parent / "sites" / "gerade"


class Site:
    """A copy of the miniature site, built once; `made` are the pages that the build after that made."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = folder / "site"
        shutil.copytree(SITE, self.root, ignore=shutil.ignore_patterns("build"))
        self.made: list[str] = []
        monkeypatch.setattr(pipeline.made, "make_all", self._make_all)
        assert self.run() == 0

    def _make_all(self, order: Order, site: Any, keys: list[str], *_: Any) -> dict[str, Made]:
        self.made += keys
        return {key: make(order, site, key) for key in keys}

    def run(self, target: str = "html") -> int:
        self.made.clear()
        self.said: list[str] = []
        return run(self.root, target, dump=False, say=self.said.append)

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.root / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")

    def edit_a_word(self) -> None:
        self.edit("content/gerade/01-punkte.md", "Gemessen ist nur", "Gemessen wurde nur")

    def files(self) -> dict[str, bytes]:
        top = self.root / "build" / "html"
        return {
            path.relative_to(top).as_posix(): path.read_bytes() for path in sorted(top.rglob("*")) if path.is_file()
        }


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    return Site(tmp_path, monkeypatch)


def test_an_edit_in_one_page_makes_that_page_only(site: Site) -> None:
    assert site.made == ["gerade", "streuung"]
    counted = site.said[0].splitlines()[1].rpartition(",")[0]
    site.edit_a_word()
    assert site.run() == 0
    assert site.made == ["gerade"]
    # the counts are those of the whole site
    assert site.said[0].splitlines()[1].rpartition(",")[0] == f"{counted} (1 page unchanged)"


def test_the_bytes_are_those_of_a_build_without_anything_kept(site: Site) -> None:
    site.edit_a_word()
    site.run()
    warm, ledger = site.files(), (site.root / "build" / "numbers.json").read_bytes()
    shutil.rmtree(site.root / "build")
    site.run()
    assert site.made == ["gerade", "streuung"]
    assert (site.files(), (site.root / "build" / "numbers.json").read_bytes()) == (warm, ledger)


def test_pages_made_in_several_processes_are_the_same(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = site.files()
    monkeypatch.undo()
    monkeypatch.setattr(pipeline.made, "_processors", lambda: 2)
    shutil.rmtree(site.root / "build")
    assert site.run() == 0
    assert site.made == []
    assert site.files() == alone


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("content/example.yaml", 'y: "2.9"', 'y: "2.90"'),
        ("content/site.yaml", "Kleinste Quadrate", "Die kleinsten Quadrate"),
        ("content/streuung/quantities.py", '"""', '"""Edited. '),  # any page may import Python of another
        ("figures/line.py", '"""', '"""Edited. '),
    ],
)
def test_what_all_pages_depend_on_makes_all(site: Site, file: str, old: str, new: str) -> None:
    site.edit(file, old, new)
    site.run()
    assert site.made == ["gerade", "streuung"]


def test_other_code_of_the_program_makes_all(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site lies elsewhere; what has changed is the pipeline that builds it."""
    (tmp_path / "pipeline").mkdir()
    (tmp_path / "pipeline" / "build.py").write_text("changed = True\n", "utf-8")
    monkeypatch.setattr(pipeline.delivery, "HOME", tmp_path)
    site.run()
    assert site.made == ["gerade", "streuung"]


@pytest.mark.parametrize("damage", ["deleted", "cut", "changed", "no text"])
def test_a_damaged_kept_page_is_made_again(site: Site, damage: str) -> None:
    path = site.root / "build" / "cache" / "pages" / "html" / "streuung"
    contents = path.read_bytes()
    shutil.rmtree(site.root / "build" / "html")
    if damage == "deleted":
        path.unlink()
    else:
        half = len(contents) // 2
        other = {"cut": contents[:half], "changed": contents[:-9] + b"x" + contents[-8:], "no text": b"\xff\xfe"}
        path.write_bytes(other[damage])
    assert site.run() == 0
    assert site.made == ["streuung"]


def test_a_page_with_a_problem_is_not_kept(site: Site) -> None:
    site.edit("content/gerade/01-punkte.md", "Gemessen", "77 Mal gemessen")
    assert site.run() == 1
    assert site.run() == 1
    assert site.made == ["gerade"]


def test_a_link_from_a_kept_page_to_a_label_that_is_gone_is_a_problem(site: Site) -> None:
    site.edit("content/gerade/00-ueberblick.md", "\n", "\n\n[dort](page:streuung#eq:mean)\n\n")
    assert site.run() == 0
    for _ in ("the reference on its own page", "the label"):
        site.edit("content/streuung/01-streuung.tex", "eq:mean", "eq:average")
    assert site.run() == 1
    assert site.made == ["streuung"]
    assert any("labelled 'eq:mean'" in line for line in site.said)


@pytest.mark.parametrize("target", ["draft", "check"])
def test_drafts_and_checks_make_every_page(site: Site, target: str) -> None:
    assert site.run(target) == 0
    assert site.made == ["gerade", "streuung"]

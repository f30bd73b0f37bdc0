"""Around a build: nothing twice, nothing stale, nothing half written."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path
from typing import Any

import pytest

from pipeline.delivery import run

SITE = Path(__file__).parent / "sites" / "gerade"


class Site:
    """A copy of the miniature site, with what the builds said."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "site"
        shutil.copytree(SITE, self.root, ignore=shutil.ignore_patterns("build"))
        self.said: list[str] = []

    def run(self, target: str) -> int:
        self.said.clear()
        return run(self.root, target, dump=False, say=self.said.append)

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.root / "content" / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    def files(self, folder: str) -> dict[str, bytes]:
        top = self.root / "build" / folder
        return {
            path.relative_to(top).as_posix(): path.read_bytes() for path in sorted(top.rglob("*")) if path.is_file()
        }


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


def test_a_build_says_where_and_what(site: Site) -> None:
    assert site.run("html") == 0
    assert site.said[0].startswith("build/html/index.html\n")
    assert "numbers" in site.said[0]
    assert (site.root / "build" / "numbers.json").read_bytes() == site.files("html")["numbers.json"]


def test_nothing_changed_does_nothing_and_says_so(site: Site) -> None:
    site.run("html")
    before = site.files("html")
    assert site.run("html") == 0
    assert "nothing changed" in site.said[0]
    assert site.files("html") == before


@pytest.mark.parametrize("damage", ["deleted", "edited"])
def test_a_damaged_output_is_built_again(site: Site, damage: str) -> None:
    site.run("html")
    before = site.files("html")
    page = site.root / "build" / "html" / "index.html"
    page.unlink() if damage == "deleted" else page.write_text("anders", "utf-8")
    assert site.run("html") == 0
    assert site.files("html") == before


def test_outputs_are_the_same_bytes_in_every_build(site: Site, tmp_path: Path) -> None:
    other = Site(tmp_path / "other")
    for each in (site, other):
        assert each.run("html") == 0
        assert each.run("pdf") == 0
    assert site.files("html") == other.files("html")
    assert site.files("pdf") == other.files("pdf")


def test_a_stale_pdf_does_not_stay(site: Site) -> None:
    site.run("pdf")
    site.edit("gerade/01-punkte.md", "Gemessen ist nur", "Gemessen wurde nur")
    assert site.run("html") == 0
    assert not (site.root / "build" / "pdf").exists()
    assert any("no longer matches" in line for line in site.said)


def test_a_failing_build_leaves_everything_as_it_was(site: Site) -> None:
    site.run("html")
    site.run("pdf")
    before = site.files("html"), site.files("pdf")
    site.edit("gerade/02-gerade.md", "[= slope | num(2) =] aus", "0,95 aus")
    assert site.run("html") == 1
    assert "content/gerade/02-gerade.md:" in site.said[0]
    assert "nothing was written" in site.said[-1]
    assert (site.files("html"), site.files("pdf")) == before


def test_a_draft_builds_whatever_the_values_are(site: Site) -> None:
    site.edit("example.yaml", 'x: "2", y: "2.9"', 'x: "2", y: "0.4"')
    assert site.run("html") == 1
    assert not (site.root / "build" / "html").exists()
    assert site.run("draft") == 0
    page = site.files("draft")["index.html"].decode()
    assert "gilt hier nicht" in page
    assert "Entwurf" in page


def test_a_draft_of_what_cannot_be_read_is_refused_and_the_last_one_stays(site: Site) -> None:
    assert site.run("draft") == 0
    before = site.files("draft")
    site.edit("example.yaml", '"2.9"', '"2,9"')
    assert site.run("draft") == 1
    assert site.said[-1] == "draft: 1 problem; nothing was written, earlier outputs are untouched."
    assert site.files("draft") == before


def test_check_writes_no_document(site: Site) -> None:
    assert site.run("check") == 0
    assert not (site.root / "build" / "html").exists()
    assert not (site.root / "build" / "pdf").exists()


def test_a_disk_that_gets_full_is_one_clear_line(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.run("html")
    before = site.files("html")
    site.edit("gerade/01-punkte.md", "Gemessen ist nur", "Gemessen wurde nur")
    write = Path.write_bytes

    def full(path: Path, *arguments: Any, **options: Any) -> int:
        if ".html.new" in path.parts and path.suffix == ".html":
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        return write(path, *arguments, **options)

    monkeypatch.setattr(Path, "write_bytes", full)
    assert site.run("html") == 1
    assert site.said == [
        "nachgerechnet: the disk is full. Free some space and try again. Earlier outputs are untouched."
    ]
    assert site.files("html") == before
    assert not (site.root / "build" / ".html.new").exists()


def test_a_folder_that_cannot_be_written_is_one_clear_line(site: Site) -> None:
    (site.root / "build").write_text("eine Datei, kein Ordner", "utf-8")
    assert site.run("html") == 1
    assert len(site.said) == 1
    assert "Earlier outputs are untouched" in site.said[0]

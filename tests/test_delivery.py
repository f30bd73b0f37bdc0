"""Around a build: nothing twice, nothing stale, nothing half written."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path
from typing import Any

import pytest

import pipeline.build
import pipeline.storage
from pipeline.delivery import _many, run

SITE = Path(__file__).parent / "sites" / "gerade"


class Site:
    """A copy of a site, with what the builds said; as a rule of the miniature site, without what is built of it."""

    def __init__(self, folder: Path, original: Path = SITE) -> None:
        self.root = folder / "site"
        shutil.copytree(original, self.root, ignore=shutil.ignore_patterns("build") if original == SITE else None)
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


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The miniature site with both of its outputs."""
    site = Site(tmp_path_factory.mktemp("original"))
    assert site.run("html") == 0
    assert site.run("pdf") == 0
    return site.root


@pytest.fixture
def built(tmp_path: Path, original: Path) -> Site:
    """A site that was built already, html and pdf."""
    return Site(tmp_path, original)


def test_a_build_says_where_and_what(site: Site) -> None:
    assert site.run("html") == 0
    assert site.said[0].startswith("build/html/index.html\n")
    assert "numbers" in site.said[0]
    assert (site.root / "build" / "numbers.json").read_bytes() == site.files("html")["numbers.json"]


def test_a_build_shows_the_first_page_and_not_the_first_name(site: Site) -> None:
    """Its own file, neither a variant nor another page that comes first in the alphabet."""
    site.edit(
        "site.yaml",
        "    front: [00-ueberblick.md]\n",
        "    front: [00-ueberblick.md]\n    pdf: zuerst\n    variants: [{pdf: danach, without: [solution]}]\n",
    )
    assert site.run("pdf") == 0
    assert sorted(site.files("pdf")) == ["danach.pdf", "streuung.pdf", "zuerst.pdf"]
    assert site.said[0].startswith("build/pdf/zuerst.pdf\n")


@pytest.mark.parametrize(("number", "said"), [(0, "0 problems"), (1, "1 problem"), (2, "2 problems")])
def test_one_is_no_plural(number: int, said: str) -> None:
    assert _many(number, "problem") == said


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


@pytest.mark.parametrize("damage", ["deleted", "edited"])
@pytest.mark.parametrize("target", ["html", "pdf"])
def test_a_damaged_ledger_is_written_again(built: Site, damage: str, target: str) -> None:
    ledger, before = built.root / "build" / "numbers.json", built.files("pdf")
    text = ledger.read_bytes()
    ledger.unlink() if damage == "deleted" else ledger.write_bytes(b"anders \xff")
    assert built.run(target) == 0
    assert ledger.read_bytes() == text
    assert built.files("pdf") == before
    # the other output is as good as it was
    for each in ("html", "pdf"):
        assert built.run(each) == 0
        assert "nothing changed" in built.said[0]


def test_what_is_edited_while_a_build_runs_is_built_by_the_next_one(
    built: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if it is taken back before: nobody knows what the first one has read."""
    built.edit("gerade/01-punkte.md", "ist nur", "war nur")
    load = pipeline.build.load

    def edited(*arguments: Any) -> Any:
        built.edit("gerade/01-punkte.md", "war nur", "sei nur")
        site = load(*arguments)
        built.edit("gerade/01-punkte.md", "sei nur", "hat nur")
        return site

    with monkeypatch.context() as during:
        during.setattr(pipeline.build, "load", edited)
        assert built.run("html") == 0
    assert b"sei nur" in built.files("html")["index.html"]
    built.edit("gerade/01-punkte.md", "hat nur", "war nur")
    assert built.run("html") == 0
    assert b"war nur" in built.files("html")["index.html"]


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
    assert site.run("draft") == 0
    assert site.said[-1] == "draft: 1 problem; `make html` refuses this state."


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


@pytest.mark.parametrize("target", ["html", "draft", "check"])
def test_a_folder_that_cannot_be_written_is_one_clear_line(site: Site, target: str) -> None:
    (site.root / "build").write_text("eine Datei, kein Ordner", "utf-8")
    assert site.run(target) == 1
    assert site.said == [
        f"nachgerechnet: {site.root}/build is a file, where a folder is needed. Move it away and try again. "
        "Earlier outputs are untouched."
    ]


@pytest.mark.parametrize("target", ["html", "draft", "check"])
def test_a_source_that_cannot_be_read_is_one_clear_line(
    site: Site, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Path.read_bytes

    def closed(path: Path) -> bytes:
        if path.name == "01-punkte.md":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", closed)
    assert site.run(target) == 1
    assert site.said == [
        f"nachgerechnet: {site.root}/content/gerade/01-punkte.md cannot be read or written. "
        "Check the rights of the file and its folder and try again. Earlier outputs are untouched."
    ]


# -- several builds at once, and killed ones


def test_a_build_does_not_write_into_what_another_one_writes(built: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one is stopped in the middle of writing; meanwhile the second one runs from begin to end."""
    built.edit("gerade/01-punkte.md", "Gemessen ist nur", "Gemessen wurde nur")
    monkeypatch.setattr(pipeline.storage, "PATIENCE", 0.1)
    second = Site.__new__(Site)
    second.root, second.said = built.root, []
    write, codes = Path.write_bytes, []

    def interrupted(path: Path, *arguments: Any, **options: Any) -> int:
        if path.name == "streuung.html" and not codes:
            codes.append(-1)
            codes.append(second.run("html"))
        return write(path, *arguments, **options)

    monkeypatch.setattr(Path, "write_bytes", interrupted)
    assert built.run("html") == 0
    assert codes == [-1, 1]
    assert second.said == [
        f"nachgerechnet: another build is writing to {built.root}/build. Wait for it, or end it, and try again. "
        "Earlier outputs are untouched."
    ]
    whole = built.files("html")
    assert "index.html" in whole
    assert built.run("html") == 0
    assert "nothing changed" in built.said[0]
    shutil.rmtree(built.root / "build" / "html")
    assert built.run("html") == 0
    assert built.files("html") == whole


def test_what_a_killed_build_has_left_does_no_harm(built: Site) -> None:
    whole = built.files("html")
    for left in (".html.new", ".html.old"):  # it was killed between taking the old output away and placing the new one
        shutil.copytree(built.root / "build" / "html", built.root / "build" / left)
        (built.root / "build" / left / "halb.html").write_text("half", "utf-8")
    shutil.rmtree(built.root / "build" / "html")
    assert built.run("html") == 0
    assert built.files("html") == whole
    assert not [path.name for path in (built.root / "build").glob(".html.*")]


def test_an_output_that_cannot_be_put_in_its_place_leaves_the_one_before(
    built: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = built.files("html")
    built.edit("gerade/01-punkte.md", "Gemessen ist nur", "Gemessen wurde nur")
    rename = Path.rename

    def refused(path: Path, target: Path) -> Path:
        if path.name == ".html.new":
            raise OSError(errno.EIO, "Input/output error", str(path))
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refused)
    assert built.run("html") == 1
    assert "Earlier outputs are untouched." in built.said[0]
    assert built.files("html") == before

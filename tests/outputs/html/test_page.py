"""The whole sample page: complete, self-contained, the same bytes every time."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from pipeline.outputs.html import write
from pipeline.problems import Problems
from tests.outputs.samples import FIGURES, page, site


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target, problems = tmp_path_factory.mktemp("html"), Problems()
    write(page(), FIGURES, site(), target, problems)
    assert list(problems) == []
    return target


@pytest.fixture(scope="module")
def text(folder: Path) -> str:
    return (folder / "index.html").read_text("utf-8")


def test_the_same_page_has_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    write(page(), FIGURES, site(), tmp_path, Problems())
    names = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    assert names == sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file())
    assert [name for name in names if (folder / name).read_bytes() != (tmp_path / name).read_bytes()] == []


def test_a_second_page_is_named_by_its_key(tmp_path: Path) -> None:
    write(page("Text"), {}, site("first", "artikel"), tmp_path, Problems())
    assert (tmp_path / "artikel.html").is_file()


def test_everything_that_the_page_and_its_styles_load_lies_beside_it(folder: Path, text: str) -> None:
    loaded = re.findall(r'<(?:link|script)[^>]* (?:href|src)="([^"]*)"', text)
    styles = [(folder / "assets" / name).read_text("utf-8") for name in ("style.css", "figures.css")]
    fonts = [f"assets/{name}" for style in styles for name in re.findall(r'url\("([^"]*)"\)', style)]
    assert loaded == [f"assets/{name}" for name in ("style.css", "figures.css", "script.js", "symbols.js")]
    assert len(fonts) == 6
    assert [name for name in [*loaded, *fonts] if not (folder / name).is_file()] == []
    assert [style for style in styles if "http" in style] == []


def test_a_page_says_whether_it_has_notes_in_the_margin(text: str, tmp_path: Path) -> None:
    write(page("Text"), {}, site(), tmp_path, Problems())
    without = next(tmp_path.glob("*.html")).read_text("utf-8")
    assert [re.findall("<body[^>]*>", page) for page in (text, without)] == [['<body class="with-notes">'], ["<body>"]]


def test_fonts_come_with_their_licences(folder: Path) -> None:
    assert sorted(path.name for path in (folder / "assets/fonts").glob("*.txt")) == [
        "OFL-JetBrains.txt",
        "OFL-STIX.txt",
    ]


@pytest.mark.parametrize(
    "piece",
    [
        '<html lang="de">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        "default-src 'none'; style-src 'self'; font-src 'self'",
        "<title>Aufmerksamkeit, am Muster gezeigt</title>",
        '<meta name="description" content="Ein Muster mit allem, was ein Artikel enthält.">',
        '<a class="skip" href="#text">',
        '<time datetime="2026-01-15">15. Januar 2026</time>',
        "Eine Aussage gilt mit diesen Zahlen nicht",
    ],
)
def test_the_page_says(text: str, piece: str) -> None:
    assert piece in text


def test_headings_leave_no_level_out(text: str) -> None:
    levels = [int(level) for level in re.findall(r"<h([1-6])", text)]
    assert levels[0] == 1
    assert [(a, b) for a, b in pairwise(levels) if b > a + 1] == []


def test_scripts_are_readable_and_the_interpreter_is_short(folder: Path) -> None:
    scripts = {path.name: path.read_text("utf-8").splitlines() for path in (folder / "assets").glob("*.js")}
    long = [
        (name, number) for name, lines in scripts.items() for number, line in enumerate(lines, 1) if len(line) > 120
    ]
    assert long == []
    assert len(scripts["interpreter.js"]) < 400

"""Questions to the miniature site: explain, numbers, fix, and the stages that --dump writes."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pipeline.__main__ import main
from pipeline.inspection import explain, fix, numbers
from tests.conftest import ROOT

SITE = ROOT / "tests" / "sites" / "gerade"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the miniature site, and room for wide tables."""
    monkeypatch.setenv("COLUMNS", "200")
    return Path(shutil.copytree(SITE, tmp_path / "site", ignore=shutil.ignore_patterns("build", "__pycache__")))


def edit(site: Path, file: str, old: str, new: str) -> Path:
    path = site / "content" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return path


@pytest.mark.parametrize("question", [["explain", "0,95"], ["numbers"], ["fix", "content/gerade/01-punkte.md"]])
def test_a_file_that_cannot_be_read_is_one_clear_line(
    question: list[str], site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Path.read_text

    def closed(path: Path, *arguments: Any, **options: Any) -> str:
        if path.name == "01-punkte.md":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return read(path, *arguments, **options)

    monkeypatch.setattr(Path, "read_text", closed)
    result = CliRunner().invoke(main, [*question, "--root", str(site)])
    assert result.exit_code == 1
    (line,) = result.output.splitlines()
    assert line.startswith(f"nachgerechnet: {site}/content/gerade/01-punkte.md cannot be read or written. Check")


# -- explain


def test_explain_says_where_a_number_stands_and_where_it_comes_from(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert explain(site, "0,95") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["0,95  slope | num(2)", "  Steigung der Geraden.", "  = 0.95 (exact)"]
    assert any(line.startswith("  computed content/gerade/quantities.py:13  slope = ((x - mean_x)") for line in lines)
    assert "  prose    content/gerade/02-gerade.md:11:14" in lines
    for where in ("math", "caption", "alt", "code", "figure"):
        assert any(line.startswith(f"  {where} ") for line in lines), where


@pytest.mark.parametrize(
    ("printed", "expression"),
    [
        ("0.95", "slope"),
        ("−0,80", 'deviations["first"]'),
        ("-0.80", 'deviations["first"]'),
        ("1809", "works.gauss1809.year"),
        ("drei", "count.point"),
    ],
)
def test_a_number_is_known_in_every_spelling(
    printed: str, expression: str, site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert explain(site, printed) == 0
    assert f"  {expression} | " in capsys.readouterr().out


def test_what_is_no_fraction_has_two_bounds_and_what_is_given_a_source(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert explain(site, "0,647") == 0
    assert "between 0.6466666666" in capsys.readouterr().out
    assert explain(site, "2,9") == 0
    assert "  given    content/example.yaml:9" in capsys.readouterr().out


@pytest.mark.parametrize("printed", ["0,951", "3 %", "vierzig"])
def test_what_stands_nowhere_is_said(printed: str, site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert explain(site, printed) == 1
    assert "stands nowhere" in capsys.readouterr().out


def test_a_site_that_cannot_be_read_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert numbers(tmp_path, "") == 1
    out = capsys.readouterr().out
    assert "content/site.yaml is missing" in out
    assert "0 quantities" in out


def test_a_page_that_cannot_be_computed_says_why_and_the_others_are_there(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(site, "streuung/quantities.py", "sheet.given(", "sheet.gives(")
    assert numbers(site, "^slope") == 0
    out = capsys.readouterr().out
    assert "content/streuung/quantities.py:10: AttributeError" in out
    assert "1 quantity" in out


# -- numbers


def test_numbers_lists_what_can_be_printed(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert numbers(site, "") == 0
    out = capsys.readouterr().out
    (row,) = [line for line in out.splitlines() if line.strip().startswith("residuals ")]
    assert [part.strip() for part in row.split("  ") if part.strip()] == [
        "residuals",
        "3",
        "point: first second third",
        "0,15",
        "−0,3",
        "0,15",
        "Abstand des Punkts {0} von der Geraden, nach oben gemessen",
    ]
    assert sum(line.strip().startswith("x ") for line in out.splitlines()) == 1, "pages share it"


@pytest.mark.parametrize(("pattern", "found"), [("^slope", 1), ("STEIGUNG", 1), ("nothing like this", 0)])
def test_a_pattern_is_looked_for_in_names_and_meanings(
    pattern: str, found: int, site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert numbers(site, pattern) == (0 if found else 1)
    assert f"\n{found} {'quantity' if found == 1 else 'quantities'}" in capsys.readouterr().out


# -- fix


def test_fix_replaces_what_can_only_be_one_quantity(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = edit(site, "gerade/02-gerade.md", "[= slope | num(2) =] aus", "0,95 aus").read_text("utf-8")
    assert fix(site, "content/gerade/02-gerade.md") == 0
    assert "1 of 1 typed numbers replaced" in capsys.readouterr().out
    text = (site / "content/gerade/02-gerade.md").read_text("utf-8")
    assert text == before.replace("0,95 aus", "[= slope | num =] aus")
    assert fix(site, "content/gerade/02-gerade.md") == 0
    assert "0 of 0" in capsys.readouterr().out


def test_fix_writes_latex_in_latex(site: Path) -> None:
    edit(site, "streuung/01-streuung.tex", r"ist \VAR{variance | num(3)}", "ist 0,647")
    assert fix(site, "content/streuung/01-streuung.tex") == 0
    assert r"ist \VAR{variance | num(3)}" in (site / "content/streuung/01-streuung.tex").read_text("utf-8")


def test_fix_leaves_what_may_be_several_and_says_so(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = edit(site, "gerade/01-punkte.md", "Gemessen ist nur", "Gemessen ist mit 2,9 und 77 Punkten nur")
    before = path.read_text("utf-8")
    assert fix(site, "content/gerade/01-punkte.md") == 1
    out = capsys.readouterr().out
    assert path.read_text("utf-8") == before
    assert 'Write [= y["third"] | num =] or [= maximum(y) | num(1) =].' in out
    assert "77 is typed by hand" in out
    assert "0 of 2 typed numbers replaced" in out


def test_fix_of_a_file_that_there_is_not(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fix(site, "content/nirgends.md") == 1
    assert "does not exist" in capsys.readouterr().out


# -- the command line


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["explain", "0,95"], 0, "Steigung der Geraden."),
        (["numbers", "slope"], 0, "1 quantity"),
        (["fix", "content/gerade/01-punkte.md"], 0, "0 of 0 typed numbers replaced"),
        (["check"], 0, "check: everything holds."),
        (["explain"], 2, "Missing argument"),
    ],
)
def test_commands(arguments: list[str], code: int, said: str, site: Path) -> None:
    command, *rest = arguments
    result = CliRunner().invoke(main, [command, "--root", str(site), *rest])
    assert result.exit_code == code
    assert said in result.output


def test_dump_writes_the_result_of_each_stage(site: Path) -> None:
    result = CliRunner().invoke(main, ["html", "--root", str(site), "--dump"])
    assert result.exit_code == 0
    stages = {path.stem: path.read_text("utf-8") for path in (site / "build" / "stages").iterdir()}
    for stage in ("compute", "fill", "read", "check", "number"):
        for page in ("gerade", "streuung"):
            assert stages[f"{stage}-{page}"]
    assert "Messwert des Punkts" in stages["load"]
    assert '"claim"' in stages["check-gerade"]

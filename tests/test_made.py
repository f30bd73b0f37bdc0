"""A page is the same whether its process does all the work or has others do some of it beside."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from pipeline import beside
from pipeline.build import Build, Cache
from pipeline.made import Made, Order, make

SITES = Path(__file__).parent / "sites"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copytree(SITES / "gerade", tmp_path / "site", ignore=shutil.ignore_patterns("build"))
    return tmp_path / "site"


def made(root: Path, cache: str, with_help: bool) -> Made:
    """The site's first page, made with an empty cache."""
    folder = root.parent / cache
    return make(Order(root, folder, ("html",)), Build(root, Cache(folder)).load(), "gerade", beside=with_help)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The results of all work that was done beside."""
    results: list[object] = []
    begin = beside.begun

    def noting(work, wanted=True):  # type: ignore[no-untyped-def]
        wait = begin(work, wanted)

        def waited():  # type: ignore[no-untyped-def]
            results.append(wait())
            return results[-1]

        return waited if wanted else wait

    for module in ("pipeline.beside", "pipeline.build", "pipeline.outputs.figures"):
        monkeypatch.setattr(f"{module}.begun", noting)
    return results


def test_the_files_and_the_ledger_are_the_same(root: Path, begun: list[object]) -> None:
    alone = made(root, "alone", with_help=False)
    assert begun == []
    together = made(root, "together", with_help=True)
    assert len(begun) == 3  # drawings, formulas, proofs
    assert (None in begun) == (sys.platform != "linux")  # elsewhere nothing is done beside
    assert (alone.problems, together.problems) == ((), ())
    assert {name: text for name, text in together.files.items() if text != alone.files[name]} == {}
    assert (together.ledger, together.ties, together.drawn) == (alone.ledger, alone.ties, alone.drawn)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("content/gerade/formulas.py", 'page("slope")', 'page("intercept")'),
        ("content/gerade/formulas.py", '"N")), "x"', '"N")) / 0, "x"'),
        ("figures/line.py", "q.slope, 2", "q.slop, 2"),
    ],
)
def test_what_is_wrong_is_said_once_and_the_same(
    root: Path, begun: list[object], file: str, old: str, new: str
) -> None:
    path = root / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    alone, together = made(root, "alone", with_help=False), made(root, "together", with_help=True)
    assert alone.problems
    assert together.problems == alone.problems

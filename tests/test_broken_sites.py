"""Broken sites: each says all that is wrong with it, with code, place and remedy, and never fails otherwise.

`problems.txt` beside each site is what an author sees; `make accept` renews it.  Every code is produced here, in a
case of tests/document/cases, or by the test that names it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pipeline.build import Build, Cache
from pipeline.problems import Code
from tests.conftest import ROOT, Golden

SITES = sorted((ROOT / "tests" / "sites").glob("broken-*"))
CASES = ROOT / "tests" / "document" / "cases"


@pytest.mark.golden
@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name.removeprefix("broken-"))
def test_everything_that_is_wrong_is_said(site: Path, tmp_path: Path, golden: Golden) -> None:
    build = Build(site, Cache(tmp_path))
    build.pages()
    golden(site / "problems.txt", "".join(f"{problem}\n" for problem in build.problems))
    assert len(build.problems)


def test_every_code_is_produced_by_a_test() -> None:
    files = [*(site / "problems.txt" for site in SITES), *CASES.glob("*.md")]
    shown = set(re.findall(r"\[([a-z-]+)\]$", "\n".join(file.read_text("utf-8") for file in files), re.M))
    tests = [file for file in (ROOT / "tests").rglob("test_*.py") if file != Path(__file__)]
    named = set(re.findall(r"\bCode\.([A-Z_]+)", "\n".join(file.read_text("utf-8") for file in tests)))
    assert [code for code in Code if code.value not in shown and code.name not in named] == []

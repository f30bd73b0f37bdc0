"""Golden files: every number with its place, and the structure of every page, but not its prose.

`make accept` renews them; read the difference before you commit it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.build import Built, ledger
from pipeline.document import ast
from pipeline.quantities.spelling import Context
from tests.conftest import Golden

HERE = Path(__file__).parent
pytestmark = pytest.mark.golden


def numbers(pages: list[Built]) -> Iterator[str]:
    """One line a number: where it stands, what is printed, what an author wrote."""
    for record in ledger(pages)["numbers"]:
        place = f"{record['file']}:{record['line']}:{record['column']}"
        yield f"{place:55} {record['where']:8} {record['printed']:>12}  {record['expression']} | {record['format']}"


def structure(page: Built) -> Iterator[str]:
    """Headings, formulas as TeX with their numbers, tables, and the numbers in captions."""
    tokens = page.page.tokens
    for node in ast.nodes(page.page.blocks):
        kind, number = node["t"], ast.attributes(node).get("number", "")
        shown = tokens.spell(" ".join(ast.text(node).split()), Context.PROSE) if kind in ("Header", "Span") else ""
        if kind == "Header":
            yield f"{'#' * node['c'][0]} {number} {shown}".replace("  ", " ")
        elif kind == "Span" and ("equation" in ast.classes(node) or "display" in ast.classes(node)):
            yield f"  ({number}) {shown}" if number else f"  {shown}"
        elif kind in ("Table", "Figure"):
            caption = tokens.spell(ast.text(node["c"][1]), Context.PROSE)
            found = " ".join(word for word in caption.split() if any(letter.isdigit() for letter in word))
            yield f"  {kind} {number} {ast.identifier(node)}: {found}"


def test_numbers(pages: list[Built], golden: Golden) -> None:
    golden(HERE / "numbers.txt", "\n".join(numbers(pages)) + "\n")


def test_structure(pages: list[Built], golden: Golden) -> None:
    for page in pages:
        golden(HERE / f"structure-{page.page.key}.txt", "\n".join(structure(page)) + "\n")


def test_a_mutated_reference_fails_the_golden_numbers(root: Path, tmp_path: Path) -> None:
    """Scale dropped from the attention, caches warm: the article's numbers must change all the same.

    Other pages quote some of them from elsewhere.
    """
    import shutil
    import subprocess
    import sys

    for folder in ("content", "figures", "pipeline"):
        shutil.copytree(root / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(root / "build" / "cache", tmp_path / "build" / "cache")
    reference = tmp_path / "pipeline" / "transformer" / "attention.py"
    right = "S = S / np.sqrt(num(K.shape[-1], K)) if scale is True"
    text = reference.read_text("utf-8")
    assert right in text
    reference.write_text(text.replace(right, "S = S if scale is True"), "utf-8")
    code = (
        "from pathlib import Path\n"
        "from pipeline.build import Build, Cache, ledger\n"
        "build = Build(Path('.'), Cache(Path('build/cache')))\n"
        "numbers = ledger(build.pages()[1])['numbers']\n"
        "print([record['printed'] for record in numbers if record['file'].startswith('content/artikel/')])\n"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    mutated: Any = run.stdout.strip()
    lines = (HERE / "numbers.txt").read_text("utf-8").splitlines()
    golden = "\n".join(line for line in lines if line.startswith("content/artikel/"))
    assert mutated.count("'") > 200
    assert "0,319" in golden
    assert "0,319" not in mutated

"""`make bench`: how long builds take, as whole processes in one run, against each other.

Absolute times differ from machine to machine; the column to compare is the ratio to a bare
interpreter that imports NumPy, measured in the same minutes.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import yaml
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
RUNS = 5
WORD = "Gemüse"  # stands once in the article; a one-word edit exchanges it


@dataclass(frozen=True)
class Measured:
    """Seconds (median of all runs) and peak memory in MB of one command."""

    name: str
    seconds: float
    slowest: float
    memory: float


def measure(name: str, command: list[str], folder: Path, before: Callable[[int], None]) -> Measured:
    """Run a command several times; `before` prepares each run."""
    seconds, memory = [], 0.0
    for run in range(RUNS):
        before(run)
        started = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        _, status, usage = os.wait4(process.pid, 0)
        seconds.append(time.perf_counter() - started)
        memory = max(memory, usage.ru_maxrss / (1024 if sys.platform == "linux" else 1024**2))
        if os.waitstatus_to_exitcode(status):
            raise SystemExit(f"{name}: {process.stderr.read().decode() if process.stderr else ''}")
    return Measured(name, statistics.median(seconds), max(seconds), memory)


def copied(folder: Path, name: str) -> Path:
    """A copy of the project without its outputs."""
    site = folder / name
    site.mkdir()
    for name in ("content", "figures", "pipeline"):
        shutil.copytree(ROOT / name, site / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "requirements", site / "requirements")
    (site / "tests" / "golden").mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "golden" / "proofs.txt", site / "tests" / "golden")
    return site


def only_article(site: Path) -> Path:
    """The site with its first page alone, and the figures that this shows."""
    path = site / "content" / "site.yaml"
    content = yaml.safe_load(path.read_text("utf-8"))
    content["pages"] = content["pages"][:1]
    path.write_text(yaml.safe_dump(content, allow_unicode=True), "utf-8")
    text = "".join(file.read_text("utf-8") for file in (site / "content" / content["pages"][0]["key"]).glob("*.md"))
    for figure in (site / "figures").glob("*.py"):
        if "\ndef draw(" in figure.read_text("utf-8") and f"figure:{figure.stem})" not in text:
            figure.unlink()
    return site


def edit(site: Path, run: int) -> None:
    """Exchange one word of the article's text."""
    path = next(path for path in sorted((site / "content").rglob("*.md")) if WORD[:4] in path.read_text("utf-8"))
    text = path.read_text("utf-8")
    old = WORD if WORD in text else f"{WORD[:4]}{'x' * run}"
    path.write_text(text.replace(old, f"{WORD[:4]}{'x' * (run + 1)}", 1), "utf-8")


def main() -> None:
    """Print the table."""
    build = [sys.executable, "-m", "pipeline"]
    with tempfile.TemporaryDirectory() as name:
        site, article = copied(Path(name), "site"), only_article(copied(Path(name), "article"))

        def empty(_: int) -> None:
            for each in (site, article):
                shutil.rmtree(each / "build", ignore_errors=True)

        rows = [
            measure("python -c 'import numpy'", [sys.executable, "-c", "import numpy"], site, lambda run: None),
            measure("html of the article alone, cache empty", [*build, "html"], article, empty),
            measure("html of the article alone, one word", [*build, "html"], article, lambda run: edit(article, run)),
            measure("html, cache empty", [*build, "html"], site, empty),
            measure("html, nothing changed", [*build, "html"], site, lambda run: None),
            measure("html, one word edited", [*build, "html"], site, lambda run: edit(site, run)),
            measure("pdf, one word edited", [*build, "pdf"], site, lambda run: edit(site, RUNS + run)),
            measure("check", [*build, "check"], site, lambda run: None),
        ]
    table = Table("command", "median s", "slowest s", "ratio", "peak MB", box=None)
    for row in rows:
        ratio = f"{row.seconds / rows[0].seconds:.1f}"
        table.add_row(row.name, f"{row.seconds:.2f}", f"{row.slowest:.2f}", ratio, f"{row.memory:.0f}")
    Console().print(table)
    cpu = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"{RUNS} runs each, {os.cpu_count()} processors, {cpu.ru_utime + cpu.ru_stime:.0f} s of processor time in all"
    )


if __name__ == "__main__":
    main()

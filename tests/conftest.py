"""What all tests share: the project's folder, its pages, and golden files, which `--accept` renews."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline.build import Build, Built, Cache

ROOT = Path(__file__).resolve().parent.parent
RENEWED: pytest.StashKey[list[str]] = pytest.StashKey()  # the differences of all golden files that were renewed

# Files with few tests that take long, so that no process is left alone with them at the end.
FIRST = ("test_same_bytes.py", "test_other_inputs.py", "test_typed_tokens.py", "test_golden.py")

Golden = Callable[[Path, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="renew golden files instead of comparing with them")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[RENEWED] = []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in FIRST)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """After `--accept`: what has changed, to be read before it is committed."""
    if config.getoption("accept"):
        for line in config.stash[RENEWED]:
            terminalreporter.write_line(line)
        terminalreporter.write_line("" if config.stash[RENEWED] else "All golden files are as they were.")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a text with a golden file, or renews that file where `--accept` is given."""

    def compare(path: Path, text: str) -> None:
        known = path.read_text("utf-8") if path.is_file() else ""
        if request.config.getoption("accept") and known != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
            name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
            difference = difflib.unified_diff(known.splitlines(), text.splitlines(), name, name, n=1, lineterm="")
            request.config.stash[RENEWED] += difference
            known = text
        assert text.splitlines() == known.splitlines()

    return compare


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def stages() -> dict[str, Any]:
    """What each stage of the real site's build gave ("load", "check-artikel"), once `pages` is there."""
    return {}


@pytest.fixture(scope="session")
def pages(stages: dict[str, Any]) -> list[Built]:
    """The real site, through all stages before `write`."""
    build = Build(ROOT, Cache(ROOT / "build" / "cache"), observe=stages.__setitem__)
    built = build.pages()[1]
    assert [str(problem) for problem in build.problems] == []
    return built

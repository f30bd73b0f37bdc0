"""What all tests share: the project's folder, and `--accept` to renew golden files."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.build import Build, Built, Cache

ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="renew golden files instead of comparing with them")


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def pages() -> list[Built]:
    """The real site, through all stages before `write`."""
    build = Build(ROOT, Cache(ROOT / "build" / "cache"))
    built = build.pages()[1]
    assert [str(problem) for problem in build.problems] == []
    return built

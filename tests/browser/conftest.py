"""A real Chromium, and the pages it opens from disk: the sample page, and the site as `make html` delivers it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from pipeline.build import Build, Built, Cache
from pipeline.load import Site
from pipeline.outputs import write_html
from pipeline.outputs.html import write
from pipeline.outputs.html.writer import file_name
from pipeline.problems import Problems
from tests.outputs import samples

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
NAMES = (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")


@dataclass
class Opened:
    """An open page and what it said and asked for."""

    page: Page
    messages: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


Open = Callable[..., Opened]


def browser_path() -> str | None:
    """The machine's Chromium; None for Playwright's own."""
    return next((found for name in NAMES if name and (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)
        yield browser
        browser.close()


@dataclass(frozen=True)
class Written:
    """A page of the real site: how it was built, and its file."""

    site: Site
    built: Built
    file: Path


@pytest.fixture(scope="session")
def written(root: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Written]:
    """Key → page of the real site, with scripts, cards and proofs."""
    folder, problems, cache = tmp_path_factory.mktemp("site"), Problems(), Cache(root / "build" / "cache")
    site, built = Build(root, cache).pages()
    write_html(site, [one.edition for one in built], "{}", folder, cache.folder, problems)
    assert [str(problem) for problem in problems] == []
    return {one.page.key: Written(site, one, folder / file_name(one.page.key, site)) for one in built}


@pytest.fixture(scope="session")
def article(written: dict[str, Written]) -> Written:
    """The first page."""
    return next(iter(written.values()))


@pytest.fixture(scope="session")
def pages(written: dict[str, Written], article: Written, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Name → file of each page; the article under a name of its own, too."""
    folder = tmp_path_factory.mktemp("sample")
    write(samples.page(), samples.FIGURES, samples.site(), folder, Problems())
    files = {key: one.file for key, one in written.items()}
    return {"sample": folder / "index.html", "article": article.file, **files}


@pytest.fixture
def open_page(chromium: Browser, pages: dict[str, Path]) -> Iterator[Open]:
    """Open a page by its name: `open_page("article", width=360, scheme="dark", scripts=False)`."""
    contexts = []

    def open_one(
        name: str, width: int = 1280, scheme: str = "light", scripts: bool = True, hash: str = "", **options: Any
    ) -> Opened:
        viewport = {"width": width, "height": 900}
        context = chromium.new_context(viewport=viewport, color_scheme=scheme, java_script_enabled=scripts, **options)
        contexts.append(context)
        opened = Opened(context.new_page())
        opened.page.on("console", lambda message: opened.messages.append(message.text))
        opened.page.on("pageerror", lambda error: opened.messages.append(str(error)))
        opened.page.on("request", lambda request: opened.requests.append(request.url))
        opened.page.on("requestfailed", lambda request: opened.failures.append(request.url))
        opened.page.goto(pages[name].as_uri() + hash)
        if scripts:
            opened.page.evaluate("document.fonts.ready.then(() => true)")
        return opened

    yield open_one
    for context in contexts:
        context.close()

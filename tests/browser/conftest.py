"""A real Chromium, and the pages it opens from disk: the sample page and the article as it stands."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from pipeline.build import Build, Built, Cache
from pipeline.outputs.html import write
from pipeline.outputs.html.data import DataBlock
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
    """A page of the real site: how it was built, what its scripts were given, and its file."""

    built: Built
    data: DataBlock
    file: Path


@pytest.fixture(scope="session")
def article(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Written:
    """The article; the other pages of the site stand beside it."""
    folder = tmp_path_factory.mktemp("site")
    site, built = Build(root, Cache(root / "build" / "cache")).pages()
    written = []
    for one in built:
        data = DataBlock(one.computation, one.page.tokens, one.drawings.values())
        write(one.page, one.edition.svgs, site, folder, Problems(), data=data)
        written.append(Written(one, data, folder / file_name(one.page.key, site)))
    return written[0]


@pytest.fixture(scope="session")
def pages(article: Written, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Name → file of each page."""
    folder = tmp_path_factory.mktemp("sample")
    write(samples.page(), samples.FIGURES, samples.site(), folder, Problems())
    return {"sample": folder / "index.html", "article": article.file}


@pytest.fixture
def open_page(chromium: Browser, pages: dict[str, Path]) -> Iterator[Open]:
    """Open a page by its name: `open_page("article", width=360, scheme="dark", scripts=False)`."""
    contexts = []

    def open_one(name: str, width: int = 1280, scheme: str = "light", scripts: bool = True, hash: str = "") -> Opened:
        viewport = {"width": width, "height": 900}
        context = chromium.new_context(viewport=viewport, color_scheme=scheme, java_script_enabled=scripts)
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

"""The page of recomputed numbers in Chromium: accessible, long tables that stay in their frames, few elements."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import Open

pytestmark = pytest.mark.browser

SIDEWAYS = "document.documentElement.scrollWidth - window.innerWidth"
ELEMENTS = "[...document.querySelectorAll('*')].filter(element => !element.closest('math')).length"
MOST = 3000


def opened(open_page: Open, pages: dict[str, Path], width: int, scheme: str = "light") -> Page:
    page = open_page("article", width, scheme).page
    page.goto((pages["article"].parent / "nachgerechnet.html").as_uri())
    return page


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (768, "dark"), (1280, "light")])
def test_axe_finds_nothing(open_page: Open, pages: dict[str, Path], width: int, scheme: str) -> None:
    found = Axe().run(opened(open_page, pages, width, scheme)).response["violations"]
    assert [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found] == []


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_long_tables_do_not_push_the_page_sideways(open_page: Open, pages: dict[str, Path], width: int) -> None:
    page = opened(open_page, pages, width)
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.locator("table tbody tr").count() > 100


def test_the_page_has_few_elements(open_page: Open, pages: dict[str, Path]) -> None:
    assert opened(open_page, pages, 1280).evaluate(ELEMENTS) <= MOST

"""What can be said of an open page: what axe finds, how wide it is, what it weighs, how soon it shows."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SIDEWAYS = "document.documentElement.scrollWidth - window.innerWidth"
ELEMENTS = "document.querySelectorAll(':not(math *)').length"  # outside formulas

# Milliseconds until the largest element is painted; how much of the window moves while the page is built.
PAINTS = """() => new Promise(done => {
  const found = { paint: 0, shift: 0 };
  new PerformanceObserver(list => { found.paint = list.getEntries().at(-1).startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver(list => { for (const one of list.getEntries()) found.shift += one.value; })
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(found), 500);
})"""


def violations(page: Page, parts: str | None = None) -> list[str]:
    """What axe finds on the page, or in some parts of it: rule and the first element of each."""
    found: list[dict[str, Any]] = Axe().run(page, parts).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found]


def transfer(requests: Iterable[str]) -> int:
    """Bytes of all files that a page has asked for, as a server would send them."""
    files = {Path(unquote(urlsplit(url).path)) for url in requests}
    return sum(
        len(file.read_bytes() if file.suffix == ".woff2" else gzip.compress(file.read_bytes(), 9)) for file in files
    )


def paints(page: Page) -> dict[str, float]:
    """`paint` and `shift` of a page that was just opened."""
    found: dict[str, float] = page.evaluate(PAINTS)
    return found

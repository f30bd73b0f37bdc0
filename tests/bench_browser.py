"""`python -m tests.bench_browser`: how light each built page is, and how fast the article follows a reader.

Chromium runs at a quarter of its speed while it follows.

Build first (`make html`).  Absolute times differ from machine to machine; what a change did is the
difference between two runs of one.
"""

from __future__ import annotations

import gzip
import statistics
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from rich.console import Console
from rich.table import Table

from tests.browser.conftest import FLAGS, browser_path
from tests.browser.measures import ELEMENTS, paints, transfer

FILE = Path(__file__).resolve().parent.parent / "build" / "html" / "index.html"
SLOWER = 4
CHANGES = 40
SETTLED = 700  # milliseconds after which what is far from the window has followed, too
DRAGS = 120  # moves of the pointer, as many a second as a mouse sends frames

# One changed coordinate: until the scripts are done, until the page is laid out, until it is painted.
CHANGE = """async value => {
  const decimals = nachgerechnet.decimals('embeddings');
  decimals[0] = value;
  const start = performance.now();
  nachgerechnet.set({ embeddings: decimals });
  const computed = performance.now();
  document.body.offsetHeight;
  const laid = performance.now();
  await new Promise(done => requestAnimationFrame(() => { const channel = new MessageChannel();
    channel.port1.onmessage = done; channel.port2.postMessage(0); }));
  return [computed, laid, performance.now()].map(time => time - start);
}"""
FRAMES = """() => {
  window.frames_ = [];
  const count = time => { window.frames_.push(time); window.counting_ = requestAnimationFrame(count); };
  window.counting_ = requestAnimationFrame(count);
}"""


def slow(page: Page) -> CDPSession:
    """The page at a quarter of its speed."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return session


def changes(page: Page) -> list[list[float]]:
    """Milliseconds of each change, one after the other has settled."""
    measured = []
    for index in range(CHANGES):
        measured.append(page.evaluate(CHANGE, f"{(index % 19) / 10 - 0.9:.2f}"))
        page.wait_for_timeout(SETTLED)
    return measured


def drag(page: Page) -> list[float]:
    """Milliseconds between the frames of a drag."""
    point = page.locator(".handle").first
    point.scroll_into_view_if_needed()
    box = point.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(FRAMES)
    for index in range(DRAGS):
        page.mouse.move(x - index, y - (index % 30))
    page.mouse.up()
    times: list[float] = page.evaluate("cancelAnimationFrame(window.counting_) || window.frames_")
    return [after - before for before, after in pairwise(times)]


def weights(browser: Browser) -> Table:
    """Of each page: what it asks for, its elements outside formulas, its largest paint and how much it moves."""
    table = Table("page", "kB, compressed", "elements", "largest paint ms", "layout shift", box=None)
    for file in sorted(FILE.parent.glob("*.html")):
        if file.name.startswith("zahlen"):
            continue  # proofs, not teaching
        page, requests = browser.new_page(viewport={"width": 1280, "height": 900}), list[str]()
        page.on("request", lambda request, requests=requests: requests.append(request.url))
        page.goto(file.as_uri())
        page.evaluate("document.fonts.ready.then(() => true)")
        found, elements = paints(page), page.evaluate(ELEMENTS)
        row = (f"{transfer(requests) / 1000:.0f}", str(elements), f"{found['paint']:.0f}", f"{found['shift']:.3f}")
        table.add_row(file.stem, *row)
        page.close()
    return table


def main() -> None:
    """Print all tables."""
    console = Console(width=120)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)
        console.print(weights(browser))
        page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        page.goto(FILE.as_uri())
        page.evaluate("document.fonts.ready.then(() => true)")
        page.locator("svg [data-handle]").first.scroll_into_view_if_needed()
        slow(page)
        measured = changes(page)
        between = drag(page)
        browser.close()
    table = Table("one coordinate changed, until", "fastest ms", "median ms", "slowest ms", box=None)
    for name, column in zip(("computed", "laid out", "painted"), zip(*measured, strict=True), strict=True):
        table.add_row(name, *(f"{choose(column):.1f}" for choose in (min, statistics.median, max)))
    console.print(table)
    longest, median = max(between), statistics.median(between)
    console.print(
        f"drag: {1000 / median:.0f} frames a second (median), longest frame {longest:.0f} ms, {len(between)} frames"
    )
    scripts = FILE.parent / "assets"
    block = FILE.read_text("utf-8").partition('id="computation">')[2].partition("</script>")[0]
    sizes = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in sorted(scripts.glob("*.js"))}
    sizes["data block"] = len(gzip.compress(block.encode(), 9))
    console.print("bytes, compressed: " + ", ".join(f"{name} {size}" for name, size in sizes.items()))


if __name__ == "__main__":
    main()

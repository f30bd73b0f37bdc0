"""The pages in Chromium: accessible, never wider than the window, silent, and complete without scripts."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import Open

pytestmark = pytest.mark.browser

PAGES = ("sample", "article")
SIDEWAYS = "document.documentElement.scrollWidth - window.innerWidth"
FACES = {"STIX Two Text", "STIX Two Math", "JetBrains Mono"}


def violations(page: Page) -> list[str]:
    """What axe finds: rule and the first element of each."""
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_axe_finds_nothing(open_page: Open, name: str, scheme: str, width: int) -> None:
    assert violations(open_page(name, width, scheme).page) == []


def test_axe_would_find_a_picture_without_text_and_faint_letters(open_page: Open) -> None:
    page = open_page("sample").page
    page.evaluate("document.querySelector('main').prepend(document.createElement('img'))")
    page.evaluate("document.querySelector('.subtitle').style.color = '#ddd'")
    assert {one.split(":")[0] for one in violations(page)} >= {"image-alt", "color-contrast"}


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [320, 360, 768, 1280, 1920])
def test_nothing_pushes_the_page_sideways(open_page: Open, name: str, width: int) -> None:
    assert open_page(name, width).page.evaluate(SIDEWAYS) <= 0


def test_a_wide_box_would_be_noticed(open_page: Open) -> None:
    page = open_page("sample", 320).page
    page.evaluate("document.querySelector('main p').style.width = '500px'")
    assert page.evaluate(SIDEWAYS) > 0


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scripts", [True, False])
def test_no_message_no_failed_and_no_outside_request(open_page: Open, name: str, scripts: bool) -> None:
    opened = open_page(name, scripts=scripts)
    assert opened.messages == []
    assert opened.failures == []
    assert [url for url in opened.requests if not url.startswith("file://")] == []


def test_a_message_and_a_failed_request_would_be_noticed(open_page: Open) -> None:
    opened = open_page("sample")
    opened.page.evaluate("console.log('x'); document.body.append(Object.assign(new Image(), {src: 'none.png'}))")
    opened.page.wait_for_timeout(100)
    assert opened.messages != []
    assert opened.failures != []


@pytest.mark.parametrize("name", PAGES)
def test_every_sign_is_set_in_the_pages_own_fonts(open_page: Open, name: str) -> None:
    """A sign that the fonts lack would be taken from a font of the machine."""
    assert used_fonts(open_page(name).page) <= FACES


def test_a_missing_sign_would_be_noticed(open_page: Open) -> None:
    page = open_page("sample").page
    page.evaluate("document.querySelector('main p').textContent = 'Ж'")
    assert used_fonts(page) - FACES != set()


def until(page: Page, condition: str) -> None:
    """Wait for a condition; the page's policy forbids Playwright's own way of asking again and again."""
    for _ in range(100):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"never became true: {condition}")


def used_fonts(page: Page) -> set[str]:
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    found = set()
    for node in session.send("DOM.querySelectorAll", {"nodeId": root, "selector": "body :not(math *)"})["nodeIds"]:
        fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        found |= {font["familyName"] for font in fonts}
    return found


@pytest.mark.parametrize("name", PAGES)
def test_what_scrolls_sideways_can_be_scrolled_with_the_keyboard(open_page: Open, name: str) -> None:
    page = open_page(name, 320).page
    page.wait_for_selector(".scroll[tabindex]")
    wide = "[...document.querySelectorAll('.scroll, pre, .long')].filter(box => box.scrollWidth > box.clientWidth)"
    assert page.evaluate(f"{wide}.filter(box => box.tabIndex !== 0).length") == 0
    page.evaluate(f"{wide}[0].focus()")
    page.keyboard.press("ArrowRight")
    until(page, "document.activeElement.scrollLeft > 0")


def test_what_fits_is_no_stop_for_the_tab_key(open_page: Open) -> None:
    page = open_page("sample", 1280).page
    page.wait_for_timeout(100)
    assert page.evaluate("document.querySelectorAll('figure.table .scroll[tabindex]').length") == 0


def test_the_first_tab_offers_to_skip_to_the_text(open_page: Open) -> None:
    page = open_page("sample").page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.url.endswith("#text")


@pytest.mark.parametrize("name", PAGES)
def test_without_scripts_nothing_is_missing(open_page: Open, name: str) -> None:
    page = open_page(name).page
    page.evaluate("document.querySelectorAll('.live').forEach(added => added.remove())")
    assert open_page(name, scripts=False).page.inner_text("body") == page.inner_text("body")


@pytest.mark.parametrize("width", [360, 1280])
def test_margin_notes_stand_in_the_margin_or_fold_into_the_text(open_page: Open, width: int) -> None:
    page = open_page("sample", width).page
    note, text = (page.locator(place).first.bounding_box() for place in (".margin", "main section section > p"))
    assert note is not None
    assert text is not None
    beside, below = note["x"] >= text["x"] + text["width"], note["y"] >= text["y"] + text["height"]
    assert (beside, below) == ((True, False) if width == 1280 else (False, True))


def test_the_line_has_about_66_signs(open_page: Open) -> None:
    page = open_page("article").page
    signs = page.evaluate(
        """() => {
          const text = [...document.querySelectorAll('main section > p')].filter(p => !p.querySelector('math'));
          const size = parseFloat(getComputedStyle(text[0]).lineHeight);
          const long = text.filter(p => p.clientHeight / size >= 4);
          const count = p => p.innerText.replaceAll('\\u00ad', '').length / Math.round(p.clientHeight / size);
          return long.map(count).reduce((a, b) => a + b) / long.length;
        }"""
    )
    assert 58 <= signs <= 68


def test_dark_pages_have_dark_grounds_and_figures_of_their_own_colours(open_page: Open) -> None:
    colours = {}
    for scheme in ("light", "dark"):
        page = open_page("sample", scheme=scheme).page
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        axis = page.evaluate("getComputedStyle(document.querySelector('svg .stroke-axis-1')).stroke")
        word = page.evaluate("getComputedStyle(document.querySelector('.axis-1')).color")
        assert axis == word
        colours[scheme] = (ground, axis)
    assert colours["light"][0] != colours["dark"][0]
    assert colours["light"][1] != colours["dark"][1]


def test_paper_shows_all_text_and_no_navigation(open_page: Open) -> None:
    page = open_page("sample", scheme="dark").page
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator(".margin").is_visible()
    assert [page.locator(hidden).first.is_visible() for hidden in (".back", ".part-navigation", ".skip")] == [False] * 3
    assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")


def test_a_page_is_light_to_load(pages: dict[str, Any]) -> None:
    import gzip

    folder = pages["article"].parent
    files = [path for path in folder.rglob("*") if path.suffix in (".html", ".css", ".js", ".woff2")]
    size = sum(len(gzip.compress(path.read_bytes(), 9)) for path in files)
    assert size < 300_000  # bytes as a server would send them, fonts included


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_mark_beside_an_equation_tells_how_it_was_checked(open_page: Open, width: int, scripts: bool) -> None:
    page = open_page("sample", width, scripts=scripts).page
    mark, note = page.locator(".check").first, page.locator(".checked").first
    assert not note.is_visible()
    mark.focus()
    page.keyboard.press("Enter")
    assert "54\N{NO-BREAK SPACE}Vergleiche an Stichproben" in note.inner_text()
    box, button = note.bounding_box(), mark.bounding_box()
    assert box is not None
    assert button is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert min(button["width"], button["height"]) >= 24
    page.keyboard.press("Escape")
    assert not note.is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_what_the_mark_tells(open_page: Open, scheme: str) -> None:
    page = open_page("sample", 1280, scheme).page
    page.locator(".check").first.click()
    assert page.locator(".checked").first.is_visible()
    assert violations(page) == []


def test_on_paper_no_mark_asks_for_a_click(open_page: Open) -> None:
    page = open_page("sample").page
    page.emulate_media(media="print")
    assert page.locator(".check:visible, .checked:visible").count() == 0

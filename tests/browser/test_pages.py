"""Every page in Chromium: accessible, never wider than the window, silent, complete without scripts, and light."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Open, Written
from tests.browser.measures import ELEMENTS, SIDEWAYS, paints, transfer, violations

pytestmark = pytest.mark.browser

SITE = ("artikel", "demo", "rechenweg", "ueberblick", "aufgaben", "nachgerechnet")
PAGES = ("sample", *SITE)
WIDTHS = (360, 768, 1280)
FACES = {"STIX Two Text", "STIX Two Math", "JetBrains Mono"}
HEAVY = 350_000  # bytes as a server would send them, fonts included
MOST = 3000  # elements outside formulas
STILL = 0.1  # cumulative layout shift that counts as good


def test_every_page_of_the_site_is_looked_at(written: dict[str, Written]) -> None:
    assert tuple(written) == SITE


# -- readable

PARTED = """() => Array.from(document.querySelectorAll("main .number"))
  .filter(one => new Set(Array.from(one.getClientRects(), box => Math.round(box.top))).size > 1)
  .map(one => one.textContent)"""


@pytest.mark.parametrize("name", PAGES)
def test_no_number_is_parted_between_lines(open_page: Open, name: str) -> None:
    page = open_page(name, 320).page
    for width in (320, *WIDTHS):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(PARTED) == [], width


def test_a_parted_number_would_be_seen(open_page: Open) -> None:
    page = open_page("sample", 320).page
    page.evaluate("""() => {
      const [number] = document.querySelectorAll("main p .number");
      Object.assign(number.style, { whiteSpace: "normal", overflowWrap: "anywhere" });
      number.textContent = "0,".padEnd(200, "3");
    }""")
    assert len(page.evaluate(PARTED)) == 1


# -- laid out in lanes, each block by itself

LANES = """() => Array.from(document.querySelectorAll("main, main section"), one => {
  const { left, right } = one.getBoundingClientRect();
  return [getComputedStyle(one).gridTemplateColumns, left, right];
})"""
CONTAINED = """() => Array.from(document.querySelectorAll("main section, main section > *"))
  .filter(one => getComputedStyle(one).contain === "layout").length"""
BLOCKS = "document.querySelectorAll('main section, main section > *').length"


@pytest.mark.parametrize("name", SITE)
@pytest.mark.parametrize("width", WIDTHS)
def test_sections_have_the_lanes_of_the_page(open_page: Open, name: str, width: int) -> None:
    page = open_page(name, width).page
    assert len({tuple(lane) for lane in page.evaluate(LANES)}) == 1


@pytest.mark.parametrize("name", SITE)
def test_a_block_that_changes_is_laid_out_alone_on_the_screen_and_breaks_freely_on_paper(
    open_page: Open, name: str
) -> None:
    page = open_page(name).page
    assert page.evaluate(CONTAINED) == page.evaluate(BLOCKS) > 10
    page.emulate_media(media="print")
    assert page.evaluate(CONTAINED) == 0


# -- accessible


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_page: Open, name: str, scheme: str) -> None:
    page = open_page(name, scheme=scheme).page
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert violations(page) == [], width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_a_page_of_proofs(open_page: Open, pages: dict[str, Path], scheme: str) -> None:
    page = open_page("sample", scheme=scheme).page
    page.goto(pages["ueberblick"].with_name("zahlen-ueberblick.html").as_uri())
    assert violations(page) == []


def test_axe_would_find_a_picture_without_text_and_faint_letters(open_page: Open) -> None:
    page = open_page("sample").page
    page.evaluate("document.querySelector('main').prepend(document.createElement('img'))")
    page.evaluate("document.querySelector('.subtitle').style.color = '#ddd'")
    assert {one.split(":")[0] for one in violations(page)} >= {"image-alt", "color-contrast"}


@pytest.mark.parametrize("name", PAGES)
def test_what_scrolls_sideways_can_be_scrolled_with_the_keyboard(open_page: Open, name: str) -> None:
    page = open_page(name, 320).page
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    page.wait_for_selector(".scroll[tabindex]")
    wide = "[...document.querySelectorAll('.scroll, pre, .long')].filter(box => box.scrollWidth > box.clientWidth)"
    assert page.evaluate(f"{wide}.filter(box => box.tabIndex !== 0).length") == 0
    page.evaluate(f"{wide}[0].focus()")
    page.keyboard.press("ArrowRight")
    until(page, "document.activeElement.scrollLeft > 0")


def until(page: Page, condition: str) -> None:
    """Wait for a condition; the page's policy forbids Playwright's own way of asking again and again."""
    for _ in range(100):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"never became true: {condition}")


@pytest.mark.parametrize("name", SITE)
def test_on_a_wide_screen_everything_is_seen_without_scrolling_sideways(open_page: Open, name: str) -> None:
    assert scrolling(open_page(name, 1280).page) == []


def test_what_scrolls_on_a_wide_screen_would_be_noticed(open_page: Open) -> None:
    page = open_page("ueberblick", 1280).page
    page.evaluate("document.querySelector('.scroll table').style.width = '1000px'")
    assert len(scrolling(page)) == 1


def scrolling(page: Page) -> list[str]:
    """What is cut off at its side until somebody scrolls."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('main *')].filter(box => box.scrollWidth > box.clientWidth + 1"
        " && ['auto', 'scroll'].includes(getComputedStyle(box).overflowX)).map(box => box.textContent.slice(0, 40))"
    )
    return found


@pytest.mark.parametrize("name", SITE)
def test_every_number_that_looks_as_if_it_opens_a_card_does(open_page: Open, name: str) -> None:
    page = open_page(name).page
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert page.evaluate(POINTED) == []


POINTED = """Array.from(document.querySelectorAll('main [data-number]'))
  .filter(element => getComputedStyle(element).cursor === 'pointer')
  .filter(element => !window.nachgerechnet.cards.numbers.includes(element)).map(element => element.dataset.number)"""


# -- within its window, from the disk alone, in its own fonts


@pytest.mark.parametrize("name", PAGES)
def test_nothing_pushes_the_page_sideways(open_page: Open, name: str) -> None:
    page = open_page(name).page
    for width in (320, *WIDTHS, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(SIDEWAYS) <= 0, width


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


# All signs of each face, once, in elements of their own: one question a face instead of one an element.
SIGNS = """() => {
  const signs = new Map(), texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.parentElement.getClientRects().length) continue;
    const { fontFamily, fontStyle, fontWeight } = getComputedStyle(text.parentElement);
    const face = JSON.stringify({ fontFamily, fontStyle, fontWeight });
    signs.set(face, new Set([...signs.get(face) || [], ...text.data.replace(/[\\s\\u00ad]/g, '')]));
  }
  for (const [face, found] of signs) {
    const content = { className: 'signs', textContent: [...found].join('') };
    const element = Object.assign(document.createElement('p'), content);
    Object.assign(element.style, JSON.parse(face));
    document.body.append(element);
  }
}"""


def used_fonts(page: Page) -> set[str]:
    page.evaluate(SIGNS)
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    found = set()
    for node in session.send("DOM.querySelectorAll", {"nodeId": root, "selector": ".signs"})["nodeIds"]:
        fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        found |= {font["familyName"] for font in fonts}
    return found


# -- complete without scripts: what those replace has tests of its own


REPLACED = ".live, .interactive, .walkthrough, .question, .quiz-result, .checklist, .draw"
REST = f"document.querySelectorAll('{REPLACED}').forEach(one => one.remove())"


@pytest.mark.parametrize("name", PAGES)
def test_without_scripts_nothing_is_missing(open_page: Open, name: str) -> None:
    with_scripts, without = (open_page(name, scripts=scripts).page for scripts in (True, False))
    for page in (with_scripts, without):
        page.evaluate(REST)
    assert without.inner_text("body") == with_scripts.inner_text("body")


# -- light


@pytest.mark.parametrize("name", SITE)
@pytest.mark.parametrize("width", [360, 1280])
def test_a_page_stands_still_while_it_loads(open_page: Open, name: str, width: int) -> None:
    assert paints(open_page(name, width).page)["shift"] < STILL


@pytest.mark.parametrize("name", SITE)
def test_a_page_is_light_to_load(open_page: Open, name: str) -> None:
    opened = open_page(name)
    assert transfer(opened.requests) <= HEAVY
    assert opened.page.evaluate(ELEMENTS) <= MOST


def test_a_page_that_moves_would_be_noticed(open_page: Open) -> None:
    page = open_page("ueberblick").page
    page.evaluate("document.querySelector('header').style.marginTop = '400px'")
    assert paints(page)["shift"] > STILL

"""How the pages read in Chromium: lanes, lines, colours, paper, and the marks beside equations."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.conftest import Open
from tests.browser.measures import SIDEWAYS, violations
from tests.browser.test_pages import SITE

pytestmark = pytest.mark.browser


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
    assert [
        page.locator(hidden).first.is_visible() for hidden in (".back", ".part-navigation", ".skip", "nav.site")
    ] == [False] * 4
    assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")


SHEET = 559  # pixels between the margins of A4 (style.css)
PRINTED = [*SITE, *(f"zahlen-{key}" for key in SITE[1:]), "zahlen"]


@pytest.mark.parametrize("name", PRINTED)
def test_nothing_runs_off_the_paper(open_page: Open, pages: dict[str, Path], name: str) -> None:
    page = open_page("sample", SHEET).page
    page.goto(pages[name].as_uri() if name in pages else pages["demo"].with_name(f"{name}.html").as_uri())
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    page.emulate_media(media="print")
    assert page.evaluate(SIDEWAYS) <= 0


def test_on_paper_a_proof_is_not_parted_and_a_key_sentence_stays_with_its_text(
    open_page: Open, pages: dict[str, Path]
) -> None:
    page = open_page("ueberblick").page
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('.keysentence')).breakAfter") == "avoid"
    page.goto(pages["ueberblick"].with_name("zahlen-ueberblick.html").as_uri())
    assert page.evaluate("getComputedStyle(document.querySelector('.proof')).breakInside") == "avoid"


def test_what_runs_off_the_paper_would_be_noticed(open_page: Open) -> None:
    page = open_page("sample", SHEET).page
    page.emulate_media(media="print")
    page.evaluate("document.querySelector('main p').style.width = '600px'")
    assert page.evaluate(SIDEWAYS) > 0


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


# -- symbols

LIT = "Array.from(document.querySelectorAll('.lit'), one => one.textContent)"


def symbol(page: Page, equation: str, text: str, kind: str) -> Locator:
    """The first place of a symbol in a displayed formula."""
    found = page.locator(f"[id='{equation}'] {kind}").filter(has_text=text).first
    found.scroll_into_view_if_needed()
    return found


@pytest.mark.parametrize(
    ("text", "kind", "places"),
    [
        ("Q", "mi", 4),  # twice in the formula, and in the steps before it
        ("K", "mi", 4),  # also where it is transposed
        ("dk", "msub", 2),
    ],
)
def test_pointing_at_a_symbol_lights_it_in_the_text_around(open_page: Open, text: str, kind: str, places: int) -> None:
    page = open_page("article").page
    symbol(page, "eq:attention", text, kind).hover()
    lit = page.evaluate(LIT)
    assert set(lit) == {text}
    assert len(lit) >= places
    page.mouse.move(2, 2)
    assert page.evaluate(LIT) == []


def test_pointing_in_the_text_lights_the_formula(open_page: Open) -> None:
    page = open_page("article").page
    symbol(page, "eq:attention", "Q", "mi").hover()
    page.locator("math .lit:not([id='eq:attention'] *)").first.hover()
    assert page.locator("[id='eq:attention'] .lit").count() == 2


def test_a_number_and_a_sign_are_no_symbols(open_page: Open) -> None:
    page = open_page("article").page
    found = page.locator("[id='eq:attention'] mo", has_text="=").first
    found.scroll_into_view_if_needed()
    found.hover()
    assert page.evaluate(LIT) == []

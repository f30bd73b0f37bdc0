"""Number cards, "Zahlen untersuchen" and previews, on the article as it is delivered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.browser.conftest import Written
from tests.browser.measures import violations as found_by_axe

pytestmark = pytest.mark.browser

WEIGHT = "raw-weights-apple-apple-3"  # 0,401, in a formula, a table and a figure
CARD = ".card[role=dialog]"
OPENED = f"document.querySelector('{CARD}').matches(':popover-open')"
REST = 900  # milliseconds after which a pointer has rested, or a box has closed
OTHER = {
    "embeddings": ["-1.25", "0.2", "0.1", "-1", "0.333", "0.6", "0.2", "0.5"],
    "W_Q": ["0.5", "1", "1", "-0.25"],
    "token": ["Birne", "shares", "fell", "sharply"],
}


@pytest.fixture(scope="session")
def site(article: Written) -> Path:
    """The folder of the whole site."""
    return article.file.parent


class Reader:
    """Someone who reads the article: opens it, and asks what is on the screen."""

    def __init__(self, browser: Browser, site: Path) -> None:
        self._browser, self._site = browser, site
        self._contexts: list[Any] = []
        self.messages: list[str] = []

    def opens(self, width: int = 1280, scheme: str = "light", name: str = "index.html", **options: Any) -> Page:
        """The page in a window of its own."""
        viewport = {"width": width, "height": 900}
        context = self._browser.new_context(viewport=viewport, color_scheme=scheme, **options)
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: self.messages.append(message.text))
        page.on("pageerror", lambda error: self.messages.append(str(error)))
        page.goto((self._site / name).as_uri())
        if options.get("java_script_enabled", True):
            page.evaluate("document.fonts.ready.then(() => true)")
        return page

    def leaves(self) -> None:
        """Close all windows."""
        for context in self._contexts:
            context.close()


@pytest.fixture
def reader(chromium: Browser, site: Path) -> Iterator[Reader]:
    """Whatever a reader does, the page says nothing on the console."""
    reader = Reader(chromium, site)
    yield reader
    reader.leaves()
    assert reader.messages == []


def number(page: Page, identity: str = WEIGHT, inside: str = "main") -> Locator:
    """The first place of a number, scrolled to."""
    found = page.locator(f"{inside} [data-number='{identity}']").first
    found.scroll_into_view_if_needed()
    return found


def title(page: Page) -> str:
    return page.locator(f"{CARD} h2").inner_text()


def overlap(page: Page, element: Locator) -> bool:
    """Whether the card lies over an element."""
    mine, theirs = page.locator(CARD).bounding_box(), element.bounding_box()
    assert mine is not None
    assert theirs is not None
    beside = mine["x"] >= theirs["x"] + theirs["width"] or theirs["x"] >= mine["x"] + mine["width"]
    return not beside and mine["y"] < theirs["y"] + theirs["height"] and theirs["y"] < mine["y"] + mine["height"]


def violations(reader: Reader, page: Page, parts: str | None = None) -> list[str]:
    """What axe finds; it asks for style sheets, which the page refuses, so that what is said by then is forgotten."""
    assert reader.messages == []
    found = found_by_axe(page, parts)
    reader.messages.clear()
    return found


# -- opening and closing


@pytest.mark.parametrize("inside", ["main p", "math", "table", "svg"])
def test_a_pointer_that_rests_on_a_number_opens_its_card(reader: Reader, inside: str) -> None:
    page = reader.opens()
    found = page.locator(f"{inside} [data-number]").first
    found.scroll_into_view_if_needed()
    found.hover()
    assert not page.evaluate(OPENED)  # not at once
    page.wait_for_timeout(REST)
    assert page.evaluate(OPENED)
    assert title(page) == found.text_content()
    assert not overlap(page, found)
    page.mouse.move(2, 2)
    page.wait_for_timeout(REST)
    assert not page.evaluate(OPENED)


def test_a_card_stays_while_the_pointer_is_on_it(reader: Reader) -> None:
    page = reader.opens()
    number(page).hover()
    page.wait_for_timeout(REST)
    page.locator(f"{CARD} h2").hover()
    page.wait_for_timeout(REST)
    assert page.evaluate(OPENED)


def test_a_click_opens_the_card_for_good_and_one_outside_closes_it(reader: Reader) -> None:
    page = reader.opens()
    found = number(page)
    found.click()
    page.mouse.move(2, 2)
    page.wait_for_timeout(REST)
    assert page.evaluate(OPENED)
    assert not overlap(page, found)
    page.mouse.click(2, 400)
    assert not page.evaluate(OPENED)


def test_a_second_click_on_the_number_closes_the_card(reader: Reader) -> None:
    page = reader.opens()
    found = number(page)
    found.click()
    found.click()
    assert not page.evaluate(OPENED)


def test_a_card_says_what_is_known(reader: Reader) -> None:
    page = reader.opens()
    number(page).click()
    card = page.locator(CARD)
    text = card.inner_text()
    assert "Gewicht, mit dem Apple auf Apple schaut" in text
    assert "0,401256370831465…" in text
    assert "ewiesen" in text
    assert "return e / np.sum(e, axis=axis, keepdims=True)" in text
    assert "pipeline/transformer/attention.py, Zeile" in text
    assert card.locator("math").count() > 0
    assert {"Tabelle\u00a01", "Abbildung\u00a02"} <= set(card.locator("dd a").all_inner_texts())
    assert card.get_by_role("link", name="Nachweis dieser Zahl").get_attribute("href") == f"zahlen.html#{WEIGHT}"


def test_a_link_of_a_card_leads_to_the_other_place(reader: Reader) -> None:
    page = reader.opens()
    number(page, inside="table").click()
    page.locator(CARD).get_by_role("link", name="Abbildung 2").click()
    assert not page.evaluate(OPENED)
    assert page.locator(f"svg .found[data-number='{WEIGHT}']").count() == 1
    assert page.evaluate("document.activeElement.matches('.found')")


# -- touch


def test_a_tap_opens_a_sheet_that_leaves_the_number_in_sight(reader: Reader) -> None:
    page = reader.opens(360, has_touch=True, is_mobile=True)
    for identity in (WEIGHT, "next-token-fell-slightly-3"):
        found = number(page, identity)
        found.tap()
        page.wait_for_timeout(100)
        card, place = page.locator(CARD).bounding_box(), found.bounding_box()
        assert card is not None
        assert place is not None
        assert (card["x"], card["width"]) == (0, 360)
        assert not overlap(page, found)
        assert 0 <= place["y"] <= 900
        page.get_by_role("button", name="Schließen").tap()
        assert not page.evaluate(OPENED)


# -- keyboard


def test_numbers_are_no_stops_of_the_tab_key(reader: Reader) -> None:
    page = reader.opens()
    focusable = "a[href], button, input, [tabindex='0']"
    assert (
        page.evaluate(f"[...document.querySelectorAll('[data-number]')].filter(n => n.closest(\"{focusable}\")).length")
        == 0
    )
    assert page.locator("a.proof[href]").count() == 0


def test_what_a_closed_solution_holds_is_not_examined(reader: Reader) -> None:
    page = reader.opens(name="aufgaben.html")
    page.keyboard.press("Alt+n")
    for _ in range(30):
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.querySelector('.examined').checkVisibility()")


def test_a_link_to_a_number_in_a_closed_solution_opens_it(reader: Reader) -> None:
    page = reader.opens(name="aufgaben.html")
    hidden = """id => [...document.querySelectorAll('details:not([open]) [data-number]')]
      .some(one => one.dataset.number === id)"""
    shown = page.locator("main p:not(details *) [data-number]").evaluate_all(
        "all => all.map(one => one.dataset.number)"
    )
    identity = next(name for name in shown if page.evaluate(hidden, name))
    number(page, identity).click()
    page.locator(f"{CARD} dd a").first.click()
    assert page.locator(".found").is_visible()


@pytest.mark.parametrize("name", ["index.html", "demo.html", "rechenweg.html", "nachgerechnet.html", "aufgaben.html"])
def test_no_card_is_wider_than_a_phone(reader: Reader, name: str) -> None:
    page = reader.opens(360, name=name)
    wide = page.evaluate("""() => {
      const { numbers, open } = nachgerechnet.cards, box = document.querySelector(".card");
      const isTooWide = one => { open(one, true); return box.scrollWidth > box.clientWidth; };
      const visible = new Map(numbers.filter(one => one.checkVisibility()).map(one => [one.dataset.number, one]));
      return Array.from(visible.values()).filter(isTooWide).map(one => one.dataset.number);
    }""")
    assert wide == []


def test_what_was_put_in_is_named_with_the_digits_of_the_line(reader: Reader) -> None:
    page = reader.opens()
    number(page, "contextual-apple-food-3").click()
    digits = ["0,401", "1,00", "0,191", "0,10", "0,216", "0,30", "0,191", "0,20"]
    assert page.locator(f"{CARD} .inside button").all_inner_texts() == digits


@pytest.mark.parametrize("key", ["Enter", " "])
def test_the_keyboard_moves_opens_and_returns(reader: Reader, key: str) -> None:
    page = reader.opens()
    page.keyboard.press("Alt+n")
    first = page.locator(".examined").get_attribute("data-number")
    page.keyboard.press("ArrowRight")
    assert page.locator(".examined").count() == 1
    here = page.locator(".examined")
    voice = page.locator(".live [role=status].unseen")
    assert voice.inner_text().startswith(f"{here.text_content()}: ")
    page.keyboard.press(key)
    assert page.evaluate(OPENED)
    assert page.evaluate("document.activeElement.id") == "card-number"
    assert title(page) == here.text_content()
    page.keyboard.press("Escape")
    assert not page.evaluate(OPENED)
    assert page.evaluate("document.activeElement.className") == "explorer"
    page.keyboard.press("ArrowLeft")
    assert page.locator(".examined").get_attribute("data-number") == first
    page.keyboard.press("Escape")
    assert page.locator(".examined").count() == 0
    assert page.evaluate("document.activeElement.getAttribute('aria-keyshortcuts')") == "Alt+N"


def test_arrow_keys_move_by_lines_and_keep_numbers_in_sight(reader: Reader) -> None:
    page = reader.opens()
    page.evaluate("document.querySelector('figure.table').scrollIntoView()")
    page.get_by_role("button", name="Zahlen untersuchen").press("Enter")
    page.evaluate("document.querySelector('figure.table tbody [data-number]')")
    for _ in range(40):
        page.keyboard.press("ArrowDown")
        box = page.locator(".examined").bounding_box()
        bar = page.locator(".explorer").bounding_box()
        assert box is not None
        assert bar is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= bar["y"]


def test_the_button_says_its_key_and_all_numbers_are_reached(reader: Reader) -> None:
    page = reader.opens()
    assert "Alt + N" in page.locator(".tools button").inner_text()
    page.locator(".tools button").click()
    page.keyboard.press("Home")
    seen = page.evaluate(
        """() => {
          const bar = document.querySelector('.explorer'), found = new Set();
          for (let count = 0; count < 5000; count++) {
            const now = document.querySelector('.examined');
            if (found.has(now)) break;
            found.add(now);
            bar.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
          }
          return found.size;
        }"""
    )
    assert seen == page.evaluate("nachgerechnet.cards.numbers.filter(n => n.getClientRects().length).length") > 400


# -- the same value, walking, previews


@pytest.mark.parametrize("inside", ["table", "svg", "math"])
def test_the_same_value_lights_up_everywhere(reader: Reader, inside: str) -> None:
    page = reader.opens()
    number(page, inside=inside).hover()
    for place in ("td", "svg", "math", "figcaption"):
        assert page.locator(f"{place} .same").count() > 0
    assert set(page.locator(".same").all_text_contents()) >= {"0,401", "40\u202f%"}
    page.mouse.move(2, 2)
    assert page.locator(".same").count() == 0


def test_numbers_inside_a_calculation_lead_on_and_back(reader: Reader) -> None:
    page = reader.opens()
    number(page).click()
    page.locator(f"{CARD} math [data-card]", has_text="1,04").first.click()
    assert title(page) == "1,04"
    assert "Skalarprodukt" in page.locator(f"{CARD} .meaning").inner_text()
    page.locator(f"{CARD} .inside button", has_text="0,20").click()
    assert title(page) == "0,20"
    page.get_by_role("button", name="zurück zu 1,04").click()
    page.get_by_role("button", name="zurück zu 0,401").click()
    assert title(page) == "0,401"
    assert not page.locator(f"{CARD} .back").is_visible()


@pytest.mark.parametrize(("kind", "shown"), [("Gleichung", "math"), ("Tabelle", "table"), ("Abschnitt", "h3")])
@pytest.mark.parametrize("way", ["pointer", "keyboard"])
def test_references_show_what_they_lead_to(reader: Reader, kind: str, shown: str, way: str) -> None:
    page = reader.opens()
    link = page.locator("a.reference", has_text=kind).first
    link.scroll_into_view_if_needed()
    if way == "pointer":
        link.hover()
    else:
        page.keyboard.press("Tab")  # from now on, focus is shown
        link.focus()
    page.wait_for_timeout(REST)
    assert page.locator(f".preview {shown}").first.is_visible()
    assert page.evaluate("document.querySelectorAll('.preview :is([id], [href], [tabindex])').length") == 0
    page.keyboard.press("Escape")
    assert not page.locator(".preview").is_visible()


# -- every number


WALK = """() => {
  const card = document.querySelector('.card[role=dialog]'), all = document.querySelectorAll('main [data-number]');
  const numbers = nachgerechnet.cards.numbers.filter(number => number.closest('main'));
  const plain = text => text.replaceAll('\\u202f', '');
  const apart = (a, b) => a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom;
  const wrong = [];
  for (const element of numbers) {
    nachgerechnet.cards.open(element, true);
    const identity = element.dataset.number, text = plain(element.textContent);
    const title = plain(card.querySelector('h2').textContent);
    const printed = element.closest('pre, code') ? title.replace(',', '.').replace('\\u2212', '-') : title;
    const results = Array.from(card.querySelectorAll('.working mn'), mn => plain(mn.textContent));
    if (printed !== text) wrong.push([identity, text, title]);
    if (results.length && results.pop() !== title) wrong.push([identity, 'ends otherwise']);
    if (!card.querySelector('.meaning').textContent.trim()) wrong.push([identity, 'means nothing']);
    if (!apart(element.getBoundingClientRect(), card.getBoundingClientRect())) wrong.push([identity, 'is covered']);
  }
  return { wrong, count: numbers.length, without: all.length - numbers.length };
}"""


@pytest.mark.parametrize("width", [360, 1280])
def test_every_number_has_a_card_that_ends_with_its_own_spelling(reader: Reader, width: int) -> None:
    found = reader.opens(width).evaluate(WALK)
    assert found["wrong"] == []
    assert found["count"] > 400
    assert found["without"] == 0


@pytest.mark.parametrize("name", ["demo.html", "aufgaben.html"])
def test_numbers_of_other_pages_have_cards_too(reader: Reader, name: str) -> None:
    page = reader.opens(name=name)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    found = page.evaluate(WALK)
    assert found["wrong"] == []
    assert found["count"] > 100
    assert violations(reader, page, CARD) == []


def test_cards_follow_a_readers_own_example(reader: Reader) -> None:
    page = reader.opens()
    page.evaluate("changes => { nachgerechnet.set(changes); nachgerechnet.finish(); }", OTHER)
    assert page.evaluate(WALK)["wrong"] == []
    number(page, "cosine-similarity-apple-shares-2").click()
    card = page.locator(CARD)
    assert "zwischen den Einbettungen von Birne und shares" in card.inner_text()
    assert "nicht bewiesen" in card.inner_text()
    assert "0,29" in card.locator("dd", has_text="0,29").inner_text()  # the published one
    lines = card.locator(".working").inner_text()
    assert "\u22121,25" in lines
    assert card.locator(".working msup > mrow", has_text="(\u22121,25)").count() == 1
    page.evaluate("nachgerechnet.reset()")
    assert title(page) == "0,29"
    assert "Bewiesen" in card.inner_text()


def test_a_card_with_another_number_would_be_noticed(reader: Reader) -> None:
    page = reader.opens()
    page.evaluate("nachgerechnet.deck.cards[10].shown = nachgerechnet.deck.cards[11].shown")
    assert page.evaluate(WALK)["wrong"] != []


# -- for everyone, and without scripts


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_with_a_card_open(reader: Reader, scheme: str, width: int) -> None:
    page = reader.opens(width, scheme)
    number(page).click()
    assert page.evaluate(OPENED)
    assert violations(reader, page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("Alt+n")
    page.keyboard.press("ArrowRight")
    assert violations(reader, page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_with_claims_struck_panel_and_card_open(reader: Reader, scheme: str, width: int) -> None:
    page = reader.opens(width, scheme)
    page.get_by_role("button", name="Beispiel ändern").click()
    page.evaluate("changes => { nachgerechnet.set(changes); nachgerechnet.finish(); }", OTHER)
    assert page.locator("[data-claim].failed").count() > 0
    page.evaluate("nachgerechnet.cards.open(document.querySelector('[data-number=block-thought-apple-3-3]'), true)")
    assert page.evaluate(OPENED)
    page.wait_for_timeout(100)
    assert violations(reader, page) == []


def test_axe_would_find_a_card_without_a_name(reader: Reader) -> None:
    page = reader.opens()
    number(page).click()
    page.evaluate(f"document.querySelector('{CARD}').removeAttribute('aria-labelledby')")
    assert [one.split(":")[0] for one in violations(reader, page)] == ["aria-dialog-name"]


def test_without_scripts_numbers_lead_to_their_proofs_and_back(reader: Reader) -> None:
    page = reader.opens(java_script_enabled=False)
    page.locator(f"table a[data-number='{WEIGHT}']").first.click()
    assert page.url.endswith(f"zahlen.html#{WEIGHT}")
    page.locator(f"[id='{WEIGHT}'] a").first.click()
    assert "index.html#" in page.url
    assert page.locator(".card, .explorer, .tools").count() == 0


def test_paper_shows_nothing_of_this(reader: Reader) -> None:
    page = reader.opens()
    number(page).click()
    page.emulate_media(media="print")
    for hidden in (CARD, ".tools", ".explorer"):
        assert not page.locator(hidden).is_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.same')).backgroundColor") == "rgba(0, 0, 0, 0)"


def test_who_wants_no_motion_sees_none(reader: Reader) -> None:
    page = reader.opens(reduced_motion="reduce")
    number(page).click()
    assert page.evaluate(f"getComputedStyle(document.querySelector('{CARD}')).transitionDuration") == "0s"

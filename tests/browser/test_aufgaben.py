"""The exercises in Chromium: fresh numbers drawn as the build draws them, solutions that follow, all by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from pipeline.load.given import read_examples
from pipeline.problems import Problems
from pipeline.quantities.compute import PageCode, compute_floats
from pipeline.quantities.sheet import Given
from tests.browser.conftest import Open, Opened, Written
from tests.browser.measures import SIDEWAYS, violations

pytestmark = pytest.mark.browser

SHEETS = [str(seed) for seed in range(1, 41)]
SAME = 1e-12
FOLDER = "content/aufgaben"
REMARK = "Diese Zahlen hat Ihr Browser gezogen und ausgerechnet"

Sheet = Callable[..., Opened]


@pytest.fixture
def sheet(open_page: Open) -> Sheet:
    """Opens the exercises, at a place or a sheet of their own: `sheet(width=360, hash="#?blatt=17")`."""
    return partial(open_page, "aufgaben")


@pytest.fixture(scope="session")
def code(root: Path) -> PageCode:
    example = read_examples(root, ("content/example.yaml", f"{FOLDER}/inputs.yaml"), Problems())
    return PageCode(root, f"{FOLDER}/quantities.py", example.axes, example.givens, example.sentences)


@pytest.fixture(scope="session")
def drawn(code: PageCode) -> dict[str, Given]:
    return {given.name: given for given in code.givens.values() if given.drawn}


def decimals(drawn: Mapping[str, Given], seed: str) -> dict[str, Any]:
    """What Python draws for a sheet."""
    return {name: given.drawn.decimals(seed, name) for name, given in drawn.items() if given.drawn}


def named(page: Page, seed: str) -> None:
    """Type the number of a sheet."""
    page.fill(".draw input", seed)
    page.press(".draw input", "Enter")


def german(value: float, places: int) -> str:
    return f"{value:.{places}f}".replace(".", ",").replace("-", "\N{MINUS SIGN}")


def plain(page: Page, selector: str) -> str:
    return page.inner_text(selector).replace("\u00ad", "").replace("\u00a0", " ")


# -- the same numbers


@pytest.fixture(scope="module")
def drawn_sheets(chromium: Any, written: dict[str, Written]) -> dict[str, Any]:
    """For each sheet, what the browser has drawn, and all values that follow."""
    page = chromium.new_page()
    page.goto(written["aufgaben"].file.as_uri())
    found = {}
    for seed in SHEETS:
        named(page, seed)
        found[seed] = page.evaluate(
            """() => {
              const n = nachgerechnet, every = (keys, what) => Object.fromEntries(keys.map(key => [key, what(key)]));
              return {
                decimals: every(n.data.panel.inputs.map(input => input.name), n.decimals),
                values: every(Object.keys(n.data.values), n.values),
              };
            }"""
        )
    page.close()
    return found


def test_the_browser_draws_what_python_draws(drawn_sheets: dict[str, Any], drawn: dict[str, Given]) -> None:
    for seed, found in drawn_sheets.items():
        expected = {name: np.ravel(value).tolist() for name, value in decimals(drawn, seed).items()}
        assert found["decimals"] == {"seed": [seed], **expected}


def test_all_solutions_are_numpys(drawn_sheets: dict[str, Any], drawn: dict[str, Given], code: PageCode) -> None:
    compared = 0
    for seed, found in drawn_sheets.items():
        quantities = compute_floats(code, {**decimals(drawn, seed), "seed": seed})
        for name, value in quantities.values.items():
            expected = np.ravel(np.asarray(value.array, dtype=np.float64))
            assert np.allclose(found["values"][name], expected, rtol=SAME, atol=SAME), (seed, name)
            compared += expected.size
    assert compared > 100 * len(SHEETS)


# -- fresh numbers


def test_fresh_numbers_by_keyboard(sheet: Sheet, drawn: dict[str, Given], code: PageCode) -> None:
    page = sheet().page
    page.focus(".draw button")
    page.keyboard.press("Enter")
    seed = page.input_value(".draw input")
    assert f"Blatt Nummer {seed}." in plain(page, ".draw")
    assert REMARK in plain(page, ".draw [role=status]")
    assert page.url.endswith(f"#?blatt={seed}")
    page.focus("section:has(> h3#sec\\:exercise-mean, > h2#sec\\:exercise-mean) summary, #sec\\:exercise-mean summary")
    page.keyboard.press("Enter")
    y = compute_floats(code, {**decimals(drawn, seed), "seed": seed}).values["mean_output"]
    shown = f"[{'; '.join(german(float(part), 2) for part in y)}]"
    page.wait_for_function("text => document.querySelector('details[open]').innerText.includes(text)", arg=shown[1:6])
    assert shown in plain(page, "details[open]")


def test_the_number_of_a_sheet_stands_in_the_address_and_opens_it_again(sheet: Sheet, drawn: dict[str, Given]) -> None:
    page = sheet(hash="#sec:exercise-softmax?blatt=17").page
    assert page.evaluate("nachgerechnet.decimals('softmax_scores')") == decimals(drawn, "17")["softmax_scores"]
    assert page.evaluate("scrollY") > 0
    page.evaluate("location.hash = '#sec:exercise-mask'")
    page.wait_for_function("location.hash === '#sec:exercise-mask?blatt=17'")
    page.evaluate("location.hash = '#?blatt=18'")
    page.wait_for_function("nachgerechnet.decimals('seed')[0] === '18'")


def test_the_way_back_leads_to_the_published_sheet(sheet: Sheet) -> None:
    page = sheet().page
    before, published = plain(page, "main"), page.input_value(".draw input")
    named(page, "17")
    page.wait_for_function("document.querySelector('.draw').innerText.includes('Nummer 17.')")
    assert plain(page, "main") != before
    page.click("text=Zurück zum veröffentlichten Blatt")
    page.wait_for_function("text => document.querySelector('.draw').innerText.includes(text)", arg=f"{published}.")
    page.wait_for_timeout(400)
    assert plain(page, "main") == before
    assert "blatt" not in page.url
    assert page.evaluate("document.activeElement.textContent") == "Neue Zahlen"


@pytest.mark.parametrize("typed", ["", "0", "abc", "1.5", "-3", "007"])
def test_what_is_no_number_of_a_sheet_is_refused(sheet: Sheet, typed: str) -> None:
    page = sheet(hash="#?blatt=17").page
    named(page, typed)
    page.press(".draw input", "Tab")
    assert page.get_attribute(".draw input", "aria-invalid") == "true"
    assert "ganze Zahlen" in plain(page, ".draw [role=status]")
    assert page.evaluate("nachgerechnet.decimals('seed')") == ["17"]


def test_a_fresh_sheet_is_written_as_the_build_writes_it(sheet: Sheet) -> None:
    """On sheet 21 numbers that are published as negative are positive, and exact quotients have other digits."""
    page = sheet(hash="#?blatt=21").page
    page.evaluate("nachgerechnet.finish()")
    written = page.evaluate("Array.from(document.querySelectorAll('main math'), one => one.textContent)")
    assert [text for text in written if re.search("(?<!\N{FUNCTION APPLICATION})[(][0-9,]+[)]", text)] == []
    assert "12+(\N{MINUS SIGN}3)2+42+(\N{MINUS SIGN}2)24=7,5" in written
    assert "1,50,4=3,752,50,4=6,254,00,4=10" in written


def test_an_address_that_cannot_be_read_shows_the_published_sheet(sheet: Sheet) -> None:
    opened = sheet(hash="#?blatt=%3Cscript%3E")
    assert not opened.page.evaluate("nachgerechnet.own")
    assert opened.messages == []


def test_fresh_numbers_and_solutions_by_touch(sheet: Sheet) -> None:
    page = sheet(width=390, has_touch=True, is_mobile=True).page
    page.locator(".draw button").first.tap()
    assert REMARK in plain(page, ".draw [role=status]")
    page.locator("details.solution summary").first.tap()
    assert page.locator("details.solution p").first.is_visible()
    page.get_by_text("Zurück zum veröffentlichten Blatt").tap()
    assert not page.evaluate("nachgerechnet.own")


def test_every_task_at_400_percent_zoom(sheet: Sheet) -> None:
    page = sheet(width=320).page
    page.click("text=Neue Zahlen")
    named(page, "17")
    assert "Nummer 17." in plain(page, ".draw")
    for summary in page.locator("details.solution summary").all():
        summary.click()
    assert page.locator("details.solution[open]").count() == page.locator("details.solution").count()
    assert page.evaluate(SIDEWAYS) <= 0


# -- reading


def test_solutions_are_folded_and_open_by_keyboard(sheet: Sheet) -> None:
    page = sheet().page
    assert page.evaluate("[...document.querySelectorAll('details')].filter(one => one.open).length") == 0
    page.focus("summary >> nth=0")
    page.keyboard.press("Enter")
    assert page.is_visible("details >> nth=0 >> p >> nth=0")


def test_without_scripts_nothing_is_missing(sheet: Sheet) -> None:
    page = sheet(scripts=False).page
    assert page.locator("details.solution").count() >= 12
    assert page.locator(".draw button").count() == 0
    assert "Blatt Nummer" in plain(page, ".draw")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_axe_finds_nothing_on_a_fresh_sheet(sheet: Sheet, scheme: str, width: int) -> None:
    page = sheet(hash="#?blatt=17", width=width, scheme=scheme).page
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    named(page, "x")
    assert violations(page) == []


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_nothing_pushes_the_page_sideways(sheet: Sheet, width: int) -> None:
    page = sheet(hash="#?blatt=17", width=width).page
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert page.evaluate(SIDEWAYS) <= 0


def test_no_message_and_no_outside_request(sheet: Sheet) -> None:
    opened = sheet(hash="#?blatt=17")
    opened.page.click("text=Neue Zahlen")
    assert (opened.messages, opened.failures) == ([], [])
    assert [url for url in opened.requests if not url.startswith("file://")] == []

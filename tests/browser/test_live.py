"""The page computes along: the same numbers as NumPy, the same digits as Python, the same claims; and its panel."""

from __future__ import annotations

import decimal
import itertools
import json
import math
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Page, expect

from pipeline.build import Build, Cache
from pipeline.document.conditions import Condition
from pipeline.document.names import names
from pipeline.document.template import Template
from pipeline.outputs import write_html
from pipeline.outputs.html.data import DataBlock
from pipeline.outputs.html.writer import begun, file_name
from pipeline.problems import Code, Place, Problems
from pipeline.quantities.compute import PageCode, compute_floats
from pipeline.quantities.formatters import Formatters
from pipeline.quantities.tokens import Number, Tokens
from tests.browser.conftest import Open, Written
from tests.browser.measures import SIDEWAYS, violations

pytestmark = pytest.mark.browser

EXAMPLES = 200
SAME = 1e-12  # relative to the larger of 1 and the number
TIE = 1e-9  # of a last digit: closer to the middle, the last bit decides


# -- 200 random examples


def example(index: int) -> dict[str, NDArray[Any]]:
    """Other embeddings and another W_Q, as a reader may type them."""
    generator = np.random.default_rng(index)
    return {
        "embeddings": np.round(generator.uniform(-2, 2, (4, 2)), 2),
        "W_Q": np.round(generator.uniform(-2, 2, (2, 2)), 2),
    }


class Computed:
    """An example as the page computes it, and as NumPy does."""

    def __init__(self, page: Page, article: Written, index: int) -> None:
        inputs, quantities = example(index), article.built.quantities
        typed = {name: [f"{value:.2f}" for value in array.flat] for name, array in inputs.items()}
        self.page = page.evaluate(
            """changes => {
              const n = nachgerechnet;
              n.set(changes);
              const every = (keys, what) => Object.fromEntries(keys.map(key => [key, what(key)]));
              return {
                values: every(Object.keys(n.data.values), name => n.values(name).map(String)),
                digits: every(Object.keys(n.data.numbers), n.digits),
                claims: n.data.claims.map((_, place) => n.claim(place)),
              };
            }""",
            typed,
        )
        source = article.built.source
        code = PageCode(
            root=source_root(article),
            file=f"{source.folder}/quantities.py",
            axes=quantities.axes,
            givens=quantities.givens,
            sentences=source.example.sentences,
        )
        self.quantities = compute_floats(code, inputs)
        assert quantities.graph is not None
        self.floats = quantities.graph.floats(inputs)
        template = Template({}, Formatters(Tokens(), Problems()), Problems())
        template.names = names(self.quantities, source.example.sentences, template.missing, lambda name: True)
        self.holds: Callable[[str], bool] = lambda condition: bool(template.evaluate(condition, Place()))

    def float_of(self, number: Number) -> float:
        return float(self.floats[number.entry.node].reshape(-1)[number.entry.index])


def source_root(article: Written) -> Any:
    from tests.conftest import ROOT

    assert (ROOT / article.built.source.folder).is_dir()
    return ROOT


@pytest.fixture(scope="module")
def computed(chromium: Any, article: Written) -> list[Computed]:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(article.file.as_uri())
    found = [Computed(page, article, index) for index in range(EXAMPLES)]
    context.close()
    return found


def test_all_quantities_equal_numpys(computed: list[Computed]) -> None:
    compared = 0
    for one in computed:
        for name, shown in one.page["values"].items():
            expected = np.asarray(one.quantities.values[name].array, dtype=float).reshape(-1)
            found = np.array([float(text.replace("Infinity", "inf")) for text in shown])
            assert np.all(np.abs(found - expected) <= SAME * np.maximum(1, np.abs(expected))), name
            compared += found.size
    assert compared > EXAMPLES * 500


def test_all_printed_digits_equal_pythons(computed: list[Computed], article: Written) -> None:
    seen: Counter[str] = Counter()
    for index, one in enumerate(computed):
        typed = {f"{value:.2f}" for array in example(index).values() for value in array.flat}
        for number in {number.id: number for number in article.built.page.tokens.numbers}.values():
            shown, value = one.page["digits"][number.id], one.float_of(number)
            places = places_of(number)
            if shown == number.digits and places is None:
                seen["unchanged"] += 1
            elif places is None:
                assert shown in typed or math.isclose(float(shown), value, abs_tol=SAME), number.id
                seen["all digits"] += 1
            elif tie(value, places):
                seen["ties"] += 1
            else:
                assert shown == printed(value, places, number), (number.id, value)
                seen["rounded"] += 1
    print(dict(seen))
    assert seen["rounded"] > EXAMPLES * 100
    assert seen["ties"] < seen["rounded"] / 100


def places_of(number: Number) -> int | None:
    """Digits behind the point of what is printed; None for all of them."""
    name, _, places = number.format.removesuffix(")").partition("(")
    return int(places) + 2 * (name == "percent") if places else None


def tie(value: float, places: int) -> bool:
    scaled = value * 10**places
    return abs(abs(scaled - math.floor(scaled)) - 0.5) < TIE * max(1, abs(scaled))


def printed(value: float, places: int, number: Number) -> str:
    """Python's decimal expansion of a double, rounded half away from zero."""
    shift = 2 if number.format.startswith("percent") else 0
    rounded = Decimal(value).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP).scaleb(shift)
    if rounded == 0 and abs(value) >= 1e-15:
        smallest = f"{Decimal(1).scaleb(shift - places):f}"
        return f"<{smallest}" if value > 0 else f">-{smallest}"
    return f"{abs(rounded) if rounded == 0 else rounded:f}"


@pytest.fixture(scope="module")
def claims(article: Written) -> dict[str, int]:
    """Each condition as it is written, and its place in the data block."""
    page, edition = article.built.page, article.built.edition
    data = DataBlock(edition.computation, page.tokens, edition.drawings.values())
    begun(page, edition.svgs, article.site, Problems(), data=data)()
    return data.claims


def test_all_claims_are_decided_as_in_python(
    computed: list[Computed], article: Written, claims: dict[str, int]
) -> None:
    outcomes: Counter[str] = Counter()
    conditions = article.built.computation.conditions
    for one in computed:
        for text, place in claims.items():
            claim = one.page["claims"][place]
            if close(conditions[text], one.floats):
                outcomes["ties"] += 1
                continue
            assert claim["holds"] == one.holds(text), text
            assert bool(claim["reason"]) != claim["holds"]
            outcomes[str(claim["holds"])] += 1
    print(dict(outcomes))
    assert outcomes["True"] > EXAMPLES
    assert outcomes["False"] > EXAMPLES


def close(condition: Condition, floats: list[NDArray[Any]]) -> bool:
    """Whether two of the numbers that a condition compares are equal but for rounding."""
    match condition:
        case (str(), left, right) if not isinstance(left, (tuple, str)) and condition[0] not in ("and", "or"):
            sides = [
                side if isinstance(side, int) else floats[side.node].reshape(-1)[side.index] for side in (left, right)
            ]
            return bool(abs(sides[0] - sides[1]) <= SAME * max(1, *map(abs, sides)))
        case tuple():
            return any(close(part, floats) for part in condition)
    return False


def test_a_wrong_operation_would_be_noticed(computed: list[Computed]) -> None:
    one = computed[0]
    shown = np.array([float(text) for text in one.page["values"]["raw_weights"]])
    swapped = np.asarray(one.quantities.values["raw_weights"].array).T.reshape(-1)
    assert np.any(np.abs(shown - swapped) > SAME)


# -- what a reader sees


@pytest.fixture
def page(open_page: Open) -> Page:
    return open_page("article").page


def cell(page: Page, row: int, column: int, table: int = 1) -> Any:
    """A field of the panel: row and column from 1, column 0 for a token's text."""
    kind = "th" if column == 0 else f"td:nth-of-type({column})"
    return (
        page.locator(f".panel table >> nth={table - 1}")
        .locator(f"tbody tr:not(.message) >> nth={row - 1}")
        .locator(f"{kind} input")
    )


def finish(page: Page) -> None:
    """What is far from the window follows a little later; not so in tests."""
    page.evaluate("nachgerechnet.finish()")


def opened(page: Page) -> Page:
    page.click("text=Beispiel ändern")
    return page


def texts(page: Page, number: str) -> set[str]:
    finish(page)
    return set(page.locator(f"[data-number='{number}']").all_text_contents())


def test_everything_follows_a_changed_coordinate(page: Page) -> None:
    cell(opened(page), 1, 1).fill("0,4")
    assert texts(page, "embeddings-apple-food") == {"0,4"}
    (weight,) = texts(page, "raw-weights-apple-apple-3")
    assert weight == page.evaluate("nachgerechnet.text('raw-weights-apple-apple-3', 'math')") != "0,401"
    percent = texts(page, "raw-weights-apple-apple-p0")
    assert percent == {page.evaluate("nachgerechnet.text('raw-weights-apple-apple-p0', 'prose')")}
    assert texts(page, "projected-weights-apple-apple-3") == {
        page.evaluate(f"nachgerechnet.text('projected-weights-apple-apple-3', '{context}')")
        for context in ("prose", "code")
    }


def test_signs_of_formulas_follow(page: Page) -> None:
    cosine = page.locator(":is(.formula, .byhand) math:has([data-number='cosine-similarity-apple-shares-2'])").first
    signs = "e => Array.from(e.querySelectorAll('mo'), mo => mo.textContent).filter(text => /[=≈]/.test(text)).pop()"
    assert cosine.evaluate(signs) == "≈"
    for row, column, value in ((1, 1, "1"), (1, 2, "0"), (2, 1, "0"), (2, 2, "1")):  # at right angles: exactly 0
        cell(opened(page) if (row, column) == (1, 1) else page, row, column).fill(value)
    finish(page)
    assert cosine.evaluate(signs) == "="
    page.evaluate("nachgerechnet.reset()")
    finish(page)
    assert cosine.evaluate(signs) == "≈"


def test_the_note_on_rounded_digits_comes_and_goes_and_is_said(page: Page) -> None:
    weight = page.locator("math[data-redone]:has(mfrac):has([data-number='raw-weights-apple-apple-3'])").first
    published = weight.get_attribute("aria-label")
    assert "gerundet" not in f"{weight.text_content()}{published}"
    cell(opened(page), 1, 2).fill(
        "0,3"
    )  # e^1.09 / (e^1.09 + e^0.40 + e^0.48 + e^0.35), of which 2.974 / 7.501 is 0.396
    finish(page)
    assert str(weight.text_content()).endswith("7,501≈0,397(gerundet)")
    assert str(weight.get_attribute("aria-label")).endswith("ist ungefähr gleich 0,397; (gerundet).")
    cell(page, 1, 2).fill("0,2")
    finish(page)
    assert "gerundet" not in str(weight.text_content())
    assert weight.get_attribute("aria-label") == published


def test_signs_and_brackets_are_said_as_they_are_written(page: Page) -> None:
    cosine = page.locator("math[data-spoken]:has([data-number='cosine-similarity-apple-shares-2'])").first
    squares = page.query_selector("math[aria-label*='Klammer auf \N{MINUS SIGN}']")
    assert squares is not None
    published = [one.get_attribute("aria-label") for one in (cosine, squares)]
    assert "ist ungefähr gleich" in str(published[0])
    opened(page)
    for row, column, value in ((1, 1, "1"), (1, 2, "0"), (2, 1, "0"), (2, 2, "1")):  # at right angles: exactly 0
        cell(page, row, column).fill(value)
    finish(page)
    said, written = str(cosine.get_attribute("aria-label")), str(cosine.text_content())
    assert (said.count("ungefähr"), said.count("gleich")) == (
        written.count("≈"),
        written.count("=") + written.count("≈"),
    )
    assert said.endswith("ist gleich 0,00.")
    said, written = str(squares.get_attribute("aria-label")), str(squares.text_content())
    assert said != published[1]
    assert said.count("Klammer auf \N{MINUS SIGN}") == written.count("(\N{MINUS SIGN}")
    page.evaluate("nachgerechnet.reset()")
    finish(page)
    assert [one.get_attribute("aria-label") for one in (cosine, squares)] == published


FORMULAS = """() => {
  nachgerechnet.finish();
  return Array.from(document.querySelectorAll('main math'), one => [one.textContent, one.getAttribute('aria-label')]);
}"""


def test_formulas_are_written_and_said_as_the_build_does_for_the_same_numbers(
    page: Page, article: Written, root: Path, tmp_path: Path
) -> None:
    """Embeddings of which three calculations cannot be redone from their printed digits; the published ones all can."""
    own = {"embeddings": ["1.22", "1.23", "0.06", "-0.86", "-1.78", "-0.47", "-0.37", "-1.82"]}
    published = {"embeddings": page.evaluate("nachgerechnet.decimals('embeddings')")}
    theirs = page.evaluate(FORMULAS)
    page.evaluate("own => nachgerechnet.set(own)", own)
    shown = page.evaluate(FORMULAS)
    assert sum(text.endswith("(gerundet)") for text, _ in shown) == 3
    page.goto(built_with(own["embeddings"], article, root, tmp_path).as_uri())
    assert page.evaluate(FORMULAS) == shown
    page.evaluate("published => nachgerechnet.set(published)", published)
    assert page.evaluate(FORMULAS) == theirs


def built_with(embeddings: list[str], article: Written, root: Path, folder: Path) -> Path:
    """The article as a draft builds it with other embeddings."""
    for name in ("content", "figures"):
        shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / "content" / "example.yaml"
    text, typed = file.read_text("utf-8"), article.built.source.example.givens["embeddings"].decimals
    for row, coordinates in zip(typed, zip(embeddings[::2], embeddings[1::2], strict=True), strict=True):
        old, new = (f"embeddings: {json.dumps(list(each))}" for each in (row, coordinates))
        assert text.count(old) == 1
        text = text.replace(old, new)
    file.write_text(text, "utf-8")
    build = Build(folder, Cache(root / "build" / "cache"))
    site = build.load()
    (source,) = (source for source in site.pages if source.entry.key == article.built.page.key)
    built = build.page(site, source)
    assert {problem.code for problem in build.problems} <= {Code.CLAIM_FAILS}
    write_html(site, [built.edition], "{}", folder / "html", build.cache.folder, Problems())
    return folder / "html" / file_name(source.entry.key, site)


def test_negative_factors_get_brackets_and_lose_them(page: Page) -> None:
    factor = page.locator("math mo:text-is('⋅') + mn[data-number='embeddings-apple-food']").first
    assert factor.count() == 1
    fenced = "document.querySelectorAll('math mo + mrow > mo + mn[data-number=embeddings-apple-food]').length"
    before = page.evaluate(fenced)
    cell(opened(page), 1, 1).fill("-0,5")
    finish(page)
    assert page.evaluate(fenced) > before
    cell(page, 1, 1).fill("0,5")
    finish(page)
    assert page.evaluate(fenced) == before


def test_names_follow_in_text_formula_and_drawing_and_the_largest_is_named(page: Page) -> None:
    cell(opened(page), 1, 0).fill("Birne")
    finish(page)
    shown = page.evaluate(
        "[...document.querySelectorAll('[data-wording=\"token.apple\"]')].map(e => [e.tagName, e.textContent])"
    )
    assert {"span", "mtext", "text"} <= {tag.lower() for tag, _ in shown}
    assert {text for _, text in shown} == {"Birne", "Birne im Satz", "Ergebnis für Birne"}
    chosen = page.locator("[data-wording='largest-raw-weights-apple']").first
    assert chosen.text_content() == "Birne"
    cell(page, 2, 2).fill("9")
    cell(page, 2, 1).fill("9")
    finish(page)
    assert chosen.text_content() == "shares"


def test_claims_are_struck_with_their_reason_and_return(page: Page) -> None:
    claim = page.locator("main p [data-claim]").first
    assert claim.text_content() is not None
    cell(opened(page), 1, 1).fill("0,1")
    finish(page)
    assert "failed" in str(claim.get_attribute("class"))
    assert claim.get_attribute("role") == "deletion"
    assert claim.evaluate("e => e.nextElementSibling.textContent") == " (gilt hier nicht: 0,10 < 0,20)"
    assert "durchgestrichen" in page.inner_text(".bar")
    cell(page, 1, 1).fill("1")
    finish(page)
    assert claim.get_attribute("class") == "claim"
    assert page.locator(".reason").count() == 0


def test_descriptions_follow_for_those_who_do_not_see(page: Page) -> None:
    cell(opened(page), 1, 1).fill("0,4")
    cell(page, 1, 0).fill("Birne")
    finish(page)
    assert "Birne liegt bei [0,4;\u00a00,20]" in str(page.locator("#plane-description").text_content())
    label = page.evaluate("document.querySelector('[id=\"eq:embedding-matrix\"] math').getAttribute('aria-label')")
    assert "Index Birne" in label
    assert "0,4" in label


def test_notes_on_sums_follow_what_the_table_prints(page: Page) -> None:
    published = page.locator(".table-note:visible").all_inner_texts()
    cell(opened(page), 1, 0).fill("Birne")
    cell(page, 1, 1).fill("-0,4")
    cell(page, 1, 2).fill("0,9")
    finish(page)
    rows = page.evaluate(ROWS)
    assert rows
    for table in rows:
        wrong = {head: total for head, total in table["sums"] if total != "1,000"}
        assert all(f"„{head}“" in table["note"] and total in table["note"] for head, total in wrong.items()), table
        assert bool(table["note"]) == bool(wrong)
    page.locator(".panel > button", has_text="Zurücksetzen").click()
    finish(page)
    assert page.locator(".table-note:visible").all_inner_texts() == published


# What the rows of the two tables of weights add up to, and what the note under them says.
ROWS = """['tbl:raw', 'tbl:projected'].map(id => {
  const table = document.getElementById(id), note = table.nextElementSibling;
  const sum = row => Array.from(row.querySelectorAll('td'), td => Number(td.textContent.replace(',', '.')))
    .reduce((a, b) => a + b, 0).toFixed(3).replace('.', ',');
  return { sums: Array.from(table.querySelectorAll('tbody tr'), row => [row.cells[0].textContent, sum(row)]),
    note: note.matches('.table-note:not([hidden])') ? note.textContent : '' };
})"""


def test_the_program_names_the_readers_inputs(page: Page) -> None:
    program = page.locator("#lst\\:attention pre.python")
    published = program.inner_html()
    cell(opened(page), 1, 1).fill("-0,4")
    finish(page)
    named = "X = np.array([[-0.4, 0.20], [0.10, 1.00], [0.30, 0.60], [0.20, 0.50]])\nW_Q = np.array([[0, 1], [1, 0]])\n"
    assert named in (program.text_content() or "")
    page.locator(".panel > button", has_text="Zurücksetzen").click()
    finish(page)
    assert program.inner_html() == published


def test_words_and_their_forms_agree_with_their_number(page: Page) -> None:
    number = page.locator("[data-number='finance-lead-positives-w']").first
    assert number.text_content() == "drei"
    panel = opened(page)
    for row in (2, 3):
        cell(panel, row, 1).fill("2")
    finish(page)
    assert number.text_content() == "eins"
    assert page.locator("[data-wording='finance-lead-positives-hat']").first.text_content() == "hat"
    cell(panel, 2, 1).fill("0,1")
    finish(page)
    assert number.text_content() == "zwei"
    assert page.locator("[data-wording='finance-lead-positives-hat']").first.text_content() == "haben"


DRAWN = """name => {
  const svg = document.querySelector(`svg[aria-labelledby="${name}-title"]`);
  return [...svg.querySelectorAll('[data-x], [data-width], [data-opacity], [data-to]')].map(e =>
    ['d', 'transform', 'opacity'].map(key => e.getAttribute(key)).join(' '));
}"""


@pytest.mark.parametrize("name", ["plane", "weights", "projections", "heads"])
def test_drawings_follow_and_go_back(page: Page, name: str) -> None:
    before = page.evaluate(DRAWN, name)
    cell(opened(page), 1, 1).fill("0,4")
    finish(page)
    assert page.evaluate(DRAWN, name) != before
    page.click(".panel > button:last-child")
    finish(page)
    assert page.evaluate(DRAWN, name) == before


def test_a_point_that_leaves_the_plane_widens_the_view(page: Page) -> None:
    box = (
        "document.querySelector('svg[aria-labelledby=\"plane-title\"]').getAttribute('viewBox').split(' ').map(Number)"
    )
    before = page.evaluate(box)
    cell(opened(page), 1, 1).fill("-2")
    finish(page)
    after = page.evaluate(box)
    assert after[0] < before[0]
    assert after[2] > before[2]
    page.click(".panel > button:last-child")
    finish(page)
    assert page.evaluate(box) == before


PLANE = """() => {
  const svg = document.querySelector('svg[aria-labelledby="plane-title"]'), frame = svg.getBoundingClientRect();
  const middle = element => { const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2]; };
  const ticks = [...svg.querySelectorAll('text[data-tick]')].map(tick => [tick.textContent, ...middle(tick)]);
  const axes = [...svg.querySelectorAll('path[data-axis][fill=none]')].map(axis => {
    const { left, right, top, bottom } = axis.getBoundingClientRect(); return [left, right, top, bottom]; });
  const handles = [...svg.querySelectorAll('.handle')].map(middle);
  const points = [...svg.querySelectorAll('path[data-handle]')].map(middle);
  const isInside = ([x, y]) => frame.left < x && x < frame.right && frame.top < y && y < frame.bottom;
  const inside = points.every(isInside), unit = frame.width / svg.viewBox.baseVal.width;
  return { ticks, axes, handles, points, inside, unit };
}"""


@pytest.mark.parametrize("point", [(3.0, -2.0), (-3.0, 3.0), (-10.0, 10.0), (1.05, 0.2)])
def test_the_axes_of_the_plane_show_what_points_far_away_say(page: Page, point: tuple[float, float]) -> None:
    published = opened(page).evaluate(PLANE)
    for column, value in enumerate(point, 1):
        cell(page, 1, column).fill(str(value).replace(".", ","))
    finish(page)
    found = page.evaluate(PLANE)
    across, up = (dict(read(ticks)) for ticks in (found["ticks"][:3], [[t, y, x] for t, x, y in found["ticks"][3:]]))
    zero, (low, high, *height) = across[0.0], found["axes"][0]
    assert across.keys() - {0.0} == up.keys()
    per_unit = (across[max(across)] - zero) / max(across)
    x, y = found["points"][0]
    assert x == pytest.approx(zero + per_unit * point[0], abs=1)
    assert y == pytest.approx(sum(height) / 2 - per_unit * point[1], abs=1)
    assert low - 1 <= x <= high + 1
    assert found["axes"][1][2] - 1 <= y <= found["axes"][1][3] + 1
    assert found["inside"]
    assert found["unit"] > published["unit"] / 2.2  # letters stay large enough to read
    assert all(one == pytest.approx(other, abs=1) for one, other in zip(found["handles"], found["points"], strict=True))
    page.evaluate("nachgerechnet.reset()")
    finish(page)
    back = page.evaluate(PLANE)
    assert [text for text, *_ in back["ticks"]] == [text for text, *_ in published["ticks"]] != []
    assert back["unit"] == published["unit"]


def read(ticks: list[list[Any]]) -> Iterator[tuple[float, float]]:
    """The number at each tick, and where it stands."""
    for text, place, _ in ticks:
        yield float(text.replace(",", ".")), place


def test_a_point_is_dragged_in_the_units_that_the_axes_show(page: Page) -> None:
    cell(opened(page), 1, 1).fill("4")
    page.keyboard.press("Escape")
    finish(page)
    handle = page.locator(".handle").first
    handle.scroll_into_view_if_needed()
    before = page.evaluate(PLANE)
    (_, zero, _), _, (text, last, _) = before["ticks"][:3]
    x, y = before["handles"][0]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - (last - zero) / 4, y, steps=4)
    page.wait_for_timeout(100)
    moved = page.evaluate("nachgerechnet.value('embeddings-apple-food')")
    page.mouse.up()
    assert text == "4,0"
    assert moved == pytest.approx(3, abs=0.1)


# Handles are added by a script, and descriptions follow a little later.
TEXT = """document.querySelector('main').innerHTML
  .replace(/ aria-(valuenow|valuetext|label)="[^"]*"| c[xy]="[^"]*"/g, '')"""


def test_reset_brings_back_the_published_page(page: Page) -> None:
    before, words = page.evaluate(TEXT), page.inner_text("main")
    cell(opened(page), 1, 1).fill("-0,7")
    cell(page, 3, 0).fill("stieg")
    cell(page, 1, 1, table=2).fill("0,5")
    finish(page)
    assert page.inner_text("main") != words
    page.keyboard.press("Escape")
    page.click(".bar button")
    page.wait_for_timeout(400)
    finish(page)
    assert page.inner_text("main") == words
    assert page.evaluate(TEXT) == before
    assert not page.locator(".bar").is_visible()
    assert cell(page, 1, 1).input_value() == "1,00"
    assert "?" not in page.url


def test_what_is_far_from_the_window_follows_by_itself(page: Page) -> None:
    far = page.locator("[data-number='encoder-output-apple-1-3']").last
    before = far.text_content()
    changed = cell(opened(page), 1, 1).element_handle()
    at_once = page.evaluate(
        "([cell, far]) => { cell.value = '0,4'; cell.dispatchEvent(new Event('input', {bubbles: true})); "
        "return far.textContent; }",
        [changed, far.element_handle()],
    )
    assert at_once == before
    expect(far).not_to_have_text(before or "")
    assert far.text_content() == page.evaluate("nachgerechnet.text('encoder-output-apple-1-3', 'prose')")


# -- the address


def test_the_example_stands_in_the_address_and_is_taken_from_there(page: Page, open_page: Open) -> None:
    cell(opened(page), 1, 1).fill("0,4")
    cell(page, 1, 0).fill("Birne & Co")
    page.wait_for_timeout(400)
    _, _, example = page.url.partition("#")
    again = open_page("article", hash="#" + example).page
    assert texts(again, "embeddings-apple-food") == {"0,4"}
    finish(page)
    assert again.inner_text("main") == page.inner_text("main")
    assert cell(opened(again), 1, 0).input_value() == "Birne & Co"


def test_links_inside_the_page_keep_the_example(open_page: Open) -> None:
    page = open_page("article", hash="#?embeddings.apple.food=0.4").page
    page.evaluate("location.hash = '#sec:heads'")
    page.wait_for_timeout(400)
    assert page.url.endswith("#sec:heads?embeddings.apple.food=0.4")
    assert texts(page, "embeddings-apple-food") == {"0,4"}


def test_an_address_with_a_place_and_an_example_leads_to_the_place(open_page: Open) -> None:
    page = open_page("article", hash="#sec:heads?embeddings.apple.food=0.4").page
    page.wait_for_timeout(200)
    assert abs(page.evaluate("document.getElementById('sec:heads').getBoundingClientRect().top")) < 300


@pytest.mark.parametrize(
    "query", ["embeddings.apple.food=NaN", "embeddings.apple.food=1e308", "nothing=1", "token.apple="]
)
def test_what_no_field_accepts_is_refused_in_the_address_too(open_page: Open, query: str) -> None:
    page = open_page("article", hash="#?" + query).page
    assert texts(page, "embeddings-apple-food") == {"1,00"}
    assert "ließ sich nicht lesen" in page.inner_text(".bar")


@pytest.mark.parametrize("place", ["%E0%A4", "%", "nowhere"])
def test_a_place_that_was_damaged_on_its_way_harms_nothing(open_page: Open, place: str) -> None:
    opened = open_page("article", hash=f"#{place}?embeddings.apple.food=0.4")
    assert texts(opened.page, "embeddings-apple-food") == {"0,4"}
    assert opened.messages == []


# -- bad input


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "Hier fehlt eine Zahl"),
        ("NaN", "keine Dezimalzahl"),
        ("1e308", "keine Dezimalzahl"),
        ("abc", "keine Dezimalzahl"),
        ("1,2,3", "keine Dezimalzahl"),
        ("11", "von −10 bis 10"),
        ("0,12345", "höchstens 4 Stellen"),
    ],
)
def test_bad_numbers_are_refused_at_the_field(page: Page, typed: str, says: str) -> None:
    field = cell(opened(page), 1, 1)
    field.fill(typed)
    field.blur()
    assert field.get_attribute("aria-invalid") == "true"
    message = page.locator(f"#{field.get_attribute('aria-describedby')}")
    assert says in message.inner_text()
    assert "weiter mit 1,00" in message.inner_text()
    assert texts(page, "embeddings-apple-food") == {"1,00"}
    field.fill("0,5")
    assert field.get_attribute("aria-invalid") is None
    assert page.locator(".panel .message").count() == 0


@pytest.mark.parametrize("typed", ["  ", "\u200b", "\u3164", "\u2800\u034f"])
def test_a_token_that_nobody_sees_is_refused_at_the_field(page: Page, typed: str) -> None:
    field = cell(opened(page), 1, 0)
    field.fill(typed)
    field.blur()
    assert "mindestens ein Zeichen" in page.inner_text(".panel .message")
    assert page.locator("[data-wording='token.apple']").first.text_content() == "Apple"


def test_signs_that_are_not_seen_are_taken_out_of_a_token_but_for_those_that_join(page: Page) -> None:
    field = cell(opened(page), 1, 0)
    for typed, taken in (
        ("A\u202eB", "A B"),
        ("\u200d", "A B"),
        ("\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f467"),
    ):
        field.fill(typed)
        assert page.evaluate("nachgerechnet.texts('token')[0]") == taken


@pytest.mark.parametrize("typed", ["0,", "-", "−0,5", " 0.25 ", "+1", "007"])
def test_what_is_being_typed_or_fine_is_not_complained_about(page: Page, typed: str) -> None:
    field = cell(opened(page), 1, 1)
    field.fill(typed)
    assert field.get_attribute("aria-invalid") is None


# -- points, keyboard, panel


def test_points_move_with_the_arrow_keys(page: Page) -> None:
    point = page.locator(".handle").first
    point.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowUp")
    assert texts(page, "embeddings-apple-food") == {"0,95"}
    assert texts(page, "embeddings-apple-finance") == {"0,21"}
    assert point.get_attribute("aria-label") == "Apple"
    assert point.get_attribute("aria-valuetext") == "Nahrung 0,95, Finanzen 0,21"


def test_points_are_dragged(page: Page) -> None:
    point = page.locator(".handle").first
    point.scroll_into_view_if_needed()
    box = point.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 50, y - 50, steps=4)
    page.mouse.up()
    page.wait_for_timeout(100)
    food, finance = (page.evaluate(f"nachgerechnet.value('embeddings-apple-{name}')") for name in ("food", "finance"))
    assert food < 0.95
    assert finance > 0.25
    after = point.bounding_box()
    assert after is not None
    assert (after["x"] - box["x"], after["y"] - box["y"]) == pytest.approx((-50, -50), abs=4)


def test_a_drawing_stands_still_while_a_point_is_dragged_to_its_edge(page: Page) -> None:
    view = "document.querySelector('svg[aria-labelledby=\"plane-title\"]').getAttribute('viewBox')"
    before = page.evaluate(view)
    point = page.locator(".handle").first
    point.scroll_into_view_if_needed()
    box = point.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    for _ in range(3):
        page.mouse.move(5, box["y"], steps=3)
        page.wait_for_timeout(50)
        assert page.evaluate(view) == before
    page.mouse.up()
    page.wait_for_timeout(50)
    assert page.evaluate(view) != before  # the name of the point needs room


def test_long_words_stay_inside_a_drawing_and_apart(open_page: Open) -> None:
    words = "&".join(f"token.{name}={'W' * 20}" for name in ("apple", "shares", "fell", "sharply"))
    own = open_page("article", hash=f"#?{words}").page
    finish(own)
    boxes = own.evaluate(WORDS)
    assert boxes
    assert [box for box in boxes if box["outside"] > 0 or box["covered"] > 0] == []


WORDS = """Array.from(document.querySelectorAll('svg.figure text[data-wording]:not([data-x])'), word => {
  const here = word.getBoundingClientRect(), frame = word.closest('svg').getBoundingClientRect();
  const beside = Array.from(word.closest('svg').querySelectorAll('text[data-wording]:not([data-x])'))
    .filter(one => one !== word && one.getAttribute('y') === word.getAttribute('y')
      && one.getAttribute('text-anchor') === 'middle' && word.getAttribute('text-anchor') === 'middle')
    .map(one => one.getBoundingClientRect());
  const shared = beside.map(one => Math.min(here.right, one.right) - Math.max(here.left, one.left));
  return { text: word.textContent, outside: Math.max(frame.left - here.left, here.right - frame.right),
    covered: Math.max(0, ...shared) };
})"""


def test_long_words_cover_nothing_that_is_written_beside_them(open_page: Open) -> None:
    words = "&".join(f"token.{name}={'W' * 20}" for name in ("apple", "shares", "fell", "sharply"))
    own = open_page("article", hash=f"#?{words}").page
    finish(own)
    assert own.evaluate(COVERED) == []


COVERED = """Array.from(document.querySelectorAll('svg.figure'), svg => {
  const boxes = Array.from(svg.querySelectorAll('text'), text => [text, text.getBoundingClientRect()]);
  const shared = (a, b) => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  return boxes.flatMap(([word, here]) => boxes.filter(([other, there]) =>
    word.matches('[data-wording]:not([data-x])') && other !== word && shared(here, there) > 3)
    .map(([other]) => [word.textContent, other.textContent]));
}).flat()"""


def test_names_give_way_to_each_other(page: Page) -> None:
    boxes = """[...document.querySelectorAll('svg[aria-labelledby="plane-title"] text[data-x]')].map(e => {
      const { left, right, top, bottom } = e.getBoundingClientRect(); return [left, right, top, bottom]; })"""
    cell(opened(page), 1, 1).fill("0,3")
    cell(page, 1, 2).fill("0,6")
    finish(page)
    found = page.evaluate(boxes)
    for one, other in itertools.combinations(found, 2):
        across = min(one[1], other[1]) - max(one[0], other[0])
        down = min(one[3], other[3]) - max(one[2], other[2])
        assert min(across, down) < 4, (one, other)


def test_the_panel_opens_and_closes_with_the_keyboard(page: Page) -> None:
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.locator(".panel").is_visible()
    assert page.evaluate("document.activeElement.textContent") == "Beispiel ändern"
    page.keyboard.press("Escape")
    assert not page.locator(".panel").is_visible()
    assert page.evaluate("document.activeElement.className") == "open"


def test_fields_step_with_the_arrow_keys_and_are_named(page: Page) -> None:
    field = cell(opened(page), 2, 2)
    assert field.get_attribute("aria-label") == "Koordinate Finanzen der Einbettung von shares."
    field.press("ArrowDown")
    field.press("Shift+ArrowDown")
    assert field.input_value() == "0,94"
    assert texts(page, "embeddings-shares-finance") == {"0,94"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_with_panel_open_and_claims_struck(open_page: Open, scheme: str, width: int) -> None:
    page = open_page("article", width, scheme).page
    cell(opened(page), 1, 1).fill("0,1")
    cell(page, 2, 1).fill("x")
    finish(page)
    assert page.locator(".failed").count() > 0
    assert violations(page) == []


@pytest.mark.parametrize("width", [320, 768, 1280])
def test_panel_and_bar_push_nothing_sideways(open_page: Open, width: int) -> None:
    page = open_page("article", width).page
    cell(opened(page), 1, 1).fill("0,1")
    finish(page)
    assert page.evaluate(SIDEWAYS) <= 0


def test_paper_shows_what_is_shown_and_says_so(open_page: Open) -> None:
    page = open_page("article", hash="#?embeddings.apple.food=0.4").page
    page.emulate_media(media="print")
    assert "Sie sehen Ihr eigenes Beispiel" in page.inner_text(".bar")
    assert not page.locator(".bar button").is_visible()
    assert not page.locator(".proven").is_visible()
    assert texts(page, "embeddings-apple-food") == {"0,4"}


def test_the_longest_words_of_a_reader_stay_on_the_paper(open_page: Open) -> None:
    words = "&".join(f"token.{name}={'W' * 20}" for name in ("apple", "shares", "fell", "sharply"))
    page = open_page("article", 559, hash=f"#?{words}").page
    finish(page)
    page.emulate_media(media="print")
    assert page.evaluate(SIDEWAYS) <= 0


# -- the interpreter's parts, against Python


def test_spelling_is_pythons(page: Page) -> None:
    from pipeline.quantities.spelling import Context, Style, spell

    cases = [
        [digits, style.value, context.value]
        for digits in ("0", "-0.416", "12288", "3555.56", "1234567.5", "<0.001", ">-0.001", "-12345", "7")
        for style in (Style.DECIMAL, Style.PERCENT)
        for context in Context
    ]
    spelled = page.evaluate("cases => cases.map(one => nachgerechnet.spell(...one))", cases)
    assert spelled == [spell(digits, Style(style), Context(context)) for digits, style, context in cases]
    words = page.evaluate("[0, 1, 2, 3, 4].map(n => nachgerechnet.spell(String(n), 'word', 'prose'))")
    assert words == [spell(str(number), Style.WORD, Context.PROSE) for number in range(5)]


def test_rounding_is_half_away_from_zero_of_the_doubles_own_decimals(page: Page) -> None:
    generator = np.random.default_rng(7)
    numbers = [0.125, -0.125, 1.005, 2.5, -2.5, 1e21, 1.7e308, 5e-324, -1e-9, 123456789.5, 0.0]
    numbers += list(generator.normal(0, 1, 500) * 10.0 ** generator.integers(-6, 9, 500))
    cases = [[number, places] for number in numbers for places in (0, 1, 3, 7)]
    found = page.evaluate("cases => cases.map(([x, places]) => nachgerechnet.rounded(x, places))", cases)
    for (number, places), digits in zip(cases, found, strict=True):
        expected = Decimal(number).quantize(Decimal(1).scaleb(-int(places)), ROUND_HALF_UP, context=WIDE)
        assert digits == f"{abs(expected) if expected == 0 else expected:f}"


def test_a_double_that_misses_the_middle_by_its_last_bits_is_rounded_from_there(page: Page) -> None:
    cases = [[1.005, 2], [-1.005, 2], [1.05 * 0.3 + 0.2 * 0.6, 2], [1e-10, 20]]
    found = page.evaluate("cases => cases.map(([x, places]) => nachgerechnet.rounded(x, places))", cases)
    assert found == ["1.01", "-1.01", "0.44", "0.00000000010000000000"]


def test_what_is_not_zero_and_what_is_huge_are_printed_as_such(page: Page) -> None:
    text = "id => nachgerechnet.text(id, 'prose')"
    set_ = "decimals => nachgerechnet.set({ embeddings: decimals })"
    page.evaluate(set_, ["6", "0", "-6", "0", "1", "0", "0", "1"])
    assert page.evaluate(text, "raw-weights-apple-shares-3") == "<\N{NARROW NO-BREAK SPACE}0,001"
    page.evaluate(set_, ["9.99", "-9.99", "-6", "0", "1", "0", "0", "1"])
    page.evaluate("nachgerechnet.finish()")
    shown = page.locator("main").inner_text()
    assert "\N{NARROW NO-BREAK SPACE}⋅\N{NARROW NO-BREAK SPACE}10⁸⁶" in shown
    assert not re.search("(?:[0-9]\N{NARROW NO-BREAK SPACE}?){17}", shown.replace("10⁸⁶", ""))
    assert page.evaluate("nachgerechnet.spell('4.845e+86', 'decimal', 'code')") == "4.845e+86"


WIDE = decimal.Context(prec=400)


@pytest.fixture
def interpreted(chromium: Any, article: Written, tmp_path: Any) -> Iterator[Callable[[Mapping[str, Any]], Any]]:
    """Evaluates a graph, as `to_json` writes it, on a page of nothing but the interpreter."""
    context = chromium.new_context()
    page = context.new_page()
    script = (article.file.parent / "assets" / "interpreter.js").as_uri()

    def run(graphs: Mapping[str, Any]) -> Any:
        results = {}
        for name, text in graphs.items():
            graph = json.loads(text)
            block = {"nodes": graph["nodes"], "values": {"it": graph["outputs"][0]}, "axes": {}}
            block |= {"panel": {"axes": [], "inputs": []}, "numbers": {}}
            data = json.dumps(block)
            file = tmp_path / f"{len(results)}.html"
            file.write_text(
                f'<script type="application/json" id="computation">{data}</script><script src="{script}"></script>',
                "utf-8",
            )
            page.goto(file.as_uri())
            results[name] = page.evaluate("nachgerechnet.values('it').map(String)")
        return results

    yield run
    context.close()


def test_every_operation_gives_numpys_values(interpreted: Callable[[Mapping[str, Any]], Any]) -> None:
    from pipeline.arithmetic import Graph
    from tests.arithmetic.test_functions import BATCH, CASES, A, B

    graphs, expected = {}, {}
    for name, case in CASES.items():
        graph = Graph()
        array = case(graph.input("a", A), graph.input("b", B), graph.input("c", BATCH))
        graphs[name], expected[name] = graph.to_json([array]), graph.floats()[array.id]
    for name, found in interpreted(graphs).items():
        values = np.array([float(text.replace("Infinity", "inf")) for text in found])
        np.testing.assert_allclose(values, np.asarray(expected[name], dtype=float).reshape(-1), rtol=SAME, atol=SAME)


@pytest.mark.parametrize("example", ["?kaputt=1", "?", "?embeddings.apple.food=1.00", "?embeddings.apple.food=0.5"])
def test_an_address_leads_to_its_place_whatever_its_example_is(open_page: Open, example: str) -> None:
    page = open_page("article", hash=f"#sec:heads{example}").page
    assert abs(page.evaluate("document.getElementById('sec:heads').getBoundingClientRect().top")) < 200

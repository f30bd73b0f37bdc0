"""Hand calculations follow a reader's numbers: notes, signs and brackets say what the digits printed now give.

What a line should say is found out by the reader of tests/working, from nothing but what the page shows.
"""

from __future__ import annotations

import math
import shutil
from collections import Counter
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from pipeline.build import Build, Cache
from pipeline.outputs import write_html
from pipeline.outputs.html.writer import file_name
from pipeline.problems import Problems
from tests.browser.conftest import Open, Written
from tests.browser.lines import NOTE, Line

pytestmark = pytest.mark.browser

EXAMPLES = range(3)
SHEETS = ("1", "17", "40")
SCRIPT = "pipeline/outputs/html/assets/redo.js"

# Every line of every card, as it would be shown now: [id of its number, MathML].
LINES = """() => nachgerechnet.deck.cards.flatMap(({ id, lines }) => (lines || []).map(line =>
  [id, nachgerechnet.workings.line(line).firstElementChild.outerHTML]))"""
BY_HAND = """() => {
  nachgerechnet.finish();
  return Array.from(document.querySelectorAll('math[data-working]'), one => one.outerHTML);
}"""


def example(index: int) -> dict[str, list[str]]:
    """Other embeddings and another W_Q, as a reader may type them."""
    generator = np.random.default_rng(index)
    sizes = {"embeddings": 8, "W_Q": 4}
    return {name: [f"{value:.2f}" for value in generator.uniform(-2, 2, size)] for name, size in sizes.items()}


def changed(page: Page, index: int) -> None:
    """The page with an example of a reader's own."""
    page.evaluate("changes => nachgerechnet.set(changes)", example(index))


def complaints(lines: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """What is wrong with some lines, behind what they are called."""
    return [(name, complaint) for name, mathml in lines for complaint in Line.of(mathml).complaints()]


# -- cards


@pytest.mark.parametrize("name", ["artikel", "demo", "ueberblick", "rechenweg", "nachgerechnet", "aufgaben"])
def test_for_the_published_numbers_the_page_comes_to_what_the_build_says(
    open_page: Open, root: Path, name: str
) -> None:
    page = open_page(name).page
    if not page.evaluate("'redo' in nachgerechnet"):  # nothing can be changed here, so that nothing is redone
        page.evaluate((root / SCRIPT).read_text("utf-8"))
    found = page.evaluate("""() => nachgerechnet.deck.cards.flatMap(({ id, lines }) => (lines || []).map(line => {
      const shown = nachgerechnet.workings.line(line);
      return [id, shown.textContent.endsWith('(gerundet)'), nachgerechnet.redo.isRounded(shown)];
    }))""")
    read = [line for line in found if line[2] is not None]  # all but numbers with a power of ten
    assert len(read) > 50
    assert len(read) == len(found) or name not in ("artikel", "aufgaben")  # where readers change numbers
    assert [line for line in read if line[1] is not line[2]] == []


@pytest.mark.parametrize("index", EXAMPLES)
def test_every_line_of_every_card_says_what_its_digits_give(open_page: Open, index: int) -> None:
    page = open_page("article").page
    published = page.evaluate(LINES)
    changed(page, index)
    shown = page.evaluate(LINES)
    assert complaints(shown) == []
    notes = Counter(Line.of(mathml).is_noted for _, mathml in shown)
    assert min(notes[True], notes[False]) > 100
    page.evaluate("nachgerechnet.reset()")
    assert page.evaluate(LINES) == published


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_line_of_a_sheet_says_what_its_digits_give(open_page: Open, sheet: str) -> None:
    page = open_page("aufgaben").page
    published = page.evaluate(LINES)
    page.fill(".draw input", sheet)
    page.press(".draw input", "Enter")
    shown = page.evaluate(LINES)
    assert shown != published
    assert complaints(shown) == []


def test_an_open_card_follows_and_goes_back(open_page: Open) -> None:
    page = open_page("article").page
    page.evaluate("nachgerechnet.cards.open(document.querySelector('[data-number=raw-weights-apple-apple-3]'), true)")
    lines = "Array.from(document.querySelectorAll('.card .working math'), one => ['card', one.outerHTML])"
    published = page.evaluate(lines)
    seen = set()
    for index in range(10):
        changed(page, index)
        shown = page.evaluate(lines)
        assert complaints(shown) == []
        seen |= {Line.of(mathml).is_noted for _, mathml in shown}
    assert seen == {True, False}
    page.evaluate("nachgerechnet.reset()")
    assert page.evaluate(lines) == published


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        ("nachgerechnet.redo.isRounded = () => null", "it cannot be redone from what it prints"),  # as published
        ("nachgerechnet.redo.isRounded = () => true", "it can be redone"),
        ("String.prototype.startsWith = () => false", "brackets are missing"),
    ],
)
def test_lines_that_stay_as_published_would_be_noticed(open_page: Open, fault: str, found: str) -> None:
    page = open_page("article").page
    page.evaluate(f"() => {{ {fault}; }}")
    changed(page, 0)
    assert any(complaint.startswith(found) for _, complaint in complaints(page.evaluate(LINES)))


def test_what_is_redone_is_rounded_half_away_from_zero_and_may_lie_within_a_bound(open_page: Open) -> None:
    page = open_page("article").page
    cases = [
        (0.125, "0.13", "0.12"),
        (-0.125, "-0.13", "-0.12"),
        (1.005, "1.01", "1.00"),  # the double lies below
        (0.1 + 0.2, "0.30", "0.31"),
        (802816000000, "802816000000", "802816000001"),
        (0.0004, "<0.001", "<0.0001"),
        (-0.0004, ">-0.001", ">-0.0001"),
    ]
    gives = "([value, digits]) => nachgerechnet.redo.gives(value, digits)"
    assert [page.evaluate(gives, [value, digits]) for value, digits, _ in cases] == [True] * len(cases)
    assert [page.evaluate(gives, [value, other]) for value, _, other in cases] == [False] * len(cases)
    assert not page.evaluate("nachgerechnet.redo.gives(1 / 0, '1.000')")


# Of the numbers that stand inside workings alone: their doubles, how many decimals are asked for, and what is printed.
INSIDE = """() => nachgerechnet.deck.shown.flatMap(([entry, format], place) => {
  const [, ...known] = /^inside[(](\\d+)[)]$/.exec(nachgerechnet.data.numbers[`#${place}`][1]) || [];
  const name = nachgerechnet.workings.name(place);
  return known.length && !nachgerechnet.proven(name)
    ? [[nachgerechnet.value(name), Number(known[0]), nachgerechnet.digits(name)]] : [];
})"""


@pytest.mark.parametrize("index", EXAMPLES)
def test_numbers_inside_workings_have_as_many_digits_as_the_build_gives_them(open_page: Open, index: int) -> None:
    page = open_page("article").page
    changed(page, index)
    shown = page.evaluate(INSIDE)
    assert len(shown) > 1000
    assert [one for one in shown if one[2] != inside(*one[:2])] == []
    assert any(abs(value) > 10 for value, _, _ in shown)


def inside(value: float, places: int) -> str:
    """As `working.digits.Printer` prints a value that is no smaller than a millionth."""
    for decimals in range(places + 1):
        exact = rounded(value, decimals)
        if abs(float(exact) - value) <= 1e-12 * max(1, abs(value)):
            return rounded(value, 2) if decimals == 1 else exact
    size = math.floor(math.log10(abs(value)))
    if size > 0:
        return rounded(value, max(places - size, 0))
    return rounded(value, places if rounded(value, places).strip("-0.") else 1 - size)


def rounded(value: float, places: int) -> str:
    """Half away from zero, of the decimal that a double means: its last bits miss the middle at random."""
    digits = f"{Decimal(f'{value:.14g}').quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):f}"
    return digits if digits.strip("-0.") else digits.lstrip("-")


# -- “Von Hand gerechnet”

OF = (
    "of=\"raw_weights['apple','apple']\"",
    "of=\"raw_weights['apple','shares']\" places=0",  # < 1, which may become 1
    "of=\"cosine_similarity['apple','shares']\" places=2",
    "of=\"queries['apple','food']\" places=2",
    "of=\"projected_scores['apple','shares']\"",
    "of=\"projected_weights['shares','fell']\"",
    "of=\"projected_outputs['apple','food']\"",
    "of=\"head_outputs['finance','apple']\"",
    "of=\"block_weights['content','apple','apple']\"",
    "of=\"block_normed['apple','1']\"",
    "of=\"block_variance['apple']\"",
    "of=\"block_thought['apple','1']\"",
    "of=\"encoder_output['fell','1']\"",
    "of=\"decoder_output['fell','1']\"",
    "of=\"next_token['fell','fell']\"",
    'of="total_loss"',
    'of="smallest_weight"',
)


@pytest.fixture(scope="module")
def by_hand(article: Written, root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The article with calculations that come from the graph, at its end."""
    folder = tmp_path_factory.mktemp("byhand")
    for name in ("content", "figures"):
        shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / "content" / "artikel" / "10-vorwaertsdurchlauf.md"
    blocks = "".join(f"\n::: {{.byhand {each}}}\nZum Beispiel:\n:::\n" for each in OF)
    file.write_text(file.read_text("utf-8") + blocks, "utf-8")
    build = Build(folder, Cache(root / "build" / "cache"))
    site = build.load()
    (source,) = (source for source in site.pages if source.entry.key == article.built.page.key)
    built = build.page(site, source)
    assert [str(problem) for problem in build.problems] == []
    write_html(site, [built.edition], "{}", folder / "html", build.cache.folder, Problems())
    return folder / "html" / file_name(source.entry.key, site)


@pytest.fixture
def page(chromium: Any, by_hand: Path) -> Any:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(by_hand.as_uri())
    yield page
    context.close()


def test_lines_in_the_text_say_what_their_digits_give_and_go_back(page: Page) -> None:
    published = page.evaluate(BY_HAND)
    assert len(published) > len(OF)
    assert not any(NOTE in line for line in published)
    seen: Counter[str] = Counter()
    for index in range(10):
        changed(page, index)
        shown = page.evaluate(BY_HAND)
        assert complaints([(str(place), line) for place, line in enumerate(shown)]) == []
        seen["rounded"] += sum(NOTE in line for line in shown)
        seen["bound"] += sum("&lt;" in line for line in shown)
    assert seen["rounded"] > 10
    assert seen["bound"] > 0
    page.evaluate("nachgerechnet.reset()")
    assert page.evaluate(BY_HAND) == published


def test_a_note_in_the_text_that_stays_as_published_would_be_noticed(page: Page) -> None:
    page.evaluate("() => { nachgerechnet.redo.isRounded = () => null; }")
    changed(page, 0)
    found = complaints([("line", line) for line in page.evaluate(BY_HAND)])
    assert ("line", "it cannot be redone from what it prints") in found

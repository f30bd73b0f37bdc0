"""The page "Wohin schaut ein Sprachmodell?": every task by mouse, keyboard and touch, every number as it is proven."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from pipeline.arithmetic import Entry, decimal, exact_decimal
from pipeline.quantities.spelling import Context, Style, spell
from pipeline.quantities.value import Value
from tests.browser.conftest import Open, Written
from tests.browser.measures import SIDEWAYS, violations

pytestmark = pytest.mark.browser

CHOOSE = """([sentence, head, word]) => {
  const set = (element, value) => { element.value = value; element.dispatchEvent(new Event("change")); };
  const pick = (name, value) => document.querySelector(`input[name="${name}"][value="${value}"]`);
  set(document.getElementById("lab-sentence"), sentence);
  for (const layer of window.nachgerechnet.demo.layers) {
    if (layer.heads.some(one => one.id === head)) pick("lab-layer", layer.id).click();
  }
  pick("lab-head", head).click();
  set(document.getElementById("lab-word"), String(word));
}"""
ROWS = """selector => Array.from(document.querySelectorAll(selector + " tbody tr"), row =>
  Array.from(row.cells, cell => cell.textContent))"""
# Of one head: its map, its layer, and for each word the ranking, the query, the two tables of the workshop, and the
# last table of the steps, which stand at the last of them.
SHOWN = f"""([sentence, head]) => {{
  const choose = {CHOOSE}, rows = {ROWS};
  choose([sentence, head, 0]);
  const words = rows(".map").map((_, word) => {{
    choose([sentence, head, word]);
    const ranked = Array.from(document.querySelectorAll(".ranking li"), item =>
      [item.firstChild.textContent, item.lastChild.textContent]);
    const query = document.querySelector(".workshop > p").textContent;
    const tables = [1, 2].map(table => rows(`.workshop .table:nth-of-type(${{table}})`));
    return [ranked, query, ...tables, rows(".player .table:nth-of-type(2)")];
  }});
  const {{ layers, layer }} = nachgerechnet.demo;
  return {{ map: rows(".map"), layer: layers.indexOf(layer()), words }};
}}"""
CURRENT = "document.querySelector('[data-current]').textContent"


@pytest.fixture
def demo(open_page: Open) -> Page:
    page: Page = open_page("demo").page
    return page


@pytest.fixture
def touching(open_page: Open) -> Page:
    page: Page = open_page("demo", 390, has_touch=True, is_mobile=True).page
    return page


def status(page: Page) -> str:
    return page.locator("#lab .looking").inner_text().replace("\u202f", " ")


# -- accessible after each interaction, and silent


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_axe_finds_nothing_after_any_interaction(open_page: Open, scheme: str, width: int) -> None:
    opened = open_page("demo", width, scheme)
    page, parts = opened.page, "#lab, #walkthrough, .question, .quiz-result, .checklist"
    for interaction in (choose_by_mouse, walk_by_mouse, fail_and_see_why, tick_by_mouse):
        interaction(page)
        assert page.evaluate(SIDEWAYS) <= 0, interaction.__name__
        assert (opened.messages, opened.failures) == ([], [])
        assert violations(page, parts) == [], interaction.__name__
        opened.messages.clear()  # axe asks for style sheets, which the page refuses
        opened.failures.clear()


def choose_by_mouse(page: Page) -> None:
    page.locator("#lab-sentence").select_option("girl")
    page.locator('input[name="lab-layer"][value="first"]').check()
    page.locator('input[name="lab-head"][value="class"]').check()
    page.locator("#lab-word").select_option(label="Kiste")
    assert status(page).startswith("Wortart: Kiste schaut am stärksten auf öffnete")
    page.locator('.map td[data-row="1"][data-column="2"]').click()
    assert status(page).startswith("Wortart: Mädchen schaut")


def walk_by_mouse(page: Page) -> None:
    button = page.get_by_role("button", name="Weiter")
    for word in ("transponiert", "softmax", "A · V", "verkettet"):
        button.click()
        assert word in page.evaluate(CURRENT)
    assert button.is_disabled()
    page.get_by_role("button", name="Zurück", exact=True).click()
    assert "A · V" in page.evaluate(CURRENT)


def fail_and_see_why(page: Page) -> None:
    question = page.locator(".question").first
    question.get_by_role("radio").nth(2).check()
    question.get_by_role("button", name="Prüfen").click()
    assert question.locator(".verdict").inner_text().startswith("Falsch.")


def tick_by_mouse(page: Page) -> None:
    page.locator(".checklist input").first.check()
    assert page.locator(".checklist input").first.is_checked()


# -- each task by keyboard alone


def tab_to(page: Page, condition: str) -> None:
    """Press the tab key until the focused element fits."""
    for _ in range(600):
        page.keyboard.press("Tab")
        if page.evaluate(f"(element => {condition})(document.activeElement)"):
            return
    pytest.fail(f"the tab key never leads to {condition}")


def test_the_laboratory_by_keyboard_alone(demo: Page) -> None:
    tab_to(demo, "element.id === 'lab-sentence'")
    demo.keyboard.press("ArrowDown")
    assert "Lehrer" not in status(demo)
    assert "schaut am stärksten auf Roman, 97,3 %" in status(demo)
    tab_to(demo, "element.name === 'lab-layer'")
    demo.keyboard.press("ArrowUp")
    assert status(demo).startswith("vorheriges Token: er schaut am stärksten auf weil")
    tab_to(demo, "element.name === 'lab-head'")
    demo.keyboard.press("ArrowDown")
    assert status(demo).startswith("lokales Fenster: er")
    tab_to(demo, "element.id === 'lab-word'")
    demo.keyboard.press("ArrowDown")
    assert status(demo).startswith("lokales Fenster: spannend")


def test_the_map_by_keyboard_alone(demo: Page) -> None:
    tab_to(demo, "element.dataset.row !== undefined")
    cell = "[document.activeElement.dataset.row, document.activeElement.dataset.column].map(Number)"
    assert demo.evaluate(cell) == [6, 0]
    demo.keyboard.press("ArrowRight")
    demo.keyboard.press("ArrowUp")
    assert demo.evaluate(cell) == [5, 1]
    assert ": weil schaut" in status(demo)
    demo.keyboard.press("End")
    assert demo.evaluate(cell) == [5, 8]
    for _ in range(12):
        demo.keyboard.press("ArrowDown")
    assert demo.evaluate(cell) == [8, 8]
    assert demo.evaluate("document.querySelectorAll('.map [tabindex=\"0\"]').length") == 1
    demo.keyboard.press("Tab")
    assert demo.evaluate("!document.activeElement.closest('.map table')")


def test_the_steps_by_keyboard_alone(demo: Page) -> None:
    for word in ("transponiert", "softmax", "A · V", "verkettet"):
        tab_to(demo, "element.textContent === 'Weiter'") if word == "transponiert" else None
        demo.keyboard.press("Enter")
        assert word in demo.evaluate(CURRENT)
    assert demo.evaluate("document.activeElement !== document.body"), "the focus is not lost with the last step"
    assert demo.evaluate("document.querySelector('.place').textContent").startswith("Schritt 5 von 5: Zusammenführen.")


def test_a_question_by_keyboard_alone(demo: Page) -> None:
    tab_to(demo, "element.name === 'question-0'")
    demo.keyboard.press("Space")
    tab_to(demo, "element.textContent === 'Prüfen'")
    demo.keyboard.press("Enter")
    assert demo.locator(".verdict").first.inner_text().startswith("Falsch.")
    assert demo.evaluate("document.activeElement.textContent") == "Nochmal"
    demo.keyboard.press("Enter")
    assert demo.evaluate("document.activeElement.name") == "question-0"
    demo.keyboard.press("Space")
    demo.keyboard.press("ArrowDown")
    tab_to(demo, "element.textContent === 'Prüfen'")
    demo.keyboard.press("Enter")
    assert demo.locator(".verdict").first.inner_text().startswith("Richtig.")


# -- by touch, and at 400 % zoom


def test_every_task_by_touch(touching: Page) -> None:
    touching.locator("#lab-sentence").select_option("aunt")
    touching.locator("label", has=touching.locator('input[value="object"]')).tap()
    touching.locator('.map td[data-row="2"][data-column="4"]').tap()
    assert status(touching).startswith("Verb → Objekt: besuchte schaut am stärksten auf Nichte")
    touching.get_by_role("button", name="Weiter").tap()
    assert "transponiert" in touching.evaluate(CURRENT)
    question = touching.locator(".question").nth(1)
    question.locator("label").first.tap()
    question.get_by_role("button", name="Prüfen").tap()
    assert question.locator(".verdict").inner_text().startswith("Richtig.")
    touching.locator(".checklist label").first.tap()
    assert touching.locator(".checklist input").first.is_checked()


def test_every_task_at_400_percent_zoom(open_page: Open) -> None:
    page = open_page("demo", 320).page
    for task in (choose_by_mouse, walk_by_mouse, fail_and_see_why, tick_by_mouse):
        task(page)
        assert page.evaluate(SIDEWAYS) <= 0, task.__name__


# -- the quiz


def test_each_answer_is_told_right_or_wrong_with_its_reason(demo: Page, open_page: Open) -> None:
    still = open_page("demo", scripts=False).page
    reasons = [
        [plain(item) for item in question.locator(".solution ol > li").all()]
        for question in still.locator(".question").all()
    ]
    assert [len(each) for each in reasons] == [4] * 8
    for question, expected in zip(demo.locator(".question").all(), reasons, strict=True):
        told = [answered(question, place) for place in range(4)]
        assert sorted(word for word, _ in told) == ["Falsch.", "Falsch.", "Falsch.", "Richtig."]
        assert [reason for _, reason in told] == expected


def plain(item: Any) -> str:
    return " ".join(item.text_content().replace("\u00ad", "").split())


def answered(question: Any, place: int) -> tuple[str, str]:
    question.get_by_role("radio").nth(place).check()
    question.get_by_role("button", name="Prüfen").click()
    word, reason = plain(question.locator(".verdict")).split(" ", 1)
    question.get_by_role("button", name="Nochmal").click()
    return word, reason


def test_the_result_counts_and_everything_can_be_tried_again(demo: Page) -> None:
    result = demo.locator(".quiz-result .result")
    for number, question in enumerate(demo.locator(".question").all()):
        right = int(question.get_attribute("data-answer") or 0) - 1
        question.get_by_role("radio").nth(right if number else (right + 1) % 4).check()
        question.get_by_role("button", name="Prüfen").click()
        assert result.inner_text() == (
            f"Bisher: {number} von {number + 1} richtig." if number < 7 else "Ergebnis: 7 von 8 richtig."
        )
    demo.get_by_role("button", name="Alle noch einmal").click()
    assert result.inner_text() == ""
    assert demo.locator(".question input:checked").count() == 0


def test_to_check_nothing_asks_for_an_answer(demo: Page) -> None:
    question = demo.locator(".question").first
    question.get_by_role("button", name="Prüfen").click()
    assert question.locator(".verdict").inner_text() == "Wählen Sie zuerst eine Antwort."


# -- every number that can be shown is the proven one


def bounded(entry: Entry, places: int) -> str:
    """The proven digits; a value that is not zero never prints as zero."""
    digits = decimal(entry, places)
    if digits.strip("-0.") or exact_decimal(entry) in ("0", "0.0"):
        return digits
    smallest = f"0.{'0' * (places - 1)}1"
    return f"<{smallest}" if float(entry.value) > 0 else f">-{smallest}"


def few(value: Value) -> str:
    """All digits of a number that has at most three behind the point, else nothing."""
    finite = exact_decimal(value.entry)
    short = finite.rstrip("0").rstrip(".") if finite and "." in finite else finite
    return short if short and len(short.partition(".")[2]) <= 3 else ""


def number(value: Value) -> str:
    """As the laboratory spells it: all digits of a number that has few, else three."""
    return spell(few(value) or bounded(value.entry, 3), Style.DECIMAL, Context.PROSE)


def share(weight: Value) -> str:
    return spell(bounded((100 * weight).entry, 1), Style.DECIMAL, Context.PROSE)


def percent(weight: Value) -> str:
    return spell(bounded((100 * weight).entry, 1), Style.PERCENT, Context.PROSE)


def quantity(built: Any, sentence: str, name: str) -> Value:
    found: Value = built.quantities.values[f"{sentence}_{name}"]
    return found


SENTENCES = ("curious", "gripping", "mother", "children", "aunt", "girl", "fronted")


@pytest.mark.parametrize("sentence", SENTENCES)
def test_map_ranking_workshop_and_steps_show_the_proven_numbers(
    demo: Page, written: dict[str, Written], sentence: str
) -> None:
    built = written["demo"].built
    names = ("weights", "queries", "keys", "products", "scores", "values", "outputs", "stages")
    weights, queries, keys, products, scores, values, outputs, stages = (
        quantity(built, sentence, name) for name in names
    )
    for _ in range(4):
        demo.get_by_role("button", name="Weiter").click()
    checked = 0
    for head in weights:
        label = head.label
        shown = demo.evaluate(SHOWN, [sentence, label.id])
        assert [cells[1:] for cells in shown["map"]] == [[share(weight) for weight in each] for each in head]
        for row, (listed, line, first, second, changed) in zip(head, shown["words"], strict=True):
            tokens, query = [weight.label.text for weight in row], (label.id, row.label.id)
            assert sorted(listed) == sorted([text, percent(weight)] for text, weight in zip(tokens, row, strict=True))
            asked = line.removeprefix("Abfrage: ").removesuffix(".").split("; ")
            assert [piece.split(" ")[-1] for piece in asked] == [number(part) for part in queries[query]]
            for key, cells in zip(row, first, strict=True):
                pair = (*query, key.label.id)
                assert cells[1] == product(queries[query], keys[label.id, key.label.id], products[pair])
                assert cells[2:] == [number(scores[pair]), percent(key)]
            for key, cells in zip(row, second[:-1], strict=True):
                assert cells[1:] == [percent(key), vector(values[label.id, key.label.id])]
            assert second[-1][2] == vector(outputs[query])
            before, after = (stages[str(shown["layer"] + step), row.label.id] for step in (1, 2))
            stage = {a.label.text: [number(a), number(b)] for a, b in zip(before, after, strict=True)}
            assert {cells[0]: cells[1:] for cells in changed}.items() <= stage.items()
            assert {name for name, (a, b) in stage.items() if a != b} <= {cells[0] for cells in changed}
            checked += len(row)
    assert checked == len(weights) * len(weights.axes[1]) ** 2


def vector(row: Value) -> str:
    return "[" + ";\u00a0".join(number(part) for part in row) + "]"


def product(query: Value, key: Value, total: Value) -> str:
    """The written product: terms that are not zero, negative second factors in brackets."""
    terms = [(a, b) for a, b in zip(query, key, strict=True) if a != 0 and b != 0]
    if not terms:
        return number(total)
    written = " + ".join(f"{number(a)} · {f'({number(b)})' if b < 0 else number(b)}" for a, b in terms)
    sign = "=" if all(few(value) for value in (*sum(terms, ()), total)) else "≈"
    return f"{written} {sign} {number(total)}"


def test_workshop_map_and_ledger_say_the_same(demo: Page) -> None:
    """In the text, in the ranking, in the map and in the workshop, for the head that the text works out."""
    said = demo.locator('[data-number="curious-weights-class-pronoun-subject-p1"]').first.inner_text()
    demo.evaluate(CHOOSE, ["curious", "class", 6])
    assert said == demo.locator(".ranking li .share").first.inner_text()
    assert said == demo.evaluate(ROWS, ".workshop .table:nth-of-type(1)")[1][3]
    assert said == demo.locator('.map td[data-row="6"][data-column="1"]').inner_text() + "\u202f%"


def test_shares_that_do_not_add_up_say_so(demo: Page) -> None:
    demo.evaluate(CHOOSE, ["curious", "class", 6])
    shown = [
        text.replace("\u202f%", "").replace(",", ".") for text in demo.locator(".ranking .share").all_inner_texts()
    ]
    total = sum(round(float(text) * 10) for text in shown)
    assert total != 1000
    assert f"{total / 10:.1f}".replace(".", ",") in demo.locator(".ranking .note").inner_text()


def test_the_steps_follow_the_choice(demo: Page, written: dict[str, Written]) -> None:
    built = written["demo"].built
    demo.evaluate(CHOOSE, ["mother", "pronoun", 6])
    for _ in range(3):
        demo.get_by_role("button", name="Weiter").click()
    mixed = ";\u00a0".join(number(part) for part in quantity(built, "mother", "outputs")["pronoun", "pronoun"])
    assert demo.evaluate(ROWS, ".player .table:nth-of-type(1)")[-1][2] == f"[{mixed}]"
    demo.get_by_role("button", name="Weiter").click()
    after = {cells[0]: cells[2] for cells in demo.evaluate(ROWS, ".player .table:nth-of-type(2)")}
    assert after["weiblich"] == number(quantity(built, "mother", "stages")["3", "pronoun", "female"])


# -- without scripts, and what it weighs


def test_without_scripts_the_static_form_is_complete(open_page: Open) -> None:
    page = open_page("demo", scripts=False).page
    steps, code = page.locator("#walkthrough .steps > ol > li"), page.locator("#walkthrough pre code").inner_text()
    assert steps.count() == 5
    assert len(re.split(r"\n\s*\n", code.strip())) == 5
    assert plain(page.locator("#lab")).startswith("Auf der Webseite")
    assert page.locator("details.solution").count() == 8
    page.locator("details.solution summary").first.click()
    assert page.locator("details.solution ol").first.is_visible()

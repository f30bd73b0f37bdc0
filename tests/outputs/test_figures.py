"""Drawings: the same bytes always, kept while nothing changes, fit for a page, and no number typed by hand."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import matplotlib
import pytest

from pipeline import beside
from pipeline.document.lexicon import Lexicon
from pipeline.outputs import drawing
from pipeline.outputs.figures import Drawing, Studio
from pipeline.outputs.svg import SVG, texts
from pipeline.problems import Code, Place, Problem, Problems
from pipeline.quantities.axes import Axis, Label
from tests.outputs.sentences import FOUR, Sentence, sentence

NAMES = ("plane", "weights", "projections", "heads", "circle", "blocks")
START = "from figures import style\n\n\ndef draw(q):\n    figure, axes = style.canvas(200, 100)\n"
END = "    return figure\n"
DOT = START + '    q.write(axes, 20, 50, q.raw_weights["apple", "shares"], 3)\n' + END


@pytest.fixture(scope="module")
def four() -> Sentence:
    return sentence(FOUR)


@pytest.fixture(scope="module")
def drawn(four: Sentence, root: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Drawing]:
    """The article's figures."""
    return Studio(root / "figures", tmp_path_factory.mktemp("kept")).drawn(NAMES, four.answers, Problems())


@pytest.fixture
def workshop(root: Path, tmp_path: Path) -> Callable[..., Studio]:
    """A copy of the figures' folder with a small figure `dot` in it."""

    def make(code: str = DOT, lexicon: Lexicon = Lexicon()) -> Studio:
        folder = tmp_path / "figures"
        if not folder.exists():
            shutil.copytree(root / "figures", folder, ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "dot.py").write_text(code, encoding="utf-8")
        return Studio(folder, tmp_path / "cache", tmp_path, lexicon)

    return make


@pytest.fixture
def drawings_made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the figures that are really drawn."""
    made: list[str] = []
    draw = drawing.draw

    def counted(file: Path, *others: object) -> str:
        made.append(file.stem)
        return draw(file, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(drawing, "draw", counted)
    return made


# ---- the same bytes always


def test_two_drawings_of_one_figure_are_the_same_bytes(
    drawn: dict[str, Drawing], four: Sentence, root: Path, tmp_path: Path
) -> None:
    with matplotlib.rc_context({"font.size": 31, "svg.hashsalt": "other", "axes.facecolor": "red"}):
        again = Studio(root / "figures", tmp_path).drawn(NAMES, four.answers, Problems())
    assert {name: figure.svg for name, figure in again.items()} == {name: figure.svg for name, figure in drawn.items()}


SCRIPT = """
import sys
import time
from pathlib import Path
from pipeline.outputs.figures import Studio
from pipeline.problems import Problems
from tests.outputs.sentences import FOUR, sentence
figures = Studio(Path("figures"), Path(sys.argv[1])).drawn(["weights", "plane"], sentence(FOUR).answers, Problems())
sys.stderr.write(str("matplotlib" in sys.modules))
sys.stdout.buffer.write("".join(figure.svg for figure in figures.values()).encode())
"""


def test_another_process_makes_the_same_bytes_and_a_third_needs_no_matplotlib(
    drawn: dict[str, Drawing], root: Path, tmp_path: Path
) -> None:
    for seed, needed in (("1", "True"), ("2", "False")):
        environment = {"PYTHONHASHSEED": seed, "TZ": "Asia/Tokyo", "LANG": "C"}
        command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
        run = subprocess.run(command, cwd=root, env=environment, capture_output=True, check=True)
        assert run.stdout.decode() == drawn["weights"].svg + drawn["plane"].svg
        assert run.stderr.decode() == needed


# ---- kept while nothing changes


def test_a_kept_drawing_is_taken_with_its_numbers(
    workshop: Callable[..., Studio], four: Sentence, drawings_made: list[str]
) -> None:
    first, second = (workshop().drawn(["dot"], four.answers, Problems())["dot"] for _ in range(2))
    assert drawings_made == ["dot"]
    assert (first.svg, first.numbers) == (second.svg, second.numbers)
    assert [number.digits for number in second.numbers.values()] == ["0.191"]


def test_a_drawing_that_was_begun_beside_is_found_kept(
    workshop: Callable[..., Studio], four: Sentence, drawings_made: list[str]
) -> None:
    studio = workshop()
    studio.begun(["dot"], four.answers)()
    assert studio.drawn(["dot"], four.answers, Problems())["dot"].svg
    assert drawings_made == ([] if sys.platform == "linux" else ["dot"])  # in this process


def test_nothing_is_begun_beside_for_what_is_kept_or_missing(
    workshop: Callable[..., Studio], four: Sentence, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = workshop()
    studio.drawn(["dot"], four.answers, Problems())
    monkeypatch.setattr(beside, "get_context", pytest.fail)
    studio.begun(["dot", "nowhere"], four.answers)()


def test_a_process_that_is_stuck_is_given_up(
    workshop: Callable[..., Studio], four: Sentence, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = workshop()
    with monkeypatch.context() as patch:
        patch.setattr(beside, "PATIENCE", 0.1)
        patch.setattr(drawing, "draw", lambda *_: time.sleep(600))
        studio.begun(["dot"], four.answers)()
    assert studio.drawn(["dot"], four.answers, Problems())["dot"].svg


def test_what_fails_beside_is_reported_once_when_it_is_drawn(
    workshop: Callable[..., Studio], four: Sentence, capfd: pytest.CaptureFixture[str]
) -> None:
    studio, problems = workshop(DOT.replace("shares", "nobody")), Problems()
    studio.begun(["dot"], four.answers)()
    assert capfd.readouterr() == ("", "")
    assert studio.drawn(["dot"], four.answers, problems) == {}
    assert [problem.code for problem in problems] == [Code.FIGURE]


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("dot.py", "20, 50", "21, 50"),
        ("style.py", "SIZE = 16", "SIZE = 17"),
        ("palette.py", "#1c1b1a", "#1c1b1b"),
        ("style.mplstyle", "text.color: 1c1b1a", "text.color: 5c5954"),
        ("__init__.py", "drawings", "pictures"),
    ],
)
def test_code_and_style_that_change_draw_anew(
    workshop: Callable[..., Studio], four: Sentence, drawings_made: list[str], file: str, before: str, after: str
) -> None:
    studio = workshop()
    studio.drawn(["dot"], four.answers, Problems())
    path = studio.folder / file
    assert before in path.read_text("utf-8")
    path.write_text(path.read_text("utf-8").replace(before, after), encoding="utf-8")
    studio.drawn(["dot"], four.answers, Problems())
    assert drawings_made == ["dot", "dot"]


def test_edited_code_shows_at_once(workshop: Callable[..., Studio], four: Sentence) -> None:
    studio = workshop()
    before = studio.drawn(["dot"], four.answers, Problems())["dot"].svg
    style = studio.folder / "style.py"
    style.write_text(style.read_text("utf-8").replace("xlim=(0, width)", "xlim=(9, width)"), encoding="utf-8")
    assert studio.drawn(["dot"], four.answers, Problems())["dot"].svg != before


def test_code_that_a_figure_does_not_import_changes_nothing(
    workshop: Callable[..., Studio], four: Sentence, drawings_made: list[str]
) -> None:
    studio = workshop()
    studio.drawn(["dot"], four.answers, Problems())
    with (studio.folder / "labels.py").open("a", encoding="utf-8") as file:
        file.write("# more\n")
    studio.drawn(["dot"], four.answers, Problems())
    assert drawings_made == ["dot"]


def test_a_value_that_changes_draws_anew(workshop: Callable[..., Studio], drawings_made: list[str]) -> None:
    for first in ("1.00", "0.90", "0.90"):
        words = {**FOUR, "Apple": (first, "0.20")}
        workshop().drawn(["dot"], sentence(words).answers, Problems())
    assert drawings_made == ["dot", "dot"]


def test_a_quantity_that_the_figure_never_asked_for_changes_nothing(
    workshop: Callable[..., Studio], four: Sentence, drawings_made: list[str]
) -> None:
    other = sentence({**FOUR, "Apple": ("0.90", "0.20")}).quantities["encoding"]
    workshop().drawn(["dot"], four.answers, Problems())
    workshop().drawn(["dot"], replace(four, quantities={**four.quantities, "encoding": other}).answers, Problems())
    assert drawings_made == ["dot"]


def test_a_token_text_that_changes_draws_anew(
    workshop: Callable[..., Studio], four: Sentence, drawings_made: list[str]
) -> None:
    weights = four.quantities["raw_weights"]
    renamed = Axis("token", tuple(Label(label.id, label.text.upper()) for label in weights.axes[0].labels))
    changed = replace(weights, axes=(renamed, renamed))
    workshop().drawn(["dot"], four.answers, Problems())
    workshop().drawn(["dot"], replace(four, quantities={**four.quantities, "raw_weights": changed}).answers, Problems())
    assert drawings_made == ["dot", "dot"]


def test_a_torn_cache_is_drawn_over(workshop: Callable[..., Studio], four: Sentence, drawings_made: list[str]) -> None:
    studio = workshop()
    studio.drawn(["dot"], four.answers, Problems())
    (kept,) = (studio.cache / "dot").glob("*.json")
    kept.write_text(kept.read_text("utf-8")[:-9], encoding="utf-8")
    assert "0,191" in studio.drawn(["dot"], four.answers, Problems())["dot"].svg
    assert drawings_made == ["dot", "dot"]


# ---- fit for a page


def test_nothing_that_a_content_security_policy_forbids(drawn: dict[str, Drawing]) -> None:
    for figure in drawn.values():
        elements = list(ElementTree.fromstring(figure.svg).iter())
        assert not any(
            "style" in element.attrib or element.tag in (f"{SVG}style", f"{SVG}script") for element in elements
        )
        assert "http" not in figure.svg.replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_ids_are_unique_across_all_figures(drawn: dict[str, Drawing]) -> None:
    ids = [
        (name, element.get("id"))
        for name, figure in drawn.items()
        for element in ElementTree.fromstring(figure.svg).iter()
    ]
    used = [(name, identity) for name, identity in ids if identity]
    assert all(identity.startswith(f"{name}-") for name, identity in used)
    assert max(Counter(identity for _, identity in used).values(), default=1) == 1


def test_every_colour_has_its_class(drawn: dict[str, Drawing]) -> None:
    for figure in drawn.values():
        for element in ElementTree.fromstring(figure.svg).iter():
            for key in ("fill", "stroke"):
                if element.get(key, "none") != "none":
                    assert f"{key}-" in element.get("class", "")


def test_text_is_kept_as_text_in_the_face_of_the_page(drawn: dict[str, Drawing]) -> None:
    assert "Feedforward-Netz" in [text.content for text in texts(drawn["blocks"].svg)]
    assert all('font-family="STIX Two Text, serif"' in figure.svg for figure in drawn.values())
    assert all(figure.svg.count("font-family") == 1 for figure in drawn.values())


def test_all_figures_have_one_natural_width_so_that_their_letters_are_of_one_size(drawn: dict[str, Drawing]) -> None:
    assert {ElementTree.fromstring(figure.svg).get("width") for figure in drawn.values()} == {"680"}


# ---- no number typed by hand


def problems_of(
    workshop: Callable[..., Studio], four: Sentence, line: str, lexicon: Lexicon = Lexicon()
) -> list[Problem]:
    problems = Problems()
    workshop(START + f"    {line}\n" + END, lexicon).drawn(["dot"], four.answers, problems)
    return list(problems)


TYPED = {
    "a decimal": 'axes.text(20, 50, "0,401")',
    "a digit in a sentence": 'axes.text(20, 50, "siehe Abbildung 3")',
    "a fraction": 'axes.text(20, 50, "½ Gewicht")',
    "a raised digit": 'axes.text(20, 50, "d²")',
    "a number in a formula": 'style.symbol(axes, 20, 50, "W_7")',
    "a spelled number without its mark": 'axes.text(20, 50, q.spell(q.raw_weights["apple", "shares"], 3))',
    "a false mark": 'axes.text(20, 50, "0,401", gid="number-raw-weights-apple-shares-3")',
    "a mark that nobody asked for": 'axes.text(20, 50, "0,216", gid="number-raw-weights-apple-fell-3")',
    "a false tick": 'axes.text(20, 50, "0,4", gid="tick")',
    "ticks that Matplotlib spells": "figure.add_axes((0.2, 0.3, 0.6, 0.6)).set_xlim(0, 4)",
    "a digit beside a label": 'axes.text(20, 50, q.text("token", "apple") + " 3")',
}


@pytest.mark.parametrize("line", TYPED.values(), ids=TYPED)
def test_a_typed_number_is_reported_with_its_place(workshop: Callable[..., Studio], four: Sentence, line: str) -> None:
    found = problems_of(workshop, four, line)
    assert {problem.code for problem in found} == {Code.TYPED_NUMBER}
    if '"0,401")' in line:
        assert found[0].place == Place("figures/dot.py", 6)


def test_a_typed_number_is_reported_from_the_cache_too(workshop: Callable[..., Studio], four: Sentence) -> None:
    line = TYPED["a decimal"]
    assert problems_of(workshop, four, line) == problems_of(workshop, four, line) != []


def test_a_number_word_that_counts_is_reported(workshop: Callable[..., Studio], four: Sentence) -> None:
    lexicon = Lexicon(counted=("Token",))
    found = problems_of(workshop, four, 'axes.text(20, 50, "alle vier Tokens")', lexicon)
    assert [problem.code for problem in found] == [Code.TYPED_NUMBER_WORD]


FREE = {
    "a number that is written": 'q.write(axes, 20, 50, q.raw_weights["apple", "shares"], 3)',
    "a tick": 'axes.text(20, 50, q.tick(0.4, 1), gid="tick")',
    "words": 'axes.text(20, 50, "einfach, zweidimensional, N-mal")',
    "a name": 'axes.text(20, 50, "wie in GPT-2")',
    "a formula": 'style.symbol(axes, 20, 50, "QK^⊤/√d_k")',
}


@pytest.mark.parametrize("line", FREE.values(), ids=FREE)
def test_what_is_no_typed_number_is_left_alone(workshop: Callable[..., Studio], four: Sentence, line: str) -> None:
    assert problems_of(workshop, four, line, Lexicon(names=("GPT-2",))) == []


def test_a_label_with_a_digit_may_be_shown(workshop: Callable[..., Studio], four: Sentence) -> None:
    numbered = replace(four, axes={**four.axes, "head": Axis("head", (Label("first", "Kopf 1"),))})
    assert problems_of(workshop, numbered, 'axes.text(20, 50, q.text("head", "first") + " von allen")') == []


# ---- figures that fail


FAILING = {
    "an error": ("raise ValueError('zu eng')", "zu eng"),
    "a quantity that there is not": ("q.raw_weight", "Did you mean 'raw_weights'?"),
    "a label that there is not": ('q.raw_weights["pear"]', "no label 'pear'"),
    "a text that there is not": ('q.text("token", "pear")', "no label pear"),
    "a number without a name": (
        'q.spell(q.raw_weights["apple", "fell"] - q.raw_weights["apple", "shares"], 3)',
        "no name",
    ),
    "a number without a finite form": ('q.spell(q.raw_weights["apple", "fell"])', "cannot be printed"),
    "a sign that the face has not": ('axes.text(20, 50, "\\N{SNOWMAN}")', "missing from font"),
    "a colour of its own": ('axes.text(20, 50, "rot", color="#ff0000")', "#ff0000 is no colour of the palette"),
    "code that is no Python": ("def (", "invalid syntax"),
}


@pytest.mark.parametrize(("line", "message"), FAILING.values(), ids=FAILING)
def test_a_figure_that_fails_is_one_problem_at_its_place(
    workshop: Callable[..., Studio], four: Sentence, line: str, message: str
) -> None:
    (found,) = problems_of(workshop, four, line)
    assert found.code == Code.FIGURE
    assert message in found.message
    assert found.place.file == "figures/dot.py"


def test_what_all_figures_share_fails_once(workshop: Callable[..., Studio], four: Sentence) -> None:
    studio, problems = workshop(), Problems()
    with (studio.folder / "style.py").open("a", encoding="utf-8") as style:
        style.write("x = (\n")
    assert studio.drawn(["plane", "weights"], four.answers, problems) == {}
    (found,) = problems
    assert found.message == "no valid Python: '(' was never closed"
    assert found.place.file == "figures/style.py"


def test_the_place_of_a_failure_is_the_line_that_failed(workshop: Callable[..., Studio], four: Sentence) -> None:
    (found,) = problems_of(workshop, four, "raise ValueError('zu eng')")
    assert found.place.line == 6


def test_a_figure_that_there_is_not_is_reported_where_the_page_refers_to_it(
    workshop: Callable[..., Studio], four: Sentence
) -> None:
    problems = Problems()
    assert workshop().drawn(["dott"], four.answers, problems) == {}
    assert not list(problems)


def test_what_draws_is_available(workshop: Callable[..., Studio]) -> None:
    assert {*NAMES, "dot"} <= set(workshop().available())

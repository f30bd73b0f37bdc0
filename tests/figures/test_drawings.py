"""The article's figures with sentences of its own and of other lengths: numbers right, nothing covered or cut off."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from figures.labels import Box
from pipeline.arithmetic import nearest_double
from pipeline.outputs.figures import Drawing, Studio
from pipeline.outputs.svg import SVG, texts
from pipeline.problems import Problems
from tests.outputs.sentences import FIVE, FOUR, NEAR, Sentence, Words, sentence

NAMES = ("plane", "weights", "projections", "heads", "circle", "blocks")
SENTENCES = {"four": FOUR, "five": FIVE, "near": NEAR}
Draw = Callable[[str], dict[str, Drawing]]


@pytest.fixture(scope="module")
def sentences() -> dict[str, Sentence]:
    return {name: sentence(words) for name, words in SENTENCES.items()}


@pytest.fixture(scope="module")
def drawn(sentences: dict[str, Sentence], root: Path, tmp_path_factory: pytest.TempPathFactory) -> Draw:
    """All figures of a sentence; drawn once."""
    done: dict[str, dict[str, Drawing]] = {}

    def drawings(name: str) -> dict[str, Drawing]:
        if name not in done:
            problems = Problems()
            studio = Studio(root / "figures", tmp_path_factory.mktemp(name))
            done[name] = studio.drawn(NAMES, sentences[name].answers, problems)
            assert list(map(str, problems)) == []
        return done[name]

    return drawings


@pytest.mark.parametrize("which", SENTENCES)
def test_every_figure_draws_without_a_problem(drawn: Draw, which: str) -> None:
    assert tuple(drawn(which)) == NAMES


@pytest.mark.parametrize("which", SENTENCES)
def test_the_plane_names_every_token(drawn: Draw, which: str) -> None:
    said = [text.content for text in texts(drawn(which)["plane"].svg)]
    words = list(SENTENCES[which])
    assert [word for word in words if word not in said] == []
    assert f"{words[0]} im Satz" in said


@pytest.mark.parametrize("which", SENTENCES)
def test_the_heat_maps_print_each_weight_with_its_id(drawn: Draw, sentences: dict[str, Sentence], which: str) -> None:
    printed = {text.number: text.content for text in texts(drawn(which)["weights"].svg) if text.number}
    q = sentences[which].answers()
    for name in ("raw_weights", "projected_weights", "smallest_weight", "largest_weight"):
        for weight in q.quantity(name).scalars():
            spelled = q.spell(weight, 3)
            identity = next(number.id for number in q.numbers.values() if number.expression == weight.expression)
            assert printed.pop(identity) == spelled
    assert printed == {}


def test_the_heat_maps_say_which_axis_is_the_query(drawn: Draw) -> None:
    said = [text.content for text in texts(drawn("four")["weights"].svg)]
    assert "Zeile = Abfrage, Spalte = Schlüssel" in said
    assert said.count("Schlüssel") == 2
    assert "Abfrage" in said


def test_the_darkest_cell_is_the_largest_weight(drawn: Draw, sentences: dict[str, Sentence]) -> None:
    cells = re.findall(r'class="fill-heat"[^>]*? opacity="([\d.]+)"', drawn("four")["weights"].svg)
    weights = [
        float(weight)
        for name in ("raw_weights", "projected_weights")
        for weight in sentences["four"].quantities[name].scalars()
    ]
    opacities = [float(opacity) for opacity in cells[: len(weights)]]
    assert opacities.index(max(opacities)) == weights.index(max(weights))
    assert sorted(opacities) == [opacities[at] for at in sorted(range(len(weights)), key=weights.__getitem__)]


def followed(drawing: Drawing, position: str) -> float:
    """Where a mark says that something stands, as the page in the browser finds it out."""
    key, scale, offset, group = position.split(",")
    value = nearest_double(drawing.follows[key]) if key else 0.0
    if group:
        marks = re.findall(rf'="([^",;]+),[^",;]+,[^",;]+,{group}["; ]', drawing.svg)
        values = [nearest_double(drawing.follows[other]) for other in marks]
        low = min([*values, 0.0]) if group.startswith("zero") else min(values)
        value = (value - low) / (max(values) - low)
    return float(scale) * value + float(offset)


@pytest.mark.parametrize("which", SENTENCES)
def test_points_bars_and_cells_are_where_their_marks_say(drawn: Draw, which: str) -> None:
    compared = 0
    for name in ("plane", "weights", "projections", "heads"):
        drawing = drawn(which)[name]
        for element in ElementTree.fromstring(drawing.svg).iter(f"{SVG}path"):
            points = [tuple(map(float, pair)) for pair in re.findall(r"([-\d.]+) ([-\d.]+)", element.attrib["d"])]
            left, right = (choose(x for x, _ in points) for choose in (min, max))
            if "data-handle" in element.attrib:
                compared += 1
                assert (left + right) / 2 == pytest.approx(followed(drawing, element.attrib["data-x"]), abs=0.02)
            elif "data-width" in element.attrib:
                compared += 1
                assert right - left == pytest.approx(followed(drawing, element.attrib["data-width"]), abs=0.02)
            elif "data-opacity" in element.attrib:
                compared += 1
                opacity = followed(drawing, element.attrib["data-opacity"])
                assert float(element.get("opacity", "1")) == pytest.approx(opacity, abs=0.006)
            elif "data-to" in element.attrib and element.get("fill") == "none":
                compared += 1
                start = [followed(drawing, position) for position in element.attrib["data-from"].split(";")]
                assert points[0] == pytest.approx(start, abs=0.02)
    assert compared > 8 * len(SENTENCES[which])


def test_the_two_axes_have_their_colours_in_every_figure_that_shows_them(drawn: Draw) -> None:
    for name in ("plane", "projections", "heads", "circle"):
        assert "axis-1" in drawn("four")[name].svg
        assert "axis-2" in drawn("four")[name].svg


def boxes(svg: str) -> Iterator[tuple[str, Box]]:
    """Each text with the room that it takes, measured in its face."""
    for element in ElementTree.fromstring(svg).iter(f"{SVG}text"):
        content = "".join(element.itertext())
        size, weight = float(element.get("font-size", "16")), element.get("font-weight", "400")
        face = FontProperties(
            family="STIX Two Text", size=size, weight=int(weight), style=element.get("font-style", "normal")
        )
        width = text_to_path.get_text_width_height_descent(content, face, False)[0]
        x, y = float(element.attrib["x"]), float(element.attrib["y"])
        start = x - width * {"start": 0, "middle": 0.5, "end": 1}[element.get("text-anchor", "start")]
        box = Box(start, y - 0.68 * size, start + width, y + 0.2 * size)
        if "rotate(-90" in element.get("transform", ""):
            box = Box(x + box.top - y, y - (box.right - x), x + box.bottom - y, y - (box.left - x))
        yield content, box


@pytest.mark.parametrize("which", SENTENCES)
@pytest.mark.parametrize("name", NAMES)
def test_no_text_is_cut_off(drawn: Draw, which: str, name: str) -> None:
    svg = drawn(which)[name].svg
    _, _, width, height = map(float, ElementTree.fromstring(svg).attrib["viewBox"].split())
    room = Box(-0.5, -0.5, width + 0.5, height + 0.5)
    assert [text for text, box in boxes(svg) if box.common(room) < 0.999 * box.area()] == []


@pytest.mark.parametrize("which", SENTENCES)
@pytest.mark.parametrize("name", NAMES)
def test_no_text_covers_another(drawn: Draw, which: str, name: str) -> None:
    found = list(boxes(drawn(which)[name].svg))
    assert [(a, b) for (a, first), (b, second) in combinations(found, 2) if first.common(second) > 2] == []


def test_the_checks_of_room_can_fail() -> None:
    covered = f'<svg xmlns="{SVG[1:-1]}"><text x="0" y="20">shares</text><text x="10" y="22">fell</text></svg>'
    (_, first), (_, second) = boxes(covered)
    assert first.common(second) > 2


def test_letters_are_never_smaller_than_on_a_small_screen_can_be_read(drawn: Draw) -> None:
    sizes = [
        float(size)
        for drawing in drawn("four").values()
        for size in re.findall(r'<text[^>]*font-size="([\d.]+)"', drawing.svg)
    ]
    assert min(sizes) >= 13


@pytest.mark.parametrize(
    "words", [dict(list(FOUR.items())[:count]) for count in (1, 2, 3)], ids=("one", "two", "three")
)
def test_short_sentences_draw_too(words: Words, root: Path, tmp_path: Path) -> None:
    problems = Problems()
    drawings = Studio(root / "figures", tmp_path).drawn(NAMES, sentence(words).answers, problems)
    assert list(map(str, problems)) == []
    assert tuple(drawings) == NAMES

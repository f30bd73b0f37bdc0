"""Numbers of other documents: spellings and their values, and each fault of the data file at its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.load.given import Example
from pipeline.load.quoted import read_quoted, value
from pipeline.problems import Problems
from pipeline.quantities.axes import Axis, Label

CLASSES = Axis("printed_class", (Label("result", "Ergebnis"), Label("structure", "Gliederung")))


@pytest.mark.parametrize(
    ("spelling", "decimal"),
    [
        ("0,401", "0.401"),
        ("0.401", "0.401"),
        ("−0,416", "-0.416"),
        ("-1", "-1"),
        ("3,555.56", "3555.56"),
        ("12288", "12288"),
        ("40 %", "0.40"),
        ("0.69%", "0.0069"),
        ("100 %", "1.00"),
    ],
)
def test_a_spelling_has_its_value(spelling: str, decimal: str) -> None:
    assert value(spelling) == decimal


def read(tmp_path: Path, text: str) -> tuple[Example, list[str], Problems]:
    (tmp_path / "printed.yaml").write_text(text, "utf-8")
    problems = Problems()
    example, quoted = read_quoted(tmp_path, "printed.yaml", Example(axes={"printed_class": CLASSES}), problems)
    return example, [one.given.name for one in quoted], problems


DOCUMENT = """
forler2026:
  title: "Forler"
  lines:
    126:
      where: "Gewichte"
      numbers: [["0,401", 'weights["apple"]'], ["1", structure], ["zwölf", lines, {value: "12", instead: [others]}]]
"""


def test_each_number_becomes_a_given_with_its_place_and_spelling(tmp_path: Path) -> None:
    example, names, problems = read(tmp_path, DOCUMENT)
    assert list(problems) == []
    assert names == ["printed.forler2026.126-1", "printed.forler2026.126-2", "printed.forler2026.126-3"]
    first = example.givens[names[0]]
    assert (first.decimals, first.spelling, first.where) == ("0.401", "0,401", "Zeile 126")
    assert first.meaning == "Gedruckt in der Vorlage, Zeile 126: Gewichte."
    assert example.givens["count.printed_work"].decimals == "1"


def test_a_page_without_such_a_file_stays_as_it_is(tmp_path: Path) -> None:
    example = Example()
    assert read_quoted(tmp_path, "printed.yaml", example, Problems()) == (example, ())


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        ("doc: {title: x}", 1),
        ("doc:\n  lines:\n    1: {where: x}", 3),
        ('doc:\n  lines:\n    1:\n      numbers: [["1"]]', 4),
        ('doc:\n  lines:\n    1:\n      numbers: [["zwölf", structure]]', 4),
        ('doc:\n  lines:\n    1:\n      numbers: [["1", structure, {valeu: "1"}]]', 4),
    ],
)
def test_each_fault_is_a_problem_at_its_line(tmp_path: Path, fault: str, line: int) -> None:
    _, _, problems = read(tmp_path, fault)
    assert [problem.place.line for problem in problems] == [line]

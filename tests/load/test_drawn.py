"""Drawn inputs of a data file: from the seed before them, and refused where the range is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.load.given import read_examples
from pipeline.problems import Problems
from pipeline.quantities.draw import draw

SEED = 'given:\n  seed: {axes: [], value: "7"}\n'


def read(tmp_path: Path, text: str) -> tuple[object, Problems]:
    (tmp_path / "inputs.yaml").write_text(text, "utf-8")
    problems = Problems()
    return read_examples(tmp_path, ("inputs.yaml",), problems).givens, problems


def test_a_drawn_input_has_the_decimals_of_the_seed(tmp_path: Path) -> None:
    givens, problems = read(
        tmp_path,
        SEED + '  s: {axes: [null], drawn: {size: ["3"], from: "0.0", to: "1.0", step: "0.1", distinct: "yes"}}',
    )
    assert list(problems) == []
    assert givens["s"].decimals == draw((3,), "0.0", "1.0", "0.1", distinct=True).decimals("7", "s")
    assert [givens[name].kind for name in ("seed", "s")] == ["drawn", "drawn"]


@pytest.mark.parametrize(
    "entry",
    [
        "{axes: [null], drawn: nothing}",
        '{axes: [null], drawn: {size: ["3"], from: "0", to: "1"}}',
        '{axes: [null], drawn: {size: ["3"], from: "0", to: "1", step: "1", colour: "red"}}',
        '{axes: [null], drawn: {size: ["3"], from: "0", to: "1", step: "1", distinct: "yes"}}',
        '{axes: [null, null], drawn: {size: ["3"], from: "0", to: "1", step: "1"}}',
    ],
)
def test_a_range_that_is_none_is_a_problem_at_its_line(tmp_path: Path, entry: str) -> None:
    givens, problems = read(tmp_path, f"{SEED}  s: {entry}")
    assert [problem.place.line for problem in problems] == [3]
    assert "s" not in givens


def test_without_a_seed_nothing_is_drawn(tmp_path: Path) -> None:
    _, problems = read(tmp_path, 'given:\n  s: {axes: [], drawn: {size: [], from: "0", to: "1", step: "1"}}')
    assert ["seed" in problem.message for problem in problems] == [True]

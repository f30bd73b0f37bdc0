"""Inputs and counts as the data files give them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.load.given import read_examples
from pipeline.problems import Code, Problems

EXAMPLE = """
axes:
  token:
    apple: {text: "Apple"}
    set:   {text: "{x}"}
"""


def test_a_count_says_in_a_readers_words_what_it_counts(tmp_path: Path) -> None:
    (tmp_path / "example.yaml").write_text(EXAMPLE, "utf-8")
    problems = Problems()
    count = read_examples(tmp_path, ("example.yaml",), problems).givens["count.token"]
    assert not list(problems)
    assert (count.decimals, count.meaning.format()) == ("2", "So viele sind es: Apple; {x}.")


SPARSE = """
axes:
  token:
    apple:  {text: "Apple", features: {food: "1.00"}}
    shares: {text: "shares", features: {money: "0.9", food: "-2"}}
  feature:
    money: {text: "Geld"}
    food:  {text: "Essen"}
given:
  features: {axes: [token, feature]}
  W:        {axes: [feature, feature], value: {food: {money: "3"}}}
"""


def test_an_array_may_be_written_by_its_labels_and_what_is_left_out_is_zero(tmp_path: Path) -> None:
    (tmp_path / "example.yaml").write_text(SPARSE, "utf-8")
    problems = Problems()
    givens = read_examples(tmp_path, ("example.yaml",), problems).givens
    assert not list(problems)
    assert givens["features"].decimals == [["0", "1.00"], ["0.9", "-2"]]
    assert givens["W"].decimals == [["0", "0"], ["3", "0"]]


def test_a_label_that_the_axis_lacks_is_a_problem_at_its_place(tmp_path: Path) -> None:
    (tmp_path / "example.yaml").write_text(SPARSE.replace('{money: "3"}', '{mony: "3"}'), "utf-8")
    problems = Problems()
    read_examples(tmp_path, ("example.yaml",), problems)
    (problem,) = problems
    assert (problem.code, problem.place.line) == (Code.UNKNOWN_LABEL, 11)
    assert "'money'" in problem.remedy


ROWS = """
axes:
  token:
    apple:
      text: "Apple"
      embeddings: ["1.00", "0.20"]
      weight: "1"
      features: {}
    shares:
      text: "shares"
      embeddings: ["0.10", "1.00"]
      weight: "2"
      features: {money: "0.9"}
  feature:
    money: {text: "Geld"}
given:
  embeddings: {axes: [token, null]}
  weight:     {axes: [token]}
  features:   {axes: [token, feature]}
"""


@pytest.mark.parametrize(
    ("right", "wrong", "place"),
    [
        ('"0.10", "1.00"', '"0,10", "1.00"', "example.yaml:11:20"),
        ('"0.10", "1.00"', '"0.10", "1,00"', "example.yaml:11:28"),
        ('["0.10", "1.00"]', '["0.10"]', "example.yaml:11:19"),
        ('["0.10", "1.00"]', "", "example.yaml:11:18"),
        ('weight: "2"', 'weight: "zwei"', "example.yaml:12:15"),
        ('weight: "2"', 'weight: ["2"]', "example.yaml:12:15"),
        ('{money: "0.9"}', '{money: "0,9"}', "example.yaml:13:25"),
        ('{money: "0.9"}', '{food: "0.9"}', "example.yaml:13:24"),
    ],
)
def test_what_is_wrong_beside_a_label_is_said_where_it_stands(
    right: str, wrong: str, place: str, tmp_path: Path
) -> None:
    assert ROWS.count(right) == 1
    (tmp_path / "example.yaml").write_text(ROWS.replace(right, wrong), "utf-8")
    problems = Problems()
    read_examples(tmp_path, ("example.yaml",), problems)
    assert [str(problem.place) for problem in problems] == [place]

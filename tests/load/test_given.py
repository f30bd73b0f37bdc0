"""Inputs and counts as the data files give them."""

from __future__ import annotations

from pathlib import Path

from pipeline.load.given import read_examples
from pipeline.problems import Problems

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

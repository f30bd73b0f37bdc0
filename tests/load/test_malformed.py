"""Data files of the wrong form: what is written, and what is said of it at which line; nothing raises."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.document.lexicon import lexicon
from pipeline.load.data import read_yaml
from pipeline.load.given import read_examples
from pipeline.problems import Problems

GIVEN = """axes:
  token: {a: {text: "A"}, b: {text: "B"}}
given:
"""


def said(problems: Problems) -> list[str]:
    return [f"{problem.place.line}: {problem.message}" for problem in problems]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("- a\n- b\n", "1: example.yaml holds no names with values"),
        ("text\n", "1: example.yaml holds no names with values"),
        ("~\n", "1: example.yaml holds no names with values"),
        ("a: &x\n  b: *x\n", "1: this contains itself"),
        ("? [a, b]\n: c\n", "1: a key must be a text"),
        ("? {a: b}\n: c\n", "1: a key must be a text"),
    ],
)
def test_yaml_of_another_kind(content: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "example.yaml").write_text(content, "utf-8")
    problems = Problems()
    assert isinstance(read_yaml(tmp_path, "example.yaml", problems).content, dict)
    assert says in said(problems)


def test_what_is_there_but_no_file_is_not_passed_over(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").mkdir()
    (tmp_path / "b.yaml").symlink_to("nowhere")
    problems = Problems()
    for name in ("a.yaml", "b.yaml", "c.yaml"):
        assert read_yaml(tmp_path, name, problems, required=False).content == {}
    assert [problem.message for problem in problems] == ["a.yaml is no file", "b.yaml is no file"]


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("  x: {axes: [[token]], value: []}", "4: the axes of the input 'x' are no list of names"),
        ("  x: {axes: token, value: []}", "4: the axes of the input 'x' are no list of names"),
        ('  x: {axes: [], value: "1", meanning: "Eins."}', "4: there is no field 'meanning' here"),
        ('  x: {axes: [], value: "1", symbol: [x]}', "4: 'symbol' must be a text"),
        ('  facts: {axes: [], value: "1"}', "4: the input 'facts' means something else in expressions already"),
        ('  count: {axes: [], value: "1"}', "4: the input 'count' means something else in expressions already"),
        ('  loop: {axes: [], value: "1"}', "4: the input 'loop' means something else in expressions already"),
        ('  total: {axes: [], value: "1"}', "4: the input 'total' is the name of a function already"),
        ('  token: {axes: [], value: "1"}', "4: the input 'token' has the name of an axis"),
        ('  x.y: {axes: [], value: "1"}', "4: the input 'x.y' is no name: letters, digits and _ make one"),
        (f'  x: {{axes: [], value: "{"9" * 5000}"}}', "4: '99999999999999999999…' is no plain decimal number"),
        ("sentences: {s: {axis: [token]}}", "4: the sentence 's' is on no declared axis"),
        ("sentences: {s: {axis: token, lst: a}}", "4: there is no field 'lst' here"),
        ("givens: {}", "4: there is no field 'givens' here"),
        (
            '  seed: {axes: [], value: "1"}\n  x: {axes: [null], drawn: {size: ["-3"], from: "0", to: "1", step: "1"}}',
            "5: the input 'x' is drawn from no range",
        ),
    ],
)
def test_inputs_of_another_form(written: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "example.yaml").write_text(f"{GIVEN}{written}\n", "utf-8")
    problems = Problems()
    read_examples(tmp_path, ("example.yaml",), problems)
    assert says in said(problems)


@pytest.mark.parametrize(
    ("example", "inputs", "says"),
    [
        (
            "axes:\n\ttoken: {a: A}\n",
            "given: {x: {axes: [token], value: ['1']}}\n",
            ["2: no valid YAML: found character"],
        ),
        (
            'given:\n  seed: {axes: [], value: "1,0"}\n  x: {axes: [], drawn: {from: "0", to: "1", step: "1"}}\n',
            "",
            ["2: '1,0' is no plain decimal number"],
        ),
    ],
)
def test_what_rests_on_a_fault_is_not_said(example: str, inputs: str, says: list[str], tmp_path: Path) -> None:
    (tmp_path / "example.yaml").write_text(example, "utf-8")
    (tmp_path / "inputs.yaml").write_text(inputs, "utf-8")
    problems = Problems()
    read_examples(tmp_path, ("example.yaml", "inputs.yaml"), problems)
    assert [line[: len(start)] for line, start in zip(said(problems), says, strict=True)] == says


def test_facts_of_another_form(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "words.yaml").write_text(
        'far: {value: "1", meanin: "Weit."}\nmany: {value: ["1"]}\n', "utf-8"
    )
    problems = Problems()
    read_examples(tmp_path, (), problems)
    assert said(problems) == ["1: there is no field 'meanin' here", "2: many is no single number"]


def test_a_list_that_the_glossary_has_not(tmp_path: Path) -> None:
    (tmp_path / "glossary.yaml").write_text(
        "count: [Wort]\nnames: GPT-2\nphrases:\n- zu zweit\n- [zu dritt]\n", "utf-8"
    )
    problems = Problems()
    lexicon(read_yaml(tmp_path, "glossary.yaml", problems), problems)
    assert [(problem.place.line, problem.message, problem.remedy) for problem in problems] == [
        (1, "there is no list 'count' here", "Did you mean 'counted'?"),
        (2, "'names' must be a list of texts", ""),
        (5, "in 'phrases' stands something that is no text", ""),
    ]

"""Each file in cases/ is one case: an input, and the problems or the numbered page that must come of it.

Four ticks open a block: `input NAME` is a file of the page (the first may be preceded by `site`, the parts as YAML),
`problems` the expected problems, `page` the numbered page as pandoc writes it in Markdown.  Only blocks that
stand in the case are compared; `make accept` renews them.
"""

import datetime
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline.document import ast, lint
from pipeline.document.lexicon import Lexicon
from pipeline.document.numbering import number
from pipeline.document.pandoc import convert
from pipeline.document.read import read
from pipeline.document.sources import Filled, Source
from pipeline.load.site import Entry
from pipeline.problems import Problems
from pipeline.quantities.tokens import Tokens
from tests.conftest import Golden

CASES = Path(__file__).parent / "cases"
BLOCK = re.compile(r"^````[ ]*(?P<kind>\w+)[ ]*(?P<name>\S*)\n(?P<text>.*?)^````$", re.M | re.S)
LEXICON = Lexicon(names=("GPT-2",), counted=("Token", "Wort"))
DRAWINGS = ("plane", "heads")

pytestmark = pytest.mark.golden


@dataclass
class Outcome:
    """What came of a case."""

    problems: Problems = field(default_factory=Problems)
    page: str = ""

    @property
    def blocks(self) -> dict[str, str]:
        lines = "\n".join(str(problem) for problem in self.problems)
        return {"problems": lines + "\n" if lines else "", "page": self.page}


def run(case: str) -> Outcome:
    """The stages read, check (lint only) and number on the inputs of a case."""
    inputs = {match["name"]: match["text"] for match in BLOCK.finditer(case) if match["kind"] == "input"}
    site: dict[str, Any] = next((yaml.safe_load(m["text"]) for m in BLOCK.finditer(case) if m["kind"] == "site"), {})
    if not site:
        site = {"front": list(inputs)}
    entry = Entry(key="case", title="Case", authors=("Nobody",), date=datetime.date(2026, 1, 1), **site)
    outcome, tokens = Outcome(), Tokens()
    files = [Filled(Source(name, text), text) for name, text in inputs.items()]
    blocks = read(files, CASES / "literature.bib", tokens.place, outcome.problems)
    lint.search(blocks, LEXICON, outcome.problems)
    lint.idioms(blocks, outcome.problems)
    page = number(blocks, entry, tokens, DRAWINGS, outcome.problems)
    outcome.page = convert(json.dumps(ast.document(page.blocks)), "json", "markdown-smart-citations", "--wrap=none")
    return outcome


@pytest.mark.parametrize("path", sorted(CASES.glob("*.md")), ids=lambda path: path.stem)
def test_case(path: Path, golden: Golden) -> None:
    case = path.read_text("utf-8")
    outcome = run(case)

    def renewed(match: re.Match[str]) -> str:
        expected = outcome.blocks.get(match["kind"])
        return match[0] if expected is None else f"````{match['kind']}\n{expected}````"

    assert {match["kind"] for match in BLOCK.finditer(case)} & set(outcome.blocks), "a case expects problems or a page"
    golden(path, BLOCK.sub(renewed, case))

"""Other inputs in example.yaml: every number follows, only claims complain, and no code has to change."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pipeline.build import Built, ledger
from pipeline.delivery import run
from tests import plain

APPLE = '"Apple",   embeddings: ["1.00", "0.20"]'
PROBLEM = re.compile(r"^(?P<place>content/\S+:\d+:\d+): „.+“ does not hold: .*\d.* \[claim-fails\]$")
MARKED = re.compile(r'data-number="(?P<id>[^"]+)"[^>]*>(?P<text>[^<]*)<')
FUNCTIONS = {"total": np.sum, "maximum": np.max, "minimum": np.min, "positives": lambda row: np.sum(row > 0)}
WORDS = ("null", "eins", "zwei", "drei", "vier", "fünf", "sechs")
FOUR = (("Bank", "0.40", "0.90"), ("notes", "-0.70", "0.30"), ("were", "0.00", "0.10"), ("burnt", "1.20", "-0.50"))
FIVE = (("Der", "0.10", "0.20"), ("Kurs", "0.30", "0.80"), ("&_fiel", "-0.20", "0.50"), ("stark", "0.70", "0.10"))
FIFTH = '    again:   {text: "wieder", embeddings: ["0.40", "0.30"]}\n'


class Copy:
    """A copy of the site with the project's kept results, and what its builds said."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = folder / "site"
        for name in ("content", "figures"):
            shutil.copytree(root / name, self.root / name, ignore=shutil.ignore_patterns("__pycache__"))
        kept = shutil.ignore_patterns("built")
        shutil.copytree(root / "build" / "cache", self.root / "build" / "cache", ignore=kept)
        self.said: list[str] = []

    @property
    def example(self) -> Path:
        return self.root / "content" / "example.yaml"

    def run(self, target: str) -> int:
        self.said.clear()
        return run(self.root, target, dump=False, say=self.said.append)

    def complaints(self) -> list[str]:
        """The first lines of all problems."""
        return [line.partition("\n")[0] for line in self.said if re.search(r"\[[a-z-]+\](\n|$)", line)]

    def replace_tokens(self, tokens: tuple[tuple[str, str, str], ...], fifth: str = "") -> None:
        """Other words with other embeddings under the labels that the text knows, and perhaps one more."""
        lines = self.example.read_text("utf-8").splitlines(keepends=True)
        begin = next(number for number, line in enumerate(lines) if line.startswith("    apple:"))
        labels = ("apple", "shares", "fell", "sharply")
        lines[begin : begin + len(labels)] = [
            f'    {label}: {{text: "{text}", embeddings: ["{food}", "{finance}"]}}\n'
            for label, (text, food, finance) in zip(labels, tokens, strict=True)
        ] + [fifth]
        self.example.write_text("".join(lines), "utf-8")


@pytest.fixture
def site(root: Path, pages: list[Built], tmp_path: Path) -> Copy:
    """`pages` fills the cache that is copied."""
    return Copy(root, tmp_path)


def shown(html: str) -> Iterator[tuple[str, str]]:
    """(id, text) of each marked number of a page."""
    for match in MARKED.finditer(html):
        yield match["id"], match["text"]


def numeric(text: str) -> float:
    if text in WORDS:
        return WORDS.index(text)
    plain_text = re.sub(r"\s", "", text).replace("\N{MINUS SIGN}", "-").replace(",", ".")
    return float(plain_text.removesuffix("%")) / (100 if plain_text.endswith("%") else 1)


class Calculated:
    """The independent values by expression: `raw_weights["apple","shares"]`, `maximum(raw_weights["apple"])`."""

    def __init__(self, site: Copy, axes: dict[str, tuple[Any, ...]]) -> None:
        inputs = site.root / "content" / "artikel" / "inputs.yaml"
        self.values = plain.article(site.example.read_text("utf-8"), inputs.read_text("utf-8"))
        self.axes = axes

    def __call__(self, expression: str) -> float | None:
        """The value, or None for what `plain` does not calculate."""
        called = re.fullmatch(r"(\w+)\((.*)\)", expression)
        if called:
            row = self.array(called[2])
            return None if row is None else float(FUNCTIONS[called[1]](row))
        found = self.array(expression)
        return None if found is None or np.ndim(found) else float(found)

    def array(self, expression: str) -> Any:
        name, _, inside = expression.removesuffix("]").partition("[")
        if name not in self.values:
            return None
        labels = json.loads(f"[{inside}]")
        return self.values[name][tuple(axis.index(label) for axis, label in zip(self.axes[name], labels, strict=False))]


def test_every_number_follows_apple_and_false_claims_are_named(site: Copy, pages: list[Built]) -> None:
    text = site.example.read_text("utf-8")
    assert APPLE in text
    site.example.write_text(text.replace(APPLE, APPLE.replace("1.00", "0.90")), "utf-8")

    assert site.run("html") == 1
    assert not (site.root / "build" / "html").exists()
    assert site.complaints()
    assert all(PROBLEM.match(line) for line in site.complaints()), site.complaints()
    assert any("„genau gleich stark“ does not hold: 0,21 > 0,20" in line for line in site.complaints())

    assert site.run("draft") == 0
    draft = site.root / "build" / "draft"
    axes = {name: tuple(axis.ids for axis in value.axes) for name, value in pages[0].quantities.values.items()}
    calculated = Calculated(site, axes)
    after = {number["id"]: number for number in numbers(draft / "numbers.json") if number["where"] != "alt"}
    before = {number["id"]: number for number in json.loads(json.dumps(ledger(pages)))["numbers"] if article(number)}
    compared = set()
    for identity, printed in shown((draft / "index.html").read_text("utf-8")):
        value = calculated(after[identity]["expression"])
        if value is None:
            continue
        places = len(re.sub(r"[^\d,]", "", printed).partition(",")[2]) + (2 if "%" in printed else 0)
        assert abs(numeric(printed) - value) <= 0.5 * 10**-places + 1e-9, (identity, printed, value)
        compared.add(identity)
    changed = {key for key in after if key in before and after[key]["value"] != before[key]["value"]}
    assert {key for key in changed - compared if after[key]["expression"] != "printed sum"} == set()
    assert len(changed) > 120
    assert len(compared) > 200


def numbers(file: Path) -> list[dict[str, Any]]:
    return [number for number in json.loads(file.read_text("utf-8"))["numbers"] if article(number)]


def article(number: dict[str, Any]) -> bool:
    return bool(number["page"] == "artikel")


@pytest.mark.parametrize(("tokens", "fifth"), [(FOUR, ""), (FIVE, FIFTH)], ids=["four", "five"])
def test_other_tokens_need_no_other_code(tokens: tuple[tuple[str, str, str], ...], fifth: str, site: Copy) -> None:
    site.replace_tokens(tokens, fifth)
    assert site.run("draft") == 0
    assert site.complaints()
    assert [line for line in site.complaints() if not PROBLEM.match(line)] == []
    page = (site.root / "build" / "draft" / "index.html").read_text("utf-8").replace("\N{SOFT HYPHEN}", "")
    for text, _, _ in tokens:
        assert text.replace("&", "&amp;") in page
    assert "sharply" not in re.sub(r"<script.*?</script>|<[^>]*>", "", page, flags=re.S)
    count = "fünf" if fifth else "vier"
    assert f">{count}</" in page

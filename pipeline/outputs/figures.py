"""All drawings of a page as SVG: drawn when something that they depend on has changed, else taken from the cache.

A kept drawing lies under an address made of the figure's code with everything it imports, the style,
the fonts and Matplotlib's version; beside it lie the questions that it asked, each with its answer.
It is taken when all questions still have the same answers (see `answers`), and then Matplotlib is not
even imported.
"""

from __future__ import annotations

import json
import os
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pipeline.outputs import fonts
from pipeline.outputs.answers import Answers
from pipeline.outputs.closure import address, closure
from pipeline.outputs.literals import typed_numbers
from pipeline.problems import Code, Place, Problems
from pipeline.quantities.tokens import Number

ROOT = Path(__file__).parents[2]
DRAWING = Path(__file__).with_name("drawing.py")


@dataclass(frozen=True)
class Drawing:
    """A figure as SVG, its text kept as text, and the numbers that it prints (by id, as `data-number` says)."""

    name: str
    svg: str
    numbers: Mapping[str, Number]
    place: Place


@dataclass(frozen=True)
class Studio:
    """Where figures come from and are kept.

    folder: the site's `figures/`, one module a figure
    cache:  folder for kept drawings, made when needed
    root:   the project, whose `figures/` holds the style and what all drawings share
    """

    folder: Path
    cache: Path
    root: Path = ROOT

    def available(self) -> dict[str, Place]:
        """The figures that there are: a module that draws is one."""
        files = sorted(self.folder.glob("*.py"))
        return {
            file.stem: Place(f"{self.folder.name}/{file.name}")
            for file in files
            if "def draw(" in file.read_text("utf-8")
        }

    def drawn(self, names: Iterable[str], answers: Callable[[], Answers], problems: Problems) -> dict[str, Drawing]:
        """The drawings by name; one that fails is left out and reported.  `answers` makes a fresh `q`."""
        found = {name: self._drawing(name, answers, problems) for name in dict.fromkeys(names)}
        return {name: drawing for name, drawing in found.items() if drawing}

    def _drawing(self, name: str, answers: Callable[[], Answers], problems: Problems) -> Drawing | None:
        file = self.folder / f"{name}.py"
        place = Place(f"{self.folder.name}/{file.name}")
        if not file.is_file():
            problems.add(Code.MISSING_FILE, f"there is no figure {name}", place, f"Write {place.file} with draw(q).")
            return None
        kept = self.cache / name / f"{self._address(file)}.json"
        q = answers()
        svg = taken(kept, q)
        if svg is None:
            q = answers()
            svg = self._draw(file, q, problems)
            if svg is None:
                return None
            keep(kept, svg, q)
        return Drawing(name, svg, dict(q.numbers), place)

    def _address(self, file: Path) -> str:
        """What the look of a drawing depends on, apart from the answers."""
        style = self.root / "figures" / "style.mplstyle"
        faces = sorted(fonts.FOLDER.glob("*.ttf"))
        code = closure([file, DRAWING, self.root / "figures" / "palette.py"], self.root)
        return address([*code, style, *faces], version("matplotlib"), version("numpy"))

    def _draw(self, file: Path, q: Answers, problems: Problems) -> str | None:
        """Draw, and report what is wrong; None then, so that a faulty drawing is never kept."""
        from pipeline.outputs.drawing import draw  # Matplotlib takes longer to import than all the rest

        before = len(problems)
        try:
            svg = draw(file, q, self.root, self.cache / "matplotlib")
        except Exception as failure:  # figures are authors' code: whatever they raise is theirs to mend
            problems.add(Code.FIGURE, f"the figure {file.stem} fails: {said(failure)}", self._place(failure, file))
            return None
        for number in typed_numbers(svg, file, q):
            problems.add(
                Code.TYPED_NUMBER,
                f"the figure {file.stem} prints {number.text!r}, which is typed by hand",
                Place(f"{self.folder.name}/{file.name}", number.line),
                "Write it with q.write(axes, x, y, value, places), or give it a quantity first.",
            )
        return svg if len(problems) == before else None

    def _place(self, failure: BaseException, file: Path) -> Place:
        """The innermost line of a figure's own code."""
        frames = traceback.extract_tb(failure.__traceback__)
        ours = [frame for frame in frames if Path(frame.filename).parent in (self.folder, self.root / "figures")]
        if not ours:
            return Place(f"{self.folder.name}/{file.name}")
        return Place(f"{self.folder.name}/{Path(ours[-1].filename).name}", ours[-1].lineno or 0)


def said(failure: BaseException) -> str:
    """An exception in one line."""
    return f"{str(failure) or type(failure).__name__}"


def taken(kept: Path, q: Answers) -> str | None:
    """The kept drawing, if there is one and every question has the answer that it had."""
    try:
        record: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
        same = all(q.ask(tuple(question)) == answer for question, answer in record["asked"])
    except (OSError, ValueError, LookupError):
        return None  # never kept, torn, or a question that has no answer any more
    return str(record["svg"]) if same else None


def keep(kept: Path, svg: str, q: Answers) -> None:
    """Keep a drawing with its questions, and let go of those of earlier code."""
    record = {"asked": list(q.asked.items()), "svg": svg}
    kept.parent.mkdir(parents=True, exist_ok=True)
    fresh = kept.with_suffix(f".{os.getpid()}")
    fresh.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
    fresh.replace(kept)
    for old in kept.parent.glob("*.json"):
        if old != kept:
            old.unlink(missing_ok=True)

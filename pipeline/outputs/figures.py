"""All drawings of a page as SVG: drawn when something that they depend on has changed, else taken from the cache.

A kept drawing lies under an address made of the figure's code with everything it imports, the style,
the fonts and Matplotlib's version; beside it lie the questions that it asked, each with its answer.
It is taken when all questions still have the same answers (see `answers`), and then Matplotlib is not
even imported.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pipeline.arithmetic import Entry
from pipeline.beside import begun
from pipeline.document.lexicon import Lexicon
from pipeline.outputs import fonts
from pipeline.outputs.answers import Answers
from pipeline.outputs.closure import address, closure
from pipeline.outputs.literals import typed_numbers
from pipeline.problems import AUTHORS_FAULTS, Code, Place, Problems
from pipeline.quantities.tokens import Number, Wording
from pipeline.storage import write_whole

ROOT = Path(__file__).parents[2]
SAVING = Path(__file__).with_name("drawing.py")


@dataclass(frozen=True)
class Drawing:
    """A figure as SVG, its text kept as text, and what its elements are marked with.

    numbers:  id → number that it prints, as `data-number` says
    follows:  key → what elements follow (see `answers`)
    wordings: the labels that it shows
    """

    name: str
    svg: str
    numbers: Mapping[str, Number]
    place: Place
    follows: Mapping[str, Entry] = field(default_factory=dict)
    wordings: Sequence[Wording] = ()


@dataclass(frozen=True)
class Studio:
    """Where figures come from and are kept.

    folder:  the site's `figures/`, one module a figure
    cache:   folder for kept drawings, made when needed
    root:    the project, whose `figures/` holds the style and what all drawings share
    lexicon: which words count something, for number words in drawings
    """

    folder: Path
    cache: Path
    root: Path = ROOT
    lexicon: Lexicon = Lexicon()

    def available(self) -> dict[str, Place]:
        """The figures that there are: a module that draws is one."""
        files = sorted(self.folder.glob("*.py"))
        return {
            file.stem: Place(f"{self.folder.name}/{file.name}")
            for file in files
            if file.is_file() and b"def draw(" in file.read_bytes()
        }

    def drawn(self, names: Iterable[str], answers: Callable[[], Answers], problems: Problems) -> dict[str, Drawing]:
        """The drawings by name; one that fails is left out and reported.  `answers` makes a fresh `q`.

        A name without a module is reported where the page refers to it.
        """
        setting = self._setting()
        found = {name: self._drawing(name, setting, answers, problems) for name in dict.fromkeys(names)}
        return {name: drawing for name, drawing in found.items() if drawing}

    def begun(self, names: Iterable[str], answers: Callable[[], Answers], wanted: bool = True) -> Callable[[], object]:
        """Begin, beside this process, what was never drawn; call the result before `drawn`, which finds it kept.

        What fails there, fails again when it is drawn, and is reported then.
        """
        missing = [name for name in names if self._file(name).is_file() and not (self.cache / name).is_dir()]
        return begun(
            lambda: len(self.drawn(missing, answers, Problems())), wanted and bool(missing)
        )  # the rest is kept

    def _file(self, name: str) -> Path:
        return self.folder / f"{name}.py"

    def _drawing(self, name: str, setting: str, answers: Callable[[], Answers], problems: Problems) -> Drawing | None:
        file = self._file(name)
        place = Place(f"{self.folder.name}/{file.name}")
        if not file.is_file():
            return None
        kept = self.cache / name / f"{address(closure([file], self.root), setting)}.json"
        q = answers()
        svg = taken(kept, q)
        if svg is None:
            q = answers()
            svg = self._draw(file, q, problems)
            if svg is None:
                return None
            keep(kept, svg, q)
        self._refuse_typed(svg, file, q, problems)
        return Drawing(name, svg, dict(q.numbers), place, dict(q.follows), tuple(q.wordings.values()))

    def _setting(self) -> str:
        """What the look of every drawing depends on: style, saving code, faces, libraries."""
        style, palette = (self.root / "figures" / name for name in ("style.mplstyle", "palette.py"))
        faces = sorted(fonts.FOLDER.glob("STIXTwoText-*.ttf"))
        saving = closure([SAVING], ROOT)
        return address([style, palette, *saving, *faces], version("matplotlib"), version("numpy"))

    def _draw(self, file: Path, q: Answers, problems: Problems) -> str | None:
        """Draw, or report why that fails."""
        from pipeline.outputs.drawing import draw  # Matplotlib takes longer to import than all the rest

        try:
            return draw(file, q, self.root, self.cache / "matplotlib")
        except AUTHORS_FAULTS as failure:
            message = f"the figure {file.stem} fails: {str(failure) or type(failure).__name__}"
            if isinstance(failure, SyntaxError):  # in what all figures share, it is one fault and no figure's
                message = f"no valid Python: {failure.msg}"
            problems.add(Code.FIGURE, message, self._place(failure, file))
            return None

    def _refuse_typed(self, svg: str, file: Path, q: Answers, problems: Problems) -> None:
        """Report every number that a drawing prints without having asked for it."""
        for typed in typed_numbers(svg, file, q, self.lexicon):
            problems.add(
                Code.TYPED_NUMBER_WORD if typed.word else Code.TYPED_NUMBER,
                f"the figure {file.stem} says “{typed.text}”, which holds a number typed by hand",
                Place(f"{self.folder.name}/{file.name}", typed.line),
                "Write it with q.write(axes, x, y, value, places); what has no quantity yet needs one first.",
            )

    def _place(self, failure: BaseException, file: Path) -> Place:
        """The innermost line of a figure's own code."""
        if isinstance(failure, SyntaxError) and failure.filename:
            return Place(f"{self.folder.name}/{Path(failure.filename).name}", failure.lineno or 0)
        frames = traceback.extract_tb(failure.__traceback__)
        ours = [frame for frame in frames if Path(frame.filename).parent in (self.folder, self.root / "figures")]
        if not ours:
            return Place(f"{self.folder.name}/{file.name}")
        return Place(f"{self.folder.name}/{Path(ours[-1].filename).name}", ours[-1].lineno or 0)


def taken(kept: Path, q: Answers) -> str | None:
    """The kept drawing, if there is one and every question has the answer that it had."""
    try:
        record: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
        same = all(q.ask(tuple(question)) == answer for question, answer in record["asked"])
    except (OSError, ValueError, LookupError, ArithmeticError):
        return None  # never kept, torn, or a question that has no (decided) answer any more
    return str(record["svg"]) if same else None


def keep(kept: Path, svg: str, q: Answers) -> None:
    """Keep a drawing with its questions, and let go of those of earlier code."""
    record = {"asked": list(q.asked.items()), "svg": svg}
    write_whole(kept, json.dumps(record, ensure_ascii=False), alone=True)

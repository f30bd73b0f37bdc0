"""Nothing typed by hand: sentences with numbers are all found, sentences without none."""

from pathlib import Path

from pipeline.document import lint
from pipeline.document.lexicon import Lexicon
from pipeline.document.read import read
from pipeline.document.sources import Filled, Source
from pipeline.problems import Code, Place, Problems

FOLDER = Path(__file__).parent
LEXICON = Lexicon(
    names=("GPT-2", "GPT-3", "T5"),
    counted=("Abbildung", "Achse", "Dimension", "Kopf", "Schicht", "Token", "Vektor", "Wort", "Zeile"),
    phrases=("halb so wild",),
)
TYPED = (Code.TYPED_NUMBER, Code.TYPED_NUMBER_WORD)


def flagged_lines(text: str) -> set[int]:
    problems = Problems()
    source = Source("sentences.md", text)
    blocks = read([Filled(source, text)], None, lambda token: Place(), Problems())
    lint.search(blocks, LEXICON, problems)
    return {problem.place.line for problem in problems if problem.code in TYPED}


def sentences(file: str) -> list[str]:
    return (FOLDER / file).read_text("utf-8").splitlines()


def spread(lines: list[str]) -> str:
    """Each sentence a paragraph of its own, on an odd line."""
    return "\n\n".join(lines) + "\n"


def test_every_sentence_with_a_number_is_found():
    lines = sentences("sentences-with.txt")
    flagged = flagged_lines(spread(lines))
    assert len(lines) >= 200
    assert [line for at, line in enumerate(lines) if 2 * at + 1 not in flagged] == []


def test_no_sentence_without_a_number_is_flagged():
    lines = sentences("sentences-without.txt")
    flagged = flagged_lines(spread(lines))
    assert len(lines) >= 200
    assert [line for at, line in enumerate(lines) if 2 * at + 1 in flagged] == []

"""Nothing typed by hand: sentences with numbers are all found, sentences without none."""

from pathlib import Path

from pipeline.document import ast, lint
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


def listing(code: str, output: str) -> list[tuple[Code, str]]:
    """What is found typed in a listing as the build puts it together."""
    parts = [
        {"t": "CodeBlock", "c": [ast.attr("", [name]), text]} for name, text in (("python", code), ("output", output))
    ]
    problems = Problems()
    lint.search([ast.div(ast.attr("lst:x", ["listing"]), parts)], LEXICON, problems)
    return [(problem.code, problem.written) for problem in problems]


def test_what_a_listing_says_in_words_is_run_by_nobody() -> None:
    """Its numbers are compared, or calculated with; a comment is neither."""
    assert listing("a = 0.5  # x\nprint(a)\n", "0.50 Gewicht") == []
    assert listing("a = 0.5  # Gewicht 0.401\n", "") == [(Code.TYPED_NUMBER, "0.401")]
    assert listing("# drei Token\na = '#7'\n", "") == [(Code.TYPED_NUMBER_WORD, "drei")]
    assert listing("a = 0.5\n", "drei Token") == [(Code.TYPED_NUMBER_WORD, "drei")]


def test_only_an_address_may_hold_digits() -> None:
    """What looks like the beginning of one is text like all others."""
    free = ["<https://example.org/0.401/7>", "[www.example.org/7](www.example.org/7)", "<mailto:a7@example.org>"]
    typed = ["[www.Wert=0,401](www.Wert=0,401)", "[7@x](7@x)", "[10.1000/x=0,401](10.1000/x=0,401)"]
    typed += ["[http://0,401](http://0,401)", "[https://wert-ist-0,401.de](https://wert-ist-0,401.de)"]
    assert flagged_lines(spread(free)) == set()
    assert flagged_lines(spread(typed)) == {2 * at + 1 for at in range(len(typed))}

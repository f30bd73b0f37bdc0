"""Every node knows where it stands in its source."""

import pytest

from pipeline.document import ast, positions
from pipeline.document.read import read
from pipeline.document.sources import Filled, Source
from pipeline.problems import Place, Problems
from pipeline.quantities.tokens import FIRST

SOURCE = """# Titel {#sec:title}

Ein Wort [= raw["apple"] | num(3) =] und *noch* [eins]{.claim check="a > b"}.

[% for part in row %]Teil [= part | num =] [% endfor %]Ende.

[$$
a = [= x | num =] + c
$$]{#eq:sum check=sum}

| Kopf | Zelle |
|:-----|:------|
| eins | zwei  |

: Legende. {#tbl:one}

![Bild.](figure:plane){#fig:plane alt="Ein Pfeil bei [= x | num =] und dann"}
"""
TOKENS = {chr(FIRST + index): place for index, place in enumerate([(3, 10), (5, 27), (5, 27), (8, 5), (17, 54)], 1)}


@pytest.fixture(scope="module")
def blocks():
    tokens = iter(TOKENS)
    text = SOURCE.replace('[= raw["apple"] | num(3) =]', next(tokens))
    loop = "[% for part in row %]Teil [= part | num =] [% endfor %]"
    text = text.replace(loop, f"Teil {next(tokens)} Teil {next(tokens)} ")
    text = text.replace("[= x | num =]", next(tokens), 1).replace("[= x | num =]", next(tokens), 1)
    problems = Problems()
    found = read([Filled(Source("a.md", SOURCE), text)], None, lambda token: Place("a.md", *TOKENS[token]), problems)
    assert not [str(problem) for problem in problems]
    return found


def word(blocks, text):
    return next(node for node in ast.nodes(blocks, words=True) if node["t"] == "Str" and text in node["c"])


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("Titel", 1, 3),
        ("Wort", 3, 5),
        ("noch", 3, 43),
        ("eins", 3, 50),
        ("Ende", 5, 56),
        ("zwei", 13, 10),
        ("Legende", 15, 3),
        ("Bild", 17, 3),
    ],
)
def test_words_stand_where_the_author_wrote_them(blocks, text, line, column):
    assert ast.place(word(blocks, text)) == Place("a.md", line, column)


def test_words_of_a_loop_keep_to_its_line(blocks):
    again = [
        ast.place(node).line for node in ast.nodes(blocks, words=True) if node["t"] == "Str" and node["c"] == "Teil"
    ]
    assert again == [5, 5]


def test_containers_begin_with_what_they_contain(blocks):
    claim = next(node for node in ast.nodes(blocks) if "claim" in ast.classes(node))
    assert ast.place(claim) == Place("a.md", 3, 50)


def test_names_of_latex_commands_do_not_lead_astray():
    unread = "% was hier steht, liest niemand, und es ist länger als die zwölf Wörter, die ein Wort allein überspringt"
    text = f"Erst.\n{unread}\n\\claim{{a > b}}{{Am \\textbf{{weitesten}} ganz oben}}, nie \\emph{{unten}}.\n"
    found = read([Filled(Source("a.tex", text), text)], None, lambda token: Place(), Problems())
    claim = next(node for node in ast.nodes(found) if "claim" in ast.classes(node))
    assert ast.place(claim) == Place("a.tex", 3, 15)
    assert ast.place(word(found, "unten")) == Place("a.tex", 3, 59)


def test_captions_of_latex_stand_above_tables_and_below_figures():
    table = "\\begin{table}\n\\caption{Eine Tabelle.}\n\\begin{tabular}{l}\nZelle \\\\\nweiter \\\\\n\\end{tabular}\n\\end{table}\n"  # noqa: E501
    figure = "\\begin{figure}\n\\includegraphics[alt={Ein Pfeil.}]{figure:a}\n\\caption{Ein Bild.}\n\\end{figure}\n"
    text = f"{table}\n{figure}"
    found = read([Filled(Source("a.tex", text), text)], None, lambda token: Place(), Problems())
    places = [ast.place(word(found, part)) for part in ("Tabelle", "Zelle", "weiter", "Bild")]
    assert places == [Place("a.tex", 2, 15), Place("a.tex", 4, 1), Place("a.tex", 5, 1), Place("a.tex", 11, 14)]
    image = next(node for node in ast.nodes(found) if node["t"] == "Image")
    assert ast.place(positions.attribute(image, "alt")) == Place("a.tex", 10, 23)


def test_inside_a_formula_columns_hold_after_an_expression(blocks):
    formula = next(node for node in ast.nodes(blocks) if node["t"] == "Math")
    assert positions.inside(formula, formula["c"][1].index("c")) == Place("a.md", 8, 21)


def test_an_alternative_text_has_places_of_its_own(blocks):
    image = next(node for node in ast.nodes(blocks) if node["t"] == "Image")
    alt = positions.attribute(image, "alt")
    assert positions.inside(alt, alt["c"].index("dann")).column == SOURCE.splitlines()[16].index("dann") + 1

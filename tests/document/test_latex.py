"""LaTeX and Markdown that say the same give the same tree."""

from pathlib import Path
from typing import Any

import pytest

from pipeline.build import Build, Cache
from pipeline.document import ast
from pipeline.document.latex import check_latex
from pipeline.document.read import read
from pipeline.document.sources import Filled, Source
from pipeline.problems import Code, Place, Problems
from pipeline.quantities.tokens import TOKEN

SITE = Path(__file__).parents[1] / "sites" / "gerade"

PAIRS = {
    "heading": (r"\section*{Titel}\label{sec:a}", "# Titel {#sec:a .unnumbered}"),
    "emphasis": (r"\emph{ein} \textbf{Wort} \texttt{x_1}", "*ein* **Wort** `x_1`"),
    "characters": (r"100\,\% \& \_ \# * [a] ``ja''~-- so", "100\u202f% & \\_ \\# \\* \\[a\\] „ja“\u00a0-- so"),
    "no list": ("1986. war\n\n- gut", "1986\\. war\n\n\\- gut"),
    "comment": ("ein % zwei\nWort", "ein Wort"),
    "claim": (r"\claim{w['a'] > 0}{\emph{mehr}}", "[*mehr*]{.claim check=\"w['a'] > 0\"}"),
    "claim with quotes": (r'\claim{w["a"] > 0}{mehr}', "[mehr]{.claim check='w[\"a\"] > 0'}"),
    "formula": (r"\formula{score}{$s_{i}$} und $x$", "[$s_{i}$]{check=score} und $x$"),
    "display": ("\\begin{equation}\na = b\n\\end{equation}", "$$\na = b\n$$"),
    "reference": (r"\cref{eq:a}", "[](#eq:a)"),
    "block": ("\\begin{keysentence}\nSatz.\n\\end{keysentence}", "::: keysentence\nSatz.\n:::"),
    "remark": ("\\begin{remark}{Warum?}\nDarum.\n\\end{remark}", '::: {.remark title="Warum?"}\nDarum.\n:::'),
    "list": ("\\begin{enumerate}\n\\item a\n\\item b\n\\end{enumerate}", "1. a\n2. b"),
    "code": ("\\begin{verbatim}\na = 1\n\\end{verbatim}", "```\na = 1\n```"),
    "quote": ("\\begin{quote}\nein Wort\n\\end{quote}", "> ein Wort"),
    "link": (r"\href{https://example.org}{dort}\footnote{hier}", "[dort](https://example.org)^[hier]"),
}


def tree(text: str, file: str) -> list[Any]:
    source = Source(file, text + "\n")
    problems = Problems()
    (block,) = read([Filled(source, source.text)], None, lambda token: Place(), problems)
    assert [problem.code for problem in problems if problem.code != Code.UNKNOWN_REFERENCE] == []
    return bare(block["c"][1])


def bare(value: Any) -> Any:
    """A tree without places and without the difference between a space and the end of a line."""
    if isinstance(value, list):
        return [bare(item) for item in value]
    if isinstance(value, dict):
        kept = {key: bare(item) for key, item in value.items() if key in ("t", "c") or "t" not in value}
        return {"t": "Space"} if kept == {"t": "SoftBreak"} else kept
    return value


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_both_languages_give_one_tree(pair):
    latex, markdown = pair
    assert tree(latex, "a.tex") == tree(markdown, "a.md")


@pytest.mark.parametrize("source", [r"\[ a = b \]", r"\( a \)", r"\ref{x}", r"\unknown", r"\begin{align}\end{align}"])
def test_what_is_not_in_the_list_is_refused(source):
    problems = Problems()
    check_latex(Source("a.tex", source), problems)
    assert [problem.code for problem in problems] == [Code.UNKNOWN_TEX]


@pytest.mark.parametrize(
    ("source", "piece"),
    [
        ("a & b", "&"),
        (r"\item eins", r"\item"),
        (r"\begin{itemize}eins \item zwei\end{itemize}", "eins"),
        (r"\begin{enumerate}\end{enumerate} \caption{x}", r"\caption"),
        (r"\begin{figure}\includegraphics{figure:a} Text\end{figure}", " Text"),
        (r"\begin{table}\emph{x}\end{table}", r"\emph"),
        (r"Wort \label{sec:a}", r"\label"),
        (r"\checked{a}", r"\checked"),
    ],
)
def test_what_would_be_dropped_is_refused(source, piece):
    problems = Problems()
    check_latex(Source("a.tex", source), problems)
    assert [problem.place.column for problem in problems] == [source.index(piece) + 1]


def test_expressions_are_filled_and_every_number_is_a_token_with_its_place(tmp_path):
    build = Build(SITE, Cache(tmp_path))
    _, pages = build.pages()
    assert [str(problem) for problem in build.problems if "streuung" in problem.place.file] == []
    page = next(page.page for page in pages if page.page.key == "streuung")
    found = [
        token
        for node in ast.nodes(page.blocks, words=True)
        for token in TOKEN.findall(ast.text(node) if node["t"] == "Str" else "")
    ]
    lines = (SITE / "content/streuung/01-streuung.tex").read_text("utf-8").splitlines()
    assert len(found) > 10
    for token in found:
        place = page.tokens.place(token)
        assert lines[place.line - 1].startswith(r"\VAR{", place.column - 1)

r"""How deep markup nests.  Deeper than anybody reads, pandoc takes hours over brackets, and Python gives up on lists.

So it is asked before anything else looks: a file that nests too deep is reported, and left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipeline.document.sources import Dialect, Filled, Source
from pipeline.problems import Code, Problems

DEEPEST = 8  # levels; the articles have two
INDENTED = 40  # spaces before the mark of a list's item that stands deeper than that
_NO_TEXT = re.compile(  # code and formulas
    r"(?<![`\\])(`+)(?!`)(?:.+?)(?<!`)\1(?!`)"
    r"|\$\$.*?\$\$|(?<![\\$])\$(?![\s$])(?:\\.|[^$\\])*?(?<!\s)\$|\\begin\{(equation|verbatim)\}.*?\\end\{\2\}",
    re.S,
)
_SIGN = re.compile(
    r"\\(?P<begin>begin|end)\{|\\.|(?P<fence>^ {0,3}:{3,}[ \t]*(?P<name>[^\n]*)$)|(?P<item>^ *(?:[-*+]|\d+[.)]) )"
    r"|(?P<quote>^(?: {0,3}>)+)|(?P<blank>\n[ \t]*\n)|(?P<link>\]\()|(?P<bracket>[\[\](){}])",
    re.S | re.M,
)
_OPEN = {"[": "]", "(": ")", "{": "}"}


def readable(files: Sequence[Filled], problems: Problems) -> list[Filled]:
    """The files, those without their text that nest too deep; these are reported."""
    return [_emptied(filled, problems) for filled in files]


def _emptied(filled: Filled, problems: Problems) -> Filled:
    deep = next(_too_deep(filled.source), None)
    if deep is None:
        return filled
    remedy = "Take it apart, or escape what is no markup: \\[."
    problems.add(Code.BAD_MARKUP, f"this nests deeper than {DEEPEST} levels", filled.source.place(deep), remedy)
    return Filled(Source(filled.source.file, ""), "")


def _too_deep(source: Source) -> Iterator[int]:
    """Where a level is opened that nobody could follow."""
    text = source.text
    for pattern in (source.dialect.code, _template_parts(source.dialect), _NO_TEXT):
        text = pattern.sub(_blank, text)
    signs: list[str] = []  # what is open: brackets end with their paragraph in Markdown, blocks do not
    blocks = 0
    for found in _SIGN.finditer(text):
        kind, sign = found.lastgroup, found[0]
        if kind == "begin":
            blocks += 1 if found["begin"] == "begin" else -1
        elif kind in ("fence", "name"):
            blocks += 1 if found["name"].strip() else -1
        elif kind == "blank":
            signs = signs if source.file.endswith(".tex") else []
        elif kind == "link":
            signs = [*(signs[:-1] if signs and signs[-1] == "[" else signs), "("]
        elif kind == "bracket" and (sign != "(" or "(" in signs):  # plain parentheses are text
            signs = [*signs, sign] if sign in _OPEN else signs[:-1] if signs and _OPEN[signs[-1]] == sign else signs
        blocks = max(blocks, 0)
        deep = kind == "item" and len(sign) - len(sign.lstrip()) > INDENTED
        if deep or (kind == "quote" and sign.count(">") > DEEPEST) or max(len(signs), blocks) > DEEPEST:
            yield found.start()


def _template_parts(dialect: Dialect) -> re.Pattern[str]:
    """Expressions, statements and comments."""
    delimiters = (dialect.expression, dialect.block, dialect.comment)
    return re.compile("|".join(f"{re.escape(begin)}.*?{re.escape(end)}" for begin, end in delimiters), re.S)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", "x", match[0])

"""TeX with number tokens → MathML, through math-core.

The converter sees a token as a letter and a decimal with a point as one number; here the token
becomes a marked number in its German spelling, and the point a comma.  Style attributes, which the
page's security policy forbids, become classes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import escape, unescape

from math_core import LatexError, LatexToMathML

from pipeline.document.tex import expand, points
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import TOKEN, Number, Tokens

_LEAF = re.compile(rf"<(mi|mo|mn|mtext)\b([^<>]*)>([^<>]*(?:{TOKEN.pattern})[^<>]*)</\1>")
_POINT = re.compile(r"(<mn[^<>]*>\d+)\.(\d+</mn>)")
_CALL = re.compile("<mo lspace=[^<>]*>\N{FUNCTION APPLICATION}</mo>(?=<mrow><mo>[(\\[{])")  # no space before a fence
_STYLE = re.compile(r' style="([^"]*)"')
_ROOT = re.compile(r"<math\b([^<>]*)>")
_TEXT = re.compile("<mtext([^<>]*)>([^<>]*)</mtext>")
_OPERATION = re.compile(r"\\dots(?![A-Za-z])(?=\s*(?:[+=<>-]|\\(?:cdot|times|le|ge)(?![A-Za-z])))")
_THREE_DOTS = re.compile(r"(?:<mo[^<>]*>\.</mo>){3}")

# math-core's few style attributes, by what they are for.
_CLASSES = {
    "text-align: right;justify-items: end;padding-right: 0;": "right",
    "text-align: left;justify-items: start;padding-left: 0;": "left",
    "text-align: left;justify-items: start;padding-right: 0;": "case",
    "text-align: left;justify-items: start;padding-right: 0;padding-left:1em;": "case condition",
}


class FormulaError(ValueError):
    """The converter refuses a formula that the list of allowed TeX lets through."""


@cache
def _converter() -> LatexToMathML:
    return LatexToMathML(fancy_error=False)


def mathml(tex: str, display: bool, tokens: Tokens, label: str = "") -> str:
    """The `<math>` element of one formula; `label` is the sentence that says it aloud.

    Raises `FormulaError`.
    """
    prepared = _OPERATION.sub(r"\\cdots", points(expand(tex)))
    try:
        converted = str(_converter().convert_with_local_state(prepared.strip(), displaystyle=display))
    except LatexError as error:
        offset, _, reason = str(error).partition(": ")
        raise FormulaError(f"{reason or offset} in {tokens.spell(tex.strip(), Context.CODE)}") from error
    converted = _THREE_DOTS.sub("<mi>…</mi>", converted.replace("&ApplyFunction;", "\N{FUNCTION APPLICATION}"))
    converted = _CALL.sub("<mo>\N{FUNCTION APPLICATION}</mo>", converted)
    converted = _STYLE.sub(_class, _POINT.sub(r"\1,\2", converted))
    converted = _LEAF.sub(lambda match: _split_leaf(match, tokens), converted)
    spoken = f' aria-label="{escape(label)}"' if label else ""
    return _ROOT.sub(lambda match: f"<math{match[1]}{spoken}>", converted, count=1)


def with_wordings(element: str, wordings: Iterable[tuple[str, str]]) -> str:
    """A formula whose texts from data are marked; `wordings` are those texts with their ids, in order."""
    position = 0
    for text, identity in wordings:
        for found in _TEXT.finditer(element, position):
            if unescape(found[2]).replace("\N{NO-BREAK SPACE}", " ") == text:
                marked = f'<mtext{found[1]} data-wording="{escape(identity)}">{found[2]}</mtext>'
                element = element[: found.start()] + marked + element[found.end() :]
                position = found.start() + len(marked)
                break
    return element


def number_element(number: Number) -> str:
    """A computed number inside a formula."""
    return f'<mn class="number" data-number="{number.id}">{escape(number.spelled(Context.MATH))}</mn>'


def _class(match: re.Match[str]) -> str:
    if match[1] not in _CLASSES:
        raise FormulaError(f"the converter writes the unknown style {match[1]!r}")
    return f' class="{_CLASSES[match[1]]}"'


def _split_leaf(match: re.Match[str], tokens: Tokens) -> str:
    """A leaf that holds tokens, among other text perhaps, as a row of leaves."""
    name, attributes, content = match.groups()
    pieces = []
    for piece in re.split(f"({TOKEN.pattern})", content):
        if TOKEN.fullmatch(piece):
            pieces.append(number_element(tokens.number(piece)))
        elif piece:
            pieces.append(f"<{name}{attributes}>{piece}</{name}>")
    return pieces[0] if len(pieces) == 1 else f"<mrow>{''.join(pieces)}</mrow>"

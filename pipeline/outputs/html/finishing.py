"""Last touches to the HTML that pandoc wrote: what neither its writer nor the tree can say."""

from __future__ import annotations

import re

from pipeline.outputs.html.inlines import number_element
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import TOKEN, Tokens

JOINER = "\N{WORD JOINER}"

_LINE_MARK = re.compile(r'<span id="cb\d+-\d+"><a href="#cb\d+-\d+" aria-hidden="true" tabindex="-1"></a>')
_CODE_MARK = re.compile(r' id="cb\d+"')
_AFTER_FORMULA = re.compile(r"</math>(?:</(?:span|em|strong|a)>)*(?=[-.,;:!?)“‘…])")
_BEFORE_FORMULA = re.compile(r'[(„‚](?=(?:<span class="(?:claim|long)">|<a [^>]*>)*<math)')
_EMPTY_HEAD = re.compile(r"<th([^>]*)></th>")
_FORMULA_HEAD = re.compile(r"<(th[^>]*)><math>((?:(?!</math>).)*)</math></th>")
_LED_NUMBER = re.compile(r'class="proof"><span class="number" (data-number="[^"]*")>([^<]*)</span></a>')
_TAG = re.compile(r"<[^>]*>")


def finished(text: str, tokens: Tokens) -> str:
    """The HTML of a page's blocks as it goes into the page."""
    return _numbers_in_code(_without_code_marks(_table_heads(_led_numbers(_joined(text)))), tokens)


def _led_numbers(text: str) -> str:
    """A number that leads to its proof is its own link: one element instead of two, for each of hundreds."""
    return _LED_NUMBER.sub(r'class="proof number" \1>\2</a>', text)


def _joined(text: str) -> str:
    """Browsers break lines between a formula and the signs that touch it; a word joiner forbids that."""
    return _BEFORE_FORMULA.sub(rf"\g<0>{JOINER}", _AFTER_FORMULA.sub(rf"\g<0>{JOINER}", text))


def _table_heads(text: str) -> str:
    """An empty head names nothing and is none; one that is a formula gets a name."""
    return _FORMULA_HEAD.sub(_named_head, _EMPTY_HEAD.sub(r"<td\1></td>", text))


def _named_head(match: re.Match[str]) -> str:
    """The formula's signs as plain text beside it: not every reader takes a name from MathML."""
    signs = " ".join(_TAG.sub(" ", match[2]).split())
    return f'<{match[1]}><math aria-hidden="true">{match[2]}</math><span class="unseen">{signs}</span></th>'


def _without_code_marks(text: str) -> str:
    """Pandoc's anchors for the lines of code go: nothing links to them."""
    return _CODE_MARK.sub("", _LINE_MARK.sub("<span>", text))


def _numbers_in_code(text: str, tokens: Tokens) -> str:
    """Code is all that still holds tokens: pandoc takes it as plain text."""
    return TOKEN.sub(lambda match: number_element(tokens.number(match[0]), Context.CODE), text)

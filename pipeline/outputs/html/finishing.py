"""Last touches to the HTML that pandoc wrote: what neither its writer nor the tree can say."""

from __future__ import annotations

import re

from pipeline.outputs.html.inlines import number_element
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import TOKEN, Tokens

_TOUCHED = re.compile(
    r"""(?P<before>[(„‚]|(?<![^\s<>])[^\s<>]{1,16}[ ](?=<math><mn>\d</mn></math>)|)
    (?P<opening>(?:<span\ class="long">|<a\ [^>]*>)*)
    (?P<formula><math\b(?!\ display)(?:(?!</math>).)*</math>)
    (?P<closing>(?:</(?:span|em|strong|a)>)*)
    (?P<after>[-.,;:!?)“‘…]*)""",
    re.VERBOSE | re.DOTALL,
)
_NAME_WITH_DIGIT = re.compile(r"(?<![\w-])[A-Z]{2,}-\d(?![\w-])(?=[^<>]*<)")  # GPT-3, but in no tag
_EMPTY_HEAD = re.compile(r"<th([^>]*)></th>")
_FORMULA_HEAD = re.compile(r"<(th[^>]*)><math>((?:(?!</math>).)*)</math></th>")
_LED_NUMBER = re.compile(r'class="proof"><span class="number" (data-number="[^"]*")>([^<]*)</span></a>')
_TAG = re.compile(r"<[^>]*>")


def finished(text: str, tokens: Tokens) -> str:
    """The HTML of a page's blocks as it goes into the page."""
    return _numbers_in_code(_table_heads(_led_numbers(_joined(text))), tokens)


def _led_numbers(text: str) -> str:
    """A number that leads to its proof is its own link: one element instead of two, for each of hundreds."""
    return _LED_NUMBER.sub(r'class="proof number" \1>\2</a>', text)


def _joined(text: str) -> str:
    """Browsers break lines between a formula and the signs that touch it, whatever joins them, unless a box forbids it.

    A single digit stays with the word before it, too: alone, it might be the last line of its paragraph; and so do the
    letters and the digit of a name.
    """
    return _NAME_WITH_DIGIT.sub(r'<span class="nowrap">\g<0></span>', _TOUCHED.sub(_unbroken, text))


def _unbroken(match: re.Match[str]) -> str:
    before, opening, formula, closing, after = match.groups()
    if not before and not after:
        return match[0]
    tags = _TAG.findall(closing)
    own, outer = "".join(tags[: opening.count("<")]), "".join(tags[opening.count("<") :])
    if "</a>" in outer:
        return match[0]
    if 'class="long"' in opening:  # the box that scrolls is the box that holds together
        inner = formula + own.removesuffix("</span>") + after
        return f"{opening[: opening.index('>') + 1]}{before}{opening[opening.index('>') + 1 :]}{inner}</span>{outer}"
    return f'<span class="nowrap">{before}{opening}{formula}{own}{after}</span>{outer}'


def _table_heads(text: str) -> str:
    """An empty head names nothing and is none; one that is a formula gets a name."""
    return _FORMULA_HEAD.sub(_named_head, _EMPTY_HEAD.sub(r"<td\1></td>", text))


def _named_head(match: re.Match[str]) -> str:
    """The formula's signs as plain text beside it: not every reader takes a name from MathML."""
    signs = " ".join(_TAG.sub(" ", match[2]).split())
    return f'<{match[1]}><math aria-hidden="true">{match[2]}</math><span class="unseen">{signs}</span></th>'


def _numbers_in_code(text: str, tokens: Tokens) -> str:
    """Code is all that still holds tokens: pandoc takes it as plain text."""
    return TOKEN.sub(lambda match: number_element(tokens.number(match[0]), Context.CODE), text)

r"""Digits in text and in TeX: every numeral of any script, fractions, Roman numerals, and what may stand free.

In running text only names and the constants 0, 1 and −1 standing alone are free.  In an inline formula
integers are, as indices, coefficients, offsets and exponents of symbols; never a decimal, never
`symbol = number`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pipeline.document import german
from pipeline.document.lexicon import Lexicon
from pipeline.document.number_words import Found, cardinal, counting
from pipeline.quantities.tokens import TOKEN

FREE_INTEGER = 9  # larger coefficients and exponents are facts or results, no structure

_BLANKS = "\u00a0\u202f\u2009"
_LITERAL = re.compile(
    r"(?:(?<![\w)])[-−+])?"
    rf"\d+(?:[.,:/'{_BLANKS}](?=\d)\d+| (?=\d{{3}}(?!\d))\d+)*"
    rf"(?:[ {_BLANKS}]?[%‰])?"
)
# Neighbours in a list of numbers: "TOKEN; 1", and items that end with their number, "Hund → Lage 1; Katze TOKEN;" or
# "Hund · Lage 1".
_BESIDE_A_NUMBER = (
    re.compile(rf"{TOKEN.pattern}\s*(?:[;,/]\s*|;[^;.!?]*)$|[→·][^;.!?]*$"),
    re.compile(rf"\s*(?:[;/]\s*{TOKEN.pattern}|;[^;.!?]*{TOKEN.pattern}\s*(?:;|$)|;\s*$)"),
)
# What touches a number reads as a part of it: a sign, a power, another digit.  A hyphen of a compound does not.
_TOUCHING_SIGN = re.compile(rf"(?<![^\W_])[-−+±√](?={TOKEN.pattern})|\^(?={TOKEN.pattern})|(?<={TOKEN.pattern})\^")
_TOUCHING_NUMBERS = re.compile(rf"{TOKEN.pattern}(?:[-−/.,:·×]|[ {_BLANKS}]+)?(?={TOKEN.pattern})")
_NO_GAP = r"(?:[\s{]|\\[,;:! ])*|(?:[\s}]|\\[,;:! ])*"  # in TeX; `}{` parts the arguments of a command
_TOUCHING_IN_TEX = re.compile(rf"\d(?:{_NO_GAP}){TOKEN.pattern}|{TOKEN.pattern}(?:{_NO_GAP})\d")
_SIDE_BY_SIDE = re.compile(rf"{TOKEN.pattern}(?:{_NO_GAP})(?={TOKEN.pattern})")
_PERCENT = re.compile("[%‰٪]")
_WORD = re.compile(r"\w+")
_ROMAN = re.compile(r"(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
# Abbreviations and words that could be read as Roman numerals.
_NO_ROMAN = ("CC", "CD", "DC", "DM", "MM", "MD", "MC", "MIX", "DIV", "CV", "CL", "XL", "XXL", "DI", "MI", "LI", "LC")
_LISTED_ROMAN = re.compile(r"(?<![\w.])(?:ii|iii|iv|vi|vii|viii|ix|xi|xii)[.)]")
_CONSTANTS = ("0", "1", "-1", "−1")

_TEX_NUMERAL = re.compile(
    r"(?P<word>\\[A-Za-z]+)|\d+(?:(?:\{,\}|[.,])\d+)*"
    "|[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2089\u2150-\u2189]"
)
_RELATION = re.compile(r"\\(?:approx|le|ge|ne|equiv|sim|ll|gg|in|propto|to|mapsto)(?![A-Za-z])|[=<>;&]|\\\\|\\q?quad")
_SYMBOL = re.compile(r"\\(?P<command>[A-Za-z]+)|(?P<letter>[^\W\d_])")
_EULER = re.compile(r"(?<![A-Za-z\\])e(?=\^)")
_EXP = "\N{OBJECT REPLACEMENT CHARACTER}"  # the e of e^… in a calculation is a function and owns no constants
# Commands that are symbols by themselves; accents, functions, signs and layout are none (`\\hat 7`, `7^\\circ`).
_SYMBOLIC = re.compile(
    "(?:var)?(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi|chi"
    "|psi|omega)|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Upsilon|Phi|Psi|Omega|ell|nabla|partial|R"
    "|softmax|Attention|MultiHead|Concat|LayerNorm|FFN|PE"
)
_LAYOUT = re.compile(r"\\(?:begin|end)\{[^{}]*\}|\\[,;:!]|[\s{}$]")
_RAISED = re.compile(rf"(?<!{_EXP})[\^_]\{{?$|\\sqrt\[$")  # what follows is an exponent, an index, a degree
_LETTERS_OF_WORDS = re.compile(r"\\(?:text\w*|operatorname\*?|mathrm|begin|end)\{[^{}]*\}")
_WORDS = re.compile(r"\\(?:text\w*|operatorname\*?|mathrm)\{(?P<words>[^{}]*)\}")


@dataclass(frozen=True)
class Literal:
    """A numeral that somebody typed: where it stands and what it says."""

    start: int
    end: int
    text: str


def in_text(text: str, lexicon: Lexicon, cell: bool = False) -> Iterator[Literal]:
    """All typed numerals of running text; in a table's cell even a lone constant is a value."""
    text = lexicon.name_pattern.sub(lambda match: re.sub(r"[^\W_]", "x", match[0]), text)
    taken: set[int] = set()
    for match in _LITERAL.finditer(text):
        taken |= set(range(match.start(), match.end()))
        if (cell and match[0] == text.strip()) or not _stands_alone(text, match, lexicon):
            yield Literal(match.start(), match.end(), match[0])
    for match in _TOUCHING_SIGN.finditer(text):
        taken.add(match.start())
        yield Literal(match.start(), match.end(), match[0])
    for offset, character in enumerate(text):
        if offset not in taken and (_is_numeral(character) or _PERCENT.match(character)):
            yield Literal(offset, offset + 1, character)
    yield from _roman(text)


def touching(text: str) -> Iterator[int]:
    """Where computed numbers touch each other, so that two read as one."""
    return (match.start() for match in _TOUCHING_NUMBERS.finditer(text))


def touching_in_formula(tex: str) -> Iterator[int]:
    """The same in a formula, where blanks and braces are no gap."""
    return (match.start() for match in _SIDE_BY_SIDE.finditer(tex))


def in_formula(tex: str, covered: bool = False) -> Iterator[Literal]:
    """All typed numerals of a formula.

    covered:  a check evaluates the formula, so that its integer constants may be of any size (10000^{2i/d}),
              as long as they belong to symbols; a value of its own is typed all the same.
    """
    if _bare(tex) in _CONSTANTS:
        return
    computed = TOKEN.search(tex) is not None  # then every value in it should be
    says_something = "\\begin" in tex or any(_has_symbol(side) for _, side in _sides(tex))
    texts = [range(*match.span("words")) for match in _WORDS.finditer(tex)]
    for words in texts:
        for literal in _roman(tex[words.start : words.stop]):
            yield Literal(words.start + literal.start, words.start + literal.end, literal.text)
    for start, side in _sides(tex):
        side = _EULER.sub(_EXP, side) if computed else side
        has_symbol = _has_symbol(side)
        lone = not computed and says_something and _bare(side) in _CONSTANTS
        lone = lone and ("\\begin" in side or not _says_symbol_equals(tex, start))
        for match in _TEX_NUMERAL.finditer(side):
            integer = match[0].isascii() and match[0].isdigit()
            in_words = any(start + match.start() in text for text in texts)
            small = integer and not in_words and (covered or int(match[0]) <= FREE_INTEGER)
            touches = _TOUCHING_IN_TEX.search(side, max(match.start() - 3, 0), match.end() + 3) is not None
            raised = covered and _RAISED.search(side, 0, match.start()) is not None
            if not (match["word"] or lone or (small and (has_symbol or raised) and not touches)):
                yield Literal(start + match.start(), start + match.end(), match[0])


def words_in_formula(tex: str, lexicon: Lexicon) -> Iterator[Found]:
    r"""The number words that count in the texts of a formula, `\text{sieben Wörter}`."""
    for match in _WORDS.finditer(tex):
        for found in counting(match["words"], lexicon):
            yield replace(found, start=match.start("words") + found.start, end=match.start("words") + found.end)


def _bare(tex: str) -> str:
    """A formula's piece without braces, spaces and environments."""
    return _LAYOUT.sub("", tex).strip(",.")


def _sides(tex: str) -> Iterator[tuple[int, str]]:
    """What stands between relations, with where it begins."""
    position = 0
    for match in _RELATION.finditer(tex):
        yield position, tex[position : match.start()]
        position = match.end()
    yield position, tex[position:]


def _says_symbol_equals(tex: str, side_start: int) -> bool:
    """Whether a lone constant is what one single symbol is said to equal ("d = 1")."""
    before = tex[:side_start].rstrip()
    if not before.endswith("=") and not before.endswith(r"\approx"):
        return False
    left = re.split(_RELATION, before.removesuffix("=").removesuffix(r"\approx"))[-1]
    return re.fullmatch(r"\s*(?:\\[A-Za-z]+|[^\W\d_])(?:\s*_\s*(?:\w|\{[^{}]*\}))?\s*", left) is not None


def _has_symbol(side: str) -> bool:
    return any(
        match["letter"] or _SYMBOLIC.fullmatch(match["command"])
        for match in _SYMBOL.finditer(_LETTERS_OF_WORDS.sub(" ", side))
    )


def _is_numeral(character: str) -> bool:
    return character > "\x7f" and unicodedata.numeric(character, None) is not None


def _stands_alone(text: str, match: re.Match[str], lexicon: Lexicon) -> bool:
    """0, 1 or −1 as a constant: no unit or noun behind, no numbered thing before, no neighbour in a list of numbers."""
    if match[0] not in _CONSTANTS:
        return False
    before, after = text[: match.start()], text[match.end() :]
    if TOKEN.match(before.rstrip()[-1:]) or TOKEN.match(after.lstrip()[:1]):
        return False
    if re.search(r"\d\s*:\s*$", before) or re.match(r"\s*:\s*\d", after):
        return False  # a ratio
    previous = re.search(r"([\w\ufffc]+)[ \u00a0]$", before)
    following = re.match(r"([.,;:!?)“]*)[ \u00a0]+([^\W_]+)", after)
    if _BESIDE_A_NUMBER[0].search(before) or _BESIDE_A_NUMBER[1].match(after):
        return False
    if re.search(r"\w$|[-−+±/*·×^_]$", before) or re.match(r"\w|[-−+±/*·×^_%‰°]|\s*[%‰°]|[.,:]\w", after):
        return False
    if previous and (previous[1].lower() in german.NUMBERED or lexicon.counts(previous[1])):
        return False
    if following is None:
        return True
    marks, word = following[1], following[2]
    if word[0].isdigit() or cardinal(word.lower()) is not None:
        return False
    if not marks:
        return not word[0].isupper()
    ordinal = marks == "." and (
        word.lower() in german.ORDINAL_NOUNS
        or (previous is not None and previous[1].lower() in german.ORDINAL_ARTICLES)
    )
    return not ordinal


def _roman(text: str) -> Iterator[Literal]:
    """Roman numerals of two letters or more, and single ones after a word that is numbered ("Teil I")."""
    for match in _WORD.finditer(text):
        word = match[0]
        if not _ROMAN.fullmatch(word) or word in _NO_ROMAN:
            continue
        previous = re.search(r"([^\W\d_]+)[ \u00a0]$", text[: match.start()])
        if len(word) > 1 or (previous and previous[1].lower() in german.NUMBERED and word in "IVX"):
            yield Literal(match.start(), match.end(), word)
    for match in _LISTED_ROMAN.finditer(text):
        yield Literal(match.start(), match.end(), match[0])

"""How a number is written: German rules for prose, formulas and code.

A number arrives as canonical ASCII digits that are proven already ("-0.416"); nothing here rounds.
"""

from __future__ import annotations

from enum import StrEnum

MINUS = "\N{MINUS SIGN}"
NARROW = "\N{NARROW NO-BREAK SPACE}"
GROUP_FROM = 5  # integer digits from which groups of three are set apart (DIN 1333, Duden): 3555 but 12 288


class Context(StrEnum):
    """Where a number stands; authors never say it, the place decides."""

    PROSE = "prose"
    MATH = "math"
    CODE = "code"


class Style(StrEnum):
    """What a formatter asked for."""

    DECIMAL = "decimal"
    PERCENT = "percent"
    WORD = "word"


def spell(digits: str, style: Style, context: Context) -> str:
    """The printed form of canonical `digits` ("-0.416", "12288", "<0.001") in its context.

    >>> spell("-0.416", Style.DECIMAL, Context.PROSE)
    '−0,416'
    >>> spell("40", Style.PERCENT, Context.PROSE)
    '40\\u202f%'
    """
    if style is Style.WORD:
        return number_word(int(digits))
    bound = digits[0] if digits[0] in "<>" else ""
    number = digits.removeprefix(bound)
    if context is Context.CODE:
        spelled = number
    else:
        sign = MINUS if number.startswith("-") else ""
        integer, point, fraction = number.removeprefix("-").partition(".")
        if context is Context.PROSE:
            integer = _grouped(integer)
        spelled = sign + integer + ("," + fraction if point else "")
    if style is Style.PERCENT:
        spelled += NARROW + "%"
    return f"{bound}{NARROW}{spelled}" if bound else spelled


def _grouped(integer: str) -> str:
    if len(integer) < GROUP_FROM:
        return integer
    first = len(integer) % 3
    groups = ([integer[:first]] if first else []) + [integer[at : at + 3] for at in range(first, len(integer), 3)]
    return NARROW.join(groups)


def number_word(value: int) -> str:
    """The German number word: 4 → "vier", 1 → "eins" (the template's `ein` formatter inflects it before a noun)."""
    from num2words import num2words

    return str(num2words(value, lang="de"))

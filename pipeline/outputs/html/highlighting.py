"""Highlighting of Python: comments and keywords, told apart by Python's own reader.

Pandoc could do it, but it reads its descriptions of all languages for that, which takes longer than writing a page.
"""

from __future__ import annotations

from html import escape
from io import StringIO
from itertools import accumulate
from keyword import iskeyword
from tokenize import COMMENT, NAME, TokenError, TokenInfo, generate_tokens


def highlighted(code: str) -> str:
    """The HTML of Python code; what Python cannot read stays as it is."""
    try:
        tokens = list(generate_tokens(StringIO(code).readline))
    except (TokenError, SyntaxError):
        return escape(code, quote=False)
    lines = [0, *accumulate(map(len, code.splitlines(keepends=True)))]
    parts, done = [], 0
    for token in tokens:
        if role := _role(token):
            row, column = token.start
            start = lines[row - 1] + column
            parts += [escape(code[done:start], quote=False), f'<span class="{role}">{escape(token.string)}</span>']
            done = start + len(token.string)
    return "".join(parts) + escape(code[done:], quote=False)


def _role(token: TokenInfo) -> str:
    """The class of a token that is highlighted; "" for any other."""
    if token.type == COMMENT:
        return "comment"
    return "keyword" if token.type == NAME and iskeyword(token.string) else ""

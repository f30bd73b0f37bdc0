"""Whatever goes wrong in an expression, as its author must hear it: a code, one sentence and a remedy.

Nothing of Python's or Jinja2's own words gets through: they speak of objects that no author has seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import jinja2

from pipeline.arithmetic import Undecided
from pipeline.problems import Code, MisuseError
from pipeline.quantities.value import nearest_of

LANGUAGE = (
    'Name quantities and their parts, weights["apple"], compare them with < <= == != >= >, join with and, or, not, '
    "and print with a formatter behind a bar, | num(2)."
)
_BEYOND = "'end of print statement'"  # what Jinja2 calls the end of an expression
_UNEXPECTED = re.compile(r"unexpected (?:char )?('.*?'|\".*?\")", re.S)
_FOUND = re.compile(r"expected token .*, got (.*)", re.S)
_UNCLOSED = re.compile(r"innermost block that needs to be closed is '(\w+)'")
_NO_TAG = re.compile(r"Encountered unknown tag '(\w+)'")
_NO_NAME = re.compile(r"No (filter|test) named '(.*)'", re.S)


def fault(error: Exception, formatters: Iterable[str] = ()) -> tuple[Code, str, str]:
    """Code, the end of a sentence that begins with the expression, and remedy."""
    match error:
        case MisuseError():
            return Code.TEMPLATE_SYNTAX, str(error), error.remedy
        case Undecided():
            remedy = "Is something divided by zero? Else the two are too alike to tell apart: do not compare them."
            return Code.UNDECIDED, str(error), remedy
        case jinja2.TemplateSyntaxError():
            return Code.TEMPLATE_SYNTAX, *_unreadable(error.message or "", tuple(formatters))
    return Code.TEMPLATE_SYNTAX, "this cannot be evaluated", LANGUAGE


def _unreadable(said: str, formatters: tuple[str, ...]) -> tuple[str, str]:
    """What Jinja2's parser says, in other words."""
    if unknown := _NO_NAME.match(said):
        return f"there is no formatter {unknown[2]!r}", nearest_of(unknown[2], formatters)
    if unclosed := _UNCLOSED.search(said):
        return f"{unclosed[1]} is never closed", f"Write [% end{unclosed[1]} %] behind it."
    if tag := _NO_TAG.match(said):
        return f"{tag[1]} opens or closes nothing here", "There are for … endfor, if … elif … else … endif, and set."
    found = _FOUND.match(said) or _UNEXPECTED.match(said)
    if (found and found[1] == _BEYOND) or "end of template" in said:
        return "cannot be read: it ends too early", LANGUAGE
    if found and found[1].strip("'") == "=":
        return "cannot be read: a bracket is open, or = stands for ==", LANGUAGE
    if found:
        return f"cannot be read: {found[1]} cannot stand there", LANGUAGE
    return f"cannot be read: {said.removesuffix('.')}", LANGUAGE

"""What is wrong with a formula, and where in its TeX."""

from __future__ import annotations

from pipeline.problems import Code


class FormulaError(Exception):
    """A fault of a formula: one sentence, and the characters `start` to `end` of the TeX that it is about."""

    def __init__(self, message: str, start: int, end: int, code: Code = Code.FORMULA_SYNTAX) -> None:
        super().__init__(message, start, end, code)  # all of it, so that it can be told to another process
        self.message = message
        self.start = start
        self.end = max(end, start)
        self.code = code

    def __str__(self) -> str:
        return self.message


def line_and_column(tex: str, offset: int) -> tuple[int, int]:
    """Line and column of a character, both from 1."""
    before = tex[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


def excerpt(tex: str, start: int, end: int) -> str:
    """The line of the formula where a fault begins, with carets under it."""
    opening = tex.rfind("\n", 0, start) + 1
    closing = tex.find("\n", start)
    line = tex[opening:] if closing < 0 else tex[opening:closing]
    width = max(1, min(end - opening, len(line)) - (start - opening))
    return f"{line}\n{' ' * (start - opening)}{'^' * width}"

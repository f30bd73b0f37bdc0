"""The audit of a drawing: its numbers show the ledger's spelling, and no other digits but ticks stand in it."""

from __future__ import annotations

from collections.abc import Mapping

from pipeline.outputs.audit.expected import runs
from pipeline.outputs.svg import texts
from pipeline.problems import Code, Place, Problems
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import Number


def audit_svg(
    svg: str, file: str, numbers: Mapping[str, Number], problems: Problems, names: frozenset[str] = frozenset()
) -> frozenset[str]:
    """Compare the texts of a drawing with the ledger; returns the ids of its numbers.

    names: texts with digits that are names (of a token, a model) and no numbers
    """
    shown = set()
    for text in texts(svg):
        content = text.content.strip()
        if text.number:
            shown.add(text.number)
            number = numbers.get(text.number)
            wanted = repr(number.spelled(Context.PROSE)) if number else "nothing, since the ledger does not have it"
            if number is None or content != number.spelled(Context.PROSE):
                message = f"the number {text.number} shows {content!r} in the drawing instead of {wanted}"
                problems.add(Code.AUDIT, message, Place(file))
        elif not text.tick and runs(content) and content not in names:
            message = f"{content!r} stands in the drawing and is neither a marked number nor a tick"
            problems.add(Code.AUDIT, message, Place(file))
    return frozenset(shown)

"""Changes to the reference that no test can notice, each with its reason: equivalent.txt.

A reason stands at the margin, the mutants that it explains are indented below it.
"""

from __future__ import annotations

from pathlib import Path


def reasons(text: str) -> dict[str, str]:
    """Reason of each mutant."""
    found, reason = {}, ""
    for line in text.splitlines():
        if line.startswith(" "):
            found[line.strip()] = reason
        else:
            reason = line
    return found


EQUIVALENT = reasons(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8"))

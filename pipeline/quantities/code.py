"""The code that numbers come from: the site's own beside its texts, and the reference of this program."""

from __future__ import annotations

from pathlib import Path

from pipeline.arithmetic import Graph

PROGRAM = Path(__file__).resolve().parents[2]


def recording(root: Path) -> Graph:
    """An empty graph of the site in `root`, which remembers the lines of its page code and of the reference."""
    return Graph(code=(root / "content", PROGRAM / "pipeline" / "transformer"), roots=(root, PROGRAM))


def lines(root: Path, file: str) -> list[str]:
    """The lines of a file as its name is remembered: the site's, or else the program's.  Raises OSError."""
    path = root / file
    return (path if path.is_file() else PROGRAM / file).read_text("utf-8").splitlines()

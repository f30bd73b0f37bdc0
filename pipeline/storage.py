"""Files that are written aside and moved into place, so that nobody ever reads half of one.

Several processes share a cache: what one sees there, another may let go of before it is read.
"""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, text: str, alone: bool = False) -> None:
    """Write a text file whole, in place of the one that may be there; its folder is made.

    alone: let go of all other files in the folder, which were kept for what is no more
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        aside.write_text(text, "utf-8", newline="\n")
        aside.replace(path)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise
    for other in path.parent.iterdir() if alone else ():
        if other != path and other.is_file() and not other.name.startswith("."):  # another process may be writing that
            other.unlink(missing_ok=True)


def read_whole(path: Path) -> str | None:
    """The text of a file, None where there is none."""
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        return None

"""What a build keeps for the next one: files that are whole or not there, and the trees that pandoc gave.

Builds run beside each other (tests do), so that one may read what another is about to write.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from pipeline.document.ast import Node


def kept(folder: Path | None, address: str) -> list[Node] | None:
    """The blocks under an address, or None where there are none that can be read."""
    if folder is None:
        return None
    try:
        blocks: list[Node] = json.loads(_path(folder, address).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return blocks


def keep(folder: Path | None, address: str, blocks: list[Node]) -> None:
    """Keep blocks under an address."""
    if folder is not None:
        put(_path(folder, address), json.dumps(blocks, ensure_ascii=False))


def put(path: Path, text: str) -> None:
    """Write a text aside, then move it in place, so that no half of it is ever read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_suffix(f".{os.getpid()}")
    aside.write_text(text, "utf-8", newline="\n")
    aside.replace(path)


def _path(folder: Path, address: str) -> Path:
    return folder / f"{address[:32]}.json"

"""Trees that pandoc gave, kept under the content address of what it was asked; everything here can be thrown away."""

from __future__ import annotations

import json
from pathlib import Path

from pipeline.document.ast import Node
from pipeline.storage import write_whole


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
        write_whole(_path(folder, address), json.dumps(blocks, ensure_ascii=False))


def _path(folder: Path, address: str) -> Path:
    return folder / f"{address[:32]}.json"

"""Trees that pandoc gave, kept under the content address of what it was asked; everything here can be thrown away."""

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
    """Write blocks aside, then move them in place, so that no half of them is ever read."""
    if folder is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    path = _path(folder, address)
    aside = path.with_suffix(f".{os.getpid()}")
    aside.write_text(json.dumps(blocks, ensure_ascii=False), "utf-8")
    aside.replace(path)


def _path(folder: Path, address: str) -> Path:
    return folder / f"{address[:32]}.json"

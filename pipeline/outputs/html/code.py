"""Code in colour: pandoc sets it, apart from the page.

Pandoc takes longer to read its descriptions of languages than to write a whole page, so code that it
has coloured is kept: only a build with new code reads them.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.pandoc import VERSION, convert
from pipeline.outputs.html.blocks import raw_block
from pipeline.storage import read_whole, write_whole

BETWEEN = "<!-- between -->"


def coloured(blocks: list[Node], kept: Path | None = None) -> list[Node]:
    """The blocks with HTML in place of all code in a language; `kept` is the folder for it, None for nowhere.

    Raises `PandocError`.
    """
    found = [node for node in ast.nodes(blocks) if node["t"] == "CodeBlock" and ast.classes(node)]
    if not found:
        return blocks
    asked = json.dumps(ast.document([each for node in found for each in (node, raw_block(BETWEEN))]))
    file = kept / f"{hashlib.sha256(f'{VERSION} {asked}'.encode()).hexdigest()}.html" if kept else None
    text = read_whole(file) if file else None
    if text is None:
        text = convert(asked, "json", "html5", "--wrap=none")
        if file:
            write_whole(file, text, alone=True)
    written = iter(text.split(BETWEEN))

    def visit(node: Node) -> Node | None:
        return raw_block(next(written).strip("\n")) if node in found else None

    result: list[Node] = ast.walk(blocks, visit)
    return result

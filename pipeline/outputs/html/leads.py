"""A formula that leads to its numbers: one link around it, since links inside MathML lead nowhere."""

from __future__ import annotations

from html import escape

from pipeline.document.ast import Node


def led(element: str, node: Node) -> str:
    """The element of a formula with the link and the places that `outputs/leading.py` noted at its node."""
    for identity, anchor in node.get("places", ()):
        mark = f'data-number="{identity}"'
        element = element.replace(mark, f'id="{escape(anchor)}" {mark}', 1)
    if "lead" not in node:
        return element
    target, anchor = node["lead"]
    place = f' id="{escape(anchor)}"' if anchor else ""
    return f'<a class="proof"{place} href="{escape(target)}">{element}</a>'

"""A drawing's SVG as part of a page: named and described for readers who do not see it."""

from __future__ import annotations

import re
from html import escape

_OPENING = re.compile(r"<svg\b([^>]*)>")
_NUMBER = re.compile(r"<text\b(?=[^>]* data-number=)([^>]*)>")
_CLASS = re.compile(r'class="([^"]*)"')


def inlined(svg: str, name: str, title: str, description: str, spoken: str = "") -> str:
    """The `<svg>` element with title ("Abbildung 1") and description, its numbers marked as numbers.

    spoken: the description's place in the data block, if it can change (see `data`)
    """
    head = f"{name}-title", f"{name}-description"
    labels = f'role="img" aria-labelledby="{head[0]}" aria-describedby="{head[1]}"'
    mark = f' data-spoken="{spoken}"' if spoken else ""
    texts = f'<title id="{head[0]}">{escape(title)}</title><desc id="{head[1]}"{mark}>{escape(description)}</desc>'
    element = _NUMBER.sub(_marked, svg).strip()
    return _OPENING.sub(lambda match: f"<svg {labels}{match[1]}>{texts}", element, count=1)


def _marked(match: re.Match[str]) -> str:
    attributes = match[1]
    if _CLASS.search(attributes):
        return f"<text{_CLASS.sub(_with_number, attributes)}>"
    return f'<text class="number"{attributes}>'


def _with_number(match: re.Match[str]) -> str:
    return f'class="{match[1]} number"'

"""The audit of links from one page of a site to another: each leads to an id that is there."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pipeline.problems import Code, Place, Problems

_ID = re.compile(r' id="([^"]*)"')
_LINK = re.compile(r' href="([^"#:/]+)#([^"]+)"')


def audit_across(pages: Mapping[str, str], problems: Problems) -> None:
    """Report links between pages (file → text) that lead nowhere."""
    ids = {file: set(_ID.findall(text)) for file, text in pages.items()}
    for file, text in pages.items():
        for target, name in dict.fromkeys(_LINK.findall(text)):
            if target in ids and name not in ids[target]:
                message = f"a link leads to {target}#{name}, which is nowhere"
                problems.add(Code.AUDIT, message, Place(file))

"""Pages that need not be made again, because nothing that they are made of has changed since they were.

A page is made of everything that the site's outputs are made of, but for what belongs to other pages
alone: their texts and data.  (Their Python counts, for a page's code may import it.)  A page of which
anything has changed is made anew as a whole, all its numbers with it.
"""

from __future__ import annotations

import hashlib
import json
import sys
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from pipeline.document.ties import Ties
from pipeline.load import PageSource, Site
from pipeline.made import Made
from pipeline.storage import write_whole

CODE = ".py"
TIES = TypeAdapter(Ties)


@dataclass(frozen=True)
class Shelf:
    """The kept pages of one output: a file a page, only the latest.

    sources: path → digest of every file that the outputs depend on
    """

    folder: Path
    sources: Mapping[str, str]

    def taken(self, site: Site) -> dict[str, Made]:
        """Key → page, of those whose sources are today what they were."""
        found = {source.entry.key: self._taken(site, source) for source in site.pages}
        return {key: page for key, page in found.items() if page}

    def keep(self, site: Site, pages: Mapping[str, Made]) -> None:
        """Keep those pages in which nothing is wrong."""
        for source in site.pages:
            page = pages.get(source.entry.key)
            if page and page.ties and not page.problems:
                record = {
                    "address": self._address(site, source),
                    "ties": TIES.dump_python(page.ties),
                    "ledger": page.ledger,
                    "drawn": page.drawn,
                    "files": {name: b64encode(contents).decode() for name, contents in page.files.items()},
                }
                text = json.dumps(record, ensure_ascii=False)
                write_whole(self._path(source), f"{_digest(text)}\n{text}")

    def _taken(self, site: Site, source: PageSource) -> Made | None:
        try:
            head, _, text = self._path(source).read_text("utf-8").partition("\n")
        except (OSError, ValueError):
            return None
        found: dict[str, Any] = json.loads(text) if head == _digest(text) else {}
        if found.get("address") != self._address(site, source):
            return None
        files = {name: b64decode(contents) for name, contents in found["files"].items()}
        return Made(TIES.validate_python(found["ties"]), found["ledger"], found["drawn"], files)

    def _path(self, source: PageSource) -> Path:
        return self.folder / f"{source.entry.key}.json"

    def _address(self, site: Site, source: PageSource) -> str:
        """One address for everything that a page is made of."""
        others = tuple(f"{each.folder}/" for each in site.pages if each is not source)
        parts = [
            f"{path} {digest}"
            for path, digest in self.sources.items()
            if path.endswith(CODE) or not path.startswith(others)
        ]
        return _digest("\n".join((sys.version, source.folder, *parts)))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()

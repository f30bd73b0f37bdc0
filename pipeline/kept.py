"""Pages that need not be made again, because nothing that they are made of has changed since they were.

A page is made of everything that the site's outputs are made of, but for what belongs to other pages
alone: their texts and data.  (Their Python counts, for a page's code may import it.)  A page of which
anything has changed is made anew as a whole, all its numbers with it.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.load import PageSource, Site
from pipeline.made import Made
from pipeline.storage import write_whole

CODE = ".py"


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
                contents = pickle.dumps(page)
                head = f"{self._address(site, source)} {_digest(contents)}\n"
                write_whole(self._path(source), head.encode() + contents)

    def _taken(self, site: Site, source: PageSource) -> Made | None:
        try:
            head, _, contents = self._path(source).read_bytes().partition(b"\n")
        except OSError:
            return None
        if head.decode("ascii", "replace") != f"{self._address(site, source)} {_digest(contents)}":
            return None
        page = pickle.loads(contents)  # from our own cache, and as whole as it was written
        return page if isinstance(page, Made) else None

    def _path(self, source: PageSource) -> Path:
        return self.folder / source.entry.key

    def _address(self, site: Site, source: PageSource) -> str:
        """One address for everything that a page is made of."""
        others = tuple(f"{each.folder}/" for each in site.pages if each is not source)
        parts = [
            f"{path} {digest}"
            for path, digest in self.sources.items()
            if path.endswith(CODE) or not path.startswith(others)
        ]
        return _digest("\n".join((sys.version, source.folder, *parts)).encode())


def _digest(contents: bytes) -> str:
    return hashlib.sha256(contents).hexdigest()

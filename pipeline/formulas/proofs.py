"""Proofs that were made, by content address; what is in here need not be proven again.

Two places are asked: a folder of the cache, which anybody may throw away, and a list that is kept
under version control, so that a fresh copy of the project builds without SymPy until something changes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from pipeline.storage import write_whole


@dataclass
class Proofs:
    """Known proofs.

    folder: one empty file a proof, named by its address
    listed: the list under version control: "address name" a line; None without one
    used:   address → name, of all proofs asked for so far
    """

    folder: Path
    listed: Path | None = None
    used: dict[str, str] = field(default_factory=dict)
    _known: frozenset[str] | None = None

    def has(self, address: str, name: str) -> bool:
        """Whether this proof was made."""
        if self._known is None:
            lines = self.listed.read_text("utf-8").splitlines() if self.listed and self.listed.is_file() else ()
            self._known = frozenset(line.split()[0] for line in lines if line.strip())
        if address in self._known or (self.folder / address).is_file():
            self.used[address] = name
            return True
        return False

    def add(self, address: str, name: str) -> None:
        """Remember a proof."""
        write_whole(self.folder / address, f"{name}\n")
        self.used[address] = name

    def list(self) -> str:
        """The list to keep under version control: all proofs that this build needed."""
        return "".join(f"{address} {name}\n" for name, address in sorted((n, a) for a, n in self.used.items()))

"""Which of our own files a module's behaviour depends on: itself and all that it imports, directly or not."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable
from pathlib import Path


def closure(files: Iterable[Path], root: Path) -> list[Path]:
    """The files and everything below `root` that they import, sorted; imports for types alone do not count."""
    found: set[Path] = set()
    waiting = list(files)
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting.extend(_imported(file, root))
    return sorted(found)


def address(files: Iterable[Path], *others: str) -> str:
    """A content address of files and texts: 32 hexadecimal digits; where the files lie does not matter."""
    digest = hashlib.sha256("\0".join(others).encode())
    for file in files:
        digest.update(b"\0" + file.name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:32]


def _imported(file: Path, root: Path) -> list[Path]:
    tree = ast.parse(file.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            node.body = []
    found: list[Path] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found += _files(alias.name, root)
        elif isinstance(node, ast.ImportFrom):
            start = node.module or ""
            if node.level:
                package = file.parents[node.level - 1].relative_to(root).parts
                start = ".".join([*package, *([node.module] if node.module else [])])
            for alias in node.names:
                found += _files(f"{start}.{alias.name}", root) or _files(start, root)
    return found


def _files(name: str, root: Path) -> list[Path]:
    """The file of a module below `root`, after the `__init__` of each package around it; [] if it is not ours."""
    place = root.joinpath(*name.split("."))
    module = next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()), None)
    if module is None:
        return []
    packages = [parent / "__init__.py" for parent in place.parents if parent != root and parent.is_relative_to(root)]
    return [module, *(package for package in packages if package.is_file())]

"""Which of our own files a module's behaviour depends on: itself and all that it imports, directly or not."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path


def closure(files: Iterable[Path], root: Path) -> list[Path]:
    """The files and everything below `root` that they import, sorted; imports for types alone do not count.

    The `__init__` of each package around a module belongs to it; what that imports in its turn does not,
    for it cannot change what the module does.
    """
    found: set[Path] = set()
    around: set[Path] = set()
    waiting = list(files)
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            around |= {parent / "__init__.py" for parent in file.parents if root in parent.parents}
            waiting.extend(_imported(file, root))
    return sorted(found | {package for package in around if package.is_file()})


def address(files: Iterable[Path], *others: str) -> str:
    """A content address of files and texts: 32 hexadecimal digits; where the files lie does not matter."""
    digest = hashlib.sha256("\0".join(others).encode())
    for file in files:
        digest.update(b"\0" + file.name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:32]


def _imported(file: Path, root: Path) -> Iterator[Path]:
    for level, module, names in _imports(file.read_bytes()):
        package = file.parents[level - 1].relative_to(root).parts if level else ()
        base = root.joinpath(*package, *module.split(".")) if module else root.joinpath(*package)
        for name in names:
            submodule = _file(base / name) if name else None
            if found := submodule or _file(base):
                yield found


def _file(place: Path) -> Path | None:
    """The file of a module; None if it is not ours."""
    choices = (place.with_name(f"{place.name}.py"), place / "__init__.py")
    return next((path for path in choices if path.is_file()), None)


@lru_cache(maxsize=256)
def _imports(source: bytes) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
    """Level (the dots), module and names of each import statement; a plain `import` has the name ""."""
    found: list[tuple[int, str, tuple[str, ...]]] = []
    try:
        waiting: list[ast.AST] = [ast.parse(source)]
    except SyntaxError:
        return ()  # running the code reports it
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            found += [(0, alias.name, ("",)) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append((node.level, node.module or "", tuple(alias.name for alias in node.names)))
        elif not _for_types(node):
            waiting += getattr(node, "body", [])  # statements only: expressions import nothing
        for part in ("orelse", "handlers", "finalbody"):
            waiting += getattr(node, part, [])
    return tuple(found)


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"

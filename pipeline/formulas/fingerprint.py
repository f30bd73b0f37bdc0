"""What a proof depends on, as one short text: it changes when, and only when, a proof may have to be made again.

The code of a reference counts with everything it calls: a function of the page's own file by its text
without comments, a module of the project by all files of its package, a library by its version.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

ROOM = Path(__file__).parent
NO_PART = frozenset(("calculation.py", "examination.py", "recorded.py", "speech.py", "words.py"))  # in no proof


def address(*parts: Any) -> str:
    """The content address of a proof: of the displayed TeX, a declaration or a function, and all that they use."""
    texts = [_engine(), *(text for part in parts for text in _texts(part, set()))]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:32]


@cache
def _engine() -> str:
    """What makes the proofs: this room, the number kinds' lowering, SymPy."""
    files = [*sorted(ROOM.glob("*.py")), ROOM / "grammar.lark", ROOM.parent / "arithmetic" / "lowering.py"]
    return _digest(tuple(file for file in files if file.name not in NO_PART)) + version("sympy")


@cache
def _digest(files: tuple[Path, ...]) -> str:
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def _texts(value: Any, seen: set[int]) -> Iterator[str]:
    """Everything that a declaration is made of."""
    if isinstance(value, FunctionType):
        yield from _function(value, seen)
    elif is_dataclass(value) and not isinstance(value, type):
        yield type(value).__name__
        for each in fields(value):
            yield from _texts(getattr(value, each.name), seen)
    elif isinstance(value, Mapping):
        for key in value:
            yield str(key)
            yield from _texts(value[key], seen)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _texts(item, seen)
    elif isinstance(value, ModuleType):
        yield _module(value.__name__, value.__file__ or "")
    elif isinstance(value, type):
        yield value.__qualname__
    else:
        yield repr(value)


def _function(function: FunctionType, seen: set[int]) -> Iterator[str]:
    """The text of a function of the page and of what it refers to; any other function by its module."""
    inner: Any = inspect.unwrap(function)
    file = inner.__code__.co_filename
    module = inner.__globals__.get("__name__", "")
    if module.partition(".")[0] == "pipeline" or "site-packages" in file:
        yield _module(module, file)
    elif id(inner) not in seen:
        seen.add(id(inner))
        for definition in _source(Path(file).read_text("utf-8")).of(inner):
            yield definition.text
            for name in definition.names:
                if name in inner.__globals__:
                    yield name
                    yield from _texts(inner.__globals__[name], seen)


@cache
def _module(name: str, file: str) -> str:
    """A module of the project by all files of its package, a library by its name and version."""
    top = name.partition(".")[0]
    if top == "pipeline":
        return _digest(tuple(sorted(Path(file).parent.glob("*.py"))))
    return f"{top} {version(top)}" if "site-packages" in file else name


@dataclass(frozen=True)
class _Definition:
    """A function in a file: its text without comments, and the names in it."""

    text: str
    names: tuple[str, ...]


class _Source:
    """The functions and lambdas of one file's text, by where they begin."""

    def __init__(self, text: str) -> None:
        self._nodes: dict[int, list[ast.FunctionDef | ast.Lambda]] = {}
        self._found: dict[tuple[int, tuple[str, ...]], list[_Definition]] = {}
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.Lambda):
                decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
                first = min([node.lineno, *(each.lineno for each in decorators)])
                self._nodes.setdefault(first, []).append(node)

    def of(self, function: FunctionType) -> list[_Definition]:
        """The definition of a function; of lambdas that begin on one line all with its parameters."""
        key = function.__code__.co_firstlineno, tuple(inspect.signature(function).parameters)
        if key not in self._found:
            self._found[key] = list(self._definitions(*key))
        return self._found[key]

    def _definitions(self, line: int, parameters: tuple[str, ...]) -> Iterator[_Definition]:
        for node in self._nodes.get(line, ()):
            written = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
            if tuple(each.arg for each in written) == parameters:
                names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
                yield _Definition(ast.unparse(node), tuple(sorted(names)))


_source = cache(_Source)

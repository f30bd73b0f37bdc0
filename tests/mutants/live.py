"""Changing functions while they are in use: their code objects are exchanged, and put back.

So a changed function is seen by everybody who has imported it, and the tests need not be loaded again.
"""

from __future__ import annotations
import __future__

import ast
import gc
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from pipeline.transformer import shapes

from .python import Change, changes


@dataclass(frozen=True)
class Mutant(ABC):
    """One change to one function of a module."""

    module: ModuleType
    name: str  # of the function, with its class

    @property
    def where(self) -> str:
        return f"{self.module.__name__.rpartition('.')[2]}.{self.name}"

    @property
    def place(self) -> tuple[str, str]:
        """File and name of the function that a test must call to notice."""
        return str(self.module.__file__), self.name

    @abstractmethod
    def planted(self, functions: Functions) -> Any:
        """A context in which the change is in force."""


@dataclass(frozen=True)
class CodeMutant(Mutant):
    """A change in the text of the function."""

    change: Change

    def __str__(self) -> str:
        return f"{self.where}: {self.change}"

    @contextmanager
    def planted(self, functions: Functions) -> Iterator[None]:
        kept: list[tuple[FunctionType, CodeType, Any, Any]] = []
        new = self._compiled()
        try:
            for function in functions.by_place[self.place]:
                functions.exchange(function.__code__, new.__code__, kept)
                function.__defaults__, function.__kwdefaults__ = new.__defaults__, new.__kwdefaults__
            yield
        finally:
            for function, code, defaults, keyword_defaults in reversed(kept):
                function.__code__ = code
                function.__defaults__, function.__kwdefaults__ = defaults, keyword_defaults

    def _compiled(self) -> FunctionType:
        tree = self.change.tree
        tree.decorator_list = []
        namespace = dict(vars(self.module))
        flags = __future__.annotations.compiler_flag
        exec(compile(ast.Module([tree], []), self.place[0], "exec", flags=flags), namespace)
        return namespace[tree.name]


@dataclass(frozen=True)
class ContractMutant(Mutant):
    """An argument of the shape contract that is no longer checked, or a size that is no longer compared."""

    argument: str
    size: str | None = None

    @property
    def place(self) -> tuple[str, str]:
        """Where contracts are checked: a refused call never reaches the function."""
        return str(shapes.__file__), "shapes"

    def __str__(self) -> str:
        what = self.argument if self.size is None else f"{self.size} of {self.argument}"
        return f"{self.where}: contract without {what}"

    @contextmanager
    def planted(self, functions: Functions) -> Iterator[None]:
        taken = _taken(vars(self.module)[self.name])
        kept = list(taken)
        if self.size is None:
            taken[:] = [term for term in kept if term.argument != self.argument]
        else:
            taken[:] = [self._loosened(term) for term in kept]
        try:
            yield
        finally:
            taken[:] = kept

    def _loosened(self, term: Any) -> Any:
        if term.argument != self.argument:
            return term
        return replace(term, sizes=tuple(f"{size}'" if size == self.size else size for size in term.sizes))


def _taken(checked: Any) -> list[Any]:
    """The terms of a contract, inside the function that checks them."""
    return checked.__closure__[checked.__code__.co_freevars.index("taken")].cell_contents


def mutants(module: ModuleType) -> Iterator[Mutant]:
    """Every change to every function and method of the module, and to the shape contracts."""
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield from (CodeMutant(module, node.name, change) for change in changes(node))
            if hasattr(vars(module)[node.name], "contract"):
                yield from _contract_mutants(module, node.name)
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    yield from (CodeMutant(module, f"{node.name}.{method.name}", change) for change in changes(method))


def _contract_mutants(module: ModuleType, name: str) -> Iterator[Mutant]:
    seen: set[str] = set()
    for term in _taken(vars(module)[name]):
        yield ContractMutant(module, name, term.argument)
        yield from (ContractMutant(module, name, term.argument, size) for size in term.sizes if size in seen)
        seen |= set(term.sizes)


class Functions:
    """All functions alive, by file and name."""

    def __init__(self) -> None:
        self.by_place: dict[tuple[str, str], list[FunctionType]] = {}
        for function in gc.get_objects():
            if isinstance(function, FunctionType):
                self.by_place.setdefault(_place(function.__code__), []).append(function)

    def exchange(self, old: CodeType, new: CodeType, kept: list[Any]) -> None:
        """The new code for the old, also for the functions inside, where they are the same in number."""
        for function in self.by_place.get(_place(old), []):
            if function.__code__ is old and old.co_freevars == new.co_freevars:
                kept.append((function, function.__code__, function.__defaults__, function.__kwdefaults__))
                function.__code__ = new
        inside = [[part for part in code.co_consts if isinstance(part, CodeType)] for code in (old, new)]
        if len(inside[0]) == len(inside[1]):
            for old_part, new_part in zip(*inside, strict=True):
                if not old_part.co_name.startswith("<"):
                    self.exchange(old_part, new_part, kept)


def _place(code: CodeType) -> tuple[str, str]:
    return code.co_filename, code.co_qualname

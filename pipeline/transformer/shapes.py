"""Shape contracts: what a function takes and gives, written as in a paper and checked at each call.

    @shapes("Q[L, d_k], K[M, d_k], V[M, d_v] -> [L, d_v], [L, M]")

Equal names are equal sizes; a name that begins with dots stands for any leading axes; `b?[d]` may
be None.  A call that breaks its contract is a ValueError that names the argument, the shape found
and the shape expected, and so is NaN in an array of floats, taken or given.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .numbers import Array

_TERM = re.compile(r"(?P<argument>\w*)(?P<optional>\??)\[(?P<sizes>[\w., ]*)\]")
Sizes = dict[str, Any]  # what each name of a contract stands for in this call: a size, or a tuple of leading sizes


@dataclass(frozen=True)
class Term:
    """One array of a contract: `K[M, d_k]`."""

    argument: str
    optional: bool
    sizes: tuple[str, ...]

    def check(self, function: str, array: Array, known: Sizes) -> Sizes:
        """What is known after this array; a ValueError if it contradicts what was known before."""
        if self.optional and array is None:
            return known
        if not hasattr(array, "shape") or array.dtype.kind in "iuc":
            found = f"a {type(array).__name__} of {getattr(array, 'dtype', 'no dtype')}"
            raise ValueError(f"{function}: {self.argument} is {found}, expected an array of real numbers {self}")
        shape = array.shape
        sizes = self._match(shape, known)
        if sizes is None or 0 in shape:
            expected = self._expected(known) + (", no size 0" if 0 in shape else "")
            raise ValueError(f"{function}: {self.argument} has shape {shape}, expected {expected}")
        if isinstance(array, np.ndarray | np.floating) and array.dtype.kind == "f" and np.isnan(array).any():
            raise ValueError(f"{function}: {self.argument} has shape {shape} with NaN in it, expected {self} without")
        return sizes

    def _match(self, shape: tuple[Any, ...], known: Sizes) -> Sizes | None:
        """What the names stand for if this shape agrees with what is known, else None."""
        names, found = self.sizes, shape
        sizes = known | {name: int(name) for name in names if name.isdigit()}
        if names and names[0].startswith("."):
            leading = len(shape) - len(names) + 1
            found = (shape[:leading], *shape[leading:])
        agree = len(names) == len(found) and all(
            sizes.setdefault(*pair) == pair[1] for pair in zip(names, found, strict=True)
        )
        return sizes if agree else None

    def _expected(self, known: Sizes) -> str:
        sizes = [f"{size} = {known[size]}" for size in self.sizes if size in known]
        return f"{self} with {', '.join(sizes)}" if sizes else str(self)

    def __str__(self) -> str:
        return f"[{', '.join(self.sizes)}]"


def parse(contract: str) -> tuple[list[Term], list[Term]]:
    """The terms before and after the arrow; a contract that is no contract is a SyntaxError."""
    taken, _, given = contract.partition("->")
    if re.sub(r"[\s,]", "", _TERM.sub("", contract)) not in ("->", ""):
        raise SyntaxError(f"not a shape contract: {contract!r}")
    return [_term(match) for match in _TERM.finditer(taken)], [_term(match) for match in _TERM.finditer(given)]


def _term(match: re.Match[str]) -> Term:
    sizes = tuple(size.strip() for size in match["sizes"].split(",") if size.strip())
    return Term(match["argument"] or "the result", bool(match["optional"]), sizes)


def shapes(contract: str, *conditions: Callable[..., None]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Check a function's arguments and results against a contract, at every call.

    conditions: what shapes cannot say; each gets the arguments by name, and raises ValueError.
    """
    taken, given = parse(contract)

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        parameters = inspect.signature(function).parameters
        defaults = {name: one.default for name, one in parameters.items() if one.default is not one.empty}

        @functools.wraps(function)
        def checked(*args: Any, **kwargs: Any) -> Any:
            arguments = {**defaults, **dict(zip(parameters, args, strict=False)), **kwargs}
            known: Sizes = {}
            for term in taken:
                if term.argument not in arguments:
                    return function(*args, **kwargs)  # which says itself what is missing
                known = term.check(function.__name__, arguments[term.argument], known)
            for condition in conditions:
                condition(**arguments)
            with np.errstate(invalid="ignore"):  # 0/0 is reported below, by name
                result = function(*args, **kwargs)
            results = result if len(given) > 1 else (result,)
            for term, array in zip(given, results, strict=bool(given)):
                known = term.check(function.__name__, array, known)
            return result

        checked.__dict__["contract"] = contract
        return checked

    return decorate

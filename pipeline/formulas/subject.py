"""What stands behind a formula must be the subject's own: the module that computes the site's numbers.

A declaration says how the subject is called, in a function of its own if need be:

    lambda Q, K, V: reference.scaled_dot_product_attention(Q, K, V)[0]

Such a function hands over what it was given and gives back what it got.  One that calculates itself
(`lambda a: 777 * a`) would be a second reference, written beside the formula that it is to check.  So
it is run, and every number that goes into the subject must have been given to it, and every number
that it gives back must come out of the subject or be a quantity of the page.  Integers, which say what
is asked for, and infinity, which hides it, are free.

Names lie as well: a subject may say in its NOTATION which of its functions a shown name means (`softmax`), and
whoever declares that name must call that very function, or take a quantity of the page.
"""

from __future__ import annotations

import inspect
import re
import sys
import sysconfig
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import partial
from types import CodeType, FrameType
from typing import Any, Self, TypeAlias

import numpy as np

from pipeline.formulas.declarations import Computed, Event, Formula, Function, OnPage, Range
from pipeline.formulas.samples import Sample
from pipeline.formulas.sensitivity import Call

Array: TypeAlias = Any
LIBRARIES = tuple(sysconfig.get_path(name) for name in ("stdlib", "platlib", "purelib"))
MACHINE = __name__.partition(".")[0]


@dataclass
class Witness:
    """Sees the subject's functions at work while it is entered.

    taken:  what went into them, from outside
    given:  what they returned, to whomever
    passed: what an author's function returned that the subject called back
    heard:  is told name, arguments and result of every call from outside
    called: the functions that were called from outside, and not only by other functions of the subject
    """

    subject: str
    heard: Callable[[str, list[Any], Any], None] = lambda name, arguments, result: None
    taken: list[Any] = field(default_factory=list)
    given: list[Any] = field(default_factory=list)
    passed: list[Any] = field(default_factory=list)
    called: set[CodeType] = field(default_factory=set)
    _wrapper: FrameType | None = None  # what stands around a function (a decorator) calls it for whoever called
    _depth: int = 0
    _arguments: list[Any] = field(default_factory=list)

    def __enter__(self) -> Self:
        self._before = sys.getprofile()
        sys.setprofile(self._see)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(self._before)

    def _see(self, frame: FrameType, event: str, value: Any) -> None:
        if event not in ("call", "return"):
            return
        if within(frame.f_globals.get("__name__", ""), self.subject):
            if event == "call":
                self._enter(frame)
            else:
                self._leave(frame, value)
        elif event == "return" and self._depth and _is_authors(frame):
            self.passed.append(value)

    def _enter(self, frame: FrameType) -> None:
        if not self._depth or (self._wrapper is not None and frame.f_back is self._wrapper):
            self.called.add(frame.f_code)
            if "<locals>" in frame.f_code.co_qualname:
                self._wrapper = frame
        if not self._depth:
            code = frame.f_code
            count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
            self._arguments = [frame.f_locals[name] for name in code.co_varnames[:count] if name in frame.f_locals]
            self.taken += self._arguments
        self._depth += 1

    def _leave(self, frame: FrameType, value: Any) -> None:
        self.given.append(value)
        self._depth -= 1
        if not self._depth:
            self.heard(frame.f_code.co_qualname, self._arguments, value)


def within(module: str, subject: str) -> bool:
    """Whether a module is the subject, or one of its own."""
    return bool(subject) and (module == subject or module.startswith(f"{subject}."))


def _is_authors(frame: FrameType) -> bool:
    module = frame.f_globals.get("__name__", "").partition(".")[0]
    return module != MACHINE and not frame.f_code.co_filename.startswith((*LIBRARIES, "<"))


def twins(sample: Sample, calls: Sequence[Call], subject: str) -> Iterator[str]:
    """A sentence for every reference of a declaration that is not the subject's own.

    calls: how the functions of the formula were called
    """
    known = notation(subject)
    for name, meaning in sample.declaration.meanings.items():
        if _shown(name) in known and not isinstance(meaning, Function | Computed | OnPage):
            yield f"{name} is the name of a function, and stands for something else here"
    for name, run, arguments in _references(sample, calls):
        with Witness(subject) as seen:
            result = run()
        yield from (f"the reference of {name} {fault}" for fault in _faults(sample, seen, arguments, result))
        meant = known.get(_shown(name))
        if meant is not None and seen.given and inspect.unwrap(meant).__code__ not in seen.called:
            yield f"{name} means {subject}.{meant.__name__}, and its reference does not call that"


def notation(subject: str) -> Mapping[str, Callable[..., Any]]:
    """The names that the subject itself gives to its functions in formulas."""
    found: Mapping[str, Callable[..., Any]] = getattr(sys.modules.get(subject), "NOTATION", {})
    return found


def _shown(name: str) -> str:
    r"""What a reader sees of a name, without its scripts: `\softmax` and `\operatorname{softmax}` are one."""
    base = re.split(r"[_^']", name, maxsplit=1)[0]
    return re.sub(r"\\(?:text|mathrm|operatorname)\{([^{}]*)\}", r"\1", base).removeprefix("\\").strip()


def _references(sample: Sample, calls: Sequence[Call]) -> Iterator[tuple[str, Callable[[], Array], Sequence[Array]]]:
    """Name, a call, and what it is given, of everything that a declaration takes for the reference."""
    declaration = sample.declaration
    for name, meaning in (*declaration.meanings.items(), *declaration.later.items()):
        if isinstance(meaning, Function):
            function = sample.function(meaning)
            for arguments in [given for called, given in calls if called == name][:1]:
                yield name, partial(function, *arguments), arguments
        elif isinstance(meaning, Computed | Event):
            step = meaning.step if isinstance(meaning, Computed) else ""
            yield name, partial(sample.run, meaning.function, step), ()
    if declaration.where is not None:
        yield "the condition", partial(sample.run, declaration.where, ""), ()
    if declaration.value is not None:
        ranges = {name: each for name, each in declaration.meanings.items() if isinstance(each, Range)}
        indices = {name: sample.range(each).start for name, each in ranges.items()}
        yield "the value", partial(sample.value, indices), tuple(indices.values())


def _faults(sample: Sample, seen: Witness, arguments: Sequence[Array], result: Array) -> Iterator[str]:
    own = set(numbers(_quantities(sample)))
    returned = set(numbers(seen.given))
    if not seen.given and not own:
        yield f"calls no function of {seen.subject or 'a subject: site.yaml names none'}"
        return
    given = set(numbers([*sample.arrays.values(), arguments])) | returned | own
    if not all(number in given or not np.isfinite(number) or number.is_integer() for number in numbers(seen.taken)):
        yield "changes the numbers that it hands over"
    if not set(numbers(seen.passed)) <= given:
        yield "changes numbers on the way"
    if not {number for number in numbers(result) if np.isfinite(number)} <= returned | own:
        yield "changes the numbers that it gets back"


def _quantities(sample: Sample) -> list[Array]:
    declaration: Formula = sample.declaration
    meanings = {python: declaration.meanings.get(full) for python, full in declaration.python_names.items()}
    every = {**meanings, **declaration.hidden_meanings}
    return [sample.array(python) for python, meaning in every.items() if isinstance(meaning, OnPage)]


def numbers(value: Any) -> Iterator[float]:
    """All numbers in a value of whatever make."""
    match value:
        case bool() | np.bool_() | int() | float() | np.number():
            yield float(value)
        case np.ndarray() if value.dtype != object:
            yield from map(float, value.ravel().tolist())
        case dict():
            yield from numbers(list(value.values()))
        case list() | tuple() | range():
            for item in value:
                yield from numbers(item)
        case _ if is_dataclass(value) and not isinstance(value, type):
            for each in fields(value):
                yield from numbers(getattr(value, each.name))

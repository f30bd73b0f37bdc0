"""fill: template text with expressions → text in which every number is one token.

Jinja2 with the delimiters `[= … =]`, `[% … %]`, `[# … #]`.  Three things go beyond plain Jinja2:
each expression knows its place and context (prose, formula, code); a fault is recorded and the rest
of the page is still filled; and numeric constants are refused, because a typed number is a typed
number inside an expression too.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import nodes

from pipeline.document.constants import RULES, StrictEnvironment, TypedConstantsError
from pipeline.document.decisions import Decisions
from pipeline.document.faults import fault
from pipeline.document.names import Namespace
from pipeline.document.sources import (
    MARKDOWN,
    Dialect,
    Expression,
    Filled,
    Source,
    find_expressions,
    marked,
    with_code,
    without_blocks,
    without_code,
)
from pipeline.problems import MISSING, Code, MisuseError, Place, Problems
from pipeline.quantities.formatters import Formatters, Here, Spelled
from pipeline.quantities.spelling import Context
from pipeline.quantities.value import COMPARED, Comparison, nearest_of, shown


class Missing(jinja2.StrictUndefined):
    """A value that could not be found: swallows what is done with it, since its problem is recorded already."""

    already_reported = True

    def _same(self, *_: Any, **__: Any) -> Any:
        return self

    def _false(self, *_: Any) -> bool:
        return False

    def _none(self) -> Iterator[Any]:
        return iter(())

    def _zero(self) -> int:
        return 0

    def _shown(self) -> str:
        return MISSING

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    # Jinja2 declares that each of these fails; here none does.
    __getitem__ = __call__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _same
    __truediv__ = __rtruediv__ = __neg__ = __abs__ = _same
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __bool__ = _false  # type: ignore[assignment]
    __hash__ = object.__hash__  # type: ignore[assignment]
    __iter__ = _none  # type: ignore[assignment]
    __len__ = _zero  # type: ignore[assignment]
    __str__ = _shown  # type: ignore[assignment]


class Template:
    """The template language of one page: its names, its formatters and where problems go."""

    def __init__(
        self,
        names: Mapping[str, Any],
        formatters: Formatters,
        problems: Problems,
        cache: Path | None = None,
    ) -> None:
        self.names = names
        self.formatters = formatters
        self.problems = problems
        self.cache = cache
        self._sources: dict[str, str] = {}  # what templates may load: the sources being filled, no other file
        self._environments: dict[Dialect, StrictEnvironment] = {}
        self._read: dict[str, nodes.Node] = {}  # the trees of conditions: each sample asks for the same

    @property
    def here(self) -> Here:
        """The expression that is being evaluated."""
        return self.formatters.here

    def fill(self, source: Source) -> Filled:
        """A source with every expression replaced by its tokens; what is at fault is reported and left out."""
        text, blocks = without_code(source)
        filler = _Filler(self, source, list(find_expressions(text, source.dialect)))
        left_out: set[int] = set()
        while True:
            usable = marked(text, filler.expressions, source.dialect, left_out, MISSING)
            try:
                return Filled(source, with_code(self._rendered(source, usable, filler), blocks))
            except _FaultyError as fault:
                if not fault.expressions:  # a loop or a condition: nothing of the file can be filled
                    every = range(len(filler.expressions))
                    plain = without_blocks(
                        marked(text, filler.expressions, source.dialect, every, MISSING), source.dialect
                    )
                    return Filled(source, with_code(plain, blocks))
                left_out |= fault.expressions

    def _rendered(self, source: Source, text: str, filler: _Filler) -> str:
        """The text of a template; raises `_FaultyError` once all that is known to be wrong is reported."""
        self._sources[source.file] = text
        try:
            return self._environment(source.dialect).get_template(source.file).render({**self.names, "fill": filler})
        except TypedConstantsError as typed:
            lines = {constant.lineno for constant in typed.constants}
            raise _FaultyError(self._report_constants(source, filler, lines)) from typed
        except jinja2.TemplateSyntaxError as error:
            raise _FaultyError(self._report_unreadable(source, filler, error)) from error
        except Exception as error:  # author's expression: any failure is a problem at its place, never a traceback
            inside = filler.current
            place = self.here.place if inside is not None else Place(source.file, _line_of(error))
            if inside is None or len(self.problems) == filler.found:  # else what made it fail is said already
                self._fault(self.here.expression if inside is not None else "this loop or condition", error, place)
            raise _FaultyError(set() if inside is None else {inside}) from error

    def _report_constants(self, source: Source, filler: _Filler, lines: set[int]) -> set[int]:
        """Report typed constants at the expressions that hold them (else at their lines); returns these expressions."""
        faulty = set()
        for index, expression in enumerate(filler.expressions):
            place = source.place(expression.start)
            wrong = self._alone(expression.code) if place.line in lines else None
            if isinstance(wrong, TypedConstantsError):
                faulty.add(index)
                for constant in wrong.constants:
                    self._constant(constant.value, place)
        for line in lines if not faulty else ():
            self._constant("here", Place(source.file, line))
        return faulty

    def _report_unreadable(self, source: Source, filler: _Filler, error: jinja2.TemplateSyntaxError) -> set[int]:
        """Report what cannot be read at its expression, if it is one; returns that expression."""
        for index, expression in enumerate(filler.expressions):
            place = source.place(expression.start)
            near = place.line <= error.lineno <= place.line + expression.code.count("\n")
            wrong = self._alone(expression.code) if near else None
            if isinstance(wrong, jinja2.TemplateSyntaxError):
                self._fault(expression.code, wrong, place)
                return {index}
        self._fault("", error, Place(source.file, error.lineno))
        return set()

    def _alone(self, code: str) -> Exception | None:
        """What is wrong with an expression by itself."""
        try:
            self._environment(MARKDOWN).compile(f"[= {code} =]", raw=True)
        except (jinja2.TemplateSyntaxError, TypedConstantsError) as fault:
            return fault
        return None

    def faulty(self, error: Exception) -> tuple[Code, str, str]:
        """Code, the end of a sentence and remedy for whatever an expression fails with."""
        return fault(error, self.formatters.filters())

    def _fault(self, what: str, error: Exception, place: Place) -> None:
        code, said, remedy = self.faulty(error)
        self.problems.add(code, f"{what}: {said}" if what else said, place, remedy)

    def evaluate(self, condition: str, place: Place) -> Any:
        """The value of a condition such as `a > b and largest(row) == token["a"]`; `faulty` says what it raises."""
        self.formatters.here = Here(place, Context.PROSE, condition)
        outcome: list[Any] = []
        self._sources[condition] = f"[= outcome(({condition})) =]"
        try:
            self._parsed(condition)  # alone: brackets around it would hide where it ends
            template = self._environment(MARKDOWN).get_template(condition)
        except TypedConstantsError as typed:
            for constant in typed.constants:
                self._constant(constant.value, place)
            return Missing()
        template.render({**self.names, "outcome": outcome.append})
        return outcome[0]

    def rests_on_identity(self, condition: str) -> bool:
        """Whether the condition demands a proven identity, alone or beside whatever else (`… and identity('x')`)."""
        if "identity" not in condition:
            return False
        waiting = [self._parsed(condition)]
        while waiting:
            node = waiting.pop()
            if isinstance(node, nodes.And):
                waiting += [node.left, node.right]
            elif isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and node.node.name == "identity":
                return True
        return False

    def _parsed(self, expression: str) -> nodes.Node:
        """The tree of an expression that is one, and no text with several."""
        if expression not in self._read:
            body: Any = self._environment(MARKDOWN).parse(f"[= {expression} =]").body
            if len(body) != 1 or len(body[0].nodes) != 1:
                raise jinja2.TemplateSyntaxError("it is no single expression", 1)
            self._read[expression] = body[0].nodes[0]
        return self._read[expression]

    @contextmanager
    def decisions(self) -> Iterator[Decisions]:
        """Collect the comparisons that are decided while a condition is evaluated."""
        compared: list[Comparison] = []
        mark = COMPARED.set(compared)
        try:
            yield Decisions(compared)
        finally:
            COMPARED.reset(mark)

    def missing(self, code: Code, message: str, remedy: str) -> Missing:
        """Record a fault of the current expression and go on with a stand-in."""
        self.problems.add(code, message, self.here.place, remedy)
        return Missing()

    def _environment(self, dialect: Dialect) -> StrictEnvironment:
        if dialect not in self._environments:
            cache = None
            if self.cache is not None:
                self.cache.mkdir(parents=True, exist_ok=True)
                cache = jinja2.FileSystemBytecodeCache(str(self.cache), f"{RULES}_%s.cache")
            environment = StrictEnvironment(
                variable_start_string=dialect.expression[0],
                variable_end_string=dialect.expression[1],
                block_start_string=dialect.block[0],
                block_end_string=dialect.block[1],
                comment_start_string=dialect.comment[0],
                comment_end_string=dialect.comment[1],
                undefined=self._undefined(),
                keep_trailing_newline=True,
                bytecode_cache=cache,
                loader=jinja2.DictLoader(self._sources),
                optimized=False,  # else filters on constants run while compiling, where there is no place yet
            )
            environment.globals.clear()
            environment.filters = self.formatters.filters()
            self._environments[dialect] = environment
        return self._environments[dialect]

    def _undefined(self) -> type[jinja2.Undefined]:
        template = self

        class Unknown(Missing):
            def __init__(self, hint: Any = None, obj: Any = None, name: Any = None, *rest: Any, **more: Any) -> None:
                super().__init__(hint)
                inside = {Namespace: obj, tuple: ()}.get(type(obj), template.names)
                known = tuple(key for key in inside if not key.startswith("_"))
                what = f"{template.here.expression}: " if template.here.expression else ""
                template.missing(Code.UNKNOWN_QUANTITY, f"{what}there is no {name!r}", nearest_of(str(name), known))

        return Unknown

    def _constant(self, value: object, place: Place) -> None:
        self.problems.add(
            Code.TYPED_CONSTANT,
            f"the number {value} is typed into an expression",
            place,
            "Give it a name among the inputs, facts or words, and use that name.",
        )


class _FaultyError(Exception):
    """A template cannot be filled as it is: `expressions` are to be left out; none, if no single one is at fault."""

    def __init__(self, expressions: set[int]) -> None:
        super().__init__()
        self.expressions = expressions


def _line_of(error: Exception) -> int:
    """The line of a template in which a loop or a condition failed; 0 if it is not known."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "<template>"]
    return frames[-1].lineno or 0 if frames else 0


class _Filler:
    """`fill(k)(value)` stands around each expression: it sets the place before the value is computed."""

    def __init__(self, template: Template, source: Source, expressions: list[Expression]) -> None:
        self.template = template
        self.source = source
        self.expressions = expressions
        self.current: int | None = None  # the expression that is being computed
        self.found = 0  # problems before it

    def __call__(self, index: int) -> Callable[[Any], str]:
        expression = self.expressions[index]
        here = Here(self.source.place(expression.start), expression.context, expression.code)
        self.template.formatters.here = here
        self.current, self.found = index, len(self.template.problems)
        return self._finish

    def _finish(self, *values: Any, **more: Any) -> str:
        if len(values) != 1 or more:
            raise MisuseError("it is no single value", "Write [= QUANTITY | FORMATTER =], as in [= a | num(2) =].")
        (value,) = values
        self.current = None
        if isinstance(value, Spelled):
            return value
        if not getattr(value, "already_reported", False):
            self.template.problems.add(
                Code.NO_FORMATTER,
                f"{shown(value)} leaves the template without a formatter",
                self.template.here.place,
                "Say how it is printed: num(PLACES), percent(PLACES), word, count, name, vector, matrix or table.",
            )
        return MISSING

"""fill: template text with expressions → text in which every number is one token.

Jinja2 with the delimiters `[= … =]`, `[% … %]`, `[# … #]`.  Three things go beyond plain Jinja2:
each expression knows its place and context (prose, formula, code); a fault is recorded and the rest
of the page is still filled; and numeric constants are refused, because a typed number is a typed
number inside an expression too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.sandbox import SandboxedEnvironment

from pipeline.document.constants import typed_constants
from pipeline.document.decisions import Decisions
from pipeline.document.sources import (
    MARKDOWN,
    Dialect,
    Expression,
    Filled,
    Source,
    find_expressions,
    marked,
    with_code,
    without_code,
)
from pipeline.problems import Code, Place, Problems
from pipeline.quantities.formatters import MISSING, Formatters, Here, Spelled
from pipeline.quantities.spelling import Context
from pipeline.quantities.value import COMPARED, Comparison, Value, nearest_of


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
        self._environments: dict[Dialect, SandboxedEnvironment] = {}

    @property
    def here(self) -> Here:
        """The expression that is being evaluated."""
        return self.formatters.here

    def fill(self, source: Source) -> Filled:
        """A source with every expression replaced by its tokens."""
        protected, blocks = without_code(source)
        expressions = list(find_expressions(protected, source.dialect))
        environment = self._environment(source.dialect)
        placed = marked(protected, expressions, source.dialect)
        filler = _Filler(self, source, expressions)
        try:
            self._refuse_constants(environment.parse(placed), source, expressions)
            self._sources[source.file] = placed
            text = environment.get_template(source.file).render({**self.names, "fill": filler})
        except jinja2.TemplateSyntaxError as error:
            place = self._syntax_place(source, expressions, error.lineno)
            self.problems.add(Code.TEMPLATE_SYNTAX, f"the template cannot be read: {error.message}", place)
            return Filled(source, protected)
        except Exception as error:  # author's expression: any failure is a problem at its place, never a traceback
            self.problems.add(Code.TEMPLATE_SYNTAX, f"{self.here.expression}: {error}", self.here.place)
            return Filled(source, protected)
        return Filled(source, with_code(text, blocks))

    def evaluate(self, condition: str, place: Place) -> Any:
        """The value of a condition such as `a > b and largest(row) == token["shares"]`; raises `Undecided`."""
        self.formatters.here = Here(place, Context.PROSE, condition)
        environment = self._environment(MARKDOWN)
        tree = environment.parse(f"[= {condition} =]")
        for constant in typed_constants(tree):
            self._constant(constant, place)
        return environment.compile_expression(condition, undefined_to_none=False)(self.names)

    def rests_on_identity(self, condition: str) -> bool:
        """Whether the condition demands a proven identity, together with whatever else (`… and identity('x')`)."""
        output: Any = self._environment(MARKDOWN).parse(f"[= {condition} =]").body[0]
        waiting: list[nodes.Node] = [output.nodes[0]]
        while waiting:
            node = waiting.pop()
            if isinstance(node, nodes.And):
                waiting += [node.left, node.right]
            elif isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and node.node.name == "identity":
                return True
        return False

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

    def _environment(self, dialect: Dialect) -> SandboxedEnvironment:
        if dialect not in self._environments:
            cache = None
            if self.cache is not None:
                self.cache.mkdir(parents=True, exist_ok=True)
                cache = jinja2.FileSystemBytecodeCache(str(self.cache))
            environment = SandboxedEnvironment(
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
            )
            environment.globals.clear()
            environment.filters = self.formatters.table()
            self._environments[dialect] = environment
        return self._environments[dialect]

    def _undefined(self) -> type[jinja2.Undefined]:
        template = self

        class Unknown(Missing):
            def __init__(self, hint: Any = None, obj: Any = None, name: Any = None, *rest: Any, **more: Any) -> None:
                super().__init__(hint)
                known = tuple(key for key in template.names if not key.startswith("_"))
                what = f"{template.here.expression}: " if template.here.expression else ""
                template.missing(Code.UNKNOWN_QUANTITY, f"{what}there is no {name!r}", nearest_of(str(name), known))

        return Unknown

    def _refuse_constants(self, tree: nodes.Template, source: Source, expressions: list[Expression]) -> None:
        for constant in typed_constants(tree):
            inside = [at for at in expressions if source.place(at.start).line == constant.lineno]
            place = source.place(inside[0].start) if inside else Place(source.file, constant.lineno)
            matching = [at for at in inside if str(constant.value) in at.code]
            self._constant(constant, source.place(matching[0].start) if matching else place)

    def _constant(self, constant: nodes.Const, place: Place) -> None:
        self.problems.add(
            Code.TYPED_CONSTANT,
            f"the number {constant.value} is typed into an expression",
            place,
            "Give it a name among the inputs, facts or words, and use that name.",
        )

    def _syntax_place(self, source: Source, expressions: list[Expression], line: int) -> Place:
        for expression in expressions:
            place = source.place(expression.start)
            if place.line == line:
                return place
        return Place(source.file, line)


class _Filler:
    """`fill(k)(value)` stands around each expression: it sets the place before the value is computed."""

    def __init__(self, template: Template, source: Source, expressions: list[Expression]) -> None:
        self.template = template
        self.source = source
        self.expressions = expressions

    def __call__(self, index: int) -> Callable[[Any], str]:
        expression = self.expressions[index]
        here = Here(self.source.place(expression.start), expression.context, expression.code)
        self.template.formatters.here = here
        return self._finish

    def _finish(self, value: Any) -> str:
        if isinstance(value, Spelled):
            return value
        if not getattr(value, "already_reported", False):
            shown = value.expression if isinstance(value, Value) else repr(value)
            self.template.problems.add(
                Code.NO_FORMATTER,
                f"{shown} leaves the template without a formatter",
                self.template.here.place,
                "Say how it is printed: num(PLACES), percent(PLACES), word, count, name, vector, matrix or table.",
            )
        return MISSING

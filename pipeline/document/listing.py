"""The listing: the reference's own source, shown, run with NumPy alone, and held to the certified digits.

`::: {.listing #lst:attention includes="softmax attention" inputs="X=embeddings W_Q" script="listing.py"
prints="raw_weights['apple'] contextual['apple']"}` shows the source of the included functions as they
stand in the modules that the page's quantities use (without decorator and docstring), the inputs as
arrays, and the script.  What the script prints must be the proven digits of the quantities in `prints`.
"""

from __future__ import annotations

import ast as python
import contextlib
import inspect
import io
import re
import shlex
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.template import Template
from pipeline.problems import AUTHORS_FAULTS, Code, Place, Problems
from pipeline.quantities.compute import load_module
from pipeline.quantities.sheet import Given
from pipeline.quantities.spelling import Context
from pipeline.quantities.value import Value

_OPENING = re.compile(r"^:{3,}\s*\{\s*\.listing\s+#(?P<id>[\w:-]+)\s+(?P<attributes>[^}]*)\}", re.M)
_PRINTED = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True)
class Listing:
    """One listing of a page: its code, what it printed, and the inputs that its code names ("X=embeddings W_Q")."""

    id: str
    place: Place
    code: str
    output: str
    prints: tuple[str, ...]
    inputs: str = ""

    @property
    def lines(self) -> int:
        """Lines of code, blank ones not counted."""
        return sum(1 for line in self.code.splitlines() if line.strip())


def compose(
    texts: Mapping[str, str], root: Path, folder: str, givens: Mapping[str, Given], problems: Problems
) -> list[Listing]:
    """All listings of a page, composed and run."""
    listings = []
    for file, text in texts.items():
        for match in _OPENING.finditer(text):
            place = Place(file, text.count("\n", 0, match.start()) + 1, 1)
            fields = dict(part.split("=", 1) for part in shlex.split(match["attributes"]) if "=" in part)
            try:
                code = _code(fields, root / folder, givens)
                output = _run(code)
            except AUTHORS_FAULTS as error:
                problems.add(Code.LISTING, f"the listing fails: {type(error).__name__}: {error}", place)
                continue
            prints = tuple(fields.get("prints", "").split())
            listings.append(Listing(match["id"], place, code, output, prints, fields.get("inputs", "")))
    return listings


def insert(blocks: list[Node], listings: list[Listing], template: Template, problems: Problems) -> list[Node]:
    """Put code and output into the tree; each printed number becomes the token of its quantity."""
    known = {listing.id: listing for listing in listings}

    def visit(node: Node) -> Node | None:
        if node["t"] != "Div" or "listing" not in ast.classes(node) or ast.identifier(node) not in known:
            return None
        listing = known[ast.identifier(node)]
        code = {
            "t": "CodeBlock",
            "c": [ast.attr("", ["python"], {"inputs": listing.inputs}), listing.code.rstrip("\n")],
        }
        output = {"t": "CodeBlock", "c": [ast.attr("", ["output"]), _certified(listing, template, problems)]}
        triple = ast.attr(listing.id, ast.classes(node))
        return node | {"c": [triple, [code, output, *node["c"][1]]]}

    return ast.walk(blocks, visit)  # type: ignore[no-any-return]


def line_count(listings: list[Listing]) -> dict[str, Given]:
    """The number of code lines, as the text may print it: `count.listing_lines`, where there is a listing."""
    if not listings:
        return {}
    name, lines = "count.listing_lines", sum(listing.lines for listing in listings)
    source = f"{listings[0].place.file}:{listings[0].place.line}"
    return {name: Given(name, str(lines), "count", source, (), "Zeilen des abgedruckten Programms.")}


def _code(fields: Mapping[str, str], folder: Path, givens: Mapping[str, Given]) -> str:
    module = load_module(folder / "quantities.py")
    functions = [_source(_function(module, name)) for name in fields.get("includes", "").split()]
    arrays = [_assignment(part, givens) for part in fields.get("inputs", "").split()]
    script = _without_docstring((folder / fields["script"]).read_text("utf-8")) if "script" in fields else ""
    parts = ["import numpy as np\n", *functions, "\n".join(arrays) + ("\n" + script.lstrip("\n") if script else "")]
    return "\n\n".join(part.rstrip("\n") + "\n" for part in parts)


def _function(module: Any, name: str) -> Any:
    """A function that the page's quantities import, or one of the module that such a function lives in."""
    if hasattr(module, name):
        return inspect.unwrap(getattr(module, name))
    for value in vars(module).values():
        home = inspect.getmodule(inspect.unwrap(value)) if callable(value) else None
        if home is not None and hasattr(home, name):
            return inspect.unwrap(getattr(home, name))
    raise LookupError(f"there is no function {name!r} among those that the page's quantities use")


def _source(function: Any) -> str:
    """A function's source without decorators and docstring; its annotations name types that a reader needs not see."""
    text = textwrap.dedent(inspect.getsource(function))
    tree = python.parse(text).body[0]
    assert isinstance(tree, python.FunctionDef)
    lines = text.splitlines()
    first = tree.body[0]
    if isinstance(first, python.Expr) and isinstance(first.value, python.Constant) and len(tree.body) > 1:
        del lines[first.lineno - 1 : first.end_lineno]
    arguments = [argument.arg for argument in tree.args.args]
    annotated = any(argument.annotation for argument in tree.args.args)
    body = lines[tree.lineno - 1 :]
    if annotated:
        body[0] = f"def {tree.name}({', '.join(arguments)}):"
    return "\n".join(body)


def _without_docstring(script: str) -> str:
    tree = python.parse(script)
    if tree.body and isinstance(tree.body[0], python.Expr) and isinstance(tree.body[0].value, python.Constant):
        return "\n".join(script.splitlines()[tree.body[0].end_lineno or 0 :])
    return script


def _assignment(part: str, givens: Mapping[str, Given]) -> str:
    """`X=embeddings` → the input as an array under the listing's own name; `W_Q` keeps its name."""
    variable, _, name = part.rpartition("=")
    return f"{variable or name} = np.array({_array(givens[name].decimals)})"


def _array(decimals: Any) -> str:
    return f"[{', '.join(_array(item) for item in decimals)}]" if isinstance(decimals, list) else str(decimals)


def _run(code: str) -> str:
    """What the code prints, run in a namespace of its own."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "<listing>", "exec"), {"__name__": "__listing__"})
    return printed.getvalue()


def _certified(listing: Listing, template: Template, problems: Problems) -> str:
    """The output with tokens for its numbers; each must be the proven rounding of its quantity's next entry."""
    expected = _entries(listing, template)

    def certify(match: re.Match[str]) -> str:
        printed = match[0]
        value = next(expected, None)
        if value is None:
            problems.add(
                Code.LISTING, f"the listing prints {printed}, which no quantity in `prints` accounts for", listing.place
            )
            return printed
        template.formatters.here.place = listing.place
        template.formatters.here.context = Context.CODE
        token = template.formatters.num(value, len(printed.partition(".")[2]))
        spelled = template.formatters.tokens.spell(token, Context.CODE)
        if spelled != printed:
            problems.add(
                Code.LISTING, f"the listing prints {printed}, but {value.expression} is {spelled}", listing.place
            )
        return token

    text = _PRINTED.sub(certify, listing.output.rstrip("\n"))
    left = next(expected, None)
    if left is not None:
        problems.add(
            Code.LISTING, f"the listing does not print {left.expression}, which `prints` promises", listing.place
        )
    return text


def _entries(listing: Listing, template: Template) -> Iterator[Value]:
    for expression in listing.prints:
        try:
            value = template.evaluate(expression, listing.place)
        except Exception as error:  # author's expression: any failure is the author's to mend, never a traceback
            _, said, remedy = template.faulty(error)
            template.problems.add(Code.LISTING, f"{expression}: {said}", listing.place, remedy)
            continue
        if isinstance(value, Value):
            yield from value.scalars()


__all__ = ["Listing", "compose", "insert", "line_count"]

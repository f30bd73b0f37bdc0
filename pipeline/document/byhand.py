"""check, last part: calculations “by hand” that no author writes, because the graph knows them.

`::: {.byhand of="raw_weights['apple','apple']" places=3}` ends with the calculation of that number,
from its formula over the numbers put in to its printed digits.
"""

from __future__ import annotations

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.template import Template
from pipeline.problems import Code, Place, Problems
from pipeline.quantities.tokens import Number
from pipeline.quantities.value import Value
from pipeline.working import Shown, Workings

PLACES = 3  # decimals of the result, where the author names none


def calculate(blocks: list[Node], template: Template, workings: Workings, problems: Problems) -> list[Node]:
    """The blocks, with the calculation at the end of each division that names a number."""

    def visit(node: Node) -> Node | None:
        if node["t"] != "Div" or "of" not in ast.attributes(node):
            return None
        values, place = ast.attributes(node), ast.place(node)
        number = _number(values["of"], values.get("places", str(PLACES)), template, place, problems)
        plain = ast.with_attributes(node, of=None, places=None)
        if number is None:
            return plain
        return plain | {"c": [plain["c"][0], [*plain["c"][1], *_lines(number, template, workings, place, problems)]]}

    return ast.walk(blocks, visit)  # type: ignore[no-any-return]


def _number(expression: str, places: str, template: Template, place: Place, problems: Problems) -> Number | None:
    """The number that an author names; None, and a problem, if there is none."""
    found = len(problems)
    try:
        value = template.evaluate(expression, place)
        if isinstance(value, Value) and not value.axes and places.isdigit():
            return template.formatters.number(value, int(places))
    except Exception as error:  # author's expression: any failure is the author's to mend, never a traceback
        code, said, remedy = template.faulty(error)
        problems.add(Code.CALCULATION if code is Code.TEMPLATE_SYNTAX else code, f"{expression}: {said}", place, remedy)
    if len(problems) == found:
        message = f"{expression} with {places} decimals is no single number"
        problems.add(Code.CALCULATION, message, place, "Write of=\"QUANTITY['label','label']\" places=3.")
    return None


def _lines(number: Number, template: Template, workings: Workings, place: Place, problems: Problems) -> list[Node]:
    working = workings.of(number)
    if not working.lines:
        problems.add(Code.CALCULATION, f"{number.expression} is given, so there is nothing to calculate", place)

    def token(shown: Shown) -> str:
        return template.formatters.tokens.add(workings.printed(shown, number), place)

    return [ast.paragraph([_display(line.tex(token), place)]) for line in working.lines]


def _display(tex: str, place: Place) -> Node:
    where = {"place": [place.file, place.line, place.column]}
    formula: Node = {"t": "Math", "c": [{"t": "DisplayMath"}, tex], "working": True} | where
    return ast.span(ast.attr("", ["display"]), [formula]) | where

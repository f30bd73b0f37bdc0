"""check: rows and columns that sum to one in truth but not in their printed digits get a note under their table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.problems import Place
from pipeline.quantities.formatters import Formatters
from pipeline.quantities.spelling import Style
from pipeline.quantities.tokens import TOKEN, Number, Tokens
from pipeline.quantities.value import Value

ROW, COLUMN = "Zeile", "Spalte"
# What is printed: what it is called, what all of it together is, and that in words.
WHOLES = {Style.DECIMAL: ("Gewichte", Fraction(1), "1"), Style.PERCENT: ("Anteile", Fraction(100), "ein Ganzes")}


@dataclass(frozen=True)
class Line:
    """A row or a column of a table: how it is headed, and its numbers."""

    kind: str
    head: str
    numbers: tuple[Number, ...]

    @property
    def style(self) -> Style:
        """How its first number is written."""
        return self.numbers[0].style

    @property
    def printed(self) -> Fraction:
        """What its printed digits add up to."""
        return sum((Fraction(number.digits) for number in self.numbers), Fraction(0))

    @property
    def broken(self) -> bool:
        """Whether the printed digits do not add up to the whole."""
        return self.printed != WHOLES[self.style][1]


def explain_sums(blocks: list[Node], values: dict[str, Value], formatters: Formatters) -> list[Node]:
    """Blocks with a note behind each table in which some row or column of weights does not add up on paper."""

    def visit(node: Node) -> list[Node] | None:
        if node["t"] != "Table":
            return None
        lines = [line for line in (*_rows(node, formatters), *_columns(node, formatters)) if _sums_to_one(line, values)]
        notes = [
            _note([line for line in group if line.broken], len(group), formatters, node)
            for group in _groups(lines)
            if any(line.broken for line in group)
        ]
        return [node, *notes] if notes else None

    return ast.walk(blocks, visit)  # type: ignore[no-any-return]


def _groups(lines: list[Line]) -> Iterator[list[Line]]:
    """Lines of one kind and style together: each group has a note of its own."""
    for key in dict.fromkeys((line.kind, line.style) for line in lines):
        yield [line for line in lines if (line.kind, line.style) == key]


def _rows(table: Node, formatters: Formatters) -> Iterator[Line]:
    """Each row of a table's bodies that holds numbers, headed by its first cell."""
    for cells in _cells(table):
        yield from _line(ROW, ast.text(cells[0][4]), cells, formatters)


def _columns(table: Node, formatters: Formatters) -> Iterator[Line]:
    """Each column that holds numbers, headed by the last row of the table's head."""
    heads = [ast.text(cell[4]) for _, cells in table["c"][3][1][-1:] for cell in cells]
    rows = [cells for cells in _cells(table) if len(cells) == len(heads)]
    for place, head in enumerate(heads):
        yield from _line(COLUMN, head, [cells[place] for cells in rows], formatters)


def _cells(table: Node) -> Iterator[list[Any]]:
    for body in table["c"][4]:
        for _, cells in body[3]:
            yield cells


def _line(kind: str, head: str, cells: list[Any], formatters: Formatters) -> Iterator[Line]:
    tokens = TOKEN.findall(ast.text([cell[4] for cell in cells]))
    if tokens:
        yield Line(kind, head.strip(), tuple(formatters.tokens.number(token) for token in tokens))


def _sums_to_one(line: Line, values: dict[str, Value]) -> bool:
    """Whether these are all entries of one row of a quantity, written alike, and their exact sum is one."""
    quantities = {number.quantity for number in line.numbers}
    styles = {number.style for number in line.numbers}
    if len(quantities) != 1 or len(styles) != 1 or line.style not in WHOLES:
        return False
    if any(number.digits[0] in "<>" for number in line.numbers):
        return False
    value = values.get(quantities.pop())
    if value is None or not value.axes or len(value.axes[-1]) != len(line.numbers):
        return False
    parts = {scalar.entry: scalar for scalar in value.scalars()}
    found = [parts[number.entry] for number in line.numbers if number.entry in parts]
    if len(found) != len(line.numbers) or len({scalar.labels[:-1] for scalar in found}) != 1:
        return False
    if abs(sum(float(scalar) for scalar in found) - 1) > 1e-9:  # not worth a proof
        return False
    return bool(reduce(lambda left, right: left + right, found) == 1)


def _note(broken: list[Line], lines: int, formatters: Formatters, table: Node) -> Node:
    """The sentence under a table; `lines` is how many lines of this kind sum to one."""
    first = broken[0]
    what, _, whole = WHOLES[first.style]
    sums = {line.printed: line for line in reversed(broken)}
    tokens = [_token(printed, sums[printed], formatters.tokens, ast.place(table)) for printed in sorted(sums)]
    rounded = f"ergeben die gerundeten {what} zusammen {' oder '.join(tokens)}"
    text = f"{_where(broken, lines)} {rounded}, die genauen aber {whole}."
    note = ast.div(ast.attr("", ["table-note"]), [ast.paragraph(ast.words(text))])
    return note | ({"place": table["place"]} if "place" in table else {})


def _where(broken: list[Line], lines: int) -> str:
    """“In jeder Zeile”, “In der Spalte „Anteil“”, “In den Zeilen „a“, „b“ und „c“”."""
    kind, heads = broken[0].kind, [f"„{line.head}“" for line in broken]
    if len(heads) == lines > 1:
        return f"In jeder {kind}"
    if len(heads) == 1:
        return f"In der {kind} {heads[0]}"
    return f"In den {kind}n {', '.join(heads[:-1])} und {heads[-1]}"


def _token(printed: Fraction, line: Line, tokens: Tokens, place: Place) -> str:
    """The sum of printed digits is a number too: a constant made of them."""
    like = line.numbers[0]
    places = len(like.digits.partition(".")[2])
    digits = _decimal(printed, places)
    percent = line.style is Style.PERCENT
    graph: Any = like.entry.graph
    entry = like.entry.__class__(graph, graph.constant(_decimal(printed / 100, places + 2) if percent else digits), 0)
    return tokens.add(
        Number(
            id=f"printed-sum-{digits.replace('.', '-')}{'-p' if percent else ''}",
            digits=digits,
            style=line.style,
            format=f"percent({places})" if percent else f"num({places})",
            exact=True,
            quantity="",
            expression="printed sum",
            meaning=f"Summe der gerundeten {WHOLES[line.style][0]} einer {line.kind}, so wie sie gedruckt sind.",
            entry=entry,
            terms=line.numbers,
        ),
        place,
    )


def _decimal(value: Fraction, places: int) -> str:
    """A finite decimal with so many places."""
    scaled = str(round(value * 10**places)).rjust(places + 1, "0")
    return f"{scaled[:-places]}.{scaled[-places:]}" if places else scaled

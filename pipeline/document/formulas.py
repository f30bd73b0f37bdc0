"""check, second part: the formulas of a page against the reference.

`[$$…$$]{#eq:… check=NAME}` and `[$…$]{check=NAME}` are compared with the declaration NAME in the page's
`formulas.py`, `check=arithmetic` is a calculation of nothing but numbers.  Each such formula gets its
German sentence (`alt`), calculations get the right sign between their sides.  A display, or a relation
between symbols, that no check covers is a problem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.document.statements import loose_relations, remedy, states_something
from pipeline.formulas import Formula, FormulaError, Identities, Quantity, Shown, declared_formulas, declared_identities
from pipeline.formulas.calculation import SIGNS, Calculation
from pipeline.formulas.errors import excerpt, line_and_column
from pipeline.formulas.examination import Examined, PageFormulas, Verdicts, compare, examine
from pipeline.formulas.proofs import Proofs
from pipeline.formulas.speech import speak
from pipeline.problems import AUTHORS_FAULTS, MISSING, Code, Place, Problems
from pipeline.quantities.compute import Quantities, failing_line, failure, load_module, share
from pipeline.quantities.ledger import Record
from pipeline.quantities.spelling import Context
from pipeline.quantities.tokens import TOKEN, Tokens

SHARED = "content/formulas.py"  # declarations of the whole site, which pages import
SAMPLED_PAGES = 3  # other inputs on which formulas about the page's own quantities are tried


class PageChecks:
    """The formulas of one page: what they are declared to be, and what the page displays.

    whole: whether the declarations could be read
    """

    def __init__(self, root: Path, folder: str, proofs: Proofs, problems: Problems, subject: str = "") -> None:
        self._root, self._folder, self._proofs, self._problems = root, folder, proofs, problems
        self._subject = subject
        self._file = f"{folder}/formulas.py"
        self.whole = True
        namespace = self._namespace()
        self._declared = declared_formulas(namespace)
        self._example: Mapping[str, str] = namespace.get("EXAMPLE", {})
        self._shown: dict[str, Shown] = {}
        self._identities = Identities(declared_identities(namespace), self._shown, proofs, subject)

    def _namespace(self) -> Mapping[str, Any]:
        """The page's declarations, and those that the site shares; the page's own can import from these."""
        path, shared = self._root / self._file, self._root / SHARED
        try:
            of_site = share(shared)
            own = vars(load_module(path, shared)) if path.is_file() else {}
            return {**of_site, **own}
        except AUTHORS_FAULTS as error:
            place = failing_line(error, self._root, self._file)
            self._problems.add(Code.BAD_PAGE_CODE, failure(error), place)
            self.whole = False
            return {}

    def displays(self, blocks: list[Node]) -> None:
        """Take note of the TeX that the page displays; identities rest on it."""
        for node in ast.nodes(blocks):
            if is_checked(node):
                name, tex = _check_of(node), _tex(node)
                if name in self._declared and not TOKEN.search(tex):
                    self._shown.setdefault(name, Shown(tex, self._declared[name]))

    def identity(self, name: str, place: Place | None = None) -> bool:
        """Whether an identity is proven; what fails is a problem where it is named, or else where it is declared."""
        reason = self._identities.unproven(name)
        if reason:
            remedy = f"An identity is a function marked @identity in {self._file}, and it proves what it says."
            self._problems.add(Code.IDENTITY_FAILS, reason, place or Place(self._file), remedy)
        return not reason

    def compared(
        self, blocks: list[Node], quantities: Quantities, tokens: Tokens, sampled: Callable[[], Iterable[Quantities]]
    ) -> Verdicts:
        """What came of comparing formulas with their declarations; `sampled` gives the quantities for other inputs."""
        page, others = self._page(blocks, quantities, tokens), [as_quantities(each) for each in sampled()]
        return {
            (check, tex): compare(tex, check, page, others)
            for check, tex in _checked_formulas(blocks)
            if page.compares(check)
        }

    def check(
        self, blocks: list[Node], quantities: Quantities, tokens: Tokens, compared: Callable[[], Verdicts]
    ) -> tuple[list[Node], list[Record]]:
        """The blocks with alternative texts and right signs, and the ledger's records of all checked formulas.

        compared: gives what came of comparing them; called late, as it may still be at work
        """
        page, shown = self._page(blocks, quantities, tokens), _checked_formulas(blocks)
        self._uncovered(blocks)
        found = {(check, tex): examine(tex, check, page, {}) for check, tex in shown if not page.compares(check)}
        verdicts = compared()
        found |= {(check, tex): examine(tex, check, page, verdicts) for check, tex in shown if page.compares(check)}
        records: list[Record] = []

        def visit(node: Node) -> Node | None:
            if not _is_whole(node):
                return None
            check, tex = _check_of(node), _tex(node)
            examined = found[check, tex]
            for fault in examined.problems:
                self._report(fault, tex, ast.place(node), tokens)
            declaration = page.declared.get(check) if examined.holds else None
            records.append(self._record(node, examined, declaration))
            return _with_outcome(node, examined, declaration)

        return ast.walk(blocks, visit), records

    def _page(self, blocks: list[Node], quantities: Quantities, tokens: Tokens) -> PageFormulas:
        return PageFormulas(
            declared=self._declared,
            proofs=self._proofs,
            example=self._example,
            numbers={token: tokens.number(token) for token in _tokens(blocks)},
            quantities=as_quantities(quantities),
            subject=self._subject,
        )

    def _record(self, node: Node, examined: Examined, declaration: Formula | None) -> Record:
        """The ledger's line of a formula."""
        place = ast.place(node)
        record: Record = {
            "label": ast.identifier(node),
            "page": Path(self._folder).name,
            "file": place.file,
            "line": place.line,
            "check": _check_of(node),
            "comparisons": examined.comparisons,
            "holds": examined.holds,
            "proof": examined.proof,
        }
        domain = {"domain": list(declaration.domain)} if declaration is not None and declaration.domain else {}
        return record | domain | ({"reason": examined.reason} if examined.reason else {})

    def _uncovered(self, blocks: list[Node]) -> None:
        """A formula that nothing checks must not state anything."""
        covered = {id(node["c"][1][0]) for node in ast.nodes(blocks) if is_checked(node)}
        for node in ast.nodes(blocks):
            if node["t"] == "Math" and id(node) not in covered:
                kind, tex = node["c"][0]["t"], node["c"][1]
                if MISSING not in tex and (kind == "DisplayMath" or states_something(tex)):
                    message = f"nothing checks the formula {' '.join(tex.split())}"
                    self._problems.add(Code.FORMULA_UNCHECKED, message, ast.place(node), remedy(tex, self._file))
            elif node["t"] in ("Span", "Div") and _checks_nothing(node):
                message = f"the check {ast.attributes(node)['check']!r} stands on something that is no single formula"
                self._problems.add(Code.FORMULA_UNCHECKED, message, ast.place(node), "Write [$…$]{check=NAME}.")
        for place, relation in loose_relations(blocks):
            advice = "Write it as one formula, [$…$]{check=NAME}, or say it in words."
            self._problems.add(Code.FORMULA_UNCHECKED, f"nothing checks the relation {relation}", place, advice)

    def _report(self, fault: FormulaError, tex: str, begin: Place, tokens: Tokens) -> None:
        """A fault with the place of its characters, and the line of the formula with carets under it."""
        start = fault.start + len(tex[fault.start :]) - len(tex[fault.start :].lstrip())
        shown = excerpt(tex, start, fault.end)
        line, carets = shown.split("\n")
        before = tokens.spell(line[: len(carets) - len(carets.lstrip())], Context.CODE)
        marked = tokens.spell(line[len(carets) - len(carets.lstrip()) : len(carets)], Context.CODE)
        remedy = f"{tokens.spell(line, Context.CODE)}\n    {' ' * len(before)}{'^' * max(1, len(marked))}"
        self._problems.add(fault.code, fault.message, located(tex, start, begin, tokens), remedy)


def is_checked(node: Node) -> bool:
    """Whether a node is a formula with a check."""
    if node["t"] != "Span" or "check" not in ast.attributes(node) or "claim" in ast.classes(node):
        return False
    inside = node["c"][1]
    return len(inside) == 1 and inside[0]["t"] == "Math"


def _is_whole(node: Node) -> bool:
    """Whether a checked formula lacks nothing; what one lacks is said already."""
    return is_checked(node) and MISSING not in _tex(node)


def _checks_nothing(node: Node) -> bool:
    return "check" in ast.attributes(node) and "claim" not in ast.classes(node) and not is_checked(node)


def _with_outcome(node: Node, examined: Examined, declaration: Formula | None) -> Node:
    """The formula with the right signs, and with what writers say of it: its sentence, and how it was checked."""
    formula = node["c"][1][0]
    signed = node | {"c": [node["c"][0], [formula | {"c": [formula["c"][0], examined.tex]}]]}
    names = declaration.meanings if declaration is not None else ()
    if examined.calculation is not None and examined.holds:
        signed["c"][1][0]["follows"] = _follows(_tex(node), examined.calculation, names)
    spoken = ast.with_attributes(signed, alt=speak(examined.tex, names))
    if examined.problems or not examined.comparisons:
        return spoken  # nobody says that it was checked
    positive = " und ".join(map(speak, declaration.positive)) if declaration is not None else ""
    checked = ast.with_attributes(spoken, proof=examined.proof, comparisons=str(examined.comparisons))
    return ast.with_attributes(checked, positive=positive) if positive else checked


def _follows(tex: str, calculation: Calculation, names: Iterable[str]) -> Node:
    """What of a calculation depends on its numbers, for writers whose readers may change these.

    spoken:    its sentence, with the note behind each line that other numbers could make one of rounded digits
    relations: the tokens on both sides of each sign
    lines:     of each such line, how many numbers stand before its end, and its steps: [node, index, token]
    """
    lines = calculation.lines(tex)
    return {
        "spoken": speak(calculation.signed(tex, noted=True), tuple(names)),
        "relations": [list(each.numbers) for each in calculation.relations if each.written in SIGNS],
        "lines": [
            [len(TOKEN.findall(tex[:end])), [[entry.node, entry.index, token] for entry, token in lines[end]]]
            for end in sorted(lines)
        ],
    }


def _checked_formulas(blocks: list[Node]) -> list[tuple[str, str]]:
    """Check and TeX of every checked formula, each once, in reading order."""
    return list(dict.fromkeys((_check_of(node), _tex(node)) for node in ast.nodes(blocks) if _is_whole(node)))


def _check_of(node: Node) -> str:
    return ast.attributes(node)["check"]


def _tex(node: Node) -> str:
    return str(node["c"][1][0]["c"][1])


def _tokens(blocks: list[Node]) -> Iterator[str]:
    for node in ast.nodes(blocks):
        if node["t"] == "Math":
            yield from TOKEN.findall(node["c"][1])


def as_quantities(quantities: Quantities) -> dict[str, Quantity]:
    """A page's values as formulas see them."""
    return {
        name: Quantity(value.array, tuple(tuple((each.id, each.text) for each in axis.labels) for axis in value.axes))
        for name, value in quantities.values.items()
    }


def located(tex: str, offset: int, begin: Place, tokens: Tokens) -> Place:
    """Where a character of a formula stands in the source; behind a token of its line, that token's place."""
    line, column = line_and_column(tex, offset)
    opening = tex.rfind("\n", 0, offset) + 1
    before = TOKEN.findall(tex[opening : offset + 1])
    if before:
        return tokens.place(before[-1])
    if not begin.line:
        return begin
    prefix = len("[$$") if tex.startswith("\n") or "\n" in tex else len("[$")
    return Place(begin.file, begin.line + line - 1, column if line > 1 else begin.column + prefix + column - 1)

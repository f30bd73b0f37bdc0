"""The classes and attributes that authors may give to text: a closed list, since pandoc takes any word in silence."""

from __future__ import annotations

from difflib import get_close_matches

from pipeline.document import ast
from pipeline.document.ast import Node
from pipeline.problems import Code, Problems

# class → its attributes, each with whether it must be there
BLOCKS: dict[str, dict[str, bool]] = {
    "abstract": {},
    "bibliography": {},
    "byhand": {"of": False, "places": False},
    "checklist": {},
    "claim": {"check": True},
    "draw": {},
    "glossary": {},
    "guide": {},
    "interactive": {},
    "keysentence": {},
    "listing": {"includes": False, "script": False, "inputs": False, "prints": False},
    "margin": {},
    "question": {"answer": True},
    "remark": {"title": True},
    "solution": {"title": False},
    "steps": {},
    "walkthrough": {},
}
SPANS: dict[str, dict[str, bool]] = {
    "axis-1": {},
    "axis-2": {},
    "claim": {"check": True},
    "idiom": {"reason": False},  # `lint` reports one without a reason
}
FORMULA = {"check": False}  # the attributes of a span without a class: it names or checks the formula inside

MADE = ("references", "csl-bib-body", "hanging-indent")  # what citeproc adds to the list of works


def check_vocabulary(blocks: list[Node], problems: Problems) -> None:
    """Report classes that mean nothing, attributes that nobody reads, and attributes that are missing."""
    for node in _written(blocks):
        known = BLOCKS if node["t"] == "Div" else SPANS
        names = [name for name in ast.classes(node) if name not in MADE]
        unknown = [name for name in names if name not in known]
        for name in unknown:
            _report(node, f"the class {name!r} means nothing here", name, list(known), problems)
        if not unknown:
            _check_attributes(node, names, known, problems)


def _check_attributes(node: Node, names: list[str], known: dict[str, dict[str, bool]], problems: Problems) -> None:
    given = ast.attributes(node)
    allowed = {key: needed for name in names for key, needed in known[name].items()} if names else FORMULA
    for key in given:
        if key not in allowed:
            _report(node, f"nobody reads the attribute {key!r} here", key, list(allowed), problems)
    for key, needed in allowed.items():
        if needed and not given.get(key, "").strip():
            message = f"{' '.join(names)!r} needs the attribute {key!r}"
            problems.add(Code.BAD_MARKUP, message, ast.place(node), f'Write {key}="…" in its braces.')


def _written(blocks: list[Node]) -> list[Node]:
    """Divisions and spans by authors: what `read` and citeproc made is left out."""
    everything = list(ast.nodes(blocks))
    made = [node for node in everything if node["t"] == "Cite" or ast.identifier(node) == "refs"]
    inside = {id(inner) for node in made for inner in ast.nodes(node["c"][1])}
    marked = [node for node in everything if node["t"] in ("Div", "Span") and id(node) not in inside]
    return [node for node in marked if "source" not in ast.classes(node)]


def _report(node: Node, message: str, word: str, known: list[str], problems: Problems) -> None:
    near = get_close_matches(word, known, 1, 0.6)
    remedy = f"Did you mean {near[0]!r}?" if near else "Known: " + (", ".join(sorted(known)) or "none") + "."
    problems.add(Code.BAD_MARKUP, message, ast.place(node), remedy)

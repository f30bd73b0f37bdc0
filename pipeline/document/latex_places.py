"""What may stand where in LaTeX content: whatever the rewriting would drop is a problem first."""

from __future__ import annotations

from pipeline.document.latex_tree import Command, Environment, Piece, Report, Separator, Text, Tree
from pipeline.problems import Code

# The environments in which a command or an environment has a meaning.
_HOMES = {
    "item": ("itemize", "enumerate"),
    "caption": ("table", "figure"),
    "includegraphics": ("figure",),
    **dict.fromkeys(("hline", "toprule", "midrule", "bottomrule"), ("tabular",)),
    "checked": ("equation",),
}
# Environments that hold nothing but these (and blanks).
_CLOSED = {"table": ("caption", "label", "tabular"), "figure": ("caption", "label", "includegraphics")}
_HEADINGS = ("section", "section*", "subsection", "subsubsection")


def check_places(tree: Tree, report: Report, home: str = "") -> None:
    """Report every piece that has no meaning inside the environment `home`."""
    before: Piece | None = None
    listed = False
    for piece in tree:
        if isinstance(piece, Text) and not piece.text.strip():
            continue
        listed = listed or (isinstance(piece, Command) and piece.name == "item")
        message = _misplaced(piece, home, before)
        if message is None and home in ("itemize", "enumerate") and not listed:
            message = f"this stands before the first \\item of {home}"
        if message is not None:
            report(Code.UNKNOWN_TEX, piece.at, message, "Move it, or remove it.")
        before = piece
        for inner in [*piece.arguments, piece.body] if isinstance(piece, Environment) else _arguments(piece):
            if not isinstance(inner, str):
                check_places(inner, report, piece.name if isinstance(piece, Environment) else home and "text")


def _arguments(piece: Piece) -> tuple[Tree | str, ...]:
    return piece.arguments if isinstance(piece, Command) else ()


def _misplaced(piece: Piece, home: str, before: Piece | None) -> str | None:
    """Why a piece means nothing here, or None."""
    if isinstance(piece, Separator):
        return None if home == "tabular" else "this stands outside of a tabular"
    name = getattr(piece, "name", "")
    if home in _CLOSED and name not in _CLOSED[home] and not _is_row(piece, home):
        return f"{home} holds {', '.join(_CLOSED[home])} and nothing else"
    if name in _HOMES and home not in _HOMES[name]:
        return f"\\{name} belongs into {' or '.join(_HOMES[name])}"
    heading = isinstance(before, Command) and before.name in _HEADINGS
    if name == "label" and home not in _CLOSED and not heading:
        return "\\label belongs after a heading, or into an equation, a table or a figure"
    return None


def _is_row(piece: Piece, home: str) -> bool:
    """A table that the formatter `table` writes: rows between bars, or the expression that will become them."""
    return home == "table" and isinstance(piece, Text)

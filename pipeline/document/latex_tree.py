r"""LaTeX content as a small tree: commands with their arguments, environments, formulas, text.

Only what is in the two tables is accepted; anything else is a problem with its place, since a reader
that drops unknown commands in silence loses an author's words.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TypeAlias

from pipeline.document.vocabulary import BLOCKS
from pipeline.problems import Code

# Arguments: t text, r raw, o an optional one in brackets (raw).
COMMANDS = {
    **dict.fromkeys(("section", "section*", "subsection", "subsubsection", "caption"), "t"),
    **dict.fromkeys(("emph", "textit", "textbf", "enquote", "footnote"), "t"),
    **dict.fromkeys(("texttt", "url", "cref", "label", "checked"), "r"),
    **dict.fromkeys(("claim", "idiom", "formula", "axis", "href"), "rt"),
    **dict.fromkeys(("cite", "citet", "includegraphics"), "or"),
    **dict.fromkeys(("item", "dots", "hline", "toprule", "midrule", "bottomrule"), ""),
}
ENVIRONMENTS = {
    **dict.fromkeys(("itemize", "enumerate", "quote", "table", "figure", "equation", "verbatim"), ""),
    "tabular": "r",
    **{name: "r" if any(attributes.values()) else "" for name, attributes in BLOCKS.items() if name != "listing"},
}
RAW = ("equation", "verbatim")  # environments whose body is no text

# What an author is likely to write, and what stands for it here.
INSTEAD = {
    **dict.fromkeys(("ref", "eqref", "autoref", "Cref"), r"Write \cref{…}: it prints kind and number."),
    **dict.fromkeys(("citep", "autocite", "parencite"), r"Write \cite{…}."),
    "textcite": r"Write \citet{…}.",
    **dict.fromkeys(("newcommand", "renewcommand", "def", "DeclareMathOperator"), "The macros are the house's own."),
    **dict.fromkeys(("usepackage", "documentclass", "input", "include"), "A section file is text, no document."),
    **dict.fromkeys(("equation*", "displaymath"), r"Write \begin{equation} without a label."),
    **dict.fromkeys(("align", "align*", "gather"), r"Write \begin{equation}\begin{aligned} …"),
    **dict.fromkeys(
        ("vspace", "hspace", "noindent", "centering", "newpage", "par"), "Layout is the writers' business."
    ),
    **dict.fromkeys(("bf", "it", "em", "tt"), r"Write \textbf{…}, \emph{…} or \texttt{…}."),
}

Report = Callable[[Code, int, str, str], None]  # code, offset in the text, message, remedy


@dataclass(frozen=True)
class Text:
    """Plain text, with LaTeX's escapes and dashes still in it.  `at` is where a piece begins."""

    text: str
    at: int


@dataclass(frozen=True)
class Formula:
    """`$…$` or `$$…$$`."""

    tex: str
    display: bool
    at: int


@dataclass(frozen=True)
class Separator:
    r"""`&` (a cell ends) or `\\` (a row ends)."""

    ends_row: bool
    at: int


@dataclass(frozen=True)
class Command:
    """A command with its arguments: trees for text, strings for raw ones ("" for an optional one left out)."""

    name: str
    arguments: tuple[Tree | str, ...]
    at: int


@dataclass(frozen=True)
class Environment:
    r"""`\begin{name}…\end{name}`; the body of a raw one is a string."""

    name: str
    arguments: tuple[Tree | str, ...]
    body: Tree | str
    at: int


Piece: TypeAlias = "Text | Formula | Separator | Command | Environment"
Tree: TypeAlias = "tuple[Piece, ...]"

_PLAIN = re.compile(r"[^\\{}$%&]+")
_COMMENT = re.compile(r"%[^\n]*\n?[ \t]*")
_NAME = re.compile(r"\\([A-Za-z]+\*?)")
_ESCAPED = re.compile(r"\\[^A-Za-z\s\\]")
_FORMULA = re.compile(r"\$\$(?P<display>.+?)\$\$|\$(?P<inline>(?:\\.|[^$\\])+)\$", re.S)
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_ENVIRONMENT = re.compile(r"\\(begin|end)\{([^{}]*)\}")


def parse(text: str, report: Report) -> Tree:
    """The tree of a LaTeX text; what is not accepted is reported and left out."""
    return _Parser(text, report).pieces(None)


@dataclass
class _Parser:
    text: str
    report: Report
    at: int = 0
    opened: list[str] = field(default_factory=list)  # environments

    def pieces(self, closing: str | None) -> Tree:
        """Everything up to `closing` ("}" or an environment's name), which is consumed."""
        found: list[Piece] = []
        start = self.at
        while self.at < len(self.text):
            if closing == "}" and self.text[self.at] == "}":
                self.at += 1
                return tuple(found)
            ending = _ENVIRONMENT.match(self.text, self.at)
            if ending and ending[1] == "end":
                if closing != ending[2]:
                    self.mismatch(ending, closing)
                    if closing is not None and ending[2] in self.opened:
                        return tuple(found)  # what is open here ends unclosed; the outer one takes this \end
                self.at = ending.end()
                if closing == ending[2]:
                    return tuple(found)
                continue
            found += self.piece()
        if closing is not None:
            what = "brace" if closing == "}" else rf"\begin{{{closing}}}"
            self.report(Code.UNBALANCED, max(start - 1, 0), f"this {what} is never closed", "Close it.")
        return tuple(found)

    def mismatch(self, ending: re.Match[str], closing: str | None) -> None:
        expected = f", open is {closing!r}" if closing else ""
        message = rf"\end{{{ending[2]}}} closes nothing that is open{expected}"
        self.report(Code.UNBALANCED, ending.start(), message, r"Each \begin has its own \end.")

    def piece(self) -> list[Piece]:
        """The next piece; none for a comment or what was refused."""
        start = self.at
        plain = self.match(_PLAIN) or self.match(_ESCAPED)
        if plain:
            return [Text(plain[0], start)]
        if self.match(_COMMENT):
            return []
        formula = self.match(_FORMULA)
        if formula:
            return [Formula(formula["display"] or formula["inline"], formula["display"] is not None, start)]
        if self.text.startswith("\\\\", self.at):
            self.at += 2
            return [Separator(True, start)]
        character = self.text[self.at]
        if character == "\\":
            return self.command()
        self.at += 1
        if character == "&":
            return [Separator(False, start)]
        if character == "{":
            return list(self.pieces("}"))
        what = "this $ has no partner" if character == "$" else "this } closes nothing"
        self.report(Code.UNBALANCED, self.at - 1, what, f"For the character itself write \\{character}.")
        return []

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """A match right here, which is consumed."""
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return match

    def command(self) -> list[Piece]:
        """A command or an environment."""
        begin = _ENVIRONMENT.match(self.text, self.at)
        if begin:
            return self.environment(begin)
        match = _NAME.match(self.text, self.at)
        if match is None:  # a backslash before a blank is a blank
            self.at += 1
            return [Text(" ", self.at - 1)]
        start, self.at = self.at, match.end()
        name = match[1]
        if name not in COMMANDS:
            self.unknown(start, "\\" + name, name, COMMANDS)
            return []
        if not COMMANDS[name]:
            self.at += len(self.text[self.at :]) - len(self.text[self.at :].lstrip(" "))
        return [Command(name, self.arguments(COMMANDS[name], "\\" + name, start), start)]

    def environment(self, begin: re.Match[str]) -> list[Piece]:
        name, start, self.at = begin[2], begin.start(), begin.end()
        if name not in ENVIRONMENTS:
            self.unknown(start, f"the environment {name}", name, ENVIRONMENTS)
            ending = rf"\end{{{name}}}"
            end = self.text.find(ending, self.at)
            self.at = end + len(ending) if end >= 0 else self.at
            return []
        arguments = self.arguments(ENVIRONMENTS[name], f"\\begin{{{name}}}", start)
        if name in RAW:
            end = self.text.find(rf"\end{{{name}}}", self.at)
            if end < 0:
                self.report(Code.UNBALANCED, start, rf"this \begin{{{name}}} is never closed", "Close it.")
                end = len(self.text)
            body = self.text[self.at : end]
            blank = _BLANK_LINE.search(body.strip("\n"))
            if blank and name == "equation":
                at = body.index(blank[0], 1) + self.at + 1
                message = "a blank line stands in this equation"
                self.report(Code.BLANK_LINE_IN_DISPLAY, at, message, "Remove the blank line.")
            self.at = end + len(rf"\end{{{name}}}")
            return [Environment(name, arguments, body, start)]
        for argument in arguments:
            if "title" in BLOCKS.get(name, {}) and "\\" in argument:
                message = f"the title of {name} holds commands: {argument}"
                self.report(Code.UNKNOWN_TEX, start, message, "A title is plain text.")
        self.opened.append(name)
        tree = self.pieces(name)
        self.opened.pop()
        return [Environment(name, arguments, tree, start)]

    def arguments(self, signature: str, what: str, start: int) -> tuple[Tree | str, ...]:
        """The arguments that a signature asks for; a missing one is a problem and empty."""
        result: list[Tree | str] = []
        for kind in signature:
            opening = "[" if kind == "o" else "{"
            if not self.text.startswith(opening, self.at):
                if kind != "o":
                    message = f"{what} lacks an argument"
                    self.report(
                        Code.UNKNOWN_TEX, start, message, f"It takes {len(signature.replace('o', ''))} in braces."
                    )
                result.append("" if kind != "t" else ())
                continue
            self.at += 1
            result.append(self.pieces("}") if kind == "t" else self.raw("]" if kind == "o" else "}"))
        return tuple(result)

    def raw(self, closing: str) -> str:
        """Text up to the matching closing character, braces inside counted."""
        start, depth = self.at, 0
        while self.at < len(self.text):
            character = self.text[self.at]
            if character == "\\":
                self.at += 2
                continue
            if character == closing and depth == 0:
                self.at += 1
                return self.text[start : self.at - 1]
            depth += {"{": 1, "}": -1}.get(character, 0)
            self.at += 1
        self.report(Code.UNBALANCED, start - 1, f"this argument is never closed by {closing}", "Close it.")
        return self.text[start:]

    def unknown(self, start: int, what: str, name: str, known: dict[str, str]) -> None:
        near = get_close_matches(name, known, 1, 0.6)
        advice = f"Did you mean {near[0]}?" if near else f"Known: {', '.join(sorted(known))}."
        self.report(Code.UNKNOWN_TEX, start, f"{what} is not in the list of commands", INSTEAD.get(name, advice))

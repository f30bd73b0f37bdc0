r"""LaTeX as a second language for content, rewritten in the Markdown that `read` knows.

Both languages so share one tree, one bibliography and one set of checks.

    \section{Title}\label{sec:name}                     # Title {#sec:name}   (\section* without a number)
    \begin{equation}\label{eq:a}\checked{a} …           numbered where it has a label; `checked` names the check
    \formula{check}{$…$}                                a checked formula in the text
    \claim{condition}{text}  \idiom{reason}{text}  \axis{1}{text}
    \cref{eq:a}  \cite[S. 4]{key}  \citet{key}          references and citations
    \begin{table}\caption{…}\label{tbl:a}\begin{tabular}{lr} …
    \begin{figure}\includegraphics[alt={…}]{figure:plane}\caption{…}\label{fig:plane} …
    \begin{keysentence} …  \begin{remark}{title} …  \begin{claim}{condition} …
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from pipeline.document.latex_places import check_places
from pipeline.document.latex_tree import Command, Environment, Formula, Piece, Separator, Text, Tree, parse
from pipeline.document.sources import Source
from pipeline.document.vocabulary import BLOCKS
from pipeline.problems import Code, Problems

_TYPOGRAPHY = (("``", "„"), ("''", "“"), ("~", "\u00a0"), ("\\,", "\u202f"), ("\\-", "\u00ad"))
_MASKED = re.compile(r"\\(?:VAR|BLOCK)\{.*?\}|\\#\{.*?\}", re.S)
_BRACKET_DISPLAY = re.compile(r"(?<!\\)\\[\[(]")  # the formatter `vector` prints \[…\] in text, so it is no formula
_ESCAPE = re.compile(r"\\(.)|([*_`\[\]<>#|^@{}])", re.S)
_LIST_LIKE = re.compile(r"(^|\n)([ \t]*)([-+:]|\d+(?=[.)]))")
_LEVELS = {"section": "#", "section*": "#", "subsection": "##", "subsubsection": "###"}
_ALIGNMENT = {"l": ":--", "r": "--:", "c": ":-:"}
_INSIDE_EQUATION = re.compile(r"\\(label|checked)\{([^{}]*)\}")
_EMPTY_CITATION = re.compile(r"\\citet?(?:\[[^\]]*\])?\{(?:[\s,]*|[^{}]*,\s*|\s*,[^{}]*)\}")
_ALT = re.compile(r"alt\s*=\s*\{(.*)\}", re.S)


def check_latex(source: Source, problems: Problems) -> None:
    """Report what is outside the list, or does not close, in a LaTeX source."""
    masked = _MASKED.sub(lambda match: re.sub(r"[^\n]", "x", match[0]), source.text)

    def report(code: Code, offset: int, message: str, remedy: str) -> None:
        problems.add(code, message, source.place(offset), remedy)

    check_places(parse(masked, report), report)
    for match in _EMPTY_CITATION.finditer(masked):
        report(Code.UNKNOWN_CITATION, match.start(), "this cites no work", r"Write \cite{KEY}.")
    for match in _BRACKET_DISPLAY.finditer(masked):
        message = f"{match[0]} is not in the list of commands"
        report(Code.UNKNOWN_TEX, match.start(), message, r"Write $…$, or \begin{equation}, without a label if need be.")


def markdown(text: str) -> str:
    """The Markdown of filled LaTeX; what `check_latex` has reported is left out."""
    return _written(parse(text, lambda code, offset, message, remedy: None)).strip() + "\n"


def _written(tree: Tree) -> str:
    """The pieces of a tree one after the other; a heading takes the label that follows it."""
    result: list[str] = []
    for index, piece in enumerate(tree):
        if isinstance(piece, Text):
            result.append(_plain(piece.text))
        elif isinstance(piece, Formula):
            result.append(f"$${piece.tex}$$" if piece.display else f"${piece.tex.strip()}$")
        elif isinstance(piece, Environment):
            result.append(_environment(piece))
        elif isinstance(piece, Command) and piece.name in _LEVELS:
            result.append(_heading(piece, _label(tree[index + 1 :])))
        elif isinstance(piece, Command) and piece.name in _COMMANDS:
            result.append(_COMMANDS[piece.name](*(_argument(argument) for argument in piece.arguments)))
    return "".join(result)


def _label(following: Tree) -> str:
    """The label right after a heading, or ""."""
    for piece in following:
        if isinstance(piece, Command) and piece.name == "label":
            return str(piece.arguments[0])
        if not isinstance(piece, Text) or piece.text.strip():
            break
    return ""


def _argument(argument: Tree | str) -> str:
    return argument if isinstance(argument, str) else _written(argument)


def _plain(text: str) -> str:
    """LaTeX text as Markdown text: what Markdown would take for markup is escaped."""
    for written, meant in _TYPOGRAPHY:
        text = text.replace(written, meant)
    text = _ESCAPE.sub(lambda match: "\\" + (match[1] or match[2]), text)
    return _LIST_LIKE.sub(lambda match: match[1] + match[2] + _harmless(match[3]), text)


def _harmless(start: str) -> str:
    """The start of a line that would begin a list: a sign is escaped, a number gets its point escaped."""
    return f"{start}\\" if start.isdigit() else f"\\{start}"


def _heading(command: Command, label: str) -> str:
    attributes = ([f"#{label}"] if label else []) + ([".unnumbered"] if command.name.endswith("*") else [])
    braces = f" {{{' '.join(attributes)}}}" if attributes else ""
    return f"\n\n{_LEVELS[command.name]} {_argument(command.arguments[0]).strip()}{braces}\n\n"


def _quoted(value: str) -> str:
    """An attribute's value in quotes."""
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _code(text: str) -> str:
    ticks = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    return f"{ticks}{text}{ticks}"


def _citation(note: str, keys: str) -> str:
    cited = "; ".join("@" + key.strip() for key in keys.split(","))
    return f"[{cited}, {note}]" if note else f"[{cited}]"


_COMMANDS: dict[str, Callable[..., str]] = {
    "emph": lambda text: f"*{text}*" if text else "",
    "textit": lambda text: f"*{text}*" if text else "",
    "textbf": lambda text: f"**{text}**" if text else "",
    "texttt": _code,
    "enquote": lambda text: f"„{text}“",
    "footnote": lambda text: f"^[{text}]",
    "href": lambda target, text: f"[{text}]({target})",
    "url": lambda target: f"<{target}>",
    "cref": lambda label: f"[](#{label})",
    "cite": _citation,
    "citet": lambda note, key: f"@{key} [{note}]" if note else f"@{key}",
    "claim": lambda condition, text: f"[{text}]{{.claim check={_quoted(condition)}}}",
    "idiom": lambda reason, text: f"[{text}]{{.idiom reason={_quoted(reason)}}}",
    "formula": lambda check, text: f"[{text}]{{check={check}}}",
    "axis": lambda number, text: f"[{text}]{{.axis-{number}}}",
    "dots": lambda: "…",
}


def _environment(environment: Environment) -> str:
    name, body = environment.name, environment.body
    if isinstance(body, str):
        return _equation(body) if name == "equation" else f"\n\n```\n{body.strip(chr(10))}\n```\n\n"
    if name in ("itemize", "enumerate"):
        return "\n\n" + "\n".join(_item(item, "- " if name == "itemize" else "1. ") for item in _items(body)) + "\n\n"
    if name == "quote":
        return "\n\n" + "\n".join(f"> {line}" for line in _written(body).strip().split("\n")) + "\n\n"
    if name == "table":
        return _table(body)
    if name == "figure":
        return _figure(body)
    if name == "tabular":
        return _tabular(str(environment.arguments[0]), body)
    keys = [key for key, needed in BLOCKS[name].items() if needed]
    attributes = "".join(
        f" {key}={_quoted(str(value))}" for key, value in zip(keys, environment.arguments, strict=True)
    )
    return f"\n\n::: {{.{name}{attributes}}}\n\n{_written(body).strip()}\n\n:::\n\n"


def _equation(body: str) -> str:
    """A display; only a label gives it a number."""
    found = dict(_INSIDE_EQUATION.findall(body))
    lines = [line for line in _INSIDE_EQUATION.sub("", body).split("\n") if line.strip()]
    names = ([f"#{found['label']}"] if "label" in found else []) + (
        [f"check={found['checked']}"] if "checked" in found else []
    )
    display = "$$\n" + "\n".join(lines) + "\n$$"
    return f"\n[{display}]{{{' '.join(names)}}}\n" if names else f"\n{display}\n"


def _items(body: Tree) -> Iterator[Tree]:
    """The pieces after each \\item."""
    starts = [index for index, piece in enumerate(body) if isinstance(piece, Command) and piece.name == "item"]
    for start, end in zip(starts, [*starts[1:], len(body)], strict=False):
        yield body[start + 1 : end]


def _item(item: Tree, mark: str) -> str:
    return mark + _written(item).strip().replace("\n", "\n" + " " * len(mark))


def _named(body: Tree, name: str) -> Command | None:
    return next((piece for piece in body if isinstance(piece, Command) and piece.name == name), None)


def _caption(body: Tree) -> tuple[str, str]:
    """Caption and label of a table or figure, as Markdown."""
    caption, label = _named(body, "caption"), _named(body, "label")
    text = _argument(caption.arguments[0]).strip() if caption else ""
    return text, f"#{label.arguments[0]}" if label else ""


def _table(body: Tree) -> str:
    """A table: a tabular, or the rows that the formatter `table` wrote."""
    caption, label = _caption(body)
    rows = [piece for piece in body if isinstance(piece, Environment) and piece.name == "tabular"]
    if rows:
        table = _environment(rows[0]).strip()
    else:
        table = "".join(piece.text for piece in body if isinstance(piece, Text)).strip()
    return f"\n\n{table}\n\n: {caption} {{{label}}}\n\n" if label else f"\n\n{table}\n\n: {caption}\n\n"


def _tabular(columns: str, body: Tree) -> str:
    """A pipe table; its first row is the head."""
    rows: list[list[list[Piece]]] = [[[]]]
    for piece in body:
        if isinstance(piece, Separator) and piece.ends_row:
            rows.append([[]])
        elif isinstance(piece, Separator):
            rows[-1].append([])
        else:
            rows[-1][-1].append(piece)
    lines = [[_written(tuple(cell)).strip().replace("\n", " ") for cell in row] for row in rows]
    lines = [line for line in lines if any(line)]
    lines.insert(1, [_ALIGNMENT[letter] for letter in columns if letter in _ALIGNMENT])
    return "\n\n" + "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n\n"


def _figure(body: Tree) -> str:
    caption, label = _caption(body)
    picture = _named(body, "includegraphics")
    options, target = (str(argument) for argument in picture.arguments) if picture else ("", "")
    alt = _ALT.search(options)
    names = ([label] if label else []) + ([f"alt={_quoted(' '.join(alt[1].split()))}"] if alt else [])
    return f"\n\n![{caption}]({target}){{{' '.join(names)}}}\n\n"

"""The order of a page: its files as sections of parts, headings at their levels, contents and ways to go on.

Everything made here is free of any format; writers know the classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath

from pipeline.document import ast
from pipeline.document.ast import NO_BREAK_SPACE, Node
from pipeline.document.page import Label
from pipeline.document.read import SOURCE
from pipeline.load.site import Entry
from pipeline.problems import Code, Problems

CONTENTS = "inhalt"  # the id of the table of contents
PART_LEVEL, SECTION_LEVEL = 1, 2
BACK = "Zurück zum Inhaltsverzeichnis"


def arrange(blocks: list[Node], entry: Entry, problems: Problems) -> list[Node]:
    """The files' blocks (see `read`) in the page's order, with headings of parts and at their levels.

    A page with parts gets an empty Div `contents` before the first part, and after each of its sections a way back.
    Files that are missing have been reported by `load`.
    """
    files = {PurePath(file).name: inside for file, inside in _files(blocks, problems)}
    arranged = [block for name in entry.front for block in files.get(name, [])]
    arranged += [ast.div(ast.attr(CONTENTS, ["contents"]), [])] if entry.parts else []
    for number, part in enumerate(entry.parts, 1):
        arranged.append(ast.header(PART_LEVEL, ast.attr(f"part:{number}", ["part"]), ast.words(part.title)))
        for name in part.sections:
            arranged += [*files[name], _back()] if name in files else []
        arranged.append(ast.div(ast.attr("", ["part-navigation"], {"part": str(number)}), []))
    for name in entry.back:
        arranged += [*files.get(name, []), *([_back()] if entry.parts else [])]
    return arranged + [block for block in blocks if SOURCE not in ast.classes(block)]


def fill_contents(blocks: list[Node], labels: Mapping[str, Label]) -> list[Node]:
    """Numbered blocks with the list of contents and the ways from part to part written out."""
    parts = [block for block in blocks if _is_header(block, PART_LEVEL)]
    result = []
    for index, block in enumerate(blocks):
        classes = ast.classes(block)
        if "contents" in classes:
            block = ast.div(ast.attribute_triple(block), [ast.bullets(_entries(blocks[index:], labels))])
        elif "part-navigation" in classes:
            following = next(_headings(blocks[index:]), None)
            block = _navigation(int(ast.attributes(block)["part"]), parts, following)
        result.append(block)
    return result


def _files(blocks: list[Node], problems: Problems) -> Iterator[tuple[str, list[Node]]]:
    """Each file with its blocks, one level lower; one file is one section."""
    for block in blocks:
        if SOURCE not in ast.classes(block):
            continue
        inside = _lowered(block["c"][1])
        for extra in [inner for inner in inside if _is_header(inner, SECTION_LEVEL)][1:]:
            message = f"a second heading of the first level: {ast.text(extra).strip()}"
            problems.add(Code.BAD_MARKUP, message, ast.place(extra), "One file is one section; use ## below its title.")
        yield ast.attributes(block)["file"], inside


def _lowered(blocks: list[Node]) -> list[Node]:
    """Headings one level down, since parts take the first; those below a section's title carry no number."""

    def lower(node: Node) -> Node | None:
        if node["t"] != "Header":
            return None
        level, triple, inlines = node["c"]
        lowered = node | {"c": [level + 1, triple, inlines]}
        return ast.with_attributes(lowered, add=["unnumbered"]) if level + 1 > SECTION_LEVEL else lowered

    done: list[Node] = ast.walk(blocks, lower)
    return done


def _is_header(block: Node, level: int) -> bool:
    return bool(block["t"] == "Header" and block["c"][0] == level)


def _headings(blocks: Sequence[Node]) -> Iterator[Node]:
    return (block for block in blocks if _is_header(block, PART_LEVEL) or _is_header(block, SECTION_LEVEL))


def _back() -> Node:
    return ast.div(ast.attr("", ["back"]), [ast.paragraph([ast.link(ast.attr(), ast.words(BACK), "#" + CONTENTS)])])


def _title(heading: Node) -> list[Node]:
    """The heading's inlines without ids and notes, to be shown a second time."""

    def bare(node: Node) -> Node | list[Node] | None:
        if node["t"] == "Note":
            return []
        return ast.with_attributes(node, identifier="") if ast.identifier(node) else None

    inlines: list[Node] = ast.walk(heading["c"][2], bare)
    return inlines


def _heading_link(heading: Node) -> list[Node]:
    """A contents entry: the number apart, then the title as a link."""
    number = ast.attributes(heading).get("number")
    prefix = "Teil" + NO_BREAK_SPACE if _is_header(heading, PART_LEVEL) else ""
    shown = [ast.span(ast.attr("", ["numbering"]), [ast.string(f"{prefix}{number}")]), {"t": "Space"}] if number else []
    return [ast.link(ast.attr(), shown + _title(heading), "#" + ast.identifier(heading))]


def _entries(blocks: list[Node], labels: Mapping[str, Label]) -> list[list[Node]]:
    """List items: a part with its sections below it, then the sections after the last part."""
    items: list[list[Node]] = []
    below: list[list[Node]] | None = None
    for index, heading in enumerate(blocks):
        if _is_header(heading, PART_LEVEL):
            below = []
            items.append([ast.plain(_heading_link(heading)), ast.bullets(below)])
        elif _is_header(heading, SECTION_LEVEL):
            item = [ast.plain(_heading_link(heading) + list(_figures(blocks[index + 1 :], labels)))]
            (items if below is None else below).append(item)
        elif "part-navigation" in ast.classes(heading):
            below = None
    return items


def _figures(blocks: list[Node], labels: Mapping[str, Label]) -> Iterator[Node]:
    """Links to the figures of the section that these blocks begin with."""
    inside: list[Node] = []
    for block in blocks:
        if _is_header(block, SECTION_LEVEL) or _is_header(block, PART_LEVEL):
            break
        inside.append(block)
    for node in ast.nodes(inside):
        name = ast.identifier(node)
        if node["t"] == "Figure" and name in labels:
            text = f"Abb.{NO_BREAK_SPACE}{labels[name].number}"
            yield {"t": "Space"}
            yield ast.link(ast.attr("", ["reference", "numbering"]), [ast.string(text)], "#" + name)


def _navigation(number: int, parts: list[Node], following: Node | None) -> Node:
    """“Teil I von III” and the way to what follows."""
    here, last = (ast.attributes(parts[index])["number"] for index in (number - 1, -1))
    position = ast.string(NO_BREAK_SPACE.join(["Teil", here, "von", last]))
    inlines: list[Node] = [ast.span(ast.attr("", ["position", "numbering"]), [position])]
    if following is not None:
        onward = [*ast.words("weiter: "), *_title(following)]
        inlines += [{"t": "Space"}, ast.link(ast.attr("", ["next"]), onward, "#" + ast.identifier(following))]
    return ast.div(ast.attr("", ["part-navigation"]), [ast.paragraph(inlines)])

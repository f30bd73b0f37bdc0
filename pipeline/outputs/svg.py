"""Makes Matplotlib's SVG fit for pages: no styles, few ids, colours by class, numbers marked; and reads its texts.

A page's Content-Security-Policy forbids style attributes and style elements, several drawings stand in
one page, and a dark page gives them other colours.  So styles become attributes, colours also classes
(`fill-ink`), ids begin with the drawing's name, and whatever nobody refers to goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
IDLE = {"stroke-dashoffset": "0", "stroke-linejoin": "round", "text-anchor": "start", "font-style": "normal"}
FROM_ROOT = ("font-family", "font-size", "stroke-linejoin")  # said once, on the root element
DECIMAL = re.compile(r"-?\d+\.\d+")
NO_TURN = re.compile(r"rotate\(-?0 [^)]*\)")
PIECES = re.compile(r"(?P<level>[\^_])(?P<small>\{[^}]*\}|.)|(?P<function>[a-z]{2,} ?)|(?P<plain>[^\W\d_a-z]+|.)")
RAISED, LOWERED, SMALLER = -0.36, 0.22, 0.72  # shares of the font size


def tidied(source: str, name: str, family: str, size: float, roles: Mapping[str, str]) -> str:
    """A drawing as Matplotlib saved it → the drawing as pages and Typst take it.

    `roles` maps each allowed colour to its class.  Raises ValueError for any other colour.
    """
    root = ElementTree.fromstring(source)
    for unwanted in (f"{SVG}metadata", f"{SVG}style"):
        for parent in list(root.iter()):
            for child in parent.findall(unwanted):
                parent.remove(child)
    for element in list(root.iter()):
        _plain_attributes(element)
        _classes(element, roles)
    _mark(root)
    _ids(root, name)
    _unwrap(root)
    box = root.attrib["viewBox"].split()
    root.attrib = {
        "viewBox": root.attrib["viewBox"],
        "width": _short(box[2]),
        "height": _short(box[3]),
        "font-family": f"{family}, serif",
        "font-size": _short(str(size)),
        "fill": next(colour for colour, role in roles.items() if role == "ink"),
        "class": "figure fill-ink",
        "stroke-linejoin": "round",
    }
    _inherit(root)
    for element in root.iter():
        element.attrib = dict(sorted(element.attrib.items()))
        if element.tag != f"{SVG}text":
            element.text = element.text if element.tag == f"{SVG}tspan" else None
        element.tail = element.tail if element.tag == f"{SVG}tspan" else None
    return _written(root)


def _written(root: Element) -> str:
    for element in root.iter():
        element.tag = element.tag.removeprefix(SVG)
    root.attrib = {"xmlns": SVG[1:-1], **root.attrib}
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _plain_attributes(element: Element) -> None:
    """Style declarations become attributes; coordinates keep two digits; links lose their prefix."""
    for declaration in element.attrib.pop("style", "").split(";"):
        key, colon, value = declaration.partition(":")
        if colon:
            element.set(key.strip(), value.strip())
    if HREF in element.attrib:
        element.set("href", element.attrib.pop(HREF))
    element.attrib.pop("id", None) if element.tag == f"{SVG}svg" else None
    for key, value in list(element.attrib.items()):
        if key not in ("id", "href", "clip-path"):
            element.set(key, DECIMAL.sub(lambda match: _short(match[0]), " ".join(value.split())))
        if IDLE.get(key) == element.get(key):
            del element.attrib[key]
    if NO_TURN.fullmatch(element.get("transform", "")):
        del element.attrib["transform"]
    if "font-size" in element.attrib:
        element.set("font-size", element.attrib["font-size"].removesuffix("px"))


def _short(number: str) -> str:
    """At most two digits behind the point: the rest differs between processors."""
    rounded = f"{float(number):.2f}".rstrip("0").rstrip(".")
    return "0" if rounded == "-0" else rounded


def _classes(element: Element, roles: Mapping[str, str]) -> None:
    """A class beside each colour."""
    classes = []
    for key in ("fill", "stroke"):
        colour = element.get(key, "none")
        if colour.startswith("#"):
            if colour not in roles:
                raise ValueError(f"{colour} is no colour of the palette")
            classes.append(f"{key}-{roles[colour]}")
    if classes:
        element.set("class", " ".join(classes))


def _mark(root: Element) -> None:
    """Groups named `number-ID`, `tick` and `symbol` hand their meaning to their text, marks to all that they hold."""
    for group in root.iter(f"{SVG}g"):
        name, *marks = group.get("id", "").split(" ")
        texts = list(group.iter(f"{SVG}text"))
        for mark in [word for word in (name, *marks) if word.startswith("data-")]:
            key, _, value = mark.partition("=")
            for element in (*texts, *group.iter(f"{SVG}path")):
                element.set(key, value)
        if name.startswith("number-"):
            for text in texts:
                text.set("data-number", name.removeprefix("number-"))
        elif name == "tick":
            for text in texts:
                text.set("data-tick", "")
        elif name == "symbol":
            for text in texts:
                _typeset(text)


def _typeset(text: Element) -> None:
    """A formula: `W^Q` becomes W and a small raised Q; names of functions ("sin p") stand upright."""
    size = float(text.get("font-size", "16"))
    pieces, text.text = list(PIECES.finditer(text.text or "")), None
    shift = 0.0  # how far below the line the last piece stood
    for piece in pieces:
        level = {"^": RAISED, "_": LOWERED}.get(piece["level"] or "", 0.0) * size
        span = ElementTree.SubElement(text, f"{SVG}tspan")
        span.text = piece["function"] or piece["plain"] or piece["small"].strip("{}")
        if level != shift:
            span.set("dy", _short(str(level - shift)))
        if piece["level"]:
            span.set("font-size", _short(str(size * SMALLER)))
        if piece["function"] or not any(character.isalpha() for character in span.text):
            span.set("font-style", "normal")
        shift = level


def _ids(root: Element, name: str) -> None:
    """Ids that something refers to begin with the drawing's name and are counted; all others go."""
    used = re.findall(r'(?:url\(#|href="#)([^)"]+)', ElementTree.tostring(root, encoding="unicode"))
    fresh = {old: f"{name}-{count}" for count, old in enumerate(dict.fromkeys(used), 1)}
    for element in root.iter():
        if "id" in element.attrib:
            old = element.attrib.pop("id")
            if old in fresh:
                element.set("id", fresh[old])
        for key, value in element.attrib.items():
            for old, new in fresh.items():
                if value in (f"#{old}", f"url(#{old})"):
                    element.set(key, value.replace(old, new))


def _unwrap(parent: Element) -> None:
    """Groups that say nothing are replaced by their content, empty ones and empty definitions go."""
    children: list[Element] = []
    for child in parent:
        _unwrap(child)
        if child.tag == f"{SVG}g" and not child.attrib:
            children.extend(child)
        elif not _invisible(child):
            children.append(child)
    parent[:] = children


def _invisible(element: Element) -> bool:
    if element.tag in (f"{SVG}g", f"{SVG}defs"):
        return not len(element)
    return element.tag == f"{SVG}path" and element.get("fill") == "none" and "stroke" not in element.attrib


def _inherit(root: Element) -> None:
    """What the root says already is not said again."""
    for element in root.iter():
        if element is root:
            continue
        for key in FROM_ROOT:
            if key == "font-family" or element.get(key) == root.get(key):
                element.attrib.pop(key, None)
        if element.tag == f"{SVG}text" and element.get("class", "") == "fill-ink":
            del element.attrib["class"], element.attrib["fill"]


@dataclass(frozen=True)
class Text:
    """A text of a drawing; `number` is the id of the number it prints, `tick` says that it is an axis tick."""

    content: str
    number: str = ""
    tick: bool = False


def texts(svg: str) -> Iterator[Text]:
    """All texts of a drawing in order, for checks and for the audit."""
    for element in ElementTree.fromstring(svg).iter(f"{SVG}text"):
        yield Text("".join(element.itertext()), element.get("data-number", ""), "data-tick" in element.attrib)

"""YAML as authors type it: every scalar stays the text in the file, every node knows its line.

"1.00" must not become the float 1.0: its digits are what the article prints and the proof starts from.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from pipeline.problems import Code, Place, Problems
from pipeline.quantities.value import nearest_of

DECIMAL = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?")
LONGEST = 400  # characters of a decimal
Path_ = tuple[str | int, ...]


@dataclass(frozen=True)
class Data:
    """A YAML file: `content` as dicts, lists and texts; `place(path)` is where a part of it stands.

    moved: part of an array → where the file has it instead: beside a label, or under one
    """

    file: str
    content: Any
    places: dict[Path_, Place] = field(default_factory=dict, repr=False)
    moved: dict[Path_, Path_] = field(default_factory=dict, repr=False)

    def place(self, *path: str | int) -> Place:
        """The place of a part, or of the nearest part around it; an empty file has its first line."""
        for length in range(len(path), -1, -1):
            part, inside = path[:length], path[length:]
            if part in self.moved:
                return self.place(*self.moved[part], *inside)
            if part in self.places:
                return self.places[part]
        return Place(self.file, 1)


def read_yaml(root: Path, file: str, problems: Problems, required: bool = True) -> Data:
    """The data of a file; an empty one (and a problem) if it is missing or no YAML."""
    path = root / file
    if not path.is_file():
        if required or os.path.lexists(path):
            what = "is no file" if os.path.lexists(path) else "is missing"
            problems.add(Code.MISSING_FILE, f"{file} {what}", Place(file))
        return Data(file, {})
    try:
        node = yaml.compose(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        place = Place(file, mark.line + 1, mark.column + 1) if mark else Place(file)
        problems.add(Code.BAD_YAML, f"no valid YAML: {getattr(error, 'problem', None) or error}", place)
        return Data(file, {})
    places: dict[Path_, Place] = {}
    content = _plain(node, (), file, places, problems) if node else {}
    if not isinstance(content, dict):
        problems.add(Code.BAD_SITE, f"{file} holds no names with values", Place(file, 1), "Write `name: value`.")
        content = {}
    return Data(file, content, places)


def _plain(
    node: yaml.Node,
    path: Path_,
    file: str,
    places: dict[Path_, Place],
    problems: Problems,
    around: tuple[yaml.Node, ...] = (),
) -> Any:
    """The data of a node; `around` are the nodes that it stands in."""
    places[path] = _place(node, file)
    if node in around:
        problems.add(Code.BAD_YAML, "this contains itself", _place(node, file))
        return None
    around = (*around, node)
    if isinstance(node, yaml.MappingNode):
        result: dict[str, Any] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                problems.add(Code.BAD_YAML, "a key must be a text", _place(key, file))
                continue
            if key.value in result:
                message = f"the key {key.value!r} stands here a second time"
                problems.add(Code.BAD_YAML, message, _place(key, file))
            result[key.value] = _plain(value, (*path, key.value), file, places, problems, around)
        return result
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, (*path, at), file, places, problems, around) for at, item in enumerate(node.value)]
    return None if node.tag == "tag:yaml.org,2002:null" else str(node.value)


def _place(node: yaml.Node, file: str) -> Place:
    return Place(file, node.start_mark.line + 1, node.start_mark.column + 1)


def check_fields(data: Data, fields: Mapping[str, Any], known: Sequence[str], path: Path_, problems: Problems) -> None:
    """Report fields that nothing reads: misspelt ones, most likely."""
    for field_name in fields:
        if field_name not in known:
            message = f"there is no field {field_name!r} here"
            problems.add(Code.BAD_SITE, message, data.place(*path, field_name), nearest_of(field_name, tuple(known)))


def text_of(data: Data, fields: Mapping[str, Any], name: str, path: Path_, problems: Problems) -> str:
    """A field that holds a text, "" without it; what is no text is a problem."""
    value = fields.get(name)
    if value is None or isinstance(value, str):
        return value or ""
    problems.add(Code.BAD_SITE, f"{name!r} must be a text", data.place(*path, name))
    return ""


def check_decimals(data: Data, value: Any, path: Path_, problems: Problems) -> bool:
    """Whether a value is a decimal or a rectangular nest of decimals; if not, a problem at its place."""
    if isinstance(value, list):
        fit = [check_decimals(data, item, (*path, index), problems) for index, item in enumerate(value)]
        good = all(fit)  # after the loop, so that every wrong entry is reported
        shapes = [_shape(item) for item in value] if good else []
        other = next((index for index, shape in enumerate(shapes) if shape != shapes[0]), None)
        if other is not None:
            message = "the rows of this array differ in length: this one from the first"
            problems.add(Code.BAD_NUMBER, message, data.place(*path, other))
        return good and other is None
    if isinstance(value, str) and DECIMAL.fullmatch(value) and len(value) <= LONGEST:
        return True
    shown = "nothing" if value is None else repr(value if len(str(value)) <= LONGEST else f"{str(value)[:20]}…")
    problems.add(
        Code.BAD_NUMBER,
        f"{shown} is no plain decimal number",
        data.place(*path),
        'Write it with a point, like "0.25" or "-12"; no comma, no exponent, no blank.',
    )
    return False


def _shape(value: Any) -> tuple[int, ...]:
    return (len(value), *_shape(value[0])) if isinstance(value, list) and value else ()

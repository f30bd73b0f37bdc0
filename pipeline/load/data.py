"""YAML as authors type it: every scalar stays the text in the file, every node knows its line.

"1.00" must not become the float 1.0: its digits are what the article prints and the proof starts from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from pipeline.problems import Code, Place, Problems

DECIMAL = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?")
Path_ = tuple[str | int, ...]


@dataclass(frozen=True)
class Data:
    """A YAML file: `content` as dicts, lists and texts; `place(path)` is where a part of it stands."""

    file: str
    content: Any
    places: dict[Path_, Place] = field(default_factory=dict, repr=False)

    def place(self, *path: str | int) -> Place:
        """The place of a part, or of the nearest part around it."""
        for length in range(len(path), -1, -1):
            if path[:length] in self.places:
                return self.places[path[:length]]
        return Place(self.file)


def read_yaml(root: Path, file: str, problems: Problems, required: bool = True) -> Data:
    """The data of a file; an empty one (and a problem) if it is missing or no YAML."""
    path = root / file
    if not path.is_file():
        if required:
            problems.add(Code.MISSING_FILE, f"{file} is missing", Place(file))
        return Data(file, {})
    try:
        node = yaml.compose(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        place = Place(file, mark.line + 1, mark.column + 1) if mark else Place(file)
        problems.add(Code.BAD_YAML, f"no valid YAML: {getattr(error, 'problem', None) or error}", place)
        return Data(file, {})
    places: dict[Path_, Place] = {}
    content = _plain(node, (), file, places, problems) if node else {}
    return Data(file, content, places)


def _plain(node: yaml.Node, path: Path_, file: str, places: dict[Path_, Place], problems: Problems) -> Any:
    places[path] = Place(file, node.start_mark.line + 1, node.start_mark.column + 1)
    if isinstance(node, yaml.MappingNode):
        result: dict[str, Any] = {}
        for key, value in node.value:
            if key.value in result:
                mark = key.start_mark
                message = f"the key {key.value!r} stands here a second time"
                problems.add(Code.BAD_YAML, message, Place(file, mark.line + 1, mark.column + 1))
            result[key.value] = _plain(value, (*path, key.value), file, places, problems)
        return result
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, (*path, index), file, places, problems) for index, item in enumerate(node.value)]
    return None if node.tag == "tag:yaml.org,2002:null" else str(node.value)


def check_decimals(data: Data, value: Any, path: Path_, problems: Problems) -> bool:
    """Whether a value is a decimal or a rectangular nest of decimals; if not, a problem at its place."""
    if isinstance(value, list):
        fit = [check_decimals(data, item, (*path, index), problems) for index, item in enumerate(value)]
        good = all(fit)  # after the loop, so that every wrong entry is reported
        if good and len({_shape(item) for item in value}) > 1:
            problems.add(Code.BAD_NUMBER, "the rows of this array differ in length", data.place(*path))
            return False
        return good
    if isinstance(value, str) and DECIMAL.fullmatch(value):
        return True
    shown = "nothing" if value is None else repr(value)
    problems.add(
        Code.BAD_NUMBER,
        f"{shown} is no plain decimal number",
        data.place(*path),
        'Write it with a point, like "0.25" or "-12"; no comma, no exponent, no blank.',
    )
    return False


def _shape(value: Any) -> tuple[int, ...]:
    return (len(value), *_shape(value[0])) if isinstance(value, list) and value else ()

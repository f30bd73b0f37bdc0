"""Inputs, facts and words: exact decimals with axes, meaning and source.

A data file declares axes (`axes: {token: {apple: {text: Apple, embeddings: […]}}}`: what stands beside
`text` is that label's row of the input of the same name), arrays (`given:`, as lists or by their labels,
see labelled.py), and sequences of labels (`sentences:`).  facts.yaml and words.yaml hold scalars.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pipeline.load.data import Data, Path_, check_decimals, check_fields, read_yaml, text_of
from pipeline.load.drawn import SEED, read_draw
from pipeline.load.labelled import written_out
from pipeline.load.works import check_sources, read_works, years
from pipeline.problems import Code, Place, Problems
from pipeline.quantities.axes import Axis, Label
from pipeline.quantities.sheet import Given, name_fault

_PARTS = ("axes", "given", "sentences")
_INPUT = ("axes", "value", "meaning", "symbol", "panel", "drawn")
_SCALAR = ("value", "source", "where", "meaning", "symbol", "word")
Sentence = tuple[str, tuple[Label, ...]]  # the axis, and its labels in the order of the sentence


@dataclass(frozen=True)
class Example:
    """What page code and text can name: axes, givens (dotted names) and sentences (lists of labels)."""

    axes: Mapping[str, Axis] = field(default_factory=dict)
    givens: Mapping[str, Given] = field(default_factory=dict)
    sentences: Mapping[str, Sentence] = field(default_factory=dict)


def read_examples(root: Path, files: tuple[str, ...], problems: Problems) -> Example:
    """The axes and givens of a page: shared example, own inputs, facts, words and counts together."""
    axes: dict[str, Axis] = {}
    givens: dict[str, Given] = {}
    sentences: dict[str, Sentence] = {}
    found = len(problems)
    read = [read_yaml(root, file, problems, required=False) for file in files]
    unread = len(problems) > found  # then nobody knows which axes there are
    for data in read if not unread else ():
        check_fields(data, data.content, _PARTS, (), problems)
        rows = _axes(data, axes, problems)
        _givens(data, axes, rows, givens, problems)
        _sentences(data, axes, sentences, problems)
    _scalars(read_yaml(root, "content/facts.yaml", problems, required=False), "fact", givens, problems)
    _scalars(read_yaml(root, "content/words.yaml", problems, required=False), "word", givens, problems)
    works = read_works(root)
    check_sources(givens.values(), works, problems)
    givens |= years(works.values())
    for axis in axes.values():
        givens |= counts_of(axis)
    return Example(axes, givens, sentences)


def counts_of(axis: Axis) -> dict[str, Given]:
    """How many labels an axis has, and their positions."""
    count, position = f"count.{axis.name}", f"position.{axis.name}"
    places = [str(place) for place in range(len(axis))]
    said = "Position von {0}, ab null gezählt."
    return {
        count: Given(count, str(len(axis)), "count", axis.source, (), counted(axis)),
        position: Given(position, places, "count", axis.source, (axis.name,), said, "p"),
    }


def counted(axis: Axis) -> str:
    """What the number of an axis' labels counts, in a reader's words: the labels themselves."""
    texts = [label.text.replace("{", "{{").replace("}", "}}") for label in axis.labels]
    return f"So viele sind es: {'; '.join(texts)}."


def _axes(data: Data, axes: dict[str, Axis], problems: Problems) -> dict[str, dict[Path_, Any]]:
    """Axes of a file, and the rows that its labels carry for inputs: name → where a row stands → the row."""
    rows: dict[str, dict[Path_, Any]] = {}
    for name, labels in _mapping(data, data.content.get("axes"), ("axes",), problems).items():
        found = []
        for identifier, entry in _mapping(data, labels, ("axes", name), problems).items():
            values = (
                {"text": entry}
                if isinstance(entry, str)
                else _mapping(data, entry, ("axes", name, identifier), problems)
            )
            text = text_of(data, values, "text", ("axes", name, identifier), problems)
            found.append(Label(identifier, text if "text" in values else identifier))
            for key, value in values.items():
                if key != "text":
                    rows.setdefault(key, {})["axes", name, identifier, key] = value
        if name in axes:
            problems.add(Code.BAD_SITE, f"the axis {name!r} is declared twice", data.place("axes", name))
        if not _is_name(name, "axis", data.place("axes", name), problems):
            continue
        axes[name] = Axis(name, tuple(found), f"{data.file}:{data.place('axes', name).line}")
    return rows


def _givens(
    data: Data,
    axes: Mapping[str, Axis],
    rows: dict[str, dict[Path_, Any]],
    givens: dict[str, Given],
    problems: Problems,
) -> None:
    for name, entry in _mapping(data, data.content.get("given"), ("given",), problems).items():
        place = data.place("given", name)
        fields = _mapping(data, entry, ("given", name), problems)
        check_fields(data, fields, _INPUT, ("given", name), problems)
        if not _is_name(name, "input", place, problems) or not _are_axes(data, name, fields.get("axes"), problems):
            continue
        if name in axes:
            problems.add(Code.BAD_SITE, f"the input {name!r} has the name of an axis", place)
            continue
        carried = rows.pop(name, {})
        decimals = fields["value"] if "value" in fields else _rows(data, name, carried)
        drawn = read_draw(data, name, givens, problems) if "drawn" in fields else None
        if drawn is not None:
            decimals = drawn.decimals(givens[SEED].decimals, name)
        elif "drawn" in fields:
            continue
        if decimals is None:
            problems.add(
                Code.BAD_SITE, f"the input {name!r} has no value", place, "Give it `value:`, or a row per label."
            )
            continue
        named = tuple(fields.get("axes") or ())
        decimals = written_out(data, decimals, named, axes, ("given", name, "value"), problems)
        if not check_decimals(data, decimals, ("given", name, "value"), problems):
            continue
        if not _fits(decimals, named, axes, name, place, problems):
            continue
        given = Given(
            name=name,
            decimals=decimals,
            kind="drawn" if drawn or name == SEED else "input",
            source=f"{data.file}:{place.line}",
            axes=named,
            meaning=text_of(data, fields, "meaning", ("given", name), problems),
            symbol=text_of(data, fields, "symbol", ("given", name), problems),
            place=place,
            panel=text_of(data, fields, "panel", ("given", name), problems),
            drawn=drawn,
        )
        if name in givens:
            problems.add(Code.BAD_SITE, f"the input {name!r} is declared twice", place)
        givens[name] = given
    for name, carried in rows.items():
        message = f"labels carry rows for {name!r}, but no such input is declared"
        place = min(data.place(*path) for path in carried)
        problems.add(Code.BAD_SITE, message, place, f"Declare it: `given: {{{name}: {{axes: […]}}}}`.")


def _rows(data: Data, name: str, rows: Mapping[Path_, Any]) -> list[Any] | None:
    """The rows that labels carry as the value of an input, each with its place beside its label; None without any."""
    data.moved.update({("given", name, "value", index): path for index, path in enumerate(rows)})
    return list(rows.values()) or None


def _fits(
    decimals: Any, named: tuple[str | None, ...], axes: Mapping[str, Axis], name: str, place: Place, problems: Problems
) -> bool:
    part = decimals
    for axis in named:
        if axis is not None and axis not in axes:
            problems.add(Code.BAD_SITE, f"the input {name!r} names the axis {axis!r}, which is not declared", place)
            return False
        if not isinstance(part, list):
            problems.add(Code.BAD_SITE, f"the input {name!r} has fewer dimensions than axes", place)
            return False
        if axis is not None and len(part) != len(axes[axis]):
            message = f"the input {name!r} has {len(part)} entries along {axis!r}, which has {len(axes[axis])} labels"
            problems.add(Code.BAD_SITE, message, place)
            return False
        part = part[0] if part else None
    if isinstance(part, list):
        problems.add(
            Code.BAD_SITE, f"the input {name!r} has more dimensions than axes", place, "Unnamed axes are `null`."
        )
        return False
    return True


def _sentences(data: Data, axes: Mapping[str, Axis], sentences: dict[str, Sentence], problems: Problems) -> None:
    for name, entry in _mapping(data, data.content.get("sentences"), ("sentences",), problems).items():
        place = data.place("sentences", name)
        options = _mapping(data, entry, ("sentences", name), problems)
        check_fields(data, options, ("axis", "last"), ("sentences", name), problems)
        if not _is_name(name, "sentence", place, problems):
            continue
        axis = axes.get(str(options.get("axis", "token")))
        if axis is None:
            problems.add(Code.BAD_SITE, f"the sentence {name!r} is on no declared axis", place)
            continue
        labels = list(axis.labels)
        last = options.get("last")
        if last is not None:
            position = axis.position(last)
            if position is None:
                problems.add(Code.UNKNOWN_LABEL, f"the sentence {name!r} ends with {last!r}, which is no label", place)
            else:
                labels.append(labels.pop(position))
        sentences[name] = (axis.name, tuple(labels))


def _scalars(data: Data, kind: str, givens: dict[str, Given], problems: Problems) -> None:
    """Facts and words: nested groups whose leaves have a `value`."""

    def descend(value: Any, path: tuple[str, ...]) -> None:
        fields = _mapping(data, value, path, problems)
        if "value" not in fields:
            for key, inner in fields.items():
                descend(inner, (*path, key))
            return
        place = data.place(*path)
        check_fields(data, fields, _SCALAR, path, problems)
        if isinstance(fields["value"], list):
            problems.add(Code.BAD_NUMBER, f"{'.'.join(path)} is no single number", data.place(*path, "value"))
            return
        if kind == "fact" and not fields.get("source"):
            problems.add(Code.BAD_SITE, f"the fact {'.'.join(path)} names no source", place, "Give it `source: KEY`.")
        if check_decimals(data, fields["value"], (*path, "value"), problems):
            name = ".".join((f"{kind}s", *path))
            source = text_of(data, fields, "source", path, problems) or f"{data.file}:{place.line}"
            givens[name] = Given(
                name=name,
                decimals=fields["value"],
                kind="fact" if kind == "fact" else "word",
                source=source,
                meaning=text_of(data, fields, "meaning", path, problems),
                symbol=text_of(data, fields, "symbol", path, problems),
                place=place,
                where=text_of(data, fields, "where", path, problems),
            )

    for key, value in data.content.items():
        descend(value, (key,))


def _is_name(name: str, what: str, place: Place, problems: Problems) -> bool:
    fault = name_fault(name)
    if fault:
        problems.add(Code.BAD_SITE, f"the {what} {name!r} {fault}", place, "Give it another name.")
    return not fault


def _are_axes(data: Data, name: str, axes: Any, problems: Problems) -> bool:
    if axes is None or (isinstance(axes, list) and all(axis is None or isinstance(axis, str) for axis in axes)):
        return True
    message = f"the axes of the input {name!r} are no list of names"
    problems.add(Code.BAD_SITE, message, data.place("given", name, "axes"), "Write [token, null]; null has no name.")
    return False


def _mapping(data: Data, value: Any, path: tuple[str | int, ...], problems: Problems) -> dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        problems.add(
            Code.BAD_SITE,
            f"{'.'.join(map(str, path)) or 'the file'}: names with values are expected here",
            data.place(*path),
        )
        return {}
    return value

"""What a page is once it is numbered: the data that every writer gets."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.document.ast import Node
from pipeline.quantities.tokens import Tokens


@dataclass(frozen=True)
class Label:
    """What an id names: `kind` is sec, eq, fig, tbl or part, and `text` what a reference shows ("Gleichung (6)")."""

    kind: str
    number: str
    text: str


@dataclass(frozen=True)
class Page:
    """A numbered page, free of any output format.

    `blocks` is pandoc's JSON, `tokens` resolves the characters that stand for
    numbers, `labels` holds every id that can be referred to, `figures` the names of the drawings in order.
    """

    key: str
    title: str
    subtitle: str
    authors: tuple[str, ...]
    date: datetime.date
    language: str
    blocks: list[Node]
    tokens: Tokens
    labels: Mapping[str, Label]
    figures: tuple[str, ...]
    abstract: str

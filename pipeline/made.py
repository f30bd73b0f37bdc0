"""Pages made: from their sources to the files of an output, several at a time, each in a process of its own."""

from __future__ import annotations

import contextlib
import gc
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path

from pipeline.build import Build, Cache, Observe
from pipeline.document.ties import Ties
from pipeline.load import Site
from pipeline.outputs import WRITERS, Files
from pipeline.problems import Problem, Refusal
from pipeline.quantities.ledger import Ledger


@dataclass(frozen=True)
class Made:
    """What became of a page.

    ties:     what the other pages must know of it; None where it could not be built
    ledger:   its part of the ledger
    drawn:    how many drawings it shows
    files:    name below the output's folder → contents
    problems: what is wrong with it
    """

    ties: Ties | None = None
    ledger: Ledger = field(default_factory=dict)
    drawn: int = 0
    files: Files = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class Order:
    """What to make of pages.

    formats: those of `WRITERS` to write
    lenient: whether pages with problems are written too, as drafts are
    """

    root: Path
    cache: Path
    formats: tuple[str, ...]
    lenient: bool = False


def make_all(order: Order, site: Site, keys: Sequence[str], observe: Observe | None = None) -> dict[str, Made]:
    """Key → page, of some pages of a site.  A single page, and pages that are observed, are made in this process."""
    processes = min(_processors(), len(keys))
    if observe or processes < 2:
        beside = _processors() > 1
        return {key: make(order, site, key, observe, beside) for key in keys}
    length = {source.entry.key: sum(map(len, source.texts.values())) for source in site.pages}
    # They end before their garbage fills the memory, as the command does.
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=gc.disable) as pool:
        longest_first = sorted(keys, key=length.__getitem__, reverse=True)
        begun = {key: pool.submit(make, order, site, key) for key in longest_first}
        return {key: page.result() for key, page in begun.items()}


def make(order: Order, site: Site, key: str, observe: Observe | None = None, beside: bool = False) -> Made:
    """One page, from its sources to its files; without files where something is wrong, unless the order is lenient.

    beside: whether some of the work may be done in a process beside this one
    """
    work = Build(order.root, Cache(order.cache), beside=beside)
    work.observe = observe or work.observe
    (source,) = (source for source in site.pages if source.entry.key == key)
    files: dict[str, bytes] = {}
    try:
        built = work.page(site, source)
    except Refusal:
        return Made(problems=tuple(work.problems.found))
    for name in order.formats if order.lenient or not len(work.problems) else ():
        with contextlib.suppress(Refusal):  # the problems say why
            edition = replace(built.edition, beside=beside)
            files |= WRITERS[name].page(site, edition, work.cache.room("outputs"), work.problems)
    return Made(built.ties, built.ledger, len(built.drawings), files, tuple(work.problems.found))


def _processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

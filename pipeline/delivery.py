"""What happens around a build: skip it if nothing changed, write aside and swap, audit, report.

A build that fails leaves everything that was there before as it was.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.storage import locked, remedy, write_whole

if TYPE_CHECKING:
    from pipeline.made import Made

Say = Callable[[str], None]
HOME = Path(__file__).parents[1]
SITE = ("content", "figures", "tests/golden/proofs.txt")
PROGRAM = ("pipeline", "figures", "requirements/runtime.txt")  # its figures hold the style that all share
KEPT = ("html", "pdf")  # what is left as it is where nothing changed; drafts and checks always do everything
LEDGER = "numbers.json"
STATES = "cache/built"  # for each target: from which sources it was built, and what to show


def run(root: Path, target: str, dump: bool, say: Say) -> int:
    """Build `target` (html, pdf, draft or check) of the site in `root`; returns the exit code."""
    started = time.perf_counter()
    build = root / "build"
    try:
        sources = digests(root)
        if not dump and target in KEPT and (state := _state(build, target)).get("address") == _address(sources):
            say(f"{target}: nothing changed since the last build. {state['shown']}")
            return 0
        return _run(root, target, sources, dump, say, started)
    except OSError as error:
        say(f"nachgerechnet: {remedy(error)} Earlier outputs are untouched.")
        return 1


def _run(root: Path, target: str, sources: Mapping[str, str], dump: bool, say: Say, started: float) -> int:
    from pipeline.build import Build, Cache
    from pipeline.kept import Shelf
    from pipeline.made import Order, make_all
    from pipeline.outputs import WRITERS
    from pipeline.quantities.ledger import dumps, merged

    build = root / "build"
    observe = _dumper(build / "stages") if dump else None
    work = Build(root, Cache(build / "cache"))
    work.observe = observe or work.observe
    site = work.load()
    formats = {"draft": ("html",), "check": tuple(WRITERS)}.get(target, (target,))
    order = Order(root, work.cache.folder, formats, lenient=target == "draft")
    shelf = Shelf(work.cache.room("pages") / target, sources) if target in KEPT and not dump else None
    pages = shelf.taken(site) if shelf else {}
    made = make_all(order, site, [source.entry.key for source in site.pages if source.entry.key not in pages], observe)
    settled = digests(root) == sources  # of what was edited meanwhile nobody knows whether this build has read it
    if shelf and settled:
        shelf.keep(site, made)
    pages = {source.entry.key: (pages | made)[source.entry.key] for source in site.pages}
    work.problems.include(problem for page in pages.values() for problem in page.problems)
    work.check_together(site, [page.ties for page in pages.values() if page.ties])
    whole = pages and not site.unread and all(page.ties for page in pages.values())
    if len(work.problems) and (target != "draft" or not whole):  # a draft shows what is false, not half a site
        return _refuse(work.problems, target, say)

    records = merged(page.ledger for page in pages.values())
    text = dumps(records)
    with _aside(build, target) as aside:
        for name in formats:
            WRITERS[name].write(site, [page.files for page in pages.values()], text, aside, work.problems)
        if len(work.problems) and target != "draft":
            return _refuse(work.problems, target, say)
        counts = f"{_counts(records, pages.values(), len(pages) - len(made))}, {time.perf_counter() - started:.1f} s"
        if target == "check":
            say(f"check: everything holds. {counts}")
            return 0
        if target != "draft":
            write_whole(build / LEDGER, text)
        _swap(aside, build / target)
        shown = f"{build.name}/{target}/{_main_file(pages.values())}"
        address = _address(sources)
        if settled and target in KEPT:
            _remember(build, target, {"address": address, "shown": shown, **_outputs(build, target)})
        if target != "draft":
            _withdraw_stale(build, target, address, say)
    say(f"{shown}\n{counts}")
    if target == "draft" and len(work.problems):
        for problem in work.problems:
            say(str(problem))
        say(f"draft: {_many(len(work.problems), 'problem')}; `make html` refuses this state.")
    return 0


@contextmanager
def _aside(build: Path, target: str) -> Iterator[Path]:
    """A new folder where an output is written until it is whole.

    Builds may run beside each other, but only one at a time writes its output, puts it in its place and remembers that.
    """
    folder = build / f".{target}.new"
    with locked(build / ".lock"):
        shutil.rmtree(folder, ignore_errors=True)  # left by a build that was killed
        folder.mkdir(parents=True)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)  # half an output only takes up room


def digests(root: Path) -> dict[str, str]:
    """Path → digest of every file that a build depends on: the site's, and the program's own wherever the site lies."""
    of_site = {path.relative_to(root).as_posix(): path for path in _files_of(root, SITE)}
    of_program = {f"program/{path.relative_to(HOME).as_posix()}": path for path in _files_of(HOME, PROGRAM)}
    return {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in (of_site | of_program).items()}


def _address(sources: Mapping[str, str]) -> str:
    """One address for all of them."""
    return hashlib.sha256(json.dumps(sources).encode()).hexdigest()


def _files_of(folder: Path, names: Iterable[str]) -> Iterator[Path]:
    for path in (folder / name for name in names):
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
        elif path.is_file():
            yield path


def _withdraw_stale(build: Path, target: str, address: str, say: Say) -> None:
    """A PDF (or page) that no longer matches the sources must not lie beside the new one."""
    for other in {"html", "pdf"} - {target}:
        if (build / other).exists() and _state(build, other).get("address") != address:
            shutil.rmtree(build / other, ignore_errors=True)
            say(f"{build.name}/{other} no longer matches the content and was removed; `make {other}` builds it anew.")


def _state(build: Path, target: str) -> dict[str, Any]:
    """What the last build of a target left behind; nothing if any of that is gone or was changed since."""
    try:
        state: dict[str, Any] = json.loads((build / STATES / f"{target}.json").read_text("utf-8"))
        return state if state | _outputs(build, target) == state else {}
    except (OSError, ValueError):
        return {}


def _remember(build: Path, target: str, state: dict[str, Any]) -> None:
    write_whole(build / STATES / f"{target}.json", json.dumps(state))


def _outputs(build: Path, target: str) -> dict[str, Any]:
    """What lies there of a target: its files, and the ledger, of which only the text counts, as all write it."""
    ledger = build / LEDGER
    digest = hashlib.sha256(ledger.read_bytes()).hexdigest() if ledger.is_file() else ""
    return {"files": _files(build / target), "ledger": digest}


def _files(folder: Path) -> list[list[Any]]:
    """Names, sizes and times of all files of an output."""
    found = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []
    return [[path.relative_to(folder).as_posix(), path.stat().st_size, path.stat().st_mtime_ns] for path in found]


def _swap(aside: Path, folder: Path) -> None:
    """The output that is whole now in place of the one before it, which stays if that fails."""
    old = folder.with_name(f".{folder.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    try:
        aside.rename(folder)
    except BaseException:
        if old.exists():
            old.rename(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _refuse(problems: Any, target: str, say: Say) -> int:
    for problem in problems:
        say(str(problem))
    untouched = "" if target == "check" else "; nothing was written, earlier outputs are untouched"
    say(f"{target}: {_many(len(problems), 'problem')}{untouched}.")
    return 1


def _counts(records: Mapping[str, list[Any]], pages: Iterable[Made], unchanged: int) -> str:
    kept = f" ({_many(unchanged, 'page')} unchanged)" if unchanged else ""
    numbers, claims, formulas = (_many(len(records[f"{name}s"]), name) for name in ("number", "claim", "formula"))
    return f"{numbers}, {claims}, {formulas} and {_many(sum(page.drawn for page in pages), 'figure')} computed{kept}"


def _many(number: int, name: str) -> str:
    return f"{number} {name}{'s' if number != 1 else ''}"


def _main_file(pages: Iterable[Made]) -> str:
    """The first file of the first page: a page's own stands before its variants."""
    return next((name for page in pages for name in page.files), "")


def _dumper(folder: Path) -> Callable[[str, Any], None]:
    folder.mkdir(parents=True, exist_ok=True)

    def dump(stage: str, result: Any) -> None:
        import pprint

        tree = stage.startswith(("read-", "check-"))
        text = json.dumps(result, ensure_ascii=False, indent=1) if tree else pprint.pformat(result, width=120)
        (folder / f"{stage}.txt").write_text(text, "utf-8")

    return dump

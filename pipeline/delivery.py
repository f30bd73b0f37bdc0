"""What happens around a build: skip it if nothing changed, write aside and swap, audit, report.

A build that fails leaves everything that was there before as it was.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.storage import write_whole

if TYPE_CHECKING:
    from pipeline.made import Made

Say = Callable[[str], None]
HOME = Path(__file__).parents[1]
SITE = ("content", "figures", "tests/golden/proofs.txt")
PROGRAM = ("pipeline", "figures", "requirements/runtime.txt")  # its figures hold the style that all share
KEPT = ("html", "pdf")  # what is left as it is where nothing changed; drafts and checks always do everything
STATES = "cache/built"  # for each target: from which sources it was built, and what to show


def run(root: Path, target: str, dump: bool, say: Say) -> int:
    """Build `target` (html, pdf, draft or check) of the site in `root`; returns the exit code."""
    started = time.perf_counter()
    build = root / "build"
    sources = digests(root)
    if not dump and target in KEPT and (state := _state(build, target)).get("address") == _address(sources):
        say(f"{target}: nothing changed since the last build. {state['shown']}")
        return 0
    try:
        return _run(root, target, sources, dump, say, started)
    except OSError as error:
        shutil.rmtree(_aside(build, target), ignore_errors=True)  # half an output only takes up room
        say(f"nachgerechnet: {_remedy(error)} Earlier outputs are untouched.")
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
    if shelf:
        shelf.keep(site, made)
    pages = {source.entry.key: (pages | made)[source.entry.key] for source in site.pages}
    work.problems.include(problem for page in pages.values() for problem in page.problems)
    work.check_together(site, [page.ties for page in pages.values() if page.ties])
    whole = pages and not site.unread and all(page.ties for page in pages.values())
    if len(work.problems) and (target != "draft" or not whole):  # a draft shows what is false, not half a site
        return _refuse(work.problems, target, say)

    records = merged(page.ledger for page in pages.values())
    aside = _aside(build, target)
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    text = dumps(records)
    for name in formats:
        WRITERS[name].write(site, [page.files for page in pages.values()], text, aside, work.problems)
    failed = len(work.problems) and target != "draft"
    if failed or target == "check":
        shutil.rmtree(aside)
    if failed:
        return _refuse(work.problems, target, say)
    seconds = time.perf_counter() - started
    counts = _counts(records, pages.values(), len(pages) - len(made))
    if target == "check":
        say(f"check: everything holds. {counts}, {seconds:.1f} s")
        return 0
    shown = f"{build.name}/{target}/{_main_file(aside)}"
    _swap(aside, build / target)
    address = _address(sources)
    _remember(build, target, {"address": address, "shown": shown, "files": _files(build / target)})
    if target != "draft":
        write_whole(build / "numbers.json", text)
        _withdraw_stale(build, target, address, say)
    say(f"{shown}\n{counts}, {seconds:.1f} s")
    if target == "draft" and len(work.problems):
        for problem in work.problems:
            say(str(problem))
        say(f"draft: {len(work.problems)} problems; `make html` refuses this state.")
    return 0


def _aside(build: Path, target: str) -> Path:
    """Where an output is written until it is whole."""
    return build / f".{target}.new"


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
    """What the last build of a target left behind; nothing if its files are gone or were changed since."""
    try:
        state: dict[str, Any] = json.loads((build / STATES / f"{target}.json").read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return state if state.get("files") == _files(build / target) else {}


def _remember(build: Path, target: str, state: dict[str, Any]) -> None:
    write_whole(build / STATES / f"{target}.json", json.dumps(state))


def _files(folder: Path) -> list[list[Any]]:
    """Names, sizes and times of all files of an output."""
    found = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []
    return [[path.relative_to(folder).as_posix(), path.stat().st_size, path.stat().st_mtime_ns] for path in found]


def _swap(aside: Path, folder: Path) -> None:
    old = folder.with_name(f".{folder.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    aside.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


def _refuse(problems: Any, target: str, say: Say) -> int:
    for problem in problems:
        say(str(problem))
    number = len(problems)
    untouched = "" if target == "check" else "; nothing was written, earlier outputs are untouched"
    say(f"{target}: {number} problem{'s' if number != 1 else ''}{untouched}.")
    return 1


def _counts(records: Mapping[str, list[Any]], pages: Iterable[Made], unchanged: int) -> str:
    drawings = sum(page.drawn for page in pages)
    kept = f" ({unchanged} page{'s' if unchanged != 1 else ''} unchanged)" if unchanged else ""
    return (
        f"{len(records['numbers'])} numbers, {len(records['claims'])} claims, "
        f"{len(records['formulas'])} formulas and {drawings} figures computed{kept}"
    )


def _main_file(folder: Path) -> str:
    if (folder / "index.html").exists():
        return "index.html"
    return next((path.name for path in sorted(folder.glob("*.pdf"))), "")


def _dumper(folder: Path) -> Callable[[str, Any], None]:
    folder.mkdir(parents=True, exist_ok=True)

    def dump(stage: str, result: Any) -> None:
        import pprint

        tree = stage.startswith(("read-", "check-"))
        text = json.dumps(result, ensure_ascii=False, indent=1) if tree else pprint.pformat(result, width=120)
        (folder / f"{stage}.txt").write_text(text, "utf-8")

    return dump


def _remedy(error: OSError) -> str:
    import errno

    if error.errno == errno.ENOSPC:
        return "the disk is full. Free some space and try again."
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"{error.filename} cannot be written. Check the rights of the folder and try again."
    return f"{error.strerror}: {error.filename}."

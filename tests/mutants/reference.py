"""Break the reference transformer, one change at a time, and see whether its tests notice.

    python -m tests.mutants.reference

Prints a table (function, mutants, killed, survivors), the survivors with the reason why no test can tell them
from the original, and the share that was killed.  The exit status is 1 if a survivor has no reason.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import pkgutil
import signal
import sys
import time
import warnings
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import pipeline.transformer

from .equivalent import EQUIVALENT
from .live import Functions, Mutant, mutants

TESTS = Path(__file__).parents[1] / "transformer"
SECONDS = 10  # for one test; a mutant that runs longer is stuck


def modules() -> list[ModuleType]:
    names = [module.name for module in pkgutil.iter_modules(pipeline.transformer.__path__)]
    return [importlib.import_module(f"pipeline.transformer.{name}") for name in names]


class Test:
    """A test that can be called again and again."""

    __test__ = False

    def __init__(self, item: pytest.Function) -> None:
        self.function = item.obj
        self.arguments = dict(item.callspec.params) if hasattr(item, "callspec") else {}
        self.searches = hasattr(item.obj, "hypothesis")  # slow to fail: it looks for the smallest example
        self.covered: set[tuple[str, str]] = set()
        self.duration = 0.0

    def __str__(self) -> str:
        return f"{self.function.__name__} {self.arguments or ''}"

    def fails(self) -> bool:
        """Run it, quietly; a warning is a failure, as in pytest.ini."""
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("error")
            signal.setitimer(signal.ITIMER_REAL, SECONDS)
            try:
                self.function(**self.arguments)
            except (Exception, pytest.fail.Exception):
                return True
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        return False

    def watch(self) -> None:
        """Run it once on the original, to learn which functions it calls."""
        folder = str(Path(pipeline.transformer.__file__).parent)

        def profile(frame: Any, event: str, _: Any) -> None:
            if event == "call" and frame.f_code.co_filename.startswith(folder):
                self.covered.add((frame.f_code.co_filename, frame.f_code.co_qualname.partition(".<locals>")[0]))

        start = time.perf_counter()
        sys.setprofile(profile)
        try:
            failed = self.fails()
        finally:
            sys.setprofile(None)
        self.duration = time.perf_counter() - start
        if failed:
            raise SystemExit(f"{self} fails on the original")


class Run:
    """The pytest plugin: instead of running the tests once, run them against every mutant."""

    def __init__(self) -> None:
        self.survivors: dict[str, list[Mutant]] = defaultdict(list)
        self.count: dict[str, int] = defaultdict(int)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        signal.signal(signal.SIGALRM, _stuck)
        tests = [Test(item) for item in session.items if isinstance(item, pytest.Function)]
        for test in tests:
            test.watch()
        tests.sort(key=lambda test: (test.searches, test.duration))
        functions = Functions()
        everything = [mutant for module in modules() for mutant in mutants(module)]
        for number, mutant in enumerate(everything, 1):
            self.count[mutant.where] += 1
            _progress(number, len(everything))
            candidates = [test for test in tests if mutant.place in test.covered]
            with mutant.planted(functions):
                killer = next((test for test in candidates if test.fails()), None)
            if killer is None:
                self.survivors[mutant.where].append(mutant)
            elif not killer.searches:  # what noticed this one will notice the next
                tests.remove(killer)
                tests.insert(0, killer)
        if broken := [str(test) for test in tests if test.fails()]:
            raise SystemExit(f"these fail on the original afterwards: {', '.join(broken)}")
        return True


def _stuck(*_: Any) -> None:
    raise TimeoutError


def _progress(number: int, total: int) -> None:
    if sys.stderr.isatty() or number % 100 == 0 or number == total:
        print(f"\r{number} of {total} mutants", end="", file=sys.stderr, flush=True)


def report(run: Run) -> Iterator[str]:
    """The table, the survivors and the last line."""
    yield f"{'function':44}{'mutants':>9}{'killed':>9}{'survivors':>11}"
    for where, count in sorted(run.count.items()):
        lived = len(run.survivors[where])
        yield f"{where:44}{count:9}{count - lived:9}{lived:11}"
    lived = [str(mutant) for group in run.survivors.values() for mutant in group]
    yield ""
    for mutant in lived:
        yield f"{mutant}\n    {EQUIVALENT.get(mutant, 'NO REASON')}"
    total, equivalent = sum(run.count.values()), sum(mutant in EQUIVALENT for mutant in lived)
    killed = total - len(lived)
    yield f"{killed} of {total} mutants killed ({killed / total:.1%}), {equivalent} survivors are no faults, "
    yield f"so {killed} of {total - equivalent} faults found ({killed / (total - equivalent):.1%})"


def main() -> int:
    """Run all mutants; 0 if every survivor has its reason and every reason its survivor."""
    run = Run()
    options = ["-q", "-p", "no:cacheprovider", "--no-header", "--no-summary"]
    ignored = f"--ignore={TESTS / 'test_named_mutants.py'}"  # plants mutants itself
    status = pytest.main([*options, ignored, str(TESTS)], plugins=[run])
    if status != pytest.ExitCode.OK:
        return int(status)
    print("\n".join(["", *report(run)]))
    lived = {str(mutant) for group in run.survivors.values() for mutant in group}
    for mutant in sorted(EQUIVALENT.keys() - lived):
        print(f"no longer a survivor: {mutant}")
    return int(lived != EQUIVALENT.keys())


if __name__ == "__main__":
    raise SystemExit(main())

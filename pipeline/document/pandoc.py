"""The one way to call pandoc: the embedded program of a pinned wheel, sandboxed, warnings are faults."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pypandoc

VERSION = "3.9"
NEEDED = ("--sandbox", "--fail-if-warnings")
LOCALE = "LC_ALL"


class PandocError(Exception):
    """Pandoc refused or warned; `lines` holds what it said, one warning a line."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__("; ".join(lines))
        self.lines = tuple(lines)


@cache
def _pinned() -> None:
    """Take the wheel's own pandoc (pypandoc prefers a newer one on the PATH) and check its version.

    Raises `PandocError` where the wheel holds another version than the one whose output is tested.
    """
    logging.getLogger("pypandoc").setLevel(logging.CRITICAL)  # warnings are reported by us, with their places
    os.environ["PYPANDOC_PANDOC"] = str(Path(pypandoc.__file__).parent / "files" / "pandoc")
    try:
        found = pypandoc.get_pandoc_version()
    except OSError as error:
        raise PandocError(["the pypandoc_binary wheel holds no pandoc that runs here"]) from error
    if found != VERSION:
        raise PandocError([f"pandoc {VERSION} is needed, the installed wheel holds {found}"])


def convert(text: str, source: str, target: str, *options: str, strict: bool = True) -> str:
    """`text` from format `source` to format `target`.

    `strict=False` lets warnings pass: for a second try, once the first has reported them.
    Raises `PandocError`.
    """
    _pinned()
    needed = NEEDED if strict else NEEDED[:1]
    try:
        with _utf8():
            return str(pypandoc.convert_text(text, target, source, [*needed, *options], verify_format=False))
    except RuntimeError as error:
        raise PandocError(_lines(str(error))) from error


def begun(text: str, source: str, target: str, *options: str) -> Callable[[], str]:
    """The same while this process does something else; call what is returned for the text."""
    alone = ThreadPoolExecutor(1)
    written = alone.submit(convert, text, source, target, *options)
    alone.shutdown(wait=False)
    return written.result


@contextmanager
def _utf8() -> Iterator[None]:
    """For as long as pandoc runs, a locale in which it can spell every name of a file, whatever the author's is.

    (The wheel's pandoc for Linux knows this one without the system's help; macOS always has it.)
    """
    before = os.environ.get(LOCALE)
    os.environ[LOCALE] = "en_US.UTF-8"
    try:
        yield
    finally:
        del os.environ[LOCALE]
        if before is not None:
            os.environ[LOCALE] = before


def _lines(message: str) -> list[str]:
    """Pandoc's own sentences without pypandoc's frame and the closing remark on warnings."""
    _, _, said = message.partition("during conversion: ")
    lines: list[str] = []
    for line in (said or message).splitlines():
        if line.startswith("[WARNING]") or not lines:
            lines.append(line.removeprefix("[WARNING] ").strip())
        elif not line.startswith("Failing because"):
            lines[-1] += " " + line.strip()
    return [line for line in lines if line]

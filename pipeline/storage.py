"""Files that are written aside and moved into place, so that nobody ever reads half of one.

Several processes share a cache: what one sees there, another may let go of before it is read.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

PATIENCE = 10.0  # seconds that one process waits for another; to write an output takes a fraction of one
RIGHTS = (errno.EACCES, errno.EPERM, errno.EROFS)
FILE_FOR_FOLDER = (errno.ENOTDIR, errno.EEXIST)


def write_whole(path: Path, contents: str | bytes, alone: bool = False) -> None:
    """Write a file whole, in place of the one that may be there; its folder is made.

    alone: let go of all other files in the folder, which were kept for what is no more
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        aside.write_bytes(contents if isinstance(contents, bytes) else contents.encode())
        aside.replace(path)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise
    for other in path.parent.iterdir() if alone else ():
        if other != path and other.is_file() and not other.name.startswith("."):  # another process may be writing that
            other.unlink(missing_ok=True)


def read_whole(path: Path) -> str | None:
    """The text of a file, None where there is none."""
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        return None


@contextmanager
def locked(lock: Path) -> Iterator[None]:
    """Only one process at a time gets past the same lock; a process that is killed lets go of it.

    Raises BlockingIOError where another one holds it for longer than `PATIENCE`.
    """
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("a") as held:
        _hold(held, lock)
        yield


def _hold(held: IO[str], lock: Path) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if time.monotonic() > end:
                raise BlockingIOError(error.errno, error.strerror, str(lock)) from None
        time.sleep(0.02)


def remedy(error: OSError) -> str:
    """What is wrong with a file or a disk, and what to do about it: one line for whoever called the program."""
    if error.errno == errno.ENOSPC:
        return "the disk is full. Free some space and try again."
    if error.errno in RIGHTS:
        return f"{error.filename} cannot be read or written. Check the rights of the file and its folder and try again."
    if isinstance(error, BlockingIOError):
        return f"another build is writing to {Path(error.filename).parent}. Wait for it, or end it, and try again."
    if error.errno in FILE_FOR_FOLDER and (file := _file_at(Path(error.filename))):
        return f"{file} is a file, where a folder is needed. Move it away and try again."
    return f"{error.strerror or error}: {error.filename2 or error.filename}. Check this file or folder and try again."


def _file_at(path: Path) -> Path | None:
    """The path itself or one above it, where that is a file."""
    return next((each for each in (path, *path.parents) if each.is_file()), None)

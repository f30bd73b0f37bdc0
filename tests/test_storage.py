"""Files are written whole or not at all."""

from __future__ import annotations

import errno
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import pipeline.storage
from pipeline.storage import locked, read_whole, remedy, write_whole
from tests.conftest import ROOT

HOLDER = """
import sys
from pathlib import Path
from pipeline.storage import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_file_in_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    write_whole(tmp_path / "a" / "b" / "numbers.json", "0,401\n")
    assert (tmp_path / "a" / "b" / "numbers.json").read_bytes() == b"0,401\n"


def test_a_file_that_cannot_be_written_leaves_the_old_one_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "numbers.json"
    write_whole(path, "old")
    write = Path.write_bytes

    def full(file: Path, contents: bytes) -> int:
        write(file, contents[:2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, "new")
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"numbers.json": b"old"}


def test_a_file_alone_lets_go_of_those_before_it(tmp_path: Path) -> None:
    write_whole(tmp_path / "page-1.html", "one")
    write_whole(tmp_path / "page-2.html", "two", alone=True)
    assert [file.name for file in tmp_path.iterdir()] == ["page-2.html"]


def test_a_text_that_is_no_utf_8_leaves_what_was_there(tmp_path: Path) -> None:
    write_whole(tmp_path / "a.json", "whole")
    with pytest.raises(UnicodeEncodeError):
        write_whole(tmp_path / "a.json", "half of it \ud800")
    assert {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()} == {"a.json": "whole"}


def test_a_file_alone_leaves_what_another_process_is_writing(tmp_path: Path) -> None:
    (tmp_path / ".page-3.html.4711").write_text("hal", "utf-8")
    write_whole(tmp_path / "page-2.html", "two", alone=True)
    assert sorted(file.name for file in tmp_path.iterdir()) == [".page-3.html.4711", "page-2.html"]


def test_a_file_that_is_not_there_has_no_text(tmp_path: Path) -> None:
    write_whole(tmp_path / "page.html", "one")
    assert read_whole(tmp_path / "page.html") == "one"
    assert read_whole(tmp_path / "other.html") is None


# -- one process at a time


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds `lock` for as long as it lives."""
    command = [sys.executable, "-c", HOLDER, str(tmp_path / "lock")]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_who_waits_too_long_is_told(
    holder: subprocess.Popen[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline.storage, "PATIENCE", 0.1)
    with pytest.raises(BlockingIOError) as fault, locked(tmp_path / "lock"):
        raise AssertionError("two at a time")
    assert remedy(fault.value) == f"another build is writing to {tmp_path}. Wait for it, or end it, and try again."


def test_a_process_that_is_killed_lets_go(holder: subprocess.Popen[str], tmp_path: Path) -> None:
    holder.kill()
    with locked(tmp_path / "lock"):
        pass


def test_the_next_one_enters_as_soon_as_the_first_has_left(holder: subprocess.Popen[str], tmp_path: Path) -> None:
    started = time.monotonic()
    assert holder.stdin
    holder.stdin.close()
    with locked(tmp_path / "lock"):
        assert time.monotonic() - started < pipeline.storage.PATIENCE / 2


# -- what is wrong with files


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (OSError(errno.ENOSPC, "No space", "a"), "the disk is full. Free some space and try again."),
        (
            OSError(errno.EACCES, "Permission denied", "a/b.md"),
            "a/b.md cannot be read or written. Check the rights of the file and its folder and try again.",
        ),
        (OSError(errno.EIO, "I/O error", "a"), "I/O error: a. Check this file or folder and try again."),
        (
            OSError(errno.ENOTEMPTY, "Directory not empty", "html", None, ".html.old"),
            "Directory not empty: .html.old. Check this file or folder and try again.",
        ),
    ],
)
def test_each_fault_has_a_remedy(error: OSError, line: str) -> None:
    assert remedy(error) == line


def test_a_file_in_the_place_of_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "build").write_text("", "utf-8")
    for path in (tmp_path / "build", tmp_path / "build" / "cache" / "pages"):
        with pytest.raises(OSError) as fault:  # noqa: PT011 - its kind differs between the two
            path.mkdir(parents=True)
        named = f"{tmp_path}/build is a file, where a folder is needed. Move it away and try again."
        assert remedy(fault.value) == named

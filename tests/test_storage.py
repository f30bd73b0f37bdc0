"""Files are written whole or not at all."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest

from pipeline.storage import read_whole, write_whole


def test_a_file_in_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    write_whole(tmp_path / "a" / "b" / "numbers.json", "0,401\n")
    assert (tmp_path / "a" / "b" / "numbers.json").read_bytes() == b"0,401\n"


def test_a_file_that_cannot_be_written_leaves_the_old_one_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "numbers.json"
    write_whole(path, "old")
    write = Path.write_text

    def full(file: Path, text: str, *rest: Any, **options: Any) -> int:
        write(file, text[:2], *rest, **options)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
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

"""What a build keeps is whole or not there, even for builds that run beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.document.shelf import put

UNWRITABLE = "half of it \ud800"  # no UTF-8: writing breaks off


def test_a_text_is_there_with_its_folder_and_nothing_beside_it(tmp_path: Path) -> None:
    put(tmp_path / "room" / "a.json", "one")
    put(tmp_path / "room" / "a.json", "two")
    assert [(file.name, file.read_text("utf-8")) for file in (tmp_path / "room").iterdir()] == [("a.json", "two")]


def test_what_breaks_off_leaves_what_was_there(tmp_path: Path) -> None:
    put(tmp_path / "a.json", "whole")
    with pytest.raises(UnicodeEncodeError):
        put(tmp_path / "a.json", UNWRITABLE)
    assert (tmp_path / "a.json").read_text("utf-8") == "whole"

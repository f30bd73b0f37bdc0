"""The import closure finds what a module depends on, through every way of importing, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.outputs.closure import address, closure


@pytest.fixture
def project(tmp_path: Path) -> Path:
    files = {
        "room/__init__.py": "import outside",
        "room/a.py": "",
        "room/b.py": "from room import c",
        "room/c.py": "from . import a",
        "room/unused.py": "",
        "outside.py": "",
    }
    for name, code in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(code, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import json", []),
        ("import room.a", ["room/__init__.py", "room/a.py"]),
        ("from room.a import thing", ["room/__init__.py", "room/a.py"]),
        ("from room import a", ["room/__init__.py", "room/a.py"]),
        ("from room import b", ["room/__init__.py", "room/a.py", "room/b.py", "room/c.py"]),
        ("def f():\n    from room import a", ["room/__init__.py", "room/a.py"]),
        ("try:\n    import json\nexcept ImportError:\n    from room import a", ["room/__init__.py", "room/a.py"]),
        ("if 1:\n    pass\nelse:\n    from room import a", ["room/__init__.py", "room/a.py"]),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from room import a", []),
    ],
)
def test_every_way_of_importing_is_followed(project: Path, code: str, expected: list[str]) -> None:
    start = project / "start.py"
    start.write_text(code, encoding="utf-8")
    found = [path.relative_to(project).as_posix() for path in closure([start], project)]
    assert found == sorted([*expected, "start.py"])


def test_modules_that_import_each_other_come_to_an_end(project: Path) -> None:
    (project / "room/a.py").write_text("from room import b", encoding="utf-8")
    assert len(closure([project / "room/a.py"], project)) == 4


def test_the_address_follows_content_and_setting_only(project: Path, tmp_path: Path) -> None:
    file = project / "room/a.py"
    before = address([file], "style")
    assert address([file], "style") == before
    assert address([file], "other") != before
    file.write_text("x = 1", encoding="utf-8")
    assert address([file], "style") != before

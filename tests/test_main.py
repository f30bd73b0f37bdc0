"""The command line, as it is called: in any folder, whatever encoding the environment asks for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

PROGRAM = ("pipeline", "requirements", "figures", "tests/sites/gerade")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The program and the miniature site in a folder that is no ASCII."""
    project = tmp_path / "Übung – α"
    for part in PROGRAM:
        shutil.copytree(ROOT / part, project / part, ignore=shutil.ignore_patterns("build", "__pycache__"))
    return project


@pytest.mark.parametrize("refused", [False, True])
def test_a_folder_may_be_named_as_you_like(refused: bool, project: Path) -> None:
    """Where the locale knows ASCII alone; Python helps itself to UTF-8, unless the environment refuses it that."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHON"))}
    environment |= {"LC_ALL": "C"} | ({"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"} if refused else {})
    command = [sys.executable, "-m", "pipeline", "html", "--root", str(project / "tests" / "sites" / "gerade")]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("build/html/index.html\n")

"""Installing where something is missing: one clear line, a non-zero exit, and nothing that was built is touched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

TOOLS = ("sh", "cat", "cksum", "grep", "tail", "rm", "mktemp", "mkdir", "chmod")
LOCK = "iniconfig==2.0.0 --hash=sha256:" + "0" * 64 + "\n"
OUTPUT = Path("build") / "html" / "index.html"
NOWHERE = "http://127.0.0.1:9/simple"  # the port of a service that nobody runs


class Project:
    """A project of which there is only what the installer needs, with programs of our own on its path."""

    def __init__(self, folder: Path) -> None:
        self.root, self.bin = folder / "project", folder / "bin"
        for part in ("requirements", OUTPUT.parent):
            (self.root / part).mkdir(parents=True)
        shutil.copy(ROOT / "requirements" / "install.sh", self.root / "requirements")
        for name in ("runtime", "development"):
            (self.root / "requirements" / f"{name}.txt").write_text(LOCK, "utf-8")
        (self.root / OUTPUT).write_text("gebaut", "utf-8")
        self.bin.mkdir()
        for tool in TOOLS:
            found = shutil.which(tool)
            assert found, tool
            (self.bin / tool).symlink_to(found)

    def program(self, path: Path, body: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{body}\n", "utf-8")
        path.chmod(0o755)

    def python(self, body: str) -> None:
        """A `python3` that is new enough and otherwise does as it is told."""
        asked = '[ "$1" = -c ] && exit 0\n[ "$1" = --version ] && echo "Python 3.12.1" && exit 0'
        self.program(self.bin / "python3", f"{asked}\n{body}")

    def installed_python(self, body: str) -> None:
        """The same inside an environment that is there already."""
        self.program(self.root / ".venv" / "bin" / "python", f'[ "$1" = -c ] && exit 0\n{body}')

    def install(self, **environment: str) -> subprocess.CompletedProcess[str]:
        known = {"PATH": str(self.bin), "HOME": str(self.root), "LC_ALL": "C"}
        command = ["requirements/install.sh", "runtime"]
        return subprocess.run(command, cwd=self.root, env=known | environment, capture_output=True, text=True)

    def refusal(self, **environment: str) -> str:
        """The one line that is said; what was built must be as it was."""
        done = self.install(**environment)
        assert done.returncode == 1
        (line,) = done.stderr.splitlines()
        assert line.startswith("nachgerechnet: ")
        assert (self.root / OUTPUT).read_text("utf-8") == "gebaut"
        assert not (self.root / ".venv" / "installed-runtime").exists()
        return line


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_without_python(project: Project) -> None:
    line = project.refusal()
    assert "Python 3.11 or newer is needed (found: none). Install it" in line


def test_with_an_old_python(project: Project) -> None:
    project.program(project.bin / "python3", '[ "$1" = --version ] && echo "Python 3.9.2" && exit 0\nexit 1')
    assert "is needed (found: Python 3.9.2)" in project.refusal()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (None, "was not found"),
        ('[ "$1" = --version ] && echo "Python 3.9.2" && exit 0\nexit 1', "is Python 3.9.2"),
        ('[ "$1" = --version ] && echo "Python 2.7.18" >&2 && exit 0\nexit 1', "is Python 2.7.18"),
        ('echo "unknown option"; echo "try --help"; exit 1', "is no Python"),
    ],
)
def test_the_python_that_was_asked_for_is_the_one_that_is_judged(body: str | None, said: str, project: Project) -> None:
    """However new the system's own is: whoever names another one wants that."""
    project.python("exit 1")
    asked = project.root / "a folder" / "python"
    if body:
        project.program(asked, body)
    line = project.refusal(PYTHON=str(asked))
    assert f"Python 3.11 or newer is needed ({asked} {said}). Install it, or name one" in line


def test_the_python_that_was_asked_for_is_taken(project: Project) -> None:
    project.python("exit 1")
    asked = project.root / "a folder" / "python"
    project.program(asked, '[ "$1" = -c ] && exit 0\necho "asked: $*"\nexit 1')
    assert "asked: -m venv .venv" in project.refusal(PYTHON=str(asked))


def test_a_newer_python_beside_an_old_one_is_taken(project: Project) -> None:
    project.program(project.bin / "python3", "exit 1")
    project.program(project.bin / "python3.12", '[ "$1" = -c ] && exit 0\necho "taken: $*"\nexit 1')
    assert "taken: -m venv .venv" in project.refusal()


@pytest.mark.parametrize(
    "said",
    [
        "/usr/bin/python3: No module named venv",
        "The virtual environment was not created successfully because ensurepip is not available.",
    ],
)
def test_without_the_venv_module(said: str, project: Project) -> None:
    project.python(f'mkdir .venv; echo "{said}" >&2; exit 1')
    assert "this Python has no venv module. Install it" in project.refusal()
    assert not (project.root / ".venv").exists()


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("OSError: [Errno 28] No space left on device", "the disk is full. Free about 1 GB and try again."),
        ("NewConnectionError: Failed to establish a new connection", "the package index cannot be reached."),
        ("[Errno -3] Temporary failure in name resolution", "the package index cannot be reached."),
        ("THESE PACKAGES DO NOT MATCH THE HASHES", "does not match its hash in requirements/runtime.txt."),
        ("ERROR: something else entirely", "the installation failed: ERROR: something else entirely"),
    ],
)
def test_what_pip_says_becomes_one_line(said: str, line: str, project: Project) -> None:
    project.python("exit 1")
    project.installed_python(f'echo "many lines before"; echo "{said}" >&2; exit 1')
    assert line in project.refusal()


def test_a_full_disk_while_the_environment_is_made(project: Project) -> None:
    project.python('mkdir .venv; echo "[Errno 28] No space left on device" >&2; exit 1')
    assert "the disk is full" in project.refusal()
    assert not (project.root / ".venv").exists()


def test_a_disk_on_which_nothing_can_be_written(project: Project) -> None:
    project.python("exit 1")
    assert "no temporary file can be written" in project.refusal(TMPDIR=str(project.root / "nowhere"))


def test_without_network_real_pip_is_understood(project: Project) -> None:
    """No stand-in: the running pip, an index that cannot be reached, and no cache."""
    project.python("exit 1")
    project.installed_python(f'exec {sys.executable} "$@"')
    line = project.refusal(PIP_INDEX_URL=NOWHERE, PIP_NO_CACHE_DIR="1", PIP_CONFIG_FILE=os.devnull)
    assert line == "nachgerechnet: the package index cannot be reached. Check the network connection and try again."


def test_what_is_installed_is_not_installed_again(project: Project) -> None:
    project.python("exit 1")
    project.installed_python('echo "$*" >> calls; exit 0')
    assert project.install().returncode == 0
    assert "-m pip install" in (project.root / "calls").read_text("utf-8")
    (project.root / "calls").unlink()
    again = project.install()
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert not (project.root / "calls").exists()
    (project.root / "requirements" / "runtime.txt").write_text(LOCK + "# changed\n", "utf-8")
    assert project.install().returncode == 0
    assert (project.root / "calls").exists()


def test_make_stops_before_it_builds(project: Project) -> None:
    shutil.copy(ROOT / "Makefile", project.root)
    make = shutil.which("make")
    assert make
    path = {"PATH": str(project.bin), "HOME": str(project.root), "LC_ALL": "C"}
    done = subprocess.run([make, "html"], cwd=project.root, env=path, capture_output=True, text=True)
    assert done.returncode == 2
    assert "Python 3.11 or newer is needed" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert (project.root / OUTPUT).read_text("utf-8") == "gebaut"

"""What CI runs: each step of README, and builds that fail on any warning."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

MAKE = '#!/bin/sh\nprintf "%s\\n" "$1 ${PYTHONWARNINGS-}" >> "$STEPS"\n'  # it only notes what it was called for


@pytest.fixture
def steps(tmp_path: Path) -> dict[str, str]:
    """Target → what Python was to do with warnings meanwhile."""
    noted = tmp_path / "steps"
    (tmp_path / "make").write_text(MAKE, "utf-8")
    (tmp_path / "make").chmod(0o755)
    known = {key: value for key, value in os.environ.items() if key != "PYTHONWARNINGS"}
    environment = known | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "STEPS": str(noted)}
    subprocess.run([ROOT / ".ci" / "run"], env=environment, check=True)
    return dict(line.split(" ", 1) for line in noted.read_text("utf-8").splitlines())


def test_all_steps_in_their_order(steps: dict[str, str]) -> None:
    assert list(steps) == ["lint", "test", "check", "html", "pdf"]


@pytest.mark.parametrize("kind", ["DeprecationWarning", "RuntimeWarning", "UserWarning"])
@pytest.mark.parametrize("module", ["pipeline", "pipeline.outputs.html.writer", "figures.plane"])
def test_a_warning_of_any_module_ends_a_build(module: str, kind: str, steps: dict[str, str]) -> None:
    warn = f"import warnings; warnings.warn_explicit('old', {kind}, 'file.py', 1, module={module!r})"
    for target in ("check", "html", "pdf"):
        environment = os.environ | {"PYTHONWARNINGS": steps[target]}
        warned = subprocess.run([sys.executable, "-c", warn], env=environment, capture_output=True, text=True)
        assert warned.returncode == 1, target
        assert f"{kind}: old" in warned.stderr

"""All outputs are the same bytes, whoever builds them, wherever, and whatever was built before."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

# What must not matter: hash seeds, the processor's kernels of linear algebra, time zone, language, old results.
FIRST = {"PYTHONHASHSEED": "1", "OPENBLAS_CORETYPE": "Haswell", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
SECOND = {"PYTHONHASHSEED": "2", "OPENBLAS_CORETYPE": "Prescott", "TZ": "America/Lima", "LC_ALL": "C.UTF-8"}
ROUNDED = "(numpy.sin(numpy.arange(900.).reshape(30, 30)) @ numpy.ones((30, 30)) / 3).tobytes().hex()"


def copied(root: Path, folder: Path) -> Path:
    for name in ("content", "figures", "pipeline"):
        shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    proofs = Path("tests") / "golden" / "proofs.txt"
    (folder / proofs).parent.mkdir(parents=True)
    shutil.copy(root / proofs, folder / proofs)
    return folder


def build(folder: Path, environment: dict[str, str]) -> dict[str, bytes]:
    """All files of both outputs, built in a process of its own."""
    for target in ("pdf", "html"):
        command = [sys.executable, "-m", "pipeline", target]
        subprocess.run(command, cwd=folder, env=os.environ | environment, check=True, capture_output=True)
    outputs = (folder / "build" / "html", folder / "build" / "pdf")
    files = [file for output in outputs for file in sorted(output.rglob("*")) if file.is_file()]
    return {file.relative_to(folder / "build").as_posix(): file.read_bytes() for file in files}


@pytest.fixture(scope="module")
def builds(root: Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, bytes]]:
    """One build without any cache, one elsewhere with that of the project."""
    fresh = copied(root, tmp_path_factory.mktemp("fresh") / "site")
    warm = copied(root, tmp_path_factory.mktemp("warm") / "another folder" / "site")
    shutil.copytree(root / "build" / "cache", warm / "build" / "cache", ignore=shutil.ignore_patterns("built"))
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(build, (fresh, warm), (FIRST, SECOND)))


def test_every_file_is_the_same(builds: list[dict[str, bytes]]) -> None:
    first, second = builds
    assert {"html/index.html", "html/numbers.json"} < first.keys()
    assert any(name.endswith(".pdf") for name in first)
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []


def test_floats_do_differ_between_these_environments() -> None:
    """The test above would see a float that was written out: the environments really round differently."""
    if sys.platform == "linux" and os.uname().machine == "x86_64":
        command = [sys.executable, "-c", f"import numpy; print({ROUNDED})"]
        told = [
            subprocess.run(command, env=os.environ | chosen, check=True, capture_output=True).stdout
            for chosen in (FIRST, SECOND)
        ]
        assert told[0] != told[1]

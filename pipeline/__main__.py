"""The command line: `python -m pipeline html|pdf|draft|check|explain|numbers|fix`."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

ROOT = Path(__file__).resolve().parent.parent
# What libraries read when they are imported, here and in the processes that make the pages.
LIBRARIES = {
    "OPENBLAS_NUM_THREADS": "1",  # arrays are small, and a process without threads can be forked
    "PYDANTIC_DISABLE_PLUGINS": "__all__",  # nothing that happens to be installed takes part in a build
}


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Build, check and question the documents."""


def _built(target: str, root: Path, dump: bool) -> None:
    from pipeline.delivery import run

    sys.exit(run(root, target, dump=dump, say=click.echo))


def _answered(question: Callable[..., int], *about: Any) -> None:
    """Put a question to a site; a file that cannot be read is no answer."""
    from pipeline.storage import remedy

    try:
        sys.exit(question(*about))
    except OSError as error:
        click.echo(f"nachgerechnet: {remedy(error)}")
        sys.exit(1)


_root = click.option("--root", type=click.Path(path_type=Path, exists=True), default=ROOT, help="the site's folder")
_dump = click.option("--dump", is_flag=True, help="write each stage's result to build/stages/")


@main.command()
@_root
@_dump
def html(root: Path, dump: bool) -> None:
    """Build the pages."""
    _built("html", root, dump)


@main.command()
@_root
@_dump
def pdf(root: Path, dump: bool) -> None:
    """Build the PDF files."""
    _built("pdf", root, dump)


@main.command()
@_root
@_dump
def draft(root: Path, dump: bool) -> None:
    """Build to build/draft, with failed claims struck through."""
    _built("draft", root, dump)


@main.command()
@_root
@_dump
def check(root: Path, dump: bool) -> None:
    """Verify everything and write no document."""
    _built("check", root, dump)


@main.command()
@click.argument("printed")
@_root
def explain(printed: str, root: Path) -> None:
    """Say where a printed number stands and where it comes from."""
    from pipeline.inspection import explain as explained

    _answered(explained, root, printed)


@main.command()
@click.argument("pattern", default="")
@_root
def numbers(pattern: str, root: Path) -> None:
    """List the quantities that text can print."""
    from pipeline.inspection import numbers as listed

    _answered(listed, root, pattern)


@main.command()
@click.argument("file")
@_root
def fix(file: str, root: Path) -> None:
    """Replace typed numbers that can only be one quantity by its expression."""
    from pipeline.inspection import fix as fixed

    _answered(fixed, root, file)


def _in_utf8() -> None:
    """Begin anew where the environment asks for another encoding: texts, names of files and outputs are UTF-8."""
    if sys.getfilesystemencoding() != "utf-8":
        os.environ["PYTHONUTF8"] = "1"  # the processes that make the pages inherit it
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


if __name__ == "__main__":
    _in_utf8()
    os.environ.update(LIBRARIES)
    gc.disable()  # a build ends before its garbage fills the memory, and looking for it takes a tenth of the time
    main()

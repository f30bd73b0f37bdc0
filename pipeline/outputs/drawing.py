"""Draws one figure with Matplotlib and hands it back as SVG; imported only when something must be drawn."""

from __future__ import annotations

import importlib.util
import io
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from pipeline.outputs import fonts
from pipeline.outputs.svg import tidied

FAMILY = fonts.TEXT
FACES = tuple(sorted(fonts.FOLDER.glob("STIXTwoText-*.ttf")))


def draw(file: Path, q: Any, root: Path, settings: Path) -> str:
    """The SVG of the figure module `file`, drawn from the answers of `q`.

    root:     where `figures/style.mplstyle`, the palette and the shared modules of all figures lie
    settings: folder for Matplotlib's own list of fonts

    Whatever the module raises goes through; a warning (a missing glyph, say) is raised too.
    """
    os.environ.setdefault("MPLCONFIGDIR", str(settings))
    import matplotlib
    from matplotlib.font_manager import fontManager

    known = {entry.fname for entry in fontManager.ttflist}
    for face in FACES:
        if str(face) not in known:
            fontManager.addfont(face)
    with matplotlib.rc_context(), _fresh_code(root), warnings.catch_warnings():
        warnings.simplefilter("error")
        matplotlib.rcdefaults()  # whatever the user's own matplotlibrc says
        matplotlib.rc_file(root / "figures" / "style.mplstyle", use_default_template=False)
        figure = _module(file).draw(q)
        saved = io.StringIO()
        figure.savefig(saved, format="svg", metadata={"Date": None})
        palette = importlib.import_module("figures.palette")
        return tidied(saved.getvalue(), file.stem, FAMILY, matplotlib.rcParams["font.size"], palette.ROLES)


def _module(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"figures.{file.stem}", file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file.name} is no Python module")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@contextmanager
def _fresh_code(root: Path) -> Iterator[None]:
    """The figures' modules as they are on disk now: a running preview must see edited code."""
    written = sys.dont_write_bytecode
    for name in [name for name in sys.modules if name.partition(".")[0] == "figures"]:
        del sys.modules[name]
    importlib.invalidate_caches()
    sys.path.insert(0, str(root))
    sys.dont_write_bytecode = True  # bytecode of a file edited twice within a second would be taken for fresh
    try:
        yield
    finally:
        sys.dont_write_bytecode = written
        sys.path.remove(str(root))

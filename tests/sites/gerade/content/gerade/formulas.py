"""What this page's formulas mean."""

from __future__ import annotations

from pipeline.formulas import Formula, each, page

line = Formula("for n: =", {
    "g": each(page("fitted", "N")), "x": each(page("x", "N")), "n": "1..N", "a": page("intercept"), "b": page("slope"),
})  # fmt: skip

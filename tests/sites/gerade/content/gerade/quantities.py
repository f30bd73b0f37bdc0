"""The line through the points, by least squares."""

from __future__ import annotations

from typing import Any

from pipeline.quantities.sheet import Sheet


def line(x: Any, y: Any) -> tuple[Any, Any]:
    """Intercept and slope of the least-squares line; x, y: [n] -> [], []."""
    mean_x, mean_y = x.mean(), y.mean()
    slope = ((x - mean_x) * (y - mean_y)).sum() / ((x - mean_x) ** 2).sum()
    return mean_y - slope * mean_x, slope


def quantities(sheet: Sheet) -> None:
    """Intercept, slope, the line at each point, and residuals."""
    x, y = sheet.given("x"), sheet.given("y")
    intercept, slope = line(x, y)
    intercept = sheet.define("intercept", intercept, symbol="a", meaning="Achsenabschnitt der Geraden.")
    slope = sheet.define("slope", slope, symbol="b", meaning="Steigung der Geraden.")
    fitted = sheet.define(
        "fitted",
        intercept + slope * x,
        axes=("point",),
        symbol="g",
        meaning="Höhe der Geraden an der Stelle des Punkts {0}.",
    )
    sheet.define(
        "residuals",
        y - fitted,
        axes=("point",),
        symbol="r",
        meaning="Abstand des Punkts {0} von der Geraden, nach oben gemessen.",
    )

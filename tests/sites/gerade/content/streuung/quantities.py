"""How far the measurements scatter around their mean."""

from __future__ import annotations

from pipeline.quantities.sheet import Sheet


def quantities(sheet: Sheet) -> None:
    """Mean, deviations and variance of y."""
    y = sheet.given("y")
    mean = sheet.define("mean", y.mean(), symbol="m", meaning="Mittelwert der Messwerte.")
    deviations = sheet.define(
        "deviations",
        y - mean,
        axes=("point",),
        symbol="d",
        meaning="Abstand des Messwerts {0} vom Mittelwert.",
    )
    sheet.define("variance", (deviations**2).mean(), symbol="v", meaning="Mittleres Quadrat der Abstände.")

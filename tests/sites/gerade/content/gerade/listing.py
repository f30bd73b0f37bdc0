# ruff: noqa: F821  the names come from the listing, above these lines
"""The end of the printed program: intercept and slope of the example."""

a, b = line(x, y)
print(f"{a:.2f} {b:.2f}")

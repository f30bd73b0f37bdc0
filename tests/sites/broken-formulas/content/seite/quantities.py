"""The sum of two values."""


def total(x):
    """x: [n] -> []."""
    return x.sum()


def quantities(sheet):
    sheet.define("x_total", total(sheet.given("x")), meaning="Summe.")

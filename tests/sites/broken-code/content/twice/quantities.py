"""A name for two quantities."""


def quantities(sheet):
    x = sheet.given("x")
    sheet.define("mean", x.mean(), meaning="Mittel.")
    sheet.define("mean", x.sum(), meaning="Summe.")

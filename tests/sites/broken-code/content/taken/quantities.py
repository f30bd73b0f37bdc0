"""The name of a function, which text could not reach any more."""


def quantities(sheet):
    sheet.define("largest", sheet.given("x").max(), meaning="Größter Wert.")

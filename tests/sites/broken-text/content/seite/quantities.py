"""Quantities for a text that gets them wrong."""

import numpy as np


def quantities(sheet):
    x = sheet.given("x")
    sheet.define("exponential", np.exp(x), axes=("token",), meaning="Exponentialfunktion des Werts von {0}.")
    root = np.sqrt(sheet.given("r"))
    nothing = np.sqrt(sheet.given("r")[2] + 2 * root[3]) - root[0] - root[1]
    sheet.define("half", x[0] + nothing, meaning="Der Wert von A, auf Umwegen, die niemand beweisen kann.")

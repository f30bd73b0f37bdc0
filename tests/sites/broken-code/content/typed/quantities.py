"""Constants, and a quantity that rests on none of the inputs."""

import numpy as np


def quantities(sheet):
    x = sheet.given("x")
    sheet.define("scaled", x * 3, axes=("token",), meaning="Gestreckter Wert von {0}.")
    sheet.define("shifted", x + np.array("0.5"), axes=("token",), meaning="Verschobener Wert von {0}.")
    sheet.define("one", x[0].__num__(1), meaning="Eine Zahl von nirgends.")

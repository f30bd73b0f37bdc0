"""The reference refuses what it is given."""

import numpy as np


def quantities(sheet):
    x = sheet.given("x")
    sheet.define("product", np.stack([x, x, x]) @ np.stack([x, x, x]), axes=(None, None), meaning="Produkt.")

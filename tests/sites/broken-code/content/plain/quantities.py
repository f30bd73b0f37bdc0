"""Quantities that are computed from nothing that the sheet gives."""

import numpy as np


def quantities(sheet):
    sheet.define("array", np.array([1, 2]), axes=("token",), meaning="Zwei Zahlen aus NumPy.")
    sheet.define("integer", 2, meaning="Eine Zahl aus Python.")

"""Declarations, some of them wrong."""

import numpy as np

from pipeline.formulas import Formula, identity, page


def total(x):
    """How the subject, NumPy, is called here."""
    return np.sum(x)


syntax = Formula("=", {"a": "", "b": ""})
symbol = Formula("=", {"s": lambda x: total(x), r"\vv{x}": "n", "i": "1..n"})
shape = Formula("=", {"s": lambda x: total(x), r"\vv{x}": "n"})
differs = Formula("=", {"s": lambda x: total(x), r"\vv{x}": "n", "i": "1..n"})
ignores = Formula("=", {"s": lambda x, a: total(x), r"\vv{x}": "n", "a": "", "i": "1..n"})
twice = Formula("=", {"a": page("x_total"), "b": page("x_total")})
twin = Formula("=", {"a": "", "b": lambda a: 777 * a})
nothing = Formula("=", {"a": ""}, theorem=True)


@identity
def all_is_one(prove):
    """Not true."""
    prove.equal(total(prove.numbers("x", 3)), 1)

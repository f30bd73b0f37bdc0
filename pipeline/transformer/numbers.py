"""The doors between the reference and the number kind that it runs under.

The reference is written once, for NumPy arrays of any kind: float64, balls that enclose the exact
value, or traced arrays that record how a value came about.  Beside NumPy's operations a kind may
offer `__num__`, `__named__` and `__erf__`; plain NumPy arrays have none of them.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = Any  # numpy.ndarray, Balls or Traced: what counts is the shape, and @shapes checks that


def num(value: Any, like: Array) -> Array:
    """A constant in the number kind of `like`: an integer, a decimal string, or nested sequences of them.

    Never a float: what is written as 0.1 is another number in binary.
    """
    return like.__num__(value) if hasattr(like, "__num__") else np.asarray(value, dtype=like.dtype)


def name(label: str, array: Array) -> Array:
    """The same array, remembered as `label` by the kinds that record their calculation."""
    return array.__named__(label) if hasattr(array, "__named__") else array


def erf(x: Array) -> Array:
    """The error function, which NumPy lacks: 2/sqrt(pi) times the integral of exp(-t^2) from 0 to x."""
    return x.__erf__() if hasattr(x, "__erf__") else np.asarray(_erf(x), dtype=x.dtype)


_erf = np.frompyfunc(math.erf, 1, 1)

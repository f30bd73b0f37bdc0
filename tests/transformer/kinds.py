"""The three number kinds, each made from nested decimals, and the way back to float64."""

from __future__ import annotations

from typing import Any

import numpy as np

from pipeline.arithmetic import Balls, Graph, Traced, balls

from .samples import Kind, floats


def traced() -> Kind:
    """Inputs of one new graph."""
    graph = Graph()
    count = iter(range(10**6))
    return lambda decimals: graph.input(f"input {next(count)}", decimals)


KINDS: dict[str, Any] = {"float64": lambda: floats, "balls": lambda: balls, "trace": traced}


def to_float(array: Any) -> Any:
    """The middle of each ball; plain arrays as they are."""
    if isinstance(array, Traced):
        array = array.node.value
    if isinstance(array, Balls):
        if array.dtype == bool:
            return array.elements
        return np.array([float(ball.mid()) for ball in array.elements.flat]).reshape(array.shape)
    return np.asarray(array)

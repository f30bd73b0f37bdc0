"""Quantities of a page, as formulas see them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from pipeline.arithmetic import Traced, nearest_double
from pipeline.formulas.declarations import DeclarationError

Array: TypeAlias = Any


@dataclass(frozen=True)
class Quantity:
    """A quantity of the page: its numbers and, for each axis, the ids and texts of its labels."""

    values: Array
    labels: tuple[tuple[tuple[str, str], ...], ...] = ()

    @cached_property
    def in_floats(self) -> Array:
        """The doubles nearest to recorded numbers."""
        if not isinstance(self.values, Traced):
            return self.values
        floats = [nearest_double(self.values.entry(*place)) for place in np.ndindex(self.values.shape)]
        return np.array(floats).reshape(self.values.shape)


def part(name: str, page: Mapping[str, Quantity]) -> Quantity:
    """A quantity, or its part under a label: `weights["content"]`."""
    match = re.fullmatch(r"""([^\[\]]+)((?:\[["'][^"']*["']\])*)""", name)
    if not match or match[1] not in page:
        raise DeclarationError(f"the page has no quantity {name!r}")
    quantity = page[match[1]]
    for label in re.findall(r"""["']([^"']*)["']""", match[2]):
        ids = [each for each, _ in quantity.labels[0]] if quantity.labels else []
        if label not in ids:
            raise DeclarationError(f"{match[1]} has no label {label!r}")
        quantity = Quantity(quantity.values[ids.index(label)], quantity.labels[1:])
    return quantity

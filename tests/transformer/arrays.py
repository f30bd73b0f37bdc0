"""Plain floats that watch what the reference does with them."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np


class Sticky(np.ndarray):
    """An array whose class survives NumPy's functions; by itself np.where and np.concatenate drop it."""

    def __array_function__(self, function: Any, types: Any, inputs: Any, options: Any) -> Any:
        result = super().__array_function__(function, types, inputs, options)
        return result.view(type(self)) if isinstance(result, np.ndarray) else result


class Named(Sticky):
    """Writes down what it is called: `labels`, emptied by `forget`."""

    labels: ClassVar[dict[str, Any]] = {}

    def __named__(self, label: str) -> Any:
        self.labels[label] = np.asarray(self)
        return self

    @classmethod
    def forget(cls) -> None:
        cls.labels.clear()

"""The node test vectors that the onnx wheel ships: inputs and outputs written by other people.

The variants `…_expanded` hold the same numbers for a decomposed operator, so they are passed over.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import numpy_helper

FOLDER = Path(onnx.__file__).parent / "backend" / "test" / "data" / "node"
TOLERANCE = {np.dtype("float16"): 2e-3, np.dtype("float32"): 1e-5, np.dtype("float64"): 1e-12}


@dataclass(frozen=True)
class Case:
    """One test of an operator; `inputs` and `outputs` by their names in the onnx standard."""

    name: str
    attributes: dict[str, Any]
    inputs: dict[str, Any]
    outputs: dict[str, Any]


def names(*prefixes: str) -> list[str]:
    """The cases whose names begin with one of the prefixes, sorted."""
    found = (folder.name.removeprefix("test_") for folder in FOLDER.iterdir())
    return sorted(name for name in found if name.startswith(prefixes) and "_expanded" not in name)


@functools.cache
def case(name: str) -> Case:
    """Read one case; optional inputs and outputs that it leaves out are missing here, too."""
    folder = FOLDER / f"test_{name}"
    node = onnx.load(folder / "model.onnx").graph.node[0]
    attributes = {part.name: onnx.helper.get_attribute_value(part) for part in node.attribute}
    data = folder / "test_data_set_0"
    inputs = _tensors(data, "input", [name for name in node.input if name])
    return Case(name, attributes, inputs, _tensors(data, "output", [name for name in node.output if name]))


def _tensors(folder: Path, kind: str, labels: list[str]) -> dict[str, Any]:
    return {
        label: numpy_helper.to_array(onnx.load_tensor(folder / f"{kind}_{number}.pb"))
        for number, label in enumerate(labels)
    }


def error(found: Any, expected: Any) -> float:
    """Largest deviation, absolute below 1 and relative above."""
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape, f"shape {found.shape}, expected {expected.shape}"
    differs = found != expected  # minus infinity equals itself, but has no difference
    found, expected = found[differs].astype(float), expected[differs].astype(float)
    return float(np.max(np.abs(found - expected) / np.maximum(1, np.abs(expected)), initial=0))

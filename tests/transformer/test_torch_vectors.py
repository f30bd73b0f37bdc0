"""The reference against results of PyTorch 2.13 that are kept in torch_vectors.json.

tests/torch compares with PyTorch itself; `pytest tests/torch --accept` writes the file.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from .samples import Sampler
from .torch_cases import CASES

VECTORS = Path(__file__).with_name("torch_vectors.json")
TOLERANCE = 1e-12


def distance(found: Any, expected: Any) -> float:
    """Largest deviation, absolute below 1 and relative above."""
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape, f"shape {found.shape}, expected {expected.shape}"
    return float(np.max(np.abs(found - expected) / np.maximum(1, np.abs(expected))))


@pytest.mark.parametrize("name", CASES)
def test_torch_vector(name: str) -> None:
    expected = json.loads(VECTORS.read_text(encoding="utf-8"))[name]
    assert distance(CASES[name].ours(**CASES[name].draw(Sampler(seed=0))), expected) <= TOLERANCE

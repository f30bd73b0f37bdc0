"""The reference against PyTorch, float64, on many made-up models."""

from __future__ import annotations

import json
import warnings
from typing import Any

import numpy as np
import pytest
import torch

from tests.torch.theirs import THEIRS
from tests.transformer.samples import Sampler
from tests.transformer.test_torch_vectors import TOLERANCE, VECTORS, distance
from tests.transformer.torch_cases import CASES

SEEDS = range(20)


def theirs(name: str, seed: int) -> Any:
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # remarks about nested tensors, which are not used here
        return THEIRS[name](**CASES[name].draw(Sampler(seed=seed))).numpy()


def ours(name: str, seed: int) -> Any:
    return CASES[name].ours(**CASES[name].draw(Sampler(seed=seed)))


@pytest.mark.parametrize("name", CASES)
def test_torch(name: str) -> None:
    errors = [distance(ours(name, seed), theirs(name, seed)) for seed in SEEDS]
    print(f"{name}: {len(errors)} models, largest error {max(errors):.1e}")
    assert max(errors) <= TOLERANCE


def test_both_sides_have_the_same_cases() -> None:
    assert list(CASES) == list(THEIRS)


def test_the_kept_vectors_are_what_pytorch_computes(request: pytest.FixtureRequest) -> None:
    vectors = {name: theirs(name, seed=0).tolist() for name in CASES}
    if request.config.getoption("--accept"):
        lines = (f"{json.dumps(name)}: {json.dumps(vector)}" for name, vector in vectors.items())
        VECTORS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    kept = json.loads(VECTORS.read_text(encoding="utf-8"))
    assert list(kept) == list(vectors)
    assert max(distance(np.array(kept[name]), np.array(vectors[name])) for name in CASES) <= TOLERANCE


def test_a_planted_error_is_found() -> None:
    right = theirs("encoder block", seed=0)
    assert distance(right, right) == 0
    assert distance(right + 1e-11, right) > TOLERANCE

"""The oracles in one table: python -m tests.transformer.oracles

Errors are absolute below 1 and relative above.  tests/torch adds twenty more models for each PyTorch case.
"""

from __future__ import annotations

import json
from collections import defaultdict

from .onnx_adapters import ADAPTERS
from .onnx_vectors import TOLERANCE, case, error
from .samples import Sampler
from .test_onnx import compared
from .test_torch_vectors import TOLERANCE as TORCH_TOLERANCE
from .test_torch_vectors import VECTORS, distance
from .torch_cases import CASES


def onnx_errors() -> dict[str, list[tuple[float, float]]]:
    """Error and tolerance of each case, by operator and precision."""
    errors: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for operator in ADAPTERS:
        for name in compared(operator):
            outputs = ADAPTERS[operator](case(name))
            dtype = next(iter(case(name).inputs.values())).dtype
            worst = max(error(found, case(name).outputs[label]) for label, found in outputs.items())
            errors[f"onnx 1.22.0, {operator}, {dtype}"].append((worst, TOLERANCE.get(dtype, 0)))
    return errors


def torch_errors() -> dict[str, list[tuple[float, float]]]:
    """Error and tolerance against the kept results of PyTorch."""
    kept = json.loads(VECTORS.read_text(encoding="utf-8"))
    pairs = [(distance(c.ours(**c.draw(Sampler(seed=0))), kept[name]), TORCH_TOLERANCE) for name, c in CASES.items()]
    return {"PyTorch 2.13.0, float64": pairs}


def main() -> None:
    """Print the table."""
    print(f"{'oracle':44}{'cases':>7}{'passed':>8}{'largest error':>15}{'allowed':>10}")
    for oracle, pairs in (onnx_errors() | torch_errors()).items():
        passed = sum(worst <= allowed for worst, allowed in pairs)
        largest = max(worst for worst, _ in pairs)
        print(f"{oracle:44}{len(pairs):7}{passed:8}{largest:15.1e}{pairs[0][1]:10.0e}")


if __name__ == "__main__":
    main()

"""What makes the number kinds sound, as checks that name every fault they find.

They are run on the operations as they are, where they must find nothing, and on operations with a
planted fault, which they must find (test_soundness.py).
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq

from pipeline.arithmetic import Balls, Graph, Undecided, balls
from pipeline.arithmetic.primitives import COMPARISONS

Primitives = Mapping[str, Callable[..., Any]]

ARITY = dict.fromkeys(("negative", "absolute", "exp", "log", "sqrt", "sin", "cos", "tanh", "erf"), 1) | dict.fromkeys(
    ("add", "subtract", "multiply", "divide", "power", "maximum", "minimum"), 2
)


def array(*elements: Any) -> Any:
    """A one-dimensional object array."""
    made = np.empty(len(elements), dtype=object)
    made[:] = elements
    return made


def wide_balls(generator: random.Random) -> tuple[arb, list[arb]]:
    """A ball with a coarse radius, and exact points in it: both ends, the middle, some between."""
    middle = fmpq(generator.randint(-400, 400), 128)
    radius = fmpq(generator.choice([0, 1, 3, 40, 300]), 256)
    points = [middle - radius, middle, middle + radius]
    points += [middle + radius * generator.randint(-64, 64) / 64 for _ in range(3)]
    with ctx.workprec(400):
        return arb(middle, radius), [arb(point) for point in points]


def missed(primitives: Primitives) -> set[str]:
    """The operations whose ball does not hold the value at some point of the arguments' balls."""
    generator = random.Random(0)
    faults = set()
    for name, arity in ARITY.items():
        for _ in range(120):
            arguments = [wide_balls(generator) for _ in range(arity)]
            with ctx.workprec(60):
                result = _single(primitives[name](*(array(ball) for ball, _ in arguments)))
            for points in itertools.product(*(points for _, points in arguments)):
                with ctx.workprec(400):
                    value = _true_value(name, points)
                    if value is not None and not _holds(result, value):
                        faults.add(name)
    return faults


def missed_sums(primitives: Primitives) -> set[str]:
    """The same for sums, maxima and products of matrices."""
    generator = random.Random(1)
    faults = set()
    for _ in range(60):
        columns = [wide_balls(generator) for _ in range(4)]
        row, points = array(*(ball for ball, _ in columns)), array(*(inside[-1] for _, inside in columns))
        true = {"sum": sum(points, arb(0)), "max": max_of(points), "min": -max_of(-points), "matmul": points @ points}
        with ctx.workprec(60):
            results = {name: primitives[name](row, axis=(0,), keepdims=False) for name in ("sum", "max", "min")}
            results["matmul"] = primitives["matmul"](row, row)
        faults |= {name for name, result in results.items() if not _holds(_single(result), true[name])}
    return faults


def max_of(points: Any) -> arb:
    """The largest of exact points."""
    largest = points[0]
    for point in points:
        largest = point if point > largest else largest
    return largest


def guessed(primitives: Primitives) -> set[str]:
    """The comparisons that answer although the balls overlap, or answer wrongly where they do not."""
    answers = {  # comparison → its answer for 1 and 2, 2 and 1, 1 and 1
        "less": (True, False, False),
        "less_equal": (True, False, True),
        "greater": (False, True, False),
        "greater_equal": (False, True, True),
        "equal": (False, False, True),
        "not_equal": (True, True, False),
    }
    assert set(answers) == COMPARISONS
    faults = set()
    for name, expected in answers.items():
        pairs = [(arb(1), arb(2)), (arb(2), arb(1)), (arb(1), arb(1))]
        if tuple(bool(_single(primitives[name](array(a), array(b)))) for a, b in pairs) != expected:
            faults.add(name)
        for a, b in [(arb(1, 0.5), arb(1)), (arb(1), arb(1, 0.5)), (arb(0, 1), arb(1, 1)), (arb("nan"), arb(1))]:
            try:
                primitives[name](array(a), array(b))
            except Undecided:
                continue
            faults.add(name)
    return faults


FLOATS: tuple[Any, ...] = (
    *(0.1, 2.0, 0.0, float("nan"), np.float64(0.5), np.float32(2), np.sqrt(2.0), complex(1, 0)),
    *(np.array([0.1, 0.2]), np.array([1.0, 2.0]), np.array([0.5, 1], dtype=object), np.zeros(2), np.eye(2)),
)


def accepted_floats() -> Iterator[str]:
    """The ways a float can get into a computation with balls or traced arrays."""
    kinds: dict[str, Callable[[], Any]] = {"balls": lambda: balls(["1", "2"]), "trace": lambda: Graph().input("x", "1")}
    entrances: dict[str, Callable[[Any, Any], Any]] = {
        "array + float": lambda x, number: x + number,
        "float * array": lambda x, number: number * x,
        "array ** float": lambda x, number: x**number,
        "maximum": lambda x, number: np.maximum(x, number),
        "where": lambda x, number: np.where(x > 0, x, number),
        "stack": lambda x, number: np.stack([x, number]),
        "concatenate": lambda x, number: np.concatenate([np.reshape(x, -1), np.reshape(number, -1)]),
        "matmul": lambda x, number: np.reshape(x, -1)[:1] @ np.reshape(number, -1)[:1],
        "num": lambda x, number: x.__num__(number),
        "nested num": lambda x, number: x.__num__([number, 1]),
        "comparison": lambda x, number: x < number,
        "input": lambda x, number: balls(number),
        "graph input": lambda x, number: Graph().input("x", number),
    }
    for (kind, make), (entrance, enter), number in itertools.product(kinds.items(), entrances.items(), FLOATS):
        try:
            enter(make(), number)
        except (TypeError, ValueError):
            continue
        yield f"{kind}: {entrance} of {number!r}"


def lost_proofs() -> Iterator[str]:
    """The ways out of balls and traced arrays into plain numbers."""
    exits: dict[str, Callable[[Any], Any]] = {
        "np.asarray": np.asarray,
        "np.array": np.array,
        "np.array of a list": lambda x: np.array([x, x]),
        "float": lambda x: float(x[0]),
        "int": lambda x: int(x[0]),
        "index": lambda x: [0, 1, 2][x[0]],
        "np.float64": lambda x: np.float64(x[0]),
        "np.add into a plain array": lambda x: np.add(x, x, out=np.zeros(2)),
        "assignment into a plain array": lambda x: np.zeros(2).__setitem__(0, x[0]),
        "np.argmax": np.argmax,
        "np.sort": np.sort,
        "np.isclose": lambda x: np.isclose(x, x),
        "np.rint": np.rint,
    }
    for name, leave in exits.items():
        for kind, x in (("balls", balls(["1", "2"])), ("trace", Graph().input("x", ["1", "2"]))):
            try:
                leave(x)
            except (TypeError, ValueError):
                continue
            yield f"{kind}: {name}"


def _single(result: Any) -> Any:
    return np.asarray(result, dtype=object).reshape(-1)[0]


def _true_value(name: str, points: tuple[arb, ...]) -> arb | None:
    """The value at exact points, computed apart from the primitives; None where there is none."""
    a, b = (*points, points[0])[:2]
    match name:
        case "maximum":
            return a if a > b else b
        case "minimum":
            return a if a < b else b
        case "absolute":
            return a if a > 0 else -a
        case "power":
            value = a ** b.fmpz() if b.is_integer() else (b * a.log()).exp()
        case "add" | "subtract" | "multiply" | "divide" | "negative":
            value = {
                "add": lambda: a + b,
                "subtract": lambda: a - b,
                "multiply": lambda: a * b,
                "divide": lambda: a / b,
                "negative": lambda: -a,
            }[name]()
        case _:
            value = getattr(a, name)()
    return value if value.is_finite() else None


def _holds(ball: Any, value: arb) -> bool:
    """Whether the ball overlaps the (much tighter) ball of the true value, or claims nothing at all."""
    return isinstance(ball, arb) and (not ball.is_finite() or ball.overlaps(value))


def as_balls(*elements: arb, bits: int = 60) -> Balls:
    """Balls with radii that no decimal text has."""
    return Balls(array(*elements), bits)

"""The number kinds: rigorous balls, the recorded computation, the exact pass, certified decimals."""

from pipeline.arithmetic.balls import Balls, balls
from pipeline.arithmetic.decimals import (
    Enclosure,
    compare,
    decimal,
    enclosure,
    exact_decimal,
    nearest_double,
    sign,
    significant,
)
from pipeline.arithmetic.exact import exact_value
from pipeline.arithmetic.primitives import Undecided
from pipeline.arithmetic.recording import Entry, Evaluation, Node
from pipeline.arithmetic.steps import Step, origin, rests_on_input, step
from pipeline.arithmetic.trace import Graph, Traced

__all__ = [
    "Balls",
    "Enclosure",
    "Entry",
    "Evaluation",
    "Graph",
    "Node",
    "Step",
    "Traced",
    "Undecided",
    "balls",
    "compare",
    "decimal",
    "enclosure",
    "exact_decimal",
    "exact_value",
    "nearest_double",
    "origin",
    "rests_on_input",
    "sign",
    "significant",
    "step",
]

"""Formulas: the TeX that a reader sees, checked against the code that computes the numbers."""

from pipeline.formulas.bind import parse
from pipeline.formulas.check import Verdict, check_formula
from pipeline.formulas.declarations import (
    Collection,
    Event,
    Formula,
    Function,
    Permutation,
    Random,
    Variance,
    angle,
    declared_formulas,
    defined,
    each,
    page,
    recorded,
)
from pipeline.formulas.errors import FormulaError, excerpt, line_and_column
from pipeline.formulas.examination import Examined, PageFormulas, Verdicts, compare, examine
from pipeline.formulas.identities import Identities, Identity, Shown, declared_identities, identity
from pipeline.formulas.proofs import Proofs
from pipeline.formulas.quantity import Quantity
from pipeline.formulas.speech import speak

__all__ = [
    "Collection",
    "Event",
    "Examined",
    "Formula",
    "FormulaError",
    "Function",
    "Identities",
    "Identity",
    "PageFormulas",
    "Permutation",
    "Proofs",
    "Quantity",
    "Random",
    "Shown",
    "Variance",
    "Verdict",
    "Verdicts",
    "angle",
    "check_formula",
    "compare",
    "declared_formulas",
    "declared_identities",
    "defined",
    "each",
    "examine",
    "excerpt",
    "identity",
    "line_and_column",
    "page",
    "parse",
    "recorded",
    "speak",
]

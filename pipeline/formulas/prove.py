"""Formula = reference for all numbers, proven with SymPy at small sizes.

The same comparison as in check.py, on symbols.  A proof is kept under a content address made of
everything it depends on, so that nothing is proven twice.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from pipeline.formulas.bind import parse
from pipeline.formulas.check import Verdict, compared, judged
from pipeline.formulas.declarations import Formula, Permutation
from pipeline.formulas.fingerprint import address
from pipeline.formulas.outline import definitions
from pipeline.formulas.proofs import Proofs
from pipeline.formulas.samples import Sample, small_sizes


def is_proven(tex: str, declaration: Formula, proofs: Proofs, name: str, subject: str = "") -> bool:
    """Whether the proof is a known one; then the declaration has been found sound as well."""
    return proofs.has(address(tex, declaration, subject), name)


def proven(tex: str, declaration: Formula, proofs: Proofs, name: str, subject: str = "") -> Verdict:
    """A formula's proof: a known one, or one that is made and remembered now."""
    if is_proven(tex, declaration, proofs, name, subject):
        return Verdict(1, proof="sympy")
    verdict = prove_formula(tex, declaration)
    if verdict.holds:
        proofs.add(address(tex, declaration, subject), name)
    return verdict


def prove_formula(tex: str, declaration: Formula) -> Verdict:
    """Prove a formula without tokens for all values of its symbols, at the smallest sizes."""

    def prove() -> Verdict:
        meant = parse(tex, declaration)
        defined = definitions(meant, declaration)
        verdict = compared(meant, declaration, defined, _samples(declaration), sensitive=False)
        return replace(verdict, proof="sympy")

    return judged(tex, prove, "the declaration cannot be proven")


def _samples(declaration: Formula) -> Iterator[Sample]:
    from pipeline.formulas.symbolic import Symbolic  # SymPy is loaded only when something must be proven

    sizes = small_sizes(declaration)
    permuted = {each.size for each in declaration.meanings.values() if isinstance(each, Permutation)}
    orders = itertools.permutations(range(sizes[permuted.pop()])) if permuted else [()]
    for order in orders:
        yield Sample(declaration, Symbolic(order), sizes)

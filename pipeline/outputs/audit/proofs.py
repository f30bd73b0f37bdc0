"""The audit of a page of proofs: each number has its one line, and stands there as the ledger spells it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape

from pipeline.outputs.proofs import Proof
from pipeline.problems import Code, Place, Problems

_LINE = re.compile(r'<div class="proof" id="([^"]*)"><p>(?:<a [^>]*>)?<strong [^>]* data-number="([^"]*)">([^<]*)<')


def audit_proofs(text: str, file: str, proofs: Sequence[Proof], problems: Problems) -> None:
    """Compare a written page of proofs with the proofs."""
    found = {identity: (number, unescape(printed)) for identity, number, printed in _LINE.findall(text)}
    for proof in proofs:
        if proof.id not in found:
            problems.add(Code.AUDIT, f"the number {proof.id} has no proof", Place(file))
        elif found[proof.id] != (proof.id, proof.printed):
            shown = found[proof.id][1]
            message = f"the proof of the number {proof.id} shows {shown!r} instead of {proof.printed!r}"
            problems.add(Code.AUDIT, message, Place(file))
    for unknown in found.keys() - {proof.id for proof in proofs}:
        problems.add(Code.AUDIT, f"{unknown} is proven, which the ledger does not have", Place(file))

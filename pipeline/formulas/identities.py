"""Identities: what the prose says of all numbers, proven with SymPy.

They stand beside the page's formulas, as functions that take a proof to work with:

    @identity
    def softmax_shift(prove: Proof) -> None:
        z, c = prove.numbers("z", 4), prove.numbers("c")
        prove.equal(reference.softmax(z + c), reference.softmax(z))

The text calls them in conditions: `check="identity('softmax_shift')"`.  An identity that proves nothing
is none: the steps are counted, and each must be about what the subject computes or the page displays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pipeline.formulas.declarations import Formula
from pipeline.formulas.fingerprint import address
from pipeline.formulas.proofs import Proofs
from pipeline.formulas.subject import Witness

Array: TypeAlias = Any


class UnprovenError(Exception):
    """A step of an identity that could not be proven."""


@dataclass(frozen=True)
class Identity:
    """A named statement and its proof; the docstring says it in words."""

    name: str
    statement: str
    prove: Callable[..., None]


def identity(function: Callable[..., None]) -> Identity:
    """Declare an identity."""
    return Identity(function.__name__, (function.__doc__ or "").strip(), function)


def declared_identities(namespace: Mapping[str, Any]) -> dict[str, Identity]:
    """The identities that a page's `formulas.py` declares."""
    return {value.name: value for value in namespace.values() if isinstance(value, Identity)}


@dataclass(frozen=True)
class Shown:
    """A formula as the page displays it, and its declaration."""

    tex: str
    declaration: Formula


@dataclass
class Identities:
    """The identities of a page.

    shown:   the page's displayed formulas by the names of their declarations
    subject: the module that computes the site's numbers
    """

    declared: Mapping[str, Identity]
    shown: Mapping[str, Shown]
    proofs: Proofs
    subject: str = ""

    def unproven(self, name: str) -> str:
        """Why an identity does not count: one sentence, or "" for one that is proven."""
        if name not in self.declared:
            return f"there is no identity {name!r}; declared are {', '.join(self.declared) or 'none'}"
        declared = self.declared[name]
        used = {name: self.shown[name] for name in declared.prove.__code__.co_consts if name in self.shown}
        key = address(declared.name, declared.prove, used, self.subject)
        if self.proofs.has(key, name):
            return ""
        try:
            steps = self._prove(declared)
        except UnprovenError as failed:
            return f"the identity {name!r} is not proven: {failed}"
        if not steps:
            return f"the identity {name!r} proves nothing"
        self.proofs.add(key, name)
        return ""

    def holds(self, name: str) -> bool:
        """Whether the identity is proven."""
        return not self.unproven(name)

    def _prove(self, declared: Identity) -> int:
        from pipeline.formulas.proof import Proof  # SymPy is loaded only when something must be proven

        proof = Proof(self.shown, self.subject)
        with Witness(self.subject, heard=proof.rest_on):
            declared.prove(proof)
        return proof.steps

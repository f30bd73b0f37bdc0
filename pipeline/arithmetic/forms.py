"""Normal forms: real numbers as sums of products, so that equal numbers look equal.

A form is a sum of terms, each a rational coefficient times a monomial

    e^f · wave · a^p · b^q …        wave: one sin(g) or cos(g), or none

where f and g are forms themselves and a, b … are atoms: roots, inverses of sums, and whatever has
no better description than "this operation on these forms".  The rewriting rules are those of
school algebra: e^f · e^g = e^(f+g), √a · √a = a, products of waves become sums of waves (so that
sin² + cos² = 1), and a quotient is compared after its denominators are multiplied out (so that
the weights of a softmax sum to 1).

Forms say nothing about whether a number exists: 0/x is the form 0.  Whoever asks must know that
the number is finite (exact.py takes that from its ball).  Two numbers with one form are equal;
two forms may still be one number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from flint import fmpq

MOST_TERMS = 32  # a larger sum becomes an atom of its own
MOST_BITS = 4096  # and so does a form with larger coefficients


class TooLargeError(ArithmeticError):
    """A form would become too large to be of use."""


class Monomial(NamedTuple):
    """e^growth · wave · product of the factors (atom, power); forms and atoms by their numbers."""

    growth: int = 0
    wave: tuple[str, int] = ("", 0)
    factors: tuple[tuple[int, int], ...] = ()


Form: TypeAlias = tuple[tuple[Monomial, fmpq], ...]  # sorted by monomial, no coefficient is zero

UNIT = Monomial()
ZERO: Form = ()
ONE: Form = ((UNIT, fmpq(1)),)


def constant(value: fmpq) -> Form:
    """The form of a rational number."""
    return ((UNIT, value),) if value else ZERO


def key(form: Form) -> tuple[object, ...]:
    """What a form is looked up by: a fraction's hash is slow, those of numerator and denominator are not."""
    return tuple((monomial, value.p, value.q) for monomial, value in form)


def plain_rational(form: Form) -> fmpq | None:
    """The rational number that a form shows at sight."""
    if not form:
        return fmpq(0)
    return form[0][1] if len(form) == 1 and form[0][0] == UNIT else None


def add(*forms: Form) -> Form:
    """The sum."""
    terms: dict[Monomial, fmpq] = defaultdict(fmpq)
    for form in forms:
        for monomial, coefficient in form:
            terms[monomial] += coefficient
    return collected(terms)


def scale(factor: fmpq, form: Form) -> Form:
    """A rational multiple."""
    return collected({monomial: factor * coefficient for monomial, coefficient in form})


def collected(terms: Mapping[Monomial, fmpq]) -> Form:
    """Terms in their order, without zeros; TooLargeError if there are too many, or too long ones."""
    form = tuple(sorted((monomial, coefficient) for monomial, coefficient in terms.items() if coefficient))
    if len(form) > MOST_TERMS or any(value.height_bits() > MOST_BITS for _, value in form):
        raise TooLargeError
    return form

"""The algebra of forms: products, functions and quotients, each by the rules of school.

    e^f · e^g = e^(f+g)      √a · √a = a      sin a · cos b = (sin(a+b) + sin(a-b)) / 2
    log(c · e^f / d) = f + log c - log d      e^(n · log a) = a^n

An operation for which there is no rule, or whose result would be too large, becomes an atom of its own:
the same operation on the same forms is then still the same number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from flint import fmpq, fmpz

from pipeline.arithmetic.forms import (
    MOST_BITS,
    MOST_TERMS,
    ONE,
    ZERO,
    Form,
    Monomial,
    TooLargeError,
    add,
    collected,
    constant,
    key,
    plain_rational,
    scale,
)

MOST_PRODUCTS = 256  # a product of sums with more terms than this, before they are collected, is too large
FACTORED_BITS = 96  # radicands up to this size are split into primes


class Atom(NamedTuple):
    """An operation ("root", "inverse", "log" …) on forms, by their numbers."""

    operation: str
    arguments: tuple[int, ...]


class Algebra:
    """Forms over one growing table of atoms."""

    def __init__(self) -> None:
        self._forms: dict[object, int] = {key(ZERO): 0}
        self._listed: list[Form] = [ZERO]
        self._numbers: dict[Atom, int] = {}
        self._products: dict[tuple[Monomial, Monomial], Form] = {}
        self._atoms: list[Atom] = []
        self._rationals: dict[object, fmpq | None] = {}

    # -- products

    def multiply(self, a: Form, b: Form) -> Form:
        """The product, written out."""
        if len(a) * len(b) > MOST_PRODUCTS:
            raise TooLargeError
        terms: dict[Monomial, fmpq] = defaultdict(fmpq)
        for m, p in a:
            for n, q in b:
                for monomial, coefficient in self._product(m, n):
                    terms[monomial] += p * q * coefficient
        return collected(terms)

    def power(self, form: Form, exponent: int) -> Form:
        """A whole power; negative ones through `inverse`."""
        value = plain_rational(form)
        if value and abs(exponent) * value.height_bits() <= MOST_BITS:
            return constant(value**exponent)
        if exponent < 0:
            return self.power(self.inverse(form), -exponent)
        if exponent > MOST_TERMS:
            raise TooLargeError
        result = ONE
        for _ in range(exponent):
            result = self.multiply(result, form)
        return result

    def inverse(self, form: Form) -> Form:
        """1 / form, for a form that is not zero."""
        (first, coefficient), *rest = form
        if rest or first.wave[0]:
            return self._atom("inverse", form)
        powers = {atom: -power for atom, power in first.factors}
        growth = scale(fmpq(-1), self._listed[first.growth])
        return scale(1 / coefficient, self._normal(growth, ("", 0), powers))

    def _product(self, m: Monomial, n: Monomial) -> Form:
        if (m, n) not in self._products:
            self._products[m, n] = self._new_product(m, n)
        return self._products[m, n]

    def _new_product(self, m: Monomial, n: Monomial) -> Form:
        growth = add(self._listed[m.growth], self._listed[n.growth])
        powers: dict[int, int] = defaultdict(int)
        for atom, power in (*m.factors, *n.factors):
            powers[atom] += power
        if m.wave[0] and n.wave[0]:
            waves = self._beat(m.wave, n.wave)
            return self.multiply(waves, self._normal(growth, ("", 0), powers))
        return self._normal(growth, m.wave if m.wave[0] else n.wave, powers)

    def _normal(self, growth: Form, wave: tuple[str, int], powers: Mapping[int, int]) -> Form:
        """The form of a monomial: squares of roots and inverses of inverses resolved."""
        factors, resolved = [], []
        for atom, power in sorted(powers.items()):
            operation, arguments = self._atoms[atom]
            whole, rest = 0, power
            if operation == "root":
                whole, rest = divmod(power, 2)
            elif operation == "inverse" and power < 0:
                whole, rest = -power, 0
            if whole:
                resolved.append(self.power(self._listed[arguments[0]], whole))
            if rest:
                factors.append((atom, rest))
        form: Form = ((Monomial(self._number(growth), wave, tuple(factors)), fmpq(1)),)
        for factor in resolved:
            form = self.multiply(form, factor)
        return form

    def _beat(self, first: tuple[str, int], second: tuple[str, int]) -> Form:
        """The product of two waves as a sum of waves of the difference and the sum of their angles."""
        (kind_a, a), (kind_b, b) = sorted((first, second))  # "cos" before "sin"
        plus = add(self._listed[a], self._listed[b])
        minus = add(self._listed[a], scale(fmpq(-1), self._listed[b]))
        half = fmpq(1, 2)
        if kind_a == kind_b == "sin":
            return add(scale(half, self.wave("cos", minus)), scale(-half, self.wave("cos", plus)))
        if kind_a == kind_b:
            return add(scale(half, self.wave("cos", minus)), scale(half, self.wave("cos", plus)))
        return add(scale(half, self.wave("sin", plus)), scale(-half, self.wave("sin", minus)))

    # -- functions

    def exp(self, form: Form) -> Form:
        """e^form; e^(n · log a) is a^n."""
        form, result, growth = self.settled(form), ONE, []
        for monomial, coefficient in form:
            logarithm = self._atoms[monomial.factors[0][0]] if monomial.factors else None
            bare = monomial == Monomial(factors=monomial.factors[:1]) and monomial.factors[:1] != ()
            whole = coefficient.q == 1 and abs(coefficient) <= MOST_TERMS
            if logarithm and logarithm.operation == "log" and bare and monomial.factors[0][1] == 1 and whole:
                result = self.multiply(result, self.power(self._listed[logarithm.arguments[0]], int(coefficient.p)))
            else:
                growth.append((monomial, coefficient))
        return self.multiply(result, ((Monomial(self._number(tuple(growth))), fmpq(1)),))

    def log(self, form: Form) -> Form:
        """The logarithm; log(c · e^f / d) is f + log c - log d, and the largest e^r is taken out of a sum."""
        form = self.settled(form)
        if len(form) == 1 and (divisor := self._divisor(*form[0])):
            (monomial, coefficient) = form[0]
            above = ZERO if coefficient == 1 else self._atom("log", constant(coefficient))
            below = ZERO if divisor == ONE else scale(fmpq(-1), self.log(divisor))
            return add(self._listed[monomial.growth], above, below)
        growths = [plain_rational(self._listed[monomial.growth]) for monomial, _ in form]
        largest = max((growth for growth in growths if growth is not None), default=fmpq(0))
        if None not in growths and largest:  # so that the shift of a log-softmax cancels
            shift = ((Monomial(self._number(constant(-largest))), fmpq(1)),)
            return add(constant(largest), self._atom("log", self.multiply(form, shift)))
        return self._atom("log", form)

    def _divisor(self, monomial: Monomial, coefficient: fmpq) -> Form | None:
        """d of a positive c · e^f / d, where c is positive, so that d is; None of any other term."""
        if monomial.wave[0] or coefficient < 0:
            return None
        match monomial.factors:
            case ():
                return ONE
            case ((atom, 1),) if self._atoms[atom].operation == "inverse":
                return self._listed[self._atoms[atom].arguments[0]]
        return None

    def sqrt(self, form: Form) -> Form:
        """The root of a form that is not negative."""
        form = self.settled(form)
        if not form:
            return ZERO
        (monomial, coefficient), *rest = form
        if not rest and monomial == Monomial(monomial.growth) and coefficient > 0:
            half = self._number(scale(fmpq(1, 2), self._listed[monomial.growth]))
            return self.multiply(self._rational_root(coefficient), ((Monomial(half), fmpq(1)),))
        return self._atom("root", form)

    def _rational_root(self, value: fmpq) -> Form:
        radicand = fmpz(value.p * value.q)
        outside, inside = fmpz(1), [radicand]
        if radicand.is_square():
            outside, inside = radicand.isqrt(), []
        elif radicand.bit_length() <= FACTORED_BITS:
            primes = radicand.factor()
            inside = [prime for prime, power in primes if power % 2]
            for prime, power in primes:
                outside *= prime ** (int(power) // 2)
        root = constant(fmpq(outside) / value.q)
        for number in inside:
            root = self.multiply(root, self._atom("root", constant(fmpq(number))))
        return root

    def wave(self, kind: str, angle: Form) -> Form:
        """sin or cos of a form; the angle's first coefficient is made positive."""
        angle = self.settled(angle)
        if not angle:
            return ONE if kind == "cos" else ZERO
        mirrored = angle[0][1] < 0
        number = self._number(scale(fmpq(-1), angle) if mirrored else angle)
        return ((Monomial(wave=(kind, number)), fmpq(-1 if mirrored and kind == "sin" else 1)),)

    def odd(self, operation: str, form: Form) -> Form:
        """An odd function about which nothing else is known (tanh, erf)."""
        form = self.settled(form)
        if not form:
            return ZERO
        if form[0][1] < 0:
            return scale(fmpq(-1), self._atom(operation, scale(fmpq(-1), form)))
        return self._atom(operation, form)

    def raised(self, base: Form, exponent: Form) -> Form:
        """base^exponent, where it is a real number."""
        base, exponent = self.settled(base), self.settled(exponent)
        power = plain_rational(exponent)
        if power is None:
            return self.opaque("power", base, exponent)
        if power.q == 1:
            return self.power(base, int(power.p))
        value = plain_rational(base)
        if value is not None and value > 0 and (root := _exact_root(value, int(power.q))) is not None:
            return self.power(constant(root), int(power.p))
        return self.power(self.sqrt(base), int(power.p)) if power.q == 2 else self.opaque("power", base, exponent)

    def opaque(self, operation: str, *forms: Form) -> Form:
        """An atom for an operation that has no rules here."""
        return self._atom(operation, *map(self.settled, forms))

    # -- comparison

    def rational(self, form: Form) -> fmpq | None:
        """The value, if the form is proven to be a rational number: denominators are multiplied out."""
        seen = plain_rational(form)
        if seen is not None or len(form) == 1:
            return seen
        if (name := key(form)) not in self._rationals:
            self._rationals[name] = self._quotient(form)
        return self._rationals[name]

    def _quotient(self, form: Form) -> fmpq | None:
        try:
            numerator, denominator = self._fraction(form)
            quotient = numerator[0][1] / denominator[0][1] if numerator else fmpq(0)
            return quotient if numerator == scale(quotient, denominator) else None
        except TooLargeError:
            return None

    def settled(self, form: Form) -> Form:
        """The rational number instead of the form, if it is one."""
        value = self.rational(form)
        return form if value is None else constant(value)

    def _fraction(self, form: Form) -> tuple[Form, Form]:
        numerator, denominator = form, ONE
        while inverses := self._inverses(numerator) | self._inverses(denominator):
            atom = max(inverses)  # the outermost: its argument may hold earlier ones
            powers = [dict(monomial.factors).get(atom, 0) for monomial, _ in (*numerator, *denominator)]
            numerator = self._cleared(numerator, atom, max(powers))
            denominator = self._cleared(denominator, atom, max(powers))
        return numerator, denominator

    def _inverses(self, form: Form) -> set[int]:
        atoms = {atom for monomial, _ in form for atom, _ in monomial.factors}
        return {atom for atom in atoms if self._atoms[atom].operation == "inverse"}

    def _cleared(self, form: Form, atom: int, power: int) -> Form:
        """form · d^power, where `atom` is 1/d, without any 1/d left."""
        inside = self._listed[self._atoms[atom].arguments[0]]
        parts = []
        for monomial, coefficient in form:
            powers = dict(monomial.factors)
            missing = power - powers.pop(atom, 0)
            rest: Form = ((monomial._replace(factors=tuple(sorted(powers.items()))), coefficient),)
            parts.append(self.multiply(rest, self.power(inside, missing)))
        return add(*parts)

    # -- tables

    def _atom(self, operation: str, *forms: Form) -> Form:
        atom = Atom(operation, tuple(map(self._number, forms)))
        number = self._numbers.setdefault(atom, len(self._atoms))
        if number == len(self._atoms):
            self._atoms.append(atom)
        return ((Monomial(factors=((number, 1),)), fmpq(1)),)

    def _number(self, form: Form) -> int:
        number = self._forms.setdefault(key(form), len(self._listed))
        if number == len(self._listed):
            self._listed.append(form)
        return number


def _exact_root(value: fmpq, degree: int) -> fmpq | None:
    top, bottom = (fmpz(part).root(degree) for part in (value.p, value.q))
    root = fmpq(top, bottom)
    return root if root**degree == value else None

"""The exact pass: which numbers are rational, and which are the same number.

Balls never decide a tie or an equality, however precise they are.  Here each entry gets a normal
form (forms.py, algebra.py), computed through the graph; it is rational or it can be compared with another.

A form may cancel what does not exist (0/x, x/x).  So an entry has a form only if its ball is finite:
then, by the inclusion that balls guarantee, everything it was computed from existed too, and x was
not zero.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from flint import arb, ctx, fmpq

from pipeline.arithmetic.algebra import Algebra
from pipeline.arithmetic.balls import BITS
from pipeline.arithmetic.forms import Form, TooLargeError, add, constant, scale
from pipeline.arithmetic.numerals import rational
from pipeline.arithmetic.recording import Entry, Recording
from pipeline.arithmetic.steps import Step, origin, step

LONGEST = 1 << 20  # bits of a fraction: enough for 10^300000


def exact_value(entry: Entry) -> fmpq | None:
    """The value as a fraction, if it is proven to be one; None if that is open or false.

    Quick: most balls hold no fraction with a denominator below about 10^24, and then this is None.
    """
    return _pass(entry).short_value(entry)


def proven_value(entry: Entry) -> fmpq | None:
    """As `exact_value`, for fractions of any length: slower, for balls that came close to a tie."""
    return _pass(entry).value(entry)


def same(a: Entry, b: Entry) -> bool:
    """Whether two entries are proven to be the same number; False means open, or different."""
    if a.graph is not b.graph:
        first, second = proven_value(a), proven_value(b)
        return first is not None and first == second
    a, b = origin(a), origin(b)
    if (a.node, a.index) == (b.node, b.index):
        return _finite(a)
    apart = _is_number(a) and _is_number(b) and a.value != b.value
    return not apart and (_same_above_products(a, b) or _pass(a).same(a, b))


def _same_above_products(a: Entry, b: Entry) -> bool:
    """Whether they are proven to be the same number whatever the matrix products hold that both are computed from.

    Where that is so, as it is for two ways to a loss, nothing before these products need be looked at.  Without
    products nothing would be spared.
    """
    first, second = (
        frozenset(node.id for node in a.graph.ancestors(each.node) if node.op == "matmul") for each in (a, b)
    )
    return first == second and bool(first) and ExactPass(first).same(a, b)


_PASSES: WeakKeyDictionary[Recording, ExactPass] = WeakKeyDictionary()


def _pass(entry: Entry) -> ExactPass:
    if entry.graph not in _PASSES:
        _PASSES[entry.graph] = ExactPass()
    return _PASSES[entry.graph]


class ExactPass:
    """The forms of the entries of one graph, computed when asked for.

    atoms: nodes whose entries have no better description than themselves
    """

    def __init__(self, atoms: frozenset[int] = frozenset()) -> None:
        self.algebra = Algebra()
        self._atoms = atoms
        self._forms: dict[tuple[int, int], Form | None] = {}
        self._short: dict[tuple[int, int], fmpq | None] = {}

    def short_value(self, entry: Entry) -> fmpq | None:
        """The rational value, if proven and short enough to show in the ball."""
        key = (entry.node, entry.index)
        if key not in self._short:
            self._short[key] = self.value(entry) if _maybe_short(entry) else None
        return self._short[key]

    def value(self, entry: Entry) -> fmpq | None:
        """The rational value, if proven."""
        form = self.form(entry)
        return None if form is None else self.algebra.rational(form)

    def same(self, a: Entry, b: Entry) -> bool:
        """Whether both have finite values and the difference is the form 0."""
        first, second = self.form(a), self.form(b)
        if first is None or second is None:
            return False
        try:
            return self.algebra.rational(add(first, scale(fmpq(-1), second))) == 0
        except TooLargeError:
            return first == second

    def form(self, entry: Entry) -> Form | None:
        """The form of an entry, None unless its ball is finite."""
        waiting = [entry]  # an explicit stack: graphs are deeper than Python's
        while waiting:
            now = waiting[-1]
            missing = self._missing(now)
            waiting.extend(missing)
            if not missing:
                waiting.pop()
        return self._forms[entry.node, entry.index]

    def _missing(self, entry: Entry) -> list[Entry]:
        """Note the entry's form, or give the arguments whose forms it needs first."""
        key = (entry.node, entry.index)
        if key in self._forms:
            return []
        if not _finite(entry):
            self._forms[key] = None
        elif (known := _at_sight(entry)) is not None:
            self._forms[key] = constant(known)
        elif entry.node in self._atoms:
            first = origin(entry)
            self._forms[key] = self.algebra.opaque("entry", constant(fmpq(first.node)), constant(fmpq(first.index)))
        else:
            done = step(entry)
            if missing := [other for other in done.arguments if (other.node, other.index) not in self._forms]:
                return missing
            self._forms[key] = self._combined(done)
        return []

    def _combined(self, done: Step) -> Form | None:
        forms = [self._forms[argument.node, argument.index] for argument in done.arguments]
        finite = [form for form in forms if form is not None]
        if len(finite) < len(forms):
            # Something infinite went in and a number came out, such as the largest of finite and -inf.
            return self._winner(done, forms) if done.op in ("max", "min", "maximum", "minimum") else None
        try:
            return self._computed(done, finite)
        except TooLargeError:
            return self.algebra.opaque(done.op, *finite)

    def _computed(self, done: Step, forms: list[Form]) -> Form:
        algebra = self.algebra
        match done.op, forms:
            case "copy", [form]:
                return form
            case "add" | "sum", _:
                return add(*forms)
            case "subtract", [a, b]:
                return add(a, scale(fmpq(-1), b))
            case "negative", [a]:
                return scale(fmpq(-1), a)
            case "multiply", [a, b]:
                return algebra.multiply(a, b)
            case "dot", _:
                return add(*(algebra.multiply(a, b) for a, b in zip(forms[::2], forms[1::2], strict=True)))
            case "divide", [a, b]:
                return algebra.multiply(a, algebra.inverse(algebra.settled(b)))
            case "power", [a, b]:
                return algebra.raised(a, b)
            case "exp" | "log" | "sqrt" as function, [a]:
                return {"exp": algebra.exp, "log": algebra.log, "sqrt": algebra.sqrt}[function](a)
            case "sin" | "cos" as kind, [a]:
                return algebra.wave(kind, a)
            case "tanh" | "erf" as function, [a]:
                return algebra.odd(function, a)
            case "absolute", [a]:
                return self._absolute(done.arguments[0], a)
            case "max" | "min" | "maximum" | "minimum", _:
                winner = self._winner(done, list(forms))
                return algebra.opaque(done.op[:3], *sorted(set(forms))) if winner is None else winner
        return algebra.opaque(done.op, *forms)

    def _absolute(self, argument: Entry, form: Form) -> Form:
        ball = argument.value
        if ball >= 0:
            return form
        return scale(fmpq(-1), form) if ball <= 0 else self.algebra.opaque("absolute", form)

    def _winner(self, done: Step, forms: list[Form | None]) -> Form | None:
        """The form of the largest (smallest) argument, if the balls or equal forms decide which."""
        largest = done.op.startswith("max")
        balls = [argument.value for argument in done.arguments]
        for mine, form in zip(balls, forms, strict=True):
            others = zip(balls, forms, strict=True)
            if form is not None and all(
                theirs == form or (ball <= mine if largest else ball >= mine) for ball, theirs in others
            ):
                return form
        return None


def _is_number(entry: Entry) -> bool:
    return isinstance(entry.value, arb)


def _finite(entry: Entry) -> bool:
    return not _is_number(entry) or entry.value.is_finite()


def _at_sight(entry: Entry) -> fmpq | None:
    """The value of what is rational at sight: truth values, typed decimals, balls of radius zero."""
    if not _is_number(entry):
        return fmpq(int(entry.value))
    decimals = entry.graph.nodes[entry.node].decimals
    if decimals is not None:
        return rational(decimals.reshape(-1)[entry.index])
    return entry.value.fmpq() if entry.value.is_exact() and moderate(entry.value) else None


def moderate(ball: arb) -> bool:
    """Whether the bounds of a ball can be written as fractions at all: FLINT ends the process over e^(10^30)."""
    return all(abs(part.man_exp()[1]) < LONGEST for part in (ball.mid(), ball.rad()))


def _maybe_short(entry: Entry) -> bool:
    """Whether the value is rational at sight, or its ball holds a fraction too short to be there by accident."""
    if not _finite(entry) or _at_sight(entry) is not None:
        return _finite(entry)
    ball = entry.graph.evaluate(max(BITS, entry.graph.bits))[entry.node].elements.reshape(-1)[entry.index]
    if not moderate(ball):
        return False
    with ctx.workprec(2 * BITS):
        lower, upper = ball.lower().fmpq(), ball.upper().fmpq()
    # Fractions with denominators up to N lie about 1/N² apart; N² far below 1/width makes a hit no accident.
    width_bits = (upper - lower).q.bit_length() - (upper - lower).p.bit_length()
    return _holds_fraction(lower, upper, 1 << max(1, 2 * width_bits // 5))


def _holds_fraction(lower: fmpq, upper: fmpq, longest: int) -> bool:
    """Whether a fraction with a denominator up to `longest` lies in [lower, upper], by continued fractions."""
    low, below = int(lower.p), int(lower.q)  # Python's integers: fmpq would reduce every step to lowest terms
    high, under = int(upper.p), int(upper.q)
    before, now = 1, 0  # denominators of the convergents that the two bounds share
    while True:
        whole, rest = divmod(low, below)
        if not rest or whole < high // under:
            return (whole + bool(rest)) * now + before <= longest
        before, now = now, whole * now + before
        if now > longest:
            return False
        low, below, high, under = under, high - whole * under, below, rest

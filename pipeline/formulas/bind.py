"""Written tree → meant tree: what each name is, by the formula's declaration.

Whatever has two readings, is not declared, or stands where it means nothing is a FormulaError.
"""

from __future__ import annotations

import re

from pipeline.formulas import tree
from pipeline.formulas.declarations import Event, Formula, Range
from pipeline.formulas.errors import FormulaError
from pipeline.formulas.lookup import EULER, Found, Lookup, as_scripted
from pipeline.formulas.names import canonical, spelled
from pipeline.formulas.read import read
from pipeline.formulas.tree import Tree
from pipeline.problems import Code

OTHERWISE = (r"\text{sonst}", r"\text{sonst.}")
CONDITION_WORDS = (r"\text{falls}", r"\text{für}", r"\text{wenn}")
EXTREMA = (r"\max", r"\min")


def parse(tex: str, declaration: Formula) -> tree.Formula:
    """The meant tree of a formula.  Raises FormulaError with the place of the first fault."""
    return Binder(declaration).formula(read(tex))


def _fault(node: Tree, message: str, code: Code = Code.FORMULA_SYNTAX) -> FormulaError:
    return FormulaError(message, node.start, node.end, code)


def _is_multiple(product: tree.Juxtaposed) -> bool:
    """Whether a product is a single index such as 2i, and not several ones side by side."""
    return sum(not isinstance(factor, tree.Number) for factor in product.factors) < 2


class Binder:
    """Gives the names of one formula their meaning."""

    def __init__(self, declaration: Formula) -> None:
        self.names = Lookup(declaration)

    # -- statements

    def formula(self, written: tree.Formula) -> tree.Formula:
        """All statements of a formula."""
        return tree.Formula(written.start, written.end, tuple(map(self._chain, written.statements)))

    def _chain(self, written: tree.Chain) -> tree.Chain:
        if len(written.sides) != len(written.relations) + 1:
            raise _fault(written, "a relation without a left side")
        sides = []
        for place, side in enumerate(written.sides):
            inside = place > 0 and written.relations[place - 1] == r"\in"
            sides.append(self._space(side) if inside else self._side(side))
        if r"\in" in written.relations:
            self._arrays(sides[0])
        return tree.Chain(written.start, written.end, tuple(sides), written.relations)

    def _side(self, written: Tree) -> Tree:
        if isinstance(written, tree.Listed):
            return tree.Listed(written.start, written.end, tuple(map(self._expression, written.items)))
        return self._expression(written)

    def _arrays(self, side: Tree) -> None:
        """What has a shape of its own; of a sum or product only its parts have been declared."""
        for item in side.items if isinstance(side, tree.Listed) else (side,):
            if not isinstance(item, tree.Symbol | tree.Entry | tree.Call):
                raise _fault(item, r"only symbols and what functions return stand before \in")

    def _space(self, written: Tree) -> Tree:
        """`\\R^{m \\times n}` behind `\\in`."""
        space = as_scripted(written)
        if (
            not isinstance(space.base, tree.Reals)
            or len(space.above) > 1
            or space.below
            or space.primes
            or space.transposed
        ):
            raise _fault(written, r"\R^{…} expected after \in")
        if not space.above:
            return tree.Space(written.start, written.end, ())
        sizes: list[Tree] = []
        rest = space.above[0]
        while isinstance(rest, tree.Product) and rest.operator == r"\times":
            sizes.insert(0, self._expression(rest.right))
            rest = rest.left
        return tree.Space(written.start, written.end, (self._expression(rest), *sizes))

    # -- expressions

    def _expression(self, written: Tree) -> Tree:
        match written:
            case tree.Number() | tree.Infinity() | tree.Dots():
                return written
            case tree.Name() | tree.Scripted():
                return self._scripted(as_scripted(written))
            case tree.Juxtaposed():
                return self._juxtaposed(written)
            case tree.Terms(start, end, signs, terms):
                return tree.Terms(start, end, signs, tuple(map(self._expression, terms)))
            case tree.Product(start, end, left, operator, right):
                return tree.Product(start, end, self._expression(left), operator, self._expression(right))
            case tree.Ratio():
                return self._ratio(written)
            case tree.Root(start, end, body) | tree.Norm(start, end, body) | tree.Bars(start, end, body):
                return type(written)(start, end, self._expression(body))
            case tree.Group(body=body):
                return self._expression(body)
            case tree.Bracket(start, end, items, square):
                inner = tuple(map(self._expression, items))
                return inner[0] if len(inner) == 1 and not square else tree.Vector(start, end, inner)
            case tree.Matrix(start, end, rows):
                return tree.Matrix(start, end, tuple(tuple(map(self._expression, row)) for row in rows))
            case tree.Cases(start, end, rows):
                bound = tuple((self._expression(value), self._condition(condition)) for value, condition in rows)
                return tree.Cases(start, end, bound)
            case tree.BigOperator(start, end, operator, below, above, body):
                return self._series((start, end), operator, below, above, body)
        raise _fault(written, "this means nothing here")

    def _ratio(self, written: tree.Ratio) -> Tree:
        """A fraction; behind a slash a product has two readings."""
        above, below = written.numerator, written.denominator
        if written.slash and isinstance(below, tree.Juxtaposed) and not self._is_call(below):
            raise _fault(below, r"a/bc has two readings: write \frac or brackets")
        if written.slash and isinstance(above, tree.Ratio) and above.slash:
            raise _fault(written, r"a/b/c has two readings: write \frac or brackets")
        return tree.Ratio(written.start, written.end, self._expression(above), self._expression(below), written.slash)

    def _is_call(self, written: tree.Juxtaposed) -> bool:
        return len(written.factors) == 2 and self.names.function(written.factors[0]) is not None

    def _condition(self, written: Tree) -> tree.Chain:
        """The condition of a case, without the words around it; no sides at all mean "otherwise"."""
        if isinstance(written, tree.Name) and written.text in OTHERWISE:
            return tree.Chain(written.start, written.end, (), ())
        if not isinstance(written, tree.Chain):
            raise _fault(written, r"a condition such as j \le i expected, or \text{sonst}")
        first = written.sides[0]
        if isinstance(first, tree.Juxtaposed) and spelled(first.factors[0]) in CONDITION_WORDS:
            rest = first.factors[1:]
            first = rest[0] if len(rest) == 1 else tree.Juxtaposed(rest[0].start, first.end, rest)
        return self._chain(tree.Chain(written.start, written.end, (first, *written.sides[1:]), written.relations))

    def _series(
        self, place: tuple[int, int], operator: str, below: tuple[Tree, ...], above: tuple[Tree, ...], body: Tree
    ) -> Tree:
        """A sum over `k=1` to `d`, or over the declared range of `k`."""
        index: Tree | None = below[0] if len(below) == 1 else None
        first: Tree | None = None
        if isinstance(index, tree.Chain) and index.relations == ("=",) and len(index.sides) == 2 and len(above) == 1:
            first = self._expression(index.sides[1])
            index = index.sides[0]
        elif above or not isinstance(index, tree.Name):
            raise FormulaError(rf"{operator} needs bounds such as _{{k=1}}^{{d}}, or one declared index", *place)
        name = spelled(index)
        if not isinstance(self.names.meanings.get(name), Range):
            raise _fault(index, f"{name} is not declared as an index", Code.FORMULA_SYMBOL)
        last = self._expression(above[0]) if above else None
        return tree.Series(*place, operator, name, first, last, self._expression(body))

    # -- names with scripts

    def _scripted(self, written: tree.Scripted) -> Tree:
        """A base with indices, a power, a transpose."""
        if not isinstance(written.base, tree.Name):
            node = self._expression(written.base)
            return self._with_scripts(written, node, Found("", written.below, written.above), written.transposed)
        found = self.names.symbol(written, written.base)
        if found.name in self.names.functions:
            raise _fault(written, f"{found.name} needs its argument in brackets behind it")
        if found.name == EULER and EULER not in (*self.names.meanings, *self.names.sizes):
            return tree.Call(written.start, written.end, r"\exp", (self._expression(found.above[0]),))
        node = self._named(written, found)
        return self._with_scripts(written, node, Found(found.name, (), found.above), written.transposed)

    def _with_scripts(self, written: Tree, node: Tree, scripts: Found, transposed: bool = False) -> Tree:
        """Component, power, transpose of what is known already."""
        place = written.start, written.end
        if scripts.below:
            node = tree.Entry(*place, node, self._indices(scripts.below, 1))
        if len(scripts.above) > 1:
            raise _fault(scripts.above[1], "an exponent is one expression")
        if scripts.above:
            node = tree.Power(*place, node, self._expression(scripts.above[0]))
        return tree.Transposed(*place, node) if transposed else node

    def _named(self, written: tree.Scripted, found: Found) -> Tree:
        """A symbol, an index or a size, alone or with its indices."""
        place = written.start, written.end
        name, below = found.name, found.below
        meaning = self.names.meanings.get(name)
        if isinstance(meaning, Range) or (meaning is None and name in self.names.sizes):
            if below:
                raise _fault(written, f"{name} takes no index", Code.FORMULA_SHAPE)
            return tree.Index(*place, name) if meaning else tree.Symbol(*place, name)
        count, whole, symbol = self.names.indices(name)
        if not below and not whole:
            message = f"{name} needs {'an index' if count == 1 else f'{count} indices'}"
            raise _fault(written, message, Code.FORMULA_SHAPE)
        if not below:
            return tree.Symbol(*place, symbol)
        if count == 0:
            raise _fault(written, f"{name} takes no index", Code.FORMULA_SHAPE)
        return tree.Entry(*place, tree.Symbol(*place, symbol), self._indices(below, count))

    def _indices(self, below: tuple[Tree, ...], count: int | None) -> tuple[Tree, ...]:
        """The indices of a subscript: `i,j`, or `ij` and `12` where two are taken."""
        only = below[0]
        if len(below) == 1:
            if isinstance(only, tree.Juxtaposed) and (count != 1 or not _is_multiple(only)):
                below = only.factors
            elif isinstance(only, tree.Number) and only.text.isdigit() and count and len(only.text) == count > 1:
                places = range(only.start, only.end)
                below = tuple(tree.Number(at, at + 1, digit) for at, digit in zip(places, only.text, strict=True))
        if count is not None and len(below) != count:
            message = f"{len(below)} {'index' if len(below) == 1 else 'indices'} where {count} must stand"
            raise FormulaError(message, below[0].start, below[-1].end, Code.FORMULA_SHAPE)
        return tuple(map(self._index, below))

    def _index(self, written: Tree) -> Tree:
        if isinstance(written, tree.Name) and written.text.startswith(r"\text{"):
            plain = re.sub(r"\\([#$%&_])", r"\1", written.text[len(r"\text{") : -1])  # `\&` is an ampersand
            return tree.Label(written.start, written.end, plain)
        return self._expression(written)

    # -- products and calls

    def _juxtaposed(self, written: tree.Juxtaposed) -> Tree:
        """Calls, and the product of what is left."""
        waiting = list(written.factors)
        factors: list[Tree] = []
        while waiting:
            factor = waiting.pop(0)
            function = self.names.function(factor)
            if function is not None:
                if not waiting:
                    raise _fault(factor, f"{function.name} needs its argument behind it")
                argument = waiting.pop(0)
                alone = not waiting or self.names.function(waiting[0]) is not None
                factors.append(self._call(factor, function, argument, alone))
                continue
            leaf = as_scripted(factor).base
            leaf = leaf.body if isinstance(leaf, tree.Group) else leaf
            if factors and isinstance(leaf, tree.Number):
                raise _fault(leaf, r"a number after a factor: an exponent, \cdot, or the number first?")
            factors.append(self._expression(factor))
        return factors[0] if len(factors) == 1 else tree.Juxtaposed(written.start, written.end, tuple(factors))

    def _call(self, head: Tree, function: Found, argument: Tree, alone: bool) -> Tree:
        """A function with what stands behind it: brackets with their scripts, or one factor and no other."""
        self._alone(head, function)
        whole = tree.Bracket(head.start, argument.end, (), False)
        behind = as_scripted(argument)
        bracketed = isinstance(behind.base, tree.Bracket) and not behind.base.square
        if not bracketed and not alone:
            message = f"{function.name} of one factor or of the whole product? Put the argument in brackets"
            raise _fault(argument, message)
        if function.name in EXTREMA and function.below:
            return self._series((head.start, argument.end), function.name, function.below, (), argument)
        if isinstance(behind.base, tree.Bracket) and bracketed:
            node = self._applied(head, function.name, behind.base)
        else:
            node = tree.Call(whole.start, whole.end, function.name, (self._expression(argument),))
        node = self._with_scripts(whole, node, function)
        if not bracketed:
            return node
        return self._with_scripts(whole, node, Found("", behind.below, behind.above), behind.transposed)

    def _alone(self, head: Tree, function: Found) -> None:
        """A function's own scripts are its index and its power, and nothing that would be lost or read as another."""
        if as_scripted(head).transposed:
            raise _fault(head, rf"a function is not transposed: write \T behind the brackets of {function.name}")
        if function.name in EXTREMA and function.below and function.above:
            raise _fault(head, rf"{function.name} takes one index and no power: its range is declared")
        if function.above and spelled(function.above[0]).startswith("-"):
            raise _fault(head, rf"a negative power of {function.name} has two readings: write \frac")

    def _applied(self, head: Tree, name: str, bracket: tree.Bracket) -> Tree:
        meaning = self.names.meanings.get(name)
        if isinstance(meaning, Event):
            return self._event(head, name, meaning, bracket)
        for item in bracket.items:
            if isinstance(item, tree.Chain | tree.Conditional):
                raise _fault(item, f"a relation cannot be an argument of {name}")
        return tree.Call(head.start, bracket.end, name, tuple(map(self._expression, bracket.items)))

    def _event(self, head: Tree, name: str, meaning: Event, bracket: tree.Bracket) -> Tree:
        """A probability: its wording is compared, its value stands at declared indices."""
        wanted = read(f"({meaning.wording})").statements[0].sides[0]
        if not isinstance(wanted, tree.Bracket) or bracket.items != wanted.items:
            raise _fault(bracket, f"{name} is declared for ({meaning.wording})", Code.FORMULA_SYMBOL)
        places = tuple(tree.Index(bracket.start, bracket.end, canonical(index)) for index in meaning.indices.split())
        return tree.Entry(head.start, bracket.end, tree.Symbol(head.start, bracket.end, name), places)

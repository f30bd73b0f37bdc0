"""The TeX signs that the PDF understands: each with its Typst source and the German word for it.

The commands are those of `pipeline.document.tex.ALLOWED` and of its macros, neither more nor less
(a test compares the lists); the structures (fractions, roots, matrices) are in `texreader`.
"""

from __future__ import annotations

from typing import NamedTuple


class Symbol(NamedTuple):
    """Typst's source of a sign and how it is read aloud ("" when it is not spoken)."""

    typst: str
    spoken: str = ""


_GREEK = (
    "alpha beta gamma delta zeta eta theta kappa lambda mu nu xi pi rho sigma tau chi psi omega "
    "Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
)

SYMBOLS: dict[str, Symbol] = {
    **{"\\" + name: Symbol(name, name.capitalize()) for name in _GREEK.split()},
    r"\varepsilon": Symbol("epsilon", "Epsilon"),
    r"\epsilon": Symbol("epsilon.alt", "Epsilon"),
    r"\varphi": Symbol("phi", "Phi"),
    r"\phi": Symbol("phi.alt", "Phi"),
    # relations
    "=": Symbol("=", "gleich"),
    "<": Symbol("<", "kleiner als"),
    ">": Symbol(">", "größer als"),
    r"\le": Symbol("lt.eq", "kleiner oder gleich"),
    r"\ge": Symbol("gt.eq", "größer oder gleich"),
    r"\ll": Symbol("lt.double", "viel kleiner als"),
    r"\gg": Symbol("gt.double", "viel größer als"),
    r"\ne": Symbol("eq.not", "ungleich"),
    r"\approx": Symbol("approx", "ungefähr gleich"),
    r"\equiv": Symbol("equiv", "identisch gleich"),
    r"\sim": Symbol("tilde.op", "verteilt wie"),
    r"\propto": Symbol("prop", "proportional zu"),
    r"\in": Symbol("in", "aus"),
    r"\notin": Symbol("in.not", "nicht aus"),
    r"\subset": Symbol("subset", "Teilmenge von"),
    r"\mid": Symbol("divides", "gegeben"),
    r"\perp": Symbol("perp", "senkrecht auf"),
    ":": Symbol(r"\:", ":"),
    # arrows
    r"\to": Symbol("arrow.r", "nach"),
    r"\mapsto": Symbol("arrow.r.bar", "wird zu"),
    r"\leftarrow": Symbol("arrow.l", "wird ersetzt durch"),
    r"\leftrightarrow": Symbol("arrow.l.r", "entspricht"),
    r"\Rightarrow": Symbol("arrow.r.double", "also"),
    r"\Leftrightarrow": Symbol("arrow.l.r.double", "genau dann, wenn"),
    # operations
    "+": Symbol("+", "plus"),
    "-": Symbol("-", "minus"),
    "*": Symbol("ast.op", "Stern"),
    "/": Symbol(r"\/", "durch"),
    r"\pm": Symbol("plus.minus", "plus oder minus"),
    r"\times": Symbol("times", "mal"),
    r"\cdot": Symbol("dot.op", "mal"),
    r"\circ": Symbol("compose", "verkettet mit"),
    r"\odot": Symbol("dot.o", "elementweise mal"),
    # large operators
    r"\sum": Symbol("sum", "Summe"),
    r"\prod": Symbol("product", "Produkt"),
    # letters and signs
    r"\infty": Symbol("oo", "unendlich"),
    r"\partial": Symbol("partial", "partiell"),
    r"\nabla": Symbol("nabla", "Nabla"),
    r"\ell": Symbol("ell", "l"),
    r"\top": Symbol("top", "transponiert"),
    r"\forall": Symbol("forall", "für alle"),
    r"\exists": Symbol("exists", "es gibt"),
    r"\dots": Symbol("dots.h", "und so weiter bis"),
    r"\cdots": Symbol("dots.h.c", "und so weiter bis"),
    r"\vdots": Symbol("dots.v", "und so weiter bis"),
    r"\ddots": Symbol("dots.down", "und so weiter bis"),
    r"\%": Symbol("%", "Prozent"),
    "!": Symbol("!", "Fakultät"),
    ".": Symbol("."),
    ",": Symbol(r"\,", ","),
    ";": Symbol(r"\;", ";"),
}

RELATIONS = frozenset([r"=", r"<", r">", r"\le", r"\ge", r"\ll", r"\gg", r"\ne", r"\approx", r"\equiv", r"\in"])
OPERATIONS = frozenset([r"+", r"-", r"*", r"\times", r"\cdot", r"\pm", r"\odot"])

FENCES: dict[str, Symbol] = {
    "(": Symbol("paren.l", "Klammer auf"),
    ")": Symbol("paren.r", "Klammer zu"),
    "[": Symbol("bracket.l", "Klammer auf"),
    "]": Symbol("bracket.r", "Klammer zu"),
    r"\{": Symbol("brace.l", "Menge"),
    r"\}": Symbol("brace.r"),
    "|": Symbol("bar.v", "Strich"),
    r"\lvert": Symbol("bar.v", "Betrag von"),
    r"\rvert": Symbol("bar.v"),
    r"\lVert": Symbol("bar.v.double", "Norm von"),
    r"\rVert": Symbol("bar.v.double"),
    r"\langle": Symbol("chevron.l", "Klammer auf"),
    r"\rangle": Symbol("chevron.r", "Klammer zu"),
    r"\lfloor": Symbol("floor.l", "abgerundet"),
    r"\rfloor": Symbol("floor.r"),
    r"\lceil": Symbol("ceil.l", "aufgerundet"),
    r"\rceil": Symbol("ceil.r"),
}
OPENING = frozenset([r"(", r"[", r"\{", r"\lvert", r"\lVert", r"\langle", r"\lfloor", r"\lceil"])
CLOSING = frozenset([r")", r"]", r"\}", r"\rvert", r"\rVert", r"\rangle", r"\rfloor", r"\rceil"])

# Names of functions; those in LIMITS carry their scripts below and above.
NAMES = frozenset(
    "\\" + name for name in ["exp", "log", "ln", "sin", "cos", "tan", "tanh", "arctan", "lim", "max", "min"]
)
LIMITS = frozenset((r"\lim", r"\max", r"\min"))

SPACES: dict[str, str] = {r"\,": "thin", r"\;": "thick", r"\quad": "quad", r"\qquad": "wide", "~": "space.nobreak"}

# Commands that change how their argument looks; the words follow it when it is read aloud.
STYLES: dict[str, Symbol] = {
    r"\boldsymbol": Symbol("bold({})"),
    r"\mathbb": Symbol("bb({})"),
    r"\mathcal": Symbol("cal({})"),
    r"\hat": Symbol("hat({})", "Dach"),
    r"\tilde": Symbol("tilde({})", "Tilde"),
    r"\bar": Symbol("macron({})", "quer"),
}
BRACES: dict[str, Symbol] = {
    r"\underbrace": Symbol("underbrace", "darunter"),
    r"\overbrace": Symbol("overbrace", "darüber"),
}
TEXTS = frozenset((r"\text", r"\mathrm", r"\operatorname", r"\operatorname*"))

MATRICES = {"pmatrix": "(", "bmatrix": "["}
ENVIRONMENTS = frozenset((*MATRICES, "cases", "aligned"))

r"""The TeX that formulas may use: house macros, and a closed list of commands.

Every entry of `ALLOWED` and `ENVIRONMENTS` carries a sample formula that the tests send through both
writers.  Whatever is not listed is refused before a writer sees it, since converters print unknown or
weakly supported commands wrongly without a word (`\!`, `\bigl` and ruled arrays among them).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

# House macros are plain renamings: none reads an argument, so `\vv{x}` becomes `\boldsymbol{x}`.
MACROS = {
    r"\R": r"\mathbb{R}",
    r"\T": r"^{\top}",
    r"\vv": r"\boldsymbol",
    r"\softmax": r"\operatorname{softmax}",
    r"\Attention": r"\operatorname{Attention}",
    r"\MultiHead": r"\operatorname{MultiHead}",
    r"\Concat": r"\operatorname{Concat}",
    r"\LayerNorm": r"\operatorname{LayerNorm}",
    r"\FFN": r"\operatorname{FFN}",
    r"\PE": r"\operatorname{PE}",
    r"\Cross": r"\operatorname{Cross}",
}


def _between(*names: str) -> dict[str, str]:
    r"""Samples of commands that stand between or before letters: `a \le b`."""
    return {rf"\{name}": rf"a \{name} b" for name in names}


ALLOWED = {
    # structure
    r"\frac": r"\frac{a}{b} + \frac1d",
    r"\sqrt": r"\sqrt{d_k} + \sqrt[3]{x}",
    r"\left": r"\left( \frac{a}{b} \right]",
    r"\right": r"\left[ \frac{a}{b} \right)",
    r"\lVert": r"\lVert \vv{x} \rVert_2",
    r"\rVert": r"\lVert \vv{x} \rVert",
    r"\lvert": r"\lvert x \rvert",
    r"\rvert": r"\lvert x \rvert",
    r"\{": r"\{ a, b \}",
    r"\}": r"\{ a, b \}",
    r"\underbrace": r"\underbrace{a + b}_{\text{Summe}}",
    r"\overbrace": r"\overbrace{a + b}^{\text{Summe}}",
    r"\\": r"\begin{bmatrix} a \\ b \end{bmatrix}",
    r"\begin": r"\begin{bmatrix} a & b \end{bmatrix}",
    r"\end": r"\begin{bmatrix} a & b \end{bmatrix}",
    # letters and words
    r"\text": r"a \quad \text{für alle } j \le i",
    r"\operatorname": r"\operatorname{Var}(X)",
    r"\operatorname*": r"\operatorname*{arg\,max}_{i} x_i",
    r"\mathrm": r"\mathrm{d}x + d_{\mathrm{ff}}",
    r"\mathbb": r"\mathbb{R}^{L \times d}",
    r"\mathcal": r"\mathcal{L}",
    r"\hat": r"\hat{x}",
    r"\bar": r"\bar{x}",
    r"\tilde": r"\tilde{x}",
    r"\ell": r"\ell_2",
    # spaces
    r"\,": r"a \, b",
    r"\quad": r"a \quad b",
    r"\qquad": r"a \qquad b",
    # large operators
    r"\sum": r"\sum_{i=1}^{n} x_i",
    r"\prod": r"\prod_{i=1}^{n} x_i",
    r"\max": r"\max_{j} x_j + \max(0, x)",
    r"\min": r"\min_{j} x_j",
    # names of functions
    **_between("exp", "log", "ln", "sin", "cos", "tan", "tanh", "arctan", "lim"),
    # operators and relations
    **_between("cdot", "times", "pm", "odot", "circ"),
    **_between("le", "ge", "ne", "approx", "equiv", "sim", "propto", "ll", "gg", "in", "notin", "subset", "mid"),
    **_between("to", "mapsto", "leftarrow", "leftrightarrow", "Rightarrow", "Leftrightarrow"),
    # signs
    **_between("infty", "partial", "nabla", "top", "perp", "forall", "exists"),
    **_between("dots", "cdots", "vdots", "ddots", "langle", "rangle", "lfloor", "rfloor", "lceil", "rceil", "%"),
    # Greek
    **_between("alpha", "beta", "gamma", "delta", "epsilon", "varepsilon", "zeta", "eta", "theta", "kappa", "lambda"),
    **_between("mu", "nu", "xi", "pi", "rho", "sigma", "tau", "phi", "varphi", "chi", "psi", "omega"),
    **_between("Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi", "Psi", "Omega"),
}

ENVIRONMENTS = {
    "bmatrix": r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}",
    "pmatrix": r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}",
    "cases": r"\begin{cases} 0 & \text{falls } j \le i, \\ -\infty & \text{sonst.} \end{cases}",
    "aligned": r"\begin{aligned} a &= b \\ &= c \end{aligned}",
}

# What an author is likely to write, and what the house writes instead.
INSTEAD = {
    **dict.fromkeys((r"\mathbf", r"\boldsymbol", r"\bm", r"\vec"), r"write \vv{…} for a vector"),
    **dict.fromkeys((r"\!", r"\;", r"\:", r"\ "), r"leave the space to the writers, or write \, or \quad"),
    **dict.fromkeys((r"\bigl", r"\bigr", r"\big", r"\Big", r"\Bigl", r"\Bigr"), r"write \left … \right"),
    **dict.fromkeys((r"\|", r"\Vert"), r"write \lVert … \rVert"),
    **dict.fromkeys((r"\tag", r"\label", r"\nonumber"), "numbers come from the id: [$$…$$]{#eq:name check=name}"),
    **dict.fromkeys((r"\ldots", r"\dotsc", r"\dotsb"), r"write \dots or \cdots"),
    **dict.fromkeys((r"\tfrac", r"\dfrac", r"\over"), r"write \frac"),
    **dict.fromkeys((r"\textrm", r"\mbox", r"\textnormal"), r"write \text"),
    r"\leq": r"write \le",
    r"\geq": r"write \ge",
    r"\neq": r"write \ne",
    r"\rightarrow": r"write \to",
    r"\intercal": r"write \T",
    r"\transpose": r"write \T",
    "align": "write aligned",
    "align*": "write aligned",
    "split": "write aligned",
    "array": "write bmatrix, cases or aligned",
    "matrix": "write bmatrix",
}

_COMMAND = re.compile(r"\\(?:operatorname\*|[A-Za-z]+|.)", re.DOTALL)
_BEGIN = re.compile(r"\\(?:begin|end)\{([^{}]*)\}")
_ROW_SPACE = re.compile(r"\\\\\s*\[[^\]]*\]")
_EMPTY_FENCE = re.compile(r"\\(?:left|right)\s*\.")
_TEXT_MATHS = re.compile(r"\\text\{[^{}$]*\$")
_TYPED_COMMA = re.compile(r"(?<=\d)\{,\}(?=\d)")


@dataclass(frozen=True, order=True)
class Refused:
    """A piece of TeX outside the list: where it begins (offset in the formula), itself, what to do."""

    offset: int
    piece: str
    advice: str


def expand(tex: str) -> str:
    """Return the formula with the house macros replaced by what they stand for."""
    return _COMMAND.sub(lambda match: MACROS.get(match.group(), match.group()), tex)


def points(tex: str) -> str:
    """Return the formula with typed decimal commas `{,}` as points, which converters keep in one number."""
    return _TYPED_COMMA.sub(".", tex)


def refused(tex: str) -> tuple[Refused, ...]:
    """Return every piece of the formula that is not allowed, in order of place."""
    return tuple(sorted({*_refused_commands(tex), *_refused_environments(tex), *_refused_constructs(tex)}))


def _refused_commands(tex: str) -> Iterator[Refused]:
    for match in _COMMAND.finditer(tex):
        command = match.group()
        if command not in ALLOWED and command not in MACROS:
            yield Refused(match.start(), command, _advice(command, [*ALLOWED, *MACROS]))


def _refused_environments(tex: str) -> Iterator[Refused]:
    for match in _BEGIN.finditer(tex):
        if match.group(1) not in ENVIRONMENTS:
            yield Refused(match.start(1), match.group(1), _advice(match.group(1), list(ENVIRONMENTS)))


def _refused_constructs(tex: str) -> Iterator[Refused]:
    """Combinations of allowed commands that the converters lose."""
    for match in _ROW_SPACE.finditer(tex):
        yield Refused(match.start(), match.group(), r"write \\ without a space in brackets")
    for match in _EMPTY_FENCE.finditer(tex):
        yield Refused(match.start(), match.group(), "both fences must be visible")
    for match in _TEXT_MATHS.finditer(tex):
        yield Refused(match.start(), match.group(), r"end \text{…} before the maths")


def _advice(piece: str, known: list[str]) -> str:
    if piece in INSTEAD:
        return INSTEAD[piece]
    near = get_close_matches(piece, known, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else "it is not in the list of pipeline/document/tex.py"

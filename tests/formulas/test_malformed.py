r"""What cannot be read or has no meaning is a problem, at the right place.

The place is marked in the input: ⟦…⟧ around the characters that carets must stand under.
"""

from __future__ import annotations

import numpy as np
import pytest

from pipeline.formulas import FormulaError, excerpt, line_and_column, parse
from pipeline.formulas.check import compare
from pipeline.formulas.kinds import Floats
from pipeline.formulas.samples import Sample, drawn_sizes
from pipeline.formulas.scope import Definition
from pipeline.formulas.speech import speak
from pipeline.formulas.tree import Number
from pipeline.problems import Code
from tests.formulas.small import EVERYTHING

SYNTAX = [
    ("⟦⟧", "the formula is empty"),
    (r"A ⟦\foo⟧ B", r"unknown command \foo"),
    (r"A = ⟦\mathbf⟧{B}", r"unknown command \mathbf"),
    (r"⟦\vv⟧{ab}", "one letter in braces"),
    (r"⟦\vv⟧ a", "one letter in braces"),
    (r"⟦\text⟧{a{b}}", "words in braces"),
    (r"⟦\begin⟧{array}{c} a \end{array}", "unknown environment"),
    (r"\begin{bmatrix} 1 & 2 ⟦\end⟧{array}", "unknown environment"),
    (r"⟦\begin{bmatrix}⟧ 1 & 2", "is not closed"),
    (r"\begin{bmatrix} 1 & 2 ⟦\end{pmatrix}⟧", "is closed by"),
    ("A +⟦⟧ ", "ends where something must follow"),
    ("A =⟦⟧ ", "ends where something must follow"),
    ("⟦=⟧ A", "cannot begin with a relation"),
    ("A = ⟦=⟧ B", "unexpected ="),
    ("A + ⟦+⟧ B", "unexpected +"),
    ("A ⟦&⟧ B", "unexpected &"),
    (r"A ⟦\\⟧ B", r"unexpected \\"),
    ("1⟦.⟧5", "0{,}5"),
    (r"\alpha ⟦$⟧ A", "unexpected $"),
    (r"\alpha ⟦€⟧", "unexpected €"),
    ("⟦(⟧A + B", "( is not closed"),
    ("A + B⟦)⟧", "unexpected )"),
    ("[1, 2⟦)⟧", "[ is closed by )"),
    (r"\left( A ⟦)⟧", r"\left( is closed by )"),
    (r"( A ⟦\right)⟧", r"( is closed by \right)"),
    (r"⟦\left⟧| A", r"\left must stand before"),
    ("⟦{⟧A", "{ is not closed"),
    (r"⟦\lVert⟧ \vv{a}", "is not closed"),
    ("A_⟦⟧", "ends where something must follow"),
    ("w_{⟦}⟧", "unexpected }"),
    (r"w_{i}⟦_j⟧", "a second subscript"),
    (r"\alpha^2⟦^3⟧", "a second superscript"),
    (r"A\T⟦\T⟧", "transposed twice"),
    (r"\sqrt⟦2⟧", "unexpected 2"),
    (r"\frac{1}⟦d⟧", "unexpected d"),
    (r"\sum⟦⟧", "ends where something must follow"),
    (r"\begin{cases} 0 ⟦\\⟧ 1 & i > j \end{cases}", "unexpected"),
    # what TeX takes and no reader sees
    (r"\alpha = ⟦{\alpha + 1}⟧\alpha", "nobody sees these braces"),
    (r"\alpha = ⟦{\alpha\beta}⟧^2", "nobody sees these braces"),
    (r"\alpha = ⟦{-\alpha}⟧^2", "nobody sees these braces"),
    (r"\alpha = \alpha/⟦{\alpha \cdot \beta}⟧", "nobody sees these braces"),
    (r"\alpha = ⟦{\alpha^2}⟧^3", "nobody sees these braces"),
    # what a reader sees and no tree would hold
    (r"\alpha = (\alpha)⟦'⟧", "only a letter takes a prime"),
    (r"\alpha = \frac{1}{2}⟦'⟧", "only a letter takes a prime"),
    (r"\alpha = |\alpha|⟦'⟧", "only a letter takes a prime"),
    (r"\alpha = \sum⟦'⟧_{k} a_k", "takes bounds only"),
    (r"\alpha = \sum⟦\T⟧_{k} a_k", "takes bounds only"),
    # what looks like something else
    ("\\alpha ⟦−⟧ 1", "write -"),
    ("\\alpha ⟦×⟧ 2", r"write \times"),
    ("\\alpha ⟦≤⟧ 2", r"write \le"),
    ("⟦ℓ⟧ = 2", r"write \ell"),
    ("⟦а⟧ = 2", "unexpected а"),  # a Cyrillic letter
    ("\\alpha = ⟦３⟧", "unexpected ３"),
    ("\\alpha⟦\u200b⟧ = 2", "unexpected ZERO WIDTH SPACE"),
    ("\\alpha⟦\u2028⟧ = 2", "unexpected LINE SEPARATOR"),
    ("\\alpha ⟦%⟧ = 2", "unexpected %"),
    (r"\alpha ⟦\phantom⟧{2}", r"unknown command \phantom"),
    (r"\alpha ⟦\not⟧= 2", r"unknown command \not"),
]

MEANING = [
    ("A = ⟦C⟧", "C is not declared", Code.FORMULA_SYMBOL),
    (r"A = ⟦\gamma⟧ A", r"\gamma is not declared", Code.FORMULA_SYMBOL),
    ("A = ⟦W^K⟧", "did you mean W^Q?", Code.FORMULA_SYMBOL),
    ("A = ⟦W_Q⟧", "W_Q is not declared", Code.FORMULA_SYMBOL),
    (r"A = A⟦e⟧", "e is not declared", Code.FORMULA_SYMBOL),
    (r"w_{i⟦m⟧} = 1", "m is not declared", Code.FORMULA_SYMBOL),
    (r"\sum_{⟦m⟧} w_{im} = 1", "m is not declared as an index", Code.FORMULA_SYMBOL),
    (r"⟦\sum_{k}^{3} a_k⟧ = 1", "needs bounds", Code.FORMULA_SYNTAX),
    (r"⟦\vv{x}⟧ = \vv{a}", "needs an index", Code.FORMULA_SHAPE),
    (r"⟦a⟧ = 1", "a needs an index", Code.FORMULA_SHAPE),
    (r"w_{⟦i⟧} = 1", "1 index where 2 must stand", Code.FORMULA_SHAPE),
    (r"\vv{x}_{⟦ij⟧} = 1", "2 indices where 1 must stand", Code.FORMULA_SHAPE),
    (r"⟦\alpha_1⟧ = 1", "takes no index", Code.FORMULA_SHAPE),
    (r"⟦\vv{a}_1⟧ = 1", "takes no index", Code.FORMULA_SHAPE),
    (r"⟦i_2⟧ = 1", "takes no index", Code.FORMULA_SHAPE),
    (r"A = ⟦f⟧", "needs its argument", Code.FORMULA_SYNTAX),
    (r"\sin ⟦\alpha⟧ A", "of one factor or of the whole product", Code.FORMULA_SYNTAX),
    (r"f(⟦A = B⟧)", "a relation cannot be an argument", Code.FORMULA_SYNTAX),
    (r"P⟦(\text{Token} = j)⟧ = 1", "is declared for", Code.FORMULA_SYMBOL),
    (r"\alpha / ⟦2\alpha⟧ = 1", "two readings", Code.FORMULA_SYNTAX),
    (r"⟦\alpha / 2 / 3⟧ = 1", "two readings", Code.FORMULA_SYNTAX),
    (r"\alpha = \frac12⟦3⟧", "a number after a factor", Code.FORMULA_SYNTAX),
    (r"\alpha ⟦2⟧ = 1", "a number after a factor", Code.FORMULA_SYNTAX),
    (r"A \in ⟦B⟧", r"\R^{…} expected", Code.FORMULA_SYNTAX),
    (r"⟦2\alpha⟧ \in \R", "only symbols", Code.FORMULA_SYNTAX),
    (r"\alpha = \begin{cases} 1 & ⟦\alpha⟧ \end{cases}", "a condition such as", Code.FORMULA_SYNTAX),
    (r"\vv{a} = ⟦\softmax\T⟧(\vv{a})", "a function is not transposed", Code.FORMULA_SYNTAX),
    (r"\alpha = ⟦\max_k^2⟧(a_k)", "one index and no power", Code.FORMULA_SYNTAX),
    (r"\alpha = ⟦\sin^{-1}⟧(\alpha)", "has two readings", Code.FORMULA_SYNTAX),
    (r"A \in ⟦\R^{L \times d}\T⟧", r"\R^{…} expected", Code.FORMULA_SYNTAX),
]

SHAPES = [
    ("A = A + ⟦B⟧", "plus"),
    (r"A = ⟦A\T A⟧", "shapes"),
    (r"A = A⟦A⟧", "times"),
    (r"\alpha = \vv{a}⟦\vv{a}⟧", r"write \cdot between them"),
    (r"\alpha = \frac{\alpha}{⟦A⟧}", "division by"),
    (r"\alpha = \sqrt{⟦A⟧}", "the root of"),
    (r"\alpha = \lVert ⟦A⟧ \rVert", "the length of"),
    (r"\alpha = \exp(⟦\vv{a}⟧)", "of a vector"),
    (r"\alpha = ⟦\vv{a} \times \vv{a}⟧", r"\times"),
    (r"\alpha = ⟦\vv{a} \odot A⟧", r"\odot"),
    (r"\alpha = ⟦V⟧", "is a set"),
    (r"\alpha = ⟦\begin{bmatrix} 1 & 2 \\ 3 \end{bmatrix}⟧", "rows of different lengths"),
    (r"\alpha = ⟦\begin{cases} 1 & 1 \le 2 \\ 2 & 2 \le 3 \end{cases}⟧", "2 cases hold"),
    (r"\alpha = ⟦\begin{cases} 1 & 2 < 1 \end{cases}⟧", "0 cases hold"),
    (r"\alpha = \max(1, ⟦\dots⟧)", r"\dots must stand between"),
    (r"\alpha = a_{⟦99⟧}", "outside 1 to"),
    (r"\alpha = a_{⟦1/2⟧}", "an integer must stand here"),
    (r"\alpha = \sum_{k=1}^{d} ⟦\sum_k a_k⟧", "has a value already"),
    (r"\alpha = ⟦\vv{a}\T⟧ \cdot \vv{a}", "the transpose of"),
    (r"\alpha = \begin{cases} 1 & ⟦1 \approx 2⟧ \end{cases}", r"\approx decides nothing"),
    (r"A = \max(\vv{a}, ⟦A⟧)", r"\max of a vector of"),
]


@pytest.mark.parametrize(
    "tex", ["(" * 2000 + "A" + ")" * 2000, r"\alpha" + r" \cdot 2" * 2000, r"\sum_k " * 2000 + "1"]
)
def test_what_nests_too_deep_is_no_formula(tex: str) -> None:
    with pytest.raises(FormulaError, match="this nests too deep"):
        parse(tex, EVERYTHING)
    assert speak(tex)


def unmarked(marked: str) -> tuple[str, int, int]:
    start, end = marked.index("⟦"), marked.index("⟧") - 1
    return marked.replace("⟦", "").replace("⟧", ""), start, end


@pytest.mark.parametrize(("marked", "message"), SYNTAX)
def test_what_the_grammar_refuses_is_marked(marked: str, message: str) -> None:
    tex, start, end = unmarked(marked)
    with pytest.raises(FormulaError) as caught:
        parse(tex, EVERYTHING)
    assert message in str(caught.value)
    assert (caught.value.start, tex[caught.value.start : caught.value.end]) == (start, tex[start:end])
    assert caught.value.code is Code.FORMULA_SYNTAX


@pytest.mark.parametrize(("marked", "message", "code"), MEANING)
def test_what_means_nothing_is_marked(marked: str, message: str, code: Code) -> None:
    tex, start, end = unmarked(marked)
    with pytest.raises(FormulaError) as caught:
        parse(tex, EVERYTHING)
    assert message in str(caught.value)
    assert (caught.value.start, tex[caught.value.start : caught.value.end]) == (start, tex[start:end])
    assert caught.value.code is code


@pytest.mark.parametrize(("marked", "message"), SHAPES)
def test_what_has_no_value_is_marked(marked: str, message: str) -> None:
    tex, start, end = unmarked(marked)
    random = np.random.default_rng(1)
    sample = Sample(EVERYTHING, Floats(random), drawn_sizes(EVERYTHING, random, smallest=3))
    (statement,) = parse(tex, EVERYTHING).statements
    scope = sample.scope({r"\mu": Definition((), Number(0, 1, "1"))})
    with pytest.raises(FormulaError) as caught, np.errstate(all="ignore"):
        compare(statement, (), scope, sample)
    assert message in str(caught.value)
    assert (caught.value.start, tex[caught.value.start : caught.value.end]) == (start, tex[start:end])


def test_there_are_at_least_sixty_of_them() -> None:
    inputs = {marked for marked, *_ in (*SYNTAX, *MEANING, *SHAPES)}
    assert len(inputs) >= 60


def test_the_excerpt_shows_the_line_with_carets() -> None:
    tex = "a = b \\\\\nc = \\foo d"
    assert excerpt(tex, 13, 17) == "c = \\foo d\n    ^^^^"
    assert line_and_column(tex, 13) == (2, 5)

"""TeX → Typst: the closed list, and what other converters get wrong."""

from __future__ import annotations

import pytest
import typst
from hypothesis import given
from hypothesis import strategies as st

from pipeline.document.tex import ALLOWED, ENVIRONMENTS, MACROS
from pipeline.outputs.pdf import symbols
from pipeline.outputs.pdf.math import joined, parse, typst_math
from pipeline.outputs.pdf.texreader import TexError
from pipeline.outputs.pdf.writer import FONTS
from pipeline.quantities.tokens import FIRST

ONE, TWO = chr(FIRST + 1), chr(FIRST + 2)
SPELLED = {ONE: "0,401", TWO: "−0,416"}
SAMPLES = sorted({*ALLOWED.values(), *ENVIRONMENTS.values(), *(f"a {macro} {{b}}" for macro in MACROS)})
STRUCTURE = {r"\frac", r"\sqrt", r"\left", r"\right", r"\begin", r"\end", r"\\"}


def written(tex: str) -> str:
    return typst_math(parse(tex), SPELLED.__getitem__)


@pytest.mark.parametrize(
    ("tex", "source"),
    [
        (r"2i+1", "2 i + 1"),
        (r"d_k", "d_(k)"),
        (r"x_i(t)", 'x_(i) class("opening", paren.l) t class("closing", paren.r)'),
        (r"X'\T", "X'^(top)"),
        (r"\frac12", "frac(1, 2)"),
        (r"x^12", "x^(1) 2"),
        (r"10000^{2i/d}", r"10000^(2 i \/ d)"),
        (r"a < b", "a < b"),
        (r"W^Q_1", "W_(1)^(Q)"),
        (r"\text{für alle } j", '"für alle "j'),
        (r"\softmax_j z", 'op("softmax")_(j) z'),
        (r"\max_{j} x", 'op("max", limits: #true)_(j) x'),
        (r"\operatorname*{arg\,max}_i", 'op("arg\N{THIN SPACE}max", limits: #true)_(i)'),
        (r"\vv{x}_1", "bold(x)_(1)"),
        (r"\underbrace{a+b}_{n}", "underbrace(a + b, n)"),
        (r"\sqrt[3]{x}", "root(3, x)"),
        (r"1, \dots, n", r"1 \, dots.h \, n"),
        (r"1 + \dots + n", "1 + dots.h.c + n"),
        (r"\left( a \right) V", "lr(paren.l a paren.r) thin V"),
        (r"\left( a \right) + b", "lr(paren.l a paren.r) + b"),
        (r"f\left( a \right)", "f lr(paren.l a paren.r)"),
        (r"\PE\left( a \right)", 'op("PE") #h(0.1em) lr(paren.l a paren.r)'),
        (r"\begin{pmatrix} a \\ b \\ \end{pmatrix}", 'mat(delim: "(", a; b)'),
    ],
)
def test_structures(tex: str, source: str) -> None:
    assert written(tex) == source


@pytest.mark.parametrize(
    ("tex", "source"),
    [
        (ONE, '"0,401"'),
        (f"w = {ONE}", 'w ="0,401"'),
        (rf"\frac{{{ONE}}}{{2.8}}", 'frac("0,401", "2,8")'),
        (r"0{,}5", '"0,5"'),
        (rf"{ONE} \cdot ({TWO})", '"0,401"dot.op class("opening", paren.l)"−0,416"class("closing", paren.r)'),
        (rf"e^{{{TWO}}}", 'e^("−0,416")'),
        (rf"[{ONE};\;{TWO}]", 'class("opening", bracket.l)"0,401"\\; thick"−0,416"class("closing", bracket.r)'),
        (rf"\begin{{bmatrix}} {ONE} & -{ONE} \end{{bmatrix}}", 'mat(delim: "[", align: #right, "0,401", -"0,401")'),
        (rf"\text{{davon }} {ONE}", '"davon ""0,401"'),
    ],
)
def test_a_number_is_one_word_without_blanks_beside_it(tex: str, source: str) -> None:
    assert written(tex) == source


def test_lines_are_aligned_in_pairs_of_cells() -> None:
    source = written(r"\begin{aligned} Q &= XW, & W &\in \R \\ &= 0 \end{aligned}")
    assert source == "Q & = X W \\, & quad W & in bb(R) \\\n & = 0"


def test_cases_have_a_gap_before_their_conditions() -> None:
    source = written(r"\begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases}")
    assert source == "cases(0 & quad j lt.eq i, - oo & quad j > i)"


@pytest.mark.parametrize(
    ("tex", "message"),
    [
        (r"\mathbf{x}", r"\mathbf is not in the list"),
        (r"\begin{array} a \end{array}", r"\begin{array} is not in the list"),
        (r"\begin{bmatrix} a \end{pmatrix}", r"\begin{bmatrix} ends with \end{pmatrix}"),
        (r"{a", "} expected, the end found"),
        (r"a}", "} stands without its partner"),
        (r"a & b", "& stands without its partner"),
        (r"\left( a", r"\right expected"),
        (r"\left a \right)", "a is no delimiter"),
        (r"x_1_2", "two _ on one base"),
        (r"\text{$x$}", r"$ inside \text"),
        (r"x^", "the formula ends too early"),
        (r"1 + \begin{aligned} a \end{aligned}", "must be the whole formula"),
    ],
)
def test_what_is_not_understood_is_refused(tex: str, message: str) -> None:
    with pytest.raises(TexError, match=message.replace("\\", r"\\").replace("{", r"\{").replace("$", r"\$")):
        written(tex)


def test_the_list_of_commands_is_that_of_the_document() -> None:
    known = {*symbols.SYMBOLS, *symbols.FENCES, *symbols.NAMES, *symbols.SPACES, *symbols.STYLES, *symbols.BRACES}
    commands = {name for name in known | symbols.TEXTS if name.startswith("\\")}
    from_macros = {r"\boldsymbol"}
    from_formatters = {r"\;"}
    assert commands | STRUCTURE == set(ALLOWED) | from_macros | from_formatters
    assert set(ENVIRONMENTS) == symbols.ENVIRONMENTS


def test_typst_sets_every_allowed_command_without_a_word() -> None:
    lines = [f'#math.equation(alt: "Formel", ${written(tex)}$)' for tex in SAMPLES]
    text = '#show math.equation: set text(font: "STIX Two Math", fallback: false)\n' + "\n\n".join(lines)
    compiler = typst.Compiler(text.encode(), font_paths=[str(FONTS)], ignore_system_fonts=True)
    pdf, warnings = compiler.compile_with_warnings(format="pdf", pdf_standards=["a-2a"])
    assert isinstance(pdf, bytes)
    assert not warnings


@given(st.lists(st.sampled_from(["a", '"0,401"', "dot.op", "", 'op("max")', "frac(1, 2)"])))
def test_no_blank_ever_touches_a_quoted_word(pieces: list[str]) -> None:
    result = joined(pieces)
    assert ' "' not in result
    assert '" ' not in result
    assert result.replace(" ", "") == "".join(pieces).replace(" ", "")

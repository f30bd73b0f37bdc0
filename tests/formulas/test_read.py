"""Reading: TeX in, written tree out, every part with its place."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.formulas import FormulaError, tree
from pipeline.formulas.names import canonical, parameter
from pipeline.formulas.read import read

ACCEPTED = [
    r"\frac1d\sum_{k=1}^d x_k",
    r"\frac{QK\T}{\sqrt{d_k}}",
    r"S = QK^\top",
    r"S = QK^{\top}",
    r"\lVert\vv{a}\rVert\,\lVert\vv{b}\rVert",
    r"\softmax\left(\frac{QK\T}{\sqrt{d_k}} + M\right) V",
    r"\softmax_j\big(s_{i1}, \dots, s_{iL}\big)",
    r"\PE(p)_{2i+1} = \cos\left(\frac{p}{10000^{2i/d}}\right)",
    r"M_{ij} = \begin{cases} 0, & \text{falls } j \le i, \\ -\infty & \text{sonst.} \end{cases}",
    r"\begin{aligned} a &= b \\ &= c \end{aligned}",
    r"\begin{aligned} & a + b \\ &= c \end{aligned}",
    r"P(\text{Token} = v \mid \text{Kontext})",
    r"W^Q, W^K \in \R^{d\times d_k}, \quad W^V \in \R^{d\times d_v}",
    r"Q = XW^Q \quad\text{und}\quad K = XW^K",
    r"Y_{<t} \in \R^{(t-1)\times d}",
    r"[0{,}523;\,0{,}497]",
    r"[0, 1]\T",
    r"\operatorname{Var}(q_m k_m)",
    r"x \leftarrow x + y",
    r"|V| + \lvert x \rvert",
    r"\gamma \odot \vv{x}",
    r"\begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix}",
    r"e^{1{,}04} \approx 2{,}829",
]


@pytest.mark.parametrize("tex", ACCEPTED)
def test_the_notation_of_the_site_is_read(tex: str) -> None:
    assert read(tex).statements


@pytest.mark.parametrize("tex", ACCEPTED)
def test_every_part_lies_inside_its_whole(tex: str) -> None:
    for whole in read(tex).walk():
        for part in whole.parts():
            assert whole.start <= part.start < part.end <= whole.end


def test_a_part_knows_its_characters() -> None:
    tex = r"\Attention(Q, K) = \frac{QK\T}{\sqrt{d_k}}"
    root = next(part for part in read(tex).walk() if isinstance(part, tree.Root))
    assert tex[root.start : root.end] == r"\sqrt{d_k}"


def test_trees_are_equal_when_they_say_the_same() -> None:
    assert read(r"a\,b = c") == read(r"a b=c")
    assert read("a b = c") != read("b a = c")


def test_a_token_is_a_number() -> None:
    token = "\U000f0001"
    assert read(f"2 + {token}").statements[0].sides[0].parts()
    assert token in [part.text for part in read(f"2 + {token}").walk() if isinstance(part, tree.Number)]


def test_a_sum_takes_the_product_behind_it_and_stops_at_plus() -> None:
    (side,) = read(r"\sum_k a_k b_k \cdot c + d").statements[0].sides
    assert isinstance(side, tree.Terms)
    assert isinstance(side.terms[0], tree.BigOperator)
    assert isinstance(side.terms[0].body, tree.Product)


def test_lines_of_an_aligned_block_continue_the_chain() -> None:
    (statement,) = read(r"\begin{aligned} a &= b \\ &\le c \end{aligned}").statements
    assert statement.relations == ("=", r"\le")


@pytest.mark.parametrize(
    ("tex", "name", "python"),
    [
        (r"W^{Q}", "W^Q", "W_Q"),
        (r"W_{i}^{Q}", "W^Q_i", "W_Q_i"),
        (r"\vv{ x }", r"\vv{x}", "x"),
        (r"\theta_{ab}", r"\theta_ab", "theta_ab"),
        (r"\Attention_{\text{maskiert}}", r"\Attention_\text{maskiert}", "Attention_maskiert"),
        ("X'", "X'", "X_prime"),
        (r"\sigma^2", r"\sigma^2", "sigma_2"),
        (r"Y_{<t}", "Y_<t", "Y_t"),
        (r"\vv{b}_1", r"\vv{b}_1", "b_1"),
    ],
)
def test_a_name_has_one_spelling_and_a_python_name(tex: str, name: str, python: str) -> None:
    assert canonical(tex) == name
    assert parameter(canonical(tex)) == python


@given(st.text(alphabet=r"\abQ_^{}()[]&=+-.,;|$ 01'" + "\U000f0001", max_size=20))
@example("\\ ")
def test_whatever_is_typed_is_read_or_refused_with_a_place(tex: str) -> None:
    fault: FormulaError | None = None
    try:
        read(tex)
    except FormulaError as found:
        fault = found
    assert fault is None or 0 <= fault.start <= fault.end <= len(tex)

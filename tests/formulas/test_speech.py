"""Formulas read aloud: one German sentence, and words for whatever is typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.document.tex import ALLOWED
from pipeline.formulas.speech import speak


@pytest.mark.parametrize(
    ("tex", "said"),
    [
        ("d_k", "d Index k"),
        ("W^Q_i", "W Q Index i"),
        ("x^N W^{QN}", "x hoch N mal W hoch Q mal N, Ende des Exponenten"),
        (r"\vv{x}_1, \dots, \vv{x}_L", "Vektor x Index 1 bis Vektor x Index L"),
        (r"L^2 d", "L zum Quadrat mal d"),
        (r"S = QK\T", "S ist gleich Q mal K transponiert."),
        (r"X \in \R^{L\times d}", "X ist eine reelle Matrix der Größe L mal d."),
        (r"W^Q, W^K \in \R^{d\times d_k}", "W Q und W K sind reelle Matrizen der Größe d mal d Index k."),
        (r"X \leftarrow X + \PE", "X wird ersetzt durch X plus PE."),
        (r"w_{ij} \ge 0, \quad \sum_{j=1}^{L} w_{ij} = 1",
         "w Index i j ist größer oder gleich 0; Summe über j von 1 bis L von w Index i j ist gleich 1."),
        (r"\Attention(Q, K, V) = \softmax\left(\frac{QK\T}{\sqrt{d_k}}\right) V",
         "Attention von Q, K und V ist gleich Softmax von Klammer auf Bruch mit Zähler Q mal K transponiert und Nenner "
         "Wurzel aus d Index k, Ende des Bruchs, Klammer zu mal V."),
        (r"M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & \text{sonst} \end{cases}",
         "M Index i j ist gleich Fallunterscheidung: 0, falls j kleiner oder gleich i; minus unendlich, sonst; "
         "Ende der Fallunterscheidung."),
        (r"\begin{bmatrix} 1{,}5 & 0 \\ 0 & 1 \end{bmatrix}", "Matrix: Zeile 1,5, 0; Zeile 0, 1; Ende der Matrix"),
        (r"O(L^2)", "O von L zum Quadrat"),
        ("\U000f0001 + (\U000f0002)", "\U000f0001 plus \U000f0002"),  # computed numbers
        ("(\U000f0001)^2", "Klammer auf \U000f0001 Klammer zu zum Quadrat"),
        (r"P(\text{Token} = v \mid \text{Kontext})", "P von Klammer auf Token gleich v, gegeben Kontext Klammer zu"),
        (r"-\log p_t", "minus Logarithmus von p Index t"),
        (r"\hat{y} \propto x", "Dach y ist proportional zu x"),
        (r"", "Formel"),
    ],
)  # fmt: skip
def test_a_formula_is_said(tex: str, said: str) -> None:
    assert speak(tex, ("W^Q", "W^K")) == said


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x_{i+1}", "x_i+1"),
        ("x_{i^2}", "x_i^2"),
        (r"\sqrt{a^2}", r"\sqrt{a}^2"),
        (r"\frac{a}{b^2}", r"\frac{a}{b}^2"),
        (r"|a^2|", r"|a|^2"),
        (r"\lVert a^2\rVert", r"\lVert a\rVert^2"),
        (r"\softmax(S_i)", r"\softmax(S)_i"),
        (r"\exp(x^2)", r"\exp(x)^2"),
        (r"\softmax(S\T)", r"\softmax(S)\T"),
        ("a^{b^2}", "(a^b)^2"),
    ],
)
def test_different_formulas_are_said_differently(one: str, other: str) -> None:
    assert speak(one) != speak(other)


def test_tokens_stay_for_the_writer_to_spell() -> None:
    assert speak("a = \U000f0001") == "a ist gleich \U000f0001."


@pytest.mark.parametrize("tex", ALLOWED.values())
def test_all_allowed_tex_has_words_without_tex(tex: str) -> None:
    said = speak(tex)
    assert said
    assert not set(said) & set("\\{}^_$")


@given(st.text(max_size=30))
def test_speech_never_fails(tex: str) -> None:
    assert speak(tex)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ((), "W Index i hoch Q"),
        (("W^Q",), "W Q Index i"),
        (("W^Q_i",), "W Q Index i"),
        (("W", "Q"), "W Index i hoch Q"),
        (("W_i",), "W Index i hoch Q"),
    ],
)
def test_a_raised_letter_is_an_exponent_unless_it_is_part_of_a_declared_name(names: tuple[str, ...], said: str) -> None:
    """An eye sees no difference between x to the power N and a name `x^N`; the declaration does."""
    assert speak("W^Q_i", names) == said

r"""The list of allowed TeX: what passes, what is refused, with which advice."""

import pytest

from pipeline.document.tex import ALLOWED, ENVIRONMENTS, MACROS, expand, points, refused


@pytest.mark.parametrize("tex", [*ALLOWED.values(), *ENVIRONMENTS.values()])
def test_samples_are_allowed_themselves(tex: str) -> None:
    assert refused(tex) == ()


@pytest.mark.parametrize("command", ALLOWED)
def test_a_sample_shows_its_command(command: str) -> None:
    assert command in ALLOWED[command]


@pytest.mark.parametrize("macro", MACROS)
def test_macros_are_allowed_and_expand_to_no_macro(macro: str) -> None:
    assert refused(macro) == ()
    assert expand(expand(macro)) == expand(macro) != macro


@pytest.mark.parametrize(
    ("tex", "expanded"),
    [
        (r"QK\T", r"QK^{\top}"),
        (r"\vv{x}_i\T \vv{y}", r"\boldsymbol{x}_i^{\top} \boldsymbol{y}"),
        (r"\R^{L \times d}", r"\mathbb{R}^{L \times d}"),
        (r"\softmax(\vv z)", r"\operatorname{softmax}(\boldsymbol z)"),
        (r"\Rightarrow \\T", r"\Rightarrow \\T"),  # neither \R nor, after a row end, \T
    ],
)
def test_expand(tex: str, expanded: str) -> None:
    assert expand(tex) == expanded


@pytest.mark.parametrize(
    ("tex", "offset", "piece", "advice"),
    [
        (r"a \sofmax(b)", 2, r"\sofmax", r"did you mean \softmax?"),
        (r"\mathbf{x}", 0, r"\mathbf", r"write \vv{…} for a vector"),
        (r"a \leq b", 2, r"\leq", r"write \le"),
        (r"f\!\left(x\right)", 1, r"\!", r"leave the space to the writers, or write \, or \quad"),
        (r"\begin{align} a \end{align}", 7, "align", "write aligned"),
        (r"\begin{bmatrx} a \end{bmatrix}", 7, "bmatrx", "did you mean bmatrix?"),
        (r"a \\[4pt] b", 2, r"\\[4pt]", r"write \\ without a space in brackets"),
        (r"\left. a \right|", 0, r"\left.", "both fences must be visible"),
        (r"\text{falls $i$}", 0, r"\text{falls $", r"end \text{…} before the maths"),
        (r"a \zzzzzz b", 2, r"\zzzzzz", "it is not in the list of pipeline/document/tex.py"),
    ],
)
def test_refused(tex: str, offset: int, piece: str, advice: str) -> None:
    first = refused(tex)[0]
    assert (first.offset, first.piece, first.advice) == (offset, piece, advice)


def test_all_refusals_are_reported_in_order() -> None:
    assert [found.piece for found in refused(r"\bigl( \vec{x} \bigr) \\[1em]")] == [
        r"\bigl",
        r"\vec",
        r"\bigr",
        r"\\[1em]",
    ]


def test_typed_commas_become_points_only_between_digits() -> None:
    assert points(r"0{,}5 \cdot x{,}y + 12{,}75") == r"0.5 \cdot x{,}y + 12.75"

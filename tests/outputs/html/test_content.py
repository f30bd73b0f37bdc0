"""From a piece of Markdown, as it is after numbering, to the HTML of the page's text."""

from __future__ import annotations

import re

import pytest

from pipeline.outputs.html.writer import content
from pipeline.problems import Problems
from tests.outputs.samples import FIGURES, page

CHECKED = '[$$a = b$$]{#eq:x .equation number="3" check="x" proof="sympy" comparisons="54" alt="a gleich b"}'


def written(markdown: str) -> str:
    sample, problems = page(markdown), Problems()
    html = content(sample.blocks, sample.tokens, FIGURES, problems)()
    assert list(problems) == []
    return html


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("⟦w:0.401⟧", '<p><span class="number" data-number="w">0,401</span></p>'),
        ("⟦w:-0.4⟧", '<p><span class="number" data-number="w">−0,4</span></p>'),
        ("⟦d:12288⟧", '<p><span class="number" data-number="d">12\u202f288</span></p>'),
        ("⟦p:40:percent⟧", '<p><span class="number" data-number="p">40\u202f%</span></p>'),
        ("⟦n:4:word⟧ Wörter", '<p><span class="number" data-number="n">vier</span> Wörter</p>'),
        ("⟦e:<0.001⟧", '<p><span class="number" data-number="e">&lt;\u202f0,001</span></p>'),
        ("[⟦w:0.401⟧](z.html#w){.proof}", '<p><a href="z.html#w" class="proof number" data-number="w">0,401</a></p>'),
        ("„a“ \"b\" 'c'", "<p>„a“ „b“ ‚c‘</p>"),
        ('[gilt]{.claim check="a > b"}', '<p><span class="claim">gilt</span></p>'),
        ('[zwei]{.idiom reason="Redensart"}', "<p>zwei</p>"),
        ('`x = 1`{.code check="y"}', "<p><code>x = 1</code></p>"),
        ("[Nahrung]{.axis-1}", '<p><span class="axis-1">Nahrung</span></p>'),
        (
            '[gilt]{.claim .failed reason="0,31 < 0,35"}',
            '<p><del class="claim failed">gilt</del> <span class="reason">(0,31 &lt; 0,35)</span></p>',
        ),
    ],
)  # fmt: skip
def test_inlines(markdown: str, html: str) -> None:
    assert written(markdown).strip() == html


def test_a_numbered_equation_has_id_number_and_check_mark() -> None:
    html = written(CHECKED)
    assert '<span class="equation" id="eq:x">' in html
    assert '<math display="block" aria-label="a gleich b">' in html
    assert '<a class="numbering" href="#eq:x" aria-label="Gleichung 3">(3)</a>' in html
    assert html.count("✓") == 1


def test_the_check_mark_says_how_without_any_script() -> None:
    html = written(CHECKED)
    assert '<button type="button" class="check" popovertarget="check:eq:x" aria-label="Wie Gleichung 3 geprüft' in html
    assert '<span class="checked" id="check:eq:x" popover role="note">Diese Formel wird bei jedem Erzeugen' in html
    assert ': <span class="comparisons">54</span>\N{NO-BREAK SPACE}Vergleiche an Stichproben, dazu' in html


@pytest.mark.parametrize(
    "markdown",
    [
        "[$$a = b$$]{.display}",
        '[$$a = b$$]{.display check="x" proof="sympy" comparisons="54"}',  # only beside an equation's number
        '[$$a = b$$]{#eq:x .equation number="3" check="x"}',  # its check failed, in a draft
    ],
)
def test_a_display_without_number_and_one_whose_check_failed_have_no_check_mark(markdown: str) -> None:
    assert "✓" not in written(markdown)


def test_a_paragraph_of_one_display_is_no_paragraph() -> None:
    assert "<p>" not in written("[$$a = b$$]{.display}")
    assert "<p>Also <span" in written("Also [$$a = b$$]{.display}")


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("Es ist $x$. Also", 'Es ist <span class="nowrap">⟨x⟩.</span> Also'),
        ("Es ist ($x$)", 'Es ist <span class="nowrap">(⟨x⟩)</span>'),
        ("Es *ist $x$*: ja", 'Es <em>ist <span class="nowrap">⟨x⟩:</span></em> ja'),
        ('[Ist $x$]{.claim check="x"}, so', '<span class="claim">Ist <span class="nowrap">⟨x⟩,</span></span> so'),
        ("sind zusammen $1$", 'sind <span class="nowrap">zusammen ⟨1⟩</span>'),
        ("Es ist $x$ so", "Es ist ⟨x⟩ so"),
        ("wie GPT-3 [so](x-2 'GPT-3')", '<p>wie <span class="nowrap">GPT-3</span> <a href="x-2" title="GPT-3">so</a>'),
    ],
)
def test_no_line_breaks_between_a_formula_and_what_touches_it(markdown: str, html: str) -> None:
    formulas = re.sub(r"<math><m[in]>(.)</m[in]></math>", r"⟨\1⟩", written(markdown))
    assert html in formulas


def test_a_long_formula_keeps_what_touches_it_in_its_box() -> None:
    html = written("Es ist $a + b + c + d + e + f + g + h + i + j + k$. Also")
    assert re.search(r'<span class="long"><math>.*</math>\.</span> Also', html)


def test_a_table_carries_classes_scopes_and_a_caption_with_its_number() -> None:
    html = written("| | a |\n|:--|--:|\n| x | ⟦w:0.5⟧ |\n\n: Worum es geht. {#tbl:t number=2}")
    assert '<figure class="table" id="tbl:t"><figcaption>\n<span class="numbering">Tabelle 2</span> Worum' in html
    assert '<td class="left"></td>\n<th class="right">a</th>' in html  # an empty corner is no head
    assert '<th class="left" scope="row">x</th>' in html
    assert '<td class="right"><span class="number" data-number="w">0,5</span></td>' in html
    assert "style=" not in html


def test_a_figure_is_inline_named_and_described() -> None:
    html = written('![Es geht um ⟦w:0.5⟧.](figure:plane){#fig:p number="4" alt="Ein Punkt bei ⟦w:0.5⟧ & mehr."}')
    assert '<figure id="fig:p">' in html
    assert '<svg role="img" aria-labelledby="plane-title" aria-describedby="plane-description"' in html
    assert '<title id="plane-title">Abbildung 4</title>' in html
    assert '<desc id="plane-description">Ein Punkt bei 0,5 &amp; mehr.</desc>' in html
    assert '<text class="number" data-number="x-a-1"' in html
    assert '<text class="fill-soft number" data-number="x-a-2"' in html
    assert (
        '<span class="numbering">Abbildung 4</span> Es geht um <span class="number" data-number="w">0,5</span>.' in html
    )


def test_only_long_inline_formulas_may_scroll_on_a_phone() -> None:
    assert 'class="long"' not in written(r"$W^Q \in \R^{d \times d_k}$")
    assert '<span class="long"><math>' in written(r"$Q = XW^Q, \quad K = XW^K, \quad V = XW^V$")


def test_a_head_that_is_a_formula_has_a_name() -> None:
    html = written("| a | $x_1 + p$ |\n|:--|--:|\n| b | c |")
    assert '<math aria-hidden="true">' in html
    assert '<span class="unseen">x 1 + p</span></th>' in html


def test_numbers_in_code_have_a_point() -> None:
    html = written("``` output\n[⟦w:-0.401⟧]\n```")
    assert '<pre class="output"><code>[<span class="number" data-number="w">-0.401</span>]</code></pre>' in html


def test_python_is_highlighted() -> None:
    html = written("``` python\ndef f(x):\n    return x  # y\n```")
    assert '<pre class="python"><code><span class="keyword">def</span> f(x):\n' in html


def test_parts_hold_their_sections_and_the_outline_has_no_gap() -> None:
    html = written(
        "## Vorweg {#sec:a .unnumbered}\n\n# Eins {#part:1 .part number=I}\n\n## Darin {#sec:b number=1}\n\n"
        "::: {.part-navigation part=1}\n[Teil\u00a0I\u00a0von\u00a0I]{.position}\n:::\n\n## Danach {#sec:c .unnumbered}"
    )
    assert '<section id="sec:a" class="level2">\n<h2>Vorweg</h2>\n</section>' in html
    assert (
        '<h2 class="part"><span class="numbering">Teil I</span> Eins</h2>\n<section id="sec:b" class="level3">' in html
    )
    assert '<nav class="part-navigation" aria-label="Teil\u00a0I\u00a0von\u00a0I">' in html
    assert html.rstrip().endswith('<section id="sec:c" class="level2">\n<h2>Danach</h2>\n</section>')


@pytest.mark.parametrize(
    ("markdown", "opening"),
    [
        ('::: {.remark title="Warum"}\nx\n:::', '<div class="remark" role="note">\n<div class="label">\nWarum'),
        ("::: byhand\nx\n:::", '<div class="byhand">\n<div class="label">\nVon Hand gerechnet'),
        ("::: margin\nx\n:::", '<div class="margin" role="note">\n<p>x</p>'),
        ("::: keysentence\nx\n:::", '<div class="keysentence">\n<p>x</p>'),
        ("::: {.contents #inhalt}\n- x\n:::", '<nav class="contents" id="inhalt" aria-label="Inhaltsverzeichnis">'),
        ('::: {.claim check="y"}\nx\n:::', "<p>x</p>"),
        ('::: {.claim .failed reason=0}\nx\n:::', '<del class="failed">\n<p>x</p>\n</del><p class="reason">(0)'),
        ('::: {.listing #lst:x includes="softmax" prints="W"}\nx\n:::', '<div id="lst:x" class="listing">\n<p>x</p>'),
    ],
)  # fmt: skip
def test_boxes(markdown: str, opening: str) -> None:
    assert written(markdown).startswith(opening)


def test_a_formula_that_the_converter_refuses_is_a_problem() -> None:
    sample, problems = page(r"$\unknowncommand$"), Problems()
    assert "<merror>" in content(sample.blocks, sample.tokens, {}, problems)()
    assert [problem.code for problem in problems] == ["writer"]

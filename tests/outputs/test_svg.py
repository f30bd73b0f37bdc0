"""Matplotlib's SVG made fit for pages: attributes, classes, ids, marks, formulas."""

from __future__ import annotations

import pytest

from pipeline.outputs.svg import Text, texts, tidied

ROLES = {"#000001": "ink", "#ff8800": "axis-1"}


def tidy(body: str) -> str:
    source = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 90 60">'
        "<metadata>date</metadata><defs><style>*{}</style></defs>"
        f'<g id="figure_1">{body}</g></svg>'
    )
    svg = tidied(source, "plane", "STIX Two Text", 16, ROLES)
    return svg[svg.index(">") + 1 :].strip().removesuffix("</svg>")


def test_styles_become_attributes_and_colours_classes() -> None:
    path = tidy('<path d="M 0.123456 1.000001 \n L 2 -0.0001" style="fill: none; stroke: #ff8800; stroke-width: 1.5"/>')
    assert path == '<path class="stroke-axis-1" d="M 0.12 1 L 2 0" fill="none" stroke="#ff8800" stroke-width="1.5" />'


def test_a_colour_outside_the_palette_is_refused() -> None:
    with pytest.raises(ValueError, match="#123456 is no colour of the palette"):
        tidy('<path d="M 0 0" style="fill: #123456"/>')


def test_ids_begin_with_the_name_and_unused_ones_go() -> None:
    body = '<defs><path id="m7a" d="M 0 0"/></defs><g id="axes_1"><use xlink:href="#m7a" x="1.0"/></g>'
    assert tidy(body) == '<defs><path d="M 0 0" id="plane-1" /></defs><use href="#plane-1" x="1" />'


def test_what_is_not_seen_goes() -> None:
    assert tidy('<g id="patch_1"><path d="M 0 0 z" style="fill: none"/></g><g/><defs/>') == ""


def test_text_in_ink_says_nothing_about_its_looks() -> None:
    style = "fill: #000001; font-size: 16px; font-family: 'X'"
    assert (
        tidy(f'<text style="{style}" transform="rotate(-0 1 2)" x="1" y="2">a</text>') == '<text x="1" y="2">a</text>'
    )


def test_numbers_and_ticks_are_marked() -> None:
    svg = tidy('<g id="number-w-apple-3"><g><text>0,401</text></g></g><g id="tick"><text>0,5</text></g><text>a</text>')
    assert list(texts(f'<svg xmlns="http://www.w3.org/2000/svg">{svg}</svg>')) == [
        Text("0,401", number="w-apple-3"),
        Text("0,5", tick=True),
        Text("a"),
    ]


def test_marks_are_handed_to_what_they_mark() -> None:
    drawn = '<path d="M 0 0" style="fill: #ff8800"/>'
    assert 'data-x="w.apple,120.125,8," data-y=",0,1,"' in tidy(
        f'<g id="data-x=w.apple,120.125,8, data-y=,0,1,">{drawn}</g>'
    )
    both = tidy('<g id="number-w-apple-3 data-x=w.apple,1,0,"><text>0,401</text></g>')
    assert both == '<text data-number="w-apple-3" data-x="w.apple,1,0,">0,401</text>'


@pytest.mark.parametrize(
    ("formula", "pieces"),
    [
        ("Q", "<tspan>Q</tspan>"),
        ("W^Q", '<tspan>W</tspan><tspan dy="-3.6" font-size="7.2">Q</tspan>'),
        ("d_kx", '<tspan>d</tspan><tspan dy="2.2" font-size="7.2">k</tspan><tspan dy="-2.2">x</tspan>'),
        ("K^⊤", '<tspan>K</tspan><tspan dy="-3.6" font-size="7.2" font-style="normal">⊤</tspan>'),
        ("sin p", '<tspan font-style="normal">sin </tspan><tspan>p</tspan>'),
        ("Y_{<t}", '<tspan>Y</tspan><tspan dy="2.2" font-size="7.2">&lt;t</tspan>'),
    ],
)
def test_formulas_are_typeset(formula: str, pieces: str) -> None:
    escaped = formula.replace("<", "&lt;")
    svg = tidy(f'<g id="symbol"><text style="font-size: 10px">{escaped}</text></g>')
    assert svg == f'<text font-size="10">{pieces}</text>'

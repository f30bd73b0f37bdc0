"""The audit: clean outputs pass, and every planted wrong digit is found, in HTML, PDF bytes and drawings."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pikepdf
import pytest

from pipeline.outputs.audit.expected import Expected, expected
from pipeline.outputs.audit.form import audit_form
from pipeline.outputs.audit.html import audit_html
from pipeline.outputs.audit.pdf import audit_pdf
from pipeline.outputs.audit.pdftext import sheets
from pipeline.outputs.audit.svg import audit_svg
from pipeline.outputs.figures import Drawing
from pipeline.outputs.html.writer import begun
from pipeline.outputs.pdf.writer import compiled, source
from pipeline.problems import Code, Place, Problems
from pipeline.quantities.tokens import Number, Tokens
from tests.outputs import samples

SITE: Any = SimpleNamespace(title="Projekt", license="CC BY 4.0", pages=())
NUMBER = re.compile(r'data-number="([^"]*)">([^<]*)<')


def drawing(tokens: Tokens) -> Drawing:
    numbers = {number.id: number for number in tokens.numbers if number.id in ("x-a-1", "x-a-2")}
    return Drawing("plane", samples.FIGURES["plane"], numbers, Place("figures/plane.py"))


@pytest.fixture(scope="module")
def known() -> Expected:
    page = samples.page()
    return expected(page, [drawing(page.tokens)], (SITE.title, SITE.license))


@pytest.fixture(scope="module")
def sample_html() -> str:
    return begun(samples.page(), samples.FIGURES, SITE, Problems())()


def found(output: str | bytes, known: Expected) -> list[str]:
    """The messages of the audit of a page (text) or a PDF (bytes)."""
    problems = Problems()
    if isinstance(output, str):
        audit_html(output, "index.html", known, problems)
    else:
        audit_pdf(output, "a.pdf", samples.page(), known, problems)
    assert all(problem.code is Code.AUDIT for problem in problems)
    return [problem.message for problem in problems]


def other(text: str) -> str:
    """A text whose last digit is another one; of a word the word in capitals."""
    at = max((index for index, sign in enumerate(text) if sign.isdigit()), default=-1)
    return text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :] if at >= 0 else text.upper()


# ---------------------------------------------------------------- what is right passes


def test_html_and_pdf_are_clean_and_show_the_same_numbers(sample_html: str, sample_pdf: bytes, known: Expected) -> None:
    problems = Problems()
    in_html = audit_html(sample_html, "index.html", known, problems)
    in_pdf = audit_pdf(sample_pdf, "a.pdf", samples.page(), known, problems)
    assert not [str(problem) for problem in problems]
    assert in_html == known.text
    assert in_pdf == in_html
    assert len(in_pdf) > 25


def test_a_large_number_in_a_formula_needs_no_groups() -> None:
    page = samples.page('Es sind [$a = ⟦large:131072⟧$]{.checked check="a" alt="a ist 131 072."} Zahlen.\n')
    problems = Problems()
    pdf = compiled(source(page, samples.proofs_of(page), problems), page, {}, problems)
    audit_pdf(pdf, "a.pdf", page, expected(page), problems)
    assert not list(problems)


# ---------------------------------------------------------------- HTML


def test_each_wrong_number_on_the_page_is_found(sample_html: str, known: Expected) -> None:
    numbers = list(NUMBER.finditer(sample_html))
    assert len(numbers) > 50
    for match in numbers:
        damaged = sample_html[: match.start(2)] + other(match[2]) + sample_html[match.end(2) :]
        assert any(match[1] in message for message in found(damaged, known)), match[0]


@pytest.mark.parametrize(
    ("place", "planted"),
    [
        ("Wenden Sie", "Wenden Sie 7 Mal"),
        ("Wenden Sie", "Wenden Sie ½ Mal"),
        ("Wenden Sie", "Wenden Sie x² Mal"),
        ("liegt zwi", "liegt 3 zwi"),
        ("<mn>0</mn>", "<mn>6</mn>"),
        ("<mn>0</mn>", ""),
        ('"Das Gewicht ist ungefähr 0,401."', '"Das Gewicht ist ungefähr 0,402."'),
        ("Apple liegt bei 1,00 und 0,20.", "Apple liegt bei 1,00 und 0,21."),
        (">Nahrung</text>", ">Nahrung 0,3</text>"),
        ('<span class="numbering">Tabelle 1', '<span class="numbering">Tabelle 9'),
        ('"comparisons">54<', '"comparisons">55<'),
        ('<span class="comparisons">54</span>\N{NO-BREAK SPACE}Vergleiche', "Vergleiche"),
        ('data-number="w-aa"', 'data-number="w-zz"'),
        ("0.401</span> <span", "0,401</span> <span"),
    ],
)
def test_other_wrong_digits_on_the_page_are_found(place: str, planted: str, sample_html: str, known: Expected) -> None:
    assert place in sample_html
    assert found(sample_html.replace(place, planted, 1), known)


def test_a_number_that_is_missing_on_the_page_is_found(sample_html: str, known: Expected) -> None:
    without = re.sub(r'<span class="number" data-number="parameters">[^<]*</span>', "viele", sample_html)
    assert found(without, known) == ["the number parameters stands 0 times on the page instead of 1"]


def test_scripts_styles_and_dates_are_not_read(sample_html: str, known: Expected) -> None:
    with_more = sample_html.replace("</main>", "</main><script>let a = 123</script><style>p{margin:9px}</style>")
    assert not found(with_more, known)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('id="eq:query"', 'id="eq:cosine"', "the id eq:cosine is used 2 times"),
        ('id="sec:mean"', "", "a link leads to #sec:mean, which is nowhere"),
        ("<main", '<main style="color: red"', 'the page holds <main style="color: red"'),
        ("</head>", "<style>p {}</style></head>", "the page holds <style"),
        ("</head>", "<script>alert()</script></head>", "the page holds <script>"),
        ("<main", '<img src="https://example.org/x.png"><main', 'the page holds <img src="https://example.org/x.png">'),
        ("<main", '<main onclick="x()"', 'the page holds <main onclick="x()"'),
    ],
)  # fmt: skip
def test_a_fault_of_form_is_found(old: str, new: str, complaint: str, sample_html: str) -> None:
    assert old in sample_html
    problems = Problems()
    audit_form(sample_html, "index.html", problems)
    assert not list(problems)
    audit_form(sample_html.replace(old, new, 1), "index.html", problems)
    assert any(problem.message.startswith(complaint) for problem in problems)


# ---------------------------------------------------------------- PDF


def wrong_page_pdf(identity: str, digits: str) -> bytes:
    """The PDF of the sample page with another value for one number."""
    page, problems = samples.page(), Problems()

    def changed(number: Number) -> Number:
        return replace(number, digits=digits) if number.id == identity else number

    page = replace(page, tokens=replace(page.tokens, numbers=[changed(number) for number in page.tokens.numbers]))
    text = source(page, samples.proofs_of(page), problems)
    return compiled(text, page, samples.FIGURES, problems)


@pytest.mark.parametrize(
    ("identity", "digits"),
    [
        ("w-sa", "0.178"),
        ("parameters", "12289"),
        ("shift", "0.416"),
        ("word-four", "5"),
        ("e-aa", "2.828"),
        ("share", "41"),
    ],
)
def test_a_wrong_number_in_the_pdf_is_found(identity: str, digits: str, known: Expected) -> None:
    messages = found(wrong_page_pdf(identity, digits), known)
    assert any(identity in message or message.startswith("the formula") for message in messages)


def test_each_wrong_digit_in_the_bytes_of_the_pdf_is_found(sample_pdf: bytes, known: Expected) -> None:
    damaged = [pdf for text in ("0,401", "0,179", "2,829", "7,051") for pdf in damaged_pdfs(sample_pdf, text)]
    assert len(damaged) >= 6
    for pdf in damaged:
        assert found(pdf, known)


def damaged_pdfs(pdf: bytes, text: str) -> list[bytes]:
    """For each place before the appendix where a font shows this text: the PDF with another last digit there."""
    results = []
    pages = [number for number, sheet in enumerate(sheets(pdf)) if "Nachweis der Zahlen" not in text_of(sheet)]
    for page in pages[: pages[-1]]:
        place = 0
        while (damaged := _damaged(pdf, page, text, place)) is not None:
            results.append(damaged)
            place += 1
    return results


def text_of(sheet: Any) -> str:
    return "".join(sign.text for sign in sheet.signs)


def _damaged(pdf: bytes, number: int, text: str, place: int) -> bytes | None:
    document = pikepdf.open(io.BytesIO(pdf))
    page = document.pages[number]
    glyphs: dict[str, bytes] = {}
    content, seen = [], 0
    for operands, operator in pikepdf.parse_content_stream(page):
        if str(operator) == "Tf":
            glyphs = {sign: code for code, sign in _letters(page.Resources.Font[operands[0]]).items()}
        if str(operator) in ("Tj", "TJ") and set(text) <= glyphs.keys():
            wanted = b"".join(glyphs[sign] for sign in text)
            shown = b"".join(bytes(part) for part in _strings(operands))
            if wanted in shown:
                if seen == place and (digit := next((d for d in "2345678" if d in glyphs and d != text[-1]), "")):
                    false = shown.replace(wanted, wanted[:-2] + glyphs[digit], 1)
                    operands, operator = [pikepdf.Array([pikepdf.String(false)])], pikepdf.Operator("TJ")
                    place = -1
                seen += 1
        content.append((operands, operator))
    if place != -1:
        return None
    page.Contents = document.make_stream(pikepdf.unparse_content_stream(content))
    target = io.BytesIO()
    document.save(target)
    return target.getvalue()


def _strings(operands: Any) -> list[Any]:
    parts = operands[0] if isinstance(operands[0], pikepdf.Array) else operands
    return [part for part in parts if isinstance(part, pikepdf.String)]


def _letters(font: Any) -> dict[bytes, str]:
    """Glyph code → character, from the font's own table."""
    table = font.ToUnicode.read_bytes().decode("latin-1")
    return {
        bytes.fromhex(code): bytes.fromhex(sign).decode("utf-16-be")
        for code, sign in re.findall(r"<([0-9A-Fa-f]{4})>\s*<([0-9A-Fa-f]{4,8})>\s*\n", table)
    }


def test_text_in_the_margin_is_found(known: Expected) -> None:
    page, problems = samples.page(), Problems()
    text = source(page, samples.proofs_of(page), problems) + "\n#pad(left: -20mm)[Rand]"
    messages = found(compiled(text, page, samples.FIGURES, problems), known)
    assert len(messages) == 1
    assert "text sticks out of the measure: 'Rand'" in messages[0]


# ---------------------------------------------------------------- drawings


def test_a_clean_drawing_passes_and_names_its_numbers() -> None:
    problems = Problems()
    plane = drawing(samples.page().tokens)
    assert audit_svg(plane.svg, "plane.svg", plane.numbers, problems) == {"x-a-1", "x-a-2"}
    assert not list(problems)


@pytest.mark.parametrize(
    ("place", "planted", "message"),
    [
        (">1,00<", ">1,01<", "the number x-a-1 shows '1,01' in the drawing instead of '1,00'"),
        (">1,00<", ">1.00<", "the number x-a-1 shows '1.00'"),
        ('data-number="x-a-1"', "", "'1,00' stands in the drawing and is neither a marked number nor a tick"),
        ('data-number="x-a-1"', 'data-number="x-z"', "instead of nothing, since the ledger does not have it"),
        (">Nahrung<", ">Nahrung 7<", "'Nahrung 7' stands in the drawing"),
    ],
)
def test_a_wrong_digit_in_a_drawing_is_found(place: str, planted: str, message: str) -> None:
    problems = Problems()
    plane = drawing(samples.page().tokens)
    assert place in plane.svg
    audit_svg(plane.svg.replace(place, planted, 1), "plane.svg", plane.numbers, problems)
    assert [message in problem.message for problem in problems] == [True]


def test_ticks_and_names_may_hold_digits() -> None:
    problems = Problems()
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><text data-tick="">0,5</text><text>GPT-2</text></svg>'
    audit_svg(svg, "a.svg", {}, problems, names=frozenset(("GPT-2",)))
    assert not list(problems)

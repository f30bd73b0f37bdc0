"""A page as PDF: accessible, archivable, navigable, the same bytes each time."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pikepdf
import pytest

from pipeline.outputs.audit.pdftext import Link, Sheet, sheets
from pipeline.outputs.pdf import compiled, source
from pipeline.problems import Code, Problems, Refusal
from tests.outputs import samples

FAMILIES = ("STIXTwoText", "STIXTwoMath", "JetBrainsMono")


@pytest.fixture(scope="module")
def document(sample_pdf: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(sample_pdf))


@pytest.fixture(scope="module")
def pages(sample_pdf: bytes) -> list[Sheet]:
    return sheets(sample_pdf)


def structure(node: Any) -> Iterator[pikepdf.Dictionary]:
    """All structure elements below a node of the tag tree."""
    if isinstance(node, pikepdf.Array):
        for item in node:
            yield from structure(item)
    elif isinstance(node, pikepdf.Dictionary):
        if "/S" in node:
            yield node
        yield from structure(node.get("/K"))


def covered(page: Sheet, link: Link) -> str:
    return "".join(sign.text for sign in page.inside(link.areas)).strip()


def written(markdown: str) -> tuple[str, Problems]:
    """The Typst source of a page with this text, without the template, and the problems."""
    page, problems = samples.page(markdown), Problems()
    text = source(page, samples.proofs_of(page), problems)
    return text[text.rindex("#german-date") :], problems


def test_the_same_bytes_each_time(sample_pdf: bytes) -> None:
    page, problems = samples.page(), Problems()
    assert compiled(source(page, samples.proofs_of(page), problems), page, samples.FIGURES, problems) == sample_pdf


def test_it_says_what_it_is(document: pikepdf.Pdf) -> None:
    assert document.Root.MarkInfo.Marked
    assert document.Root.Lang == "de-DE"
    assert document.Root.ViewerPreferences.DisplayDocTitle
    with document.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"
        assert (metadata["pdfaid:part"], metadata["pdfaid:conformance"]) == ("2", "A")
        assert metadata["dc:title"] == "Aufmerksamkeit, am Muster gezeigt"
        assert metadata["dc:creator"] == ["Projekt nachgerechnet"]
        assert str(metadata["xmp:CreateDate"]).startswith("2026-01-15")


def test_every_picture_and_formula_has_words(document: pikepdf.Pdf) -> None:
    elements = [node for node in structure(document.Root.StructTreeRoot.K) if node.S in ("/Figure", "/Formula")]
    kinds = {str(node.S) for node in elements}
    assert kinds == {"/Figure", "/Formula"}
    assert all(str(node.get("/Alt", "")).strip() for node in elements)


def test_the_words_of_a_checked_formula_are_its_own_and_others_are_read_aloud(document: pikepdf.Pdf) -> None:
    spoken = {str(node.Alt) for node in structure(document.Root.StructTreeRoot.K) if node.S == "/Formula"}
    assert "Das Gewicht ist ungefähr 0,401." in spoken
    assert "x Index i aus R hoch d" in spoken


def test_the_tags_hold_headings_lists_tables_and_links(document: pikepdf.Pdf) -> None:
    kinds = {str(node.S) for node in structure(document.Root.StructTreeRoot.K)}
    assert kinds >= {"/Title", "/H1", "/H2", "/P", "/L", "/Table", "/TH", "/Caption", "/Link", "/Code"}


def test_a4_and_only_the_houses_fonts(document: pikepdf.Pdf) -> None:
    for page in document.pages:
        assert [round(float(side)) for side in page.MediaBox] == [0, 0, 595, 842]
        for font in page.Resources.get("/Font", {}).values():
            name = str(font.BaseFont).partition("+")[2]
            assert name.startswith(FAMILIES), name


def test_the_outline_puts_sections_below_their_part_and_the_rest_beside_it(document: pikepdf.Pdf) -> None:
    with document.open_outline() as outline:
        tree = {item.title: [child.title for child in item.children] for item in outline.root}
    assert tree["Der Mechanismus"] == ["Der gewichtete Mittelwert", "Skaliertes Skalarprodukt"]
    assert tree["Literatur"] == []
    assert "Nachweis der Zahlen" in tree


def test_the_contents_end_with_what_is_appended(pages: list[Sheet]) -> None:
    contents = next(page for page in pages if "Inhaltsverzeichnis" in "".join(sign.text for sign in page.signs))
    links = {covered(contents, link): link.target for link in contents.links}
    target = links["Nachweis der Zahlen"]
    assert pages[target.page].word_at(target.x, target.y) == "Nachweis"
    assert list(links).index("Nachweis der Zahlen") > list(links).index("Literatur")


def test_a_reference_leads_to_what_it_names(pages: list[Sheet]) -> None:
    links = {covered(page, link): link.target for page in pages for link in page.links}
    target = links["Abschnitt 3"]
    assert pages[target.page].word_at(target.x, target.y) == "3"
    target = links["Gleichung (1)"]
    near = [sign.text for sign in pages[target.page].signs if target.y - 60 < sign.base < target.y]
    assert "(1)" in "".join(near)


def test_a_number_leads_to_its_proof_and_the_proof_back(pages: list[Sheet]) -> None:
    links = [(covered(page, link), link.target) for page in pages for link in page.links]
    there, back = (target for text, target in links if text == "3555")
    assert pages[there.page].word_at(there.x, there.y) == "small"
    line = [sign.text for sign in pages[back.page].signs if abs(sign.base - back.y) < 20]
    assert "3555" in "".join(line)


def test_numbers_are_given_and_never_counted_by_typst() -> None:
    text, _ = written('[$$a = b$$]{#eq:cosine .equation number="41" alt="a ist b."}')
    assert '#display("41", "", "", "a ist b.", $ a = b $)<eq:cosine>' in text


@pytest.mark.parametrize(
    ("markdown", "typst"),
    [
        ("Es sind ⟦w:0.401⟧.", '#number("w", "0,401")<place:w>.'),
        ("Noch ⟦w:0.401⟧ und ⟦w:0.401⟧ a.", '<place:w> und #number("w", "0,401"); a.'),
        ("[⟦w:0.401⟧ lang](#eq:cosine)", "#link(<eq:cosine>)[0,401 lang]"),
        ("`x = ⟦w:0.401⟧`", "`x = 0.401`"),
        ("\"a 'b'\"", "„a ‚b‘“"),
        ("[a]{.axis-2}", "#axis(2)[a];"),
        ('[a]{.claim .failed reason="⟦w:0.401⟧ < 1"}', '#failed("0,401 < 1")[a];'),
        ("$d_k$", '#formula("", "d Index k", $d_(k)$);'),
        ("$⟦w:0.401⟧$(a)", '#formula("formel-1", "0,401", $"0,401"$);\\(a)'),
        ("::: keysentence\na\n:::", "#keysentence[\na\n\n]"),
        ('::: {.remark title="Wegen ⟦w:0.401⟧"}\na\n:::', '#remark("Wegen 0,401")[\na\n\n]'),
        ("# A {#sec:a number=4}", '#section("4", 1)[A] <sec:a>'),
        ("# A {#part:1 .part number=I}", '#part("I")[A] <part:1>'),
    ],
)
def test_each_kind_of_node(markdown: str, typst: str) -> None:
    text, problems = written(markdown + "\n\n[$$a$$]{#eq:cosine .equation}")
    assert typst in text
    assert not list(problems)


def test_a_long_vector_may_go_over_the_end_of_a_line() -> None:
    vector = ";\N{NO-BREAK SPACE}".join(f"⟦w-{place}:0.{place}⟧" for place in range(1, 7))
    text, _ = written(f"[{vector}] und [⟦a:1⟧;\N{NO-BREAK SPACE}⟦b:2⟧]")
    assert r"<place:w-1>\; #number" in text
    assert r"<place:a>\;~#number" in text


def test_a_command_outside_the_list_is_a_problem_and_the_formula_stays_readable() -> None:
    text, problems = written(r"$\mathbf{⟦w:0.401⟧}$")
    assert [problem.code for problem in problems] == [Code.WRITER]
    assert "mathbf" in text
    assert "0.401" in text


@pytest.mark.parametrize(
    ("markdown", "figures", "message"),
    [
        ("Ein Zeichen, das keiner Schrift gehört: 漢", {}, "could not be displayed"),
        ('![A](figure:plane){#fig:plane number="1" alt=""}', samples.FIGURES, "alt"),
        ("[a](#nowhere)", {}, "label `<nowhere>` does not exist"),
    ],
)
def test_what_typst_refuses_is_a_problem(markdown: str, figures: dict[str, str], message: str) -> None:
    page, problems = samples.page(markdown), Problems()
    with pytest.raises(Refusal):
        compiled(source(page, (), problems), page, figures, problems)
    (problem,) = problems
    assert problem.code is Code.WRITER
    assert message in str(problem)


def test_the_mark_beside_an_equation_leads_to_how_it_was_checked_and_that_line_back(pages: list[Sheet]) -> None:
    marks = [link for page in pages for link in page.links if covered(page, link) == "✓"]
    assert len(marks) == 3  # of five checked formulas three have numbers
    target = marks[0].target
    assert pages[target.page].word_at(target.x, target.y) == "Gleichung"
    line = "".join(sign.text for sign in pages[target.page].signs if 10 < target.y - sign.base < 22)
    assert "54\N{NO-BREAK SPACE}Vergleiche an Stichproben" in line
    (back,) = [link.target for link in pages[target.page].links if "(1)," in covered(pages[target.page], link)]
    near = [sign.text for sign in pages[back.page].signs if back.y - 60 < sign.base < back.y]
    assert "(1) ✓" in "".join(near)


def test_checked_formulas_are_listed_by_sections_and_unchecked_ones_are_not() -> None:
    text, _ = written(
        "# A {#sec:a number=4}\n\n[$$a$$]{.equation #eq:b number=9 check=b} [$c$]{check=c proof=exact comparisons=2}"
    )
    listed = text[text.index("<formelnachweis>") :]
    assert "#link(<sec:a>)[4 A]" in listed
    assert '#formula-check("", "", "c", "2\N{NO-BREAK SPACE}Vergleiche, mit den Zahlen dieses Textes exakt")' in listed
    assert "eq:b" not in listed
    assert "formelnachweis" not in written("[$$a$$]{.display}")[0]


def test_columns_are_as_wide_as_their_cells_not_as_their_dashes() -> None:
    """A line of more than 72 signs makes pandoc share the page among the columns, as the dashes say."""
    cell = "ein sehr langer Text, der allein schon mehr Platz braucht als eine Zeile im Manuskript"
    text, _ = written(f"| a | b |\n|:--|:--|\n| {cell} | kurz |\n\n: Beschriftung {{#tbl:t number=1}}")
    assert "columns: 2" in text
    assert "%" not in text

"""The font files hold what the pages print."""

from __future__ import annotations

import pytest
from fontTools.ttLib import TTFont

from pipeline.outputs import fonts

FACES = ("Regular", "Italic", "Bold", "BoldItalic")
GERMAN = "ÄÖÜäöüß„“‚‘–−≈≤≥→·×\u202f\u00a0\u00ad§éèŁł✓"


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("ending", ["ttf", "woff2"])
def test_text_faces_have_the_signs_of_german_text(face: str, ending: str) -> None:
    characters = TTFont(fonts.FOLDER / f"STIXTwoText-{face}.{ending}").getBestCmap()
    assert [sign for sign in GERMAN if ord(sign) not in characters] == []


@pytest.mark.parametrize("face", FACES)
def test_figures_are_equally_wide_so_that_columns_of_decimals_align(face: str) -> None:
    font = TTFont(fonts.FOLDER / f"STIXTwoText-{face}.woff2")
    widths = [font["hmtx"][font.getBestCmap()[ord(digit)]][0] for digit in "0123456789"]
    assert max(widths) - min(widths) <= 2  # thousandths of the font size


def test_the_formula_face_has_letters_signs_and_growing_forms() -> None:
    font = TTFont(fonts.FOLDER / "STIXTwoMath-Regular.woff2")
    letters = "ℝ⊤‖√∑∏⏞⏟⟨⟩∈∞⋯…𝒙𝛼𝐱𝑄ℓ𝟎𝒜"
    assert [sign for sign in letters if ord(sign) not in font.getBestCmap()] == []
    assert font["MATH"].table.MathVariants.VertGlyphCount > 0


@pytest.mark.parametrize("sign", "()[]{}√")
def test_growing_forms_are_hardly_wider_than_the_smallest(sign: str) -> None:
    """Browsers reserve the widest form's width for every form."""
    font = TTFont(fonts.FOLDER / "STIXTwoMath-Regular.woff2")
    variants, name = font["MATH"].table.MathVariants, font.getBestCmap()[ord(sign)]
    construction = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(name)]
    forms = [record.VariantGlyph for record in construction.MathGlyphVariantRecord]
    forms += [record.glyph for record in construction.GlyphAssembly.PartRecords]
    assert max(font["hmtx"][form][0] for form in forms) <= 1.26 * font["hmtx"][name][0]


def test_the_web_fonts_are_small() -> None:
    assert sum(path.stat().st_size for path in fonts.FOLDER.glob("*.woff2")) < 180_000

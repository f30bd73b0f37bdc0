"""Makes the font files of this folder from the npm packages `@fontsource/…`; run by hand, seldom.

    npm pack @fontsource/stix-two-text @fontsource/stix-two-math @fontsource/jetbrains-mono
    (unpack each archive into FOLDER/<name of the package without scope>)
    python -m pipeline.outputs.fonts.make FOLDER

The packages hold each face cut into scripts, and the text faces without the few signs that German
text about mathematics needs (U+202F, ≈, →, √ …).  So each face is put together again, with these
signs taken from STIX Two Math, whose upright letters and figures are the same design.  `*.ttf` is
for Typst and Matplotlib, `*.woff2` is the smaller choice of glyphs for the web page.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent

TEXT_FACES = {"Regular": "400-normal", "Italic": "400-italic", "Bold": "700-normal", "BoldItalic": "700-italic"}
TEXT_FEATURES = ["kern", "liga", "locl", "ccmp", "mark", "mkmk", "pnum"]
SIGNS = "\u202f\u2003\u2192\u2190\u2191\u2193\u21a9\u2194\u21d2≈≠≤≥±√∞∈∑∂∇⊤‖⋅ℝ✓"

LATIN = {*range(0x20, 0x7F), *range(0xA0, 0x180), *(ord(sign) for sign in "‐‑–—‘’‚“”„†•…‰‹›€−\u2009")}
GREEK = {*range(0x391, 0x3AA), *range(0x3B1, 0x3CA)}
MATH = {
    *range(0x20, 0x7F),
    *(ord(sign) for sign in "\u00a0¬±·×÷–—‖†…′″\u2061\u2062\u2063\u2009\u202f⃗⃖̂̃̄̇̈ℓℝℕℤℂℚℙℒℎℬℋ⌊⌋⌈⌉⟨⟩⏞⏟⎴⎵⏜⏝√✓"),
    *(ord(sign) for sign in "←↑→↓↔↦⇒⇐⇔⟶⟵∀∂∃∅∇∈∉∋∏∑−∓∗∘∙∝∞∠∣∥∧∨∩∪∫∴∼≃≅≈≔≠≡≤≥≪≫⊂⊃⊆⊇⊕⊖⊗⊙⊤⊥⋅⋆⋮⋯⋱"),
    *(ord(sign) for sign in "ÄÖÜäöüß„“‚‘"),
    *GREEK,
    *(ord(sign) for sign in "ϵϑϕϱ"),
    *range(0x1D400, 0x1D49C),  # bold, italic and bold italic Latin
    *range(0x1D49C, 0x1D4D0),  # script capitals
    *range(0x1D538, 0x1D552),  # double-struck capitals
    *range(0x1D6A4, 0x1D7D8),  # Greek in the same styles, bold figures
}

LINE_METRICS = {
    "hhea": ("ascent", "descent", "lineGap"),
    "OS/2": ("sTypoAscender", "sTypoDescender", "sTypoLineGap", "usWinAscent", "usWinDescent"),
}

# How much wider than its smallest form a growing sign may become (see `slender`).
GROWTH = dict.fromkeys("()[]{}⟨⟩⌊⌋⌈⌉", 1.25) | {"√": 1.08}


def options(features: list[str]) -> Options:
    """Options of the subsetter: no hints (the outlines are smooth enough), names kept, no dates renewed."""
    chosen = Options()
    chosen.layout_features = features
    chosen.hinting = False
    chosen.notdef_outline = True
    chosen.recalc_timestamp = False
    chosen.drop_tables += ["STAT", "DSIG", "gasp"]
    return chosen


def cut(source: Path, characters: set[int], features: list[str], drop: tuple[str, ...] = ()) -> TTFont:
    """Return the font of a file with these characters and features only, without the tables in `drop`."""
    font = TTFont(source, recalcTimestamp=False)
    for table in drop:
        if table in font:
            del font[table]
    subsetter = Subsetter(options(features))
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    font.flavor = None
    return font


def joined(parts: list[TTFont], folder: Path) -> TTFont:
    """Merge fonts with disjoint characters into one that carries the names of the first."""
    paths = [folder / f"part-{index}.ttf" for index in range(len(parts))]
    for part, path in zip(parts, paths, strict=True):
        part.save(path)
    font = Merger().merge([str(path) for path in paths])
    first = parts[0]
    font["head"].created = font["head"].modified = first["head"].modified
    font.recalcTimestamp = False
    for table, fields in LINE_METRICS.items():  # the merger takes the largest, which are those of tall integrals
        for field in fields:
            setattr(font[table], field, getattr(first[table], field))
    for path in paths:
        path.unlink()
    return font


def text_face(folder: Path, face: str) -> TTFont:
    """One face of STIX Two Text: Latin and Greek, and the signs of STIX Two Math."""
    files, name = folder / "stix-two-text" / "files", TEXT_FACES[face]
    signs = {ord(sign) for sign in SIGNS}
    parts, seen = [], set(signs)
    for script in ("latin", "latin-ext", "greek"):
        source = files / f"stix-two-text-{script}-{name}.woff2"
        characters = set(TTFont(source).getBestCmap()) - seen
        seen |= characters
        parts.append(cut(source, characters, TEXT_FEATURES))
    math = folder / "stix-two-math" / "files" / "stix-two-math-latin-400-normal.woff2"
    parts.append(cut(math, signs, [], drop=("MATH", "GSUB", "GPOS", "GDEF")))
    return joined(parts, HERE)


def slender(font: TTFont) -> None:
    """Press the large forms of fences and roots together, down to about the width of the smallest.

    Browsers reserve the width of a growing sign's widest form whatever its height, so that with the
    font's own forms `√d` and `(q)` stand in gaps of up to half an em.
    """
    variants, widths = font["MATH"].table.MathVariants, font["hmtx"]
    done: set[str] = set()
    for sign, growth in GROWTH.items():
        name = font.getBestCmap()[ord(sign)]
        construction = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(name)]
        forms = [[record.VariantGlyph] for record in construction.MathGlyphVariantRecord]
        if construction.GlyphAssembly:  # its parts are pressed alike, so that they still meet
            forms.append([record.glyph for record in construction.GlyphAssembly.PartRecords])
        for form in forms:
            factor = min(1.0, growth * widths[name][0] / max(widths[part][0] for part in form))
            for part in sorted(set(form) - done if factor < 1 else ()):
                press(font, part, factor)
                done.add(part)


def press(font: TTFont, name: str, factor: float) -> None:
    """Scale one outline across."""
    glyph, (advance, bearing) = font["glyf"][name], font["hmtx"][name]
    glyph.coordinates.scale((factor, 1))
    glyph.coordinates.toInt()
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = (round(advance * factor), round(bearing * factor))


def save(font: TTFont, name: str, characters: set[int], features: list[str]) -> None:
    """Write `name`.ttf whole and `name`.woff2 with these characters only."""
    whole = HERE / f"{name}.ttf"
    font.save(whole)
    small = cut(whole, characters, features)
    if "MATH" in small:
        slender(small)
    small.flavor = "woff2"
    small.save(HERE / f"{name}.woff2")


def main(folder: Path) -> None:
    """Write all files of this folder and print their sizes."""
    for face in TEXT_FACES:
        save(text_face(folder, face), f"STIXTwoText-{face}", LATIN | {ord(sign) for sign in SIGNS}, TEXT_FEATURES)
    math = folder / "stix-two-math" / "files" / "stix-two-math-latin-400-normal.woff2"
    save(
        cut(math, set(TTFont(math).getBestCmap()), ["*"]), "STIXTwoMath-Regular", MATH, ["ccmp", "ssty", "dtls", "flac"]
    )
    mono = folder / "jetbrains-mono" / "files" / "jetbrains-mono-latin-400-normal.woff2"
    save(cut(mono, LATIN, ["ccmp", "locl"]), "JetBrainsMono-Regular", LATIN, ["ccmp", "locl"])
    for name, package in {"STIX": "stix-two-text", "JetBrains": "jetbrains-mono"}.items():
        (HERE / f"OFL-{name}.txt").write_bytes((folder / package / "LICENSE").read_bytes())
    for path in sorted(HERE.iterdir()):
        print(f"{path.stat().st_size:8d} {path.name}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

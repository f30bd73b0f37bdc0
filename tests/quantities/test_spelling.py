"""German spelling: canonical digits in, printed form out."""

import pytest

from pipeline.quantities.spelling import Context, Style, spell

NARROW = "\u202f"


@pytest.mark.parametrize(
    ("digits", "style", "prose", "math", "code"),
    [
        ("0.401", Style.DECIMAL, "0,401", "0,401", "0.401"),
        ("-0.416", Style.DECIMAL, "−0,416", "−0,416", "-0.416"),
        ("3555.56", Style.DECIMAL, "3555,56", "3555,56", "3555.56"),  # four integer digits: no group
        ("12288", Style.DECIMAL, f"12{NARROW}288", "12288", "12288"),  # five: groups, but none in formulas
        ("1234567.5", Style.DECIMAL, f"1{NARROW}234{NARROW}567,5", "1234567,5", "1234567.5"),
        ("<0.001", Style.DECIMAL, f"<{NARROW}0,001", f"<{NARROW}0,001", f"<{NARROW}0.001"),
        ("40", Style.PERCENT, f"40{NARROW}%", f"40{NARROW}%", f"40{NARROW}%"),
        ("4", Style.WORD, "vier", "vier", "vier"),
        ("21", Style.WORD, "einundzwanzig", "einundzwanzig", "einundzwanzig"),
    ],
)
def test_spelling(digits: str, style: Style, prose: str, math: str, code: str) -> None:
    assert spell(digits, style, Context.PROSE) == prose
    assert spell(digits, style, Context.MATH) == math
    assert spell(digits, style, Context.CODE) == code

"""What a literal may have been meant to be."""

from decimal import Decimal

import pytest

from pipeline.document.suggest import Typed, typed
from pipeline.quantities.spelling import Style


@pytest.mark.parametrize(
    ("literal", "expected"),
    [
        ("0,401", Typed(Decimal("0.401"), 3, Style.DECIMAL)),
        ("0{,}401", Typed(Decimal("0.401"), 3, Style.DECIMAL)),
        ("−0.50", Typed(Decimal("-0.50"), 2, Style.DECIMAL)),
        ("12\u202f288", Typed(Decimal(12288), 0, Style.DECIMAL)),
        ("40\u202f%", Typed(Decimal(40), 0, Style.PERCENT)),
        ("4 (word)", Typed(Decimal(4), 0, Style.WORD)),
        ("vier", Typed(Decimal(4), 0, Style.WORD)),
        ("½", None),
        ("12:30", None),
    ],
)
def test_a_literal_says_value_places_and_style(literal, expected):
    assert typed(literal) == expected


@pytest.mark.parametrize(
    ("literal", "value", "fits"),
    [
        ("0,401", 0.40149, True),
        ("0,401", 0.4015001, False),
        ("40 %", 0.4049, True),
        ("40 %", 0.4051, False),
        ("4", 4.0, True),
        ("4", 4.2, False),
    ],
)
def test_what_prints_like_it_fits(literal, value, fits):
    found = typed(literal)
    assert found is not None
    assert found.fits(value) is fits

"""The appendix: a calculation in its lines, what was put in leads on, and what is too wide is set as a display."""

from __future__ import annotations

import pytest

from pipeline.outputs.pdf.appendix import MOST_SIGNS, appendix, widest_group
from pipeline.outputs.places import Places, Section, Spot
from pipeline.outputs.proofs import proofs
from pipeline.transformer import softmax
from tests.outputs import samples
from tests.working.conftest import Bench


@pytest.fixture
def source() -> str:
    """The raw Typst of the proof of a weight, with what goes into it."""
    bench = Bench()
    bench.sheet.define("w", softmax(bench.sheet.given("x")), axes=("pair",), symbol="w", meaning="Gewicht von {0}.")
    number = bench.number("w", 3, "one")
    spots = {number.id: (Spot(Section("sec:mean", "2", "Der Mittelwert"), "z:w-one-3"),)}
    places = Places((), spots, {}, {}, frozenset())
    blocks = appendix(proofs(bench.workings().all([number]), samples.page(), places), [], {number.id})
    return "\n".join(raw(block) for block in blocks)


def raw(block: object) -> str:
    """Raw Typst below a JSON value."""
    if isinstance(block, dict) and block.get("t") in ("RawBlock", "RawInline"):
        return str(block["c"][1])
    if isinstance(block, dict):
        return raw(block.get("c"))
    return "\n".join(filter(None, map(raw, block))) if isinstance(block, list) else ""


@pytest.mark.parametrize(
    "piece",
    [
        '#proof("w-one-3", "0,881", "0,880797077977882…", "", "Gewicht von Eins.", true)[',
        "#calculation(",
        'frac("4,482", "5,088") approx"0,881"',
        '#number("x-one", "1,5")',
        '#number("x-two", "\N{MINUS SIGN}0,5")',
        '#proof("x-one", "1,5", "", "", "Eingabe Eins.", false)[',
    ],
)
def test_a_calculation_stands_with_its_number(source: str, piece: str) -> None:
    assert piece in source


@pytest.mark.parametrize(
    ("tex", "signs"),
    [
        (r"a = \frac{b + c}{2}", 3),
        (r"\sqrt{\frac{b + c + d}{4} + 1}", 8),
        (r"1 + 2 + 3", 0),
        (rf"\frac{{{'1 + ' * MOST_SIGNS}1}}{{2}}", 2 * MOST_SIGNS + 1),
    ],
)
def test_the_widest_group(tex: str, signs: int) -> None:
    assert widest_group(tex) == signs

"""Numbers that other documents print: what they say, where, and which value of this page they claim to be."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pipeline.quantities.sheet import Given


@dataclass(frozen=True)
class Quoted:
    """One printed number of another document.

    given:      its value; a percentage is a share there ("40 %" is 0.40)
    work:       the document's key in the bibliography
    where:      what stands there, in a reader's words
    kind:       its class, if nothing is to be recomputed; else ""
    expression: the quantity of this page that recomputes it; else ""
    steps:      the same, computed from intermediate values as that document prints them
    instead:    quantities that the document may have printed by mistake
    """

    given: Given
    work: str
    where: str
    kind: str = ""
    expression: str = ""
    steps: str = ""
    instead: tuple[str, ...] = ()

    @property
    def percent(self) -> bool:
        """Whether it is written as a percentage."""
        return self.given.spelling.endswith("%")

    @property
    def digits(self) -> Fraction:
        """What is printed, in the unit in which it is printed."""
        value = Fraction(self.given.decimals)
        return 100 * value if self.percent else value

    @property
    def places(self) -> int:
        """How many decimals are printed."""
        places = len(self.given.decimals.partition(".")[2])
        return max(places - 2, 0) if self.percent else places

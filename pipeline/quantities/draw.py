"""Drawn numbers: what an exercise is given, from a seed and a range, the same on every machine.

    scores:
      axes: [null]
      drawn: {size: ["3"], from: "0.0", to: "3.0", step: "0.1", distinct: "yes"}

The generator is mulberry32, seeded with the FNV-1a hash of the seed and the input's name; all of it is
arithmetic on whole numbers, so that assets/exercises.js draws the same decimals in a browser.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

MASK = 0xFFFFFFFF


@dataclass(frozen=True)
class Draw:
    """A range to draw from: `lowest`, and `count` values in all, each `step` above the one before.

    Both are in units of the last of `places` decimals.  distinct: no two numbers of the input are equal.
    """

    size: tuple[int, ...]
    places: int
    lowest: int
    step: int
    count: int
    distinct: bool

    def decimals(self, seed: str, name: str) -> Any:
        """The numbers for a seed as decimals, nested as `size` says."""
        found: list[Any] = [self._decimal(place) for place in self._places(seed, name)]
        for length in reversed(self.size[1:]):
            found = [found[at : at + length] for at in range(0, len(found), length)]
        return found if self.size else found[0]

    def _places(self, seed: str, name: str) -> list[int]:
        """For each number its place in the range."""
        random, wanted = mulberry32(fnv1a(f"{seed}:{name}")), prod(self.size)
        if not self.distinct:
            return [next(random) % self.count for _ in range(wanted)]
        left = list(range(self.count))
        for first in range(wanted):
            other = first + next(random) % (self.count - first)
            left[first], left[other] = left[other], left[first]
        return left[:wanted]

    def _decimal(self, place: int) -> str:
        value = self.lowest + place * self.step
        digits = str(abs(value)).rjust(self.places + 1, "0")
        point = len(digits) - self.places
        text = digits[:point] + (f".{digits[point:]}" if self.places else "")
        return f"-{text}" if value < 0 else text


def draw(size: tuple[int, ...], lowest: str, highest: str, step: str, distinct: bool) -> Draw:
    """A range from its decimals; raises ValueError if nothing, or too little, can be drawn from it."""
    places = max(len(text.partition(".")[2]) for text in (lowest, highest, step))
    first, last, each = (int(Fraction(text) * 10**places) for text in (lowest, highest, step))
    if each <= 0 or last < first or (last - first) % each:
        raise ValueError(f"no whole number of steps of {step} leads from {lowest} to {highest}")
    count = (last - first) // each + 1
    if distinct and prod(size) > count:
        raise ValueError(f"there are {count} different values, {prod(size)} are wanted")
    return Draw(size, places, first, each, count, distinct)


def fnv1a(text: str) -> int:
    """The 32-bit FNV-1a hash of a text's UTF-8 bytes."""
    state = 0x811C9DC5
    for byte in text.encode():
        state = (state ^ byte) * 0x01000193 & MASK
    return state


def mulberry32(state: int) -> Iterator[int]:
    """Whole numbers below 2³², one after the other."""
    while True:
        state = state + 0x6D2B79F5 & MASK
        mixed = (state ^ state >> 15) * (state | 1) & MASK
        mixed ^= mixed + ((mixed ^ mixed >> 7) * (mixed | 61) & MASK) & MASK
        yield (mixed ^ mixed >> 14) & MASK

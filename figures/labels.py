"""Where labels go: each beside its point, at the first place where it covers nothing.

A fixed list of places is tried for each label in turn, near ones first; the place that covers least wins,
and of equal ones the earlier one.  So the same points always give the same picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin

Point = tuple[float, float]

DIRECTIONS = tuple((cos(angle * pi / 8), sin(angle * pi / 8)) for angle in range(16))
DISTANCES = (10, 18, 28, 42, 60, 80)  # pixels from the point; from the third on a thin line leads there
LEADER_FROM = 24


@dataclass(frozen=True)
class Box:
    """A rectangle on a canvas, y downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def common(self, other: Box) -> float:
        """The area that two boxes share."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(across, 0) * max(down, 0)

    def area(self) -> float:
        """Width times height."""
        return (self.right - self.left) * (self.bottom - self.top)

    def center(self) -> Point:
        """The middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


def around(point: Point, radius: float) -> Box:
    """The square box of a point."""
    return Box(point[0] - radius, point[1] - radius, point[0] + radius, point[1] + radius)


def along(start: Point, end: Point, width: float = 4) -> list[Box]:
    """Boxes that cover a line."""
    count = max(2, int(hypot(end[0] - start[0], end[1] - start[1]) / 8))
    shares = (step / count for step in range(count + 1))
    return [
        around((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])), width / 2)
        for share in shares
    ]


class Places:
    """The free room of a canvas."""

    def __init__(self, room: Box, taken: Sequence[Box] = ()) -> None:
        self.room = room
        self.taken = list(taken)

    def put(self, point: Point, width: float, height: float, prefer: Point = (1, 0)) -> Box:
        """Find the box of a label of this size near `point`, `prefer` the first direction, and take it."""
        directions = sorted(DIRECTIONS, key=lambda way: (-round(way[0] * prefer[0] + way[1] * prefer[1], 6), way))
        choices = [beside(point, width, height, way, distance) for distance in DISTANCES for way in directions]
        free = next((box for box in choices if not self._cost(box)), None)
        best = free or min(choices, key=self._cost)  # min keeps the first of equal ones
        self.taken.append(best)
        return best

    def _cost(self, box: Box) -> float:
        outside = box.area() - box.common(self.room)
        return round(20 * outside + sum(box.common(other) for other in self.taken), 3)


def beside(point: Point, width: float, height: float, way: Point, distance: float) -> Box:
    """The box whose edge or corner lies at a distance from `point` in a direction."""
    x, y = point[0] + way[0] * distance, point[1] + way[1] * distance
    left, top = x - width * (1 - way[0]) / 2, y - height * (1 - way[1]) / 2
    return Box(left, top, left + width, top + height)


def leader(point: Point, box: Box) -> tuple[Point, Point] | None:
    """The thin line from a far label to its point; None where the label stands beside it."""
    near = (min(max(point[0], box.left), box.right), min(max(point[1], box.top), box.bottom))
    distance = hypot(near[0] - point[0], near[1] - point[1])
    if distance < LEADER_FROM:
        return None
    share = 7 / distance
    return near, (point[0] + share * (near[0] - point[0]), point[1] + share * (near[1] - point[1]))

"""Labels stand beside their points, cover nothing, and stand where they stood before."""

from __future__ import annotations

from itertools import combinations

import pytest

from figures.labels import Box, Places, along, around, beside, leader

ROOM = Box(0, 0, 400, 300)
WIDTH, HEIGHT = 60.0, 18.0


def test_a_free_label_stands_on_the_preferred_side() -> None:
    box = Places(ROOM).put((200, 150), WIDTH, HEIGHT, prefer=(1, 0))
    assert box.left == pytest.approx(210)
    assert box.center()[1] == pytest.approx(150)


@pytest.mark.parametrize(
    "points", [[(200, 150)] * 6, [(200, 150), (202, 151), (204, 149)], [(2, 2), (398, 298), (398, 2)]]
)
def test_labels_never_cover_each_other_or_leave_the_room(points: list[tuple[float, float]]) -> None:
    places = Places(ROOM, [around(point, 5) for point in points])
    boxes = [places.put(point, WIDTH, HEIGHT) for point in points]
    assert all(first.common(second) == 0 for first, second in combinations(boxes, 2))
    assert all(box.common(ROOM) == pytest.approx(box.area()) for box in boxes)


def test_a_label_avoids_a_line() -> None:
    line = along((200, 150), (300, 150))
    box = Places(ROOM, line).put((200, 150), WIDTH, HEIGHT, prefer=(1, 0))
    assert sum(box.common(part) for part in line) == 0


def test_the_same_points_give_the_same_picture() -> None:
    first, second = (
        [places.put((200, 150), WIDTH, HEIGHT) for _ in range(5)] for places in (Places(ROOM), Places(ROOM))
    )
    assert first == second


def test_only_a_far_label_has_a_line_to_its_point() -> None:
    assert leader((200, 150), beside((200, 150), WIDTH, HEIGHT, (1, 0), 10)) is None
    assert leader((200, 150), beside((200, 150), WIDTH, HEIGHT, (1, 0), 60)) is not None

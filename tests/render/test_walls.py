"""The walls' edge as a path; `test_board_painter.py` looks at their pixels."""

import re

import pytest
from hypothesis import given, settings

from helpers.mazes import layouts
from pacgrid import Layout, Maze, State
from pacgrid.render.figures import UNIT
from pacgrid.render.walls import WALL_WIDTH, wall_paths

Polygon = list[tuple[int, int]]


def path_of(*rows: str) -> str:
    return wall_paths(State.parse("\n".join(rows)).maze)[0]


def pieces(path: str) -> list[Polygon]:
    """The corners of each piece; arcs are cut short."""
    found: list[Polygon] = []
    for letter, numbers in re.findall(r"([MHVA])([^MHVAz]*)", path):
        values = [int(number) for number in numbers.split()]
        if letter == "M":
            found.append([])
        x, y = found[-1][-1] if found[-1] else (0, 0)
        found[-1].append({"H": (values[0], y), "V": (x, values[0])}.get(letter, tuple(values[-2:])))
    return found


def area(polygon: Polygon) -> float:
    """Twice its area; negative if it goes counterclockwise."""
    turns = zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in turns)


def test_a_pillar_is_a_disc_and_the_border_a_ring() -> None:
    outside, inside, pillar = pieces(path_of("%%%%%", "%P..%", "%.%.%", "%...%", "%%%%%"))
    assert {abs(x - 500) + abs(y - 500) for x, y in pillar} == {round(WALL_WIDTH / 2 * UNIT)}
    assert min(outside) == (38, 100)
    assert min(inside) == (162, 194)
    assert area(inside) < 0 < area(outside)  # so that every painter leaves the hole free


def test_straight_walls_are_single_lines() -> None:
    path = path_of("%%%%%%%%%", "%P......%", "%%%%%%%%%")
    assert sorted(re.findall(r"H(\d+)", path), key=int) == ["100", "194", "1606", "1700"]
    assert path.count("A") == 8


@settings(max_examples=8)
@given(layouts())
def test_every_piece_is_closed_and_no_wall_is_left_out(layout: Layout) -> None:
    found = pieces(wall_paths(Maze.of(layout))[0])
    assert all(piece[0] == piece[-1] for piece in found)
    assert sum(map(area, found)) > 0


@pytest.mark.parametrize("name", Layout.shipped())
def test_every_piece_of_a_shipped_layout_is_closed(name: str) -> None:
    for path in wall_paths(Maze.of(Layout.load(name))):
        assert all(piece[0] == piece[-1] for piece in pieces(path))

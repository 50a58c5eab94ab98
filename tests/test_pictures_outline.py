"""The walls' edge as a path."""

import re

import pytest
from hypothesis import given, settings

from helpers.mazes import layouts
from pacgrid import Layout, Maze, State
from pacgrid.render.paths import UNIT
from pacgrid.render.pictures.outline import outline
from pacgrid.render.walls import WALL_WIDTH

Polygon = list[tuple[int, int]]


def maze(*rows: str) -> Maze:
    return State.parse("\n".join(rows)).maze


def pieces(path: str) -> list[Polygon]:
    """The corners of each piece; arcs are cut short."""
    found: list[Polygon] = []
    for letter, numbers in re.findall(r"([Mhvaz])([^Mhvaz]*)", path):
        values = [int(number) for number in numbers.split()]
        if letter == "M":
            found.append([(values[0], values[1])])
        elif letter != "z":
            dx, dy = {"h": ([*values[:1], 0]), "v": ([0, *values[:1]]), "a": values[-2:]}[letter]
            x, y = found[-1][-1]
            found[-1].append((x + dx, y + dy))
    return found


def area(polygon: Polygon) -> float:
    """Twice its area; the sign tells which way round it goes."""
    turns = zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in turns)


def test_a_pillar_is_a_disc_and_the_border_a_ring() -> None:
    path = outline(maze("%%%%%", "%P..%", "%.%.%", "%...%", "%%%%%"), WALL_WIDTH)
    outside, inside, pillar = pieces(path)
    assert {abs(x - 500) + abs(y - 500) for x, y in pillar} == {round(WALL_WIDTH / 2 * UNIT)}
    assert min(outside) == (38, 100)
    assert min(inside) == (162, 194)
    assert area(outside) < 0 < area(inside)  # so that every painter leaves the hole free


def test_straight_walls_are_single_lines() -> None:
    path = outline(maze("%%%%%%%%%", "%P......%", "%%%%%%%%%"), WALL_WIDTH)
    assert sorted(re.findall(r"[hv](-?\d+)", path), key=int)[-1] == "1600"
    assert path.count("h") == 4
    assert path.count("a") == 8


@pytest.mark.parametrize("name", Layout.shipped())
def test_every_piece_of_a_shipped_layout_is_closed(name: str) -> None:
    for piece in pieces(outline(Maze.of(Layout.load(name)), WALL_WIDTH)):
        assert piece[0] == piece[-1]


@settings(max_examples=8)
@given(layouts())
def test_every_piece_is_closed_and_no_wall_is_left_out(layout: Layout) -> None:
    path = outline(Maze.of(layout), WALL_WIDTH)
    found = pieces(path)
    assert all(piece[0] == piece[-1] for piece in found)
    assert -sum(map(area, found)) > 0
    assert outline(Maze.of(layout), WALL_WIDTH) == path

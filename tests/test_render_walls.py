"""Walls that touch are one piece."""

from pacgrid import Layout, Maze
from pacgrid.render.walls import Walls, walls_of


def walls(drawing: str) -> Walls:
    return walls_of(Maze.of(Layout.parse(drawing.strip())))


BLOCK = walls("""
%%%%%%%
%P....%
%.%%%.%
%.%%%.%
%.%%%.%
%.....%
%%%%%%%
""")


def test_neighbours_are_joined_by_bars() -> None:
    assert ((2, 2), (3, 2)) in BLOCK.bars
    assert ((2, 2), (2, 3)) in BLOCK.bars
    assert ((0, 2), (2, 2)) not in BLOCK.bars


def test_only_the_outline_of_a_thick_wall_lies_on_its_edge() -> None:
    assert BLOCK.on_edge((2, 2), (3, 2))
    assert BLOCK.on_edge((0, 3), (0, 4))
    assert not BLOCK.on_edge((2, 3), (3, 3))


def test_a_lone_wall_cell_has_no_bars() -> None:
    pillar = walls("%%%%%\n%P..%\n%.%.%\n%...%\n%%%%%")
    assert not any((2, 2) in bar for bar in pillar.bars)

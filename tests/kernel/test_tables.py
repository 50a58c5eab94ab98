"""The tables of the compiled rules match the maze."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.mazes import layouts
from pacgrid import Action, Layout, Maze
from pacgrid.errors import LayoutError
from pacgrid.kernel.compiled_rules import next_cell
from pacgrid.kernel.tables import CAPSULE, CELL, FOOD, WALL, Tables, pixel_of

LEFT = Layout.parse("""
%%%%%%
%P.o1%
%%%%%%
""")
RIGHT = Layout.parse("""
%%%%%%
%1..P%
%%%%%%
""")
SQUARE = Layout.parse("""
%%%%%
%P .%
% 1 %
%   %
%%%%%
""")


def next_cells(tables: Tables, cell: int) -> list[int]:
    """Where the actions lead to."""
    return [next_cell(tables.cells, cell, int(action)) for action in Action]


def test_four_cells_fit_into_a_cache_line() -> None:
    assert CELL.itemsize == 16


@settings(max_examples=15)
@given(layouts())
def test_tables_match_the_maze(layout: Layout) -> None:
    maze = Maze.of(layout)
    tables = Tables.of([layout])
    for cell, near in enumerate(maze.neighbours):
        row = tables.cells[cell]
        after = [near.get(action, cell) for action in Action]
        assert next_cells(tables, cell) == after
        assert [action for action in Action if row["moves"] >> action & 1] == list(near)
        x, y = maze.positions[cell]
        assert (row["column"], row["row"]) == (x, maze.height - 1 - y)
        assert row["pixel"] == row["row"] * maze.width + x == pixel_of(maze, (x, y), maze.width)


def test_cells_of_all_boards_are_numbered_consecutively() -> None:
    tables = Tables.of([LEFT, RIGHT])
    first = len(Maze.of(LEFT).positions)
    assert tables.boards["pacman"].tolist() == [0, first + 3]
    assert tables.homes.tolist() == [[3], [first]]
    after = [first, first + 1, first, first, first]
    assert next_cells(tables, first) == after
    assert tables.boards["food"].tolist() == [1, 2]
    assert np.flatnonzero(tables.pellets[0] == FOOD).tolist() == [8]
    assert np.flatnonzero(tables.pellets[0] == CAPSULE).tolist() == [9]


@settings(max_examples=15)
@given(st.lists(layouts(), min_size=1, max_size=3))
def test_padded_tables_of_several_boards_match_their_mazes(several: list[Layout]) -> None:
    width, height = (max(side) + 1 for side in zip(*map(size_of, several), strict=True))
    ghosts = min(len(layout.ghosts) for layout in several)
    together = Tables.of(several, ghosts, (width, height))
    apart = Tables.empty(len(several) + 1, width * height, ghosts)
    slots = [*range(len(several), 0, -1)]
    apart.put(slots, several, (width, height))
    for tables, boards in ((together, range(len(several))), (apart, slots)):
        for board, layout in zip(boards, several, strict=True):
            maze, first = Maze.of(layout, ghosts), tables.first_cells()[board]
            assert tables.boards[board]["pacman"] == first + maze.cells[layout.pacman]
            assert tables.boards[board]["food"] == len(layout.food)
            homes = [first + maze.cells[home] for home in maze.homes]
            assert tables.homes[board].tolist() == homes
            contents = np.full((height, width), WALL)
            for cell, near in enumerate(maze.neighbours):
                here = first + cell
                row = tables.cells[here]
                after = [first + near.get(action, cell) for action in Action]
                assert next_cells(tables, here) == after
                position = maze.positions[cell]
                assert row["pixel"] == pixel_of(maze, position, width)
                contents[row["row"], row["column"]] = (
                    FOOD
                    if position in layout.food
                    else CAPSULE
                    if position in layout.capsules
                    else 0
                )
            assert tables.pellets[board].tolist() == contents.ravel().tolist()


def size_of(layout: Layout) -> tuple[int, int]:
    return layout.width, layout.height


def test_layouts_that_do_not_fit_are_refused() -> None:
    with pytest.raises(LayoutError, match="another is 5 x 5"):
        Tables.of([LEFT, SQUARE], 1, (6, 4))
    with pytest.raises(LayoutError, match="the first is 6 x 3 with 1 ghosts"):
        Tables.of([LEFT], 2, (6, 4))


def test_layouts_that_are_not_alike_are_refused() -> None:
    with pytest.raises(LayoutError, match="the first is 6 x 3 with 1 ghosts, another is 5 x 5"):
        Tables.of([LEFT, SQUARE])
    with pytest.raises(ValueError, match="needs a layout"):
        Tables.of([])

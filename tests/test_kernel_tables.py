"""The tables of the compiled rules say what the maze says."""

import numpy as np
import pytest
from hypothesis import given

from mazes import layouts
from pacgrid import Action, Layout, Maze
from pacgrid.kernel.tables import CAPSULE, CELL, FOOD, NODE, Tables, done_instead, pixel_of
from pacgrid.layout import LayoutError
from pacgrid.maze import NODES_PER_CELL

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
CROSS = Layout.parse("""
%%%%%
%% %%
%P .%
%%1%%
%%%%%
""")


def test_a_node_fits_into_a_cache_line() -> None:
    assert NODE.itemsize == 64
    assert CELL.itemsize == 32


@given(layouts())
def test_tables_lead_where_the_maze_leads(layout: Layout) -> None:
    maze, tables = Maze.of(layout), Tables.of([layout])
    for cell, moves in enumerate(maze.pacman_moves):
        for action in Action:
            assert tables.cells[cell]["next"][action] == moves.get(action, cell)
            assert tables.cells[cell]["mask"][action] == (action in moves)
    for node, moves in enumerate(maze.ghost_moves):
        row = tables.nodes[node]
        for action, target in moves.items():
            assert row["walk"][action] == target
            assert row["creep"][action] == maze.scared_moves[node][action]
        assert row["snapped"] == maze.snapped[node]
        assert [a for a in Action if row["legal"] >> a & 1] == list(moves)
        assert [a for a in Action if row["mask"][a]] == list(moves)
        met = {
            pixel_of(maze, at) for cell, at in enumerate(maze.positions) if node in maze.meets[cell]
        }
        assert not met or met == set(row["pixels"].tolist())


def test_boards_stand_side_by_side() -> None:
    tables = Tables.of([LEFT, RIGHT])
    first = len(Maze.of(LEFT).positions)
    assert tables.boards["pacman"].tolist() == [0, first + 3]
    assert tables.homes.tolist() == [[3 * NODES_PER_CELL + 4], [first * NODES_PER_CELL + 4]]
    assert tables.cells[first]["next"].tolist() == [first, first + 1, first, first, first]
    assert (tables.nodes["walk"][first * NODES_PER_CELL :] >= first * NODES_PER_CELL).all()
    assert tables.boards["food"].tolist() == [1, 2]
    assert np.flatnonzero(tables.pellets[0] == FOOD).tolist() == [8]
    assert np.flatnonzero(tables.pellets[0] == CAPSULE).tolist() == [9]


@pytest.mark.parametrize(
    ("entered", "told", "done"),
    [
        (Action.NORTH, Action.WEST, Action.WEST),  # legal
        (Action.NORTH, Action.SOUTH, Action.NORTH),  # no way back: straight on
        (Action.EAST, Action.STOP, Action.EAST),
        (Action.STOP, Action.STOP, Action.NORTH),  # stands: the first legal action
    ],
)
def test_a_ghost_that_cannot_do_as_told_goes_on(
    entered: Action, told: Action, done: Action
) -> None:
    maze = Maze.of(CROSS)
    crossing = maze.node((2, 2), entered)
    assert done_instead(maze, crossing, told) == done


def test_layouts_that_are_not_alike_are_refused() -> None:
    with pytest.raises(LayoutError, match="the first is 6 x 3 with 1 ghosts, another is 5 x 5"):
        Tables.of([LEFT, CROSS])
    with pytest.raises(ValueError, match="needs a layout"):
        Tables.of([])

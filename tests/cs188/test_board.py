"""A grid made by the engine and one made by a course file can't be told apart."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.mazes import layouts
from pacgrid import Layout, State
from pacgrid.cs188.board import DrawnLayout, Grid, Squares
from pacgrid.cs188.game_state import GameState


@st.composite
def columns(draw: st.DrawFn) -> list[list[bool]]:
    height = draw(st.integers(1, 8))
    column = st.lists(st.booleans(), min_size=height, max_size=height)
    return draw(st.lists(column, min_size=1, max_size=8))


def grid_of(data: list[list[bool]]) -> Grid:
    return Grid.of(Squares(len(data), len(data[0]), true_in(data)))


def true_in(data: list[list[bool]]) -> list[tuple[int, int]]:
    return [(x, y) for x, column in enumerate(data) for y, flag in enumerate(column) if flag]


def written(data: list[list[bool]]) -> Grid:
    grid = Grid(len(data), len(data[0]))
    for x, y in true_in(data):
        grid[x][y] = True
    return grid


@given(columns(), st.randoms(use_true_random=False))
def test_a_grid_answers_from_its_columns(data: list[list[bool]], rng: object) -> None:
    positions, squares = true_in(data), len(data) * len(data[0])
    for grid in (grid_of(data), written(data), grid_of(data).copy(), written(data).shallowCopy()):
        assert grid.count() == len(positions)
        assert grid.count(item=False) == squares - len(positions)
        assert grid.asList() == positions
        assert len(grid.asList(key=False)) == squares - len(positions)
        for same in (grid_of(data), copy.deepcopy(grid)):
            assert same == grid
            assert hash(same) == hash(grid)
        assert pickle.loads(pickle.dumps(grid)) == grid
        assert (grid.width, grid.height, grid.data) == (len(data), len(data[0]), data)
        top = "".join("FT"[column[-1]] for column in data)
        assert str(grid).split("\n")[0] == top


@given(columns())
def test_a_copy_is_written_to_alone(data: list[list[bool]]) -> None:
    grid = grid_of(data)
    for other in (grid.copy(), grid.deepCopy(), copy.deepcopy(grid)):
        other[0][0] = not other[0][0]
        assert other != grid
        assert abs(other.count() - grid.count()) == 1
        assert ((0, 0) in other.asList()) != ((0, 0) in grid.asList())
    grid.data = [[True]]
    assert grid[0][0]


@given(layouts())
def test_a_drawn_layout_is_that_layout(layout: Layout) -> None:
    drawn = DrawnLayout(layout.rows)
    assert (drawn.width, drawn.height, drawn.totalFood) == (
        layout.width,
        layout.height,
        len(layout.food),
    )
    assert drawn.food.asList() == sorted(layout.food)
    assert sorted(drawn.capsules) == sorted(layout.capsules)
    ghosts = [(False, at) for at in layout.ghosts]
    assert drawn.agentPositions == [(True, layout.pacman), *ghosts]
    assert drawn.getNumGhosts() == len(ghosts)
    assert str(drawn.deepCopy()) == str(layout)
    assert drawn.walls == GameState.of(State.initial(layout)).getWalls()


@pytest.mark.parametrize("start", [Layout.parse("%%%%%\n%P.1%\n%...%\n%%%%%"), None])
def test_the_data_have_the_layout_of_the_start(start: Layout | None) -> None:
    first = State.parse("%%%%%\n%P.1%\n%...%\n%%%%%")
    face = GameState.of(first, start=start).generateSuccessor(0, "East")
    layout = face.data.layout
    assert (layout.totalFood, layout.agentPositions[0]) == (4, (True, (1, 2)))
    assert layout.walls is face.getWalls()

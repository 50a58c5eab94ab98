"""A layout as course files see it."""

import pytest
from hypothesis import given

from helpers.mazes import layouts
from pacgrid import Layout, State
from pacgrid.cs188.board import DrawnLayout
from pacgrid.cs188.game_state import GameState


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
    face = GameState()
    face.initialize(drawn)
    assert face.state == State.initial(layout)
    assert drawn.walls == face.getWalls()
    assert not drawn.isWall(drawn.getRandomLegalPosition())


@pytest.mark.parametrize("start", [Layout.parse("%%%%%\n%P.1%\n%...%\n%%%%%"), None])
def test_the_data_have_the_layout_of_the_start(start: Layout | None) -> None:
    first = State.parse("%%%%%\n%P.1%\n%...%\n%%%%%")
    face = GameState.of(first, start=start).generateSuccessor(0, "East")
    layout = face.data.layout
    assert (layout.totalFood, layout.agentPositions[0]) == (4, (True, (1, 2)))
    assert layout.walls is face.getWalls()
    assert layout.getFurthestCorner((1, 1)) == (3, 2)
    assert layout.getRandomCorner() in [(1, 1), (1, 2), (3, 1), (3, 2)]

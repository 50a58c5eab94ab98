"""What course files compute with directions agrees with Pacgrid's actions and mazes."""

import copy
import pickle

import pytest
from hypothesis import given

from helpers.mazes import layouts
from pacgrid import Action, Layout, State
from pacgrid.cs188.board import (
    ACTIONS,
    DIRECTIONS,
    Actions,
    AgentState,
    Configuration,
    Directions,
)
from pacgrid.cs188.game_state import GameState


@pytest.mark.parametrize("action", Action)
def test_directions_are_actions(action: Action) -> None:
    direction = DIRECTIONS[action]
    assert direction == getattr(Directions, action.name)
    assert ACTIONS[Directions.REVERSE[direction]] == action.reverse
    assert Directions.LEFT[Directions.RIGHT[direction]] == direction
    assert (Directions.LEFT["North"], Directions.RIGHT["North"]) == ("West", "East")
    assert Actions.reverseDirection(direction) == Directions.REVERSE[direction]
    assert Actions.directionToVector(direction) == action.vector
    assert Actions.vectorToDirection(action.vector) == direction


@given(layouts())
def test_possible_actions_lead_to_the_legal_neighbours(layout: Layout) -> None:
    face = GameState.of(State.initial(layout))
    walls = face.getWalls()
    for at in walls.asList(key=False):
        possible = Actions.getPossibleActions(Configuration(at, "Stop"), walls)
        around = [Actions.getSuccessor(at, action) for action in possible]
        assert around == Actions.getLegalNeighbors(at, walls)
        if at == face.getPacmanPosition():
            assert possible == face.getLegalActions()
    between_two_cells = Configuration((1.5, 1.0), "East")
    assert Actions.getPossibleActions(between_two_cells, walls) == ["East"]


BOARD = "%%%%%%%\n%P.  1%\n%%%%%%%\nghost 1: (4.5, 1) west, scared 7, home (5, 1)"


def test_the_engines_agents_are_as_if_made_by_hand() -> None:
    (ghost,) = GameState.of(State.parse(BOARD)).getGhostStates()
    made = AgentState(Configuration((5, 1), "Stop"), isPacman=False)
    made.configuration = made.start.generateSuccessor((-0.5, 0))
    made.scaredTimer = 7
    for same in (made, made.copy(), ghost.copy(), copy.deepcopy(ghost), ghost):
        assert same == ghost
        assert hash(same) == hash(ghost)
        assert str(same).startswith("Ghost: (x,y)=(4.5, 1")
        assert (same.getPosition(), same.getDirection()) == ((4.5, 1), "West")
        assert not same.configuration.isInteger()
        assert same.start == Configuration((5, 1), "Stop") == pickle.loads(pickle.dumps(same)).start

"""An agent of the engine and one that a course file makes can't be told apart."""

import copy
import pickle

from pacgrid import State
from pacgrid.cs188.agent_state import AgentState, Configuration
from pacgrid.cs188.game_state import GameState

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


def test_a_configuration_can_be_written_to() -> None:
    face = GameState.of(State.parse(BOARD))
    face.getGhostStates()[0].configuration.pos = (3.0, 1.0)
    assert face.getGhostPositions() == [(3, 1)]
    assert face.state.ghosts[0].position == (3, 1)

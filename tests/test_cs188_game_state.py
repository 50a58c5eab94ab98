"""Course files see the same game as everybody else, in their own words."""

import copy
import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.mazes import games
from pacgrid import Action, Layout, State
from pacgrid.cs188.directions import ACTIONS, DIRECTIONS
from pacgrid.cs188.game_state import GameState

ORDER = ["West", "Stop", "East", "North", "South"]


def assert_shows(face: GameState, state: State) -> None:
    """Every getter of `face` agrees with `state`."""
    assert face.state == state
    assert face.isWin() == state.is_win
    assert face.isLose() == state.is_loss
    assert face.getScore() == state.score
    assert face.getNumAgents() == state.num_agents
    assert face.getPacmanPosition() == face.getPacmanState().getPosition() == state.pacman
    assert face.getGhostPositions() == [ghost.position for ghost in state.ghosts]
    assert [
        (agent.getPosition(), agent.getDirection(), agent.scaredTimer)
        for agent in face.getGhostStates()
    ] == [(ghost.position, DIRECTIONS[ghost.direction], ghost.scared) for ghost in state.ghosts]
    assert face.getCapsules() == list(state.capsules)
    assert face.getFood().asList() == sorted(state.food)
    assert face.getNumFood() == len(state.food)
    walls = face.getWalls()
    for x in range(walls.width):
        for y in range(walls.height):
            assert face.hasFood(x, y) == ((x, y) in state.food)
            assert face.hasWall(x, y) == state.maze.is_wall((x, y))


@given(games())
def test_a_face_shows_its_state_along_a_game(states: list[State]) -> None:
    face = GameState.of(states[0])
    direction = "Stop"
    for state, after in pairwise(states):
        action = next(a for a in state.legal_actions() if state.successor(a) == after)
        legal = [DIRECTIONS[a] for a in state.legal_actions()]
        if state.to_move and legal == ["Stop"]:  # walled in
            return
        assert face.getLegalActions(state.to_move) == [name for name in ORDER if name in legal]
        face = face.generateSuccessor(state.to_move, DIRECTIONS[action])
        if state.to_move == 0 and action != Action.STOP:
            direction = DIRECTIONS[action]
        assert_shows(copy.deepcopy(face), after)
        assert face.getPacmanState().getDirection() == direction
    for same in (copy.deepcopy(face), pickle.loads(pickle.dumps(face))):
        assert same == face
        assert hash(same) == hash(face)


@given(games(), st.data())
def test_any_agent_can_move_at_any_time(states: list[State], data: st.DataObject) -> None:
    face = GameState.of(states[-1])
    for _ in range(5):
        agent = data.draw(st.integers(0, face.getNumAgents() - 1))
        legal = face.getLegalActions(agent)
        if not legal:
            return
        action = data.draw(st.sampled_from(legal))
        expected = face.state.with_turn(agent).successor(ACTIONS[action])
        face = face.generateSuccessor(agent, action)
        assert face.state == expected


def test_a_state_prints_as_its_board_and_score() -> None:
    layout = Layout.parse("%%%%%%\n%P.oG%\n%. .1%\n%%%%%%")
    after = GameState.of(State.initial(layout)).generateSuccessor(0, "East")
    assert str(after) == "%%%%%%\n% <oG%\n%. .G%\n%%%%%%\nScore: 9\n"


@pytest.mark.parametrize("move", ["getNextState", "generateChild"])
@pytest.mark.parametrize("pacman_move", ["getPacmanNextState", "generatePacmanChild"])
def test_other_editions_name_a_successor_differently(move: str, pacman_move: str) -> None:
    face = GameState.of(State.initial(Layout.load("small")))
    after = face.generatePacmanSuccessor("West")
    assert getattr(face, pacman_move)(action="West") == after
    assert getattr(face, move)(agentIndex=0, action="West") == after

"""Course files see the same game as everybody else, in their own words."""

import copy
import pickle
from dataclasses import replace
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.mazes import games
from helpers.oracle import Oracle, OracleGhost
from pacgrid import Action, Layout, State
from pacgrid.cs188.agent_state import Configuration
from pacgrid.cs188.directions import ACTIONS, DIRECTIONS
from pacgrid.cs188.game_state import GameState, IllegalActionError
from pacgrid.layout import Position

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


@settings(max_examples=40)
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


@settings(max_examples=40)
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


@settings(max_examples=40)
@given(games(most_plies=12))
def test_states_are_equal_if_their_data_are_whoever_is_to_move(states: list[State]) -> None:
    turned = [state.with_turn(0) for state in states]
    faces = [GameState.of(state) for state in [*states[-4:], *turned[-4:]]]
    for one, other in product(faces, faces):
        equal = one.deepCopy().data == other.deepCopy().data
        assert (one == other) == equal
        assert not equal or hash(one) == hash(other)


def oracle_of(state: State) -> Oracle:
    maze = state.maze
    board = {(x, y) for x in range(maze.width) for y in range(maze.height)}
    return Oracle(
        walls=frozenset(board - set(maze.positions)),
        pacman=state.pacman,
        ghosts=tuple(
            OracleGhost(*ghost.position, str(ghost.direction), ghost.scared, home)
            for ghost, home in zip(state.ghosts, maze.homes, strict=True)
        ),
        food=frozenset(state.food),
        capsules=frozenset(state.capsules),
        score=state.score,
        to_move=state.to_move,
        lost=state.is_loss,
    )


@settings(max_examples=40)
@given(games(most_plies=20), st.data())
def test_what_is_written_to_a_state_counts(states: list[State], data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(states))
    oracle, face = oracle_of(state), GameState.of(state)
    food = data.draw(st.sampled_from(states[0].maze.positions))
    for _ in range(4):
        oracle = write(face, oracle, food, data)
        legal = face.getLegalActions(oracle.to_move)
        if not legal or oracle.won:
            break
        action = data.draw(st.sampled_from(legal))
        face = face.generateSuccessor(oracle.to_move, action)
        oracle = oracle.after(action.lower())
    assert oracle_of(face.state) == oracle


def write(face: GameState, oracle: Oracle, food: Position, data: st.DataObject) -> Oracle:
    """Write to `face`, and return the `oracle` with the same change."""
    part = data.draw(st.sampled_from(["food", "food", "ghost", "rest"]))
    if part == "food":
        x, y = food
        face.getFood()[x][y] = not face.getFood()[x][y]
        return replace(oracle, food=oracle.food ^ {food})
    if part == "ghost" and oracle.ghosts:
        at = data.draw(st.sampled_from(face.state.maze.positions))
        timer = data.draw(st.sampled_from([0, 1, 7, 40]))
        index = data.draw(st.integers(1, len(oracle.ghosts)))
        agent = face.data.agentStates[index]
        agent.configuration = Configuration(at, "North")
        agent.scaredTimer = timer
        ghost = replace(oracle.ghosts[index - 1], x=at[0], y=at[1], direction="north", scared=timer)
        return oracle._with_ghost(index - 1, ghost)
    face.getCapsules().clear()
    face.data.score += 3
    return replace(oracle, capsules=frozenset(), score=oracle.score + 3)


def test_a_copy_of_a_lost_state_goes_on() -> None:
    lost = GameState.of(State.parse("%%%%%%\n%.P1 %\n%%%%%%")).generateSuccessor(0, "East")
    assert lost.isLose()
    assert lost.getLegalActions() == []
    assert lost.deepCopy().getLegalActions() == ["West", "Stop", "East"]


@pytest.mark.parametrize(
    ("agent", "action", "message"),
    [
        (0, "North", "Pac-Man can't play 'North'; legal: West, Stop, East"),
        (0, None, "Pac-Man can't play None; legal: West, Stop, East"),
        (1, "Stop", "ghost 1 can't play 'Stop'; legal: West, East"),
    ],
)
def test_an_illegal_action_is_refused(agent: int, action: str, message: str) -> None:
    face = GameState.of(State.parse("%%%%%%%\n% P 1.%\n%%%%%%%"))
    with pytest.raises(IllegalActionError, match=message):
        face.generateSuccessor(agent, action)


def test_explored_states_are_counted_once_somebody_asks() -> None:
    face = GameState.of(State.parse("%%%%%%%\n%.P  1%\n%%%%%%%"))
    GameState.getAndResetExplored()
    for action in face.getLegalActions():
        for reply in (after := face.generateSuccessor(0, action)).getLegalActions(1):
            after.generateSuccessor(1, reply)
    assert len(GameState.getAndResetExplored()) == 1 + 3 + 2  # the win has no successor
    assert not GameState.getAndResetExplored()


def test_the_data_say_what_the_last_move_changed() -> None:
    face = GameState.of(State.parse("%%%%%%%\n%Po.1.%\n%%%%%%%"))
    data = face.generateSuccessor(0, "East").data
    assert (data._agentMoved, data._capsuleEaten, data._foodEaten) == (0, (2, 1), None)
    met = face.generateSuccessor(0, "East").generateSuccessor(0, "East")
    data = met.generateSuccessor(0, "East").data
    assert (data.scoreChange, data._eaten) == (199, [False, True])
    with pytest.raises(AttributeError, match="no attribute 'timeleft'"):
        _ = data.timeleft


def test_a_state_prints_as_its_board_and_score() -> None:
    layout = Layout.parse("%%%%%%\n%P.oG%\n%. .1%\n%%%%%%")
    after = GameState.of(State.initial(layout)).generateSuccessor(0, "East")
    assert str(after) == "%%%%%%\n% <oG%\n%. .G%\n%%%%%%\nScore: 9\n"


@pytest.mark.parametrize("move", ["getNextState", "generateNextState", "generateChild"])
@pytest.mark.parametrize("pacman_move", ["getPacmanNextState", "generatePacmanChild"])
def test_other_editions_name_actions_and_successors_differently(
    move: str, pacman_move: str
) -> None:
    face = GameState.of(State.initial(Layout.load("small")))
    after = face.generatePacmanSuccessor("West")
    assert getattr(face, pacman_move)(action="West") == after
    assert getattr(face, move)(agentIndex=0, action="West") == after
    assert face.getAvailableActions(1) == face.getLegalActions(1)

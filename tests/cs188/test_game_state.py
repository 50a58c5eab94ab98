"""Course files see the same game as everybody else, in their own words."""

import copy
import pickle
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.mazes import games
from pacgrid import Action, Layout, State
from pacgrid.agent_loader import load_agent
from pacgrid.cs188.board import ACTIONS, DIRECTIONS
from pacgrid.cs188.game_state import CourseTreeState, GameState, IllegalActionError, SearchState
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.records.thought import Trace
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import Layer

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


@given(games(most_plies=12))
def test_states_are_equal_if_their_data_are_whoever_is_to_move(states: list[State]) -> None:
    turned = [state.with_turn(0) for state in states]
    faces = [GameState.of(state) for state in [*states[-4:], *turned[-4:]]]
    for one, other in product(faces, faces):
        equal = one.deepCopy().data == other.deepCopy().data
        assert (one == other) == equal
        assert not equal or hash(one) == hash(other)


def test_what_is_written_to_a_state_is_seen_there_and_does_not_change_the_game() -> None:
    face = GameState.of(State.parse("%%%%%%%\n%.P .1%\n%%%%%%%"))
    first = face.state
    face.getFood()[1][1] = False
    face.getGhostStates()[0].scaredTimer = 3
    face.data.score += 5
    assert (face.hasFood(1, 1), face.getGhostState(1).scaredTimer, face.data.score) == (False, 3, 5)
    after = face.generateSuccessor(0, "East")
    assert after.state == first.successor(Action.EAST)
    assert_shows(after, after.state)


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


def test_a_state_prints_as_its_board_and_score() -> None:
    layout = Layout.parse("%%%%%%\n%P.oG%\n%. .1%\n%%%%%%")
    after = GameState.of(State.initial(layout)).generateSuccessor(0, "East")
    assert str(after) == "%%%%%%\n% <oG%\n%. .G%\n%%%%%%\nScore: 9\n"


def test_other_editions_name_actions_and_successors_differently() -> None:
    face = GameState.of(State.initial(Layout.load("small")))
    after = face.generatePacmanSuccessor("West")
    for name in ("getPacmanNextState", "generatePacmanChild"):
        assert getattr(face, name)(action="West") == after
    for name in ("getNextState", "generateNextState", "generateChild"):
        assert getattr(face, name)(agentIndex=0, action="West") == after
    assert face.getAvailableActions(1) == face.getLegalActions(1)


def value(state: SearchState, agent: int = 0) -> float:
    if state.isWin() or state.isLose():
        return state.getScore()
    agents = (agent + 1) % state.getNumAgents()
    values = [
        value(state.generateSuccessor(agent, action), agents)
        for action in state.getLegalActions(agent)
    ]
    return min(values) if agent else max(values)


def test_a_tree_is_searched_and_has_no_board() -> None:
    root = SearchState(DrawnTree.parse("MAX\n  MIN: 3 12 8\n  right: MIN: 2 4 6"))
    assert root.getLegalActions() == ["1", "right"]
    assert value(root) == 3
    assert root.generatePacmanSuccessor("right") == root.getNextState(0, "right")
    assert len({root, SearchState(root.state), root.getPacmanNextState("1")}) == 2
    with pytest.raises(AttributeError, match="no getFood here: the states of this test"):
        root.getFood()
    of_a_case = CourseTreeState(root.state)
    assert of_a_case.generateChild(0, "1").getNumAgents() == 2
    for name in ("getLegalPacmanActions", "generatePacmanSuccessor"):
        assert hasattr(root, name)
        assert not hasattr(of_a_case, name), "a tree of a test case knows no calls for Pac-Man"


SEARCH = """
import util
from game import Agent
def worth(state):
    return 3 * state.getScore() - state.getNumFood()
class Search(Agent):
    def __init__(self, evalFn='worth'):
        self.evaluationFunction = util.lookup(evalFn, globals())
    def getAction(self, state):
        return self.top(state, -1e9)[1]
    def top(self, state, alpha):
        best = alpha, None
        for action in state.getLegalActions(0):
            value = self.bottom(state.generateSuccessor(0, action), best[0])
            best = max(best, (value, action))
        return best
    def bottom(self, state, alpha):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        value = 1e9
        for action in state.getLegalActions(1):
            value = min(value, self.evaluationFunction(state.generateSuccessor(1, action)))
            if value < alpha:
                break
        return value
"""
BOARD = "%%%%%%\n%P...%\n% .1 %\n%%%%%%"


def test_the_search_of_a_course_file_is_recorded_with_its_values_and_cuts(tmp_path):
    (tmp_path / "mine.py").write_text(SEARCH)
    agent, state = load_agent(str(tmp_path / "mine.py")), State.parse(BOARD)
    (tree,) = record_search(agent, state)
    leaves = [node for node in tree.nodes if node.layer is Layer.LEAF]
    worth = [3 * node.state.score - len(node.state.food) for node in leaves]
    assert [node.value for node in leaves] == worth
    assert [node.layer for node in tree.nodes if node.ply == 1] == [Layer.MIN] * 3
    assert any(node.cut for node in tree.nodes)
    assert agent.act(state) is tree.chosen
    trace = Trace(state)
    assert agent.act(trace.root) is tree.chosen
    assert trace.depths[0] == 3
    assert sum(trace.depths) > 6, "it sees all successors that a course file asks for"

import pytest

from pacgrid import State
from pacgrid.agent_loader import load_agent
from pacgrid.trace import Trace
from pacgrid.tree.recorder import record_search
from pacgrid.tree.search_tree import Layer

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


@pytest.fixture
def agent(tmp_path):
    (tmp_path / "mine.py").write_text(SEARCH)
    return load_agent(str(tmp_path / "mine.py"))


def test_the_search_of_a_course_file_is_recorded_with_its_values_and_cuts(agent):
    state = State.parse(BOARD)
    (tree,) = record_search(agent, state)
    leaves = [node for node in tree.nodes if node.layer is Layer.LEAF]
    assert [node.value for node in leaves] == [
        3 * node.state.score - len(node.state.food) for node in leaves
    ]
    assert [node.layer for node in tree.nodes if node.ply == 1] == [Layer.MIN] * 3
    assert any(node.cut for node in tree.nodes)
    assert agent.act(state) is tree.chosen


def test_a_trace_sees_all_successors_that_a_course_file_asks_for(agent):
    trace = Trace(State.parse(BOARD))
    action = agent.act(trace.root)
    assert action is agent.act(State.parse(BOARD))
    assert trace.depths[0] == 3
    assert len(trace.steps) == sum(trace.depths) > 6

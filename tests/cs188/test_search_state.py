"""A drawn tree, searched through the interface of course files."""

import pytest

from pacgrid.cs188.search_state import CourseTreeState, SearchState
from pacgrid.games.drawn_tree import DrawnTree


def value(state: SearchState, agent: int = 0) -> float:
    if state.isWin() or state.isLose():
        return state.getScore()
    agents = (agent + 1) % state.getNumAgents()
    values = [
        value(state.generateSuccessor(agent, action), agents)
        for action in state.getLegalActions(agent)
    ]
    return min(values) if agent else max(values)


def test_a_tree_is_searched() -> None:
    root = SearchState(DrawnTree.parse("MAX\n  MIN: 3 12 8\n  right: MIN: 2 4 6"))
    assert root.getLegalActions() == ["1", "right"]
    assert value(root) == 3
    assert root.generatePacmanSuccessor("right") == root.getNextState(0, "right")
    assert len({root, SearchState(root.state), root.getPacmanNextState("1")}) == 2


def test_a_tree_has_no_board() -> None:
    root = SearchState(DrawnTree.parse("MAX: 1 2"))
    with pytest.raises(AttributeError, match="no getFood here: the states of this test"):
        root.getFood()


def test_a_tree_of_a_test_case_knows_no_calls_for_pacman() -> None:
    root = CourseTreeState(DrawnTree.parse("MAX: 1 2"))
    assert root.generateChild(0, "1").getScore() == 1
    for name in ("getLegalPacmanActions", "generatePacmanSuccessor"):
        assert hasattr(SearchState(root.state), name)
        assert not hasattr(root, name)

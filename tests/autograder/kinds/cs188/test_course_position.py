import pytest

from pacgrid import Action
from pacgrid.autograder.kinds.cs188.course_position import (
    CoursePosition,
    NoValueError,
    TreeCase,
    TreeCaseError,
)

NORTH, EAST, _, _, STOP = Action
GRAPH = "a Stop b\na West c\nb Up d\nc Up d\nc Up e\nc Down f"


def position(successors: str = GRAPH, **changes: object) -> CoursePosition:
    data = {
        "name": "q2/graph",
        "depth": 1,
        "num_agents": 3,
        "start": "a",
        "wins": ["c", "d"],
        "losses": ["f"],
        "successors": [tuple(line.split()) for line in successors.split("\n")],
        "evaluation": {"b": 0, "d": 2.5},
        "action": "Stop",
        "generated": "",
    }
    return CoursePosition.of(TreeCase.model_validate({**data, **changes}))


def test_actions_are_numbers_of_branches_and_have_their_names():
    root = position()
    assert (root.legal_actions(), root.action_names) == ((NORTH, EAST), ["Stop", "West"])
    assert root.successor(EAST).name == "c"
    assert root.successor(EAST).action_names == ["Up", "Down"]
    with pytest.raises(KeyError):
        root.successor(STOP)


def test_the_last_of_two_equal_actions_counts():
    assert position().successor(EAST).successor(NORTH).name == "e"


def test_agents_move_in_turn_and_the_file_says_who_wins():
    root = position()
    won = root.successor(EAST)
    lost = won.successor(EAST)
    assert [each.to_move for each in (root, won, lost)] == [0, 1, 2]
    assert (root.is_terminal, root.is_win, root.is_loss) == (False, False, False)
    assert (won.is_terminal, won.is_win, won.is_loss) == (True, True, False)
    assert (lost.is_terminal, lost.is_win, lost.is_loss) == (True, False, True)


def test_a_state_without_a_value_has_none():
    root = position()
    assert root.successor(NORTH).evaluate() == root.successor(NORTH).score == 0
    assert root.successor(NORTH).successor(NORTH).score == 2.5
    for read in (root.evaluate, lambda: root.score):
        with pytest.raises(NoValueError):
            read()


@pytest.mark.parametrize(
    ("successors", "error"),
    [
        ("a Up b\nb Up a", "its tree has no end, or more than 2,000 nodes and 60 plies"),
        ("\n".join(f"a {n} b{n}" for n in range(6)), "a has 6 actions; 5 are possible"),
    ],
)
def test_a_graph_that_is_no_tree_is_refused(successors, error):
    with pytest.raises(TreeCaseError, match=error):
        position(successors)

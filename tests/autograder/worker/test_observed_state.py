import pytest

from helpers.searching import LocalProbe
from pacgrid import Action, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax import Minimax
from pacgrid.autograder.diagnosis.observation import decide
from pacgrid.autograder.diagnosis.probe import Probe
from pacgrid.autograder.diagnosis.tree_position import TreePosition
from pacgrid.autograder.worker.observed_state import LimitError, ObservedState, evaluation

TREE = """
MAX (eval 1)
  south: MIN (eval 2.5)
    12 win
    MAX (eval -4): 8 -3
  stop: 4
"""


def tree() -> LocalProbe:
    return LocalProbe(Probe("tree 1", TreePosition.parse(TREE), "minimax", 1))


def position(drawing: str = "%%%%%%\n%.P1 %\n%%%%%%") -> LocalProbe:
    return LocalProbe(Probe("position 1", State.parse(drawing), "minimax", 2, "linear"))


@pytest.mark.parametrize("probe", [tree, position])
@pytest.mark.parametrize("search", [Minimax, AlphaBeta, Expectimax])
def test_the_grader_sees_what_it_would_see_in_its_own_process(probe, search):
    local = probe()
    here = decide(search(depth=2, evaluation=lambda s: s.evaluate()), local.probe, local.probe.root)
    there = search(depth=2, evaluation=evaluation)
    assert there.act(local.start()) == here.chosen
    assert there.report.values == here.values
    assert local.server.log.events == here.log.events
    assert local.server.log.paths == here.log.paths


def test_it_has_what_every_game_has_and_the_grader_sees_each_look():
    probe = tree()
    root = probe.start()
    assert (root.to_move, root.num_agents, repr(root)) == (0, 2, "<state 0, agent 0 to move>")
    assert probe.server.asked == 0
    assert root.legal_actions() == (Action.SOUTH, Action.STOP)
    assert (evaluation(root), root.score, root.is_terminal) == (1, 0, False)
    won, four = root.successor(Action.SOUTH).successor(Action.NORTH), root.successor(Action.STOP)
    assert (won.is_terminal, won.is_win, won.is_loss, won.score) == (True, True, False, 12)
    assert (four.is_win, four.is_loss) == (True, False)
    assert probe.server.asked == 13


def test_whole_scores_are_integers():
    assert isinstance(position().start().score, int)


def test_illegal_actions_are_refused_with_what_is_legal():
    root = tree().start()
    for action in (Action.NORTH, "south", None):
        with pytest.raises(ValueError, match=rf"^can't play {action}; legal is south, stop$"):
            root.successor(action)
    with pytest.raises(ValueError, match=r"legal is nothing: the game is over$"):
        root.successor(Action.STOP).successor(Action.STOP)


def test_states_of_a_probe_are_equal_exactly_if_their_positions_are():
    local = LocalProbe(
        Probe("", TreePosition.parse("MAX\n  MIN: 5 6\n  MIN: 5 6\n  7"), "minimax", 1)
    )
    first, second, third = map((root := local.start()).successor, root.legal_actions())
    assert first == second != third
    assert len({root, first, second, third}) == 3
    assert root != tree().start()
    assert [*map(tuple, local.server.log.paths[1:3])] == [(Action.NORTH,), (Action.EAST,)]


def test_it_never_changes_and_has_no_board():
    root = position().start()
    with pytest.raises(AttributeError, match="can't set score: a state never changes"):
        root.score = 5  # type: ignore[misc]
    with pytest.raises(AttributeError, match="the state of a search question has no pacman; it ha"):
        root.pacman  # noqa: B018
    with pytest.raises(TypeError, match="evaluation takes a state, not NoneType"):
        evaluation(None)  # type: ignore[arg-type]


def test_a_search_that_exceeds_a_limit_is_told_once():
    local = LocalProbe(position().probe, max_nodes=2)
    root = local.start()
    for _ in range(2):
        root.successor(Action.WEST)
    with pytest.raises(LimitError, match="asked for more than 2 successors in one search"):
        root.successor(Action.WEST)
    assert not issubclass(LimitError, Exception)
    root = local.start()
    for _ in range(21):
        root.legal_actions()
    with pytest.raises(LimitError, match="asked more than 20 questions in one search"):
        root.legal_actions()


def test_states_of_earlier_moves_answer_but_leave_no_trace():
    local = position()
    first: ObservedState = local.start()
    log = local.server.log
    after = local.probe.after(local.probe.root, Action.WEST) or local.probe.root
    second = local.next_move(after)
    recorded = [*log.events]
    assert first.successor(Action.WEST).score == local.probe.root.successor(Action.WEST).score
    assert log.events == recorded
    assert local.server.log.events == []
    assert second.score == after.score
    assert len(local.server.log.events) == 1

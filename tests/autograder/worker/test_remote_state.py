import pytest

from helpers.searching import LocalSearch, LocalTask
from pacgrid import Action, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.agents.minimax import Minimax
from pacgrid.autograder.diagnosis.observation import decide
from pacgrid.autograder.diagnosis.search_task import SearchTask, TreePosition
from pacgrid.autograder.worker.messages import StateSummary, bits_of
from pacgrid.autograder.worker.remote_state import (
    LimitError,
    ObservedState,
    OpaqueSearches,
    OpaqueState,
    evaluation,
)

NORTH_OR_STOP = bits_of((Action.NORTH, Action.STOP))
ROOT = StateSummary(0, 5, NORTH_OR_STOP, 0, 2, is_win=False, is_loss=False)
OVER = ROOT._replace(number=9, legal=0, is_loss=True)


SILENT = OpaqueSearches(lambda *_: [OVER])


def state_of(summary: StateSummary = ROOT, search: OpaqueSearches = SILENT) -> OpaqueState:
    """A state whose only successor is OVER, where the game is over."""
    return OpaqueState(summary, search)


def noting(asked: list[object]) -> OpaqueSearches:
    """A search that notes what it asks."""

    def expand(number: int, action: Action, _used: int) -> list[StateSummary]:
        asked.append((number, action))
        return [OVER]

    return OpaqueSearches(expand)


def test_it_has_what_every_game_has():
    state = state_of()
    assert (state.to_move, state.num_agents, state.score) == (0, 2, 5)
    assert (state.is_terminal, state.is_win, state.is_loss) == (False, False, False)
    assert state.legal_actions() == (Action.NORTH, Action.STOP)
    assert repr(state) == "<state 0, agent 0 to move, score 5>"
    for end in ("is_win", "is_loss"):
        over = state_of(ROOT._replace(legal=0, **{end: True}))
        assert over.is_terminal
        assert getattr(over, end)
        assert over.legal_actions() == ()


def test_only_successors_are_asked_for():
    asked: list[object] = []
    search = noting(asked)
    state = state_of(search=search)
    assert state.successor(Action.STOP) == state_of(OVER, search)
    assert asked == [(0, Action.STOP)]
    str(state), hash(state), state == state, state.legal_actions()  # noqa: PLR0124
    assert len(asked) == 1


def test_successors_that_come_together_are_asked_for_once_and_each_is_used_once():
    asked: list[object] = []
    north, stop = ROOT._replace(number=7), OVER

    def expand(_number: int, action: Action, used: int) -> list[StateSummary]:
        asked.append((action, used))
        return [north, stop] if action is Action.NORTH else [stop]

    search = OpaqueSearches(expand)
    state = OpaqueState(ROOT, search)
    order = (Action.STOP, Action.NORTH, Action.NORTH, Action.STOP, Action.STOP)
    states = {Action.NORTH: state_of(north, search), Action.STOP: state_of(stop, search)}
    assert [state.successor(action) for action in order] == [states[action] for action in order]
    assert asked == [(Action.STOP, 1), (Action.NORTH, 2), (Action.NORTH, 3), (Action.STOP, 5)]
    assert search.used == 5


def test_an_illegal_action_is_refused_without_asking():
    asked: list[object] = []
    state = state_of(search=noting(asked))
    with pytest.raises(ValueError, match=r"can't play east; legal is north, stop$"):
        state.successor(Action.EAST)
    with pytest.raises(ValueError, match=r"can't play stop; legal is nothing: the game is over$"):
        state_of(OVER, noting(asked)).successor(Action.STOP)
    with pytest.raises(ValueError, match="can't play nowhere; legal is"):
        state.successor("nowhere")  # type: ignore[arg-type]
    assert asked == []


def test_states_are_equal_if_they_have_the_same_number():
    assert state_of() == state_of()
    assert state_of() not in (state_of(OVER), state_of(search=noting([])), 0, "state")
    assert len({state_of(), state_of(), state_of(OVER)}) == 2


def test_it_has_no_board_and_says_what_it_has():
    for name in ("pacman", "food", "ghosts", "maze", "evaluate"):
        with pytest.raises(AttributeError) as caught:
            getattr(state_of(), name)
        assert str(caught.value) == (
            f"the state of a search question has no {name}; it has "
            "to_move, num_agents, legal_actions(), successor(action), is_terminal, score; "
            "to value it, call the evaluation that your agent was given"
        )


def test_it_never_changes():
    state = state_of()
    for name in ("score", "is_terminal", "_number", "anything"):
        with pytest.raises(AttributeError, match=f"can't set {name}: a state never changes"):
            setattr(state, name, 5)
        with pytest.raises(AttributeError, match=f"can't delete {name}: a state never changes"):
            delattr(state, name)
    assert state.score == 5


def test_our_own_search_finds_the_same_as_in_the_state_itself():
    root = State.parse("%%%%%%\n%.P1 %\n%%%%%%")
    plain, through = (Minimax(depth=2, evaluation="score") for _ in range(2))
    assert through.act(LocalSearch().start(root)) == plain.act(root)
    assert through.report.values == plain.report.values


TREE = """
MAX (eval 1)
  south: MIN (eval 2.5)
    12 win
    MAX (eval -4): 8 -3
  stop: 4
"""


def tree() -> LocalTask:
    return LocalTask(SearchTask("tree 1", TreePosition.parse(TREE), "minimax", 1))


def position(drawing: str = "%%%%%%\n%.P1 %\n%%%%%%") -> LocalTask:
    return LocalTask(SearchTask("position 1", State.parse(drawing), "minimax", 2, "linear"))


@pytest.mark.parametrize("task", [tree, position])
@pytest.mark.parametrize("search", [Minimax, AlphaBeta, Expectimax])
def test_the_grader_sees_what_it_would_see_in_its_own_process(task, search):
    local = task()
    here = decide(search(depth=2, evaluation=lambda s: s.evaluate()), local.task, local.task.root)
    there = search(depth=2, evaluation=evaluation)
    assert there.act(local.start()) == here.chosen
    assert there.report.values == here.values
    assert local.server.log.events == here.log.events
    assert local.server.log.paths == here.log.paths


def test_it_has_what_every_game_has_and_the_grader_sees_each_look():
    task = tree()
    root = task.start()
    assert (root.to_move, root.num_agents, repr(root)) == (0, 2, "<state 0, agent 0 to move>")
    assert task.server.asked == 0
    assert root.legal_actions() == (Action.SOUTH, Action.STOP)
    assert (evaluation(root), root.score, root.is_terminal) == (1, 0, False)
    won, four = root.successor(Action.SOUTH).successor(Action.NORTH), root.successor(Action.STOP)
    assert (won.is_terminal, won.is_win, won.is_loss, won.score) == (True, True, False, 12)
    assert (four.is_win, four.is_loss) == (True, False)
    assert task.server.asked == 13


def test_illegal_actions_are_refused_with_what_is_legal():
    root = tree().start()
    for action in (Action.NORTH, 2.5, None):
        with pytest.raises(ValueError, match=rf"^can't play {action}; legal is south, stop$"):
            root.successor(action)
    with pytest.raises(ValueError, match=r"legal is nothing: the game is over$"):
        root.successor(Action.STOP).successor(Action.STOP)


def test_states_of_a_task_are_equal_exactly_if_their_positions_are():
    local = LocalTask(
        SearchTask("", TreePosition.parse("MAX\n  MIN: 5 6\n  MIN: 5 6\n  7"), "minimax", 1)
    )
    first, second, third = map((root := local.start()).successor, root.legal_actions())
    assert first == second != third
    assert len({root, first, second, third}) == 3
    assert root != tree().start()
    assert [*map(tuple, local.server.log.paths[1:3])] == [(Action.NORTH,), (Action.EAST,)]


def test_it_never_changes_and_has_no_board():
    root = position().start()
    assert isinstance(root.score, int)
    with pytest.raises(AttributeError, match="can't set score: a state never changes"):
        root.score = 5  # type: ignore[misc]
    with pytest.raises(AttributeError, match="the state of a search question has no pacman; it ha"):
        root.pacman  # noqa: B018
    with pytest.raises(TypeError, match="evaluation takes a state, not NoneType"):
        evaluation(None)  # type: ignore[arg-type]


def test_a_search_that_exceeds_a_limit_is_told_once():
    local = LocalTask(position().task, max_nodes=2)
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
    after = local.task.after(local.task.root, Action.WEST) or local.task.root
    second = local.next_move(after)
    recorded = [*log.events]
    assert first.successor(Action.WEST).score == local.task.root.successor(Action.WEST).score
    assert log.events == recorded
    assert local.server.log.events == []
    assert second.score == after.score
    assert len(local.server.log.events) == 1

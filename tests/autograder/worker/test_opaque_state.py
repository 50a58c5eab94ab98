import pytest

from helpers.searching import LocalSearch
from pacgrid import Action, State
from pacgrid.agents.minimax import Minimax
from pacgrid.autograder.worker.messages import StateSummary, bits_of
from pacgrid.autograder.worker.opaque_state import OpaqueSearches, OpaqueState

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
    assert hash(state_of()) == hash(state_of())
    assert state_of() != state_of(OVER)
    assert state_of() != state_of(search=noting([]))
    assert len({state_of(), state_of(), state_of(OVER)}) == 2
    assert state_of() != 0
    assert state_of() != "state"


def test_it_has_no_board_and_says_what_it_has():
    for name in ("pacman", "food", "ghosts", "maze", "evaluate"):
        with pytest.raises(AttributeError) as caught:
            getattr(state_of(), name)
        assert str(caught.value) == (
            f"the state of a search question has no {name}; it has "
            "to_move, num_agents, legal_actions(), successor(action), is_terminal, score"
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

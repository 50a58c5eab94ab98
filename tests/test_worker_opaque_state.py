import pytest

from pacgrid import Action, State
from pacgrid.agents.minimax import Minimax
from pacgrid.autograder.worker.opaque_state import OpaqueState

ROOT = {"state": 0, "legal": ["north", "stop"], "to_move": 0, "num_agents": 2, "score": 5}
ROOT |= {"is_win": False, "is_loss": False}
OVER = ROOT | {"state": 9, "legal": [], "is_loss": True}


def state_of(summary: dict[str, object] = ROOT, asked: list[object] | None = None) -> OpaqueState:
    """A state whose only successor is OVER, where the game is over."""

    def expand(number: int, action: Action) -> dict[str, object]:
        if asked is not None:
            asked.append((number, action))
        return OVER

    return OpaqueState(summary, expand)


def test_it_has_what_every_game_has():
    state = state_of()
    assert (state.to_move, state.num_agents, state.score) == (0, 2, 5)
    assert (state.is_terminal, state.is_win, state.is_loss) == (False, False, False)
    assert state.legal_actions() == (Action.NORTH, Action.STOP)
    assert repr(state) == "<state 0, agent 0 to move, score 5>"
    for end in ("is_win", "is_loss"):
        over = state_of(ROOT | {end: True, "legal": []})
        assert over.is_terminal
        assert getattr(over, end)
        assert over.legal_actions() == ()


def test_only_successors_are_asked_for():
    asked: list[object] = []
    state = state_of(asked=asked)
    assert state.successor(Action.STOP) == state_of(OVER)
    assert asked == [(0, Action.STOP)]
    str(state), hash(state), state == state, state.legal_actions()  # noqa: PLR0124
    assert len(asked) == 1


def test_an_illegal_action_is_refused_without_asking():
    asked: list[object] = []
    state = state_of(asked=asked)
    with pytest.raises(ValueError, match=r"can't play east; legal is north, stop$"):
        state.successor(Action.EAST)
    with pytest.raises(ValueError, match=r"can't play stop; legal is nothing: the game is over$"):
        state_of(OVER, asked).successor(Action.STOP)
    with pytest.raises(ValueError, match="can't play nowhere; legal is"):
        state.successor("nowhere")  # type: ignore[arg-type]
    assert asked == []


def test_states_are_equal_if_they_have_the_same_number():
    assert state_of() == state_of()
    assert hash(state_of()) == hash(state_of())
    assert state_of() != state_of(OVER)
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
    states = [root]

    def summary(number: int) -> dict[str, object]:
        state = states[number]
        legal = [] if state.is_terminal else [str(action) for action in state.legal_actions()]
        return {
            "state": number,
            "legal": legal,
            "to_move": state.to_move,
            "score": state.score,
            "num_agents": 2,
            "is_win": state.is_win,
            "is_loss": state.is_loss,
        }

    def expand(number: int, action: Action) -> dict[str, object]:
        states.append(states[number].successor(action))
        return summary(len(states) - 1)

    plain, through = (Minimax(depth=2, evaluation="score") for _ in range(2))
    chosen = plain.act(root)
    assert through.act(OpaqueState(summary(0), expand)) == chosen
    assert through.report.values == plain.report.values

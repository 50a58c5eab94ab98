import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid import Action, State
from pacgrid.agents.minimax import Minimax
from pacgrid.games.game_loader import load_game
from pacgrid.games.hexapawn import Hexapawn
from pacgrid.games.tictactoe import TicTacToe
from pacgrid.search import GameState
from pacgrid.tree.state_proxy import DistinctMoves, StateProxy, plain

STATES = [load_game("tictactoe"), load_game("book.tree"), State.parse("%%%%%\n%P .%\n%%%%%")]


@pytest.mark.parametrize("state", STATES, ids=lambda state: type(state).__name__)
def test_a_proxy_is_like_the_state_it_wraps(state: GameState) -> None:
    proxy = StateProxy(state)
    assert proxy == state
    assert state == proxy
    assert proxy == StateProxy(state)
    assert proxy != state.successor(state.legal_actions()[-1])
    assert hash(proxy) == hash(state)
    assert {state: 1}[proxy] == {proxy: 1}[state] == 1  # type: ignore[index]
    assert (str(proxy), repr(proxy), bool(proxy)) == (str(state), repr(state), bool(state))
    assert isinstance(proxy, type(state))
    assert proxy.legal_actions() == state.legal_actions()


def test_a_copy_is_the_proxy_and_a_pickle_the_plain_state() -> None:
    state = load_game("tictactoe")
    proxy = StateProxy(state)
    assert copy.copy(proxy) is copy.deepcopy([proxy])[0] is proxy
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        sent = pickle.loads(pickle.dumps(proxy, protocol))
        assert type(sent) is TicTacToe
        assert sent == state


def test_a_missing_attribute_is_that_of_the_state() -> None:
    with pytest.raises(AttributeError, match="'TicTacToe' object has no attribute 'food'"):
        _ = StateProxy(load_game("tictactoe")).food


def test_plain_undoes_it() -> None:
    state = State.parse("%%%%%\n%P .%\n%%%%%")
    assert plain(StateProxy(state)) is plain(state) is state
    assert state.successor(Action.EAST) == plain(StateProxy(state)).successor(Action.EAST)


def test_tictactoe_begins_in_a_corner_on_an_edge_or_in_the_centre() -> None:
    root = DistinctMoves(TicTacToe())
    assert [root.action_name(action) for action in root.legal_actions()] == ["a3", "b3", "b2"]
    assert [len(root.successor(action).legal_actions()) for action in (0, 1, 4)] == [5, 5, 2]


@given(st.sampled_from([TicTacToe("X........"), Hexapawn()]), st.integers(1, 2))
def test_values_do_not_change(state: TicTacToe | Hexapawn, depth: int) -> None:
    whole, distinct = Minimax(depth=depth), Minimax(depth=depth)
    whole.act(state)
    distinct.act(DistinctMoves(state))  # type: ignore[arg-type]
    assert distinct.report.values.items() <= whole.report.values.items()
    assert set(distinct.report.values.values()) == set(whole.report.values.values())
    assert distinct.report.nodes < whole.report.nodes

import copy
import pickle
import sys
from typing import Any

import pytest

from helpers.student_searches import Loops
from pacgrid import Agent, State
from pacgrid.agents.alpha_beta import AlphaBeta
from pacgrid.agents.expectimax import Expectimax
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import load_game
from pacgrid.search import GameState
from pacgrid.tree.search_log import (
    SearchEventKind,
    SearchLog,
    StateProxy,
    distribution_in,
    number_in,
    plain,
)

SMALL = DrawnTree.parse("MAX\n  MIN: 3\n  7")
HUNT = State.parse("%%%%%%%%\n%P .  1%\n%.%% % %\n%      %\n%%%%%%%%")


def logged(agent: Agent, state: Any) -> SearchLog:
    log = SearchLog(agent, state, most_nodes=1000)
    with log.listening():
        agent.act(log.root)
    return log


def test_everything_that_a_search_asks_is_logged_in_order() -> None:
    class Curious(Agent):
        def act(self, state: Any) -> Any:
            for action in state.legal_actions():
                self.value(state.successor(action))
            return action

        def value(self, state: Any) -> tuple[float, None]:
            if state.is_terminal:
                return state.score, None
            return self.value(state.successor("1"))[0] + state.evaluate(), None

    asked = [(event.kind.name, event.state) for event in logged(Curious(), SMALL).events]
    assert asked == [
        ("CALL", 0), ("LEGAL_ACTIONS", 0),
        ("SUCCESSOR", 1), ("CALL", 1), ("TERMINAL_TEST", 1),
        ("SUCCESSOR", 2), ("CALL", 2), ("TERMINAL_TEST", 2), ("SCORE", 2), ("RETURN", 2),
        ("EVALUATE", 1), ("RETURN", 1),
        ("SUCCESSOR", 3), ("CALL", 3), ("TERMINAL_TEST", 3), ("SCORE", 3), ("RETURN", 3),
        ("RETURN", 0),
    ]  # fmt: skip
    loops = logged(Loops(), DrawnTree.parse("MAX\n  MIN: 3 12\n  MIN: 2 4"))
    scores = [event.result for event in loops.events if event.kind is SearchEventKind.SCORE]
    assert scores == [3, 12, 2, 4]


def test_the_search_of_a_modelled_ghost_is_not_part_of_the_search() -> None:
    agent = Expectimax(depth=1, ghosts="minimax_ghost:depth=2,error=0.2")
    log = logged(agent, HUNT)
    assert len(log.nodes) == agent.report.nodes + 1
    chances = [distribution_in(event.result) for event in log.events if event.result]
    assert sorted(next(filter(None, chances)).values()) == pytest.approx([0.1, 0.9])


def test_an_agent_may_have_another_one_search_for_it() -> None:
    class Deputy(Agent):
        def act(self, state: Any) -> Any:
            return AlphaBeta(depth=1).act(state)

    alone = logged(AlphaBeta(depth=1), HUNT)
    assert len(logged(Deputy(), HUNT).nodes) == len(alone.nodes) > 5


def test_a_closed_log_gives_plain_states_and_the_profiler_back() -> None:
    before = sys.getprofile()
    log = SearchLog(AlphaBeta(), SMALL, most_nodes=1000)
    with log.listening():
        kept = log.root.successor("1")
    assert sys.getprofile() is before
    assert type(kept.successor("1")) is type(SMALL)
    assert len(log.nodes) == 2


@pytest.mark.parametrize(
    ("result", "number"),
    [(3, 3), ((2.5, "left"), 2.5), (("left", -1), -1), (True, None), ("3", None), (None, None),
     (float("nan"), None), ([3], None), (10**400, None)],
)  # fmt: skip
def test_the_number_in_what_a_function_returns(result: object, number: float | None) -> None:
    assert number_in(result) == number


STATES = [load_game("tictactoe"), load_game("book.tree"), State.parse("%%%%%\n%P .%\n%%%%%")]


@pytest.mark.parametrize("state", STATES, ids=lambda state: type(state).__name__)
def test_a_proxy_is_like_the_state_it_wraps(state: GameState) -> None:
    proxy = StateProxy(state)
    assert proxy == state == proxy == StateProxy(state)
    assert proxy != state.successor(state.legal_actions()[-1])
    assert hash(proxy) == hash(state)
    assert {state: 1}[proxy] == {proxy: 1}[state] == 1  # type: ignore[index]
    assert (str(proxy), repr(proxy), bool(proxy)) == (str(state), repr(state), bool(state))
    assert isinstance(proxy, type(state))
    assert proxy.legal_actions() == state.legal_actions()
    assert plain(proxy) is plain(state) is state
    assert copy.copy(proxy) is copy.deepcopy([proxy])[0] is proxy
    for protocol in range(2 * isinstance(state, State), pickle.HIGHEST_PROTOCOL + 1):
        sent = pickle.loads(pickle.dumps(proxy, protocol))
        assert type(sent) is type(state)
        assert sent == state
    with pytest.raises(AttributeError, match=f"'{type(state).__name__}' object has no attribute"):
        _ = proxy.no_such_part

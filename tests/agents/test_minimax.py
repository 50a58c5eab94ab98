from math import inf
from typing import Any

import pytest

from helpers.games import Tree
from pacgrid import State
from pacgrid.agents.minimax import Minimax
from pacgrid.games.hexapawn import Hexapawn
from pacgrid.games.tictactoe import TicTacToe


def plain(state: Any, plies: int) -> float:
    """Minimax without the agent's machinery."""
    if state.is_terminal or plies == 0:
        return float(state.score)
    values = [plain(state.successor(action), plies - 1) for action in state.legal_actions()]
    return max(values) if state.to_move == 0 else min(values)


@pytest.fixture
def agent() -> Minimax:
    agent = Minimax(depth=1, evaluation="score")
    agent.act(State.parse("%%%%\n%P.%\n%%%%"))
    agent.report.nodes = 0
    return agent


def test_max_and_min_layers_alternate_as_the_turns_do(agent: Minimax) -> None:
    tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    assert agent.value(Tree(tree, "01"), 2) == 3
    assert agent.value(Tree(tree, "10"), 2) == 6
    assert agent.value(Tree(tree, "00"), 2) == 14


def test_each_ghost_has_a_min_layer_of_its_own(agent: Minimax) -> None:
    tree = [[[9, 8], [7, 6]], [[5, 4], [3, 2]]]
    assert agent.value(Tree(tree, "012", num_agents=3), 3) == 6
    assert agent.value(Tree(tree, "021", num_agents=3), 3) == 6


def test_every_visited_state_is_counted(agent: Minimax) -> None:
    agent.value(Tree([[3, 12, 8], [2, 4, 6]], "01"), 2)
    assert agent.report.nodes == 1 + 2 + 6


def test_tic_tac_toe_is_a_draw(agent: Minimax) -> None:
    assert agent.value(TicTacToe("X.......O"), 9) == 1
    assert agent.value(TicTacToe("X...O...."), 9) == 0


def test_hexapawn_is_lost_for_the_first_player(agent: Minimax) -> None:
    assert agent.value(Hexapawn(), 99) == -1


@pytest.mark.parametrize("plies", range(6))
def test_values_agree_with_the_definition(agent: Minimax, plies: int) -> None:
    state = State.parse("%%%%%%%%\n%.  1o.%\n%.%%%%P%\n%.. 2  %\n%%%%%%%%")
    assert agent.value(state, plies) == plain(state, plies)


def test_depth_counts_rounds() -> None:
    board = "%%%%%%%%\n%P .   %\n%%%%%%%%"
    near, far = (Minimax(depth=depth, evaluation="score") for depth in (1, 2))
    state = State.parse(board)
    near.act(state)
    far.act(state)
    assert max(near.report.values.values()) == -1
    assert max(far.report.values.values()) == 508


def test_only_states_at_the_cut_off_are_evaluated() -> None:
    state = State.parse("%%%%\n%P.%\n%%%%")
    agent = Minimax(depth=1, evaluation=lambda state: inf if state.is_terminal else -1)
    agent.act(state)
    assert {str(action): value for action, value in agent.report.values.items()} == {
        "east": 509,
        "stop": -1,
    }

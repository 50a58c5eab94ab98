"""What holds for the positions of every game."""

import pickle
from copy import deepcopy
from math import isclose
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid.games.board_setup import BoardSetup
from pacgrid.games.drawn_tree import DrawnTree
from pacgrid.games.game_loader import GAMES, game_names, load_game
from pacgrid.search import CHANCE

SMALL = (
    "hexapawn:size=4",
    "nim:heaps=1-2,misere=True",
    "pig:target=6",
)
"""Games that often reach their end in a few plies."""


@pytest.mark.parametrize("title", [*game_names(), *SMALL])
@settings(max_examples=7)
@given(choices=st.lists(st.integers(0, 999), max_size=60))
def test_every_position_keeps_the_protocol(title: str, choices: list[int]) -> None:
    state, same = load_game(title), load_game(title)
    setup = BoardSetup.load(title)
    assert len(state.players) == state.num_agents
    for choice in choices:
        check(state, same, setup)
        if state.is_terminal:
            break
        action = state.legal_actions()[choice % len(state.legal_actions())]
        before = str(state), state.grid(), hash(state), state.evaluate()
        after = state.successor(action)
        assert (str(state), state.grid(), hash(state), state.evaluate()) == before
        assert after != state
        state, same = after, same.successor(action)


def check(state: Any, same: Any, setup: BoardSetup) -> None:
    """`same` is the same position, reached by the same actions."""
    assert state == same == deepcopy(state) == pickle.loads(pickle.dumps(state))
    assert hash(state) == hash(same)
    assert str(state)
    assert repr(state)
    grid = state.grid()
    assert len({len(row) for row in grid}) == 1
    actions = state.legal_actions()
    if state.is_terminal:
        assert not actions
        return
    assert len(set(actions)) == len(actions) > 0
    names = [state.action_name(action) for action in actions]
    assert len(set(names)) == len(names)
    assert state.score == 0
    if not isinstance(state, DrawnTree):
        assert abs(state.evaluate()) < 1
    if state.to_move == CHANCE:
        shares = state.distribution()
        assert set(shares) == set(actions)
        assert isclose(sum(shares.values()), 1)
    else:
        assert 0 <= state.to_move < state.num_agents
    for action in actions:
        assert setup.action_of(state, setup.action_text(state, action)) == action
        for cell in (state.cell(action), getattr(state, "start_cell", state.cell)(action)):
            assert cell is None or grid[cell[1]][cell[0]] is not None
    if hasattr(state, "canonical"):
        canonical = state.canonical()
        assert canonical == canonical.canonical()
        assert len(canonical.legal_actions()) == len(actions)
        assert isclose(canonical.evaluate(), state.evaluate(), abs_tol=1e-12)
    if hasattr(state, "is_quiet"):
        assert isinstance(state.is_quiet(), bool)
    if hasattr(state, "is_capture"):
        assert all(isinstance(state.is_capture(action), bool) for action in actions)


@pytest.mark.parametrize("title", [*GAMES, *SMALL])
@settings(max_examples=5)
@given(choices=st.lists(st.integers(0, 999), min_size=40, max_size=40))
def test_a_finished_game_is_won_lost_or_drawn(title: str, choices: list[int]) -> None:
    state = load_game(title)
    if isinstance(state, DrawnTree):
        return
    for choice in choices * 20:
        if state.is_terminal:
            assert state.score in (-1, 0, 1)
            return
        state = state.successor(state.legal_actions()[choice % len(state.legal_actions())])

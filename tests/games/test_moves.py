import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid import Layout, State
from pacgrid.games.game_error import GameError
from pacgrid.games.game_loader import load_game
from pacgrid.games.moves import after_moves

SMALL = State.initial(Layout.load("small"))


@pytest.mark.parametrize("name", ["tictactoe", "hexapawn", "nim", "pig", "three_players", "book"])
@given(random=st.randoms())
def test_moves_are_called_what_the_game_calls_them(name: str, random: Any) -> None:
    state, names = load_game(name), []
    start = state
    for _ in range(random.randrange(8)):
        if state.is_terminal:
            break
        action = random.choice(state.legal_actions())
        names.append(state.action_name(action))
        state = state.successor(action)
    assert after_moves(start, random.choice([" ", ", ", ","]).join(names)) == state


def test_moves_of_pacman_and_ghosts_have_names_and_letters() -> None:
    assert after_moves(SMALL, "east west") == after_moves(SMALL, " E,w ")
    assert after_moves(SMALL, "east west").to_move == 2


def test_no_moves_change_nothing() -> None:
    assert after_moves(SMALL, " , ") == SMALL


@pytest.mark.parametrize(
    ("state", "moves", "problem"),
    [
        (load_game("tictactoe"), "b2 b2", "move 2, 'b2': O can't play it; legal: a3, b3, c3, a2"),
        (load_game("tictactoe"), "a1 b1 a2 b2 a3 c3", "move 6, 'c3': the game is over before it"),
        (load_game("pig"), "roll 7", "move 2, '7': chance can't play it; legal: 1, 2, 3, 4, 5, 6"),
        (load_game("book"), "a9", "move 1, 'a9': MAX can't play it; legal: a1, a2, a3"),
        (SMALL, "east up", "move 2, 'up': ghost 1 can't play it; legal: east, west"),
    ],
)
def test_an_illegal_move_is_named_with_those_that_are_legal(
    state: Any, moves: str, problem: str
) -> None:
    with pytest.raises(GameError, match=re.escape(problem)):
        after_moves(state, moves)

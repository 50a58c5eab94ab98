import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pacgrid.games import drawn_position
from pacgrid.games.drawn_position import find_position
from pacgrid.games.game_error import GameError
from pacgrid.games.game_loader import load_game
from pacgrid.games.moves import mover


@settings(max_examples=3)
@pytest.mark.parametrize("name", ["tictactoe", "hexapawn", "nim", "hexapawn:size=4", "book"])
@given(random=st.randoms())
def test_a_position_is_found_from_its_drawing(name: str, random: Any) -> None:
    state = start = load_game(name)
    for _ in range(random.randrange(6)):
        if state.is_terminal:
            break
        state = state.successor(random.choice(state.legal_actions()))
    found = find_position(start, f"{state}\nto move: {mover(state)}", "p.txt")
    assert str(found) == str(state)
    assert found.to_move == state.to_move


def test_spaces_do_not_matter() -> None:
    start = load_game("tictactoe")
    assert find_position(start, "\n X.. \n.O.\n\n...", "p.txt").board == "X...O...."


@pytest.mark.parametrize(
    ("game", "text", "problem"),
    [
        ("tictactoe", "XXX\nOOO\n...", "p.txt: the game can't reach this position"),
        ("tictactoe", "hello", "p.txt: the game can't reach this position"),
        ("tictactoe", " \n", "p.txt: draws no position; write it as print(state) prints it"),
        ("tictactoe", "...\n...\n...\nto move: O", "X is to move in this position, not O"),
    ],
)
def test_what_is_no_position_is_one_clear_line(game: str, text: str, problem: str) -> None:
    with pytest.raises(GameError, match=re.escape(problem)):
        find_position(load_game(game), text, "p.txt")


def test_a_position_is_not_looked_for_among_endlessly_many(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn_position.MOST_POSITIONS >= 10_000
    monkeypatch.setattr(drawn_position, "MOST_POSITIONS", 500)
    problem = "not found among 500 positions of the game; check it, or"
    with pytest.raises(GameError, match=re.escape(problem)):
        find_position(load_game("hexapawn:size=8"), "wwww", "p.txt")


def test_a_drawing_that_fits_two_positions_needs_a_line_more() -> None:
    start = load_game("nim:heaps=3")
    with pytest.raises(GameError, match="add a line that says who is to move, player 1 or"):
        find_position(start, "1: |", "p.txt")
    for number, name in enumerate(start.players):
        assert find_position(start, f"1: |\nto move: {name}", "p.txt").to_move == number

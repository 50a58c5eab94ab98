from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from helpers.exact import exact_value
from pacgrid.games.othello import Othello


def drawn(text: str, to_move: int) -> Othello:
    """The position with these rows."""
    marks = "".join(text.split())
    black, white = (
        sum(1 << square for square, found in enumerate(marks) if found == mark) for mark in "BW"
    )
    return Othello.of(len(text.split("\n")), (black, white), to_move)


def perft(state: Any, plies: int) -> int:
    if plies == 0 or state.is_terminal:
        return 1
    if plies == 1:
        return len(state.legal_actions())
    return sum(perft(state.successor(action), plies - 1) for action in state.legal_actions())


COUNTS = [4, 12, 56, 244, 1396, 8200, 55092, 390216]
"""Of games on 8 x 8, as is well known; the first pass comes later."""


def test_games_of_a_few_plies_are_counted() -> None:
    assert [perft(Othello.initial(), plies) for plies in range(1, 7)] == COUNTS[:6]


@pytest.mark.slow
def test_longer_games_are_counted() -> None:
    assert [perft(Othello.initial(), plies) for plies in (7, 8)] == COUNTS[6:]


@pytest.mark.parametrize(
    ("size", "counts"),
    [(4, [4, 12, 44, 128, 436, 1296, 3788]), (6, [4, 12, 56, 244, 1364, 7604])],
)
def test_games_on_small_boards_are_counted(size: int, counts: list[int]) -> None:
    assert [perft(Othello.initial(size), plies + 1) for plies in range(len(counts))] == counts


def slow_moves(rows: list[list[str]], mark: str) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Each legal square and what it turns over, square by square."""
    size = len(rows)
    for y in range(size):
        for x in range(size):
            turned = []
            for dx, dy in [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]:
                line, (a, b) = [], (x + dx, y + dy)
                while 0 <= a < size and 0 <= b < size and rows[b][a] not in (".", mark):
                    line.append((a, b))
                    a, b = a + dx, b + dy
                if 0 <= a < size and 0 <= b < size and rows[b][a] == mark:
                    turned += line
            if rows[y][x] == "." and turned:
                yield x + size * y, turned


@pytest.mark.parametrize("size", [4, 6, 8])
def test_bitboards_agree_with_looking_at_every_square(size: int) -> None:
    rng = Random(size)
    for _ in range(8):
        state = Othello.initial(size)
        while not state.is_terminal:
            mark = "BW"[state.to_move]
            rows = [line.split() for line in str(state).splitlines()]
            moves = dict(slow_moves(rows, mark))
            assert state.legal_actions() == tuple(moves)
            action = rng.choice(state.legal_actions())
            for x, y in [*moves[action], (action % size, action // size)]:
                rows[y][x] = mark
            other = "WB"[state.to_move]
            after = state.successor(action)
            assert str(after) == "\n".join(map(" ".join, rows))
            assert after.is_terminal or after.to_move == (
                1 - state.to_move if dict(slow_moves(rows, other)) else state.to_move
            )
            state = after
        rows = [line.split() for line in str(state).splitlines()]
        assert not dict(slow_moves(rows, "B"))
        assert not dict(slow_moves(rows, "W"))


def test_who_cannot_move_passes_and_the_other_moves_again() -> None:
    state = drawn("B W . W\nB B B B\nB B B B\nB B B B", to_move=1)
    assert state.to_move == 0
    assert [state.action_name(action) for action in state.legal_actions()] == ["c4"]


def test_the_game_ends_when_nobody_can_move_although_squares_are_empty() -> None:
    state = drawn("B W . .\n. . . .\n. . . .\n. . . .", to_move=0).successor(2)
    assert state.is_terminal
    assert state.score == 1
    assert state.counts == (3, 0)
    assert state.legal_actions() == ()


def test_the_second_player_wins_on_four_by_four() -> None:
    assert exact_value(Othello.initial(4)) == -1


def test_a_corner_is_worth_more_than_many_discs() -> None:
    corner = drawn("B . . .\n. W W .\n. W W .\n. B . .", to_move=1)
    none = drawn(". . . .\n. W W .\n. W W .\n. B . .", to_move=1)
    assert corner.evaluate() > none.evaluate() + 0.3


def test_all_first_moves_are_the_same_one() -> None:
    state = Othello.initial(6)
    assert len({state.successor(action).canonical() for action in state.legal_actions()}) == 1

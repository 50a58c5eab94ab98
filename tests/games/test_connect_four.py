from random import Random

import pytest

from helpers.exact import exact_value
from pacgrid.agents.iterative_deepening import IterativeDeepening
from pacgrid.games.connect_four import ConnectFour


def drawn(text: str) -> ConnectFour:
    """The position with these rows, from the top; X has moved first."""
    rows = [line.split() for line in text.strip().splitlines()]
    state = ConnectFour.initial(len(rows[0]), len(rows))
    first, second = (
        sum(
            1 << column * (len(rows) + 1) + row
            for row, marks in enumerate(reversed(rows))
            for column, found in enumerate(marks)
            if found == mark
        )
        for mark in "XO"
    )
    to_move = first.bit_count() - second.bit_count()
    return ConnectFour(state.columns, state.rows, state.connect, (first, second), to_move)


def perft(state: ConnectFour, plies: int) -> int:
    """How many games of exactly `plies` plies there are; those that end before don't count."""
    if plies == 1:
        return len(state.legal_actions())
    return sum(perft(state.successor(action), plies - 1) for action in state.legal_actions())


def positions(state: ConnectFour) -> list[int]:
    """How many different positions there are after 0, 1, 2, … plies."""
    level, counts = {state}, []
    while level:
        counts.append(len(level))
        level = {each.successor(action) for each in level for action in each.legal_actions()}
    return counts


def test_games_of_a_few_plies_are_counted() -> None:
    assert [perft(ConnectFour(), plies) for plies in range(1, 6)] == [7, 49, 343, 2401, 16807]


@pytest.mark.slow
def test_longer_games_are_counted() -> None:
    assert [perft(ConnectFour(), plies) for plies in (6, 7, 8)] == [117649, 823536, 5673234]


@pytest.mark.slow
def test_positions_of_the_small_boards_are_as_many_as_tromp_counted() -> None:
    assert sum(positions(ConnectFour.initial(4, 4))) == 161_029


@pytest.mark.slow
def test_positions_after_some_plies_are_as_many_as_tromp_counted() -> None:
    level, counts = {ConnectFour()}, []
    for _ in range(9):
        counts.append(len(level))
        level = {each.successor(action) for each in level for action in each.legal_actions()}
    assert counts == [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]


def test_four_by_four_is_a_draw() -> None:
    assert exact_value(ConnectFour.initial(4, 4)) == 0


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "rows"), [(5, 4), (4, 5)])
def test_five_by_four_is_a_draw(columns: int, rows: int) -> None:
    assert exact_value(ConnectFour.initial(columns, rows)) == 0


@pytest.mark.parametrize(
    ("columns", "rows", "value"),
    [(3, 3, 0), (4, 3, 1), (3, 4, 0), (4, 4, 1), (5, 3, 1)],
)
def test_three_in_a_row_on_small_boards(columns: int, rows: int, value: float) -> None:
    state = ConnectFour.initial(columns, rows, connect=3)
    assert exact_value(state) == value


@pytest.mark.parametrize(
    "text",
    [
        ". . . . .\n. . . . .\n. O O O .\n. X X X X",
        "X . . . .\nX O . . .\nX O . . .\nX O . . .",
        ". . . X .\n. . X O .\n. X O O .\nX O X X O",
        "X . . . .\nO X . . .\nO O X . .\nX O O X X",
    ],
)
def test_four_in_a_row_win_in_every_direction(text: str) -> None:
    state = drawn(text)
    state = ConnectFour(state.columns, state.rows, 4, state.discs, 1)
    assert state.is_terminal
    assert state.score == 1
    assert state.legal_actions() == ()


def test_a_line_does_not_go_on_in_the_next_column() -> None:
    state = drawn("X . . .\nX . . .\nO . . .\nO X X .\nO O X .")
    assert not ConnectFour(4, 5, 4, state.discs, 1).is_terminal


def test_lines_are_found_as_by_looking_at_every_square() -> None:
    rng = Random(4)
    for _ in range(30):
        state = ConnectFour.initial(rng.randint(3, 7), rng.randint(3, 6), connect=3)
        while not state.is_terminal:
            state = state.successor(rng.choice(state.legal_actions()))
            assert state.score == looked_up(state)


def looked_up(state: ConnectFour) -> int:
    """The score, from the drawing."""
    rows = [line.split() for line in str(state).splitlines()]
    for mark, score in (("X", 1), ("O", -1)):
        for y in range(state.rows):
            for x in range(state.columns):
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    line = [(x + n * dx, y + n * dy) for n in range(state.connect)]
                    if all(
                        0 <= a < state.columns and 0 <= b < state.rows and rows[b][a] == mark
                        for a, b in line
                    ):
                        return score
    return 0


@pytest.mark.parametrize(("to_move", "column"), [(0, 4), (1, 4)])
def test_a_search_takes_the_win_and_prevents_the_loss(to_move: int, column: int) -> None:
    state = drawn(". . . . .\n. . . . .\n. O O . .\nO X X X .")
    agent = IterativeDeepening(depth=2, ordering=True, table=10_000)
    assert agent.act(ConnectFour(5, 4, 4, state.discs, to_move)) == column


def test_the_mirror_image_is_worth_the_same() -> None:
    state = ConnectFour.initial(4, 4).successor(0).successor(1)
    mirrored = ConnectFour.initial(4, 4).successor(3).successor(2)
    assert state.canonical() == mirrored.canonical()
    assert exact_value(state) == exact_value(mirrored)

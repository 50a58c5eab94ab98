"""How boards are set in the room there is."""

import pytest

from pacgrid.layout import Layout
from pacgrid.maze import Maze
from pacgrid.render.terminal.boards import Plan, plan

MAZE = Maze.of(Layout.load("medium"))  # 21 cells broad, 11 high


@pytest.mark.parametrize(
    ("columns", "rows", "cell", "stacked"),
    [
        (85, 12, 2, False),
        (84, 24, 2, True),
        (84, 23, 1, False),
        (45, 12, 1, False),
        (44, 24, 2, True),
        (40, 24, 1, True),
        (43, 11, 1, False),
        (42, 14, 1, True),
    ],
)
def test_two_boards_are_whole_if_they_can_be_and_square(
    columns: int, rows: int, cell: int, *, stacked: bool
) -> None:
    assert plan([MAZE, MAZE], columns, rows) == Plan(cell, stacked=stacked, shown=(0, 1))


def test_where_there_is_no_room_for_two_boards_only_one_is_shown() -> None:
    assert plan([MAZE, MAZE], 32, 13).shown == (0,)


def test_four_games_are_shown_in_an_ordinary_terminal() -> None:
    assert plan([MAZE] * 4, 80, 18) == Plan(1, stacked=False, shown=(0, 1, 2, 3))


def test_one_board_is_narrow_only_for_want_of_columns() -> None:
    assert plan([MAZE], 41, 5).columns == 2
    assert plan([MAZE], 40, 50).columns == 1
    assert plan([MAZE], 12, 5).columns == 1


def test_headers_count() -> None:
    assert Plan(2, stacked=True, shown=(0, 1)).height([MAZE, MAZE]) == 24
    assert Plan(2, stacked=False, shown=(0, 1)).height([MAZE, MAZE]) == 12
    assert Plan(2, stacked=False, shown=(0,)).height([MAZE]) == 11

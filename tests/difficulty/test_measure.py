"""How hard layouts are."""

from dataclasses import replace

import pytest

from pacgrid import Layout, LayoutError
from pacgrid.difficulty import seed_search
from pacgrid.difficulty.measure import LayoutDifficulty, difficulty, winning_chance
from pacgrid.difficulty.seed_search import MeasuredMaze, find_maze
from pacgrid.maze_generator.options import MazeOptions


def test_a_board_that_all_win_has_difficulty_0_and_a_lost_one_is_above_a_half() -> None:
    assert difficulty(Layout.load("closet")) == LayoutDifficulty(0, (10, 10, 10))
    lost = Layout.parse("%%%%%%%\n%.P. 1%\n%%%%%%%")
    assert difficulty(lost).wins[0] < 10 or difficulty(lost).value == 0
    hopeless = Layout.parse("%%%%%%%%%%\n%1.P.....%\n%%%%%%%%%%")
    assert difficulty(hopeless).value > 0.5


def test_the_best_play_is_known_exactly_on_a_tiny_board() -> None:
    assert winning_chance(Layout.load("pocket")) == pytest.approx(1)
    assert winning_chance(Layout.load("medium")) is None


def test_the_first_maze_that_is_as_hard_as_wanted_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = {"1": 0.2, "2": 0.5, "3": 0.71, "4": 0.7}

    def measured(layout: Layout) -> LayoutDifficulty:
        seed = layout.name.partition("seed=")[2].partition(",")[0]
        return LayoutDifficulty(values.get(seed, 0.1), (0, 0, 0))

    monkeypatch.setattr(seed_search, "difficulty", measured)
    tried: list[MeasuredMaze] = []
    start = MazeOptions.of(1, "tiny")
    maze, is_met = find_maze(start, 0.7, tried.append)
    assert (maze.options, is_met) == (replace(start, seed=3), True)
    assert maze.layout == Layout.load(maze.options.name)
    assert [each.options.seed for each in tried] == [1, 2, 3]
    maze, is_met = find_maze(start, 0.6)
    assert (maze.options.seed, is_met) == (2, False)


def test_a_size_that_no_maze_fits_is_refused() -> None:
    with pytest.raises(LayoutError, match="doesn't fit on 8x9"):
        find_maze(MazeOptions.of(1, "corridors", size=(8, 9)), 0.5)

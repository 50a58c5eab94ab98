"""A maze is to learn from or to test on, and never both."""

import pytest

from pacgrid.maze_generator.generator import generate
from pacgrid.maze_generator.maze_options import MazeOptions
from pacgrid.maze_generator.split import split_of
from pacgrid.maze_generator.wall_grid import MazeSymmetry

WALLS = ("%%%%%%", "%P...%", "%.%%.%", "%....%", "%%%%%%")


def test_only_the_walls_decide() -> None:
    emptied = tuple(row.replace(".", " ").replace("P", "G") for row in WALLS)
    assert split_of(emptied) == split_of(WALLS)


@pytest.mark.parametrize("seed", range(10))
def test_mirrored_and_turned_mazes_are_for_the_same(seed: int) -> None:
    rows = generate(MazeOptions.of(seed, "tiny", symmetry=MazeSymmetry.NONE))
    upside_down = rows[::-1]
    mirrored = tuple(row[::-1] for row in rows)
    turned = tuple("".join(column) for column in zip(*upside_down, strict=True))
    assert len({split_of(image) for image in (rows, upside_down, mirrored, turned)}) == 1


def test_a_quarter_is_for_tests_on_every_machine() -> None:
    splits = [split_of(generate(MazeOptions.of(seed, size=(13, 9)))) for seed in range(60)]
    assert [seed for seed, split in enumerate(splits[:20]) if split == "test"] == [
        *(0, 3, 5, 6, 7, 11, 13, 18)
    ]
    assert splits.count("test") == 21

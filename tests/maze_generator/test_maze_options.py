"""The names of mazes."""

import pytest
from hypothesis import given

from helpers.random_mazes import maze_options
from pacgrid.layout import Layout, LayoutError
from pacgrid.maze_generator.maze_options import MazeOptions

FULL = "random:version=1,seed=7,size=21x11,style=arcade"


@given(maze_options())
def test_a_name_in_full_says_all(options: MazeOptions) -> None:
    assert MazeOptions.parse(options.name) == options
    assert options.name.startswith(f"random:version=1,seed={options.seed},size=")


@pytest.mark.parametrize(
    "name",
    [
        "random:seed=7",
        "random:style=arcade, seed=7",
        "random:seed=7,size=21x11,ghosts=4,symmetry=left-right",
        FULL,
    ],
)
def test_names_of_the_same_maze_give_the_same_layout(name: str) -> None:
    assert Layout.load(name) == Layout.load(FULL)
    assert Layout.load(name).name == Layout.load(name).short_name == FULL


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("random", "no seed; write random:seed=7"),
        ("random:style=tiny", "no seed; write random:seed=7"),
        ("random:7", "can't be read; write random:seed=7,size=21x11,style=arcade"),
        ("random:seed=x", "seed is 'x'; it must be a whole number"),
        ("random:seed=1.5", "seed is '1.5'; it must be a whole number"),
        ("random:seed=-1", "seed is -1; it must be 0 or more"),
        ("random:seed=7,seed=8", "the option seed is given twice"),
        ("random:version=2,seed=7", "version 2 is unknown; this Pacgrid makes version 1"),
        ("random:seed=7,sytle=tiny", "no option 'sytle'; did you mean 'style'?"),
        ("random:seed=7,style=tinny", "no style 'tinny'; did you mean 'tiny'?"),
        (
            "random:seed=7,style=caves",
            "random:style=caves isn't here any more: the styles are arcade and tiny",
        ),
        (
            "random:seed=7,dead_ends=1",
            "random:dead_ends= isn't here any more: no maze has dead ends, so leave it out",
        ),
        ("random:seed=7,symmetry=rotate", "no symmetry 'rotate'; did you mean 'rotation'?"),
        ("random:seed=7,size=21", "size is '21'; write columns and rows, such as 21x11"),
        (
            "random:seed=7,size=1000x1000",
            "no maze in style arcade is 1000x1000; it can be 9x7 to 99x99",
        ),
        ("random:seed=7,size=0x0", "no maze in style arcade is 0x0; it can be 9x7 to 99x99"),
        ("random:seed=7,ghosts=10", "10 ghosts; a layout has 0 to 9"),
        ("random:seed=7,food=1.5", "food is 1.5; it must be from 0 to 1"),
        ("random:seed=7,loops=nan", "loops is nan; it must be from 0 to 1"),
        ("random:seed=7,capsules=many", "capsules is 'many'; it must be a number from 0 to 1"),
        (
            "random:seed=7,style=tiny,size=6x5,ghosts=9",
            "tiny with symmetry left-right and 9 ghosts, each 3 steps from Pac-Man, doesn't fit on"
            " 6x5; try fewer ghosts, another size or symmetry=none",
        ),
    ],
)
def test_a_name_of_no_maze_is_refused_in_one_line(name: str, message: str) -> None:
    with pytest.raises(LayoutError) as caught:
        Layout.load(name)
    assert str(caught.value) == f"{name}: {message}"

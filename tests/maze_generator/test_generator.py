"""Mazes from seeds: what holds for all, and that a seed stands for the same maze for ever."""

import random
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid import Maze
from pacgrid.errors import LayoutError, MazeError
from pacgrid.layout import Layout
from pacgrid.marks import CAPSULE, FOOD, WALL
from pacgrid.maze_generator.generator import (
    LARGEST,
    SAFE_ROUNDS,
    SMALLEST,
    VERSION,
    MazeOptions,
    generate,
)
from pacgrid.maze_generator.wall_grid import SeededChoices
from pacgrid.state import State

SHARES = st.sampled_from([0.0, 0.1, 0.5, 1.0])


@st.composite
def maze_options(draw: st.DrawFn, largest: tuple[int, int] = (33, 25)) -> MazeOptions:
    """Any options; nothing may fit."""
    width, height = (
        draw(st.integers(least, most)) for least, most in zip(SMALLEST, largest, strict=True)
    )
    others = dict.fromkeys(("loops", "food", "capsules"), SHARES) | {"ghosts": st.integers(0, 9)}
    return MazeOptions(
        seed=draw(st.integers(0, 1 << 40)),
        size=(width, height),
        **draw(st.fixed_dictionaries({}, optional=others)),
    )


def check_guarantees(options: MazeOptions, rows: tuple[str, ...]) -> None:
    """What holds for every maze."""
    layout = Layout.parse("\n".join(rows))  # also: the border is closed, and all food is reachable
    maze = Maze.of(layout)
    assert (layout.width, layout.height) == options.size
    assert layout.reachable == {*maze.positions}
    assert not maze.dead_ends
    assert len(layout.ghosts) == options.ghosts
    for home in layout.ghosts:
        assert maze.neighbours[maze.cells[home]]
        assert maze.distance(home, layout.pacman) > 2 * SAFE_ROUNDS
    drawn = ["".join(m if m in (WALL, FOOD, CAPSULE) else " " for m in row) for row in rows]
    assert drawn == [row[::-1] for row in drawn]


SIGNATURES = {1: "f91f165ac6f9ccf1"}
"""By version: a hash of ten mazes. If a change of the generator is meant, count `VERSION` up,
add the new hash, and keep the code for the old version or refuse it clearly."""


def test_a_seed_stands_for_the_same_maze_for_ever() -> None:
    digest = sha256()
    for seed in range(10):
        options = MazeOptions(seed=seed, size=(21 + seed, 11 + seed // 2))
        digest.update("\n".join(generate(options)).encode())
    assert digest.hexdigest()[:16] == SIGNATURES[VERSION]


@given(maze_options(largest=(25, 17)))
def test_every_maze_has_what_is_guaranteed(options: MazeOptions) -> None:
    try:
        rows = generate(options)
    except MazeError:
        return  # no such maze fits
    check_guarantees(options, rows)
    assert generate(MazeOptions.parse(options.name)) == rows


@pytest.mark.slow
def test_a_thousand_mazes_have_what_is_guaranteed() -> None:
    rng, made = random.Random(7), 0
    for seed in range(1_000):
        limits = (33, 25) if seed % 10 == 0 else (21, 15)  # large ones take longest to check
        size = tuple(rng.randint(least, most) for least, most in zip(SMALLEST, limits, strict=True))
        options = MazeOptions(seed=seed, size=size)
        try:
            rows = generate(options)
        except MazeError:
            continue
        check_guarantees(options, rows)
        made += 1
    assert made > 950


@pytest.mark.parametrize("size", [SMALLEST, (21, 11), LARGEST])
def test_a_maze_fits_on_the_smallest_board_and_the_largest(size: tuple[int, int]) -> None:
    options = MazeOptions(seed=5, size=size, ghosts=1)
    check_guarantees(options, generate(options))


def test_no_moves_at_all_get_pacman_caught_in_the_first_rounds() -> None:
    layout = Layout(generate(MazeOptions(seed=5, ghosts=1)))
    states = {State.initial(layout)}
    for _ in range(2 * SAFE_ROUNDS):
        states = {state.successor(action) for state in states for action in state.legal_actions()}
        assert not any(state.is_loss for state in states)


@pytest.mark.parametrize("seed", range(12))
def test_an_arcade_maze_has_corridors_one_wide_and_no_dead_ends(seed: int) -> None:
    layout = Layout(generate(MazeOptions(seed=seed, size=(19 + seed, 12 + seed % 4))))
    assert not _has_open_square(layout)
    assert not Maze.of(layout).dead_ends
    assert _largest_block(layout) <= 5


@pytest.mark.parametrize("seed", range(6))
def test_the_options_shape_a_maze(seed: int) -> None:
    def maze(**options: Any) -> Layout:
        return Layout(generate(MazeOptions(seed=seed, **options)))

    closed, open_ = (sum(row.count(WALL) for row in maze(loops=n).rows) for n in (0, 1))
    assert open_ < closed
    assert len(maze(food=0.2).food) < len(maze(food=0.9).food)
    assert len(maze(capsules=0).capsules) == 0 < len(maze(capsules=0.1).capsules)


def _has_open_square(layout: Layout) -> bool:
    """Whether four cells that make a square are all open."""
    pairs = zip(layout.rows, layout.rows[1:], strict=False)
    return any(
        WALL not in upper[x : x + 2] + lower[x : x + 2]
        for upper, lower in pairs
        for x in range(layout.width - 1)
    )


def _largest_block(layout: Layout) -> int:
    """The side of the largest square of walls."""
    sides: dict[tuple[int, int], int] = {}
    for y, row in enumerate(layout.rows):
        for x, mark in enumerate(row):
            around = [sides.get(at, 0) for at in ((x - 1, y), (x, y - 1), (x - 1, y - 1))]
            sides[x, y] = 1 + min(around) if mark == WALL else 0
    return max(sides.values())


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
        "random:seed=7,size=21x11,ghosts=4",
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
        ("random:size=13x9", "no seed; write random:seed=7"),
        ("random:7", "can't be read; write random:seed=7,size=21x11,style=arcade"),
        ("random:seed=x", "seed is 'x'; it must be a whole number"),
        ("random:seed=1.5", "seed is '1.5'; it must be a whole number"),
        ("random:seed=-1", "seed is -1; it must be 0 or more"),
        ("random:seed=7,seed=8", "the option seed is given twice"),
        ("random:version=2,seed=7", "version 2 is unknown; this Pacgrid makes version 1"),
        ("random:seed=7,sytle=arcade", "no option 'sytle'; did you mean 'style'?"),
        ("random:seed=7,style=tinny", "no style 'tinny'; the style is arcade"),
        (
            "random:seed=7,style=caves",
            "random:style=caves isn't here any more: the style is arcade",
        ),
        (
            "random:seed=7,dead_ends=1",
            "random:dead_ends= isn't here any more: no maze has dead ends, so leave it out",
        ),
        ("random:seed=7,size=21", "size is '21'; write columns and rows, such as 21x11"),
        (
            "random:seed=7,size=1000x1000",
            "no maze is 1000x1000; it can be 9x7 to 99x99",
        ),
        ("random:seed=7,size=0x0", "no maze is 0x0; it can be 9x7 to 99x99"),
        ("random:seed=7,ghosts=10", "10 ghosts; a layout has 0 to 9"),
        ("random:seed=7,food=1.5", "food is 1.5; it must be from 0 to 1"),
        ("random:seed=7,loops=nan", "loops is nan; it must be from 0 to 1"),
        ("random:seed=7,capsules=many", "capsules is 'many'; it must be a number from 0 to 1"),
    ],
)
def test_a_name_of_no_maze_is_refused_in_one_line(name: str, message: str) -> None:
    with pytest.raises(LayoutError) as caught:
        Layout.load(name)
    assert str(caught.value) == f"{name}: {message}"


def test_the_sequence_is_the_same_with_every_python_and_its_parts_do_not_depend_on_it() -> None:
    choices = SeededChoices("a fixed text")
    assert [choices.below(100) for _ in range(8)] == [61, 64, 70, 83, 69, 37, 75, 65]
    assert "".join(choices.shuffled("abcdefgh")) == "edcahbgf"
    for same in (choices, SeededChoices("a fixed text")):
        assert same.fork("walls").below(10**15) == 329439374595567
    assert choices.fork("food").below(9**9) != choices.fork("walls").below(9**9)


@given(st.text(), st.lists(st.integers(), min_size=1))
def test_shuffling_keeps_what_is_there(text: str, items: list[int]) -> None:
    choices = SeededChoices(text)
    assert sorted(choices.shuffled(items)) == sorted(items)
    assert 3 <= choices.between(3, 5) <= 5

"""Mazes from seeds: what holds for all, and that a seed stands for the same maze for ever."""

import random
from hashlib import sha256

import pytest
from hypothesis import given, settings

from helpers.random_mazes import check_guarantees, maze_options
from pacgrid.layout import Layout
from pacgrid.layout_drawing import WALL
from pacgrid.maze_generator.generator import generate
from pacgrid.maze_generator.maze_options import STYLES, VERSION, MazeError, MazeOptions
from pacgrid.maze_generator.wall_grid import MazeSymmetry
from pacgrid.state import State

SIGNATURES = {1: "fdcc9963625c3b4e"}
"""By version: a hash of twenty mazes. If a change of the generator is meant, count `VERSION` up,
add the new hash, and keep the code for the old version or refuse it clearly."""


def test_a_seed_stands_for_the_same_maze_for_ever() -> None:
    digest = sha256()
    for style in STYLES:
        for seed in range(10):
            symmetry = [*MazeSymmetry][seed % 3]
            size = (21 + seed, 11 + seed // 2) if style != "tiny" else (8 + seed % 4, 6 + seed % 3)
            options = MazeOptions.of(seed, style, size=size, symmetry=symmetry)
            digest.update("\n".join(generate(options)).encode())
    assert digest.hexdigest()[:16] == SIGNATURES[VERSION]


@given(maze_options(largest=(25, 17)))
@settings(max_examples=60, deadline=None)
def test_every_maze_has_what_is_guaranteed(options: MazeOptions) -> None:
    try:
        rows = generate(options)
    except MazeError:
        return  # no such maze fits
    check_guarantees(options, rows)
    assert generate(MazeOptions.parse(options.name)) == rows


@pytest.mark.slow
def test_ten_thousand_mazes_have_what_is_guaranteed() -> None:
    rng, made = random.Random(7), 0
    for seed in range(10_000):
        style = rng.choice([*STYLES.values()])
        limits = (33, 25) if seed % 10 == 0 else (21, 15)  # large ones take longest to check
        size = tuple(
            rng.randint(least, max(least, min(most, limit)))
            for least, most, limit in zip(style.smallest, style.largest, limits, strict=True)
        )
        options = MazeOptions.of(seed, style.name, size=size, symmetry=rng.choice([*MazeSymmetry]))
        try:
            rows = generate(options)
        except MazeError:
            continue
        check_guarantees(options, rows)
        made += 1
    assert made > 9_500


@pytest.mark.parametrize("style", STYLES)
def test_a_style_fits_on_its_smallest_board_and_its_own_size(style: str) -> None:
    for size in (STYLES[style].smallest, STYLES[style].size):
        for seed in range(5):
            is_smallest = size == STYLES[style].smallest
            symmetry = MazeSymmetry.NONE if is_smallest else STYLES[style].symmetry
            options = MazeOptions.of(seed, style, size=size, symmetry=symmetry, ghosts=1)
            check_guarantees(options, generate(options))


@pytest.mark.parametrize("style", STYLES)
def test_no_moves_at_all_get_pacman_caught_in_the_first_rounds(style: str) -> None:
    layout = Layout(generate(MazeOptions.of(5, style, ghosts=1)))
    states = {State.initial(layout)}
    for _ in range(2 * STYLES[style].safe_rounds):
        states = {state.successor(action) for state in states for action in state.legal_actions()}
        assert not any(state.is_loss for state in states)


@pytest.mark.parametrize("seed", range(12))
def test_an_arcade_maze_has_corridors_one_wide_and_no_dead_ends(seed: int) -> None:
    symmetry = [*MazeSymmetry][seed % 3]
    layout = Layout(
        generate(MazeOptions.of(seed, size=(19 + seed, 12 + seed % 4), symmetry=symmetry))
    )
    assert not _has_open_square(layout)
    assert _dead_ends(layout) == 0
    assert _largest_block(layout) <= 5


@pytest.mark.parametrize("seed", range(6))
def test_the_options_shape_a_maze(seed: int) -> None:
    def maze(style: str = "arcade", **options: float) -> Layout:
        return Layout(generate(MazeOptions.of(seed, style, **options)))

    closed, open_ = (sum(row.count(WALL) for row in maze(loops=n).rows) for n in (0, 1))
    assert open_ < closed
    assert len(maze(food=0.2).food) < len(maze(food=0.9).food)
    assert len(maze(capsules=0).capsules) == 0 < len(maze(capsules=0.1).capsules)
    assert maze("tiny", ghosts=1).walls == maze("tiny", ghosts=3).walls


def _dead_ends(layout: Layout) -> int:
    rows = layout.rows
    return sum(
        rows[y][x] != WALL
        and [rows[y - 1][x], rows[y + 1][x], rows[y][x - 1], rows[y][x + 1]].count(WALL) == 3
        for y in range(1, layout.height - 1)
        for x in range(1, layout.width - 1)
    )


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

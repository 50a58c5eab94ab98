"""Looks for a maze of some difficulty, seed after seed."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from pacgrid.difficulty.measure import LayoutDifficulty, difficulty
from pacgrid.layout import Layout, LayoutError
from pacgrid.maze_generator.options import MazeOptions

TOLERANCE = 0.03
"""By how much the difficulty of what is found may differ."""
SEEDS = 40
"""How many seeds are tried."""


@dataclass(frozen=True)
class MeasuredMaze:
    """A maze with its difficulty."""

    options: MazeOptions
    layout: Layout
    difficulty: LayoutDifficulty


def find_maze(
    options: MazeOptions, wanted: float, tried: Callable[[MeasuredMaze], None] = lambda _: None
) -> tuple[MeasuredMaze, bool]:
    """The first maze, from the seed of `options` on, whose difficulty is about `wanted`, and True;
    else the closest of `SEEDS` mazes, and False.

    `tried` is called with each maze. Raises LayoutError if not one of them can be made.
    """
    closest: MeasuredMaze | None = None
    objection: LayoutError | None = None
    for seed in range(options.seed, options.seed + SEEDS):
        here = replace(options, seed=seed)
        try:
            layout = Layout.load(here.name)
        except LayoutError as error:
            objection = objection or error
            continue
        maze = MeasuredMaze(here, layout, difficulty(layout))
        tried(maze)
        if closest is None or _off(maze, wanted) < _off(closest, wanted):
            closest = maze
        if _off(maze, wanted) <= TOLERANCE:
            return maze, True
    if closest is None:
        assert objection
        raise objection
    return closest, False


def _off(maze: MeasuredMaze, wanted: float) -> float:
    return abs(maze.difficulty.value - wanted)

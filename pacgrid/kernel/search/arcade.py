"""Where the ghosts of the arcade go: `pacgrid.agents.arcade_ghost`, compiled."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from pacgrid.action import Action
from pacgrid.kernel.jit import Number, compiled, inlined
from pacgrid.kernel.search.evaluation_tables import FAR, MazeTables
from pacgrid.kernel.search.position import Position, has
from pacgrid.kernel.tables import Tables

TARGETS = ("chaser", "ambusher", "flanker", "shy")
_CHASER, _AMBUSHER, _FLANKER, _SHY = range(len(TARGETS))

AHEAD, NEAR = 4, 5
"""How many cells ahead of Pac-Man the ambusher waits; how near to him the shy ghost goes."""

ORDER = np.array([Action.NORTH, Action.WEST, Action.SOUTH, Action.EAST], np.int64)
"""Which of equally good actions comes first."""
DOWN = np.array([-action.vector[1] for action in Action], np.int64)
RIGHT = np.array([action.vector[0] for action in Action], np.int64)


class ArcadePolicy(NamedTuple):
    """How a ghost of the arcade chooses."""

    personality: str
    """One of `TARGETS`."""
    corner: tuple[int, int]
    """Where it scatters to; `(1, 1)` is the top right."""
    scatters: Sequence[bool] = ()
    """Whether it scatters on its next move, on the one after it, …; later it chases."""


@compiled
def arcade_action(
    tables: Tables,
    position: Position,
    maze: MazeTables,
    models: Any,
    number: int,
    bits: int,
    scatters: bool,
) -> Number:
    """The one of its legal actions, as `bits`, that an active ghost chooses."""
    model, heading = models.models[number], Action.STOP.value
    if looks_ahead(model, scatters):
        heading = _heading(tables, position, maze, position.games[0].pacman)
    return towards_goal(tables, position, 0, number, model, bits, scatters, heading)


@inlined
def looks_ahead(model: Any, scatters: Number) -> Number:
    """Whether a ghost needs to know where Pac-Man heads."""
    return not scatters and (model.target == _AMBUSHER or model.target == _FLANKER)  # noqa: PLR1714


@compiled
def towards_goal(
    tables: Tables,
    arrays: Any,
    index: int,
    number: int,
    model: Any,
    bits: int,
    scatters: bool,
    heading: Number,
) -> Number:
    """The one of its legal actions, as `bits`, that an active ghost chooses where Pac-Man heads for
    `heading`. `arrays` has at least `games` and `ghosts`; `model` has `target`, `corner_row` and
    `corner_column`."""
    here = tables.cells[arrays.ghosts[index, number].cell]
    cell = arrays.games[index].pacman
    y: Any = float(tables.cells[cell].row)
    x: Any = float(tables.cells[cell].column)
    if scatters:
        y, x = float(model.corner_row), float(model.corner_column)
    elif model.target == _SHY:
        if (here.row - y) ** 2 + (here.column - x) ** 2 <= NEAR**2:
            y, x = float(model.corner_row), float(model.corner_column)
    elif model.target != _CHASER:
        cells = AHEAD if model.target == _AMBUSHER else AHEAD // 2
        y, x = y + cells * DOWN[heading], x + cells * RIGHT[heading]
        if model.target == _FLANKER:
            chaser = arrays.ghosts[index, 0]
            half = 0.5 * chaser.half
            y = 2 * y - tables.cells[chaser.cell].row - half * DOWN[chaser.heading]
            x = 2 * x - tables.cells[chaser.cell].column - half * RIGHT[chaser.heading]
    return nearest_action(here, bits, y, x)


@compiled
def nearest_action(here: Any, bits: Number, y: Number, x: Number) -> Number:
    """The one of the actions in `bits` that leads from the cell `here` nearest to a point, in a
    straight line."""
    least, choice = np.inf, 0
    for action in ORDER:
        if bits >> action & 1:
            away = (here.row + DOWN[action] - y) ** 2 + (here.column + RIGHT[action] - x) ** 2
            if away < least:
                least, choice = away, action
    return choice


@compiled
def _heading(tables: Tables, position: Position, maze: MazeTables, cell: int) -> Number:
    """Pac-Man's action on a shortest path to food; the first one if there is no path."""
    choice, least = np.int64(Action.STOP), np.int64(FAR + 1)
    for action in range(4):
        if tables.cells[cell].moves >> action & 1:
            near = np.int64(tables.cells[cell].next[action])
            steps = np.int64(FAR)
            for index in range(maze.reachable[near]):
                if has(position.food, maze.order[near, index]):
                    steps = np.int64(maze.steps[near, maze.order[near, index]])
                    break
            if steps < least:
                least, choice = steps, np.int64(action)
    return choice

"""What an agent observes that doesn't see everything (see `pacgrid.kernel.sight`)."""

from functools import lru_cache
from math import ceil, floor
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from pacgrid.envs.observation_planes import ObservationPlanes
from pacgrid.envs.spaces import ObsKind
from pacgrid.kernel.codes import encode
from pacgrid.kernel.packed import pack_agents, pack_planes
from pacgrid.kernel.planes import Channel, Planes, scared_values
from pacgrid.kernel.sight import UNSEEN, seen_from
from pacgrid.layout import Position
from pacgrid.maze import Cell, Maze
from pacgrid.state import State

Sight = Literal["corridor"] | int


def seen_cells(state: State, observer: int, sight: Sight) -> NDArray[np.bool_]:
    """`[row, column]`: the cells that agent `observer` sees, without walls.

    >>> state = State.parse('''
    ... %%%%%%%
    ... %1 . .%
    ... %%%.%%%
    ... %  P  %
    ... %%%%%%%
    ... ''')
    >>> print(seen_cells(state, 1, "corridor").astype(int))
    [[0 0 0 0 0 0 0]
     [0 1 1 1 1 1 0]
     [0 0 0 0 0 0 0]
     [0 0 0 0 0 0 0]
     [0 0 0 0 0 0 0]]
    """
    maze = state.maze
    seen = np.zeros((maze.height, maze.width), np.bool_)
    by_cell = _seen_by_cell(maze, sight)
    for x, y in _ends(state, observer):
        seen |= by_cell[maze.cells[x, y]]
    return seen


def limited_planes(planes: ObservationPlanes, observer: int, sight: Sight) -> Planes:
    """A new array `[7, row, column]`: the planes, with what agent `observer` sees."""
    state, view = planes.state, planes.observe(observer)
    seen = np.zeros(view.shape[1:], np.bool_)  # the board may be padded
    seen[: state.maze.height, : state.maze.width] = seen_cells(state, observer, sight)
    view[Channel.FOOD : Channel.CAPSULES + 1, ~seen] = 0
    view[Channel.PACMAN : Channel.SCARED + 1] = 0
    values = scared_values(view.dtype)
    for agent in range(state.num_agents):
        if _is_seen(state, seen, agent):
            scared = state.ghosts[agent - 1].scared if agent else 0
            active = Channel.GHOSTS if agent else Channel.PACMAN
            for x, y in _ends(state, agent):
                at = Channel.SCARED if scared else active, state.maze.height - 1 - y, x
                view[at] = max(view[at], values[scared or -1])
    return view


def limited_observation(
    planes: ObservationPlanes, observer: int, obs: ObsKind, sight: Sight | None
) -> Any:
    """As `planes.observe_as(observer, obs)`, with what the observer sees; None: everything."""
    if sight is None:
        return planes.observe_as(observer, obs)
    view = limited_planes(planes, observer, sight)
    if obs == "box":
        return view
    own = {"position": planes.position(observer), "action_mask": planes.mask(observer)}
    if obs == "dict":
        return {"observation": view, "action_mask": own["action_mask"]}
    if obs == "codes":
        return {"codes": encode(view), **own}
    agents, seen = pack_agents(planes.state), seen_cells(planes.state, observer, sight)
    for agent in range(len(agents)):
        if not _is_seen(planes.state, seen, agent):
            agents[agent] = UNSEEN
    return {"agents": agents, "board": pack_planes(view), **own}


def _ends(state: State, agent: int) -> set[Position]:
    """The cell of an agent, or the two that it is between."""
    x, y = state.ghosts[agent - 1].position if agent else state.pacman
    return {(floor(x), floor(y)), (ceil(x), ceil(y))}


def _is_seen(state: State, seen: NDArray[np.bool_], agent: int) -> bool:
    top = state.maze.height - 1
    return any(seen[top - y, x] for x, y in _ends(state, agent))


class _SeenByCell(dict[Cell, NDArray[np.bool_]]):
    """By cell: what is seen from it, `[row, column]`, computed on first use."""

    def __init__(self, maze: Maze, sight: Sight) -> None:
        self._maze, self._sight = maze, sight

    def __missing__(self, cell: Cell) -> NDArray[np.bool_]:
        maze = self._maze
        seen = self[cell] = np.zeros((maze.height, maze.width), np.bool_)
        for other in seen_from(maze, cell, self._sight):
            x, y = maze.positions[other]
            seen[maze.height - 1 - y, x] = True
        return seen


@lru_cache(maxsize=32)
def _seen_by_cell(maze: Maze, sight: Sight) -> _SeenByCell:
    return _SeenByCell(maze, sight)

"""Observations of agents that don't see everything (see `pacgrid.kernel.sight`), drawn anew in each
step. numba knows this definition of `observe` from when this module is imported."""

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from pacgrid.action import MOVES
from pacgrid.kernel.arrays import CODES, PACKED, Arrays, BatchSettings
from pacgrid.kernel.codes import GHOST, PACMAN
from pacgrid.kernel.compiled_rules import STOP
from pacgrid.kernel.jit import Number, allocating, by_type, compiled, inlined
from pacgrid.kernel.observations import (
    Planes,
    agent_word,
    cell_of,
    draw_code,
    next_cell_of,
    observe,
    sight_type,
    write_masks,
)
from pacgrid.kernel.packed import NUM_BOARD_PLANES
from pacgrid.kernel.planes import Channel
from pacgrid.kernel.sight import ALONG_CORRIDORS
from pacgrid.kernel.tables import FOOD, NOTHING, WALL, Tables
from pacgrid.state import SCARED_MOVES

_CHANNELS, _MOVES = len(Channel), len(MOVES)
_WALLS, _FOOD, _CAPSULES = int(Channel.WALLS), int(Channel.FOOD), int(Channel.CAPSULES)
_PACMAN, _GHOSTS = int(Channel.PACMAN), int(Channel.GHOSTS)
_SCARED, _SELF = int(Channel.SCARED), int(Channel.SELF)
_UNSEEN = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
"""All numbers of an agent are `pacgrid.kernel.sight.UNSEEN`."""


class SeenCells(NamedTuple):
    """What one agent sees; memory that is used for one after the other."""

    cells: NDArray[np.uint32]
    """First come the cells that it sees: the nearest before the others, unless it sees along
    corridors."""
    seen: NDArray[np.bool_]
    """By pixel."""


@inlined
def _see(tables: Tables, view: SeenCells, count: int, cell: Number) -> int:
    """Add a cell to those that are seen, of which there are `count` so far. Returns the new
    number."""
    pixel = tables.cells[cell].pixel
    if view.seen[pixel]:
        return count
    view.seen[pixel] = True
    view.cells[count] = cell
    return count + 1


@inlined
def _look(tables: Tables, view: SeenCells, steps: Number, near: Number, far: Number) -> int:
    """Add what is seen from either of two cells. Returns the number of seen cells."""
    count = _see(tables, view, 0, near)
    count = _see(tables, view, count, far)
    if steps == ALONG_CORRIDORS:
        for number in range(count):
            for action in range(_MOVES):
                cell = view.cells[number]
                ahead = tables.cells[cell].next[action]
                while ahead != cell:
                    count = _see(tables, view, count, ahead)
                    cell, ahead = ahead, tables.cells[ahead].next[action]
        return count
    first = 0  # of the cells that are reached in the last step
    while first < count and steps:
        last = count
        for number in range(first, last):
            for action in range(_MOVES):
                ahead = tables.cells[view.cells[number]].next[action]
                count = _see(tables, view, count, ahead)
        first = last
        steps -= 1
    return count


@inlined
def _draw_walls(
    arrays: Arrays, settings: BatchSettings, planes: Planes, index: int, observer: int
) -> None:
    """Draw the walls, and nothing in all other cells."""
    pellets, pixels = arrays.pellets, planes.shape[2]
    if settings.form == PACKED:
        board = arrays.games[index].board
        for byte in range(pixels):
            planes[index, observer, byte] = 0
        for byte in range(pixels // NUM_BOARD_PLANES):
            planes[index, observer, byte] = settings.packed_boards[board, byte]
    elif settings.form == CODES:
        for pixel in range(pixels):
            planes[index, observer, pixel] = WALL if pellets[index, pixel] == WALL else NOTHING
    else:
        full, first = settings.scared_values[SCARED_MOVES], observer * _CHANNELS
        for channel in range(first, first + _CHANNELS):
            for pixel in range(pixels):
                planes[index, channel, pixel] = 0
        for pixel in range(pixels):
            if pellets[index, pixel] == WALL:
                planes[index, first + _WALLS, pixel] = full


@inlined
def _draw_pellets(
    tables: Tables,
    arrays: Arrays,
    settings: BatchSettings,
    planes: Planes,
    index: int,
    observer: int,
    view: SeenCells,
    count: int,
) -> None:
    """Draw what the `count` seen cells contain."""
    for number in range(count):
        pixel = tables.cells[view.cells[number]].pixel
        kind = arrays.pellets[index, pixel]
        if kind == NOTHING:
            continue
        plane = _FOOD if kind == FOOD else _CAPSULES
        if settings.form == CODES:
            planes[index, observer, pixel] = kind
        elif settings.form == PACKED:
            byte = plane * (planes.shape[2] // NUM_BOARD_PLANES) + (pixel >> 3)
            planes[index, observer, byte] = int(planes[index, observer, byte]) | 0x80 >> (pixel & 7)
        else:
            full = settings.scared_values[SCARED_MOVES]
            planes[index, observer * _CHANNELS + plane, pixel] = full


@inlined
def _draw_agent(
    tables: Tables,
    arrays: Arrays,
    settings: BatchSettings,
    planes: Planes,
    index: int,
    observer: int,
    agent: int,
) -> None:
    """Draw an agent in codes or planes, Pac-Man after the ghosts."""
    pixel = tables.cells[cell_of(arrays, index, agent)].pixel
    far = tables.cells[next_cell_of(tables, arrays, index, agent)].pixel
    scared = arrays.ghosts[index, agent - 1].scared if agent else np.uint8(0)
    if settings.form == CODES:
        if agent:
            draw_code(planes, index, observer, pixel, scared)
            if far != pixel:
                draw_code(planes, index, observer, far, scared)
        else:
            shared = planes[index, observer, pixel] == GHOST
            planes[index, observer, pixel] = PACMAN + shared
        return
    full, first = settings.scared_values[SCARED_MOVES], observer * _CHANNELS
    if agent == observer:
        planes[index, first + _SELF, pixel] = planes[index, first + _SELF, far] = full
    if scared:
        value = settings.scared_values[scared]
        channel = first + _SCARED
        planes[index, channel, pixel] = max(planes[index, channel, pixel], value)
        planes[index, channel, far] = max(planes[index, channel, far], value)
    else:
        planes[index, first + (_GHOSTS if agent else _PACMAN), pixel] = full


@compiled
def _observe_with(
    tables: Tables,
    arrays: Arrays,
    settings: BatchSettings,
    planes: Planes,
    masks: NDArray[np.int8],
    agents: NDArray[np.uint64],
    first: int,
    last: int,
    view: SeenCells,
) -> None:
    """`observe_limited`, with a view in which nothing is seen so far. It is apart because code that
    creates arrays is slow."""
    steps, everyone = settings.sight[0], arrays.ghosts.shape[1] + 1
    cells, seen = tables.cells, view.seen
    for index in range(np.uint64(first), np.uint64(last)):
        write_masks(tables, arrays, masks, index)
        for observer in range(masks.shape[1]):
            near = cell_of(arrays, index, observer)
            far = next_cell_of(tables, arrays, index, observer)
            count = _look(tables, view, steps, near, far)
            _draw_walls(arrays, settings, planes, index, observer)
            _draw_pellets(tables, arrays, settings, planes, index, observer, view, count)
            for agent in range(everyone - 1, -1, -1):
                here = cells[cell_of(arrays, index, agent)]
                there = cells[next_cell_of(tables, arrays, index, agent)]
                is_seen = seen[here.pixel] or seen[there.pixel]
                if is_seen and settings.form != PACKED:
                    _draw_agent(tables, arrays, settings, planes, index, observer, agent)
                if agents.shape[1]:
                    word = _UNSEEN
                    if is_seen:
                        heading = arrays.ghosts[index, agent - 1].heading if agent else STOP
                        scared = arrays.ghosts[index, agent - 1].scared if agent else 0
                        word = agent_word(here, there, heading, scared)
                    agents[index, observer * everyone + agent] = word
            for number in range(count):
                seen[cells[view.cells[number]].pixel] = False


@allocating
def observe_limited(
    tables: Tables,
    arrays: Arrays,
    settings: BatchSettings,
    planes: Planes,
    masks: NDArray[np.int8],
    agents: NDArray[np.uint64],
    first: int,
    last: int,
) -> None:
    """Draw the games from `first` to `last`, not included, as each controlled agent sees them."""
    # What is seen is found anew, so nothing is kept for each board; all these games share a view.
    pixels = arrays.pellets.shape[1]
    view = SeenCells(np.empty(pixels, np.uint32), np.zeros(pixels, np.bool_))
    _observe_with(tables, arrays, settings, planes, masks, agents, first, last, view)


@by_type(observe)
def _observe_limited(_tables: Any, _arrays: Any, settings: Any, *_: Any) -> Any:
    def draw(tables, arrays, settings, planes, masks, agents, first, last, anew):  # type: ignore[no-untyped-def]  # noqa: ARG001
        observe_limited(tables, arrays, settings, planes, masks, agents, first, last)

    return draw if sight_type(settings) == types.int64 else None

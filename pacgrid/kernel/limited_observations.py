"""Observations of agents that don't see everything (see `pacgrid.kernel.sight`), drawn anew in each
step. numba knows this definition of `observe` from when this module is imported."""

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from pacgrid.kernel.arrays import CODES, PACKED, Arrays, BatchSettings
from pacgrid.kernel.codes import GHOST, PACMAN
from pacgrid.kernel.compiled_rules import STOP
from pacgrid.kernel.jit import Number, by_type, compiled, inlined
from pacgrid.kernel.observations import (
    Planes,
    agent_word,
    draw_code,
    far_cell,
    observe,
    sight_type,
    write_masks,
)
from pacgrid.kernel.packed import NUM_BOARD_PLANES
from pacgrid.kernel.planes import Channel
from pacgrid.kernel.tables import FOOD, NOTHING, WALL, Tables
from pacgrid.state import SCARED_MOVES

_CHANNELS = len(Channel)
_WALLS, _FOOD, _CAPSULES = int(Channel.WALLS), int(Channel.FOOD), int(Channel.CAPSULES)
_PACMAN, _GHOSTS = int(Channel.PACMAN), int(Channel.GHOSTS)
_SCARED, _SELF = int(Channel.SCARED), int(Channel.SELF)
_UNSEEN = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
"""All numbers of an agent are `pacgrid.kernel.sight.UNSEEN`."""


@inlined
def _near(arrays: Arrays, index: int, agent: int) -> Number:
    """The cell of an agent; between two cells, the one it comes from."""
    return arrays.ghosts[index, agent - 1].cell if agent else arrays.games[index].pacman


@inlined
def _far(tables: Tables, arrays: Arrays, index: int, agent: int) -> Number:
    """The cell of an agent; between two cells, the one it goes to."""
    if agent:
        return far_cell(tables, arrays.ghosts[index, agent - 1])
    return arrays.games[index].pacman


@inlined
def _sees(sight: Any, cell: Number, near: Number, far: Number) -> Number:
    """Whether one of two cells is seen from `cell`."""
    for number in range(sight[cell], sight[cell + 1]):
        if sight[number] == near or sight[number] == far:
            return True
    return False


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
    cell: Number,
) -> None:
    """Draw what the cells contain that are seen from `cell`."""
    sight = settings.sight
    for number in range(sight[cell], sight[cell + 1]):
        pixel = tables.cells[sight[number]].pixel
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
    pixel = tables.cells[_near(arrays, index, agent)].pixel
    far = tables.cells[_far(tables, arrays, index, agent)].pixel
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
    sight, everyone = settings.sight, arrays.ghosts.shape[1] + 1
    for index in range(np.uint64(first), np.uint64(last)):
        write_masks(tables, arrays, masks, index)
        for observer in range(masks.shape[1]):
            _draw_walls(arrays, settings, planes, index, observer)
            near = _near(arrays, index, observer)
            far = _far(tables, arrays, index, observer)
            _draw_pellets(tables, arrays, settings, planes, index, observer, near)
            if far != near:
                _draw_pellets(tables, arrays, settings, planes, index, observer, far)
            for agent in range(everyone - 1, -1, -1):
                here = _near(arrays, index, agent)
                there = _far(tables, arrays, index, agent)
                seen = _sees(sight, near, here, there) or _sees(sight, far, here, there)
                if seen and settings.form != PACKED:
                    _draw_agent(tables, arrays, settings, planes, index, observer, agent)
                if agents.shape[1]:
                    word = _UNSEEN
                    if seen:
                        heading = arrays.ghosts[index, agent - 1].heading if agent else STOP
                        scared = arrays.ghosts[index, agent - 1].scared if agent else 0
                        cells = tables.cells
                        word = agent_word(cells[here], cells[there], heading, scared)
                    agents[index, observer * everyone + agent] = word


@by_type(observe)
def _observe_limited(_tables: Any, _arrays: Any, settings: Any, *_: Any) -> Any:
    def draw(tables, arrays, settings, planes, masks, agents, first, last, anew):  # type: ignore[no-untyped-def]  # noqa: ARG001
        observe_limited(tables, arrays, settings, planes, masks, agents, first, last)

    return draw if sight_type(settings) == types.uint32 else None

"""Planes and packed boards, drawn anew or updated in place; masks and agents."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pacgrid.kernel.arrays import PACKED, TRAIL, Arrays, BatchSettings
from pacgrid.kernel.compiled_rules import STOP, legal
from pacgrid.kernel.intrinsics import copy_rows
from pacgrid.kernel.jit import Number, compiled, inlined_early
from pacgrid.kernel.packed import NUM_BOARD_PLANES
from pacgrid.kernel.planes import Channel
from pacgrid.kernel.tables import CAPSULE, FOOD, WALL, StructuredArray, Tables
from pacgrid.state import SCARED_MOVES

_FOOD_PLANE = int(Channel.FOOD)
_CAPSULE_PLANE = int(Channel.CAPSULES)
_PACMAN_PLANE = int(Channel.PACMAN)
_GHOST_PLANE = int(Channel.GHOSTS)
_SCARED_PLANE = int(Channel.SCARED)
_SELF_PLANE = int(Channel.SELF)

_BOARD_PLANES = np.array([WALL, FOOD, CAPSULE], np.uint8)
"""What the planes WALLS, FOOD and CAPSULES show."""

_BYTE, _IN_BYTE = np.uint64(3), np.uint64(7)
_ALL_BUT = np.array([0xFF ^ 0x80 >> bit for bit in range(8)], np.uint8)
"""Clears a bit of a byte, as `numpy.packbits` counts them."""

_THIRD, _FOURTH = np.uint64(32), np.uint64(48)
"""Where the direction and the scared moves are in an agent's word."""

ANEW = True
"""For `observe`."""

Planes = NDArray[Any]
"""`[game, channel, pixel]`, as in `Arrays`."""


@inlined_early
def _far_cell(tables: Tables, ghost: Any) -> Number:
    """The cell that a ghost between two cells is going to; the one that another ghost is in."""
    return tables.cells[ghost.cell].next[ghost.heading] if ghost.half else ghost.cell


@inlined_early
def erase_agents(
    tables: Tables, arrays: Arrays, games: StructuredArray, ghosts: StructuredArray, index: int
) -> None:
    """Erase all agents of `games` and `ghosts` from the planes in `arrays.planes`."""
    planes = arrays.planes
    pixel = tables.cells[games[index].pacman].pixel
    planes[index, _PACMAN_PLANE, pixel] = 0
    planes[index, _SELF_PLANE, pixel] = 0
    for number in range(ghosts.shape[1]):
        ghost = ghosts[index, number]
        pixel = tables.cells[ghost.cell].pixel
        far = tables.cells[_far_cell(tables, ghost)].pixel
        plane = _SCARED_PLANE if ghost.scared else _GHOST_PLANE
        planes[index, plane, pixel] = planes[index, plane, far] = 0
        own = _SELF_PLANE + 1 + number
        if own < planes.shape[1]:
            planes[index, own, pixel] = planes[index, own, far] = 0


@inlined_early
def _draw_agents(
    tables: Tables, arrays: Arrays, settings: BatchSettings, planes: Planes, index: int
) -> None:
    """Draw all agents, ghosts wherever they would meet Pac-Man, and erase the pellet that he has
    eaten."""
    full = settings.scared_values[SCARED_MOVES]
    home = tables.cells[arrays.games[index].pacman].pixel
    planes[index, _PACMAN_PLANE, home] = planes[index, _SELF_PLANE, home] = full
    planes[index, _FOOD_PLANE, home] = planes[index, _CAPSULE_PLANE, home] = 0
    for number in range(arrays.ghosts.shape[1]):
        ghost = arrays.ghosts[index, number]
        pixel = tables.cells[ghost.cell].pixel
        far = tables.cells[_far_cell(tables, ghost)].pixel
        if not ghost.scared:
            planes[index, _GHOST_PLANE, pixel] = full
        else:
            value = settings.scared_values[ghost.scared]
            planes[index, _SCARED_PLANE, pixel] = max(planes[index, _SCARED_PLANE, pixel], value)
            planes[index, _SCARED_PLANE, far] = max(planes[index, _SCARED_PLANE, far], value)
        own = _SELF_PLANE + 1 + number
        if own < planes.shape[1]:
            planes[index, own, pixel] = planes[index, own, far] = full


@inlined_early
def draw_board(arrays: Arrays, settings: BatchSettings, planes: Planes, index: int) -> None:
    """Draw all planes of a game but its agents."""
    pellets, pixels = arrays.pellets, planes.shape[2]
    full = settings.scared_values[SCARED_MOVES]
    for plane in range(len(_BOARD_PLANES)):
        kind = _BOARD_PLANES[plane]
        for pixel in range(pixels):
            planes[index, plane, pixel] = full if pellets[index, pixel] == kind else 0
    for plane in range(len(_BOARD_PLANES), planes.shape[1]):
        for pixel in range(pixels):
            planes[index, plane, pixel] = 0


@inlined_early
def _erase_bits(tables: Tables, arrays: Arrays, index: int) -> None:
    """Erase the pellet that Pac-Man has eaten from `arrays.bits`."""
    bits = arrays.bits
    plane = np.uint64(bits.shape[1]) // np.uint64(NUM_BOARD_PLANES)
    pixel = np.uint64(tables.cells[arrays.games[index].pacman].pixel)
    byte, kept = pixel >> _BYTE, _ALL_BUT[pixel & _IN_BYTE]
    bits[index, plane * np.uint64(_FOOD_PLANE) + byte] &= kept
    bits[index, plane * np.uint64(_CAPSULE_PLANE) + byte] &= kept


@inlined_early
def _agent_word(near: Any, far: Any, heading: Number, scared: Number) -> Number:
    """An agent's numbers, the first in the lowest bits. Rows and columns are far below 2 ** 15, so
    the sum of two places has the sums of both."""
    place = np.uint64(near.place) + np.uint64(far.place)
    return place | np.uint64(heading) << _THIRD | np.uint64(scared) << _FOURTH


@inlined_early
def _write_agents(
    tables: Tables,
    arrays: Arrays,
    masks: NDArray[np.int8],
    agents: NDArray[np.uint64],
    index: int,
) -> None:
    """Write the masks of the controlled agents, and the agents' words."""
    pacman = tables.cells[arrays.games[index].pacman]
    bits = pacman.moves | 1 << STOP
    for action in range(5):
        masks[index, 0, action] = bits >> action & 1
    for number in range(masks.shape[1] - 1):
        bits = legal(tables, arrays.ghosts[index, number])
        for action in range(5):
            masks[index, number + 1, action] = bits >> action & 1
    if not agents.shape[1]:
        return
    agents[index, 0] = _agent_word(pacman, pacman, STOP, 0)
    for number in range(agents.shape[1] - 1):
        ghost = arrays.ghosts[index, number]
        near, far = tables.cells[ghost.cell], tables.cells[_far_cell(tables, ghost)]
        agents[index, number + 1] = _agent_word(near, far, ghost.heading, ghost.scared)


@compiled
def observe(
    tables: Tables,
    arrays: Arrays,
    settings: BatchSettings,
    planes: Planes,
    masks: NDArray[np.int8],
    agents: NDArray[np.uint64],
    first: int,
    last: int,
    anew: bool,
) -> None:
    """Draw the games from `first` to `last`, not included: `anew`, or only their agents."""
    # Boards and agents are apart: a byte can't be read soon after the wide store that wrote it,
    # nor the other way round.
    games = range(np.uint64(first), np.uint64(last))  # no check for negative ones, from the end
    if settings.form == PACKED:
        for index in games:
            _erase_bits(tables, arrays, index)
        copy_rows(arrays.bits, planes, first, last)
        for index in games:
            _write_agents(tables, arrays, masks, agents, index)
        return
    if anew:
        for index in games:
            draw_board(arrays, settings, planes, index)
    for index in games:
        _draw_agents(tables, arrays, settings, planes, index)
        _write_agents(tables, arrays, masks, agents, index)


RESTARTED = 2**32 - 1
"""In the trail: in this step the game started."""

_FOOD, _CAPSULES = int(Channel.FOOD), int(Channel.CAPSULES)


@inlined_early
def _leave_trail(tables: Tables, arrays: Arrays, index: int) -> None:
    """Take note of where Pac-Man is after a step, or that his game has started."""
    game = arrays.games[index]
    pixel = tables.cells[game.pacman].pixel
    arrays.trail[arrays.drawing[0] % TRAIL, index] = pixel if game.rounds else RESTARTED


@inlined_early
def _restarted(arrays: Arrays, index: int) -> Number:
    """Whether a game has started since it was drawn, or nobody knows."""
    step, steps = arrays.drawing[0], arrays.drawing[1]
    found: Number = steps > TRAIL
    for back in range(min(steps, TRAIL)):
        found |= arrays.trail[(step - back) % TRAIL, index] == RESTARTED
    return found


@inlined_early
def _erase_changes(tables: Tables, arrays: Arrays, index: int) -> None:
    """Erase the agents from where they were drawn, and what Pac-Man has eaten since."""
    planes = arrays.planes
    step, steps = arrays.drawing[0], arrays.drawing[1]
    erase_agents(tables, arrays, arrays.drawn_games, arrays.drawn_ghosts, index)
    for back in range(steps):
        pixel = arrays.trail[(step - back) % TRAIL, index]
        planes[index, _FOOD, pixel] = planes[index, _CAPSULES, pixel] = 0


@compiled
def observe_changes(
    tables: Tables, arrays: Arrays, settings: BatchSettings, first: int, last: int
) -> None:
    """Draw the games from `first` to `last`, not included, like `observe`."""
    for index in range(first, last):
        _leave_trail(tables, arrays, index)
        if _restarted(arrays, index):
            draw_board(arrays, settings, arrays.planes, index)
        else:
            _erase_changes(tables, arrays, index)
    current = arrays.planes, arrays.masks, arrays.agents
    observe(tables, arrays, settings, *current, first, last, not ANEW)
    for index in range(first, last):
        arrays.drawn_games[index] = arrays.games[index]
        for number in range(arrays.ghosts.shape[1]):
            arrays.drawn_ghosts[index, number] = arrays.ghosts[index, number]

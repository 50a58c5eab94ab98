"""Planes and packed boards, drawn anew or updated in place; masks and agents.

The arrays come from a pool: what a caller drops is used again, what he holds never changes. For the
first use of new memory is slow: the system finds and clears each page of it.
"""

from sys import getrefcount
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from pacgrid.kernel.arrays import PACKED, Arrays, BatchSettings
from pacgrid.kernel.compiled_rules import STOP, legal
from pacgrid.kernel.jit import Number, compiled, copy_rows, inlined_early
from pacgrid.kernel.planes import NUM_BOARD_PLANES, Channel
from pacgrid.kernel.tables import CAPSULE, FOOD, WALL, Tables
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
"""The argument of `observe` that draws everything anew."""

Planes = NDArray[Any]
"""`[game, channel, pixel]`, as in `Arrays`."""


@inlined_early
def _far_cell(tables: Tables, ghost: Any) -> Number:
    """The cell that a ghost between two cells is going to; the one that another ghost is in."""
    return tables.cells[ghost.cell].next[ghost.heading] if ghost.half else ghost.cell


@inlined_early
def erase_agents(tables: Tables, arrays: Arrays, index: int) -> None:
    """Erase the agents from `arrays.planes`, before they move."""
    planes = arrays.planes
    pixel = tables.cells[arrays.games[index].pacman].pixel
    planes[index, _PACMAN_PLANE, pixel] = 0
    planes[index, _SELF_PLANE, pixel] = 0
    for number in range(arrays.ghosts.shape[1]):
        ghost = arrays.ghosts[index, number]
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


KEPT = 4
"""Arrays that a pool keeps, dropped or not."""


class ArrayPool:
    """Gives arrays of one shape and dtype, with arbitrary contents."""

    def __init__(self, shape: tuple[int, ...], dtype: DTypeLike) -> None:
        self.shape = shape
        self.dtype = np.dtype(dtype)
        self._kept: list[NDArray[Any]] = []

    def take(self) -> NDArray[Any]:
        """An array that nobody else has."""
        # Callers get views. Views of views, too, refer to the array that owns the memory, and so
        # does whatever else shares it: nobody has one that only the list and the loop refer to.
        kept = self._kept
        for number in range(len(kept)):
            if getrefcount(kept[number]) == _UNUSED:
                return kept[number].view()
        if len(kept) == KEPT:
            del kept[0]
        kept.append(np.empty(self.shape, self.dtype))
        return kept[-1].view()

    def __reduce__(self) -> tuple[type["ArrayPool"], tuple[Any, ...]]:
        return ArrayPool, (self.shape, self.dtype)  # a copy has arrays of its own


def _references() -> int:
    """What `getrefcount` says of an array that only a list refers to."""
    kept = [np.empty(0)]
    return getrefcount(kept[0])


_UNUSED = _references()

"""Planes, packed boards and vectors, masks and agents.

Planes are drawn on the planes of some steps ago, of which few pixels have changed: drawing all of
them takes ten times as long as the rules. They come from a pool: what a caller drops is used again,
what he holds never changes.
"""

from sys import getrefcount
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pacgrid.kernel.arrays import (
    EATEN_KIND,
    NOTHING_EATEN,
    PACKED,
    TRAIL,
    VECTORS,
    Arrays,
    BatchSettings,
    BatchShape,
    Drawing,
)
from pacgrid.kernel.compiled_rules import STOP, legal, next_cell
from pacgrid.kernel.jit import Number, compiled, copy_rows, inlined_early
from pacgrid.kernel.planes import NUM_BOARD_PLANES, NUMBERS_PER_AGENT, Channel
from pacgrid.kernel.tables import CAPSULE, FOOD, WALL, StructuredArray, Tables
from pacgrid.state import SCARED_MOVES

_WALL_PLANE = int(Channel.WALLS)
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

_SECOND, _THIRD, _FOURTH = np.uint64(16), np.uint64(32), np.uint64(48)
"""Where the column, the direction and the scared moves are in an agent's word."""

_ONE, _IN_TRAIL = np.uint64(1), np.uint64(TRAIL - 1)

Planes = NDArray[Any]
"""`[game, channel, pixel]`, as in `Arrays`."""


@inlined_early
def _far_cell(tables: Tables, ghost: Any) -> Number:
    """The cell that a ghost between two cells is going to; the one that another ghost is in."""
    return next_cell(tables.cells, ghost.cell, ghost.heading) if ghost.half else ghost.cell


@inlined_early
def _draw_board(
    arrays: Arrays, settings: BatchSettings, planes: Planes, index: int, first: int
) -> None:
    """Draw a game's planes of the board from the `first` on."""
    pellets, pixels = arrays.pellets, planes.shape[2]
    full = settings.scared_values[SCARED_MOVES]
    for plane in range(first, len(_BOARD_PLANES)):
        kind = _BOARD_PLANES[plane]
        for pixel in range(pixels):
            planes[index, plane, pixel] = full if pellets[index, pixel] == kind else 0


@inlined_early
def _restore(
    arrays: Arrays, settings: BatchSettings, planes: Planes, index: int, last: Number
) -> None:
    """Draw again what Pac-Man ate in the game before, up to step `last`."""
    history = arrays.history[index]
    full = settings.scared_values[SCARED_MOVES]
    for step in range(history.before + _ONE, last + _ONE):
        eaten = history.eaten[step & _IN_TRAIL]
        if eaten != NOTHING_EATEN:
            planes[index, eaten >> EATEN_KIND, np.uint16(eaten)] = full


@inlined_early
def _catch_up(
    arrays: Arrays,
    settings: BatchSettings,
    planes: Planes,
    marks: StructuredArray,
    drawn: StructuredArray,
    index: int,
) -> None:
    """Bring all planes of a game up to date, without its agents."""
    history, shown, board = arrays.history[index], drawn[index], arrays.games[index].board
    for number in range(marks.shape[1]):
        mark = marks[index, number]
        planes[index, mark.plane, mark.near] = planes[index, mark.plane, mark.far] = 0
        own = _SELF_PLANE + number
        if own < planes.shape[1]:
            planes[index, own, mark.near] = planes[index, own, mark.far] = 0
    is_new = shown.step < history.changed
    since = history.before if is_new else shown.step
    has_walls = (shown.step > 0) & (shown.board == board)
    if is_new and settings.boards_change:  # while a game lasts, nothing is put in its board's place
        has_walls = False
    if (
        not has_walls
        or (is_new and not history.before <= shown.step)
        or history.step - since > np.uint64(TRAIL)
    ):
        _draw_board(arrays, settings, planes, index, _FOOD_PLANE if has_walls else _WALL_PLANE)
    else:
        if is_new:
            _restore(arrays, settings, planes, index, shown.step)
        for step in range((history.changed if is_new else shown.step) + _ONE, history.step + _ONE):
            eaten = history.eaten[step & _IN_TRAIL]
            if eaten != NOTHING_EATEN:
                planes[index, eaten >> EATEN_KIND, np.uint16(eaten)] = 0
    shown.step, shown.board = history.step, board


@inlined_early
def _draw_agents(
    tables: Tables,
    arrays: Arrays,
    settings: BatchSettings,
    planes: Planes,
    marks: StructuredArray,
    index: int,
) -> None:
    """Draw all agents, ghosts wherever they would meet Pac-Man, and note where."""
    full = settings.scared_values[SCARED_MOVES]
    home = tables.cells[arrays.games[index].pacman].pixel
    planes[index, _PACMAN_PLANE, home] = planes[index, _SELF_PLANE, home] = full
    mark = marks[index, 0]
    mark.near = mark.far = home
    mark.plane = _PACMAN_PLANE
    for number in range(arrays.ghosts.shape[1]):
        ghost = arrays.ghosts[index, number]
        pixel = tables.cells[ghost.cell].pixel
        far = tables.cells[_far_cell(tables, ghost)].pixel
        mark = marks[index, number + 1]
        mark.near, mark.far = pixel, far
        if not ghost.scared:
            mark.plane = _GHOST_PLANE
            planes[index, _GHOST_PLANE, pixel] = full
        else:
            mark.plane = _SCARED_PLANE
            value = settings.scared_values[ghost.scared]
            planes[index, _SCARED_PLANE, pixel] = max(planes[index, _SCARED_PLANE, pixel], value)
            planes[index, _SCARED_PLANE, far] = max(planes[index, _SCARED_PLANE, far], value)
        own = _SELF_PLANE + 1 + number
        if own < planes.shape[1]:
            planes[index, own, pixel] = planes[index, own, far] = full


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
    """An agent's numbers, the first in the lowest bits."""
    row, column = np.uint64(near.row + far.row), np.uint64(near.column + far.column)
    return row | column << _SECOND | np.uint64(heading) << _THIRD | np.uint64(scared) << _FOURTH


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


@inlined_early
def _write_numbers(
    tables: Tables, arrays: Arrays, settings: BatchSettings, numbers: NDArray[Any], index: int
) -> None:
    """Write the agents' numbers behind the board's, `numbers[index]` being a vector."""
    scales, at = settings.vector_scales, NUM_BOARD_PLANES * arrays.pellets.shape[1]
    pacman = tables.cells[arrays.games[index].pacman]
    numbers[index, at] = np.float32(2 * pacman.row) * scales[0]
    numbers[index, at + 1] = np.float32(2 * pacman.column) * scales[1]
    numbers[index, at + 2] = np.float32(STOP) * scales[2]
    for number in range(arrays.ghosts.shape[1]):
        ghost = arrays.ghosts[index, number]
        near, far = tables.cells[ghost.cell], tables.cells[_far_cell(tables, ghost)]
        at += NUMBERS_PER_AGENT
        numbers[index, at] = np.float32(near.row + far.row) * scales[0]
        numbers[index, at + 1] = np.float32(near.column + far.column) * scales[1]
        numbers[index, at + 2] = np.float32(ghost.heading) * scales[2]
        numbers[index, at + 3] = np.float32(ghost.scared) * scales[3]


@compiled
def observe(
    tables: Tables,
    arrays: Arrays,
    settings: BatchSettings,
    planes: Planes,
    marks: StructuredArray,
    drawn: StructuredArray,
    masks: NDArray[np.int8],
    agents: NDArray[np.uint64],
    first: int,
    last: int,
) -> None:
    """Draw the games from `first` to `last`, not included, on planes with their marks."""
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
    for index in games:
        _catch_up(arrays, settings, planes, marks, drawn, index)
    if settings.form == VECTORS:
        numbers = planes.reshape(planes.shape[0], planes.shape[1] * planes.shape[2])
        for index in games:
            _write_numbers(tables, arrays, settings, numbers, index)
            _write_agents(tables, arrays, masks, agents, index)
        return
    for index in games:
        _draw_agents(tables, arrays, settings, planes, marks, index)
        _write_agents(tables, arrays, masks, agents, index)


KEPT = 4
"""Drawings that a pool keeps, dropped or not; less than `TRAIL`: so none needs to be redrawn."""


class PlanesPool:
    """Gives planes of a shape, and what belongs to them, as they were when last given."""

    def __init__(self, shape: BatchShape) -> None:
        self.shape = shape
        self._kept: list[Drawing] = []

    def take(self) -> Drawing:
        """Planes and agents that nobody else has."""
        # Callers get views. Views of views, too, refer to the array that owns the memory, and so
        # does whatever else shares it: nobody has one that only the tuple and the call refer to.
        kept = self._kept
        for number in range(len(kept)):
            if getrefcount(kept[number][0]) == getrefcount(kept[number][3]) == _UNUSED:
                break
        else:
            if len(kept) == KEPT:
                del kept[0]
            kept.append(self.shape.planes(self.shape.games))
            number = len(kept) - 1
        planes, marks, drawn, agents = kept[number]
        return planes.view(), marks, drawn, agents.view()

    def __reduce__(self) -> tuple[type["PlanesPool"], tuple[BatchShape]]:
        return PlanesPool, (self.shape,)  # a copy has arrays of its own


def _references() -> int:
    """What `getrefcount` says of an array that only a tuple refers to."""
    kept = [(np.empty(0),)]
    return getrefcount(kept[0][0])


_UNUSED = _references()

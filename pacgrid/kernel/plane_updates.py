"""Planes and masks, updated in place."""

from typing import Any

from pacgrid.kernel.arrays import Arrays
from pacgrid.kernel.compiled_rules import STOP, legal
from pacgrid.kernel.jit import Number, inlined
from pacgrid.kernel.planes import Channel
from pacgrid.kernel.tables import CAPSULE, FOOD, Tables
from pacgrid.state import SCARED_MOVES

_FOOD_PLANE = int(Channel.FOOD)
_CAPSULE_PLANE = int(Channel.CAPSULES)
_PACMAN_PLANE = int(Channel.PACMAN)
_GHOST_PLANE = int(Channel.GHOSTS)
_SCARED_PLANE = int(Channel.SCARED)
_SELF_PLANE = int(Channel.SELF)


@inlined
def _far_pixel(tables: Tables, ghost: Any) -> Number:
    """The pixel of the cell that a ghost between two cells is going to."""
    return tables.cells[tables.cells[ghost.cell].next[ghost.heading]].pixel


@inlined
def erase_agents(tables: Tables, arrays: Arrays, index: int) -> None:
    """Erase all agents, before they move."""
    planes = arrays.planes
    pixel = tables.cells[arrays.games[index].pacman].pixel
    planes[index, _PACMAN_PLANE, pixel] = 0
    planes[index, _SELF_PLANE, pixel] = 0
    for number in range(arrays.ghosts.shape[1]):
        ghost = arrays.ghosts[index, number]
        plane = _SCARED_PLANE if ghost.scared else _GHOST_PLANE
        pixel = tables.cells[ghost.cell].pixel
        planes[index, plane, pixel] = 0
        if ghost.half:
            planes[index, plane, _far_pixel(tables, ghost)] = 0
        own = _SELF_PLANE + 1 + number
        if own < planes.shape[1]:
            planes[index, own, pixel] = 0
            if ghost.half:
                planes[index, own, _far_pixel(tables, ghost)] = 0


@inlined
def draw_agents(tables: Tables, arrays: Arrays, index: int, eaten: Number) -> None:
    """Draw all agents, ghosts wherever they would meet Pac-Man, and erase what was `eaten`."""
    planes, full = arrays.planes, arrays.scared_values[SCARED_MOVES]
    pixel = tables.cells[arrays.games[index].pacman].pixel
    planes[index, _PACMAN_PLANE, pixel] = full
    planes[index, _SELF_PLANE, pixel] = full
    if eaten == FOOD:
        planes[index, _FOOD_PLANE, pixel] = 0
    elif eaten == CAPSULE:
        planes[index, _CAPSULE_PLANE, pixel] = 0
    for number in range(arrays.ghosts.shape[1]):
        ghost = arrays.ghosts[index, number]
        pixel = tables.cells[ghost.cell].pixel
        if not ghost.scared:
            planes[index, _GHOST_PLANE, pixel] = full
        else:
            value = arrays.scared_values[ghost.scared]
            planes[index, _SCARED_PLANE, pixel] = max(planes[index, _SCARED_PLANE, pixel], value)
            if ghost.half:
                far = _far_pixel(tables, ghost)
                planes[index, _SCARED_PLANE, far] = max(planes[index, _SCARED_PLANE, far], value)
        own = _SELF_PLANE + 1 + number
        if own < planes.shape[1]:
            planes[index, own, pixel] = full
            if ghost.half:
                planes[index, own, _far_pixel(tables, ghost)] = full


@inlined
def write_masks(tables: Tables, arrays: Arrays, index: int) -> None:
    """Write the masks of the controlled agents."""
    bits = tables.cells[arrays.games[index].pacman].moves | 1 << STOP
    for action in range(5):
        arrays.masks[index, 0, action] = bits >> action & 1
    for number in range(arrays.masks.shape[1] - 1):
        bits = legal(tables, arrays.ghosts[index, number])
        for action in range(5):
            arrays.masks[index, number + 1, action] = bits >> action & 1

"""Observations on arrays that were drawn a few steps ago: only what has changed is drawn.

Nobody else may have written to them: with `UPDATED`, callers can only read them.
"""

from pacgrid.kernel.arrays import TRAIL, Arrays, BatchSettings
from pacgrid.kernel.jit import Number, compiled, inlined_early
from pacgrid.kernel.observations import ANEW, draw_board, erase_agents, observe
from pacgrid.kernel.planes import Channel
from pacgrid.kernel.tables import Tables

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

"""Games for loops that you compile: a step of a batch, called from your own numba functions.

`batch.compiled_games()`, or that of a vector environment, gives the games; `step` plays a round of
all of them, and `step_range` of some. docs/learning.md has a loop that moves Pac-Man north, and
`examples/compiled_rollout.py` plays a policy on all cores. Compile with `cache=True` only if you
delete the cache with every new version of Pacgrid: numba looks for changes in your file alone.
"""

from numba import prange

from pacgrid.kernel import steps
from pacgrid.kernel.clock import ticks
from pacgrid.kernel.compiled_arguments import CompiledGames
from pacgrid.kernel.jit import compiled, inlined_early, parallel
from pacgrid.kernel.thread_choice import judge, takes_several


@parallel
def step(games: CompiledGames) -> int:
    """Play one round of every game, or restart it, with `games.actions`; the outcome is in
    `games.result`.

    On several threads, as long as that is faster than one, like the environments' own `step`.
    The games don't depend on it.

    Returns -1, or the first game that can't be stepped, before anything moves: a number is not an
    action or, with autoreset disabled, the game has ended.
    """
    actions, parts, count = games.actions, games.threads, len(games.actions)
    invalid = steps.first_invalid(games.arrays, games.settings, actions, 0, count)
    if invalid >= 0:
        return invalid
    if parts < 2:
        _play(games, 0, count)
        return -1
    several = takes_several(games.choice)
    start = ticks()
    if several:
        for part in prange(parts):
            _play(games, count * part // parts, count * (part + 1) // parts)
    else:
        _play(games, 0, count)
    judge(games.choice, several, float(ticks() - start))
    return -1


@compiled
def step_range(games: CompiledGames, first: int, last: int) -> int:
    """The same for the games from `first` to `last`, not included, on the thread that calls it.

    Let each thread play many rounds of its own games: that is faster than `step`, since threads
    don't wait for each other after every round, and their games stay in their caches.
    """
    invalid = steps.first_invalid(games.arrays, games.settings, games.actions, first, last)
    if invalid < 0:
        _play(games, first, last)
    return invalid


@inlined_early
def _play(games: CompiledGames, first: int, last: int) -> None:
    """Play one round of games that are all valid, or restart them."""
    tables, arrays, result, settings = games.tables, games.arrays, games.result, games.settings
    steps.step_range(tables, arrays, result, settings, games.actions, first, last)

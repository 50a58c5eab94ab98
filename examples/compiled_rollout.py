"""A policy of your own, compiled together with the rules: millions of rounds a second.

    python examples/compiled_rollout.py

Pac-Man eats what is next to him, keeps off the ghosts that he sees there, and else goes on at
random. Each thread plays many rounds of its own games. Where a policy needs all games at once, such
as a network that takes them as one batch, call `step` in place of `step_range`: it plays a round of
all of them.
"""

import time
from typing import Annotated

import numba
import numpy as np
import typer

from pacgrid.envs import PacmanVectorEnv
from pacgrid.kernel.compiled_games import step_range
from pacgrid.kernel.compiled_rules import next_cell
from pacgrid.kernel.tables import FOOD

STOP = 4
BLOCK = 32
"""Games that a thread plays together: few enough for its cache."""


inlined = numba.njit(forceinline=True)
"""Compiles into its callers: a call would copy `games`, which takes longer than a policy."""


@inlined
def value(games, game, action):
    """What an action of Pac-Man seems to be worth."""
    arrays = games.arrays
    cells = games.tables.cells
    cell = next_cell(cells, arrays.games[game].pacman, action)
    for number in range(arrays.ghosts.shape[1]):
        ghost = arrays.ghosts[game, number]
        near = ghost.cell == cell or next_cell(cells, ghost.cell, ghost.heading) == cell
        if near and not ghost.scared:
            return -1.0
    return 2.0 if arrays.pellets[game, cells[cell].pixel] == FOOD else np.random.random()


@inlined
def best_action(games, game):
    """The legal action that seems best."""
    best, highest = STOP, -2.0
    for action in range(STOP):
        if games.arrays.masks[game, 0, action]:
            worth = value(games, game, action)
            if worth > highest:
                best, highest = action, worth
    return best


@numba.njit(parallel=True)
def rollout(games, rounds, seed):
    """Play all games; the scores of those that ended, and how many they are."""
    count = len(games.actions)
    scores = np.zeros(count, np.int64)
    ended = np.zeros(count, np.int64)
    for block in numba.prange((count + BLOCK - 1) // BLOCK):
        np.random.seed(seed + block)  # numba's generator, of this thread
        first, last = block * BLOCK, min((block + 1) * BLOCK, count)
        for _ in range(rounds):
            for game in range(first, last):
                games.actions[game, 0] = best_action(games, game)
            step_range(games, first, last)
            for game in range(first, last):
                ended[game] += games.result.ended[game]
                scores[game] += games.result.scores[game]
    return scores.sum(), ended.sum()


def main(
    layout: Annotated[str, typer.Option(help="The board.")] = "medium",
    num_games: Annotated[int, typer.Option(min=1, help="Games at once.")] = 1024,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds that each plays.")] = 5000,
    seed: Annotated[int, typer.Option(min=0, help="Of the games and of the policy.")] = 0,
) -> None:
    """Print the policy's mean score, and how quickly it was found."""
    envs = PacmanVectorEnv(num_games, layout=layout, obs="packed", arrays="reused")
    envs.reset(seed=seed)
    rollout(envs.compiled_games(), 1, seed)  # compiles it
    envs.reset(seed=seed)
    start = time.perf_counter()
    scores, ended = rollout(envs.compiled_games(), rounds, seed)
    seconds = time.perf_counter() - start
    print(f"mean score {scores / max(ended, 1):.1f} in {ended:,} games")
    print(f"{num_games * rounds / seconds / 1e6:.1f} million rounds a second")


if __name__ == "__main__":
    typer.run(main)

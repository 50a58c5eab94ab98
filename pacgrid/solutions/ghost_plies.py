"""Positions with a ghost to move, numbered, for agents whose chances depend on all of it."""

from functools import cached_property
from math import prod

import numpy as np

from pacgrid.solutions.combinations import Indices
from pacgrid.solutions.ghost_stages import MOST_CAPSULES, GhostState, stage_at
from pacgrid.solutions.position_space import PositionSpace
from pacgrid.state import SCARED_MOVES, State


class GhostPlies:
    """The numbers of the positions of `space` with a ghost to move.

    They are numbered block after block, in a block timer after timer, and for each timer ghost
    after ghost.
    """

    def __init__(self, space: PositionSpace) -> None:
        self.space = space

    def __len__(self) -> int:
        return int(self.blocks[-1])

    @cached_property
    def offsets(self) -> Indices:
        """`[capsules eaten, timer, ghost]`: where a ghost's plies begin among those of a block."""
        ghosts = self.space.num_ghosts
        offsets = np.zeros((MOST_CAPSULES + 1, SCARED_MOVES + 1, ghosts), np.int64)
        for eaten in range(MOST_CAPSULES + 1):
            start = 0
            for timer in range(SCARED_MOVES + 1 if eaten else 1):
                for ghost in range(ghosts):
                    offsets[eaten, timer, ghost] = start
                    start += self._combinations(eaten, timer, ghost)
        return offsets

    @cached_property
    def blocks(self) -> Indices:
        """By block: where its plies begin; the last is the number of plies.

        Raises SolutionError if these are too many."""
        sizes = np.zeros(MOST_CAPSULES + 1, np.int64)
        for eaten in range(MOST_CAPSULES + 1):
            for timer in range(SCARED_MOVES + 1 if eaten else 1):
                for ghost in range(self.space.num_ghosts):
                    count = self._combinations(eaten, timer, ghost)
                    self.space.check_count(count * len(self.space.blocks))
                    sizes[eaten] += count
        return np.concatenate([[0], np.cumsum(sizes[self.space.blocks.capsules_eaten])])

    def ghost_states(self, eaten: int, timer: int, mover: int) -> list[list[GhostState]]:
        """Where each ghost can be when `mover`, counted from 0, is to move: `mover` first, then the
        ghosts after it, then those before it. These have moved, so their timers are one less."""
        space = self.space
        moved = space.ghost_states[stage_at(eaten, max(timer - 1, 0))]
        others = space.ghost_states[stage_at(eaten, timer)]
        return [others] * (space.num_ghosts - mover) + [moved] * mover

    def index(self, state: State) -> int:
        """The number of a position with a ghost to move. Raises KeyError if it has none."""
        space, mover = self.space, state.to_move - 1
        timers = {g.scared + (n < mover) for n, g in enumerate(state.ghosts) if g.scared}
        if len(timers) > 1:
            raise KeyError(state)
        timer = max(timers, default=0)
        blocks = space.blocks
        block, _ = blocks.number(blocks.mask(state), space.maze.cells[state.pacman])
        eaten = int(blocks.capsules_eaten[block])
        number = 0
        ghosts = (*state.ghosts[mover:], *state.ghosts[:mover])
        for ghost, states in zip(ghosts, self.ghost_states(eaten, timer, mover), strict=True):
            node = space.maze.node(ghost.position, ghost.direction)
            number = number * len(states) + states.index(GhostState(node, ghost.scared > 0))
        return int(self.blocks[block] + self.offsets[eaten, timer, mover]) + number

    def _combinations(self, eaten: int, timer: int, mover: int) -> int:
        return prod(map(len, self.ghost_states(eaten, timer, mover)))

"""The arrays that the compiled rules work on. The first axis of them all counts the games."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pacgrid.kernel.tables import StructuredArray

NEXT_STEP, SAME_STEP, DISABLED = 0, 1, 2
"""When a game that has ended starts anew."""

GAME = np.dtype(
    [
        ("rng_state", np.uint64),  # the state of its chance
        ("pacman", np.uint32),  # his cell
        ("board", np.uint32),
        ("food", np.int32),  # how much of it is left
        ("score", np.int32),
        ("rounds", np.int32),
        ("to_move", np.int8),  # for those who go ply by ply; 0 between rounds
        ("lost", np.bool_),
        ("ended", np.bool_),  # by the rules or by the limit of rounds
    ],
    align=True,
)
"""A game of a batch, but for its ghosts and pellets."""

GHOST = np.dtype(
    [
        ("cell", np.uint32),
        ("heading", np.uint8),  # the way it last went
        ("half", np.bool_),  # it is half way to the next cell
        ("scared", np.uint8),  # how many moves it stays scared
    ],
    align=True,
)
"""A ghost of a game."""

GHOST_POLICY = np.dtype([("attack", np.uint64), ("flee", np.uint64)], align=True)
"""Two probabilities, in 2 ** -32."""


class Arrays(NamedTuple):
    """What the compiled rules change."""

    games: StructuredArray
    """Of `GAME`."""
    ghosts: StructuredArray
    """`[game, ghost]`, of `GHOST`."""
    pellets: NDArray[np.uint8]
    """`[game, pixel]`: `NOTHING`, `FOOD` or `CAPSULE`."""
    planes: NDArray[Any]
    """`[game, channel, pixel]`: the channels of `pacgrid.kernel.planes`; when every agent is told
    its actions, SELF is Pac-Man's and the ghosts' own planes follow it."""
    masks: NDArray[np.int8]
    """`[game, agent, action]`: 1 for what is legal, for agents that are told their actions."""
    board_planes: NDArray[Any]
    """`[board, channel, pixel]`: the planes of a new game before anybody is there; it stays so."""
    scared_values: NDArray[Any]
    """The value in a plane for 0, 1, … `SCARED_MOVES` moves left; it stays so."""


class StepResult(NamedTuple):
    """What happened in the last step."""

    points: NDArray[np.int32]
    """The change of the score."""
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    ended: NDArray[np.bool_]
    """Terminated or truncated."""
    scores: NDArray[np.int32]
    """How the games that have ended did end; 0 for the others. So are `rounds` and `wins`."""
    rounds: NDArray[np.int32]
    wins: NDArray[np.bool_]
    planes: NDArray[Any]
    """The last of the games that have ended, where they start anew in the same step; otherwise
    there are none of these, nor of `masks`."""
    masks: NDArray[np.int8]


class Settings(NamedTuple):
    """What is decided once for a batch."""

    ghost_policies: StructuredArray
    """By ghost, of `GHOST_POLICY`; empty where the ghosts are told their actions."""
    max_rounds: int
    mode: int

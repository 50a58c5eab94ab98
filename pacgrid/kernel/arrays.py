"""The arrays that the compiled rules work on. Their first axis is the game."""

from dataclasses import dataclass
from math import ceil, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pacgrid.action import Action
from pacgrid.kernel.planes import NUM_BOARD_PLANES, Channel, bytes_of_plane, vector_size
from pacgrid.kernel.tables import StructuredArray

NEXT_STEP, SAME_STEP, DISABLED = 0, 1, 2
"""When a game that has ended restarts."""

PLANES, PACKED, VECTORS = 0, 1, 2
"""The forms of observations: see `pacgrid.kernel.planes`."""

GAME = np.dtype(
    [
        ("rng_state", np.uint64),  # the state of its generator
        ("pacman", np.uint32),  # Pac-Man's cell
        ("board", np.uint32),
        ("food", np.int32),  # dots left
        ("score", np.int32),
        ("rounds", np.int32),
        ("to_move", np.int8),  # only for play by plies; 0 between rounds
        ("lost", np.bool_),
        ("ended", np.bool_),  # by the rules or by the limit of rounds
        ("team", np.uint8),  # of the teams of ghosts, the one that plays
    ],
    align=True,
)
"""A game of a batch, without its ghosts and pellets."""

GHOST = np.dtype(
    [
        ("cell", np.uint32),
        ("heading", np.uint8),  # its last direction
        ("half", np.bool_),  # half way to the next cell
        ("scared", np.uint8),  # scared moves left
    ],
    align=True,
)
"""A ghost of a game."""

TRAIL = 64
"""Steps that `HISTORY` tells of; a power of 2."""
HISTORY = np.dtype(
    [
        ("step", np.uint64),  # rounds and restarts so far
        ("changed", np.uint64),  # the last step that was no round
        # The step in which the game before started, on the same board; `changed` if there is none.
        ("before", np.uint64),
        ("whole", np.bool_),  # whether it started with all pellets of its board
        ("eaten", np.uint32, TRAIL),  # at n % TRAIL: what Pac-Man ate in step n
    ],
    align=True,
)
"""What has happened in a game lately: planes drawn a few steps ago differ by this. Not of rounds if
boards are packed."""
NOTHING_EATEN, EATEN_KIND = np.uint32(0), np.uint32(16)
"""In `HISTORY`: no pellet; or its pixel, and from this bit on its kind, which is also its plane."""

MARK = np.dtype([("near", np.uint32), ("far", np.uint32), ("plane", np.uint32)], align=True)
"""Where an agent is drawn: two pixels of a plane, the same unless it is between two cells."""

DRAWN = np.dtype([("step", np.uint64), ("board", np.uint32)], align=True)
"""Of the planes of a game: the step in which they were drawn, 0 if they never were, and the board
whose walls they show."""


Drawing = tuple[NDArray[Any], StructuredArray, StructuredArray, NDArray[np.uint64]]
"""The last four of `Arrays`, which a step draws on together."""


class Arrays(NamedTuple):
    """What the compiled rules change."""

    games: StructuredArray
    """An array of `GAME`."""
    ghosts: StructuredArray
    """`[game, ghost]`, of `GHOST`."""
    next_boards: NDArray[np.int64]
    """`[game]`: the board on which it restarts; -1 for one that its own generator draws."""
    start_scores: NDArray[np.int32]
    """The scores that the games started with: 0 unless they were given a position."""
    pellets: NDArray[np.uint8]
    """`[game, pixel]`: `NOTHING`, `FOOD`, `CAPSULE` or `WALL`."""
    masks: NDArray[np.int8]
    """`[game, agent, action]`: 1 for a legal action, for the controlled agents."""
    bits: NDArray[np.uint8]
    """`[game, byte]`: the packed board as last observed; empty unless `PACKED`."""
    history: StructuredArray
    """An array of `HISTORY`."""
    planes: NDArray[Any]
    """`[game, channel, pixel]`: the channels of `pacgrid.kernel.planes`. SELF is Pac-Man's; where
    the ghosts are controlled too, their own planes follow it. Or one channel, of the bytes of the
    packed board; or the numbers of a vector, one after the other, and then nothing."""
    marks: StructuredArray
    """`[game, agent]`, of `MARK`: where `planes` show the agents. Empty if they are packed."""
    drawn: StructuredArray
    """`[game]`, of `DRAWN`: of `planes`."""
    agents: NDArray[np.uint64]
    """`[game, agent]`: the four numbers of each as one word (see `pacgrid.kernel.planes`).
    Empty unless `PACKED`."""


class StepResult(NamedTuple):
    """What happened in the last step."""

    points: NDArray[np.int32]
    """The change of the score."""
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    ended: NDArray[np.bool_]
    """Terminated or truncated."""
    illegal: NDArray[np.bool_]
    """`[game, agent]`: whether the action of a controlled agent was illegal, and was replaced."""
    scores: NDArray[np.int32]
    """The final scores of the games that ended, 0 for the others; likewise `returns`, `rounds`,
    `wins` and `teams`."""
    returns: NDArray[np.int32]
    """What the scores have changed by since the start."""
    rounds: NDArray[np.int32]
    wins: NDArray[np.bool_]
    teams: NDArray[np.uint8]
    planes: NDArray[Any]
    """The final planes of the games that ended; likewise `masks` and `agents`. All are empty unless
    games restart in the same step."""
    marks: StructuredArray
    drawn: StructuredArray
    agents: NDArray[np.uint64]
    masks: NDArray[np.int8]


class BatchSettings(NamedTuple):
    """What is fixed for a batch."""

    opponents: Any
    """`pacgrid.kernel.ghosts.OpponentArrays`; they don't play where the ghosts are controlled."""
    max_rounds: int
    mode: int
    form: int
    """`PLANES`, `PACKED` or `VECTORS`."""
    boards_change: int
    """1 if others are put in the place of boards, else 0; compiled loops take no bool here."""
    scared_values: NDArray[Any]
    """`pacgrid.kernel.planes.scared_values`."""
    vector_scales: NDArray[np.float32]
    """`pacgrid.kernel.planes.vector_scales`."""
    packed_boards: NDArray[np.uint8]
    """`[board, byte]`: the packed boards when a game starts; empty unless `PACKED`."""


@dataclass(frozen=True)
class BatchShape:
    """How large the arrays of a batch are, and new ones of that size."""

    games: int
    ghosts: int
    width: int
    height: int
    form: int
    """`PLANES`, `PACKED` or `VECTORS`."""
    mode: int
    """`NEXT_STEP`, `SAME_STEP` or `DISABLED`."""
    dtype: np.dtype[Any]
    """The type of the planes."""
    all_controlled: bool
    """Whether the ghosts are controlled, as Pac-Man is."""

    @property
    def controlled(self) -> int:
        """How many agents are controlled."""
        return self.ghosts + 1 if self.all_controlled else 1

    @property
    def observation(self) -> tuple[int, ...]:
        """The shape of what a step shows of a game."""
        if self.form == PACKED:
            return NUM_BOARD_PLANES, bytes_of_plane(self.height, self.width)
        if self.form == VECTORS:
            return (vector_size(self.height, self.width, self.ghosts + 1),)
        return Channel.SELF + self.controlled, self.height, self.width

    @property
    def _planes(self) -> tuple[int, int]:
        """The channels of a game in `Arrays.planes`, and their pixels or bytes. Those of vectors
        have room for the agents' numbers, and some to spare."""
        numbers, pixels = prod(self.observation), self.height * self.width
        if self.form == PACKED:
            return 1, numbers
        return ceil(numbers / pixels), pixels

    def planes(self, games: int) -> Drawing:
        """New planes of so many games, with their `marks` and `drawn`, and `agents`."""
        agents = self.ghosts + 1
        marked = agents if self.form == PLANES else 0
        words = agents if self.form == PACKED else 0
        return (
            np.zeros((games, *self._planes), self.dtype),
            np.zeros((games, marked), MARK),
            np.zeros(games, DRAWN),
            np.zeros((games, words), np.uint64),
        )

    def arrays(self) -> Arrays:
        """New arrays of games."""
        games = self.games
        bits = prod(self.observation[-2:]) if self.form == PACKED else 0
        planes, marks, drawn, agents = self.planes(games)
        return Arrays(
            games=np.zeros(games, GAME),
            ghosts=np.zeros((games, self.ghosts), GHOST),
            next_boards=np.full(games, -1),
            start_scores=np.zeros(games, np.int32),
            pellets=np.zeros((games, self.height * self.width), np.uint8),
            masks=np.zeros((games, self.controlled, len(Action)), np.int8),
            bits=np.zeros((games, bits), np.uint8),
            history=np.zeros(games, HISTORY),
            planes=planes,
            marks=marks,
            drawn=drawn,
            agents=agents,
        )

    def result(self) -> StepResult:
        """New arrays for what happens in a step."""
        games = self.games
        final = games if self.mode == SAME_STEP else 0
        planes, marks, drawn, agents = self.planes(final)
        return StepResult(
            points=np.zeros(games, np.int32),
            terminated=np.zeros(games, np.bool_),
            truncated=np.zeros(games, np.bool_),
            ended=np.zeros(games, np.bool_),
            illegal=np.zeros((games, self.controlled), np.bool_),
            scores=np.zeros(games, np.int32),
            returns=np.zeros(games, np.int32),
            rounds=np.zeros(games, np.int32),
            wins=np.zeros(games, np.bool_),
            teams=np.zeros(games, np.uint8),
            planes=planes,
            marks=marks,
            drawn=drawn,
            agents=agents,
            masks=np.zeros((final, self.controlled, len(Action)), np.int8),
        )

"""Exact solutions of small boards: the value of every position, and the best actions there.

`solve.solve` computes one, and `solution.Solution.load` reads it again.
"""

from enum import StrEnum
from typing import NamedTuple

from pacgrid.errors import PacgridError
from pacgrid.state import FOOD_POINTS, GHOST_POINTS, LOSS_POINTS, MOVE_COST, WIN_POINTS


class SolutionError(PacgridError):
    """A board can't be solved, or a solution can't be read or doesn't fit; one line says why."""


MOST_ROUNDS = 65_535
"""The highest limit on the rounds of a game; solutions have numbers of rounds in two bytes."""


MOST_MOVES = 4
"""A ghost's most legal actions."""


class Objective(StrEnum):
    """What Pac-Man maximises, and minimising ghosts minimise."""

    SCORE = "score"
    """The expected final score."""
    WIN = "win"
    """The chance of winning."""


class Payoffs(NamedTuple):
    """What each event adds to the value of a game."""

    move: float
    food: float
    win: float
    loss: float
    ghost: float

    @classmethod
    def of(cls, objective: Objective) -> "Payoffs":
        if objective is Objective.WIN:
            return cls(move=0, food=0, win=1, loss=0, ghost=0)
        return cls(-MOVE_COST, FOOD_POINTS, WIN_POINTS, LOSS_POINTS, GHOST_POINTS)

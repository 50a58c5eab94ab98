"""The linear evaluation of `pacgrid.agents.evaluation` again, compiled."""

from collections.abc import Mapping
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from pacgrid.agents.evaluation import LinearEvaluation
from pacgrid.kernel.jit import Number, inlined
from pacgrid.kernel.search.position import Position
from pacgrid.kernel.tables import Tables
from pacgrid.maze import Maze


class Evaluation(NamedTuple):
    """Weights, what is known about a maze, and what was computed last."""

    weights: NDArray[np.float64]
    """Of the score and of the food left."""

    @classmethod
    def of(cls, maze: Maze, weights: str | Mapping[str, float] = "linear") -> Self:  # noqa: ARG003 - soon
        """The evaluation with these weights on `maze`.

        Raises ValueError, as `pacgrid.agents.evaluation.LinearEvaluation` does.
        """
        named = {"score": 1.0} if weights == "score" else LinearEvaluation(weights).weights
        return cls(np.array([named.get("score", 0), named.get("food_left", 0)], np.float64))


@inlined
def evaluate(tables: Tables, position: Position, evaluation: Evaluation) -> Number:  # noqa: ARG001 - soon
    """The value for Pac-Man of a position that isn't over.

    Searches evaluate many positions in a row that differ in the ghosts that moved last: what
    depends on the others can be kept, as long as `position.version` and their records are the same.
    """
    game = position.games[0]
    return evaluation.weights[0] * game.score + evaluation.weights[1] * game.food
